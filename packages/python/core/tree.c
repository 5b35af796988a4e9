// The tree as an object: made and dropped, and its type.
#include "docs.h"
#include "newcomers.h"
#include <string.h>

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
        if (state->fits)
            state->tree->ids[slot - 1] = entries[i].id;
    }
    return QD_CONTINUE;
}

bool learn_numbers(tree_object *tree, size_t capacity)
{
    learning state = { tree, capacity, true, false };
    Py_BEGIN_ALLOW_THREADS
    qd_tree_visit(tree->tree, NULL, learn, &state, NULL); // first the greatest, then all
    Py_END_ALLOW_THREADS
    if (!reserve_numbers(tree, state.count))
        return false;
    state.fits = true;
    Py_BEGIN_ALLOW_THREADS
    if (state.count) // else there may be no array
        memset(tree->ids, 0, state.count * sizeof *tree->ids);
    qd_tree_visit(tree->tree, NULL, learn, &state, NULL);
    Py_END_ALLOW_THREADS
    tree->count = state.count;
    tree->numbered = state.numbered;
    return true;
}

static PyObject *tree_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    tree_object *tree = (tree_object *)allocate(type, 0);
    if (tree)
        tree->numbered = true;
    return (PyObject *)tree;
}

static void tree_free(PyObject *self)
{
    tree_object *tree = (tree_object *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (tree->weak)
        PyObject_ClearWeakRefs(self);
    free_retired(tree);
    qd_tree_destroy(tree->tree);
    free_threads(tree);
    free(tree->ids);
    if (tree->bytes.obj)
        PyBuffer_Release(&tree->bytes);
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

static bool take_world(PyObject *object, qd_box *world)
{
    rows rows;
    if (!object)
        return true;
    if (!take_rows(object, "world", BOXES, &rows))
        return false;
    const bool one = rows.single;
    if (one)
        *world = qd_boxes_at(rows.view, 0);
    else
        PyErr_SetString(PyExc_ValueError, "world: expected four numbers: min_x, min_y, max_x, max_y");
    drop_rows(&rows);
    return one;
}

// The settings among the arguments of a new tree.
static bool take_settings(PyObject *const *args, qd_tree_def *def, size_t *workers)
{
    static const char *const precisions[] = { "float", "double" }, *const edges[] = { "closed", "open" };
    int precision = QD_DOUBLE, edge = QD_CLOSED;
    uint32_t capacity = 0, depth = 0;
    if (args[0] && PyArray_Check(args[0]) && PyArray_TYPE((PyArrayObject *)args[0]) == NPY_FLOAT)
        precision = QD_FLOAT;
    *workers = 1;
    if (!take_choice(args[1], "precision", precisions, 2, &precision) ||
        !take_choice(args[2], "edges", edges, 2, &edge) || !take_world(args[3], &def->world) ||
        !take_uint32(args[4], "leaf_capacity", &capacity) || !take_uint32(args[5], "max_depth", &depth) ||
        !take_flag(args[6], "totals", &def->totals) || !take_size(args[7], "threads", workers))
        return false;
    def->precision = (qd_precision)precision;
    def->edges = (qd_edges)edge;
    def->leaf_capacity = capacity > INT32_MAX ? INT32_MAX : (int)capacity;
    def->max_depth = depth > INT32_MAX ? INT32_MAX : (int)depth;
    const char *problem = qd_tree_def_problem(def);
    if (problem)
        PyErr_SetString(PyExc_ValueError, problem);
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
                                     &args[3], &args[4], &args[5], &args[6], &args[7], &args[8], &args[9], &args[10]))
        return -1;
    for (int i = 0; i < COUNT; i++)
        args[i] = args[i] == Py_None ? NULL : args[i];
    qd_tree_def def = { 0 };
    size_t workers = 1;
    newcomers new = { 0 };
    if (!args[0] && (args[8] || args[9] || args[10])) {
        PyErr_SetString(PyExc_ValueError,
                        "layers, masks and values belong to boxes; give boxes, or give these to insert");
        return -1;
    }
    if (!take_settings(args, &def, &workers) ||
        (args[0] && !take_newcomers(args[0], args[8], args[9], args[10], def.totals, &new)))
        return -1;
    if (!begin_tree(tree)) { // not before: what the arguments are made of may call this again
        drop_newcomers(&new);
        return -1;
    }
    qd_result result = QD_OK;
    tree->precision = def.precision;
    def.allocator = tree_memory();
    bool made = start_threads(tree, workers, &def) && (result = qd_tree_create(&def, &tree->tree)) == QD_OK;
    if (result)
        (void)raise_result(result);
    made = made && (!args[0] || insert_newcomers(tree, &new, NULL));
    drop_newcomers(&new);
    if (!made) { // as if nothing had been tried
        qd_tree_destroy(tree->tree);
        tree->tree = NULL;
        free_threads(tree);
    }
    end_writing(tree);
    return made ? 0 : -1;
}

static Py_ssize_t tree_length(PyObject *self)
{
    tree_object *tree = (tree_object *)self;
    return tree->tree ? (Py_ssize_t)qd_tree_count(tree->tree, NULL) : 0;
}

// Is the object the number of an item? Other objects are not, nor truths and what is masked.
static int tree_contains(PyObject *self, PyObject *object)
{
    tree_object *tree = (tree_object *)self;
    if (!is_whole(object) || is_truth(object))
        return 0;
    if (PyArray_Check(object) && !refuse_masked(object, "number")) {
        const bool is_masked = PyErr_ExceptionMatches(PyExc_ValueError);
        if (is_masked)
            PyErr_Clear();
        return is_masked ? 0 : -1;
    }
    const Py_ssize_t number = PyNumber_AsSsize_t(object, NULL);
    if (number == -1 && PyErr_Occurred()) { // an array of no dimension, of fractions
        const bool is_other = PyErr_ExceptionMatches(PyExc_TypeError);
        if (is_other)
            PyErr_Clear();
        return is_other ? 0 : -1;
    }
    if (!begin_reading(tree))
        return -1;
    const bool is_there = number >= 0 && (size_t)number < tree->count && tree->ids[number] != 0;
    end_reading(tree);
    return is_there;
}

WEAK_MEMBERS(tree_members, tree_object)

PyType_Slot tree_slots[] = {
    { Py_tp_new, tree_new },
    { Py_tp_init, tree_init },
    { Py_tp_dealloc, tree_free },
    { Py_sq_length, tree_length },
    { Py_sq_contains, tree_contains },
    { Py_tp_doc, DOC_TREE },
    { Py_tp_methods, NULL },
    { Py_tp_getset, NULL },
    { Py_tp_iter, tree_iterate },
    { Py_tp_members, tree_members },
    { 0, NULL },
};

PyType_Spec tree_spec = { "quadrille._core.Tree", sizeof(tree_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                          tree_slots };
