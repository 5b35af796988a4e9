// How far the items of a directory's squares reach, and so which squares a search looks at: see directory.h.
#include "reach.h"

qd__span qd__directory_squares(const struct qd_tree *tree, const qd__aabb *window)
{
    return qd__squares_met(tree, window);
}

qd__span qd__directory_owners(const struct qd_tree *tree, const qd__aabb *window, unsigned level)
{
    const unsigned shift = QD__WORLD_SHIFT - level;
    return qd__span_of(tree, window, (UINT32_C(1) << shift) / 2 + 1, shift);
}

uint32_t qd__square_reach(const struct qd_tree *tree, const qd__aabb *bounds, qd__square square)
{
    const qd__lattice *lattice = &tree->lattice;
    const int32_t x = (int32_t)(square.x - QD__LATTICE_ORIGIN), y = (int32_t)(square.y - QD__LATTICE_ORIGIN);
    const int32_t height = INT32_C(1) << square.shift, width = height << square.wide;
    const int32_t sides[4] = { x, y, 1 - x - width, 1 - y - height }; // upper ones negated, as in an AABB
    int32_t most = 0;
    for (int i = 0; i < 4; i++) {
        const int32_t reach = sides[i] - qd__lattice_steps(bounds->v[i], lattice->center[i], lattice->scale);
        most = reach > most ? reach : most;
    }
    return (uint32_t)most;
}

/// May a box reach more than `known` steps out of a square? Counts even steps, which is cheaper than the lattice: its
/// steps are even in the world and fewer beyond it.
static inline bool may_reach(const qd__lattice *lattice, const qd__aabb *bounds, uint32_t x, uint32_t y, int32_t width,
                             int32_t height, uint32_t known)
{
    const int32_t low_x = (int32_t)(x - QD__LATTICE_ORIGIN), low_y = (int32_t)(y - QD__LATTICE_ORIGIN);
    const float half = (float)(1 << (QD__WORLD_SHIFT - 1)), doubt = 8;
    const float left = (bounds->v[0] - lattice->center[0]) * lattice->scale;
    const float below = (bounds->v[1] - lattice->center[1]) * lattice->scale;
    const float right = (bounds->v[2] - lattice->center[2]) * lattice->scale; // negated, as in an AABB
    const float above = (bounds->v[3] - lattice->center[3]) * lattice->scale;
    const float most = (float)known - doubt;
    return (float)low_x - left * half >= most || (float)low_y - below * half >= most ||
           (float)-(low_x + width) - right * half >= most || (float)-(low_y + height) - above * half >= most;
}

static void widen_reach(const struct qd_tree *tree, qd__directory *directory, uint32_t node, const qd__spot *spot)
{
    const bool own = spot->shift >= QD__WORLD_SHIFT - directory->level && qd__node_child(tree, node) != QD__NONE;
    if (directory->ready && !own && qd__spot_in_world(*spot))
        qd__reach_widen(directory, (INT64_C(1) << spot->shift) / 2 + 1);
}

void qd__directory_widen(struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    widen_reach(tree, &tree->directory.current, node, spot);
    widen_reach(tree, &tree->directory.finer, node, spot);
}

static void cover_leaf(const struct qd_tree *tree, qd__directory *directory, uint32_t node)
{
    qd__position at;
    const qd__aabb bounds = qd__four_at(&qd__quad_of(tree, node)->bounds, qd__node_lane(node));
    if (qd__is_listed(tree, directory, node, &at) && bounds.v[0] < INFINITY)
        qd__reach_widen(directory, qd__square_reach(tree, &bounds, qd__node_square(tree, node)));
}

void qd__directory_cover(struct qd_tree *tree, uint32_t node)
{
    cover_leaf(tree, &tree->directory.current, node);
    cover_leaf(tree, &tree->directory.finer, node);
}

static void cover_quad(const struct qd_tree *tree, qd__directory *directory, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    const unsigned shift = QD__WORLD_SHIFT - directory->level;
    if (!directory->ready || quad->shift + 1u < shift || !qd__is_in_world(quad->x, quad->y, quad->shift + 1u))
        return;
    if (quad->shift + 1u == shift) {
        // The reach covers all that the square's quad holds.
        qd__aabb all = qd__aabb_empty();
        for (uint32_t lane = 0; lane < 4; lane++)
            all = qd__union(all, qd__four_at(&quad->bounds, lane));
        if (all.v[0] < INFINITY)
            qd__reach_widen(directory, qd__square_reach(tree, &all, qd__node_square(tree, quad->parent)));
    } else {
        const int32_t side = INT32_C(1) << quad->shift;
        const uint32_t known = directory->reach < directory->reach_next ? directory->reach : directory->reach_next;
        for (uint32_t lane = 0; lane < 4; lane++) {
            const qd__aabb bounds = qd__four_at(&quad->bounds, lane);
            const uint32_t x = quad->x | (lane & 1) << quad->shift, y = quad->y | lane >> 1 << quad->shift;
            const int32_t width = side << (quad->merged >> (lane >> 1) & 1); // of an odd lane the bounds are empty then
            if (quad->child[lane] == QD__NONE && bounds.v[0] < INFINITY &&
                may_reach(&tree->lattice, &bounds, x, y, width, side, known)) {
                const qd__square square = qd__node_square(tree, qd__node_in(index, lane));
                qd__reach_widen(directory, qd__square_reach(tree, &bounds, square));
            }
        }
    }
}

void qd__directory_cover_quad(struct qd_tree *tree, uint32_t index)
{
    cover_quad(tree, &tree->directory.current, index);
    cover_quad(tree, &tree->directory.finer, index);
}

void qd__directory_cover_finer(struct qd_tree *tree, uint32_t entry)
{
    if (entry & 1) {
        cover_leaf(tree, &tree->directory.finer, entry >> 1);
        return;
    }
    cover_quad(tree, &tree->directory.finer, entry >> 1);
    const qd__quad *quad = qd__quad_at(tree, entry >> 1);
    for (uint32_t lane = 0; lane < 4; lane++)
        if (quad->child[lane] != QD__NONE)
            cover_quad(tree, &tree->directory.finer, quad->child[lane]);
}

/// Lets the reach be that of the world if it is a leaf.
static void cover_world(struct qd_tree *tree)
{
    if (qd__quad_at(tree, 0)->child[QD__WORLD] == QD__NONE)
        qd__directory_cover(tree, QD__WORLD);
}

void qd__directory_refitted(struct qd_tree *tree, uint32_t index)
{
    qd__directory_cover_quad(tree, index);
    if (index == 0) {
        cover_world(tree);
        tree->directory.current.reach = tree->directory.current.reach_next;
        tree->directory.current.reach_next = 0;
    }
}

void qd__directory_measure(struct qd_tree *tree)
{
    if (!tree->directory.current.ready)
        return;
    tree->directory.current.reach = tree->directory.current.reach_next = 0;
    for (uint32_t index = 1; index < tree->pools.quads.used; index++) // which are fewer than squares
        if (qd__quad_at(tree, index)->parent != QD__QUAD_FREE)
            qd__directory_cover_quad(tree, index);
    cover_world(tree);
}
