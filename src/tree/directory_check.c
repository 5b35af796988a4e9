// Is a directory that of its tree? For tests: see directory.h.
#include "directory_check.h"

#include "reach.h"

/// Does nothing in or below a node reach out of a square by more than is known?
static bool reach_is_known(const struct qd_tree *tree, uint32_t node, qd__square square)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t child = quad->child[qd__node_lane(node)];
    for (uint32_t location = quad->bucket[qd__node_lane(node)]; location != QD__NONE;
         location = qd__tree_bucket(tree, location)->next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        for (uint64_t live = bucket->live; live; live &= live - 1) {
            const qd__aabb aabb = qd__bucket_aabb(bucket, qd__lowest_bit_long(live));
            if (qd__square_reach(tree, &aabb, square) > tree->directory.current.reach) {
                return false;
            }
        }
    }
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++) {
        if (!reach_is_known(tree, qd__node_in(child, lane), square)) {
            return false;
        }
    }
    return true;
}

/// Are the entries for a node and all below it as they should be? Adds up the owners.
static bool is_right(const struct qd_tree *tree, const qd__directory *directory, uint32_t node, qd__position at,
                     uint32_t *owners)
{
    const uint32_t child = qd__node_child(tree, node), finer = directory->level - at.level;
    bool right = *qd__own_entry(directory, at) == (qd__owns_items(tree, node) ? node : QD__NONE);
    owners[at.level] += qd__owns_items(tree, node);
    if (child != QD__NONE && finer > 0) {
        for (uint32_t lane = 0; right && lane < 4; lane++) {
            right = is_right(tree, directory, qd__node_in(child, lane), qd__quarter_of(at, lane), owners);
        }
        return right;
    }
    for (uint32_t y = at.y << finer; right && y < (at.y + 1) << finer; y++) {
        for (uint32_t x = at.x << finer; x < (at.x + 1) << finer; x++) {
            const uint32_t entry = qd__directory_row(directory, y)[x];
            right = right && entry == (child == QD__NONE ? qd__leaf_entry(tree, node) : child << 1);
        }
    }
    return right;
}

/// Does nothing of a node, or of what is below it, reach further than is known?
static bool is_reached(const struct qd_tree *tree, uint32_t node, qd__position at)
{
    const uint32_t child = qd__node_child(tree, node);
    const qd__square square = qd__node_square(tree, node);
    bool reached = child != QD__NONE || reach_is_known(tree, node, square);
    for (uint32_t lane = 0; child != QD__NONE && reached && lane < 4; lane++) {
        reached = at.level == tree->directory.current.level
                      ? reach_is_known(tree, qd__node_in(child, lane), square)
                      : is_reached(tree, qd__node_in(child, lane), qd__quarter_of(at, lane));
    }
    return reached;
}

static bool are_counted(const qd__directory *directory, const uint32_t *owners)
{
    bool counted = true;
    for (unsigned level = 0; level <= directory->level; level++) {
        counted = counted && owners[level] == directory->owners[level] &&
                  (directory->owner_levels >> level & 1) == (owners[level] > 0);
    }
    return counted;
}

/// Are the squares that have been refined as they should be?
static bool finer_is_right(const struct qd_tree *tree)
{
    const unsigned level = tree->directory.current.level;
    bool right = true;
    for (uint32_t index = 0; right && index < tree->directory.finer_next; index++) {
        uint32_t owners[QD__LEVELS] = { 0 };
        const qd__position at = { level, index & ((UINT32_C(1) << level) - 1), index >> level };
        const uint32_t entry = qd__directory_row(&tree->directory.current, at.y)[at.x];
        if (!(entry & 1)) {
            right = is_right(tree, &tree->directory.finer, qd__quad_at(tree, entry >> 1)->parent, at, owners);
        }
        for (uint32_t lane = 0; entry & 1 && right && lane < 4; lane++) {
            const qd__position quarter = qd__quarter_of(at, lane);
            right = qd__directory_row(&tree->directory.finer, quarter.y)[quarter.x] == entry;
        }
    }
    return right;
}

bool qd__directory_is_sound(const struct qd_tree *tree)
{
    const qd__position world = { 0, 0, 0 };
    uint32_t owners[QD__LEVELS] = { 0 };
    if (!tree->directory.current.ready) {
        return !tree->directory.finer.ready;
    }
    return is_right(tree, &tree->directory.current, QD__WORLD, world, owners) &&
           are_counted(&tree->directory.current, owners) &&
           (tree->upkeep.misplaced || is_reached(tree, QD__WORLD, world)) &&
           (!tree->directory.finer.ready || finer_is_right(tree));
}
