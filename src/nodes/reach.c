// How far the items of a directory's squares reach, and so which squares a search looks at: see directory.h.
#include "reach.h"

/// Steps of the corners of a box; they may lie outside the world.
typedef struct corners {
    int64_t x0, y0, x1, y1;
} corners;

static corners corners_in_steps(const qd__lattice *lattice, const qd__aabb *aabb)
{
    int64_t steps[4];
    for (int i = 0; i < 4; i++) {
        steps[i] = qd__lattice_steps(aabb->v[i], lattice->center[i], lattice->scale);
    }
    const int64_t origin = (int64_t)QD__LATTICE_ORIGIN - (int64_t)QD__WORLD_CORNER; // from the world's corner
    const corners at = { origin + steps[0], origin + steps[1], origin - steps[2], origin - steps[3] };
    return at;
}

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

int64_t qd__square_reach(const struct qd_tree *tree, const qd__aabb *bounds, qd__square square)
{
    const corners box = corners_in_steps(&tree->lattice, bounds);
    const int64_t x0 = square.x - QD__WORLD_CORNER, x1 = x0 + (INT64_C(1) << (square.shift + square.wide)) - 1;
    const int64_t y0 = square.y - QD__WORLD_CORNER, y1 = y0 + (INT64_C(1) << square.shift) - 1;
    const int64_t reach[4] = { x0 - box.x0, y0 - box.y0, box.x1 - x1, box.y1 - y1 };
    int64_t most = 0;
    for (int i = 0; i < 4; i++) {
        most = reach[i] > most ? reach[i] : most;
    }
    return most;
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

void qd__directory_cover_quad(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    const qd__square square = qd__quad_square(quad);
    const unsigned shift = QD__WORLD_SHIFT - tree->directory.level;
    if (!tree->directory.ready || !square.in_world || square.shift < shift) {
        return;
    }
    if (square.shift == shift) {
        cover_square(tree, quad);
    }
    for (uint32_t lane = 0; square.shift > shift && lane < 4; lane++) {
        if (quad->child[lane] == QD__NONE) {
            qd__directory_cover(tree, index << 2 | lane);
        }
    }
}

void qd__directory_refitted(struct qd_tree *tree, uint32_t index)
{
    qd__directory_cover_quad(tree, index);
    if (index == 0) {
        if (qd__quad_at(tree, 0)->child[QD__WORLD] == QD__NONE) {
            qd__directory_cover(tree, QD__WORLD);
        }
        tree->directory.reach = tree->directory.reach_next;
        tree->directory.reach_next = 0;
    }
}

void qd__directory_measure(struct qd_tree *tree)
{
    qd__directory *directory = &tree->directory;
    if (!directory->ready) {
        return;
    }
    const uint32_t last = (UINT32_C(1) << directory->level) - 1;
    const qd__span all = { 0, 0, last, last };
    directory->reach = directory->reach_next = 0;
    for (uint32_t y = 0; y <= last; y++) {
        for (uint32_t x = 0; x <= last; x++) {
            const uint32_t entry = qd__directory_row(directory, y)[x];
            if (!(entry & 1)) {
                cover_square(tree, qd__quad_at(tree, entry >> 1));
            } else if (qd__directory_is_first(directory, all, x, y)) {
                qd__directory_cover(tree, entry >> 1);
            }
        }
    }
}
