// Sums of all ranks for the table of errors: see accuracy.h. What the tree's sums are compared with are those of theta
// 0, or, of very many bodies, those of a sample: every rank knows where the sample lies, and sums up what its own
// bodies do there.
#include "accuracy.h"

#include "moved.h"
#include "ranks.h"
#include "times.h"

#include <mpi.h>
#include <quadrille/distributed.h>
#include <stdlib.h>

/// Adds up on rank 0 what the ranks have of some numbers.
static void add_up(double *values, size_t count)
{
    if (ranks_own() == 0)
        MPI_Reduce(MPI_IN_PLACE, values, (int)count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(values, NULL, (int)count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void add_up_field(sampled_field *field)
{
    add_up(field->ax, field->count);
    add_up(field->ay, field->count);
}

/// Collective: all bodies, with what acts on them by such a definition. NULL: it failed, on all ranks.
static qd_mpi_gravity *solved(const qd_gravity_def *def, const bodies *list)
{
    qd_mpi_gravity_def wanted = { .gravity = *def };
    wanted.gravity.theta = gravity_theta_of(def->theta);
    const qd_mpi_bodies mine = moved_begin(list);
    qd_mpi_gravity *gravity = NULL;
    return qd_mpi_gravity_create(MPI_COMM_WORLD, &wanted, &mine, &gravity, NULL) == QD_OK ? gravity : NULL;
}

/// Collective: what acts on the sample.
static void sample_field(sampled_field *field, const qd_mpi_gravity *gravity)
{
    qd_motion m;
    const uint64_t *numbers = NULL;
    qd_mpi_gravity_get_motion(gravity, &m, &numbers);
    for (size_t k = 0; k < m.count; k++) {
        const size_t i = sampled_from(field, (size_t)numbers[k]);
        if (i < field->count && sampled_body(field, i) == numbers[k]) {
            field->ax[i] = m.ax[k];
            field->ay[i] = m.ay[k];
        }
    }
    add_up_field(field);
}

static bool sum_up_sample(sampled_field *exact, const qd_gravity_def *def, const bodies *list)
{
    double *places = calloc(2 * exact->count + 1, sizeof *places);
    const bool good = ranks_all(places != NULL);
    if (good) {
        // Where the bodies of the sample are, x and y in turn.
        const size_t first = (size_t)ranks_below(list->count);
        for (size_t i = sampled_from(exact, first); i < exact->count; i++) {
            const size_t body = sampled_body(exact, i) - first;
            if (body >= list->count)
                break;
            places[2 * i] = list->x[body];
            places[2 * i + 1] = list->y[body];
        }
        MPI_Allreduce(MPI_IN_PLACE, places, (int)(2 * exact->count), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (size_t i = 0; i < exact->count; i++)
            sampled_sum_up(exact, i, def, list, places[2 * i], places[2 * i + 1]);
        add_up_field(exact);
    }
    free(places);
    return good;
}

static bool sum_up(sampled_field *exact, const qd_gravity_def *def, const bodies *list)
{
    if (exact->count < exact->bodies)
        return sum_up_sample(exact, def, list);
    qd_gravity_def all_pairs = *def;
    all_pairs.theta = 0;
    qd_mpi_gravity *gravity = solved(&all_pairs, list);
    if (gravity != NULL)
        sample_field(exact, gravity);
    qd_mpi_gravity_destroy(gravity);
    return gravity != NULL;
}

static bool solve(sampled_field *field, error_figures *figures, const qd_gravity_def *def, const bodies *list)
{
    double ms[ACCURACY_REPEATS];
    qd_mpi_gravity *gravity = NULL;
    for (int i = 0; i < ACCURACY_REPEATS; i++) {
        qd_mpi_gravity_cost cost;
        qd_mpi_gravity_destroy(gravity);
        gravity = solved(def, list);
        if (gravity == NULL)
            return false;
        qd_mpi_gravity_get_cost(gravity, &cost);
        ms[i] = 1e3 * ranks_longest(cost.exchange_time + cost.solve_time);
        figures->interactions = (double)ranks_sum(cost.solve.bodies + cost.solve.cells) / (double)field->bodies;
    }
    figures->ms = times_of(ms, ACCURACY_REPEATS).p50;
    sample_field(field, gravity);
    qd_mpi_gravity_destroy(gravity);
    return true;
}

static bool make(bodies *list, const galaxies_def *def)
{
    return ranks_all(ranks_own() != 0 || bodies_make(list, def));
}

static size_t count(const bodies *list)
{
    return (size_t)ranks_sum(list->count);
}

const accuracy_way accuracy_of_ranks = { make, count, ranks_all, sum_up, solve };
