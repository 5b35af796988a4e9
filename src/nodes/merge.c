// Leaves that merge: see merge.h.
#include "merge.h"
#include "divide.h"

#include "directory.h"
#include "locate.h"
#include "node.h"

#include <assert.h>

/// Takes all items of a leaf to another node. False: no memory, and some have stayed.
static bool gather_children(struct qd_tree *tree, uint32_t from, uint32_t to)
{
    if (qd__node_absorb(tree, to, from))
        return true;
    const qd__quad *quad = qd__quad_of(tree, from);
    const uint32_t lane = qd__node_lane(from);
    while (quad->bucket[lane] != QD__NONE) {
        const uint32_t location = quad->bucket[lane];
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        const uint32_t last = qd__highest_bit_long(bucket->live);
        const qd__aabb aabb = qd__bucket_aabb(bucket, last);
        tree->upkeep.work++;
        if (!qd__relocate(tree, qd__location_at(location, last), to, &aabb)) {
            tree->upkeep.misplaced = true;
            return false;
        }
    }
    return true;
}

void qd__merge_halves(struct qd_tree *tree, uint32_t index)
{
    qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t half = 0; half < 2 && index > 0 && tree->settings.capacity >= QD__HALVES_LEAST; half++) {
        const uint32_t a = half << 1, b = a | 1, node = qd__node_in(index, a);
        // Two leaves that hold half a capacity at most, and are not merged.
        if (!(quad->merged >> half & 1) && quad->child[a] == QD__NONE && quad->child[b] == QD__NONE &&
            (size_t)qd__node_count(tree, quad, a) + qd__node_count(tree, quad, b) <= tree->settings.capacity / 2 &&
            gather_children(tree, node | 1, node)) {
            qd__quad_set_failed_at(quad, a, 0);
            qd__quad_set_failed_at(quad, b, 0);
            qd__quad_set_merged(tree, index, half, true);
            qd__directory_cover(tree, node);
        }
    }
}

uint32_t qd__merge_once(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    const uint32_t parent = quad->parent;
    assert(index > 0 && parent != QD__QUAD_FREE);
    uint32_t left = 0;
    bool gathered = true; // leaves that hold a quarter of a capacity at most: up to that the quad's numbers are exact
    for (uint32_t lane = 0; gathered && lane < 4; lane++) {
        gathered = quad->child[lane] == QD__NONE;
        left += quad->most[lane];
    }
    gathered &= left <= tree->settings.capacity / 4;
    for (uint32_t lane = 0; gathered && lane < 4; lane++)
        gathered = gather_children(tree, qd__node_in(index, lane), parent);
    if (!gathered)
        return QD__NONE;
    qd__quad_remove(tree, parent);
    qd__node_reset_if_bare(tree, parent);
    qd__directory_cover(tree, parent);
    qd__quad *above = qd__quad_of(tree, parent);
    assert(above->child[qd__node_lane(parent)] == QD__NONE);
    // Many large items may be left in the new leaf: looking at them again on each change would cost a burst.
    qd__quad_set_failed_at(above, qd__node_lane(parent), qd__node_count(tree, above, qd__node_lane(parent)));
    return parent;
}

void qd__merge_up(struct qd_tree *tree, uint32_t node, uint32_t left)
{
    assert(left == qd__chain_count(tree, qd__node_chain(tree, node)));
    qd__quad_of(tree, node)->most[qd__node_lane(node)] = left;
    while (node != QD__NONE && qd__node_quad(node) != 0) {
        const uint32_t index = qd__node_quad(node);
        node = qd__merge_once(tree, index);
        if (node == QD__NONE)
            qd__merge_halves(tree, index);
    }
}
