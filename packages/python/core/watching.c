// What contacts and interest have in common: see watching.h.
#include "watching.h"

bool begin_watching(watching *self)
{
    if (!self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "it has not been made: __init__ was not called, or failed");
        return false;
    }
    if (atomic_exchange(&self->busy, true)) {
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread uses this object at the same time; let both take the same lock");
        return false;
    }
    if (!begin_reading(self->tree)) {
        atomic_store(&self->busy, false);
        return false;
    }
    return true;
}

void end_watching(watching *self)
{
    end_reading(self->tree);
    atomic_store(&self->busy, false);
}

PyObject *watching_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

int watching_traverse(PyObject *object, visitproc visit, void *arg)
{
    watching *self = (watching *)object;
    Py_VISIT((PyObject *)Py_TYPE(object));
    Py_VISIT((PyObject *)self->tree);
    return 0;
}

void watching_free(PyObject *object)
{
    watching *self = (watching *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    if (self->weak)
        PyObject_ClearWeakRefs(object);
    if (self->handle) {
        self->gone->handle = self->handle;
        retire_watcher(self->tree, self->gone);
    } else {
        free(self->gone);
    }
    DROP(self->tree);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    DROP(type);
}

bool begin_making(watching *self, PyObject *tree, void (*destroy)(void *))
{
    if (!PyObject_TypeCheck(tree, tree_type)) {
        PyErr_Format(PyExc_TypeError, "tree: expected a Tree, not %R", (PyObject *)Py_TYPE(tree));
        return false;
    }
    if (self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "it has been made before");
        return false;
    }
    if (!self->gone)
        self->gone = malloc(sizeof *self->gone);
    if (!self->gone) {
        (void)PyErr_NoMemory();
        return false;
    }
    *self->gone = (watcher){ .destroy = destroy };
    if (!begin_writing((tree_object *)tree))
        return false;
    Py_INCREF((PyObject *)tree);
    DROP(self->tree);
    self->tree = (tree_object *)tree;
    return true;
}

PyObject *both(PyObject *first, PyObject *second)
{
    if (!first || !second) {
        DROP(first);
        DROP(second);
        return NULL;
    }
    return Py_BuildValue("NN", first, second);
}

PyObject *list_about(PyObject *object, PyObject *number, list_call *list, bool observers)
{
    watching *self = (watching *)object;
    qd_id id = 0;
    size_t total = 0;
    PyArrayObject *numbers = NULL;
    if (!begin_watching(self))
        return NULL;
    if (take_number(self->tree, number, "number", &id)) {
        (void)list(self->handle, id, NULL, 0, &total);
        qd_entry *entries = malloc((total + 1) * sizeof *entries);
        if (entries) {
            (void)list(self->handle, id, entries, total, &total);
            numbers = new_numbers(total);
        } else {
            (void)PyErr_NoMemory();
        }
        for (size_t i = 0; numbers && i < total; i++) {
            ((int64_t *)DATA(numbers))[i] =
                observers ? (int64_t)qd_id_slot(entries[i].id) - 1 : number_of(self->tree, entries[i]);
        }
        free(entries);
    }
    end_watching(self);
    return (PyObject *)numbers;
}
