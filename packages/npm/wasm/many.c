// Many items at once. Every element is checked before the first one is done, so that a call that is refused has done
// nothing.
#include "js.h"

#include <float.h>
#include <string.h>

qd_boxes js_view(const void *at, int layout)
{
    if (layout & JS_DOUBLES)
        return layout & JS_POINTS ? qd_points_double(at) : qd_boxes_double(at);
    return layout & JS_POINTS ? qd_points_float(at) : qd_boxes_float(at);
}

/// The box at an index of an array on the stage.
static qd_box box_at(const void *at, size_t i, int layout)
{
    const size_t sides = layout & JS_POINTS ? 2 : 4, max = sides - 2;
    double side[4];
    for (size_t k = 0; k < 4; k++) {
        const size_t from = i * sides + (k < 2 ? k : max + k - 2);
        side[k] = layout & JS_DOUBLES ? ((const double *)at)[from] : (double)((const float *)at)[from];
    }
    return (qd_box){ { side[0], side[1] }, { side[2], side[3] } };
}

/// The first box that the tree cannot store; `count`: none.
static uint32_t first_unfit(const js_tree *tree, const void *boxes, uint32_t count, int layout)
{
    uint32_t i = 0;
    if (layout == 0) { // of floats, which fit when they are finite: the usual case, without conversions
        const float *side = boxes;
        while (i < count && (side[0] >= -FLT_MAX) & (side[0] <= side[2]) & (side[2] <= FLT_MAX) &
                                (side[1] >= -FLT_MAX) & (side[1] <= side[3]) & (side[3] <= FLT_MAX)) {
            side += 4;
            i++;
        }
        return i;
    }
    for (; i < count; i++) {
        const qd_box box = box_at(boxes, i, layout);
        if (!js_box_fits(tree, &box))
            break;
    }
    return i;
}

/// The items that numbers on the stage name, up to the first that names none; how many.
static uint32_t find_ids(const js_tree *tree, const void *numbers, uint32_t count, qd_id *ids)
{
    uint32_t i = 0;
    if (tree->checked) {
        const double *each = numbers;
        while (i < count && (ids[i] = js_id_of(tree, each[i])) != 0)
            i++;
    } else {
        const uint32_t *each = numbers;
        while (i < count && each[i] < tree->numbers.used && (ids[i] = tree->numbers.ids[each[i]]) != 0)
            i++;
    }
    return i;
}

qd_result js_insert_many(js_tree *tree, const void *boxes, uint32_t count, int layout)
{
    js_numbers *numbers = &tree->numbers;
    js.bad = first_unfit(tree, boxes, count, layout);
    if (js.bad < count)
        return QD_BAD_VALUE;
    const uint32_t reused = count < numbers->free_count ? count : numbers->free_count;
    uint64_t *users = js_reserve(&js.rows, count * sizeof *users);
    qd_id *ids = js_reserve(&js.ids, count * sizeof *ids);
    js.out = js_reserve(&js.results, count * js_number_size(tree));
    if (!users || !ids || !js.out ||
        !js_numbers_reserve(numbers, (size_t)numbers->used + count - reused, tree->checked))
        return QD_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        users[i] = js_numbers_full(numbers, js_numbers_take(numbers));
    js_put_users(tree, js.out, 0, users, 1, count);
    const qd_items items = { .boxes = js_view(boxes, layout), .users = users, .filter = js.filter };
    const qd_result result = qd_tree_insert_many(tree->tree, &items, count, ids, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (result == QD_OK)
            numbers->ids[(uint32_t)users[i]] = ids[i];
        else
            js_numbers_give(numbers, (uint32_t)users[i]);
    js.count = count;
    return result;
}

qd_result js_move_many(js_tree *tree, const void *numbers, const void *boxes, uint32_t count, int layout)
{
    qd_id *ids = js_reserve(&js.ids, count * sizeof *ids);
    if (!ids)
        return QD_NO_MEMORY;
    js.bad = find_ids(tree, numbers, count, ids);
    if (js.bad < count)
        return QD_STALE_ID;
    js.bad = first_unfit(tree, boxes, count, layout);
    if (js.bad < count)
        return QD_BAD_VALUE;
    const qd_boxes view = js_view(boxes, layout);
    return qd_tree_move_many(tree->tree, ids, &view, count, NULL);
}

qd_result js_remove_many(js_tree *tree, const void *numbers, uint32_t count)
{
    qd_id *ids = js_reserve(&js.ids, count * sizeof *ids);
    uint32_t *indexes = js_reserve(&js.rows, count * sizeof *indexes);
    if (!ids || !indexes)
        return QD_NO_MEMORY;
    js.bad = find_ids(tree, numbers, count, ids);
    for (uint32_t i = 0; i < js.bad; i++)
        indexes[i] = tree->checked ? (uint32_t)(uint64_t)((const double *)numbers)[i] : ((const uint32_t *)numbers)[i];
    // One that stands there twice names no item the second time: each is struck out as it comes by.
    uint32_t done = 0;
    while (done < js.bad && tree->numbers.ids[indexes[done]] != 0) {
        tree->numbers.ids[indexes[done]] = 0;
        done++;
    }
    js.bad = done;
    if (done < count) {
        for (uint32_t i = 0; i < done; i++)
            tree->numbers.ids[indexes[i]] = ids[i];
        return QD_STALE_ID;
    }
    const qd_result result = qd_tree_remove_many(tree->tree, ids, count, NULL);
    for (uint32_t i = 0; i < count; i++)
        js_numbers_give(&tree->numbers, indexes[i]);
    return result;
}
