// The tree that a snapshot is made of: see plan.h.
//
// Whatever a tree has been through, its items in the order of their slots are the same; and bulk loading makes of the
// same items in the same order the same tree. That is what makes equal trees equal bytes.
#include "plan.h"

#include "build.h"
#include "create.h"
#include "divide.h"
#include "rebuild.h"

#include <string.h>

/// The slots with their generations, and a new list of the free ones.
static bool copy_slots(qd__plan *plan, const struct qd_tree *from)
{
    qd__pool *slots = &plan->tree.slots;
    if (from->slots.used > 0 && qd__pool_take_run(slots, &plan->tree.memory, from->slots.used) == QD__NONE) {
        return false;
    }
    for (uint32_t index = from->slots.used; index-- > 0;) {
        qd__slot *slot = qd__slot_at(slots, index + 1);
        slot->generation = qd__slot_at(&from->slots, index + 1)->generation;
        slot->location = QD__NONE;
        if (slot->generation != 0 && !(slot->generation & 1)) {
            slot->location = slots->free;
            slots->free = index;
        }
    }
    return true;
}

static void copy_planned(qd__plan *plan, const struct qd_tree *from)
{
    size_t count = 0;
    for (uint32_t index = 0; index < from->slots.used; index++) {
        const qd__slot *slot = qd__slot_at(&from->slots, index + 1);
        if (!(slot->generation & 1)) {
            continue;
        }
        const qd__entry entry =
            qd__bucket_entry(qd__tree_bucket(from, slot->location), qd__location_lane(slot->location));
        plan->items[count].box = qd__aabb_box(entry.aabb);
        plan->items[count].user = entry.item.user;
        plan->items[count].filter = (qd_filter){ entry.layers, entry.mask };
        plan->ids[count++] = entry.item.id;
    }
}

/// An empty tree by the same definition, that grows, and works alone: several threads may save at once.
static void begin_plan(qd__plan *plan, const struct qd_tree *from)
{
    memset(plan, 0, sizeof *plan);
    const qd_tree_def def = { .allocator = from->memory.allocator };
    const qd__settings settings = {
        .given = from->given, .open = from->open, .capacity = from->capacity, .floor = from->floor
    };
    qd__tree_init(&plan->tree, &def, &settings);
    plan->count = from->count;
}

static bool fill_plan(qd__plan *plan, const struct qd_tree *from)
{
    struct qd_tree *tree = &plan->tree;
    if (!qd__quads_plant(tree) || !copy_slots(plan, from)) {
        return false;
    }
    qd__rebuild_empty(tree);
    if (plan->count == 0) {
        return true;
    }
    plan->items = qd__memory_get(&tree->memory, plan->count, sizeof *plan->items);
    plan->ids = qd__memory_get(&tree->memory, plan->count, sizeof *plan->ids);
    if (!plan->items || !plan->ids) {
        return false;
    }
    copy_planned(plan, from);
    return qd__build(tree, plan->items, plan->ids, plan->count, false);
}

bool qd__plan_open(qd__plan *plan, const struct qd_tree *tree)
{
    begin_plan(plan, tree);
    const bool done = fill_plan(plan, tree);
    if (!done) {
        qd__plan_close(plan);
    }
    return done;
}

void qd__plan_close(qd__plan *plan)
{
    qd__memory *memory = &plan->tree.memory;
    qd__memory_give(memory, plan->ids, plan->count, sizeof *plan->ids);
    qd__memory_give(memory, plan->items, plan->count, sizeof *plan->items);
    qd__pool_close(&plan->tree.quads, memory);
    qd__pool_close(&plan->tree.slots, memory);
    for (int size = 0; size < QD__SIZES; size++) {
        qd__pool_close(&plan->tree.buckets[size], memory);
    }
}
