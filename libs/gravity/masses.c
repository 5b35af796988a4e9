// Bodies from the caller's order into the tree's: see masses.h.
#include "masses.h"
#include "list.h"
#include "node_sums.h"

#include <string.h>

static void give_bodies(qd__masses *masses, const qd_allocator *allocator)
{
    qd__allocator_give(allocator, masses->x, masses->room, sizeof *masses->x);
    qd__allocator_give(allocator, masses->y, masses->room, sizeof *masses->y);
    qd__allocator_give(allocator, masses->mass, masses->room, sizeof *masses->mass);
    qd__allocator_give(allocator, masses->number, masses->room, sizeof *masses->number);
    masses->x = masses->y = masses->mass = NULL;
    masses->number = NULL;
    masses->room = 0;
}

static bool make_mass_room(qd__masses *masses, const qd_allocator *allocator, size_t count)
{
    if (count <= masses->room)
        return true;
    give_bodies(masses, allocator);
    masses->room = count;
    masses->x = (double *)qd__allocator_get(allocator, count, sizeof *masses->x);
    masses->y = (double *)qd__allocator_get(allocator, count, sizeof *masses->y);
    masses->mass = (double *)qd__allocator_get(allocator, count, sizeof *masses->mass);
    masses->number = (uint32_t *)qd__allocator_get(allocator, count, sizeof *masses->number);
    return masses->x && masses->y && masses->mass && masses->number;
}

/// Puts the bodies into the tree, which has the unit square for its world: body i's number is the user value. The
/// floats that they are sorted by lie where the list's x will. False: out of memory.
static bool sort_bodies(qd__masses *masses, qd_tree *tree, const qd__given *given)
{
    float *places = (float *)(void *)masses->x; // x and y of each
    const qd__scale *scale = &masses->scale;
    const size_t count = qd__given_count(given);
    for (size_t i = 0; i < count; i++) {
        const qd__given_point at = qd__given_at(given, i);
        places[2 * i] = (float)((at.x - scale->low_x) * scale->factor);
        places[2 * i + 1] = (float)((at.y - scale->low_y) * scale->factor);
    }
    qd_tree_clear(tree);
    const qd_items items = { .boxes = qd_points_float(places) };
    return qd_tree_insert_many(tree, &items, count, NULL, NULL) == QD_OK;
}

// So many bodies from `first` on, in groups of at most `most`. False: out of memory.
static bool add_groups(qd__masses *masses, const qd_allocator *allocator, uint32_t first, uint32_t count, uint32_t most)
{
    while (count > 0) {
        const qd__mass_group group = { first, count < most ? count : most };
        if (!qd__allocator_reserve(allocator, &masses->groups, masses->group_count, &masses->group_room,
                                   masses->group_count + 1, sizeof group))
            return false;
        masses->groups[masses->group_count++] = group;
        first += group.count;
        count -= group.count;
    }
    return true;
}

// Shares the bodies out to groups, which share one walk: those of the largest nodes that hold few enough. False: out of
// memory.
static bool make_groups(qd__masses *masses, const qd_allocator *allocator, uint32_t most)
{
    for (uint32_t place = 0; place < masses->node_count;) {
        const qd__mass_node *node = &masses->nodes[place];
        const bool small = node->count <= most;
        if (!add_groups(masses, allocator, node->first, small ? node->count : node->own, most))
            return false;
        place = small ? node->next : place + 1;
    }
    return true;
}

bool qd__masses_fill(qd__masses *masses, qd_tree *tree, const qd_gravity_def *def, const qd__given *given)
{
    const qd_allocator *allocator = &def->allocator;
    const size_t count = qd__given_count(given);
    masses->count = masses->node_count = masses->group_count = 0;
    masses->bodies = given->bodies->count;
    masses->scale = qd__scale_for(given, def->softening);
    if (count == 0)
        return true;
    return make_mass_room(masses, allocator, count) && sort_bodies(masses, tree, given) &&
           qd__masses_list(masses, allocator, tree, given, (uint32_t)def->leaf) &&
           qd__masses_sum(masses, allocator, given, def->theta) && make_groups(masses, allocator, (uint32_t)def->group);
}

void qd__masses_close(qd__masses *masses, const qd_allocator *allocator)
{
    give_bodies(masses, allocator);
    qd__allocator_give(allocator, masses->nodes, masses->node_room, sizeof *masses->nodes);
    qd__allocator_give(allocator, masses->shapes, masses->shape_room, sizeof *masses->shapes);
    qd__allocator_give(allocator, masses->groups, masses->group_room, sizeof *masses->groups);
    memset(masses, 0, sizeof *masses);
}
