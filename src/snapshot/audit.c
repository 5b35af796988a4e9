// Checking a snapshot: see audit.h.
//
// Saving numbers quads and buckets in the order in which it comes by them, and so does this: down the nodes in the same
// order, counting along, and every stored number must be the next one. So nothing remembers which records were seen:
// each quad and bucket comes exactly once, without a circle, and the way is never longer than the pools. Derived values
// (bounds, unions, slots beside the boxes) must equal those that follow from the rest.
#include "audit.h"

#include "node.h"
#include "sum.h"

#include <string.h>

typedef struct audit {
    const struct qd_tree *tree;
    const qd__head *head;
    uint32_t quads, buckets[QD__SIZES]; ///< That have been due so far.
    size_t items, rest;
    bool filtered;
} audit;

static bool same_aabb(const qd__aabb *a, const qd__aabb *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool qd__are_zero(const void *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    uint64_t any = 0;
    for (; size >= sizeof any; size -= sizeof any, at += sizeof any) {
        uint64_t eight;
        memcpy(&eight, at, sizeof eight);
        any |= eight;
    }
    while (size-- > 0)
        any |= *at++;
    return any == 0;
}

/// The bits of a side of a box.
static uint32_t side_bits(const qd__bucket *bucket, uint32_t side, uint32_t lane)
{
    uint32_t bits;
    memcpy(&bits, qd__bucket_sides(bucket) + (size_t)side * bucket->lanes + lane, sizeof bits);
    return bits;
}

/// The boxes beyond the live items of a bucket overlap nothing; all else there is zero.
static bool rest_is_unused(const qd__bucket *bucket)
{
    const uint32_t count = bucket->count, unused = bucket->lanes - count;
    bool sound = qd__are_zero(qd__bucket_slots(bucket) + count, unused * sizeof(uint32_t)) &&
                 qd__are_zero(qd__bucket_items(bucket) + count, unused * sizeof(qd_entry));
    for (uint32_t side = 0; side < 4; side++)
        for (uint32_t lane = count; lane < bucket->lanes; lane++)
            sound &= side_bits(bucket, side, lane) == QD__UNUSED_BITS;
    return sound;
}

/// A bucket has the place of its filters, or 0, and they agree with that; each is a filter that an item can have.
static bool filters_are_sound(const audit *own, const qd__bucket *bucket, uint32_t location)
{
    if (!own->head->filtered)
        return bucket->filters == 0;
    const uint32_t index = location >> QD__LOCATION_BUCKET_SHIFT, size = qd__location_size(location);
    const qd__pool *pool = &own->tree->pools.buckets[size];
    if (bucket->filters == 0)
        return qd__are_zero(qd__pool_annex_at(pool, index), qd__filters_bytes(size));
    if (bucket->filters != qd__filters_from(pool, index))
        return false;
    const uint32_t *layers = qd__bucket_layers(bucket), *masks = qd__bucket_masks(bucket);
    bool sound = true, any = false;
    for (uint32_t i = 0; i < bucket->count; i++) {
        sound &= !((layers[i] | masks[i]) & ~QD__ALL_LAYERS);
        any |= qd__is_filter(layers[i], masks[i]);
    }
    const size_t unused = (bucket->lanes - bucket->count) * sizeof *layers;
    return sound && any && qd__are_zero(layers + bucket->count, unused) && qd__are_zero(masks + bucket->count, unused);
}

/// A valid box without a negative zero.
static bool exact_is_sound(const qd_box *exact)
{
    const qd_box plain = { { exact->min.x + 0.0, exact->min.y + 0.0 }, { exact->max.x + 0.0, exact->max.y + 0.0 } };
    return qd__box_is_valid(exact) && memcmp(&plain, exact, sizeof plain) == 0;
}

/// Each item has a valid AABB without a negative zero, and a slot that names its location and is noted beside its box.
/// In a tree of doubles the AABB is the exact box, rounded about the origin.
static bool items_agree(const struct qd_tree *tree, const qd__bucket *bucket, uint32_t location)
{
    const qd_entry *items = qd__bucket_items(bucket);
    const uint32_t *slots = qd__bucket_slots(bucket);
    bool agree = true;
    for (uint32_t lane = 0; agree && lane < bucket->count; lane++) {
        const qd__aabb aabb = qd__bucket_aabb(bucket, lane);
        const qd__slot *slot = qd__slots_find(&tree->pools.slots, items[lane].id);
        agree = slot && slot->location == qd__location_at(location, lane) &&
                slots[lane] == qd_id_slot(items[lane].id) && qd__fbox_is_valid(qd__aabb_box(aabb));
        for (uint32_t side = 0; side < 4; side++)
            agree &= side_bits(bucket, side, lane) != UINT32_C(1) << 31;
        if (agree && qd__is_precise(tree)) {
            const qd_box *exact = qd__exact_box(tree, slots[lane]);
            const qd__aabb should = qd__aabb_of(qd__narrow(&tree->origin, *exact));
            agree = exact_is_sound(exact) && same_aabb(&should, &aabb);
        }
    }
    return agree;
}

/// A bucket of `count` items at the location that is due, followed by `next`; adds it up. It must stay a function, so
/// that what calls itself keeps little on the stack.
static QD__NEVER_INLINE bool bucket_is_valid(audit *own, uint32_t location, uint32_t node, uint32_t count,
                                             uint32_t next, qd__sum *all)
{
    const struct qd_tree *tree = own->tree;
    const qd__bucket *bucket = qd__tree_bucket(tree, location);
    if (bucket->lanes != qd__size_lanes(qd__location_size(location)) || bucket->count != count ||
        bucket->node != node || bucket->next != next || bucket->behind != qd__chain_count(tree, next) ||
        bucket->live != qd__low_bits_long(bucket->count) || bucket->left != 0 || bucket->unused != 0 ||
        !rest_is_unused(bucket) || !filters_are_sound(own, bucket, location))
        return false;
    // The slots are all over the memory: ask for those of a bucket while it is looked at.
    const uint32_t *slots = qd__bucket_slots(bucket);
    for (uint32_t lane = 0; lane < bucket->count; lane++) {
        if (slots[lane] - 1 < tree->pools.slots.used) {
            qd__tree_prefetch_slot(tree, slots[lane]);
            if (qd__is_precise(tree))
                qd__prefetch(qd__exact_box(tree, slots[lane]), 1);
        }
    }
    const qd__home home = qd__node_home(tree, node);
    const qd__aabb bounds = tree->settings.simd->unite(qd__bucket_boxes(bucket));
    own->filtered |= bucket->filters != 0;
    qd__sum_add_bucket(all, bucket);
    return same_aabb(&bounds, &bucket->bounds) && items_agree(tree, bucket, location) &&
           tree->settings.simd->leavers(qd__bucket_boxes(bucket), &tree->lattice, &home) == 0;
}

/// A node's own items: full buckets, each followed by the one before it, and before them the one that may have room.
/// Each is the next of its size class.
static bool chain_is_sound(audit *own, uint32_t node, qd__sum *all)
{
    const qd__quad *quad = qd__quad_of(own->tree, node);
    const uint32_t lane = qd__node_lane(node), count = quad->most[lane];
    uint32_t behind = QD__NONE;
    for (uint32_t done = 0, some; done < count; done += some) {
        some = count - done < QD__LANES_MOST ? count - done : QD__LANES_MOST;
        const uint32_t size = qd__size_for(some), index = own->buckets[size]++;
        const uint32_t location = index << QD__LOCATION_BUCKET_SHIFT | size;
        if (index >= own->head->buckets[size] || !bucket_is_valid(own, location, node, some, behind, all))
            return false;
        behind = location;
    }
    own->items += count;
    own->rest += qd__node_in_world(node, quad) ? 0 : count;
    return quad->bucket[lane] == behind;
}

static bool quad_is_sound(audit *own, uint32_t index, uint32_t parent, qd__square square, qd__sum *all);

static bool node_is_valid(audit *own, uint32_t node, qd__sum *above)
{
    const qd__quad *quad = qd__quad_of(own->tree, node);
    const uint32_t lane = qd__node_lane(node), child = quad->child[lane], count = quad->most[lane];
    const uint32_t failed_at = quad->failed_at[lane];
    const qd__square square = qd__node_square(own->tree, node);
    qd__sum all = qd__sum_of_nothing();
    if ((failed_at != 0 && (failed_at != count || child != QD__NONE)) ||
        (quad->failed >> lane & 1) != (failed_at != 0) || !chain_is_sound(own, node, &all))
        return false;
    if (child != QD__NONE) {
        const bool due = child == own->quads && child < own->head->quads;
        if (!due || square.shift <= qd__square_floor(own->tree, square) ||
            !quad_is_sound(own, child, node, square, &all))
            return false;
    }
    qd__sum_add(above, &all);
    const qd__aabb bounds = qd__four_at(&quad->bounds, lane);
    return same_aabb(&bounds, &all.bounds) && quad->layers[lane] == all.layers && quad->masks[lane] == all.masks;
}

/// The quad that divides a square, and all below it; no deeper than there are levels, since the squares get smaller.
static bool quad_is_sound(audit *own, uint32_t index, uint32_t parent, qd__square square, qd__sum *all)
{
    const qd__quad *quad = qd__quad_at(own->tree, index);
    own->quads++;
    bool sound = quad->parent == parent && quad->x == square.x && quad->y == square.y &&
                 quad->shift + 1u == square.shift && quad->merged < 4 && quad->failed < 16 &&
                 qd__are_zero(quad->alike, sizeof quad->alike);
    for (uint32_t lane = 0; lane < 4; lane += 2) { // two merged nodes are leaves, and the second is empty
        const bool merged = quad->merged >> (lane >> 1) & 1;
        sound = sound && (!merged || (quad->child[lane] == QD__NONE && qd__node_is_bare(quad, lane + 1)));
    }
    for (uint32_t lane = 0; sound && lane < 4; lane++)
        sound = node_is_valid(own, qd__node_in(index, lane), all);
    return sound;
}

/// Free slots have no exact box.
static bool exact_is_unused(const struct qd_tree *tree, uint32_t index)
{
    return !qd__is_precise(tree) || qd__are_zero(qd__exact_box(tree, index + 1), sizeof(qd_box));
}

/// There are as many live slots as items, each of which has one; the free ones name the next, the last and those that
/// are used up name none.
static bool slots_are_sound(struct qd_tree *tree, const qd__head *head)
{
    size_t live = 0;
    bool sound = true;
    tree->pools.slots.free = QD__NONE;
    for (uint32_t index = head->slots; index-- > 0;) {
        const qd__slot *slot = qd__slot_at(&tree->pools.slots, index + 1);
        if (slot->generation & 1) {
            live++;
        } else if (slot->generation == 0) {
            sound = sound && slot->location == QD__NONE && exact_is_unused(tree, index);
        } else {
            sound = sound && slot->location == tree->pools.slots.free && exact_is_unused(tree, index);
            tree->pools.slots.free = index;
        }
    }
    return sound && live == head->items;
}

bool qd__audit_tree(struct qd_tree *tree, const qd__head *head)
{
    audit own = { .tree = tree, .head = head };
    const qd__quad *root = qd__quad_at(tree, 0); // of the world and of the rest
    const qd__square above = { .shift = 1 };
    qd__sum all = qd__sum_of_nothing();
    bool sound = slots_are_sound(tree, head) && root->merged == 0 && root->failed < 4 && qd__node_is_bare(root, 2) &&
                 qd__node_is_bare(root, 3) && quad_is_sound(&own, 0, QD__NONE, above, &all) &&
                 own.quads == head->quads && own.items == head->items;
    for (uint32_t size = 0; size < QD__SIZES; size++)
        sound = sound && own.buckets[size] == head->buckets[size];
    tree->rest = tree->upkeep.rest_judged = own.rest;
    tree->filtered = own.filtered;
    return sound && own.filtered == head->filtered;
}

/// Nothing, or a centre and the scale of a world that can be laid.
static bool lattice_is_sound(const float *lattice)
{
    uint32_t bits[3];
    memcpy(bits, lattice, sizeof bits);
    if (bits[2] == 0)
        return bits[0] == 0 && bits[1] == 0;
    const bool in_range = bits[2] >= UINT32_C(1) << 23 && bits[2] <= UINT32_C(253) << 23; // 2^-126 to 2^126
    const uint32_t minus_zero = UINT32_C(1) << 31;
    return in_range && lattice[0] >= -FLT_MAX && lattice[0] <= FLT_MAX && lattice[1] >= -FLT_MAX &&
           lattice[1] <= FLT_MAX && bits[0] != minus_zero && bits[1] != minus_zero;
}

bool qd__audit_head(const qd__head *head)
{
    bool sound = head->edges <= 1 && head->filtered <= 1 && head->precise <= QD__CAN_DOUBLES && head->capacity >= 1 &&
                 head->capacity <= QD__CAPACITY_MOST && head->depth >= 1 && head->depth <= QD_MAX_DEPTH &&
                 head->quads >= 1 && head->items <= head->slots && head->at_max_depth <= head->items &&
                 lattice_is_sound(head->given) && lattice_is_sound(head->lattice);
    const qd_box origin = { { head->origin[0], head->origin[1] }, { head->origin[0], head->origin[1] } };
    sound = sound && (head->precise ? exact_is_sound(&origin) : qd__are_zero(head->origin, sizeof head->origin));
    // Each part has at most as many records as there are numbers to name them. A test alone comes here with more: the
    // size has been compared, and with as many of any of them it would be tens of gigabytes.
    sound = sound && head->quads <= UINT32_C(1) << 29 && head->slots < UINT32_MAX;
    for (uint32_t size = 0; size < QD__SIZES; size++)
        sound = sound && head->buckets[size] < UINT32_C(1) << (32 - QD__LOCATION_BUCKET_SHIFT);
    return sound;
}
