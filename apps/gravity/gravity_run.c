// Bodies move by leapfrog; every so many steps there is a row and a picture.
#include "gravity.h"
#include "gravity_frames.h"
#include "gravity_report.h"
#include "progress.h"

#include <errno.h>
#include <interrupt.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct run {
    gravity_results results;
    bodies_source moving;
    qd_gravity *gravity;
    qd_motion motion;
    double *potential;
    frames frames;
    output out;
} run;

static bool fail(qd_result result, int64_t step, size_t body)
{
    if (result == QD_NO_MEMORY)
        complain("%s", strerror(ENOMEM));
    else
        complain("gravity: step %" PRId64 ": body %zu would be beyond 1e+60; a smaller --dt or a larger --softening "
                 "keeps it nearer",
                 step, body + 1);
    return false;
}

// The same as qd_gravity_begin, with the time of building and solving apart.
static bool measure(run *r, int64_t step, gravity_measured *measured)
{
    const qd_motion *m = &r->motion;
    const qd_bodies now = { m->count, m->x, m->y, m->mass };
    const qd_field field = { m->ax, m->ay, r->potential };
    size_t bad = 0;
    double start = clock_ms();
    qd_result result = qd_gravity_set_bodies(r->gravity, &now, &bad);
    double built = clock_ms();
    if (result != QD_OK)
        return fail(result, step, bad);
    if (m->direct)
        qd_gravity_solve_direct(r->gravity, &field, &measured->cost);
    else
        qd_gravity_solve(r->gravity, &field, &measured->cost);
    measured->build_ms = built - start;
    measured->solve_ms = clock_ms() - built;
    return true;
}

// A row and a picture of the bodies as they are. False: complained, or nothing reads any more.
static bool report(run *r, int64_t step)
{
    const gravity_settings *set = r->results.set;
    qd_motion_get_sums(&r->motion, &r->results.last);
    if (step == 0)
        r->results.first = r->results.last;
    r->results.change_most =
        fmax(r->results.change_most, fabs(gravity_energy_change(&r->results.first, &r->results.last)));
    if (!set->json)
        gravity_put_row(&r->out, &r->results, step);
    bool awaited = !output_failed(&r->out) || set->frames != NULL || set->output != NULL;
    return awaited && (set->frames == NULL || frames_write(&r->frames, &r->moving, step));
}

// The potential takes time, so only steps with a row compute it.
static bool step_bodies(run *r, int64_t step, bool reported)
{
    size_t bad = 0;
    r->motion.potential = reported ? r->potential : NULL;
    double start = clock_ms();
    qd_result result = qd_gravity_step(r->gravity, &r->motion, r->results.set->dt, &bad);
    r->results.steps_ms += clock_ms() - start;
    return result == QD_OK || fail(result, step, bad);
}

static bool move(run *r)
{
    const gravity_settings *set = r->results.set;
    const bool mixed = !set->json && isatty(STDOUT_FILENO) == 1; // rows and progress on one terminal
    progress p = progress_begin("steps");
    if (!set->json)
        gravity_put_head(&r->out);
    bool good = measure(r, 0, &r->results.before) && report(r, 0), reported = true;
    for (int64_t step = 1; good && step <= set->steps && !interrupt_came(); step++) {
        reported = step % set->every == 0 || step == set->steps;
        good = step_bodies(r, step, reported);
        if (reported && mixed)
            progress_end(&p);
        good = good && (!reported || report(r, step));
        r->results.steps = step;
        progress_step(&p, (uint64_t)step, (uint64_t)set->steps);
    }
    progress_end(&p);
    if (good && !reported) { // the last completed step always gets a row
        r->motion.potential = r->potential;
        return measure(r, r->results.steps, &r->results.after) && report(r, r->results.steps);
    }
    return good && (!set->json || measure(r, r->results.steps, &r->results.after));
}

static bool begin(run *r, bodies *moving)
{
    size_t size = (moving->count + 1) * sizeof(double);
    r->moving = bodies_of(moving);
    r->gravity = gravity_open(&r->results.def);
    r->potential = malloc(size);
    r->motion = (qd_motion){ .count = moving->count,
                             .x = moving->x,
                             .y = moving->y,
                             .vx = moving->vx,
                             .vy = moving->vy,
                             .mass = moving->mass,
                             .ax = malloc(size),
                             .ay = malloc(size),
                             .potential = r->potential,
                             .direct = r->results.set->direct };
    bool good = r->gravity != NULL && r->potential != NULL && r->motion.ax != NULL && r->motion.ay != NULL;
    if (!good)
        complain("%s", strerror(ENOMEM));
    return good && (r->results.set->frames == NULL || frames_begin(&r->frames, r->results.set, &r->moving));
}

status gravity_run(const gravity_settings *set, bodies *moving, qd_executor executor)
{
    run r = { .results = { .set = set, .list = moving, .def = gravity_def_of(set, executor) },
              .out = output_standard() };
    output last;
    // Opened first: a path that cannot be written to should not show only after minutes of work.
    if (set->output != NULL && !output_open(&last, set->output))
        return STATUS_FAILED;
    bool good = begin(&r, moving);
    interrupt_heed(true);
    good = good && move(&r);
    interrupt_heed(false);
    bool interrupted = good && r.results.steps < set->steps;
    if (good && set->json)
        gravity_put_json(&r.out, &r.results);
    if (interrupted)
        complain("gravity: interrupted after %" PRId64 " of %" PRId64 " steps", r.results.steps, set->steps);
    else if (good && set->output != NULL) {
        bodies_put_head(&last);
        bodies_put(&last, moving);
    }
    status result = good || output_failed(&r.out) ? STATUS_DONE : STATUS_FAILED;
    result = interrupted ? STATUS_INTERRUPTED : result;
    if (set->output != NULL)
        result = output_finish(&last, result);
    qd_gravity_destroy(r.gravity);
    free(r.potential);
    free(r.motion.ax);
    free(r.motion.ay);
    frames_end(&r.frames);
    return output_finish(&r.out, result);
}
