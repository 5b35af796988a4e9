// Gravity: the accelerations of bodies by Barnes and Hut, or from all pairs.
#include "core.h"
#include "docs.h"
#include <quadrille/gravity.h>

// gravity(...) of quadrille, with its arguments checked there: (xy, mass, settings..., at or None) as packed doubles.
typedef struct {
    PyArrayObject *x, *y, *mass, *at_x, *at_y;
    PyArrayObject *ax, *ay, *potential;
} bodies;

static void drop_bodies(bodies *bodies, bool results)
{
    Py_CLEAR(bodies->x);
    Py_CLEAR(bodies->y);
    Py_CLEAR(bodies->mass);
    Py_CLEAR(bodies->at_x);
    Py_CLEAR(bodies->at_y);
    if (results) {
        Py_CLEAR(bodies->ax);
        Py_CLEAR(bodies->ay);
        Py_CLEAR(bodies->potential);
    }
}

static bool raise_bad(qd_result result, const char *name, size_t bad)
{
    if (result == QD_BAD_VALUE) {
        PyErr_Format(PyExc_ValueError, "%s: row %zu is NaN, or beyond 1e60", name, bad);
    } else if (result) {
        (void)raise_result(result);
    }
    return result == QD_OK;
}

static bool solve(bodies *bodies, const qd_gravity_def *def, bool direct)
{
    const qd_bodies here = { .count = (size_t)PyArray_DIM(bodies->x, 0),
                             .x = DATA(bodies->x),
                             .y = DATA(bodies->y),
                             .mass = DATA(bodies->mass) };
    const qd_field field = { DATA(bodies->ax), DATA(bodies->ay), bodies->potential ? DATA(bodies->potential) : NULL };
    qd_gravity *gravity = NULL;
    size_t bad = 0;
    qd_result result = qd_gravity_create(def, &gravity);
    if (result) {
        PyErr_SetString(PyExc_ValueError,
                        "a setting is out of range: 0 < theta <= 2, order 1 or 2, softening 0 or more");
        return false;
    }
    bool at_places = false;
    Py_BEGIN_ALLOW_THREADS
    result = qd_gravity_set_bodies(gravity, &here, &bad);
    if (!result && bodies->at_x) {
        const qd_bodies places = { .count = (size_t)PyArray_DIM(bodies->at_x, 0),
                                   .x = DATA(bodies->at_x),
                                   .y = DATA(bodies->at_y) };
        result = qd_gravity_solve_at(gravity, &places, &field, &bad);
        at_places = true;
    } else if (!result && direct) {
        qd_gravity_solve_direct(gravity, &field, NULL);
    } else if (!result) {
        qd_gravity_solve(gravity, &field, NULL);
    }
    Py_END_ALLOW_THREADS
    qd_gravity_destroy(gravity);
    return raise_bad(result, at_places ? "at" : "bodies", bad);
}

PyObject *solve_gravity(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *x, *y, *mass, *at_x, *at_y;
    qd_gravity_def def = { 0 };
    int plane = 0, direct = 0, potential = 0;
    unsigned int workers = 1;
    if (!PyArg_ParseTuple(args, "OOOOOpdiddppI", &x, &y, &mass, &at_x, &at_y, &plane, &def.theta, &def.order,
                          &def.softening, &def.constant, &potential, &direct, &workers)) {
        return NULL;
    }
    def.law = plane ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
    bodies bodies = { 0 };
    bodies.x = take_vector(x, "xy", NPY_DOUBLE, SIZE_MAX);
    const size_t count = bodies.x ? (size_t)PyArray_DIM(bodies.x, 0) : 0;
    bodies.y = bodies.x ? take_vector(y, "xy", NPY_DOUBLE, count) : NULL;
    bodies.mass = bodies.y ? take_vector(mass, "mass", NPY_DOUBLE, count) : NULL;
    bool taken = bodies.mass != NULL;
    if (taken && at_x != Py_None) {
        bodies.at_x = take_vector(at_x, "at", NPY_DOUBLE, SIZE_MAX);
        bodies.at_y = bodies.at_x ? take_vector(at_y, "at", NPY_DOUBLE, (size_t)PyArray_DIM(bodies.at_x, 0)) : NULL;
        taken = bodies.at_y != NULL;
    }
    const size_t places = taken && bodies.at_x ? (size_t)PyArray_DIM(bodies.at_x, 0) : count;
    bodies.ax = taken ? new_array(NPY_DOUBLE, 1, places, 0, 0) : NULL;
    bodies.ay = bodies.ax ? new_array(NPY_DOUBLE, 1, places, 0, 0) : NULL;
    bodies.potential = bodies.ay && potential ? new_array(NPY_DOUBLE, 1, places, 0, 0) : NULL;
    qd_threads *threads = NULL;
    bool done = bodies.ay && (bodies.potential || !potential);
    if (done && workers != 1) {
        threads = qd_threads_new(workers);
        def.executor = qd_threads_executor(threads);
    }
    done = done && solve(&bodies, &def, direct != 0);
    qd_threads_destroy(threads);
    drop_bodies(&bodies, !done);
    if (!done) {
        return NULL;
    }
    return bodies.potential ? Py_BuildValue("NNN", bodies.ax, bodies.ay, bodies.potential)
                            : Py_BuildValue("NN", bodies.ax, bodies.ay);
}
