// Nearest, rays, segments and casts: which items come first.
#include "core.h"
#include "docs.h"
#include <float.h>
#include <math.h>

// A ranked call: questions in arrays of the caller, and rows of k results.
typedef struct {
    rows shapes, motions;
    PyArrayObject *radii;
    qd_id *ignore;
    qd_ranked_queries queries;
    PyArrayObject *distances, *numbers, *normals;
    bool with_normals, one_each; // k was not given: no axis for it
    size_t k;
} call;

static void drop_call(call *call)
{
    drop_rows(&call->shapes);
    drop_rows(&call->motions);
    Py_CLEAR(call->radii);
    free(call->ignore);
}

// k: absent or 1 means one result without an axis of its own, as scipy's trees have it.
static bool take_k(PyObject *object, call *call)
{
    call->k = 1;
    if (!take_size(object, "k", &call->k))
        return false;
    if (call->k == 0) {
        PyErr_SetString(PyExc_ValueError, "k: expected 1 or more");
        return false;
    }
    call->one_each = call->k == 1;
    return true;
}

static bool take_limit(PyObject *object, const char *name, double *limit)
{
    if (take_double(object, name, limit) && !(*limit >= 0))
        PyErr_Format(PyExc_ValueError, "%s: expected a number of 0 or more, not %R", name, object);
    return !PyErr_Occurred();
}

// The first malformed question raises.
static bool check_call(const tree_object *tree, const call *call)
{
    if (!check_rows(&call->shapes, tree->precision))
        return false;
    return !call->motions.array || check_rows(&call->motions, tree->precision);
}

// Rows of k: results that are not there get distance infinity and the number `count`, one beyond the greatest, as scipy
// has it; so they cannot be taken for an item.
static void fill_rest(const tree_object *tree, const call *call, const uint32_t *counts, const qd_hit *hits)
{
    int64_t *numbers = DATA(call->numbers);
    double *distances = DATA(call->distances), *normals = call->normals ? DATA(call->normals) : NULL;
    for (size_t i = 0; i < call->queries.count; i++) {
        for (size_t j = i * call->k; j < (i + 1) * call->k; j++) {
            const bool is_there = j - i * call->k < counts[i];
            if (!is_there) {
                numbers[j] = (int64_t)tree->count;
                distances[j] = INFINITY;
            } else if (!tree->numbered) {
                numbers[j] = (int64_t)((uint64_t)numbers[j] & UINT32_MAX) - 1;
            }
            if (normals) {
                normals[2 * j] = is_there ? hits[j].normal.x : 0;
                normals[2 * j + 1] = is_there ? hits[j].normal.y : 0;
            }
        }
    }
}

static bool make_results(call *call)
{
    const size_t count = call->queries.count;
    const int axes = call->one_each ? 1 : 2;
    call->distances = new_array(NPY_DOUBLE, axes, count, call->k, 0);
    call->numbers = new_array(NPY_INT64, axes, count, call->k, 0);
    if (call->with_normals) {
        call->normals =
            call->one_each ? new_array(NPY_DOUBLE, 2, count, 2, 0) : new_array(NPY_DOUBLE, 3, count, call->k, 2);
    }
    return call->distances && call->numbers && (!call->with_normals || call->normals);
}

// Asks part after part. The GIL is released, its state is given. *stopped: an exception is set.
static qd_result find_in_turns(tree_object *tree, const call *call, const qd_ranked_rows *rows, PyThreadState *state,
                               bool *stopped)
{
    enum { RESULTS = 1 << 16 };
    const size_t few = RESULTS / call->k + 1, some = first_some(call->queries.count);
    turns turns = first_turn(call->queries.count, few < some ? few : some, state);
    qd_result result = QD_OK;
    do {
        const size_t first = turns.first, at = first * call->k;
        qd_ranked_queries queries = call->queries;
        queries.count = turns.some;
        queries.boxes = boxes_from(queries.boxes, first);
        queries.motions = boxes_from(queries.motions, first);
        queries.ignore = queries.ignore ? queries.ignore + first : NULL;
        queries.radii = radii_from(queries.radii, queries.boxes.precision, first);
        const qd_ranked_rows part = { .k = call->k,
                                      .counts = rows->counts + first,
                                      .ids = rows->ids ? rows->ids + at : NULL,
                                      .users = rows->users ? rows->users + at : NULL,
                                      .distances = rows->distances + at,
                                      .hits = rows->hits ? rows->hits + at : NULL };
        result = qd_tree_find_many_ranked(tree->tree, &queries, &part);
    } while (!result && next_turn(&turns));
    *stopped = turns.stopped;
    return result;
}

static bool find_rows(tree_object *tree, call *call)
{
    const size_t count = call->queries.count;
    if (call->k > PY_SSIZE_T_MAX / sizeof(qd_hit) / (count ? count : 1)) { // for none too, as numpy counts
        PyErr_Format(PyExc_MemoryError, "k: %zu results for each of %zu questions", call->k, count);
        return false;
    }
    uint32_t *counts = malloc((count + 1) * sizeof *counts);
    qd_hit *hits = call->with_normals ? malloc((count * call->k + 1) * sizeof *hits) : NULL;
    qd_result result = QD_NO_MEMORY;
    if (counts && (hits || !call->with_normals)) {
        if (!make_results(call)) {
            result = QD_OK;
        } else {
            uint64_t *numbers = DATA(call->numbers);
            const qd_ranked_rows rows = { .k = call->k,
                                          .counts = counts,
                                          .ids = tree->numbered ? NULL : numbers,
                                          .users = tree->numbered ? numbers : NULL,
                                          .distances = DATA(call->distances),
                                          .hits = hits };
            bool stopped = false;
            PyThreadState *state = PyEval_SaveThread();
            result = find_in_turns(tree, call, &rows, state, &stopped);
            if (!result && !stopped)
                fill_rest(tree, call, counts, hits);
            PyEval_RestoreThread(state);
        }
    }
    free(counts);
    free(hits);
    if (result)
        (void)raise_result(result);
    return result == QD_OK && !PyErr_Occurred();
}

// The results as a tuple; for one question, given without an array around it, without the first axis.
static PyObject *results_of(call *call)
{
    PyArrayObject *arrays[3] = { call->distances, call->numbers, call->normals };
    PyObject *out[3] = { NULL, NULL, NULL };
    bool fits = true;
    for (int i = 0; i < 3 && arrays[i]; i++) {
        out[i] = call->shapes.single ? PySequence_GetItem((PyObject *)arrays[i], 0) : (PyObject *)arrays[i];
        fits = fits && out[i];
        if (call->shapes.single)
            DROP(arrays[i]);
    }
    if (!fits) {
        DROP(out[0]);
        DROP(out[1]);
        DROP(out[2]);
        return NULL;
    }
    return out[2] ? Py_BuildValue("NNN", out[0], out[1], out[2]) : Py_BuildValue("NN", out[0], out[1]);
}

// Asks, and drops the call.
static PyObject *finish(tree_object *tree, call *call, PyObject *const *option)
{
    qd_find_options options = { 0 };
    PyObject *const own[3] = { option[0], option[1], NULL };
    PyObject *results = NULL;
    if (begin_reading(tree)) {
        call->queries.count = call->shapes.count;
        call->queries.boxes = call->shapes.view;
        if (take_ranked_options(tree, own, &options) &&
            take_ignored(tree, option[2], call->queries.count, &call->queries.like.ignore, &call->ignore) &&
            check_call(tree, call)) {
            call->queries.ignore = call->ignore;
            call->queries.like.filter = options.filter;
            if (find_rows(tree, call)) {
                results = results_of(call);
            } else {
                Py_CLEAR(call->distances);
                Py_CLEAR(call->numbers);
                Py_CLEAR(call->normals);
            }
        }
        end_reading(tree);
    }
    drop_call(call);
    return results;
}

static PyObject *tree_nearest(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "nearest", 1, 2, { "points", "k", "max_distance", RANKED_OPTION_NAMES } };
    PyObject *got[6];
    call call = { .k = 1 };
    double limit = INFINITY;
    if (!take_arguments(&takes, args, count, keywords, got) ||
        !take_rows(got[0], "points", BOXES_OR_POINTS, &call.shapes))
        return NULL;
    if (!take_k(got[1], &call) || !take_limit(got[2], "max_distance", &limit)) {
        drop_call(&call);
        return NULL;
    }
    const qd_vec2 zero = { 0, 0 };
    call.queries.like =
        qd_nearest(call.shapes.columns == POINTS ? qd_shape_point(zero) : qd_shape_box((qd_box){ zero, zero }), limit);
    return finish((tree_object *)self, &call, got + 3);
}

// Both arrays of a ray, segment or cast; one row of the second serves all of the first.
static bool take_way(PyObject *shapes, int accepted, const char *name, PyObject *ways, const char *ways_name,
                     call *call)
{
    if (!take_rows(shapes, name, accepted, &call->shapes))
        return false;
    if (!take_rows(ways, ways_name, POINTS, &call->motions)) {
        drop_call(call);
        return false;
    }
    if (call->motions.count != call->shapes.count && !call->motions.single) {
        PyErr_Format(PyExc_ValueError,
                     "%s: expected shape (%zu, 2), a row for each of %s, or shape (2,), for all; not (%zu, 2)",
                     ways_name, call->shapes.count, name, call->motions.count);
        drop_call(call);
        return false;
    }
    call->queries.motions = call->motions.view;
    return true;
}

static PyObject *tree_ray(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = {
        "ray", 2, 3, { "origins", "directions", "k", "max_t", "normals", RANKED_OPTION_NAMES }
    };
    PyObject *got[8];
    call call = { .k = 1 };
    double limit = INFINITY;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_k(got[2], &call) ||
        !take_limit(got[3], "max_t", &limit) || !take_flag(got[4], "normals", &call.with_normals) ||
        !take_way(got[0], POINTS, "origins", got[1], "directions", &call))
        return NULL;
    call.queries.like = qd_ray((qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 }, limit);
    return finish((tree_object *)self, &call, got + 5);
}

static PyObject *tree_segment(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = { "segment", 2, 3, { "starts", "ends", "k", "normals", RANKED_OPTION_NAMES } };
    PyObject *got[7];
    call call = { .k = 1 };
    if (!take_arguments(&takes, args, count, keywords, got) || !take_k(got[2], &call) ||
        !take_flag(got[3], "normals", &call.with_normals) || !take_way(got[0], POINTS, "starts", got[1], "ends", &call))
        return NULL;
    call.queries.like = qd_segment((qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
    return finish((tree_object *)self, &call, got + 4);
}

// Radii of moving circles, of the precision of their centres.
static bool take_cast_radii(const tree_object *tree, PyObject *object, call *call)
{
    call->radii = take_radii_alike(object, &call->shapes);
    call->queries.radii = call->radii ? DATA(call->radii) : NULL;
    return call->radii && check_radii(call->radii, tree->precision == QD_FLOAT ? FLT_MAX : DBL_MAX);
}

static PyObject *tree_cast(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    static const signature takes = {
        "cast", 2, 3, { "shapes", "motions", "k", "radii", "max_t", "normals", RANKED_OPTION_NAMES }
    };
    PyObject *got[9];
    call call = { .k = 1 };
    double limit = 1;
    if (!take_arguments(&takes, args, count, keywords, got) || !take_k(got[2], &call) ||
        !take_limit(got[4], "max_t", &limit) || !take_flag(got[5], "normals", &call.with_normals) ||
        !take_way(got[0], BOXES_OR_POINTS, "shapes", got[1], "motions", &call))
        return NULL;
    if (got[3] && !take_cast_radii((const tree_object *)self, got[3], &call)) {
        drop_call(&call);
        return NULL;
    }
    const qd_vec2 zero = { 0, 0 };
    const qd_shape shape = call.shapes.columns == BOXES ? qd_shape_box((qd_box){ zero, zero }) : qd_shape_point(zero);
    call.queries.like = qd_cast(shape, zero, limit);
    return finish((tree_object *)self, &call, got + 6);
}

PyMethodDef ranked_methods[] = { METHOD("nearest", tree_nearest, DOC_TREE_NEAREST),
                                 METHOD("ray", tree_ray, DOC_TREE_RAY),
                                 METHOD("segment", tree_segment, DOC_TREE_SEGMENT),
                                 METHOD("cast", tree_cast, DOC_TREE_CAST),
                                 { NULL, NULL, 0, NULL } };
