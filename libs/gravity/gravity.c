// Creating it, and giving it bodies; see solve.c for what acts on them.
#include "state.h"

#include <string.h>

enum { USUAL_LEAF = 8, USUAL_GROUP = 48, LARGEST_LEAF = 4096, LARGEST_GROUP = 256 };
#define THETA_MOST 2.0

/// Fields that are 0 become the defaults.
static qd_gravity_def resolve(const qd_gravity_def *def)
{
    static const qd_gravity_def zeroed = { .order = 0 };
    qd_gravity_def chosen = def ? *def : zeroed;
    chosen.theta = chosen.theta != 0 ? chosen.theta : 0.5;
    chosen.order = chosen.order != 0 ? chosen.order : 2;
    chosen.constant = chosen.constant != 0 ? chosen.constant : 1;
    chosen.leaf = chosen.leaf != 0 ? chosen.leaf : USUAL_LEAF;
    chosen.group = chosen.group != 0 ? chosen.group : USUAL_GROUP;
    chosen.allocator = qd__gravity_allocator(chosen.allocator);
    return chosen;
}

static bool is_from_to(int value, int least, int most)
{
    return value >= least && value <= most;
}

static bool is_sound(const qd_gravity_def *def)
{
    return (def->law == QD_GRAVITY_SPACE || def->law == QD_GRAVITY_PLANE) && def->theta > 0 &&
           def->theta <= THETA_MOST && is_from_to(def->order, 1, 2) && def->softening >= 0 &&
           def->softening <= QD__GRAVITY_LARGEST && qd__gravity_takes(def->constant) &&
           is_from_to(def->leaf, 1, LARGEST_LEAF) && is_from_to(def->group, 1, LARGEST_GROUP);
}

qd_result qd_gravity_create(const qd_gravity_def *def, qd_gravity **gravity)
{
    const qd_gravity_def chosen = resolve(def);
    *gravity = NULL;
    if (!is_sound(&chosen))
        return QD_BAD_VALUE;
    qd_gravity *fresh = (qd_gravity *)qd__allocator_get(&chosen.allocator, 1, sizeof *fresh);
    if (!fresh)
        return QD_NO_MEMORY;
    memset(fresh, 0, sizeof *fresh);
    fresh->def = chosen;
    fresh->simd = qd__pull_simd_best();
    // The tree that sorts: its world is the unit square, its nodes as small as floats can distinguish.
    const qd_tree_def sorting = { .world = { { 0, 0 }, { 1, 1 } },
                                  .leaf_capacity = chosen.leaf,
                                  .max_depth = QD_MAX_DEPTH,
                                  .allocator = chosen.allocator,
                                  .executor = chosen.executor };
    const qd_result result = qd_tree_create(&sorting, &fresh->tree);
    if (result != QD_OK) {
        qd_gravity_destroy(fresh);
        return result;
    }
    *gravity = fresh;
    return QD_OK;
}

void qd_gravity_destroy(qd_gravity *gravity)
{
    if (!gravity)
        return;
    const qd_allocator allocator = gravity->def.allocator;
    qd_tree_destroy(gravity->tree);
    qd__masses_close(&gravity->masses, &allocator);
    qd__masses_close(&gravity->spare, &allocator);
    qd__allocator_give(&allocator, gravity->moved, gravity->moved_room, sizeof *gravity->moved);
    qd__allocator_give(&allocator, gravity, 1, sizeof *gravity);
}

size_t qd_gravity_count(const qd_gravity *gravity)
{
    return gravity->masses.bodies;
}

static bool is_body(const qd_bodies *bodies, size_t i)
{
    return qd__gravity_takes(bodies->x[i]) && qd__gravity_takes(bodies->y[i]) && qd__gravity_takes(bodies->mass[i]);
}

/// A range, and a center in it.
static bool is_range(double low, double center, double high)
{
    return qd__gravity_takes(low) && qd__gravity_takes(high) && low <= center && center <= high;
}

static bool is_at_most(double value, double most)
{
    return value >= -most && value <= most;
}

/// Could it be a node of four thousand million bodies? A little more, as its sums are rounded.
static bool is_cell(const qd_gravity_part *cell)
{
    const double mass = QD__GRAVITY_LARGEST * 0x1.01p32;
    const double wide = 1.01 * (cell->max_x - cell->min_x), high = 1.01 * (cell->max_y - cell->min_y);
    return is_range(cell->min_x, cell->x, cell->max_x) && is_range(cell->min_y, cell->y, cell->max_y) &&
           is_at_most(cell->mass, mass) && is_at_most(cell->dx, mass * wide) && is_at_most(cell->dy, mass * high) &&
           is_at_most(cell->sxx, mass * wide * wide) && is_at_most(cell->sxy, mass * wide * high) &&
           is_at_most(cell->syy, mass * high * high);
}

/// The first that is not right, or what is given.
static size_t first_wrong(const qd__given *given)
{
    size_t i = 0, count = qd__given_count(given);
    const size_t bodies = given->bodies->count;
    // not covered: four thousand million bodies would need more memory than a test may take
    while (i < count && i < UINT32_MAX - 1 &&
           (i < bodies ? is_body(given->bodies, i) : is_cell(&given->cells[i - bodies])))
        i++;
    return i;
}

qd_result qd_gravity_set_bodies(qd_gravity *gravity, const qd_bodies *bodies, size_t *bad)
{
    return qd_gravity_set_sources(gravity, bodies, NULL, 0, bad);
}

qd_result qd_gravity_set_sources(qd_gravity *gravity, const qd_bodies *bodies, const qd_gravity_part *cells,
                                 size_t cell_count, size_t *bad)
{
    const qd__given given = { bodies, cells, cell_count };
    const size_t wrong = first_wrong(&given);
    if (wrong < qd__given_count(&given)) {
        if (bad)
            *bad = wrong;
        return QD_BAD_VALUE;
    }
    if (!qd__masses_fill(&gravity->spare, gravity->tree, &gravity->def, &given)) {
        qd__masses_close(&gravity->spare, &gravity->def.allocator);
        return QD_NO_MEMORY;
    }
    const qd__masses before = gravity->masses;
    gravity->masses = gravity->spare;
    gravity->spare = before;
    return QD_OK;
}
