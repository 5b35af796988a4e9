// Creating it, and giving it bodies; see solve.c for what acts on them.
#include "state.h"

#include <string.h>

enum { USUAL_LEAF = 8, USUAL_GROUP = 48, LARGEST_LEAF = 4096, LARGEST_GROUP = 256 };
#define THETA_MOST 2.0

/// Fields that are 0 become the defaults.
static qd_gravity_def resolve(const qd_gravity_def *def)
{
    static const qd_gravity_def zeroed;
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

/// Creates the tree that sorts: its world is the unit square, its nodes as small as floats can tell apart.
static qd_result create_tree(const qd_gravity_def *def, qd_tree **tree)
{
    const qd_tree_def sorting = { .world = { { 0, 0 }, { 1, 1 } },
                                  .leaf_capacity = def->leaf,
                                  .max_depth = QD_MAX_DEPTH,
                                  .allocator = def->allocator,
                                  .executor = def->executor };
    return qd_tree_create(&sorting, tree);
}

qd_result qd_gravity_create(const qd_gravity_def *def, qd_gravity **gravity)
{
    const qd_gravity_def chosen = resolve(def);
    *gravity = NULL;
    if (!is_sound(&chosen)) {
        return QD_BAD_VALUE;
    }
    qd_gravity *fresh = qd__gravity_get(&chosen.allocator, 1, sizeof *fresh);
    if (!fresh) {
        return QD_NO_MEMORY;
    }
    memset(fresh, 0, sizeof *fresh);
    fresh->def = chosen;
    fresh->simd = qd__pull_simd_best();
    const qd_result result = create_tree(&chosen, &fresh->tree);
    if (result != QD_OK) {
        qd_gravity_destroy(fresh);
        return result;
    }
    *gravity = fresh;
    return QD_OK;
}

void qd_gravity_destroy(qd_gravity *gravity)
{
    if (!gravity) {
        return;
    }
    const qd_allocator allocator = gravity->def.allocator;
    qd_tree_destroy(gravity->tree);
    qd__masses_close(&gravity->masses, &allocator);
    qd__masses_close(&gravity->spare, &allocator);
    qd__gravity_give(&allocator, gravity->moved, gravity->moved_room, sizeof *gravity->moved);
    qd__gravity_give(&allocator, gravity, 1, sizeof *gravity);
}

size_t qd_gravity_count(const qd_gravity *gravity)
{
    return gravity->masses.count;
}

qd_result qd_gravity_set_bodies(qd_gravity *gravity, const qd_bodies *bodies, size_t *bad)
{
    for (size_t i = 0; i < bodies->count; i++) {
        // not covered: four thousand million bodies would need more memory than a test may take
        if (i >= UINT32_MAX - 1 || !qd__gravity_takes(bodies->x[i]) || !qd__gravity_takes(bodies->y[i]) ||
            !qd__gravity_takes(bodies->mass[i])) {
            if (bad) {
                *bad = i;
            }
            return QD_BAD_VALUE;
        }
    }
    if (!qd__masses_fill(&gravity->spare, gravity->tree, &gravity->def, bodies)) {
        qd__masses_close(&gravity->spare, &gravity->def.allocator);
        return QD_NO_MEMORY;
    }
    const qd__masses before = gravity->masses;
    gravity->masses = gravity->spare;
    gravity->spare = before;
    return QD_OK;
}
