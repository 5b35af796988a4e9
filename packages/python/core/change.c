// Changing a tree: items are inserted, moved and removed. A call with a bad row changes nothing.
#include "docs.h"
#include "newcomers.h"
#include <string.h>

static bool has_totals(const tree_object *tree)
{
    qd_tree_def def;
    qd_tree_get_def(tree->tree, &def);
    return def.totals;
}

static PyObject *tree_insert(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "insert", 1, 1, { "boxes", "layers", "masks", "values" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[4];
    newcomers new;
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree))
        return NULL;
    PyArrayObject *numbers = NULL;
    bool done = false;
    if (take_newcomers(got[0], got[1], got[2], got[3], has_totals(tree), &new)) {
        numbers = new_numbers(new.boxes.count);
        done = numbers && check_rows(&new.boxes, tree->precision) && insert_newcomers(tree, &new, DATA(numbers));
        drop_newcomers(&new);
    }
    end_writing(tree);
    if (!done) {
        DROP(numbers);
        return NULL;
    }
    if (new.boxes.single) {
        PyObject *number = PyLong_FromLongLong(*(int64_t *)DATA(numbers));
        DROP(numbers);
        return number;
    }
    return (PyObject *)numbers;
}

// The ids of some numbers, or of all items for None. `borrowed`: not to be freed.
static const qd_id *take_movers(const tree_object *tree, PyObject *object, size_t *count, qd_id **owned)
{
    *owned = NULL;
    if (object) {
        *owned = take_ids(tree, object, "numbers", count);
        return *owned;
    }
    *count = qd_tree_count(tree->tree, NULL);
    if (*count != tree->count) {
        PyErr_SetString(PyExc_ValueError,
                        "numbers: None means every item, but some have been removed; give their numbers");
        return NULL;
    }
    return tree->ids ? tree->ids : (const qd_id *)tree; // any address, for no ids
}

static PyObject *tree_move(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "move", 2, 2, { "numbers", "boxes" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[2];
    rows boxes;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_rows(got[1], "boxes", BOXES_OR_POINTS, &boxes))
        return NULL;
    if (!begin_writing(tree)) {
        drop_rows(&boxes);
        return NULL;
    }
    qd_id *owned = NULL;
    size_t movers = 0;
    qd_result result = QD_BAD_VALUE;
    const qd_id *ids = take_movers(tree, got[0] == Py_None ? NULL : got[0], &movers, &owned);
    if (ids && movers != boxes.count) {
        PyErr_Format(PyExc_ValueError, "boxes: expected %zu rows, one for each number, not %zu", movers, boxes.count);
    } else if (ids && check_rows(&boxes, tree->precision)) {
        Py_BEGIN_ALLOW_THREADS
        result = qd_tree_move_many(tree->tree, ids, &boxes.view, movers, NULL);
        Py_END_ALLOW_THREADS
        if (result)
            (void)raise_result(result);
    }
    end_writing(tree);
    free(owned);
    drop_rows(&boxes);
    if (result)
        return NULL;
    Py_RETURN_NONE;
}

// Takes the ids out of the list of numbers; if one is there twice, puts all back and raises.
static bool forget(tree_object *tree, const qd_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        qd_id *known = &tree->ids[qd_id_slot(ids[i]) - 1];
        if (*known == 0) {
            PyErr_Format(PyExc_ValueError, "numbers: row %zu: %lld is there twice", i,
                         (long long)qd_id_slot(ids[i]) - 1);
            while (i-- > 0)
                tree->ids[qd_id_slot(ids[i]) - 1] = ids[i];
            return false;
        }
        *known = 0;
    }
    return true;
}

static PyObject *tree_remove(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "remove", 1, 1, { "numbers" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[1];
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree))
        return NULL;
    qd_id *owned = NULL;
    size_t leaving = 0;
    bool done = false;
    const qd_id *ids = take_movers(tree, got[0], &leaving, &owned);
    if (ids && tree->bytes.obj) {
        (void)raise_result(QD_READ_ONLY);
    } else if (ids && forget(tree, ids, leaving)) {
        Py_BEGIN_ALLOW_THREADS
        qd_tree_remove_many(tree->tree, ids, leaving, NULL);
        Py_END_ALLOW_THREADS
        done = true;
    }
    end_writing(tree);
    free(owned);
    if (!done)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *tree_clear(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    if (!begin_writing(tree))
        return NULL;
    PyThreadState *state = let_others(tree->count);
    const qd_result result = qd_tree_clear(tree->tree);
    if (!result && tree->ids)
        memset(tree->ids, 0, tree->count * sizeof *tree->ids);
    come_back(state);
    end_writing(tree);
    if (result)
        return raise_result(result);
    Py_RETURN_NONE;
}

static PyObject *tree_rebuild(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    qd_result result = QD_OK;
    if (!begin_writing(tree))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    result = qd_tree_rebuild(tree->tree);
    Py_END_ALLOW_THREADS
    end_writing(tree);
    if (result)
        return raise_result(result);
    Py_RETURN_NONE;
}

// Sets the filters of some items. Memory may run out at the first filter only, so that nothing has changed then.
static PyObject *tree_set_filter(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "set_filter", 1, 1, { "numbers", "layers", "masks" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[3];
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree))
        return NULL;
    qd_id *owned = NULL;
    size_t items = 0;
    qd_result result = QD_OK;
    const qd_id *ids = take_movers(tree, got[0] == Py_None ? NULL : got[0], &items, &owned);
    qd_filter *filters = ids ? take_filters(got[1], got[2], items) : NULL;
    Py_BEGIN_ALLOW_THREADS
    for (size_t i = 0; filters && !result && i < items; i++)
        result = qd_tree_set_filter(tree->tree, ids[i], &filters[i]);
    Py_END_ALLOW_THREADS
    if (result)
        (void)raise_result(result);
    end_writing(tree);
    free(owned);
    if (!filters || result) {
        free(filters);
        return NULL;
    }
    free(filters);
    Py_RETURN_NONE;
}

static PyObject *tree_set_values(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "set_values", 2, 2, { "numbers", "values" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[2];
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree))
        return NULL;
    qd_id *owned = NULL;
    size_t items = 0;
    PyArrayObject *values = NULL;
    qd_result result = QD_OK;
    const qd_id *ids = take_movers(tree, got[0] == Py_None ? NULL : got[0], &items, &owned);
    if (ids && !has_totals(tree)) {
        PyErr_SetString(PyExc_ValueError, "values: this tree keeps none; make it with totals=True");
    } else if (ids && (values = take_vector(got[1], "values", NPY_INT64, items))) {
        const int64_t *value = DATA(values);
        Py_BEGIN_ALLOW_THREADS
        for (size_t i = 0; !result && i < items; i++)
            result = qd_tree_set_value(tree->tree, ids[i], value[i]);
        Py_END_ALLOW_THREADS
    }
    if (result)
        (void)raise_result(result);
    end_writing(tree);
    free(owned);
    if (!values || result) {
        DROP(values);
        return NULL;
    }
    DROP(values);
    Py_RETURN_NONE;
}

PyMethodDef change_methods[] = { METHOD("insert", tree_insert, DOC_TREE_INSERT),
                                 METHOD("move", tree_move, DOC_TREE_MOVE),
                                 METHOD("remove", tree_remove, DOC_TREE_REMOVE),
                                 BARE_METHOD("clear", tree_clear, DOC_TREE_CLEAR),
                                 BARE_METHOD("rebuild", tree_rebuild, DOC_TREE_REBUILD),
                                 METHOD("set_filter", tree_set_filter, DOC_TREE_SET_FILTER),
                                 METHOD("set_values", tree_set_values, DOC_TREE_SET_VALUES),
                                 { NULL, NULL, 0, NULL } };
