// Pairs of items: within a tree, and of two trees.
#include "core.h"
#include "docs.h"

// Pairs as they come. The arrays are numpy's own memory, so that they can be handed out without a copy.
typedef struct {
    const tree_object *first, *second; // the trees of the two columns
    PyArrayObject *pairs, *distances;  // (room, 2) and (room,), or no distances
    size_t count, room, looked;        // `looked`: pairs when signals were last looked for
    PyThreadState *state;              // of the GIL, which is released
    bool stopped;                      // an exception is set
} sink;

// An array for `room` pairs, and one for their distances if wanted. False: MemoryError.
static bool make_room(sink *sink, size_t room, bool with_distances)
{
    sink->room = room;
    sink->pairs = new_array(NPY_INT64, 2, room, 2, 0);
    sink->distances = sink->pairs && with_distances ? new_array(NPY_DOUBLE, 1, room, 0, 0) : NULL;
    if (sink->pairs && (sink->distances || !with_distances))
        return true;
    Py_CLEAR(sink->pairs);
    return false;
}

// Doubles the room where it is needed, and lets an interrupt end a search that finds billions. With
// the GIL, which the search has released. False: an exception is set.
static bool go_on(sink *sink, size_t needed)
{
    PyEval_RestoreThread(sink->state);
    bool goes_on = PyErr_CheckSignals() == 0;
    sink->looked = sink->count;
    if (goes_on && sink->count + needed > sink->room) {
        const size_t room = sink->room * 2 + needed;
        goes_on = shorten(&sink->pairs, room) && (!sink->distances || shorten(&sink->distances, room));
        sink->room = goes_on ? room : sink->room;
    }
    (void)PyEval_SaveThread();
    return goes_on;
}

static qd_flow take_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    enum { OFTEN = 1 << 20 };
    sink *sink = context;
    if ((sink->count + count > sink->room || sink->count - sink->looked > OFTEN) && !go_on(sink, count)) {
        sink->stopped = true;
        return QD_STOP;
    }
    int64_t *out = (int64_t *)DATA(sink->pairs) + 2 * sink->count;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = number_of(sink->first, pairs[i].a);
        out[2 * i + 1] = number_of(sink->second, pairs[i].b);
    }
    if (sink->distances) {
        double *far = (double *)DATA(sink->distances) + sink->count;
        for (size_t i = 0; i < count; i++)
            far[i] = distances ? distances[i] : 0;
    }
    sink->count += count;
    return QD_CONTINUE;
}

// All pairs of a question, with distances if wanted. The caller reads both trees.
static PyObject *pairs_of(tree_object *tree, tree_object *second, const qd_pair_query *query, bool with_distances)
{
    enum { LEAST = 1024 };
    sink sink = { .first = tree, .second = second };
    bool done = make_room(&sink, tree->pair_guess + tree->pair_guess / 16 + LEAST, with_distances);
    if (!done) { // the guess does not fit
        PyErr_Clear();
        done = make_room(&sink, LEAST, with_distances);
    }
    if (done) {
        sink.state = PyEval_SaveThread();
        qd_tree_visit_pairs(tree->tree, query, take_pairs, &sink, NULL);
        PyEval_RestoreThread(sink.state);
        tree->pair_guess = sink.count;
        done = !sink.stopped && shorten(&sink.pairs, sink.count) &&
               (!sink.distances || shorten(&sink.distances, sink.count));
    }
    if (!done) {
        DROP(sink.pairs);
        DROP(sink.distances);
        return NULL;
    }
    return sink.distances ? Py_BuildValue("NN", sink.pairs, sink.distances) : (PyObject *)sink.pairs;
}

static bool take_distance(PyObject *object, double *out)
{
    if (!take_double(object, "distance", out))
        return false;
    if (!(*out >= 0)) {
        PyErr_SetString(PyExc_ValueError, "distance: expected a number of 0 or more");
        return false;
    }
    return true;
}

static PyObject *tree_pairs(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "pairs", 0, 0, { "distance", "distances" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[2];
    qd_pair_query query = { 0 };
    bool distances = false;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_distance(got[0], &query.distance) ||
        !take_flag(got[1], "distances", &distances) || !begin_reading(tree))
        return NULL;
    PyObject *pairs = pairs_of(tree, tree, &query, distances);
    end_reading(tree);
    return pairs;
}

static PyObject *tree_join(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "join", 1, 1, { "other", "distance", "distances" } };
    tree_object *tree = (tree_object *)self;
    PyObject *got[3], *pairs = NULL;
    qd_pair_query query = { 0 };
    bool distances = false;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_distance(got[1], &query.distance) ||
        !take_flag(got[2], "distances", &distances))
        return NULL;
    if (!PyObject_TypeCheck(got[0], tree_type)) {
        PyErr_Format(PyExc_TypeError, "other: expected a Tree, not %R", (PyObject *)Py_TYPE(got[0]));
        return NULL;
    }
    tree_object *other = (tree_object *)got[0];
    if (begin_reading(tree)) {
        if (begin_reading(other)) {
            query.other = other->tree;
            pairs = pairs_of(tree, other, &query, distances);
            end_reading(other);
        }
        end_reading(tree);
    }
    return pairs;
}

PyMethodDef pair_methods[] = { METHOD("pairs", tree_pairs, DOC_TREE_PAIRS),
                               METHOD("join", tree_join, DOC_TREE_JOIN),
                               { NULL, NULL, 0, NULL } };
