// Finding the node where an item belongs: see locate.h.
//
// The way down from the root is a chain of reads that wait for each other. So it starts from the directory where there
// is one.
#include "locate.h"

#include "directory.h"
#include "node.h"

#include <assert.h>

/// Descends from a quad to the deepest node that holds a spot and is as large as it.
static uint32_t descend_quad(const struct qd_tree *tree, uint32_t index, const qd__spot *spot)
{
    for (;;) {
        const qd__quad *quad = qd__quad_at(tree, index);
        const unsigned shift = quad->shift;
        const uint32_t lane = (spot->y >> shift & 1) << 1 | (spot->x >> shift & 1); // the quad's square holds the spot
        const uint32_t node = qd__node_taking(quad, qd__node_in(index, lane)), child = quad->child[qd__node_lane(node)];
        if (child == QD__NONE || shift <= spot->shift)
            return node;
        index = child;
    }
}

/// Descends from a node of the root quad.
static uint32_t descend(const struct qd_tree *tree, uint32_t root, unsigned shift, const qd__spot *spot)
{
    const uint32_t child = qd__quad_at(tree, 0)->child[root];
    return child == QD__NONE || shift <= spot->shift ? root : descend_quad(tree, child, spot);
}

/// Spots are handed on by address: three numbers in two registers would have to be put together in memory first.
static uint32_t find(const struct qd_tree *tree, const qd__spot *spot)
{
    if (!qd__spot_in_world(*spot))
        return descend(tree, QD__REST, QD__REST_SHIFT, spot);
    const uint32_t entry = qd__directory_square(tree, spot);
    const unsigned shift = qd__directory_shift(tree);
    const uint32_t leaf = entry >> 1;
    // The leaf is the spot's node if it is large enough.
    if (entry != QD__NONE && entry & 1 &&
        (spot->shift <= shift || (leaf != QD__WORLD && spot->shift <= qd__quad_of(tree, leaf)->shift)))
        return leaf;
    if (entry == QD__NONE || spot->shift > shift)
        return descend(tree, QD__WORLD, QD__WORLD_SHIFT, spot);
    return spot->shift == shift ? qd__quad_at(tree, entry >> 1)->parent : descend_quad(tree, entry >> 1, spot);
}

uint32_t qd__node_for_spot(struct qd_tree *tree, const qd__spot *spot)
{
    const uint32_t node = find(tree, spot);
    assert(spot->shift <= qd__node_square(tree, node).shift);
    qd__directory_reach(tree, node, spot);
    return node;
}

uint32_t qd__node_for(struct qd_tree *tree, const qd__aabb *aabb)
{
    const qd__spot spot = qd__lattice_spot(&tree->lattice, *aabb);
    return qd__node_for_spot(tree, &spot);
}

uint32_t qd__node_near(const struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    uint32_t index = qd__node_quad(node);
    const qd__quad *quad = qd__quad_at(tree, index);
    const bool in_world = qd__spot_in_world(*spot);
    // A node of the rest may hold the location of the world's node too, but never its items: those start from the root.
    if (in_world != qd__node_in_world(node, quad))
        return QD__NONE;
    // Up to the quad of a square that holds the spot and is as large as it. Both are of one root.
    while (index != 0 &&
           (((spot->x ^ quad->x) | (spot->y ^ quad->y)) >> quad->shift >> 1 != 0 || spot->shift > quad->shift + 1u)) {
        index = qd__node_quad(quad->parent);
        quad = qd__quad_at(tree, index);
    }
    if (index == 0) {
        return in_world ? descend(tree, QD__WORLD, QD__WORLD_SHIFT, spot)
                        : descend(tree, QD__REST, QD__REST_SHIFT, spot);
    }
    return spot->shift > quad->shift ? quad->parent : descend_quad(tree, index, spot);
}

uint32_t qd__node_for_from(struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    const uint32_t near = qd__node_near(tree, node, spot);
    const uint32_t found = near != QD__NONE ? near : find(tree, spot);
    assert(spot->shift <= qd__node_square(tree, found).shift);
    qd__directory_reach(tree, found, spot);
    return found;
}

bool qd__relocate(struct qd_tree *tree, uint32_t location, uint32_t target, const qd__aabb *aabb)
{
    assert(qd__tree_bucket(tree, location)->node != target);
    qd__entry entry = qd__bucket_entry(qd__tree_bucket(tree, location), qd__location_lane(location));
    entry.aabb = *aabb;
    if (!qd__node_append(tree, target, &entry, true))
        return false;
    qd__node_take(tree, location);
    return true;
}
