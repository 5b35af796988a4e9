// Gravity: the accelerations of bodies by Barnes and Hut, or from all pairs.
#include "core.h"
#include "docs.h"
#include <math.h>
#include <quadrille/gravity.h>
#include <string.h>

#define LARGEST 1e60 // of the library

// Bodies and results, as packed doubles.
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

// Reads points into two columns.
static bool take_columns(PyObject *object, const char *name, PyArrayObject **x, PyArrayObject **y)
{
    rows rows;
    if (!take_rows(object, name, POINTS, &rows))
        return false;
    if (rows.single) {
        PyErr_Format(PyExc_ValueError, "%s: expected points (x, y) of shape (n, 2), not an array of shape (2,)", name);
        drop_rows(&rows);
        return false;
    }
    *x = new_array(NPY_DOUBLE, 1, rows.count, 0, 0);
    *y = *x ? new_array(NPY_DOUBLE, 1, rows.count, 0, 0) : NULL;
    bool taken = *y != NULL;
    for (size_t i = 0; taken && i < rows.count; i++) {
        const qd_vec2 place = qd_boxes_at(rows.view, i).min;
        ((double *)DATA(*x))[i] = place.x;
        ((double *)DATA(*y))[i] = place.y;
        taken = fabs(place.x) <= LARGEST && fabs(place.y) <= LARGEST;
        if (!taken)
            raise_row(&rows, i, "places are numbers within 1e60");
    }
    drop_rows(&rows);
    return taken;
}

static bool take_masses(PyObject *object, bodies *bodies)
{
    const size_t count = (size_t)PyArray_DIM(bodies->x, 0);
    bodies->mass = take_vector(object, "mass", NPY_DOUBLE, count);
    for (size_t i = 0; bodies->mass && i < count; i++) {
        const double mass = ((const double *)DATA(bodies->mass))[i];
        if (!(fabs(mass) <= LARGEST)) {
            char text[32];
            PyOS_snprintf(text, sizeof text, "%.9g", mass);
            PyErr_Format(PyExc_ValueError, "mass: row %zu is %s; masses are numbers within 1e60", i, text);
            return false;
        }
    }
    return bodies->mass != NULL;
}

static bool take_setting(PyObject *object, const char *name, double least, double most, double *out)
{
    if (!take_double(object, name, out))
        return false;
    if (!(*out >= least && *out <= most)) {
        PyErr_Format(PyExc_ValueError, "%s: expected a number from %s to 1e60, not %R", name, least < 0 ? "-1e60" : "0",
                     object);
    }
    return !PyErr_Occurred();
}

static bool take_theta(PyObject *object, double *theta)
{
    if (take_double(object, "theta", theta) && !(*theta > 0 && *theta <= 2))
        PyErr_Format(PyExc_ValueError, "theta: expected a number above 0 and up to 2, not %R", object);
    return !PyErr_Occurred();
}

static bool take_order(PyObject *object, int *order)
{
    size_t number = 0;
    if (!take_size(object, "order", &number) && !PyErr_ExceptionMatches(PyExc_ValueError))
        return false;
    if (PyErr_Occurred() || number < 1 || number > 2) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "order: expected 1 or 2, not %R", object);
        return false;
    }
    *order = (int)number;
    return true;
}

// The executor of a call: many parts, of which none is begun once an interrupt has come.
typedef struct {
    qd_executor pool; // that does them; without one this thread
    qd_work *work;    // at hand
    void *job;
    unsigned long thread; // which looks for signals
    PyThreadState *state; // of that thread
    clock_t looked;
    bool may_stop; // not while the bodies are sorted
    atomic_bool stopped;
} solver;

static void do_part(void *context, uint32_t part)
{
    solver *self = context;
    const bool looks = self->may_stop && PyThread_get_thread_ident() == self->thread;
    if (looks && !atomic_load(&self->stopped) && !goes_on(self->state, &self->looked))
        atomic_store(&self->stopped, true);
    if (!atomic_load(&self->stopped))
        self->work(self->job, part);
}

static void run_parts(void *context, qd_work *work, void *job, uint32_t parts)
{
    solver *self = context;
    self->work = work;
    self->job = job;
    if (self->pool.run) {
        self->pool.run(self->pool.context, do_part, self, parts);
        return;
    }
    for (uint32_t part = 0; part < parts; part++)
        do_part(self, part);
}

// The field at places of the caller, part after part.
static qd_result solve_at(solver *solver, const qd_gravity *gravity, const qd_bodies *at, const qd_field *out)
{
    turns turns = first_turn(at->count, first_some(at->count), solver->state);
    qd_result result = QD_OK;
    do {
        const qd_bodies places = { .count = turns.some, .x = at->x + turns.first, .y = at->y + turns.first };
        const qd_field field = { out->ax + turns.first, out->ay + turns.first,
                                 out->potential ? out->potential + turns.first : NULL };
        result = qd_gravity_solve_at(gravity, &places, &field, NULL);
    } while (!result && next_turn(&turns));
    solver->stopped = turns.stopped;
    return result;
}

static bool solve(bodies *bodies, qd_gravity_def *def, bool direct)
{
    enum { PARTS = 64 };
    solver solver = { .pool = def->executor, .thread = PyThread_get_thread_ident() };
    def->executor = (qd_executor){
        .run = run_parts, .context = &solver, .workers = PARTS, .least_items = solver.pool.run ? 0 : UINT32_MAX
    };
    const qd_bodies here = { .count = (size_t)PyArray_DIM(bodies->x, 0),
                             .x = DATA(bodies->x),
                             .y = DATA(bodies->y),
                             .mass = DATA(bodies->mass) };
    const qd_field field = { DATA(bodies->ax), DATA(bodies->ay), bodies->potential ? DATA(bodies->potential) : NULL };
    qd_gravity *gravity = NULL;
    qd_result result = qd_gravity_create(def, &gravity);
    if (!result) {
        solver.state = PyEval_SaveThread();
        result = qd_gravity_set_bodies(gravity, &here, NULL);
        solver.may_stop = true;
        if (!result && bodies->at_x) {
            const qd_bodies places = { .count = (size_t)PyArray_DIM(bodies->at_x, 0),
                                       .x = DATA(bodies->at_x),
                                       .y = DATA(bodies->at_y) };
            result = solve_at(&solver, gravity, &places, &field);
        } else if (!result && direct) {
            qd_gravity_solve_direct(gravity, &field, NULL);
        } else if (!result) {
            qd_gravity_solve(gravity, &field, NULL);
        }
        PyEval_RestoreThread(solver.state);
        qd_gravity_destroy(gravity);
    }
    if (result)
        (void)raise_result(result);
    return result == QD_OK && !solver.stopped;
}

static bool make_field(bodies *bodies, bool potential)
{
    const size_t places = (size_t)PyArray_DIM(bodies->at_x ? bodies->at_x : bodies->x, 0);
    bodies->ax = new_array(NPY_DOUBLE, 1, places, 0, 0);
    bodies->ay = bodies->ax ? new_array(NPY_DOUBLE, 1, places, 0, 0) : NULL;
    bodies->potential = bodies->ay && potential ? new_array(NPY_DOUBLE, 1, places, 0, 0) : NULL;
    return bodies->ay && (bodies->potential || !potential);
}

// gravity(...) of quadrille: (xy, mass, at or None, in the plane?, settings...) as they were given.
PyObject *solve_gravity(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *xy, *mass, *at, *theta, *order, *softening, *constant, *potential, *direct, *threads;
    qd_gravity_def def = { 0 };
    int plane = 0;
    bool with_potential = false, is_direct = false;
    size_t workers = 1;
    if (!PyArg_ParseTuple(args, "OOOpOOOOOOO", &xy, &mass, &at, &plane, &theta, &order, &softening, &constant,
                          &potential, &direct, &threads) ||
        !take_theta(theta, &def.theta) || !take_order(order, &def.order) ||
        !take_setting(softening, "softening", 0, LARGEST, &def.softening) ||
        !take_setting(constant, "constant", -LARGEST, LARGEST, &def.constant) ||
        !take_flag(potential, "potential", &with_potential) || !take_flag(direct, "direct", &is_direct) ||
        !take_size(threads == Py_None ? NULL : threads, "threads", &workers))
        return NULL;
    def.law = plane ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
    bodies bodies = { 0 };
    bool done = take_columns(xy, "xy", &bodies.x, &bodies.y) && take_masses(mass, &bodies) &&
                (at == Py_None || take_columns(at, "at", &bodies.at_x, &bodies.at_y)) &&
                make_field(&bodies, with_potential);
    qd_threads *pool = NULL;
    if (done && workers != 1) {
        pool = qd_threads_new(workers > QD_MAX_WORKERS ? QD_MAX_WORKERS : (uint32_t)workers);
        def.executor = qd_threads_executor(pool);
    }
    done = done && solve(&bodies, &def, is_direct);
    if (done && def.constant == 0) { // which the library takes for the usual one
        PyArrayObject *const results[] = { bodies.ax, bodies.ay, bodies.potential };
        for (int i = 0; i < 3 && results[i]; i++)
            memset(DATA(results[i]), 0, (size_t)PyArray_NBYTES(results[i]));
    }
    qd_threads_destroy(pool);
    drop_bodies(&bodies, !done);
    if (!done)
        return NULL;
    return bodies.potential ? Py_BuildValue("NNN", bodies.ax, bodies.ay, bodies.potential)
                            : Py_BuildValue("NN", bodies.ax, bodies.ay);
}
