// What contacts and interest have in common: they observe a tree, which they must not change, one call at a time.
#ifndef QUADRILLE_PYTHON_WATCHING_H
#define QUADRILLE_PYTHON_WATCHING_H

#include "core.h"

// Begins the objects of both.
typedef struct {
    PyObject_HEAD tree_object *tree;
    void *handle;   // contacts or interest; NULL: not made
    watcher *gone;  // what retires it, made beforehand so that dropping needs no memory
    PyObject *weak; // its weak references
    atomic_bool busy;
} watching;

PyObject *watching_new(PyTypeObject *type, PyObject *args, PyObject *keywords);
void watching_free(PyObject *object);
// Shows the garbage collector the tree, which may hold the object in turn if its class is one made from Tree. What such
// a tree holds can be cleared, so these objects need not be.
int watching_traverse(PyObject *object, visitproc visit, void *arg);

// Checks the tree, begins to write it, and makes what will retire the object. False: an exception is set.
bool begin_making(watching *self, PyObject *tree, void (*destroy)(void *));

// Around each call, which asks the tree. False: an exception is set.
bool begin_watching(watching *self);
void end_watching(watching *self);

// A call of the library that writes entries about an item.
typedef size_t list_call(const void *handle, qd_id id, qd_entry *out, size_t capacity, size_t *total);

// The entries about an item as numbers: of items, or of observers. The number is that of the item.
PyObject *list_about(PyObject *object, PyObject *number, list_call *list, bool observers);

// A tuple of two arrays; NULL where one of them is.
PyObject *both(PyObject *first, PyObject *second);

#endif
