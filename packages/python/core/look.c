// What a tree holds: boxes, numbers, figures, nodes, totals, details to draw.
#include "core.h"
#include "docs.h"
#include <string.h>

// ---- items ----------------------------------------------------------------------------------------------------------

// The numbers of all items, ascending. The caller reads.
static PyArrayObject *live_numbers(const tree_object *tree)
{
    PyArrayObject *numbers = new_numbers(qd_tree_count(tree->tree, NULL));
    int64_t *out = numbers ? DATA(numbers) : NULL;
    PyThreadState *state = let_others(tree->count);
    for (size_t i = 0; out && i < tree->count; i++)
        if (tree->ids[i])
            *out++ = (int64_t)i;
    come_back(state);
    return numbers;
}

static PyObject *tree_numbers(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    if (!begin_reading(tree))
        return NULL;
    PyArrayObject *numbers = live_numbers(tree);
    end_reading(tree);
    return (PyObject *)numbers;
}

PyObject *tree_iterate(PyObject *self)
{
    PyObject *numbers = tree_numbers(self, NULL);
    PyObject *list = numbers ? PyArray_ToList((PyArrayObject *)numbers) : NULL;
    PyObject *iterator = list ? PyObject_GetIter(list) : NULL;
    DROP(numbers);
    DROP(list);
    return iterator;
}

// One field of each of some items, as numbers of its type.
typedef enum { SIDES, USERS, LAYER_BITS, MASK_BITS, VALUES } field;

static void write_field(field field, const qd_item *item, void *array, size_t i)
{
    double *sides = (double *)array + 4 * i;
    switch (field) {
    case SIDES:
        sides[0] = item->box.min.x;
        sides[1] = item->box.min.y;
        sides[2] = item->box.max.x;
        sides[3] = item->box.max.y;
        break;
    case USERS:
        ((uint64_t *)array)[i] = item->user;
        break;
    case LAYER_BITS:
        ((uint32_t *)array)[i] = item->filter.layers;
        break;
    case MASK_BITS:
        ((uint32_t *)array)[i] = item->filter.mask;
        break;
    case VALUES:
        ((int64_t *)array)[i] = item->value;
        break;
    }
}

static PyObject *read_field(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords,
                            const char *name, field field, int type)
{
    const signature takes = { name, 0, 1, { "numbers" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[1];
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_reading(tree))
        return NULL;
    const bool one = got[0] && is_whole(got[0]); // then without the first axis
    PyArrayObject *all = got[0] ? NULL : live_numbers(tree), *array = NULL;
    size_t items = 0;
    qd_id *ids = got[0] || all ? take_ids(tree, got[0] ? got[0] : (PyObject *)all, "numbers", &items) : NULL;
    if (ids) {
        array = one              ? new_array(type, field == SIDES, 4, 0, 0)
                : field == SIDES ? new_array(type, 2, items, 4, 0)
                                 : new_array(type, 1, items, 0, 0);
    }
    if (array) {
        Py_BEGIN_ALLOW_THREADS
        for (size_t i = 0; i < items; i++) {
            qd_item item;
            (void)qd_tree_get(tree->tree, ids[i], &item);
            write_field(field, &item, DATA(array), i);
        }
        Py_END_ALLOW_THREADS
    }
    end_reading(tree);
    DROP(all);
    free(ids);
    return array ? PyArray_Return(array) : NULL;
}

static PyObject *tree_boxes(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    return read_field(self, args, count, keywords, "boxes", SIDES, NPY_DOUBLE);
}

static PyObject *tree_users(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    return read_field(self, args, count, keywords, "users", USERS, NPY_UINT64);
}

static PyObject *tree_layers(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    return read_field(self, args, count, keywords, "layers", LAYER_BITS, NPY_UINT32);
}

static PyObject *tree_masks(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    return read_field(self, args, count, keywords, "masks", MASK_BITS, NPY_UINT32);
}

static PyObject *tree_values(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    return read_field(self, args, count, keywords, "values", VALUES, NPY_INT64);
}

// ---- figures --------------------------------------------------------------------------------------------------------

static PyObject *get_bounds(PyObject *self, void *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    qd_box box;
    if (!begin_reading(tree))
        return NULL;
    qd_tree_bounds(tree->tree, &box);
    end_reading(tree);
    if (box.min.x > box.max.x)
        Py_RETURN_NONE;
    return Py_BuildValue("dddd", box.min.x, box.min.y, box.max.x, box.max.y);
}

static PyObject *get_capacity(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromSize_t(((tree_object *)self)->count);
}

static PyObject *get_precision(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(((tree_object *)self)->precision == QD_FLOAT ? "float" : "double");
}

static PyObject *get_threads(PyObject *self, void *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    return PyLong_FromUnsignedLong(tree->threads ? qd_threads_workers(tree->threads) : 1);
}

static PyObject *get_writable(PyObject *self, void *none)
{
    (void)none;
    return PyBool_FromLong(((tree_object *)self)->bytes.obj == NULL);
}

PyGetSetDef tree_getters[] = { { "bounds", get_bounds, NULL, DOC_TREE_BOUNDS, NULL },
                               { "capacity", get_capacity, NULL, DOC_TREE_CAPACITY, NULL },
                               { "precision", get_precision, NULL, DOC_TREE_PRECISION, NULL },
                               { "threads", get_threads, NULL, DOC_TREE_THREADS, NULL },
                               { "writable", get_writable, NULL, DOC_TREE_WRITABLE, NULL },
                               { NULL, NULL, NULL, NULL, NULL } };

static void get_stats(const tree_object *tree, qd_tree_stats *stats)
{
    PyThreadState *state = let_others(tree->count);
    qd_tree_get_stats(tree->tree, stats);
    come_back(state);
}

static PyObject *tree_stats(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    qd_tree_stats stats;
    qd_tree_def def;
    if (!begin_reading(tree))
        return NULL;
    get_stats(tree, &stats);
    qd_tree_get_def(tree->tree, &def);
    end_reading(tree);
    return Py_BuildValue("{s:n,s:n,s:n,s:n,s:n,s:i,s:d,s:i,s:i,s:s,s:O}", "items", (Py_ssize_t)stats.items, "nodes",
                         (Py_ssize_t)stats.nodes, "leaves", (Py_ssize_t)stats.leaves, "bytes", (Py_ssize_t)stats.bytes,
                         "fullest_node", (Py_ssize_t)stats.fullest_node, "depth", stats.depth, "fill", stats.fill,
                         "leaf_capacity", def.leaf_capacity, "max_depth", def.max_depth, "edges",
                         def.edges == QD_OPEN ? "open" : "closed", "totals", def.totals ? Py_True : Py_False);
}

static PyObject *tree_sizeof(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    qd_tree_stats stats;
    if (!begin_reading(tree))
        return NULL;
    get_stats(tree, &stats);
    const size_t bytes = sizeof *tree + stats.bytes + tree->room * sizeof *tree->ids;
    end_reading(tree);
    return PyLong_FromSize_t(bytes);
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

// All nodes as arrays, which Python puts together as one of structs: squares, bounds, (depth, items, items below,
// leaf).
static PyObject *tree_nodes(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    qd_node_cursor cursor;
    qd_node node;
    qd_tree_stats stats;
    if (!begin_reading(tree))
        return NULL;
    size_t nodes = 0;
    get_stats(tree, &stats);
    PyArrayObject *sides = new_array(NPY_DOUBLE, 3, stats.nodes + 2, 2, 4);
    PyArrayObject *counts = new_array(NPY_INT64, 2, stats.nodes + 2, 4, 0);
    if (sides && counts) {
        PyThreadState *state = let_others(tree->count);
        qd_node_cursor_begin(&cursor, tree->tree);
        for (; nodes < stats.nodes + 2 && qd_node_cursor_next(&cursor, &node); nodes++) {
            double *side = (double *)DATA(sides) + 8 * nodes;
            int64_t *figure = (int64_t *)DATA(counts) + 4 * nodes;
            const double sides_of[8] = { node.square.min.x, node.square.min.y, node.square.max.x, node.square.max.y,
                                         node.bounds.min.x, node.bounds.min.y, node.bounds.max.x, node.bounds.max.y };
            memcpy(side, sides_of, sizeof sides_of);
            figure[0] = node.depth;
            figure[1] = (int64_t)node.items;
            figure[2] = (int64_t)node.items_below;
            figure[3] = node.leaf;
        }
        come_back(state);
    }
    end_reading(tree);
    if (!sides || !counts) {
        DROP(sides);
        DROP(counts);
        return NULL;
    }
    return Py_BuildValue("NNn", sides, counts, (Py_ssize_t)nodes);
}

// ---- totals and details ---------------------------------------------------------------------------------------------

// Writes the totals of windows, as far as the first that is malformed, and returns how many they are. *stopped: an
// exception is set.
static size_t find_totals(const tree_object *tree, const rows *windows, qd_query query, int64_t *out, bool *stopped)
{
    PyThreadState *state = PyEval_SaveThread();
    enum { OFTEN = 64 };
    clock_t looked = 0;
    size_t i = 0;
    for (; i < windows->count && !*stopped; i++, out += 4) {
        qd_total total;
        query.shape = qd_shape_box(qd_boxes_at(windows->view, i));
        if (qd_query_check(tree->tree, &query) != QD_OK)
            break;
        qd_tree_total(tree->tree, &query, &total, NULL);
        const int64_t figures[4] = { (int64_t)total.count, total.sum, total.least, total.greatest };
        memcpy(out, figures, sizeof figures);
        *stopped = i % OFTEN == OFTEN - 1 && !goes_on(state, &looked);
    }
    PyEval_RestoreThread(state);
    return i;
}

// The totals of many windows: counts (n,), and (n, 3) of sum, least, greatest.
static PyObject *tree_totals(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "_totals", 1, 1, { "windows", OPTION_NAMES } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[1 + OPTIONS];
    rows windows;
    qd_find_options options = { 0 };
    if (!take_arguments(&takes, args, count, keywords, got) || !take_rows(got[0], "windows", BOXES, &windows))
        return NULL;
    PyArrayObject *totals = new_array(NPY_INT64, 2, windows.count, 4, 0);
    bool done = false;
    if (totals && begin_reading(tree)) {
        done = take_options(tree, got + 1, &options);
        if (done) {
            const qd_query like = { { 0 }, options.relation, options.filter, options.ignore };
            bool stopped = false;
            const size_t sound = find_totals(tree, &windows, like, DATA(totals), &stopped);
            done = sound == windows.count && !stopped;
            if (!done && !stopped)
                raise_row(&windows, sound, "windows have min_x <= max_x and min_y <= max_y");
        }
        end_reading(tree);
    }
    const bool single = windows.single;
    drop_rows(&windows);
    if (!done) {
        DROP(totals);
        return NULL;
    }
    return Py_BuildValue("NO", totals, single ? Py_True : Py_False);
}

// The details of one window: boxes (n, 4), and (n, 3) of number or -1, count, sum.
static PyObject *tree_details(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "_details", 5, 5, { "min_x", "min_y", "max_x", "max_y", "size", OPTION_NAMES } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[5 + OPTIONS];
    double v[5] = { 0, 0, 0, 0, 0 };
    qd_find_options options = { 0 };
    if (!take_arguments(&takes, args, count, keywords, got))
        return NULL;
    for (int i = 0; i < 5; i++)
        if (!take_double(got[i], takes.names[i], &v[i]))
            return NULL;
    if (!(v[4] >= 0)) {
        PyErr_Format(PyExc_ValueError, "size: expected a number of 0 or more, not %R", got[4]);
        return NULL;
    }
    if (!begin_reading(tree))
        return NULL;
    PyArrayObject *boxes = NULL, *figures = NULL;
    qd_detail *details = NULL;
    size_t total = 0;
    bool done = take_options(tree, got + 5, &options);
    const qd_query query = { qd_shape_box((qd_box){ { v[0], v[1] }, { v[2], v[3] } }), options.relation, options.filter,
                             options.ignore };
    if (done && !(v[4] >= 0)) {
        PyErr_SetString(PyExc_ValueError, "size: expected a number of 0 or more");
        done = false;
    } else if (done && qd_query_check(tree->tree, &query) != QD_OK) {
        raise_question(v, 4, takes.names);
        done = false;
    }
    if (done) {
        Py_BEGIN_ALLOW_THREADS
        qd_tree_find_details(tree->tree, &query, v[4], NULL, 0, &total);
        details = malloc((total + 1) * sizeof *details);
        if (details)
            (void)qd_tree_find_details(tree->tree, &query, v[4], details, total, &total);
        Py_END_ALLOW_THREADS
        boxes = details ? new_array(NPY_DOUBLE, 2, total, 4, 0) : NULL;
        figures = boxes ? new_array(NPY_INT64, 2, total, 3, 0) : NULL;
        done = figures != NULL;
        if (!details)
            (void)PyErr_NoMemory();
    }
    PyThreadState *state = let_others(done ? total : 0);
    for (size_t i = 0; done && i < total; i++) {
        const qd_detail *detail = &details[i];
        const int64_t figure[3] = { detail->item.id ? number_of(tree, detail->item) : -1, (int64_t)detail->total.count,
                                    detail->total.sum };
        memcpy((double *)DATA(boxes) + 4 * i, &detail->bounds, sizeof detail->bounds);
        memcpy((int64_t *)DATA(figures) + 3 * i, figure, sizeof figure);
    }
    come_back(state);
    end_reading(tree);
    free(details);
    if (!done) {
        DROP(boxes);
        DROP(figures);
        return NULL;
    }
    return Py_BuildValue("NN", boxes, figures);
}

PyMethodDef look_methods[] = { BARE_METHOD("numbers", tree_numbers, DOC_TREE_NUMBERS),
                               METHOD("boxes", tree_boxes, DOC_TREE_BOXES),
                               METHOD("users", tree_users, DOC_TREE_USERS),
                               METHOD("layers", tree_layers, DOC_TREE_LAYERS),
                               METHOD("masks", tree_masks, DOC_TREE_MASKS),
                               METHOD("values", tree_values, DOC_TREE_VALUES),
                               BARE_METHOD("stats", tree_stats, DOC_TREE_STATS),
                               BARE_METHOD("__sizeof__", tree_sizeof, NULL),
                               BARE_METHOD("_nodes", tree_nodes, NULL),
                               METHOD("_totals", tree_totals, NULL),
                               METHOD("_details", tree_details, NULL),
                               { NULL, NULL, 0, NULL } };
