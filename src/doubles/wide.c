// A wide index's life, and the calls for one item.
#include "wide_tree.h"

#include <string.h>

/// On the bits: a compiler told that there are no NaNs must still see one.
static bool double_is_finite(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & UINT64_C(0x7ff0000000000000)) != UINT64_C(0x7ff0000000000000);
}

bool qd_dbox_is_valid(qd_dbox box)
{
    return double_is_finite(box.min.x) && double_is_finite(box.min.y) && double_is_finite(box.max.x) &&
           double_is_finite(box.max.y) && box.min.x <= box.max.x && box.min.y <= box.max.y;
}

static bool wide_world_is_given(const qd_dbox *world)
{
    return world->min.x != 0 || world->min.y != 0 || world->max.x != 0 || world->max.y != 0;
}

/// The tree's definition, and the origin. False: a bad world. The rest is the tree's to judge.
static bool tree_def_of(const qd_wide_def *def, struct qd_wide *wide, qd_tree_def *tree_def)
{
    const qd_dbox *world = &def->world;
    *tree_def = (qd_tree_def){ .reserve = def->reserve,
                               .leaf_capacity = def->leaf_capacity,
                               .max_depth = def->max_depth,
                               .allocator = def->allocator,
                               .executor = def->executor };
    wide->open = def->edges == QD_EDGES_OPEN;
    wide->given = wide_world_is_given(world);
    if (wide->given) {
        qd__wide_center(wide, world);
        tree_def->world = qd__wide_narrow(wide, world);
    }
    const bool extends = world->max.x > world->min.x || world->max.y > world->min.y;
    return (!wide->given || extends) && (def->edges == QD_EDGES_CLOSED || def->edges == QD_EDGES_OPEN);
}

qd_wide *qd_wide_create(const qd_wide_def *def)
{
    const qd_wide_def defaults = { .reserve = 0 };
    def = def ? def : &defaults;
    struct qd_wide made;
    qd_tree_def tree_def;
    memset(&made, 0, sizeof made);
    made.memory.allocator = qd__memory_choose(def->allocator);
    if (!tree_def_of(def, &made, &tree_def)) {
        return NULL;
    }
    qd_wide *wide = qd__memory_get(&made.memory, 1, sizeof *wide);
    if (!wide) {
        return NULL;
    }
    *wide = made;
    qd__pool_open(&wide->boxes, sizeof(qd_dbox), QD__WIDE_CHUNK_BITS, UINT32_MAX - 1);
    wide->tree = qd_tree_create(&tree_def);
    if (!wide->tree || !qd__wide_reserve(wide, def->reserve)) {
        qd_wide_destroy(wide);
        return NULL;
    }
    return wide;
}

void qd_wide_destroy(qd_wide *wide)
{
    if (!wide) {
        return;
    }
    qd_tree_destroy(wide->tree);
    qd__pool_close(&wide->boxes, &wide->memory);
    qd__memory_give(&wide->memory, wide->scratch, wide->scratch_room, sizeof *wide->scratch);
    qd__memory memory = wide->memory;
    qd__memory_give(&memory, wide, 1, sizeof *wide);
}

void qd_wide_clear(qd_wide *wide)
{
    qd_tree_clear(wide->tree);
}

qd_id qd_wide_insert(qd_wide *wide, qd_ditem item)
{
    const qd_id null = { 0, 0 };
    if (!qd__dbox_is_valid(&item.box)) {
        return null;
    }
    if (!wide->given && qd_tree_count(wide->tree) == 0) {
        qd__wide_center(wide, &item.box);
    }
    const qd_item rounded = { qd__narrow(&wide->origin, item.box), item.user, item.filter };
    const qd_id id = qd_tree_insert(wide->tree, rounded);
    if (qd_id_is_null(id)) {
        return null;
    }
    if (!qd__wide_reserve(wide, id.slot)) {
        qd_tree_remove(wide->tree, id);
        return null;
    }
    qd__wide_keep(wide, id.slot, &item.box);
    return id;
}

qd_result qd_wide_move(qd_wide *wide, qd_id id, qd_dbox box)
{
    const qd_result result = qd_tree_move(wide->tree, id, qd__wide_narrow(wide, &box));
    if (result == QD_OK) {
        qd__wide_keep(wide, id.slot, &box);
    }
    return result;
}

qd_result qd_wide_remove(qd_wide *wide, qd_id id)
{
    return qd_tree_remove(wide->tree, id);
}

qd_result qd_wide_set_user(qd_wide *wide, qd_id id, uint64_t user)
{
    return qd_tree_set_user(wide->tree, id, user);
}

qd_result qd_wide_set_filter(qd_wide *wide, qd_id id, qd_filter filter)
{
    return qd_tree_set_filter(wide->tree, id, filter);
}

bool qd_wide_get(const qd_wide *wide, qd_id id, qd_ditem *item)
{
    qd_item rounded;
    if (!qd_tree_get(wide->tree, id, &rounded)) {
        return false;
    }
    item->box = *qd__wide_box(wide, id.slot);
    item->user = rounded.user;
    item->filter = rounded.filter;
    return true;
}

bool qd_wide_contains(const qd_wide *wide, qd_id id)
{
    return qd_tree_contains(wide->tree, id);
}

size_t qd_wide_count(const qd_wide *wide)
{
    return qd_tree_count(wide->tree);
}

const qd_tree *qd_wide_tree(const qd_wide *wide)
{
    return wide->tree;
}

qd_dvec2 qd_wide_origin(const qd_wide *wide)
{
    const qd_dvec2 origin = { wide->origin.v[0], wide->origin.v[1] };
    return origin;
}

qd_stats qd_wide_stats(const qd_wide *wide)
{
    qd_stats stats = qd_tree_stats(wide->tree);
    stats.bytes += wide->memory.bytes;
    return stats;
}
