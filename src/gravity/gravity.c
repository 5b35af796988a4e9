// Making it, and giving it bodies; see solve.c for what acts on them.
#include "state.h"

#include <math.h>
#include <string.h>

enum { LEAF = 8, BODY_GROUP = 48 };
#define THETA_MOST 2.0

qd_gravity_def qd_gravity_defaults(void)
{
    const qd_gravity_def def = {
        .law = QD_GRAVITY_SPACE, .theta = 0.5, .order = 2, .constant = 1, .leaf = LEAF, .group = BODY_GROUP
    };
    return def;
}

static bool is_within(int value, int least, int most)
{
    return value >= least && value <= most;
}

static bool is_sound(const qd_gravity_def *def)
{
    return (def->law == QD_GRAVITY_SPACE || def->law == QD_GRAVITY_PLANE) && def->theta >= 0 &&
           def->theta <= THETA_MOST && is_within(def->order, 1, 2) && def->softening >= 0 &&
           def->softening <= QD__GRAVITY_LARGEST && qd__gravity_takes(def->constant) && is_within(def->leaf, 1, 4096) &&
           is_within(def->group, 1, QD__PULLED_MOST);
}

/// The tree that sorts: its world is the unit square, its nodes as small as floats can tell apart.
static qd_tree *sorting_tree(const qd_gravity_def *def)
{
    const qd_tree_def tree = { .world = { { 0, 0 }, { 1, 1 } },
                               .leaf_capacity = def->leaf,
                               .max_depth = QD_MAX_DEPTH,
                               .allocator = def->allocator,
                               .executor = def->executor };
    return qd_tree_create(&tree);
}

qd_gravity *qd_gravity_create(const qd_gravity_def *def)
{
    const qd_gravity_def chosen = def ? *def : qd_gravity_defaults();
    if (!is_sound(&chosen)) {
        return NULL;
    }
    qd__memory memory = { qd__memory_choose(chosen.allocator), 0 };
    qd_gravity *gravity = qd__memory_get(&memory, 1, sizeof *gravity);
    if (!gravity) {
        return NULL;
    }
    memset(gravity, 0, sizeof *gravity);
    gravity->def = chosen;
    gravity->memory = memory;
    gravity->simd = qd__pull_simd_best();
    gravity->tree = sorting_tree(&chosen);
    if (!gravity->tree) {
        qd_gravity_destroy(gravity);
        return NULL;
    }
    return gravity;
}

void qd_gravity_destroy(qd_gravity *gravity)
{
    if (!gravity) {
        return;
    }
    qd__memory memory = gravity->memory;
    qd_tree_destroy(gravity->tree);
    qd__masses_close(&gravity->masses, &memory);
    qd__masses_close(&gravity->spare, &memory);
    qd__memory_give(&memory, gravity->moved, gravity->moved_room, sizeof *gravity->moved);
    qd__memory_give(&memory, gravity, 1, sizeof *gravity);
}

size_t qd_gravity_count(const qd_gravity *gravity)
{
    return gravity->masses.count;
}

qd_result qd_gravity_set(qd_gravity *gravity, const qd_bodies *bodies, size_t *bad)
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
    if (!qd__masses_fill(&gravity->spare, &gravity->memory, gravity->tree, &gravity->def, bodies)) {
        qd__masses_close(&gravity->spare, &gravity->memory);
        return QD_NO_MEMORY;
    }
    const qd__masses before = gravity->masses;
    gravity->masses = gravity->spare;
    gravity->spare = before;
    return QD_OK;
}
