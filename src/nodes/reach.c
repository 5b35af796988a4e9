// How far the items of a directory's squares reach, and so which squares a search looks at: see directory.h.
#include "reach.h"

#include "simd_base.h"

/// No item of the world reaches further out of its square than the world's side, whatever the bounds are. The world's
/// outermost steps count as those beside them: no square is so small.
static qd__span span_of(const struct qd_tree *tree, const qd__aabb *window, uint32_t reach, unsigned shift)
{
    const uint32_t side = UINT32_C(1) << QD__WORLD_SHIFT, half = side / 2;
    const int32_t most = (int32_t)(reach < side ? reach : side), last = (int32_t)half - 1;
    int32_t steps[4];
    for (int i = 0; i < 4; i++) { // two lower corners, two upper ones negated
        const int32_t step = qd__lattice_steps(window->v[i], tree->lattice.center[i], tree->lattice.scale) - most;
        const int32_t low = step < last ? step : last;
        steps[i] = low > -last ? low : -last;
    }
    const qd__span span = { (half + (uint32_t)steps[0]) >> shift, (half + (uint32_t)steps[1]) >> shift,
                            (half - (uint32_t)steps[2]) >> shift, (half - (uint32_t)steps[3]) >> shift };
    return span;
}

qd__span qd__directory_squares(const struct qd_tree *tree, const qd__aabb *window)
{
    return span_of(tree, window, tree->directory.reach, QD__WORLD_SHIFT - tree->directory.level);
}

qd__span qd__directory_owners(const struct qd_tree *tree, const qd__aabb *window, unsigned level)
{
    const unsigned shift = QD__WORLD_SHIFT - level;
    return span_of(tree, window, (UINT32_C(1) << shift) / 2 + 1, shift);
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

static inline uint32_t known_reach(const qd__directory *directory)
{
    return directory->reach < directory->reach_next ? directory->reach : directory->reach_next;
}

void qd__directory_widen(struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    const bool own = spot->shift >= QD__WORLD_SHIFT - tree->directory.level &&
                     qd__quad_at(tree, node >> 2)->child[node & 3] != QD__NONE;
    if (tree->directory.ready && !own && qd__spot_in_world(*spot)) {
        qd__reach_widen(&tree->directory, (INT64_C(1) << spot->shift) / 2 + 1);
    }
}

void qd__directory_cover(struct qd_tree *tree, uint32_t node)
{
    qd__position at;
    const qd__aabb bounds = qd__four_at(&qd__quad_at(tree, node >> 2)->bounds, node & 3);
    if (qd__is_listed(tree, &tree->directory, node, &at) && bounds.v[0] < INFINITY) {
        qd__reach_widen(&tree->directory, qd__square_reach(tree, &bounds, qd__node_square(tree, node)));
    }
}

/// Lets the reach be that of all that a square's quad holds.
static void cover_square(struct qd_tree *tree, const qd__quad *quad)
{
    qd__aabb all = qd__aabb_empty();
    for (uint32_t lane = 0; lane < 4; lane++) {
        all = qd__union(all, qd__four_at(&quad->bounds, lane));
    }
    if (all.v[0] < INFINITY) {
        qd__reach_widen(&tree->directory, qd__square_reach(tree, &all, qd__quad_square(quad)));
    }
}

/// The nodes of a quad whose bounds may reach more than `known` steps out of their squares. Counts even steps, which is
/// cheaper than the lattice: its steps are even in the world and fewer beyond it.
static inline uint32_t nodes_that_may_reach(const qd__lattice *lattice, const qd__quad *quad, uint32_t known)
{
    static const float right[4] = { 0, 1, 0, 1 }, top[4] = { 0, 0, 1, 1 }, next_top[4] = { 1, 1, 2, 2 };
    static const float next_right[4][4] = { { 1, 2, 1, 2 }, { 2, 2, 1, 2 }, { 1, 2, 2, 2 }, { 2, 2, 2, 2 } };
    const float half = (float)(1 << (QD__WORLD_SHIFT - 1)), doubt = 8, most = (float)known - doubt;
    const float x = (float)(int32_t)(quad->x - QD__LATTICE_ORIGIN), y = (float)(int32_t)(quad->y - QD__LATTICE_ORIGIN);
    const float starts[4] = { x, y, -x, -y }, side = (float)(INT32_C(1) << quad->shift);
    const float *sides[4] = { right, top, next_right[quad->merged & 3], next_top };
    qd__wide least[4], from_center[4];
    for (unsigned i = 0; i < 4; i++) {
        const qd__wide width = QD__BASE(times)(QD__BASE(splat)(i < 2 ? side : -side), QD__BASE(load)(sides[i]));
        const qd__wide bounds = QD__BASE(load)(quad->bounds.side[i]);
        least[i] = QD__BASE(plus)(QD__BASE(splat)(starts[i] - most), width);
        from_center[i] = QD__BASE(times)(QD__BASE(plus)(bounds, QD__BASE(splat)(-lattice->center[i])),
                                         QD__BASE(splat)(lattice->scale * half));
    }
    return ~qd__four_below(least, from_center, true) & 0xf; // none of those with empty bounds, which are infinite
}

/// Lets the reach be that of all leaves of a quad.
static void cover_leaves(struct qd_tree *tree, const qd__quad *quad, uint32_t index)
{
    uint32_t left = nodes_that_may_reach(&tree->lattice, quad, known_reach(&tree->directory));
    for (; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        const qd__aabb bounds = qd__four_at(&quad->bounds, lane);
        if (quad->child[lane] == QD__NONE && bounds.v[0] < INFINITY) {
            const qd__square square = qd__node_square(tree, index << 2 | lane);
            qd__reach_widen(&tree->directory, qd__square_reach(tree, &bounds, square));
        }
    }
}

void qd__directory_cover_quad(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    const unsigned shift = QD__WORLD_SHIFT - tree->directory.level;
    if (!tree->directory.ready || quad->shift + 1u < shift || !qd__is_in_world(quad->x, quad->y, quad->shift + 1u)) {
        return;
    }
    if (quad->shift + 1u == shift) {
        cover_square(tree, quad);
    } else {
        cover_leaves(tree, quad, index);
    }
}

/// Lets the reach be that of the world if it is a leaf.
static void cover_world(struct qd_tree *tree)
{
    if (qd__quad_at(tree, 0)->child[QD__WORLD] == QD__NONE) {
        qd__directory_cover(tree, QD__WORLD);
    }
}

void qd__directory_refitted(struct qd_tree *tree, uint32_t index)
{
    qd__directory_cover_quad(tree, index);
    if (index == 0) {
        cover_world(tree);
        tree->directory.reach = tree->directory.reach_next;
        tree->directory.reach_next = 0;
    }
}

void qd__directory_measure(struct qd_tree *tree)
{
    if (!tree->directory.ready) {
        return;
    }
    tree->directory.reach = tree->directory.reach_next = 0;
    for (uint32_t index = 1; index < tree->quads.used; index++) { // which are fewer than squares
        if (qd__quad_at(tree, index)->parent != QD__QUAD_FREE) {
            qd__directory_cover_quad(tree, index);
        }
    }
    cover_world(tree);
}
