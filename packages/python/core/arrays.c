// Arrays of numpy: the caller's in place, and new ones for results.
#include "core.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { ROWS_AT_ONCE = 256 };

// Does the array lie in memory as the library reads it: floats or doubles, aligned, in the machine's byte order?
static bool is_readable(PyObject *object)
{
    if (!PyArray_Check(object))
        return false;
    PyArrayObject *array = (PyArrayObject *)object;
    const int type = PyArray_TYPE(array);
    return (type == NPY_FLOAT || type == NPY_DOUBLE) && PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array);
}

// A view of the rows in place. Strides may be anything, 0 and negative too.
static qd_boxes view_of(PyArrayObject *array, int columns)
{
    const int last = PyArray_NDIM(array) - 1;
    const char *first = PyArray_BYTES(array);
    const npy_intp step = PyArray_STRIDE(array, last);
    const char *far = columns == BOXES ? first + 2 * step : first;
    return (qd_boxes){ .min_x = first,
                       .min_y = first + step,
                       .max_x = far,
                       .max_y = far + step,
                       .stride = last == 1 ? PyArray_STRIDE(array, 0) : 0,
                       .precision = PyArray_TYPE(array) == NPY_FLOAT ? QD_FLOAT : QD_DOUBLE };
}

static bool wrong_shape(PyArrayObject *array, const char *name, int accepted)
{
    PyObject *shape = PyObject_GetAttrString((PyObject *)array, "shape");
    PyErr_Format(PyExc_ValueError, "%s: expected %s, not an array of shape %S", name,
                 accepted == BOXES    ? "boxes (min_x, min_y, max_x, max_y) of shape (n, 4)"
                 : accepted == POINTS ? "points (x, y) of shape (n, 2)"
                                      : "boxes of shape (n, 4) or points of shape (n, 2)",
                 shape);
    DROP(shape);
    return false;
}

// Gives what numpy raised the name of the argument.
static void name_exception(const char *name)
{
    if (PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError) ||
        PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        PyErr_NormalizeException(&type, &value, &trace);
        PyErr_Format(PyErr_GivenExceptionMatches(type, PyExc_TypeError) ? PyExc_TypeError : PyExc_ValueError,
                     "%s: expected an array of numbers: %S", name, value);
        DROP(type);
        DROP(value);
        DROP(trace);
    }
}

static PyArrayObject *take_array(PyObject *object, const char *name, int type)
{
    PyArrayObject *array = (PyArrayObject *)PyArray_FROMANY(object, NPY_NOTYPE, 0, 0, 0);
    if (!array) {
        name_exception(name);
        return NULL;
    }
    const int from = PyArray_TYPE(array);
    if (!is_real(from) && from != NPY_OBJECT) {
        PyErr_Format(PyExc_TypeError, "%s: expected numbers, not an array of %S", name,
                     (PyObject *)PyArray_DESCR(array));
        DROP(array);
        return NULL;
    }
    if (from == NPY_OBJECT && !check_objects(array, name)) {
        DROP(array);
        return NULL;
    }
    PyArrayObject *converted = (PyArrayObject *)PyArray_FromArray(
        array, PyArray_DescrFromType(type), NPY_ARRAY_ALIGNED | NPY_ARRAY_NOTSWAPPED | NPY_ARRAY_FORCECAST);
    DROP(array);
    if (!converted)
        name_exception(name);
    return converted;
}

// The array itself where it can be read in place, else a copy in floats or doubles.
static PyArrayObject *take_numbers(PyObject *object, const char *name)
{
    if (!refuse_masked(object, name))
        return NULL;
    if (is_readable(object)) {
        Py_INCREF(object);
        return (PyArrayObject *)object;
    }
    const bool floats = PyArray_Check(object) && PyArray_TYPE((PyArrayObject *)object) == NPY_FLOAT;
    return take_array(object, name, floats ? NPY_FLOAT : NPY_DOUBLE);
}

PyObject *read_numbers(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *object;
    const char *name;
    return PyArg_ParseTuple(args, "Os", &object, &name) ? (PyObject *)take_numbers(object, name) : NULL;
}

bool take_rows(PyObject *object, const char *name, int accepted, rows *out)
{
    *out = (rows){ .name = name };
    PyArrayObject *array = take_numbers(object, name);
    if (!array)
        return false;
    const int dimensions = PyArray_NDIM(array);
    const npy_intp columns = dimensions ? PyArray_DIM(array, dimensions - 1) : 0;
    const bool fits = (columns == POINTS && accepted != BOXES) || (columns == BOXES && accepted != POINTS);
    if (dimensions == 1 && columns == 0) { // an empty list: no points where both would do, since these may have radii
        out->array = array;
        out->columns = accepted == BOXES ? BOXES : POINTS;
        return true;
    }
    if ((dimensions != 1 && dimensions != 2) || !fits) {
        wrong_shape(array, name, accepted);
        DROP(array);
        return false;
    }
    out->array = array;
    out->columns = (int)columns;
    out->single = dimensions == 1;
    out->count = out->single ? 1 : (size_t)PyArray_DIM(array, 0);
    out->view = view_of(array, (int)columns);
    return true;
}

void drop_rows(rows *rows)
{
    Py_CLEAR(rows->array);
}

// Are rows from `first` up to `end` surely boxes, finite and not inverted? Adds up widths and heights, which is sooner
// done than asking about each row: one that is negative leaves its sign, infinity and NaN leave no finite sum. Where
// sums overflow, or a width is -0, the answer is no too.
#define SURELY_BOXES(type, bits)                                                                                       \
    static bool surely_boxes_of_##type(const qd_boxes *view, size_t first, size_t end)                                 \
    {                                                                                                                  \
        const char *low = (const char *)view->min_x + (ptrdiff_t)first * view->stride;                                 \
        const char *high = (const char *)view->max_x + (ptrdiff_t)first * view->stride;                                \
        const ptrdiff_t y_low = (const char *)view->min_y - (const char *)view->min_x;                                 \
        const ptrdiff_t y_high = (const char *)view->max_y - (const char *)view->max_x;                                \
        type sums[2] = { 0, 0 };                                                                                       \
        bits signs[2] = { 0, 0 };                                                                                      \
        for (size_t i = first; i < end; i++, low += view->stride, high += view->stride) {                              \
            const type sizes[2] = { *(const type *)high - *(const type *)low,                                          \
                                    *(const type *)(high + y_high) - *(const type *)(low + y_low) };                   \
            bits raw[2];                                                                                               \
            memcpy(raw, sizes, sizeof raw);                                                                            \
            for (int axis = 0; axis < 2; axis++) {                                                                     \
                sums[axis] += sizes[axis];                                                                             \
                signs[axis] |= raw[axis];                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        return sums[0] < (type)INFINITY && sums[1] < (type)INFINITY &&                                                 \
               !((signs[0] | signs[1]) >> (sizeof(bits) * 8 - 1));                                                     \
    }
SURELY_BOXES(float, uint32_t)
SURELY_BOXES(double, uint64_t)

// The first row that is not a valid box in a tree of this precision, else `end`. Comparisons are written
// so that NaN fails them. A double that rounds beyond FLT_MAX is infinite in a tree of floats.
#define FIRST_BAD(type, limit)                                                                                         \
    for (size_t i = first; i < end; i++) {                                                                             \
        const ptrdiff_t at = (ptrdiff_t)i * view->stride;                                                              \
        const type low_x = *(const type *)((const char *)view->min_x + at);                                            \
        const type low_y = *(const type *)((const char *)view->min_y + at);                                            \
        const type high_x = *(const type *)((const char *)view->max_x + at);                                           \
        const type high_y = *(const type *)((const char *)view->max_y + at);                                           \
        const bool valid = (low_x <= high_x) & (low_y <= high_y) & (low_x > -(limit)) & (low_y > -(limit)) &           \
                           (high_x < (limit)) & (high_y < (limit));                                                    \
        if (!valid)                                                                                                    \
            return i;                                                                                                  \
    }
static size_t first_bad_among(const qd_boxes *view, size_t first, size_t end, qd_precision precision)
{
    // The smallest double that rounds to an infinite float lies half a unit of the last place above FLT_MAX.
    const double limit = precision == QD_FLOAT ? FLT_MAX + ldexp(1, 127 - FLT_MANT_DIG) : INFINITY;
    if (view->precision == QD_FLOAT)
        FIRST_BAD(float, INFINITY)
    else
        FIRST_BAD(double, limit)
    return end;
}

static size_t first_bad(const qd_boxes *view, size_t count, qd_precision precision)
{
    const bool floats = view->precision == QD_FLOAT;
    for (size_t first = 0, end; first < count; first = end) {
        end = count - first < ROWS_AT_ONCE ? count : first + ROWS_AT_ONCE;
        const bool sure = floats                   ? surely_boxes_of_float(view, first, end)
                          : precision == QD_DOUBLE ? surely_boxes_of_double(view, first, end)
                                                   : false;
        const size_t bad = sure ? end : first_bad_among(view, first, end, precision);
        if (bad < end)
            return bad;
    }
    return count;
}

void raise_row(const rows *rows, size_t row, const char *expected)
{
    const qd_box box = qd_boxes_at(rows->view, row);
    char text[160];
    if (rows->columns == POINTS)
        PyOS_snprintf(text, sizeof text, "(%.9g, %.9g)", box.min.x, box.min.y);
    else
        PyOS_snprintf(text, sizeof text, "(%.9g, %.9g, %.9g, %.9g)", box.min.x, box.min.y, box.max.x, box.max.y);
    PyErr_Format(PyExc_ValueError, "%s: row %zu is %s; %s", rows->name, row, text, expected);
}

bool check_rows(const rows *rows, qd_precision precision)
{
    size_t bad = 0;
    Py_BEGIN_ALLOW_THREADS
    bad = first_bad(&rows->view, rows->count, precision);
    Py_END_ALLOW_THREADS
    if (bad == rows->count)
        return true;
    const qd_box box = qd_boxes_at(rows->view, bad);
    raise_row(rows, bad,
              qd_box_is_valid(&box) ? "in single precision numbers end at 3.4e38; precision='double' has larger ones"
              : rows->columns == POINTS ? "coordinates must be finite"
                                        : "boxes are finite, with min_x <= max_x and min_y <= max_y");
    return false;
}

// The first window that is not one, else the number of rows. Sides may be infinite.
static size_t first_inverted(const rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        const qd_box box = qd_boxes_at(rows->view, i);
        if (!(box.min.x <= box.max.x && box.min.y <= box.max.y))
            return i;
    }
    return rows->count;
}

bool check_windows(const rows *rows)
{
    size_t bad = 0;
    Py_BEGIN_ALLOW_THREADS
    bad = first_inverted(rows);
    Py_END_ALLOW_THREADS
    if (bad < rows->count)
        raise_row(rows, bad, "windows have min_x <= max_x and min_y <= max_y");
    return bad == rows->count;
}

// `count` times the one element of an array, which it drops.
static PyArrayObject *repeated(PyArrayObject *array, int type, size_t count)
{
    PyArrayObject *each = new_array(type, 1, count, 0, 0);
    if (each && PyArray_CopyInto(each, array) < 0)
        Py_CLEAR(each);
    DROP(array);
    return each;
}

PyArrayObject *take_vector(PyObject *object, const char *name, int type, size_t count)
{
    const bool whole = type != NPY_DOUBLE && type != NPY_FLOAT;
    if (!refuse_masked(object, name))
        return NULL;
    PyArrayObject *array =
        whole ? (PyArrayObject *)PyArray_FROMANY(object, NPY_NOTYPE, 0, 0, 0) : take_array(object, name, type);
    if (!array) {
        if (whole)
            name_exception(name);
        return NULL;
    }
    const bool empty = PyArray_NDIM(array) == 1 && PyArray_DIM(array, 0) == 0;
    if (whole && !empty && !PyTypeNum_ISINTEGER(PyArray_TYPE(array))) {
        PyErr_Format(PyExc_TypeError, "%s: expected whole numbers, not an array of %S%s", name,
                     (PyObject *)PyArray_DESCR(array),
                     PyTypeNum_ISBOOL(PyArray_TYPE(array)) ? "; numpy.flatnonzero gives those of a mask" : "");
        DROP(array);
        return NULL;
    }
    const bool one = PyArray_NDIM(array) == 0 && count != SIZE_MAX;
    if (!one && (PyArray_NDIM(array) != 1 || (count != SIZE_MAX && (size_t)PyArray_DIM(array, 0) != count))) {
        PyObject *shape = PyObject_GetAttrString((PyObject *)array, "shape");
        if (count == SIZE_MAX)
            PyErr_Format(PyExc_ValueError, "%s: expected an array of one dimension, not of shape %S", name, shape);
        else
            PyErr_Format(PyExc_ValueError, "%s: expected shape (%zu,), one for each row, not %S", name, count, shape);
        DROP(shape);
        DROP(array);
        return NULL;
    }
    const bool may_wrap = type == NPY_INT64 && PyTypeNum_ISUNSIGNED(PyArray_TYPE(array));
    PyArrayObject *packed = (PyArrayObject *)PyArray_FromArray(
        array, PyArray_DescrFromType(type), NPY_ARRAY_CARRAY_RO | NPY_ARRAY_NOTSWAPPED | NPY_ARRAY_FORCECAST);
    DROP(array);
    if (packed && one)
        packed = repeated(packed, type, count);
    for (npy_intp i = 0; packed && may_wrap && i < PyArray_DIM(packed, 0); i++) {
        if (((const int64_t *)DATA(packed))[i] < 0) {
            PyErr_Format(PyExc_ValueError, "%s: row %zd is %llu; whole numbers have 64 bits and a sign", name,
                         (Py_ssize_t)i, ((const unsigned long long *)DATA(packed))[i]);
            Py_CLEAR(packed);
        }
    }
    return packed;
}

static qd_id *take_single_id(const tree_object *tree, PyObject *object, const char *name)
{
    qd_id *id = malloc(sizeof *id);
    if (!id) {
        PyErr_NoMemory();
    } else if (!take_number(tree, object, name, id)) {
        free(id);
        id = NULL;
    }
    return id;
}

PyArrayObject *take_radii(PyObject *object, const rows *points, int type)
{
    if (points->columns != POINTS) {
        PyErr_SetString(PyExc_ValueError, "radii: only points of shape (n, 2) have radii");
        return NULL;
    }
    return take_vector(object, "radii", type, points->count);
}

// The same rows as doubles.
static bool widen_rows(rows *rows)
{
    PyArrayObject *wide = (PyArrayObject *)PyArray_FromArray(rows->array, PyArray_DescrFromType(NPY_DOUBLE), 0);
    if (!wide)
        return false;
    DROP(rows->array);
    rows->array = wide;
    rows->view = view_of(wide, rows->columns);
    return true;
}

PyArrayObject *take_radii_alike(PyObject *object, rows *points)
{
    const bool are_floats = PyArray_Check(object) && PyArray_TYPE((PyArrayObject *)object) == NPY_FLOAT;
    const bool of_floats = points->count && points->view.precision == QD_FLOAT;
    if (of_floats && !are_floats && !widen_rows(points))
        return NULL;
    return take_radii(object, points, of_floats && are_floats ? NPY_FLOAT : NPY_DOUBLE);
}

bool check_radii(PyArrayObject *radii, double most)
{
    const bool floats = PyArray_TYPE(radii) == NPY_FLOAT;
    for (npy_intp i = 0; i < PyArray_DIM(radii, 0); i++) {
        const double radius = floats ? (double)((const float *)DATA(radii))[i] : ((const double *)DATA(radii))[i];
        if (!(radius >= 0 && radius <= most)) {
            char text[32];
            PyOS_snprintf(text, sizeof text, "%.9g", radius);
            PyErr_Format(PyExc_ValueError, "radii: row %zd is %s; expected %s", (Py_ssize_t)i, text,
                         most < INFINITY ? "a finite number of 0 or more" : "0 or more");
            return false;
        }
    }
    return true;
}

bool take_ignored(const tree_object *tree, PyObject *object, size_t count, qd_id *all, qd_id **each)
{
    if (!object || is_whole(object))
        return take_number(tree, object, "ignore", all);
    size_t given = 0;
    *each = take_ids(tree, object, "ignore", &given);
    if (*each && given != count)
        PyErr_Format(PyExc_ValueError, "ignore: expected %zu numbers, one for each question, not %zu", count, given);
    return *each && given == count;
}

qd_id *take_ids(const tree_object *tree, PyObject *object, const char *name, size_t *count)
{
    if (is_whole(object)) {
        *count = 1;
        return take_single_id(tree, object, name);
    }
    PyArrayObject *numbers = take_vector(object, name, NPY_INT64, SIZE_MAX);
    if (!numbers)
        return NULL;
    *count = (size_t)PyArray_DIM(numbers, 0);
    const int64_t *number = DATA(numbers);
    qd_id *ids = malloc((*count + 1) * sizeof *ids);
    size_t i = 0;
    PyThreadState *state = let_others(*count);
    for (; ids && i < *count; i++) {
        ids[i] = (uint64_t)number[i] < tree->count ? tree->ids[number[i]] : 0;
        if (ids[i] == 0)
            break;
    }
    come_back(state);
    if (!ids) {
        PyErr_NoMemory();
    } else if (i < *count) {
        PyErr_Format(PyExc_ValueError, "%s: row %zu: no item has the number %lld", name, i, (long long)number[i]);
        free(ids);
        ids = NULL;
    }
    DROP(numbers);
    return ids;
}

PyArrayObject *new_array(int type, int dimensions, size_t first, size_t second, size_t third)
{
    npy_intp sizes[3] = { (npy_intp)first, (npy_intp)second, (npy_intp)third };
    return (PyArrayObject *)PyArray_SimpleNew(dimensions, sizes, type);
}

PyArrayObject *new_numbers(size_t count)
{
    return new_array(NPY_INT64, 1, count, 0, 0);
}

bool shorten(PyArrayObject **array, size_t count)
{
    npy_intp sizes[2] = { (npy_intp)count, PyArray_NDIM(*array) == 2 ? PyArray_DIM(*array, 1) : 0 };
    PyArray_Dims shape = { sizes, PyArray_NDIM(*array) };
    PyObject *done = PyArray_Resize(*array, &shape, 0, NPY_CORDER);
    DROP(done);
    return done != NULL;
}
