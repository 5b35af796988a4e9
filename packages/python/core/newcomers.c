// Items that come: see newcomers.h.
#include "newcomers.h"
#include <string.h>

// Makes room for numbers below `count`: as many as asked for at first, later half as many again. False: MemoryError.
bool reserve_numbers(tree_object *tree, size_t count)
{
    if (count > tree->room) {
        const size_t room = tree->room ? count + count / 2 : count;
        qd_id *ids = realloc(tree->ids, room * sizeof *ids);
        if (!ids) {
            PyErr_NoMemory();
            return false;
        }
        tree->ids = ids;
        tree->room = room;
    }
    return true;
}

void drop_newcomers(newcomers *new)
{
    drop_rows(&new->boxes);
    Py_CLEAR(new->values);
    free(new->filters);
    new->filters = NULL;
}

// Layers or masks: one whole number for all, or one for each. Writes field 0 or 1 of each filter.
static bool take_layers(PyObject *object, const char *name, size_t count, qd_filter *filters, int field)
{
    uint32_t one = 0;
    if (!object || is_whole(object)) {
        if (!take_uint32(object, name, &one))
            return false;
        for (size_t i = 0; i < count; i++)
            *(field ? &filters[i].mask : &filters[i].layers) = one;
        return true;
    }
    PyArrayObject *each = take_vector(object, name, NPY_INT64, count);
    if (!each)
        return false;
    const int64_t *layers = DATA(each);
    bool valid = true;
    for (size_t i = 0; valid && i < count; i++) {
        valid = layers[i] >= 0 && layers[i] <= UINT32_MAX;
        *(field ? &filters[i].mask : &filters[i].layers) = (uint32_t)layers[i];
        if (!valid)
            PyErr_Format(PyExc_ValueError, "%s: row %zu is %lld; layers are bits of 32", name, i, (long long)layers[i]);
    }
    DROP(each);
    return valid;
}

qd_filter *take_filters(PyObject *layers, PyObject *masks, size_t count)
{
    qd_filter *filters = malloc((count + 1) * sizeof *filters);
    if (!filters) {
        PyErr_NoMemory();
    } else if (!take_layers(layers, "layers", count, filters, 0) || !take_layers(masks, "masks", count, filters, 1)) {
        free(filters);
        filters = NULL;
    }
    return filters;
}

// Reads the arrays of newcomers. False: an exception is set, and nothing is to be dropped.
bool take_newcomers(PyObject *boxes, PyObject *layers, PyObject *masks, PyObject *values, bool totals, newcomers *new)
{
    *new = (newcomers){ 0 };
    if (!take_rows(boxes, "boxes", BOXES_OR_POINTS, &new->boxes))
        return false;
    const size_t count = new->boxes.count;
    bool valid = true;
    if (values && !totals) {
        PyErr_SetString(PyExc_ValueError, "values: this tree keeps none; make it with totals=True");
        valid = false;
    }
    if (valid && values) {
        new->values = take_vector(values, "values", NPY_INT64, count);
        valid = new->values != NULL;
    }
    if (valid && (layers || masks)) {
        new->filters = take_filters(layers, masks, count);
        valid = new->filters != NULL;
    }
    if (!valid) {
        drop_newcomers(new);
        return false;
    }
    new->items = (qd_items){ .boxes = new->boxes.view,
                             .filters = new->filters,
                             .values = new->values ? DATA(new->values) : NULL };
    return true;
}

// Keeps the ids of newcomers by their numbers, and writes the numbers. Those of removed items are used again, so the
// user value of an item is corrected where its number is not the next.
static void number_newcomers(tree_object *tree, const qd_id *ids, size_t count, int64_t *numbers)
{
    const size_t first = tree->count;
    for (size_t i = 0; i < count; i++) {
        const size_t number = qd_id_slot(ids[i]) - 1;
        if (number != first + i)
            (void)qd_tree_set_user(tree->tree, ids[i], number);
        for (; tree->count < number; tree->count++)
            tree->ids[tree->count] = 0;
        tree->ids[number] = ids[i];
        tree->count = number >= tree->count ? number + 1 : tree->count;
        if (numbers)
            numbers[i] = (int64_t)number;
    }
}

// Inserts newcomers and writes their numbers, NULL: not needed. The caller writes. False: nothing has changed.
bool insert_newcomers(tree_object *tree, newcomers *new, int64_t *numbers)
{
    const size_t count = new->boxes.count, first = tree->count;
    size_t bad = 0;
    if (!reserve_numbers(tree, first + count))
        return false;
    const bool none_removed = qd_tree_count(tree->tree, NULL) == first; // then the ids are those of the next numbers
    qd_id *ids = none_removed ? tree->ids + first : malloc((count + 1) * sizeof *ids);
    if (!ids && count) {
        PyErr_NoMemory();
        return false;
    }
    new->items.first_user = first;
    qd_result result = QD_OK;
    Py_BEGIN_ALLOW_THREADS
    result = qd_tree_insert_many(tree->tree, &new->items, count, ids, &bad);
    if (!result)
        number_newcomers(tree, ids, count, numbers);
    Py_END_ALLOW_THREADS
    if (!none_removed)
        free(ids);
    if (result && (result != QD_BAD_VALUE || check_rows(&new->boxes, tree->precision)))
        (void)raise_result(result);
    return result == QD_OK;
}
