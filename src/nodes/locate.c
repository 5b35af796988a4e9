// Finding the node where an item belongs: see locate.h.
//
// The way down from the root is a chain of reads that wait for each other. So it starts from the directory where there
// is one.
#include "locate.h"

#include "directory.h"
#include "node.h"

static uint32_t child_of(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_at(tree, node >> 2)->child[node & 3];
}

/// The node of a quad that a spot is in; `shift`: of the nodes.
static uint32_t node_below(const struct qd_tree *tree, uint32_t index, unsigned shift, qd__spot spot)
{
    const uint32_t quarter = index << 2 | (spot.y >> shift & 1) << 1 | (spot.x >> shift & 1);
    return qd__node_taking(qd__quad_at(tree, index), quarter);
}

/// Down from a node of `shift` to the last that takes the spot, but no further than to nodes of `lowest`.
static uint32_t descend(const struct qd_tree *tree, uint32_t node, unsigned shift, unsigned lowest, qd__spot spot)
{
    lowest = spot.shift > lowest ? spot.shift : lowest;
    for (uint32_t child; shift > lowest && (child = child_of(tree, node)) != QD__NONE;) {
        node = node_below(tree, child, --shift, spot);
    }
    return node;
}

/// Is a leaf of the world that holds the spot's centre large enough for it?
static bool leaf_takes(const struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    return node != QD__WORLD && spot->shift <= qd__quad_at(tree, node >> 2)->shift;
}

/// Spots are handed on by address: three numbers in two registers would have to be put together in memory first.
static uint32_t find(const struct qd_tree *tree, const qd__spot *spot)
{
    if (!qd__spot_in_world(*spot)) {
        return descend(tree, QD__REST, QD__REST_SHIFT, 0, *spot);
    }
    const uint32_t entry = qd__directory_square(tree, spot);
    const unsigned shift = qd__directory_shift(tree);
    if (entry != QD__NONE && entry & 1 && (spot->shift <= shift || leaf_takes(tree, entry >> 1, spot))) {
        return entry >> 1;
    }
    if (entry == QD__NONE || spot->shift > shift) {
        return descend(tree, QD__WORLD, QD__WORLD_SHIFT, 0, *spot);
    }
    return spot->shift == shift ? qd__quad_at(tree, entry >> 1)->parent
                                : descend(tree, node_below(tree, entry >> 1, shift - 1, *spot), shift - 1, 0, *spot);
}

uint32_t qd__node_for(struct qd_tree *tree, const qd__aabb *aabb)
{
    const qd__spot spot = qd__lattice_spot(&tree->lattice, *aabb);
    const uint32_t node = find(tree, &spot);
    qd__directory_reach(tree, node, &spot);
    return node;
}

uint32_t qd__location_near(const struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    qd__square square = qd__node_square(tree, node);
    // A node of the rest may hold the location of the world's node too, but never its items: those start from the root.
    if (qd__spot_in_world(*spot) != square.in_world) {
        return QD__NONE;
    }
    while (!qd__square_takes(square, *spot)) {
        node = qd__quad_at(tree, node >> 2)->parent;
        square = qd__node_square(tree, node);
    }
    return descend(tree, node, square.shift, 0, *spot);
}

uint32_t qd__node_for_from(struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    const uint32_t near = qd__location_near(tree, node, spot);
    const uint32_t found = near != QD__NONE ? near : find(tree, spot);
    qd__directory_reach(tree, found, spot);
    return found;
}

bool qd__relocate(struct qd_tree *tree, uint32_t location, uint32_t target, qd__aabb aabb)
{
    qd__entry entry = qd__bucket_entry(qd__tree_bucket(tree, location), qd__location_lane(location));
    entry.aabb = aabb;
    if (!qd__node_append(tree, target, &entry)) {
        return false;
    }
    qd__node_take(tree, location);
    return true;
}
