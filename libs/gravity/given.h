// What is given to act: bodies, and cells, nodes of other trees that act as a whole. Cells are numbered behind the
// bodies.
#ifndef QD_GRAVITY_GIVEN_H
#define QD_GRAVITY_GIVEN_H

#include <quadrille/gravity.h>

typedef struct qd__given {
    const qd_bodies *bodies;
    const qd_gravity_part *cells;
    size_t cell_count;
} qd__given;

static inline size_t qd__given_count(const qd__given *given)
{
    return given->bodies->count + given->cell_count;
}

/// A body, or a cell's centre and mass.
typedef struct qd__given_point {
    double x, y, mass;
} qd__given_point;

static inline qd__given_point qd__given_at(const qd__given *given, size_t number)
{
    const qd_bodies *bodies = given->bodies;
    if (number < bodies->count) {
        const qd__given_point body = { bodies->x[number], bodies->y[number], bodies->mass[number] };
        return body;
    }
    const qd_gravity_part *cell = &given->cells[number - bodies->count];
    const qd__given_point center = { cell->x, cell->y, cell->mass };
    return center;
}

#endif
