// Heaps, and what comes to them that lies elsewhere: see heap.h.
#include "heap.h"

#include <string.h>

enum { HEAP_GROWTH = 64 }; ///< A leaf of which little is known is tried again when one in so many more has come.

/// The place of an item in the leaf that goes the same way as all others, or QD__NONE: none is known. Its slot may have
/// been given again since, to an item that has no place yet, so everything is checked.
static uint32_t one_alike(const struct qd_tree *tree, uint32_t node)
{
    const uint32_t alike = qd__quad_of(tree, node)->alike[qd__node_lane(node)];
    if (alike == 0 || alike > tree->pools.slots.used)
        return QD__NONE;
    const uint32_t location = qd__slot_at(&tree->pools.slots, alike)->location, lane = qd__location_lane(location);
    if (location >> QD__LOCATION_BUCKET_SHIFT >= tree->pools.buckets[qd__location_size(location)].used)
        return QD__NONE;
    const qd__bucket *bucket = qd__tree_bucket(tree, location);
    const bool there = bucket->node == node && (bucket->live >> lane & 1) && qd__bucket_slots(bucket)[lane] == alike;
    return there ? location : QD__NONE;
}

bool qd__heap_is_mixed(const struct qd_tree *tree, uint32_t node, const qd__aabb *newcomer)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    const uint32_t count = quad->most[lane], before = quad->failed_at[lane];
    if (!newcomer || before <= tree->settings.capacity || count <= before || quad->alike[lane] == QD__NONE)
        return false;
    const uint32_t alike = one_alike(tree, node);
    const qd__aabb other = alike != QD__NONE ? qd__aabb_at(tree->pools.buckets, alike) : qd__aabb_unused();
    if (memcmp(newcomer, &other, sizeof other) == 0)
        return false;
    if (alike != QD__NONE && qd__lattice_is_laid(&tree->lattice)) {
        // Would an item go another way than that one, were the leaf divided? If so the leaf can be split, or the reason
        // why not is another: both end this.
        const qd__square square = qd__node_square(tree, node);
        const qd__spot a = qd__lattice_spot(&tree->lattice, *newcomer), b = qd__lattice_spot(&tree->lattice, other);
        unsigned last = qd__square_floor(tree, square);
        last = a.shift > last ? a.shift : last;
        last = b.shift > last ? b.shift : last;
        return a.shift < square.shift && ((a.x ^ b.x) | (a.y ^ b.y)) >> last != 0;
    }
    const uint32_t more = count - before;
    return more >= tree->settings.capacity / 2 && more >= before / HEAP_GROWTH;
}
