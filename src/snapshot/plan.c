// The tree that a snapshot is made of: see plan.h.
//
// Whatever a tree has been through, its items in the order of their slots are the same; and bulk loading makes of the
// same items in the same order the same tree. That is what makes equal trees equal bytes. In a tree of doubles the
// origin moves to where that would put it, and the AABBs are rounded about it.
#include "plan.h"

#include "create.h"
#include "divide.h"
#include "precise.h"

#include <string.h>

/// The slots with their generations, and a new list of the free ones.
static bool copy_slots(qd__plan *plan, const struct qd_tree *from)
{
    qd__pool *slots = &plan->tree.pools.slots;
    if (from->pools.slots.used > 0 &&
        qd__pool_take_run(slots, &plan->tree.pools.memory, from->pools.slots.used) == QD__NONE) {
        return false;
    }
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

/// The origin that loading all items into an empty tree would choose. That of a tree with a given world never moves.
static qd__origin plan_origin(const struct qd_tree *from)
{
    if (!qd__is_precise(from) || from->settings.origin_given) {
        return from->origin;
    }
    if (from->count == 0) {
        return qd__origin_at((qd_vec2){ 0, 0 });
    }
    qd__centers centers = qd__centers_of(from);
    return qd__centers_origin(&centers);
}

static bool fill_plan(qd__plan *plan, const struct qd_tree *from)
{
    struct qd_tree *tree = &plan->tree;
    if (!qd__quads_plant(tree) || !copy_slots(plan, from)) {
        return false;
    }
    qd__rebuild_empty(tree);
    if (from->count == 0) {
        return true;
    }
    if (!qd__gathered_open(&plan->items, &tree->pools.memory, from->count, from->filtered)) {
        return false;
    }
    for (uint32_t index = 1; index <= from->pools.slots.used; index++) {
        const qd__slot *slot = qd__slot_at(&from->pools.slots, index);
        if (slot->generation & 1) {
            const qd__bucket *bucket = qd__tree_bucket(from, slot->location);
            const uint32_t lane = qd__location_lane(slot->location);
            const qd__fbox box = qd__is_precise(from) ? qd__narrow(&tree->origin, *qd__exact_box(from, index))
                                                      : qd__aabb_box(qd__bucket_aabb(bucket, lane));
            qd__gathered_add_from(&plan->items, bucket, lane, box);
        }
    }
    return qd__gathered_build(tree, &plan->items, false);
}

bool qd__plan_open(qd__plan *plan, const struct qd_tree *tree)
{
    // An empty tree by the same definition, that grows, and works alone: several threads may save at once.
    memset(plan, 0, sizeof *plan);
    const qd_tree_def def = { .allocator = tree->pools.memory.allocator };
    qd__settings settings = tree->settings;
    settings.keeping = QD__GROWS;
    settings.summed = false;
    qd__tree_init(&plan->tree, &def, &settings, plan_origin(tree));
    const bool done = fill_plan(plan, tree);
    if (!done) {
        qd__plan_close(plan);
    }
    return done;
}

void qd__plan_close(qd__plan *plan)
{
    qd__memory *memory = &plan->tree.pools.memory;
    qd__gathered_close(&plan->items, memory);
    qd__pool_close(&plan->tree.pools.quads, memory);
    qd__pool_close(&plan->tree.pools.slots, memory);
    for (int size = 0; size < QD__SIZES; size++) {
        qd__pool_close(&plan->tree.pools.buckets[size], memory);
    }
}
