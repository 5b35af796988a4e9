// Bodies from the caller's order into the tree's: see masses.h.
#include "masses.h"
#include "group.h"
#include "list.h"
#include "node_sums.h"

#include <string.h>

static void give_bodies(qd__masses *masses, const qd_allocator *allocator)
{
    qd__gravity_give(allocator, masses->x, masses->room, sizeof *masses->x);
    qd__gravity_give(allocator, masses->y, masses->room, sizeof *masses->y);
    qd__gravity_give(allocator, masses->mass, masses->room, sizeof *masses->mass);
    qd__gravity_give(allocator, masses->number, masses->room, sizeof *masses->number);
    masses->x = masses->y = masses->mass = NULL;
    masses->number = NULL;
    masses->room = 0;
}

static bool make_mass_room(qd__masses *masses, const qd_allocator *allocator, size_t count)
{
    if (count <= masses->room) {
        return true;
    }
    give_bodies(masses, allocator);
    masses->room = count;
    masses->x = qd__gravity_get(allocator, count, sizeof *masses->x);
    masses->y = qd__gravity_get(allocator, count, sizeof *masses->y);
    masses->mass = qd__gravity_get(allocator, count, sizeof *masses->mass);
    masses->number = qd__gravity_get(allocator, count, sizeof *masses->number);
    return masses->x && masses->y && masses->mass && masses->number;
}

/// Where the bodies are in the unit square, as floats: x and y of each.
static void place_bodies(float *places, const qd__scale *scale, const qd_bodies *bodies)
{
    for (size_t i = 0; i < bodies->count; i++) {
        places[2 * i] = (float)((bodies->x[i] - scale->low_x) * scale->factor);
        places[2 * i + 1] = (float)((bodies->y[i] - scale->low_y) * scale->factor);
    }
}

/// Puts the bodies into the tree, which has the unit square for its world: body i's number is the user value. The
/// floats that they are sorted by lie where the list's x will. False: out of memory.
static bool sort_bodies(qd__masses *masses, qd_tree *tree, const qd_bodies *bodies)
{
    float *places = (float *)(void *)masses->x;
    place_bodies(places, &masses->scale, bodies);
    qd_tree_clear(tree);
    const qd_items items = { .boxes = qd_points_float(places) };
    return qd_tree_insert_many(tree, &items, bodies->count, NULL, NULL) == QD_OK;
}

bool qd__masses_fill(qd__masses *masses, qd_tree *tree, const qd_gravity_def *def, const qd_bodies *bodies)
{
    const qd_allocator *allocator = &def->allocator;
    masses->count = masses->node_count = masses->group_count = 0;
    masses->scale = qd__scale_for(bodies, def->softening);
    if (bodies->count == 0) {
        return true;
    }
    return make_mass_room(masses, allocator, bodies->count) && sort_bodies(masses, tree, bodies) &&
           qd__masses_list(masses, allocator, tree, bodies, (uint32_t)def->leaf) &&
           qd__masses_sum(masses, allocator, def->theta) && qd__masses_group(masses, allocator, (uint32_t)def->group);
}

void qd__masses_close(qd__masses *masses, const qd_allocator *allocator)
{
    give_bodies(masses, allocator);
    qd__gravity_give(allocator, masses->nodes, masses->node_room, sizeof *masses->nodes);
    qd__gravity_give(allocator, masses->shapes, masses->shape_room, sizeof *masses->shapes);
    qd__gravity_give(allocator, masses->groups, masses->group_room, sizeof *masses->groups);
    memset(masses, 0, sizeof *masses);
}
