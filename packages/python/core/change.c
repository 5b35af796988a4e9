// The tree: made from arrays; items are inserted, moved and removed. A call with a bad row changes nothing.
#include "core.h"
#include "docs.h"
#include <string.h>

// ---- numbers --------------------------------------------------------------------------------------------------------

// Makes room for numbers below `count`: as many as asked for at first, later half as many again. False: MemoryError.
static bool reserve_numbers(tree_object *tree, size_t count)
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

typedef struct {
    tree_object *tree;
    size_t count; // greatest slot
    bool numbered, fits;
} learning;

static qd_flow learn(void *context, const qd_entry *entries, size_t count)
{
    learning *state = context;
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = qd_id_slot(entries[i].id);
        state->count = slot > state->count ? slot : state->count;
        state->numbered &= entries[i].user == (uint64_t)slot - 1;
        if (state->fits) {
            state->tree->ids[slot - 1] = entries[i].id;
        }
    }
    return QD_CONTINUE;
}

bool learn_numbers(tree_object *tree)
{
    learning state = { tree, 0, true, false };
    qd_tree_visit(tree->tree, NULL, learn, &state, NULL); // first the greatest, then all
    if (!reserve_numbers(tree, state.count)) {
        return false;
    }
    state.fits = true;
    memset(tree->ids, 0, state.count ? state.count * sizeof *tree->ids : 0);
    qd_tree_visit(tree->tree, NULL, learn, &state, NULL);
    tree->count = state.count;
    tree->numbered = state.numbered;
    return true;
}

// ---- making and dropping --------------------------------------------------------------------------------------------

void free_threads(tree_object *tree);

static PyObject *tree_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    tree_object *tree = (tree_object *)allocate(type, 0);
    if (tree) {
        tree->numbered = true;
    }
    return (PyObject *)tree;
}

static void tree_free(PyObject *self)
{
    tree_object *tree = (tree_object *)self;
    PyTypeObject *type = Py_TYPE(self);
    free_retired(tree);
    qd_tree_destroy(tree->tree);
    free_threads(tree);
    free(tree->ids);
    if (tree->bytes.obj) {
        PyBuffer_Release(&tree->bytes);
    }
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    DROP(type);
}

bool start_threads(tree_object *tree, size_t workers, qd_tree_def *def)
{
    if (workers != 1) {
        tree->threads = qd_threads_new(workers > QD_MAX_WORKERS ? QD_MAX_WORKERS : (uint32_t)workers);
        if (!tree->threads) {
            PyErr_NoMemory();
            return false;
        }
        def->executor = executor_of(tree);
    }
    return true;
}

// Items to insert, with what belongs to each.
typedef struct {
    rows boxes;
    PyArrayObject *values; // int64
    qd_filter *filters;    // of each item, or NULL
    qd_items items;
} newcomers;

static void drop_newcomers(newcomers *new)
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
        if (!take_uint32(object, name, &one)) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            *(field ? &filters[i].mask : &filters[i].layers) = one;
        }
        return true;
    }
    PyArrayObject *each = take_vector(object, name, NPY_INT64, count);
    if (!each) {
        return false;
    }
    const int64_t *layers = DATA(each);
    bool valid = true;
    for (size_t i = 0; valid && i < count; i++) {
        valid = layers[i] >= 0 && layers[i] <= UINT32_MAX;
        *(field ? &filters[i].mask : &filters[i].layers) = (uint32_t)layers[i];
        if (!valid) {
            PyErr_Format(PyExc_ValueError, "%s: row %zu is %lld; layers are bits of 32", name, i, (long long)layers[i]);
        }
    }
    DROP(each);
    return valid;
}

static qd_filter *take_filters(PyObject *layers, PyObject *masks, size_t count)
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
static bool take_newcomers(PyObject *boxes, PyObject *layers, PyObject *masks, PyObject *values, bool totals,
                           newcomers *new)
{
    *new = (newcomers){ 0 };
    if (!take_rows(boxes, "boxes", BOXES_OR_POINTS, &new->boxes)) {
        return false;
    }
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
        if (number != first + i) {
            (void)qd_tree_set_user(tree->tree, ids[i], number);
        }
        for (; tree->count < number; tree->count++) {
            tree->ids[tree->count] = 0;
        }
        tree->ids[number] = ids[i];
        tree->count = number >= tree->count ? number + 1 : tree->count;
        if (numbers) {
            numbers[i] = (int64_t)number;
        }
    }
}

// Inserts newcomers and writes their numbers, NULL: not needed. The caller writes. False: nothing has changed.
static bool insert_newcomers(tree_object *tree, newcomers *new, int64_t *numbers)
{
    const size_t count = new->boxes.count, first = tree->count;
    size_t bad = 0;
    if (!reserve_numbers(tree, first + count)) {
        return false;
    }
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
    if (!result) {
        number_newcomers(tree, ids, count, numbers);
    }
    Py_END_ALLOW_THREADS
    if (!none_removed) {
        free(ids);
    }
    if (result && (result != QD_BAD_VALUE || check_rows(&new->boxes, tree->precision))) {
        (void)raise_result(result);
    }
    return result == QD_OK;
}

static bool take_world(PyObject *object, qd_box *world)
{
    rows rows;
    if (!object) {
        return true;
    }
    if (!take_rows(object, "world", BOXES, &rows)) {
        return false;
    }
    const bool one = rows.single;
    if (one) {
        *world = qd_boxes_at(rows.view, 0);
    } else {
        PyErr_SetString(PyExc_ValueError, "world: expected four numbers: min_x, min_y, max_x, max_y");
    }
    drop_rows(&rows);
    return one;
}

// The settings among the arguments of a new tree.
static bool take_settings(PyObject *const *args, qd_tree_def *def, size_t *workers)
{
    static const char *const precisions[] = { "float", "double" }, *const edges[] = { "closed", "open" };
    int precision = QD_DOUBLE, edge = QD_CLOSED;
    uint32_t capacity = 0, depth = 0;
    if (args[0] && PyArray_Check(args[0]) && PyArray_TYPE((PyArrayObject *)args[0]) == NPY_FLOAT) {
        precision = QD_FLOAT;
    }
    *workers = 1;
    if (!take_choice(args[1], "precision", precisions, 2, &precision) ||
        !take_choice(args[2], "edges", edges, 2, &edge) || !take_world(args[3], &def->world) ||
        !take_uint32(args[4], "leaf_capacity", &capacity) || !take_uint32(args[5], "max_depth", &depth) ||
        !take_flag(args[6], &def->totals) || !take_size(args[7], "threads", workers)) {
        return false;
    }
    def->precision = (qd_precision)precision;
    def->edges = (qd_edges)edge;
    def->leaf_capacity = capacity > INT32_MAX ? INT32_MAX : (int)capacity;
    def->max_depth = depth > INT32_MAX ? INT32_MAX : (int)depth;
    const char *problem = qd_tree_def_problem(def);
    if (problem) {
        PyErr_SetString(PyExc_ValueError, problem);
    }
    return problem == NULL;
}

static int tree_init(PyObject *self, PyObject *positional, PyObject *keywords)
{
    static const char *const names[] = { "boxes",  "precision", "edges",  "world", "leaf_capacity", "max_depth",
                                         "totals", "threads",   "layers", "masks", "values" };
    enum { COUNT = sizeof names / sizeof *names };
    static char *list[COUNT + 1];
    memcpy(list, names, sizeof names);
    PyObject *args[COUNT] = { NULL };
    tree_object *tree = (tree_object *)self;
    if (!PyArg_ParseTupleAndKeywords(positional, keywords, "|O$OOOOOOOOOO:Tree", list, &args[0], &args[1], &args[2],
                                     &args[3], &args[4], &args[5], &args[6], &args[7], &args[8], &args[9], &args[10])) {
        return -1;
    }
    for (int i = 0; i < COUNT; i++) {
        args[i] = args[i] == Py_None ? NULL : args[i];
    }
    qd_tree_def def = { 0 };
    size_t workers = 1;
    newcomers new = { 0 };
    if (tree->tree || tree->threads) {
        PyErr_SetString(PyExc_RuntimeError, "the tree has been made before");
        return -1;
    }
    if (!args[0] && (args[8] || args[9] || args[10])) {
        PyErr_SetString(PyExc_ValueError,
                        "layers, masks and values belong to boxes; give boxes, or give these to insert");
        return -1;
    }
    if (!take_settings(args, &def, &workers) ||
        (args[0] && !take_newcomers(args[0], args[8], args[9], args[10], def.totals, &new))) {
        return -1;
    }
    qd_result result = QD_OK;
    tree->precision = def.precision;
    bool made = start_threads(tree, workers, &def) && (result = qd_tree_create(&def, &tree->tree)) == QD_OK;
    if (result) {
        (void)raise_result(result);
    }
    made = made && begin_writing(tree);
    if (made) {
        made = !args[0] || insert_newcomers(tree, &new, NULL);
        end_writing(tree);
    }
    drop_newcomers(&new);
    if (!made) { // as if nothing had been tried
        qd_tree_destroy(tree->tree);
        tree->tree = NULL;
        free_threads(tree);
    }
    return made ? 0 : -1;
}

// ---- changing -------------------------------------------------------------------------------------------------------

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
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree)) {
        return NULL;
    }
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
    if (!take_arguments(&takes, args, count, keywords, got) || !take_rows(got[1], "boxes", BOXES_OR_POINTS, &boxes)) {
        return NULL;
    }
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
        if (result) {
            (void)raise_result(result);
        }
    }
    end_writing(tree);
    free(owned);
    drop_rows(&boxes);
    if (result) {
        return NULL;
    }
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
            while (i-- > 0) {
                tree->ids[qd_id_slot(ids[i]) - 1] = ids[i];
            }
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
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree)) {
        return NULL;
    }
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
    if (!done) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *tree_clear(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    if (!begin_writing(tree)) {
        return NULL;
    }
    const qd_result result = qd_tree_clear(tree->tree);
    if (!result && tree->ids) {
        memset(tree->ids, 0, tree->count * sizeof *tree->ids);
    }
    end_writing(tree);
    if (result) {
        return raise_result(result);
    }
    Py_RETURN_NONE;
}

static PyObject *tree_rebuild(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    qd_result result = QD_OK;
    if (!begin_writing(tree)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    result = qd_tree_rebuild(tree->tree);
    Py_END_ALLOW_THREADS
    end_writing(tree);
    if (result) {
        return raise_result(result);
    }
    Py_RETURN_NONE;
}

// Sets the filters of some items. Memory may run out at the first filter only, so that nothing has changed then.
static PyObject *tree_set_filter(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "set_filter", 1, 1, { "numbers", "layers", "masks" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[3];
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree)) {
        return NULL;
    }
    qd_id *owned = NULL;
    size_t items = 0;
    qd_result result = QD_OK;
    const qd_id *ids = take_movers(tree, got[0] == Py_None ? NULL : got[0], &items, &owned);
    qd_filter *filters = ids ? take_filters(got[1], got[2], items) : NULL;
    Py_BEGIN_ALLOW_THREADS
    for (size_t i = 0; filters && !result && i < items; i++) {
        result = qd_tree_set_filter(tree->tree, ids[i], &filters[i]);
    }
    Py_END_ALLOW_THREADS
    if (result) {
        (void)raise_result(result);
    }
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
    if (!take_arguments(&takes, args, count, keywords, got) || !begin_writing(tree)) {
        return NULL;
    }
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
        for (size_t i = 0; !result && i < items; i++) {
            result = qd_tree_set_value(tree->tree, ids[i], value[i]);
        }
        Py_END_ALLOW_THREADS
    }
    if (result) {
        (void)raise_result(result);
    }
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

// ---- the type -------------------------------------------------------------------------------------------------------

static Py_ssize_t tree_length(PyObject *self)
{
    tree_object *tree = (tree_object *)self;
    return tree->tree ? (Py_ssize_t)qd_tree_count(tree->tree, NULL) : 0;
}

// Is the object the number of an item? Other objects are not.
static int tree_contains(PyObject *self, PyObject *object)
{
    tree_object *tree = (tree_object *)self;
    if (!PyIndex_Check(object)) {
        return 0;
    }
    const Py_ssize_t number = PyNumber_AsSsize_t(object, NULL);
    if (number == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (!begin_reading(tree)) {
        return -1;
    }
    const bool is_there = number >= 0 && (size_t)number < tree->count && tree->ids[number] != 0;
    end_reading(tree);
    return is_there;
}

PyObject *tree_iterate(PyObject *self);

PyType_Slot tree_slots[] = {
    { Py_tp_new, tree_new },           { Py_tp_init, tree_init },
    { Py_tp_dealloc, tree_free },      { Py_sq_length, tree_length },
    { Py_sq_contains, tree_contains }, { Py_tp_doc, DOC_TREE },
    { Py_tp_methods, NULL },           { Py_tp_getset, NULL },
    { Py_tp_iter, tree_iterate },      { 0, NULL },
};
PyType_Spec tree_spec = { "quadrille._core.Tree", sizeof(tree_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                          tree_slots };
