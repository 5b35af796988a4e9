// Snapshots: a tree as bytes, and bytes as a tree, copied or in place.
#include "core.h"
#include "docs.h"
#include <string.h>

static PyObject *tree_bytes(PyObject *self, PyObject *none)
{
    (void)none;
    tree_object *tree = (tree_object *)self;
    size_t size = 0;
    if (!begin_reading(tree))
        return NULL;
    qd_result result = QD_OK;
    Py_BEGIN_ALLOW_THREADS
    result = qd_tree_save(tree->tree, NULL, NULL, 0, &size);
    Py_END_ALLOW_THREADS
    PyObject *bytes = result == QD_TOO_SMALL ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size) : NULL;
    char *buffer = bytes ? PyBytes_AsString(bytes) : NULL;
    if (buffer) {
        Py_BEGIN_ALLOW_THREADS
        result = qd_tree_save(tree->tree, NULL, buffer, size, &size);
        Py_END_ALLOW_THREADS
    }
    end_reading(tree);
    if (result) {
        DROP(bytes);
        return PyErr_Occurred() ? NULL : raise_result(result);
    }
    return bytes;
}

// An empty object of the class, for a tree from bytes.
static tree_object *allocate(PyObject *type)
{
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, tree_type)) {
        PyErr_SetString(PyExc_TypeError, "expected Tree or a class made from it");
        return NULL;
    }
    allocfunc make = (allocfunc)PyType_GetSlot((PyTypeObject *)type, Py_tp_alloc);
    return (tree_object *)make((PyTypeObject *)type, 0);
}

static bool finish(tree_object *tree, qd_result result, size_t capacity)
{
    if (result == QD_BAD_DATA) {
        PyErr_SetString(PyExc_ValueError, "not a snapshot of this version, or cut off or damaged");
    } else if (result == QD_BAD_VALUE) {
        PyErr_SetString(PyExc_ValueError, "the bytes are not aligned to 64; quadrille.load copies them");
    } else if (result) {
        (void)raise_result(result);
    } else {
        qd_tree_def def;
        qd_tree_get_def(tree->tree, &def);
        tree->precision = def.precision;
    }
    return result == QD_OK && learn_numbers(tree, capacity);
}

// from_bytes(type, bytes, threads, in_place, capacity): the tree of a snapshot. A snapshot does not say the
// capacity where the greatest numbers have been removed.
PyObject *tree_from_bytes(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *type, *source;
    Py_ssize_t workers = 1, capacity = 0;
    int in_place = 0;
    Py_buffer bytes;
    if (!PyArg_ParseTuple(args, "OOnp|n", &type, &source, &workers, &in_place, &capacity))
        return NULL;
    if (workers < 0 || capacity < 0) {
        PyErr_Format(PyExc_ValueError, "%s: expected 0 or more", workers < 0 ? "threads" : "capacity");
        return NULL;
    }
    tree_object *tree = allocate(type);
    if (!tree || PyObject_GetBuffer(source, &bytes, PyBUF_SIMPLE) < 0) {
        DROP(tree);
        return NULL;
    }
    qd_tree_def def = { .allocator = tree_memory() };
    qd_result result = QD_OK;
    bool made = start_threads(tree, (size_t)workers, &def);
    if (made) {
        Py_BEGIN_ALLOW_THREADS
        result = in_place ? qd_tree_map(bytes.buf, (size_t)bytes.len, &def, &tree->tree)
                          : qd_tree_load(bytes.buf, (size_t)bytes.len, &def, &tree->tree);
        Py_END_ALLOW_THREADS
        made = finish(tree, result, (size_t)capacity);
    }
    if (in_place && tree->tree)
        tree->bytes = bytes; // released with the tree
    else
        PyBuffer_Release(&bytes);
    if (!made)
        Py_CLEAR(tree);
    return (PyObject *)tree;
}

PyMethodDef file_methods[] = { BARE_METHOD("__bytes__", tree_bytes, DOC_TREE_BYTES), { NULL, NULL, 0, NULL } };
