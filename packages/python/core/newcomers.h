// Items that come: their arrays, checked, and their numbers.
#ifndef QUADRILLE_PYTHON_NEWCOMERS_H
#define QUADRILLE_PYTHON_NEWCOMERS_H

#include "core.h"

// Items to insert, with what belongs to each.
typedef struct {
    rows boxes;
    PyArrayObject *values; // int64
    qd_filter *filters;    // of each item, or NULL
    qd_items items;
} newcomers;

// Reads the arrays of newcomers. False: an exception is set, and nothing is to be dropped.
bool take_newcomers(PyObject *boxes, PyObject *layers, PyObject *masks, PyObject *values, bool totals, newcomers *new);
void drop_newcomers(newcomers *new);

// Inserts newcomers and writes their numbers, NULL: not needed. The caller writes. False: nothing has changed.
bool insert_newcomers(tree_object *tree, newcomers *new, int64_t *numbers);

// The filters of `count` items, from layers and masks for all or for each. NULL: an exception is set.
qd_filter *take_filters(PyObject *layers, PyObject *masks, size_t count);

// Makes room for numbers below `count`: as many as asked for at first, later half as many again. False: MemoryError.
bool reserve_numbers(tree_object *tree, size_t count);

#endif
