// The tree that a snapshot is made of: see plan.h.
//
// Whatever a tree has been through, its items in the order of their slots are the same; and bulk loading makes of the
// same items in the same order the same tree. That is what makes equal trees equal bytes. In a tree of doubles the
// origin moves to where that would put it, and the AABBs are rounded about it.
#include "plan.h"

#include "build.h"
#include "create.h"
#include "divide.h"
#include "precise.h"
#include "rebuild.h"

#include <string.h>

/// The slots with their generations, and a new list of the free ones.
static bool copy_slots(qd__plan *plan, const struct qd_tree *from)
{
    qd__pool *slots = &plan->tree.pools.slots;
    if (from->pools.slots.used > 0 &&
        qd__pool_take_run(slots, &plan->tree.pools.memory, from->pools.slots.used) == QD__NONE)
        return false;
    for (uint32_t index = from->pools.slots.used; index-- > 0;) {
        qd__slot *slot = qd__slot_at(slots, index + 1);
        slot->generation = qd__slot_at(&from->pools.slots, index + 1)->generation;
        slot->location = QD__NONE;
        if (slot->generation != 0 && !(slot->generation & 1)) {
            slot->location = slots->free;
            slots->free = index;
        }
    }
    return true;
}

static bool fill_plan(qd__plan *plan, const struct qd_tree *from)
{
    struct qd_tree *tree = &plan->tree;
    if (!qd__quads_plant(tree) || !copy_slots(plan, from))
        return false;
    qd__rebuild_empty(tree);
    if (plan->count == 0)
        return true;
    qd__memory *memory = &plan->tree.pools.memory;
    plan->boxes = (qd__fbox *)qd__memory_get(memory, plan->count, sizeof *plan->boxes);
    plan->users = (uint64_t *)qd__memory_get(memory, plan->count, sizeof *plan->users);
    plan->filters = from->filtered ? (qd_filter *)qd__memory_get(memory, plan->count, sizeof *plan->filters) : NULL;
    plan->ids = (qd_id *)qd__memory_get(memory, plan->count, sizeof *plan->ids);
    if (!plan->boxes || !plan->users || (from->filtered && !plan->filters) || !plan->ids)
        return false;
    size_t count = 0;
    for (uint32_t index = 0; index < from->pools.slots.used; index++) {
        const qd__slot *slot = qd__slot_at(&from->pools.slots, index + 1);
        if (!(slot->generation & 1))
            continue;
        const qd__entry entry =
            qd__bucket_entry(qd__tree_bucket(from, slot->location), qd__location_lane(slot->location));
        plan->boxes[count] = qd__is_precise(from) ? qd__narrow(&tree->origin, *qd__exact_box(from, index + 1))
                                                  : qd__aabb_box(entry.aabb);
        plan->users[count] = entry.item.user;
        if (plan->filters)
            plan->filters[count] = qd__caller_filter(entry.layers, entry.mask);
        plan->ids[count++] = entry.item.id;
    }
    const qd__source source = { .boxes = plan->boxes, .users = plan->users, .filters = plan->filters };
    return qd__build(tree, &source, plan->ids, plan->count, false);
}

bool qd__plan_open(qd__plan *plan, const struct qd_tree *tree)
{
    // An empty tree by the same definition, that grows, and works alone: several threads may save at once.
    memset(plan, 0, sizeof *plan);
    const qd_tree_def def = { .allocator = tree->pools.memory.allocator };
    qd__settings settings = tree->settings;
    settings.keeping = QD__GROWS;
    settings.summed = false;
    // The origin that loading all items into it would choose. That of a tree with a given world never moves.
    qd__origin origin = tree->origin;
    if (qd__is_precise(tree) && !settings.origin_given) {
        qd__centers centers = qd__centers_of(tree);
        origin = tree->count > 0 ? qd__centers_origin(&centers) : qd__origin_at((qd_vec2){ 0, 0 });
    }
    qd__tree_init(&plan->tree, &def, &settings, origin);
    plan->count = tree->count;
    const bool done = fill_plan(plan, tree);
    if (!done)
        qd__plan_close(plan);
    return done;
}

void qd__plan_close(qd__plan *plan)
{
    qd__memory *memory = &plan->tree.pools.memory;
    qd__memory_give(memory, plan->ids, plan->count, sizeof *plan->ids);
    qd__memory_give(memory, plan->filters, plan->count, sizeof *plan->filters);
    qd__memory_give(memory, plan->users, plan->count, sizeof *plan->users);
    qd__memory_give(memory, plan->boxes, plan->count, sizeof *plan->boxes);
    qd__pool_close(&plan->tree.pools.quads, memory);
    qd__pool_close(&plan->tree.pools.slots, memory);
    for (int size = 0; size < QD__SIZES; size++)
        qd__pool_close(&plan->tree.pools.buckets[size], memory);
}
