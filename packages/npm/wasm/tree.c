// Trees, and the calls for one item.
#include "js.h"

#include "platform.h"

#include <float.h>
#include <string.h>

js_tree *js_new_tree(bool checked, double limit)
{
    js_tree *tree = qd__platform_get(sizeof *tree);
    if (tree)
        *tree = (js_tree){ .checked = checked, .limit = limit < (double)SIZE_MAX ? (size_t)limit : SIZE_MAX };
    return tree;
}

qd_result js_create(int precision, int edges, int has_world, uint32_t reserve, int leaf_capacity, int max_depth,
                    int checked, double limit)
{
    js_tree *tree = js_new_tree(checked, limit);
    if (!tree)
        return QD_NO_MEMORY;
    qd_tree_def def = { .precision = (qd_precision)precision, .edges = (qd_edges)edges, .reserve = reserve };
    def.leaf_capacity = leaf_capacity;
    def.max_depth = max_depth;
    def.allocator = js_allocator(tree);
    if (has_world)
        memcpy(&def.world, js.stage.at, sizeof def.world);
    tree->doubles = precision == QD_DOUBLE;
    qd_result result = qd_tree_create(&def, &tree->tree);
    if (result == QD_OK && !js_numbers_reserve(&tree->numbers, reserve, checked))
        result = QD_NO_MEMORY;
    if (result != QD_OK) {
        js_free(tree);
        return result;
    }
    js.made = tree;
    return QD_OK;
}

void js_free(js_tree *tree)
{
    qd_contacts_destroy(tree->contacts);
    qd_tree_destroy(tree->tree);
    js_numbers_drop(&tree->numbers);
    qd__platform_give(tree, sizeof *tree);
}

qd_result js_clear(js_tree *tree)
{
    const qd_result result = qd_tree_clear(tree->tree);
    if (result == QD_OK)
        js_numbers_clear(&tree->numbers);
    return result;
}

uint32_t js_size(const js_tree *tree)
{
    return (uint32_t)qd_tree_count(tree->tree, NULL);
}

double js_bytes(const js_tree *tree)
{
    const double each = sizeof(qd_id) + (tree->checked ? sizeof(uint32_t) : 0);
    return (double)tree->bytes + each * tree->numbers.room;
}

qd_id js_id_of(const js_tree *tree, double number)
{
    const double most = tree->checked ? 0x1p53 : 0x1p32;
    if (!(number >= 0 && number < most))
        return 0;
    const uint64_t full = (uint64_t)number;
    const uint32_t index = (uint32_t)full;
    if ((double)full != number || index >= tree->numbers.used || js_numbers_full(&tree->numbers, index) != full)
        return 0;
    return tree->numbers.ids[index];
}

bool js_box_fits(const js_tree *tree, const qd_box *box)
{
    // The largest double that is not infinite as a float.
    const double most = tree->doubles ? DBL_MAX : 0x1.fffffefffffffp127;
    return box->min.x >= -most && box->min.x <= box->max.x && box->max.x <= most && box->min.y >= -most &&
           box->min.y <= box->max.y && box->max.y <= most;
}

qd_result js_insert(js_tree *tree, double min_x, double min_y, double max_x, double max_y)
{
    js_numbers *numbers = &tree->numbers;
    if (numbers->free_count == 0 && !js_numbers_reserve(numbers, (size_t)numbers->used + 1, tree->checked))
        return QD_NO_MEMORY;
    const uint32_t number = js_numbers_take(numbers);
    const qd_item item = { { { min_x, min_y }, { max_x, max_y } }, js_numbers_full(numbers, number), js.filter, 0 };
    const qd_result result = qd_tree_insert(tree->tree, &item, &numbers->ids[number]);
    if (result != QD_OK) {
        js_numbers_give(numbers, number);
        return result;
    }
    void *out = js_reserve(&js.results, sizeof(double));
    if (!out) {
        (void)qd_tree_remove(tree->tree, numbers->ids[number]);
        js_numbers_give(numbers, number);
        return QD_NO_MEMORY;
    }
    js.out = out;
    js_put_users(tree, out, 0, &item.user, 1, 1);
    return QD_OK;
}

qd_result js_move(js_tree *tree, double number, double min_x, double min_y, double max_x, double max_y)
{
    const qd_box box = { { min_x, min_y }, { max_x, max_y } };
    return qd_tree_set_box(tree->tree, js_id_of(tree, number), &box);
}

qd_result js_remove(js_tree *tree, double number)
{
    const qd_result result = qd_tree_remove(tree->tree, js_id_of(tree, number));
    if (result == QD_OK)
        js_numbers_give(&tree->numbers, (uint32_t)(uint64_t)number);
    return result;
}

bool js_has(const js_tree *tree, double number)
{
    return js_id_of(tree, number) != 0;
}

/// Leaves a box in the out buffer.
static qd_result put_box(const qd_box *box)
{
    js.out = js_reserve(&js.results, sizeof *box);
    if (!js.out)
        return QD_NO_MEMORY;
    memcpy(js.out, box, sizeof *box);
    return QD_OK;
}

qd_result js_box(const js_tree *tree, double number)
{
    qd_item item;
    const qd_result result = qd_tree_get(tree->tree, js_id_of(tree, number), &item);
    return result == QD_OK ? put_box(&item.box) : result;
}

qd_result js_bounds(const js_tree *tree)
{
    qd_box box;
    qd_tree_bounds(tree->tree, &box);
    return put_box(&box);
}

qd_result js_set_filter(js_tree *tree, double number)
{
    return qd_tree_set_filter(tree->tree, js_id_of(tree, number), &js.filter);
}
