// Bodies that ranks share: each step makes the next state beside the one there is, and takes its place when nothing can
// fail any more. See distributed.h.
//
//    drift -> [ share out again ] -> own tree -> what others need <-> what is needed of them -> solve -> kick
#include "allocator.h"
#include "bodies.h"
#include "needs.h"

#include <math.h>
#include <string.h>

/// Work of a body beside what acts on it, and of a cell, in bodies that act: as measured.
enum { BODY_WORK = 50, CELL_WORK = 2 };

/// So much more than after they were shared out last, ranks may get of each other, or have of the mean work.
#define RECEIVED_MORE 1.5
#define IMBALANCE_MORE 1.1

#define LARGEST 1e60

struct qd_mpi_gravity {
    qd__job job;
    qd_gravity *own, *sources;
    qd__bodies bodies, next;
    uint64_t work;  ///< For one of this rank's bodies, in the last step.
    bool deal;      ///< They are to be shared out before the next.
    bool potential; ///< The last step computed it.
    double fresh_imbalance;
    uint64_t fresh_received; ///< By all ranks together, after bodies were shared out last.
    qd_mpi_gravity_cost cost;
};

static bool in_range(double value)
{
    return value >= -LARGEST && value <= LARGEST;
}

/// The first body that is out of range, or SIZE_MAX.
static size_t first_bad_body(const qd_mpi_bodies *bodies)
{
    for (size_t i = 0; i < bodies->count; i++)
        if (!(in_range(bodies->x[i]) && in_range(bodies->y[i]) && in_range(bodies->vx[i]) && in_range(bodies->vy[i]) &&
              in_range(bodies->mass[i])))
            return i;
    return SIZE_MAX;
}

/// A job without boxes. The result is agreed on; qd__job_end afterwards.
static qd_result begin_job(qd__job *job, MPI_Comm comm, const qd_mpi_gravity_def *def)
{
    const qd_mpi_def wanted = { .precision = QD_DOUBLE,
                                .imbalance = def->imbalance,
                                .allocator = def->gravity.allocator,
                                .executor = def->gravity.executor };
    const qd_mpi_boxes none = { .count = 0 };
    const qd_mpi_boxes *const parts[2] = { &none, NULL };
    const qd_result result = qd__job_begin(job, comm, &wanted, parts, 1, NULL);
    if (result != QD_OK)
        return result;
    // Is what all ranks have to agree on that of rank 0?
    enum { NUMBERS = 7 };
    const qd_gravity_def *own = &def->gravity;
    const double mine[NUMBERS] = { (double)own->law, own->theta,        (double)own->order, own->softening,
                                   own->constant,    (double)own->leaf, (double)own->group };
    double agreed[NUMBERS];
    memcpy(agreed, mine, sizeof agreed);
    MPI_Bcast(agreed, NUMBERS, MPI_DOUBLE, 0, job->comm);
    return qd__job_agree(job, memcmp(agreed, mine, sizeof mine) == 0 ? QD_OK : QD_BAD_VALUE);
}

/// What the last solve says of how equal the ranks' shares are.
static void weigh_shares(qd_mpi_gravity *self, const qd_gravity_cost *solve, bool dealt)
{
    const qd__job *job = &self->job;
    const uint64_t count = self->next.count, received = self->cost.received_bodies + self->cost.received_cells;
    const uint64_t work = count * BODY_WORK + solve->bodies + solve->cells * CELL_WORK;
    enum { WORK, RECEIVED, COUNT, WEIGHED };
    const uint64_t mine[WEIGHED] = { work, received, count };
    uint64_t all[WEIGHED], most[WEIGHED];
    MPI_Allreduce(mine, all, WEIGHED, MPI_UINT64_T, MPI_SUM, job->comm);
    MPI_Allreduce(mine, most, WEIGHED, MPI_UINT64_T, MPI_MAX, job->comm);
    qd_mpi_gravity_cost *cost = &self->cost;
    self->work = count > 0 ? work / count : 1;
    cost->solve = *solve;
    cost->bodies = count;
    cost->all_bodies = all[COUNT];
    cost->most_received = most[RECEIVED];
    cost->imbalance = all[WORK] > 0 ? (double)most[WORK] / ((double)all[WORK] / job->ranks) : 1;
    if (dealt) {
        self->fresh_imbalance = cost->imbalance;
        self->fresh_received = all[RECEIVED];
    }
    const double unequal = job->def.imbalance > IMBALANCE_MORE * self->fresh_imbalance
                               ? job->def.imbalance
                               : IMBALANCE_MORE * self->fresh_imbalance;
    self->deal = cost->imbalance > unequal || (double)all[RECEIVED] > RECEIVED_MORE * (double)self->fresh_received;
}

/// Shares out the next state where that is due.
static qd_result deal_next(qd_mpi_gravity *self)
{
    if (!self->deal)
        return QD_OK;
    const double begin = MPI_Wtime();
    const qd_result result = qd__bodies_deal(&self->job, &self->next, self->work);
    self->cost.partition_time += MPI_Wtime() - begin;
    self->cost.moved_bytes = self->job.cost.bytes_sent;
    self->cost.deals += result == QD_OK;
    return result;
}

/// Trees, and parts of them for others.
static qd_result exchange_next(qd_mpi_gravity *self)
{
    const qd__bodies *next = &self->next;
    const qd_bodies bodies = { next->count, next->x, next->y, next->mass };
    const double begin = MPI_Wtime();
    qd__needs_cost needs = { 0, 0, 0, 0 };
    qd_result result = qd__job_agree(&self->job, qd_gravity_set_bodies(self->own, &bodies, NULL));
    if (result == QD_OK)
        result = qd__needs_exchange(&self->job, self->own, self->sources, &needs);
    if (result == QD_OK) {
        self->cost.received_bodies = needs.bodies;
        self->cost.received_cells = needs.cells;
        self->cost.bytes_sent = needs.bytes_sent;
        self->cost.messages_sent = needs.messages_sent;
        self->cost.exchange_time += MPI_Wtime() - begin;
    }
    return result;
}

/// The next state, placed and with velocities, becomes that of now with what acts on it. The result is agreed on, and
/// where it is not QD_OK the state of now stays.
static qd_result settle_next(qd_mpi_gravity *self, bool potential)
{
    qd_result result = deal_next(self);
    if (result == QD_OK)
        result = exchange_next(self);
    if (result != QD_OK)
        return result;
    qd_gravity_cost cost;
    const double begin = MPI_Wtime();
    // What acts on the next state: by this rank's own bodies, and by what has come of the others'.
    const qd__bodies *next = &self->next;
    const qd_field field = { next->ax, next->ay, potential ? next->potential : NULL };
    qd_gravity_cost others = { 0, 0, 0 };
    qd_gravity_solve(self->own, &field, &cost);
    if (self->cost.received_bodies + self->cost.received_cells > 0)
        qd_gravity_add_field(self->own, self->sources, &field, &others);
    cost.bodies += others.bodies;
    cost.cells += others.cells;
    cost.nodes += others.nodes;
    self->cost.solve_time += MPI_Wtime() - begin;
    self->potential = potential;
    weigh_shares(self, &cost, self->deal);
    const qd__bodies before = self->bodies;
    self->bodies = self->next;
    self->next = before;
    return QD_OK;
}

/// All that can fail on one rank alone.
static qd_result fill_gravity(qd_mpi_gravity *self, const qd_mpi_gravity_def *def, const qd_mpi_bodies *bodies)
{
    qd_gravity_def sources = def->gravity;
    sources.executor = (qd_executor){ 0 };
    qd_result result = qd_gravity_create(&def->gravity, &self->own);
    if (result == QD_OK)
        result = qd_gravity_create(&sources, &self->sources);
    if (result == QD_OK) {
        const bool room = qd__bodies_renew(&self->next, &self->job.memory, bodies->count);
        result = room ? QD_OK : QD_NO_MEMORY;
    }
    if (result == QD_OK) {
        for (size_t i = 0; i < bodies->count; i++) {
            self->next.users[i] = bodies->users ? bodies->users[i] : bodies->first_user + i;
            self->next.x[i] = bodies->x[i];
            self->next.y[i] = bodies->y[i];
            self->next.vx[i] = bodies->vx[i];
            self->next.vy[i] = bodies->vy[i];
            self->next.mass[i] = bodies->mass[i];
        }
    }
    return result;
}

void qd_mpi_gravity_destroy(qd_mpi_gravity *gravity)
{
    if (gravity) {
        const qd_allocator memory = gravity->job.memory;
        qd_gravity_destroy(gravity->own);
        qd_gravity_destroy(gravity->sources);
        qd__bodies_free(&gravity->bodies, &memory);
        qd__bodies_free(&gravity->next, &memory);
        qd__job_end(&gravity->job);
        qd__allocator_give(&memory, gravity, 1, sizeof *gravity);
    }
}

/// The object, with nothing in it but its job. NULL on all ranks: *result says why.
static qd_mpi_gravity *make_object(MPI_Comm comm, const qd_mpi_gravity_def *def, qd_result *result)
{
    qd__job job;
    qd_mpi_gravity *made = NULL;
    *result = begin_job(&job, comm, def);
    if (*result == QD_OK) {
        made = qd__allocator_get(&job.memory, 1, sizeof *made);
        *result = qd__job_agree(&job, made ? QD_OK : QD_NO_MEMORY);
    }
    if (*result != QD_OK || !made) {
        qd__allocator_give(&job.memory, made, 1, sizeof *made);
        qd__job_end(&job);
        return NULL;
    }
    memset(made, 0, sizeof *made);
    made->job = job;
    made->work = 1;
    made->deal = true;
    return made;
}

qd_result qd_mpi_gravity_create(MPI_Comm comm, const qd_mpi_gravity_def *def, const qd_mpi_bodies *bodies,
                                qd_mpi_gravity **gravity, size_t *bad)
{
    static const qd_mpi_gravity_def zeroed;
    const qd_mpi_gravity_def *chosen = def ? def : &zeroed;
    const size_t first = first_bad_body(bodies);
    qd_result result;
    *gravity = make_object(comm, chosen, &result);
    if (*gravity) {
        result = first == SIZE_MAX ? fill_gravity(*gravity, chosen, bodies) : QD_BAD_VALUE;
        result = qd__job_agree(&(*gravity)->job, result);
    }
    if (result == QD_OK && *gravity)
        result = settle_next(*gravity, true);
    if (result == QD_BAD_VALUE && bad)
        *bad = first;
    if (result != QD_OK) {
        qd_mpi_gravity_destroy(*gravity);
        *gravity = NULL;
    }
    return result;
}

/// What moves of some bodies.
static qd_motion motion_of(const qd__bodies *bodies)
{
    const qd_motion motion = { .count = bodies->count,
                               .x = bodies->x,
                               .y = bodies->y,
                               .vx = bodies->vx,
                               .vy = bodies->vy,
                               .mass = bodies->mass,
                               .ax = bodies->ax,
                               .ay = bodies->ay };
    return motion;
}

void qd_mpi_gravity_get_motion(const qd_mpi_gravity *gravity, qd_motion *motion, const uint64_t **users)
{
    const qd__bodies *now = &gravity->bodies;
    *motion = motion_of(now);
    motion->potential = gravity->potential ? now->potential : NULL;
    if (users)
        *users = now->users;
}

/// Makes the next state by the first half of a step. The first body out of range, or SIZE_MAX.
static size_t begin_next(qd_mpi_gravity *self, double time)
{
    const qd__bodies *now = &self->bodies;
    qd__bodies *next = &self->next;
    memcpy(next->users, now->users, now->count * sizeof *now->users);
    memcpy(next->x, now->x, now->count * sizeof *now->x);
    memcpy(next->y, now->y, now->count * sizeof *now->y);
    memcpy(next->vx, now->vx, now->count * sizeof *now->vx);
    memcpy(next->vy, now->vy, now->count * sizeof *now->vy);
    memcpy(next->mass, now->mass, now->count * sizeof *now->mass);
    qd_motion motion = motion_of(next);
    motion.ax = now->ax;
    motion.ay = now->ay;
    qd_motion_kick(&motion, time / 2);
    qd_motion_drift(&motion, time);
    for (size_t i = 0; i < next->count; i++)
        if (!in_range(next->x[i]) || !in_range(next->y[i]))
            return i;
    return SIZE_MAX;
}

qd_result qd_mpi_gravity_step(qd_mpi_gravity *gravity, double time, bool potential, size_t *bad)
{
    const qd__job *job = &gravity->job;
    const bool room = qd__bodies_renew(&gravity->next, &job->memory, gravity->bodies.count);
    size_t first = SIZE_MAX;
    // Do the time and the wanted results equal those of rank 0? All ranks agree on the result.
    const double mine[2] = { time, potential };
    double agreed[2] = { time, potential };
    MPI_Bcast(agreed, 2, MPI_DOUBLE, 0, job->comm);
    qd_result result =
        qd__job_agree(job, isfinite(time) && agreed[0] == mine[0] && agreed[1] == mine[1] ? QD_OK : QD_BAD_VALUE);
    if (result == QD_OK) {
        first = room ? begin_next(gravity, time) : SIZE_MAX;
        const qd_result own = first == SIZE_MAX ? QD_OK : QD_BAD_VALUE;
        result = qd__job_agree(job, room ? own : QD_NO_MEMORY);
    }
    if (result == QD_BAD_VALUE && bad)
        *bad = first;
    if (result == QD_OK)
        result = settle_next(gravity, potential);
    if (result == QD_OK) {
        const qd_motion motion = motion_of(&gravity->bodies);
        qd_motion_kick(&motion, time / 2);
    }
    return result;
}

void qd_mpi_gravity_get_sums(const qd_mpi_gravity *gravity, qd_motion_sums *sums)
{
    qd_motion motion;
    qd_motion_sums own;
    qd_mpi_gravity_get_motion(gravity, &motion, NULL);
    qd_motion_get_sums(&motion, &own);
    double mine[] = {
        own.kinetic, own.potential, own.momentum_x, own.momentum_y, own.angular_momentum, own.mass, 0, 0
    };
    for (size_t i = 0; i < motion.count; i++) {
        mine[6] += motion.mass[i] * motion.x[i];
        mine[7] += motion.mass[i] * motion.y[i];
    }
    double all[sizeof mine / sizeof *mine];
    MPI_Allreduce(mine, all, sizeof mine / sizeof *mine, MPI_DOUBLE, MPI_SUM, gravity->job.comm);
    *sums = (qd_motion_sums){ all[0], all[1], all[2], all[3], all[4], all[5], 0, 0 };
    sums->center_x = all[5] != 0 ? all[6] / all[5] : 0;
    sums->center_y = all[5] != 0 ? all[7] / all[5] : 0;
}

void qd_mpi_gravity_get_cost(const qd_mpi_gravity *gravity, qd_mpi_gravity_cost *cost)
{
    *cost = gravity->cost;
}
