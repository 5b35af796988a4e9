// What stands for a number, among what Python and numpy have: not what is masked, and no text.
#include "core.h"
#include <string.h>

// Where something is masked: the place along the first axis; -1: it is one number.
typedef struct {
    Py_ssize_t at;
    bool in_row; // of more axes than one
} spot;

// 1: something is, 0: nothing is, -1: an exception is set.
static int find_in_mask(PyObject *array, spot *spot)
{
    if (PyArray_CheckExact(array) || !PyObject_HasAttrString(array, "mask"))
        return 0;
    PyObject *mask = PyObject_GetAttrString(array, "mask");
    const int axes = mask && PyArray_Check(mask) ? PyArray_NDIM((PyArrayObject *)mask) : 0;
    int found = mask ? 0 : -1;
    spot->at = -1;
    spot->in_row = axes > 1;
    if (axes > 0) {
        PyObject *places = PyArray_Nonzero((PyArrayObject *)mask);
        PyArrayObject *first = places ? (PyArrayObject *)PyTuple_GetItem(places, 0) : NULL;
        found = first ? PyArray_SIZE(first) > 0 : -1;
        spot->at = found > 0 ? (Py_ssize_t) * (npy_intp *)DATA(first) : -1;
        DROP(places);
    } else if (mask) {
        found = PyObject_IsTrue(mask);
    }
    DROP(mask);
    return found;
}

// The same in arrays of numpy.ma, and in lists of them, from which numpy would take what lies under the mask.
static int find_masked(PyObject *object, int depth, spot *spot)
{
    if (PyArray_Check(object))
        return find_in_mask(object, spot);
    const Py_ssize_t count = PyList_Check(object) || PyTuple_Check(object) ? PySequence_Size(object) : 0;
    int found = 0;
    for (Py_ssize_t i = 0; depth > 0 && !found && i < count; i++) {
        PyObject *one = PySequence_GetItem(object, i);
        if (!one) { // another thread has shortened the list
            PyErr_Clear();
            return 0;
        }
        if (!PyFloat_CheckExact(one) && !PyLong_CheckExact(one)) {
            found = find_masked(one, depth - 1, spot);
            spot->in_row = spot->at >= 0;
            spot->at = i;
        }
        DROP(one);
    }
    return found;
}

bool refuse_masked(PyObject *object, const char *name)
{
    enum { DEEPEST = 4 }; // a grid of windows
    spot spot = { -1, false };
    const int found = find_masked(object, DEEPEST, &spot);
    if (found > 0 && spot.at < 0) {
        PyErr_Format(PyExc_ValueError, "%s: it is masked; leave it out, or fill it", name);
    } else if (found > 0) {
        PyErr_Format(PyExc_ValueError, "%s: %s %zd is masked; leave it out, or fill it", name,
                     spot.in_row ? "row" : "element", spot.at);
    }
    return found == 0;
}

bool is_real(int type)
{
    return PyTypeNum_ISINTEGER(type) || PyTypeNum_ISFLOAT(type) || type == NPY_BOOL;
}

bool is_number(PyObject *object)
{
    if (PyFloat_CheckExact(object) || PyLong_Check(object))
        return true;
    if (PyArray_Check(object)) {
        const int type = PyArray_TYPE((PyArrayObject *)object);
        if (type != NPY_OBJECT || PyArray_NDIM((PyArrayObject *)object) > 0)
            return is_real(type);
        PyObject *inner;
        memcpy(&inner, PyArray_DATA((PyArrayObject *)object), sizeof inner);
        return inner && !PyArray_Check(inner) && is_number(inner);
    }
    if (PyArray_IsScalar(object, Generic)) {
        return PyArray_IsScalar(object, Floating) || PyArray_IsScalar(object, Bool) ||
               (PyArray_IsScalar(object, Integer) && !PyArray_IsScalar(object, Timedelta));
    }
    PyTypeObject *type = Py_TYPE(object);
    return PyType_GetSlot(type, Py_nb_float) || PyType_GetSlot(type, Py_nb_index);
}

bool check_objects(PyArrayObject *array, const char *name)
{
    PyArrayObject *flat = (PyArrayObject *)PyArray_Ravel(array, NPY_CORDER);
    const npy_intp count = flat ? PyArray_SIZE(flat) : 0;
    const int axes = PyArray_NDIM(array);
    bool valid = flat != NULL;
    for (npy_intp i = 0; valid && i < count; i++) {
        PyObject *object;
        memcpy(&object, (const char *)DATA(flat) + i * (npy_intp)sizeof object, sizeof object);
        valid = !object || object == Py_None || is_number(object);
        if (!valid && axes == 0) {
            PyErr_Format(PyExc_TypeError, "%s: expected an array of numbers, not %.100R", name, object);
        } else if (!valid) {
            PyErr_Format(PyExc_TypeError, "%s: %s %zd: expected numbers, not %.100R", name,
                         axes > 1 ? "row" : "element", (Py_ssize_t)(i / (count / PyArray_DIM(array, 0))), object);
        }
    }
    DROP(flat);
    return valid;
}
