// Bodies from the caller's order into the tree's: see masses.h.
#include "masses.h"
#include "group.h"
#include "list.h"
#include "node_sums.h"

#include <string.h>

static void give_bodies(qd__masses *masses, qd__memory *memory)
{
    qd__memory_give(memory, masses->x, masses->room, sizeof *masses->x);
    qd__memory_give(memory, masses->y, masses->room, sizeof *masses->y);
    qd__memory_give(memory, masses->mass, masses->room, sizeof *masses->mass);
    qd__memory_give(memory, masses->number, masses->room, sizeof *masses->number);
    masses->x = masses->y = masses->mass = NULL;
    masses->number = NULL;
    masses->room = 0;
}

static bool make_mass_room(qd__masses *masses, qd__memory *memory, size_t count)
{
    if (count <= masses->room) {
        return true;
    }
    give_bodies(masses, memory);
    masses->room = count;
    masses->x = qd__memory_get(memory, count, sizeof *masses->x);
    masses->y = qd__memory_get(memory, count, sizeof *masses->y);
    masses->mass = qd__memory_get(memory, count, sizeof *masses->mass);
    masses->number = qd__memory_get(memory, count, sizeof *masses->number);
    return masses->x && masses->y && masses->mass && masses->number;
}

/// Puts the bodies into the tree, its world being the unit square, body i's number as the user value.
static bool sort_bodies(qd_tree *tree, qd__memory *memory, const qd__scale *scale, const qd_bodies *bodies)
{
    qd_item *items = qd__memory_get(memory, bodies->count, sizeof *items);
    if (!items) {
        return false;
    }
    const double low_x = qd__extent_of(bodies->x, 0, bodies->count).low;
    const double low_y = qd__extent_of(bodies->y, 0, bodies->count).low;
    for (size_t i = 0; i < bodies->count; i++) {
        const qd_vec2 at = { (float)((bodies->x[i] - low_x) * scale->factor),
                             (float)((bodies->y[i] - low_y) * scale->factor) };
        const qd_item item = { { at, at }, i, { 0, 0 } };
        items[i] = item;
    }
    qd_tree_clear(tree);
    const bool good = qd_tree_insert_many(tree, items, bodies->count, NULL, NULL) == QD_OK;
    qd__memory_give(memory, items, bodies->count, sizeof *items);
    return good;
}

bool qd__masses_fill(qd__masses *masses, qd__memory *memory, qd_tree *tree, const qd_gravity_def *def,
                     const qd_bodies *bodies)
{
    masses->count = masses->node_count = masses->group_count = 0;
    masses->scale = qd__scale_for(bodies, def->softening);
    if (bodies->count == 0) {
        return true;
    }
    if (!make_mass_room(masses, memory, bodies->count) || !sort_bodies(tree, memory, &masses->scale, bodies) ||
        !qd__masses_list(masses, memory, tree, bodies, (uint32_t)def->leaf)) {
        return false;
    }
    return qd__masses_sum(masses, memory, def->theta) && qd__masses_group(masses, memory, (uint32_t)def->group);
}

void qd__masses_close(qd__masses *masses, qd__memory *memory)
{
    give_bodies(masses, memory);
    qd__memory_give(memory, masses->nodes, masses->node_room, sizeof *masses->nodes);
    qd__memory_give(memory, masses->shapes, masses->shape_room, sizeof *masses->shapes);
    qd__memory_give(memory, masses->groups, masses->group_room, sizeof *masses->groups);
    memset(masses, 0, sizeof *masses);
}
