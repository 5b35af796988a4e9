/// Which cells a plan consists of, in the order in which they are measured.
#ifndef QUADRILLE_BENCH_PLACES_H
#define QUADRILLE_BENCH_PLACES_H

#include "task.h"

/// A task on a scene of a size: a cell to be.
typedef struct place {
    const task *task;
    const field_kind *scene;
    size_t n;
} place;

/// False: it needs no more.
typedef bool place_visitor(void *context, place at);

/// Visits every place of the plan at which any contender can take part. False: the visitor ended it.
bool places_visit(const plan *p, place_visitor *visit, void *context);

/// Can that contender take part in the task? Threads are for finding pairs, and an order for tasks that can be sorted.
bool place_suits(const entry *e, const task *t);

/// How many can.
size_t place_entries(const plan *p, const task *t);

#endif
