// The calls for many items at once, and those that look at all.
#include "wide_tree.h"

/// The middle of the valid boxes that come; where there are none, nothing changes.
static void center_on(struct qd_wide *wide, const qd_ditem *items, size_t count)
{
    qd_dbox all = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (size_t i = 0; i < count; i++) {
        const qd_dbox *box = &items[i].box;
        if (qd__dbox_is_valid(box)) {
            all.min.x = box->min.x < all.min.x ? box->min.x : all.min.x;
            all.min.y = box->min.y < all.min.y ? box->min.y : all.min.y;
            all.max.x = box->max.x > all.max.x ? box->max.x : all.max.x;
            all.max.y = box->max.y > all.max.y ? box->max.y : all.max.y;
        }
    }
    if (qd__dbox_is_valid(&all)) {
        qd__wide_center(wide, &all);
    }
}

static void round_items(const struct qd_wide *wide, const qd_ditem *items, size_t count, qd_item *rounded)
{
    for (size_t i = 0; i < count; i++) {
        rounded[i].box = qd__wide_narrow(wide, &items[i].box);
        rounded[i].user = items[i].user;
        rounded[i].filter = items[i].filter;
    }
}

/// Keeps the exact boxes of new items; from the last to the first takes them out again where there is no room. False:
/// no memory.
static bool keep_all(struct qd_wide *wide, const qd_ditem *items, size_t count, qd_id *ids)
{
    size_t slots = 0;
    for (size_t i = 0; i < count; i++) {
        slots = ids[i].slot > slots ? ids[i].slot : slots;
    }
    const bool room = qd__wide_reserve(wide, slots);
    for (size_t i = 0; room && i < count; i++) {
        if (!qd_id_is_null(ids[i])) {
            qd__wide_keep(wide, ids[i].slot, &items[i].box);
        }
    }
    for (size_t i = room ? 0 : count; i-- > 0;) {
        const qd_id null = { 0, 0 };
        qd_tree_remove(wide->tree, ids[i]);
        ids[i] = null;
    }
    return room;
}

static qd_result insert_rounded(struct qd_wide *wide, const qd_ditem *items, size_t count, qd_item *rounded, qd_id *ids,
                                size_t *bad)
{
    size_t first_bad = 0;
    round_items(wide, items, count, rounded);
    const qd_result result = qd_tree_insert_many(wide->tree, rounded, count, ids, &first_bad);
    if (result == QD_NO_MEMORY || !keep_all(wide, items, count, ids)) {
        return QD_NO_MEMORY;
    }
    if (result != QD_OK && bad) {
        *bad = first_bad;
    }
    return result;
}

qd_result qd_wide_insert_many(qd_wide *wide, const qd_ditem *items, size_t count, qd_id *ids, size_t *bad)
{
    if (count == 0) {
        return QD_OK;
    }
    if (!wide->given && qd_tree_count(wide->tree) == 0) {
        center_on(wide, items, count);
    }
    qd_item *rounded = qd__memory_get(&wide->memory, count, sizeof *rounded);
    qd_id *own = ids ? NULL : qd__memory_get(&wide->memory, count, sizeof *own);
    qd_result result = QD_NO_MEMORY;
    if (rounded && (ids || own)) {
        result = insert_rounded(wide, items, count, rounded, ids ? ids : own, bad);
    } else if (ids) {
        memset(ids, 0, count * sizeof *ids);
    }
    qd__memory_give(&wide->memory, own, count, sizeof *own);
    qd__memory_give(&wide->memory, rounded, count, sizeof *rounded);
    return result;
}

/// Scratch for so many rounded boxes. False: no memory, and what there was stays.
static bool make_narrow(struct qd_wide *wide, size_t count)
{
    return qd__memory_reserve(&wide->memory, &wide->scratch, 0, &wide->scratch_room, count, sizeof *wide->scratch);
}

static qd_result move_wide_one_by_one(struct qd_wide *wide, const qd_id *ids, const qd_dbox *boxes, size_t count,
                                      size_t *bad)
{
    qd_result first = QD_OK;
    for (size_t i = 0; i < count; i++) {
        const qd_result result = qd_wide_move(wide, ids[i], boxes[i]);
        if (result != QD_OK && first == QD_OK) {
            first = result;
            if (bad) {
                *bad = i;
            }
        }
    }
    return first;
}

qd_result qd_wide_move_many(qd_wide *wide, const qd_id *ids, const qd_dbox *boxes, size_t count, size_t *bad)
{
    if (!make_narrow(wide, count)) {
        return move_wide_one_by_one(wide, ids, boxes, count, bad);
    }
    for (size_t i = 0; i < count; i++) {
        wide->scratch[i] = qd__wide_narrow(wide, &boxes[i]);
        if (qd__box_is_valid(wide->scratch[i]) && qd_tree_contains(wide->tree, ids[i])) {
            qd__wide_keep(wide, ids[i].slot, &boxes[i]);
        }
    }
    return qd_tree_move_many(wide->tree, ids, wide->scratch, count, bad);
}

qd_result qd_wide_remove_many(qd_wide *wide, const qd_id *ids, size_t count, size_t *bad)
{
    return qd_tree_remove_many(wide->tree, ids, count, bad);
}

/// The id of the item that lives in a slot; where none does, an id that no item has.
static qd_id id_in(const struct qd_wide *wide, uint32_t slot)
{
    const qd_id id = { slot, qd__slot_at(&wide->tree->slots, slot)->generation };
    return id;
}

/// Rounds every item about a new origin. Moving needs no memory, and every answer stays as it was at every step but for
/// those of the tree inside.
static void move_origin(struct qd_wide *wide, const qd_dbox *bounds)
{
    qd__wide_center(wide, bounds);
    for (uint32_t slot = 1; slot <= wide->tree->slots.used; slot++) {
        const qd_id id = id_in(wide, slot);
        if (qd_tree_contains(wide->tree, id)) {
            qd_tree_move(wide->tree, id, qd__narrow(&wide->origin, *qd__wide_box(wide, slot)));
        }
    }
}

qd_result qd_wide_rebuild(qd_wide *wide)
{
    const qd_dbox bounds = qd_wide_bounds(wide);
    const qd_dvec2 origin = qd_wide_origin(wide);
    // Within the bounds no origin is worse than another by more than one bit.
    const bool within =
        bounds.min.x <= origin.x && origin.x <= bounds.max.x && bounds.min.y <= origin.y && origin.y <= bounds.max.y;
    if (!wide->given && !within && qd_tree_count(wide->tree) > 0) {
        move_origin(wide, &bounds);
    }
    return qd_tree_rebuild(wide->tree);
}

bool qd_wide_check(const qd_wide *wide)
{
    for (uint32_t slot = 1; slot <= wide->tree->slots.used; slot++) {
        qd_item item;
        if (!qd_tree_get(wide->tree, id_in(wide, slot), &item)) {
            continue;
        }
        const qd_dbox *exact = qd__wide_box(wide, slot);
        const qd__aabb should = qd__aabb_of(qd__narrow(&wide->origin, *exact)), is = qd__aabb_of(item.box);
        if (!qd__dbox_is_valid(exact) || memcmp(&should, &is, sizeof is) != 0) {
            return false;
        }
    }
    return !wide->tree->open && qd_tree_check(wide->tree);
}
