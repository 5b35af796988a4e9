// Bodies that the ranks share are pulled as one machine says, within its error, and move as its bodies do: in one
// place, on lines and lattices, in clusters, charged, fewer than ranks, all of them on one rank.
//
// Every rank makes the whole scene and gives its part. All get what acts on all bodies, and one of them, by turns,
// compares it.
#include "scenes.h"

#include <math.h>
#include <quadrille/distributed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000, KINDS = 9, PARTS = 3 };

static const char *const kind_names[KINDS] = { "square",    "cluster", "two clusters", "line",     "lattice",
                                               "one place", "few",     "none",         "far apart" };

typedef struct scene {
    int kind;
    size_t count;
    double x[MOST], y[MOST], vx[MOST], vy[MOST], mass[MOST];
} scene;

// What acts on each body of a scene, or where it is.
typedef struct field {
    double ax[MOST], ay[MOST], potential[MOST];
} field;

static int rank, ranks, failures, turns;

static void check(bool good, const scene *s, const char *what)
{
    if (!good) {
        fprintf(stderr, "rank %d of %d, %s: %s\n", rank, ranks, kind_names[s->kind], what);
        failures++;
    }
}

static bool is_my_turn(void)
{
    return turns++ % ranks == rank;
}

static double real(uint64_t *state)
{
    return (double)(scene_random(state) >> 11) * 0x1p-53;
}

static void make_body(scene *s, size_t i, uint64_t *state)
{
    const double u = real(state), v = real(state), bend = 0.05 / (1.02 - real(state));
    s->x[i] = u;
    s->y[i] = v;
    s->mass[i] = 0.5 + real(state);
    s->vx[i] = s->vy[i] = 0;
    switch (s->kind) {
    case 1:
    case 2:
        s->x[i] = (u - 0.5) * bend + (s->kind == 2 && i % 5 == 0 ? 40 : 0);
        s->y[i] = (v - 0.5) * bend;
        break;
    case 3:
        s->y[i] = 0.25;
        break;
    case 4:
        s->x[i] = (double)(i % 50);
        s->y[i] = (double)(i / 50);
        break;
    case 5:
        s->x[i] = 3;
        s->y[i] = -7;
        break;
    case 8:
        s->x[i] = u * (i % 3 == 0 ? 1e-9 : 1) + (i % 3 == 1 ? 1e12 : 0);
        break;
    default:
        break;
    }
}

static void make_scene(scene *s, int kind, size_t count)
{
    uint64_t state = 100 + (uint64_t)kind;
    s->kind = kind;
    s->count = kind == 6 ? 3 : kind == 7 ? 0 : count;
    for (size_t i = 0; i < s->count; i++)
        make_body(s, i, &state);
}

// This rank's part: equal ones, ones of very different sizes, or all on the last rank.
static qd_mpi_bodies part_of(const scene *s, int how)
{
    const size_t own = (size_t)rank, all = (size_t)ranks, n = s->count;
    size_t first = n * own / all, end = n * (own + 1) / all;
    if (how == 1) {
        first = n * own * own / (all * all);
        end = n * (own + 1) * (own + 1) / (all * all);
    } else if (how == 2) {
        first = rank == ranks - 1 ? 0 : n;
        end = n;
    }
    return (qd_mpi_bodies){ end - first,   s->x + first,    s->y + first, s->vx + first,
                            s->vy + first, s->mass + first, NULL,         first };
}

static qd_mpi_gravity *gravity_of(const qd_mpi_gravity_def *def, const scene *s, int how)
{
    const qd_mpi_bodies part = part_of(s, how);
    qd_mpi_gravity *gravity = NULL;
    size_t bad = 77;
    check(qd_mpi_gravity_create(MPI_COMM_WORLD, def, &part, &gravity, &bad) == QD_OK && bad == 77, s, "it is made");
    if (gravity == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return gravity;
}

// The bodies of all ranks, in the order of the scene, and what acts on them. Each is on one rank.
static void gather(const qd_mpi_gravity *gravity, scene *s, field *f)
{
    static double mine[9 * MOST], all[9 * MOST]; // nine numbers of each body
    const size_t count = s->count;
    qd_motion m;
    const uint64_t *users;
    qd_mpi_gravity_get_motion(gravity, &m, &users);
    memset(mine, 0, 9 * count * sizeof *mine);
    for (size_t i = 0; i < m.count; i++) {
        const size_t at = (size_t)users[i];
        if (at >= count) {
            check(false, s, "a body is none of the scene's");
            continue;
        }
        const double numbers[] = { 1,        m.x[i],  m.y[i],  m.vx[i],
                                   m.vy[i],  m.ax[i], m.ay[i], m.potential != NULL ? m.potential[i] : 0,
                                   m.mass[i] };
        for (int k = 0; k < 9; k++)
            mine[(size_t)k * count + at] += numbers[k];
    }
    MPI_Allreduce(mine, all, (int)(9 * count), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    bool once = true, same = true;
    for (size_t i = 0; i < count; i++) {
        once = once && all[i] == 1;
        same = same && all[8 * count + i] == s->mass[i];
    }
    check(once, s, "a body is lost, or on two ranks");
    check(same, s, "a body has another mass");
    double *const to[] = { s->x, s->y, s->vx, s->vy, f->ax, f->ay, f->potential };
    for (size_t k = 0; k < sizeof to / sizeof *to; k++)
        memcpy(to[k], all + (k + 1) * count, count * sizeof *all);
}

static void solve_alone(const qd_gravity_def *def, const scene *s, bool direct, field *f)
{
    qd_gravity *gravity = NULL;
    const qd_bodies bodies = { s->count, s->x, s->y, s->mass };
    const qd_field out = { f->ax, f->ay, f->potential };
    check(qd_gravity_create(def, &gravity) == QD_OK && qd_gravity_set_bodies(gravity, &bodies, NULL) == QD_OK, s,
          "one machine can");
    direct ? qd_gravity_solve_direct(gravity, &out, NULL) : qd_gravity_solve(gravity, &out, NULL);
    qd_gravity_destroy(gravity);
}

// The sum of the squares of what two differ by, and of the first.
static double off_by(const scene *s, const field *a, const field *b, double *size)
{
    double off = 0;
    *size = 0;
    for (size_t i = 0; i < s->count; i++) {
        off += pow(a->ax[i] - b->ax[i], 2) + pow(a->ay[i] - b->ay[i], 2);
        *size += pow(a->ax[i], 2) + pow(a->ay[i], 2);
    }
    return off;
}

static double potential_off(const scene *s, const field *a, const field *b, double *size)
{
    double off = 0;
    *size = 0;
    for (size_t i = 0; i < s->count; i++) {
        off += pow(a->potential[i] - b->potential[i], 2);
        *size += pow(a->potential[i], 2);
    }
    return off;
}

// On one rank the very bits of qd_gravity; on more its error, and nothing but rounding where nothing acts together.
static void check_forces(const scene *s, const qd_mpi_gravity_def *def, const field *shared)
{
    static field alone, exact;
    double size = 0, potential_size = 0;
    solve_alone(&def->gravity, s, false, &alone);
    solve_alone(&def->gravity, s, true, &exact);
    const double off = off_by(s, &exact, shared, &size), alone_off = off_by(s, &exact, &alone, &size);
    const double potentials = potential_off(s, &exact, shared, &potential_size);
    const double alone_potentials = potential_off(s, &exact, &alone, &potential_size);
    for (size_t i = 0; i < s->count && ranks == 1; i++)
        check(alone.ax[i] == shared->ax[i] && alone.ay[i] == shared->ay[i] &&
                  alone.potential[i] == shared->potential[i],
              s, "one rank has other numbers than one machine");
    // What nodes act as one is up to chance, and most of the error comes from a few that are near. A few bodies are one
    // leaf of one machine's tree: it has no error.
    const bool summed = def->gravity.theta > 0 && def->gravity.theta < 1e-9;
    const double rest = summed ? 1e-24 : s->kind == 6 ? 2.5e-3 : 1e-10;
    if (!(off <= 3 * alone_off + rest * size && potentials <= 3 * alone_potentials + rest * potential_size)) {
        fprintf(stderr, "errors %g shared out, %g alone, of %g; potentials %g, %g, of %g\n", sqrt(off), sqrt(alone_off),
                sqrt(size), sqrt(potentials), sqrt(alone_potentials), sqrt(potential_size));
        check(false, s, "what acts is not what one machine says");
    }
}

static qd_mpi_gravity_def some_def(int which)
{
    return (qd_mpi_gravity_def){ .gravity = { .law = which % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE,
                                              .theta = which % 5 == 4 ? 1e-300 : 0.5,
                                              .order = 1 + (which + 1) % 3 / 2,
                                              .softening = which % 3 ? 0.01 : 0,
                                              .constant = which % 7 == 3 ? -2 : 0 } };
}

static void forces(int kind, int which)
{
    static scene s;
    static field f;
    make_scene(&s, kind, kind == 5 ? 300 : 1500);
    for (size_t i = 0; i < s.count && which % 7 == 3; i++)
        s.mass[i] *= i % 2 ? -1 : 1;
    const qd_mpi_gravity_def def = some_def(which);
    qd_mpi_gravity *gravity = gravity_of(&def, &s, which % PARTS);
    gather(gravity, &s, &f);
    if (is_my_turn())
        check_forces(&s, &def, &f);
    qd_mpi_gravity_cost cost;
    qd_mpi_gravity_get_cost(gravity, &cost);
    check(cost.all_bodies == s.count && cost.bodies <= s.count && cost.imbalance >= 1, &s, "bodies are counted");
    check(cost.most_received >= cost.received_bodies + cost.received_cells, &s, "what is received is counted");
    qd_mpi_gravity_destroy(gravity);
}

static double energy_of(const qd_motion_sums *sums)
{
    return sums->kinetic + sums->potential;
}

// Some steps of a scene, and the sums of its motion before them and after.
enum { STEPS = 25 };

typedef struct steps_made {
    double time; // of a step
    qd_motion_sums first, last;
} steps_made;

// The same steps by one machine.
static steps_made move_alone(const qd_gravity_def *def, scene *s, double time)
{
    static double a[3][MOST];
    const qd_motion m = { s->count, s->x, s->y, s->vx, s->vy, s->mass, a[0], a[1], a[2], false };
    qd_gravity *one = NULL;
    steps_made moved = { .time = time };
    check(qd_gravity_create(def, &one) == QD_OK && qd_gravity_begin(one, &m, NULL) == QD_OK, s, "one begins");
    qd_motion_get_sums(&m, &moved.first);
    for (int i = 0; i < STEPS; i++)
        check(qd_gravity_step(one, &m, time, NULL) == QD_OK, s, "one machine makes a step");
    qd_motion_get_sums(&m, &moved.last);
    qd_gravity_destroy(one);
    return moved;
}

// Where bodies came to, and how they move there.
static void check_moved(const qd_gravity_def *def, const scene *s, const steps_made *shared)
{
    static scene alone;
    make_scene(&alone, s->kind, s->count);
    const double time = shared->time;
    const steps_made one = move_alone(def, &alone, time);
    double off = 0, size = 0;
    for (size_t i = 0; i < s->count; i++) {
        off += pow(s->x[i] - alone.x[i], 2) + pow(s->y[i] - alone.y[i], 2);
        size += pow(alone.vx[i], 2) + pow(alone.vy[i], 2);
        if (ranks == 1)
            check(s->x[i] == alone.x[i] && s->vy[i] == alone.vy[i], s, "one rank moves otherwise than one machine");
    }
    check(off <= 1e-4 * size * pow(STEPS * time, 2), s, "bodies are elsewhere than on one machine");
    const qd_motion_sums *first = &shared->first, *last = &shared->last;
    const double energy = fabs(energy_of(&one.first)), drift = fabs(energy_of(last) - energy_of(first));
    check(fabs(energy_of(first) - energy_of(&one.first)) <= 1e-3 * energy, s, "the energy is another");
    check(drift <= fabs(energy_of(&one.last) - energy_of(&one.first)) + 1e-4 * energy, s, "the energy drifts");
    check(hypot(last->momentum_x, last->momentum_y) <= 1e-3 * sqrt(2 * last->kinetic * last->mass), s,
          "momentum grows");
    check(fabs(last->mass - one.last.mass) <= 1e-12 * one.last.mass &&
              fabs(last->center_x - one.last.center_x) <= 1e-4 * STEPS * time * sqrt(2 * last->kinetic / last->mass),
          s, "the centre is elsewhere");
}

// A step there is as long as one back, sums are those of one machine, and bodies are shared out again on the way.
static void steps(int kind)
{
    static scene s;
    static field f;
    make_scene(&s, kind, 1200);
    const qd_mpi_gravity_def def = { .gravity = { .softening = 0.1 }, .imbalance = kind % 2 ? 1 : 0 };
    steps_made moved = { .time = kind == 2 ? 0.02 : 0.001 };
    qd_mpi_gravity *gravity = gravity_of(&def, &s, 0);
    qd_mpi_gravity_get_sums(gravity, &moved.first);
    for (int i = 0; i < STEPS; i++)
        check(qd_mpi_gravity_step(gravity, moved.time, i == STEPS - 1, NULL) == QD_OK, &s, "a step is made");
    qd_mpi_gravity_get_sums(gravity, &moved.last);
    gather(gravity, &s, &f);
    if (is_my_turn())
        check_moved(&def.gravity, &s, &moved);
    qd_mpi_gravity_cost cost;
    qd_mpi_gravity_get_cost(gravity, &cost);
    check(cost.deals >= 1 && cost.deals <= STEPS + 1, &s, "it is counted how often bodies were shared out");
    qd_mpi_gravity_destroy(gravity);
}

// Two crowds that pass through each other: bodies are soon where others were, and are shared out again.
static void passing(void)
{
    static scene s;
    static field f;
    make_scene(&s, 0, 1000);
    for (size_t i = 0; i < s.count; i++) {
        s.x[i] += i % 2 ? 2 : 0;
        s.vx[i] = i % 2 ? -1 : 1;
        s.mass[i] *= 1e-6;
    }
    const qd_mpi_gravity_def def = { .gravity = { .softening = 0.1 } };
    qd_mpi_gravity *gravity = gravity_of(&def, &s, 0);
    uint64_t before = 0;
    for (int i = 0; i < 40; i++) {
        check(qd_mpi_gravity_step(gravity, 0.05, true, NULL) == QD_OK, &s, "a step is made");
        qd_mpi_gravity_cost cost;
        qd_mpi_gravity_get_cost(gravity, &cost);
        uint64_t told = cost.deals;
        MPI_Bcast(&told, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        check(told == cost.deals && told >= before, &s, "ranks share out together");
        before = told;
        gather(gravity, &s, &f);
        if (i % 10 == 0 && is_my_turn())
            check_forces(&s, &def, &f);
    }
    check(ranks == 1 || before > 1, &s, "bodies have changed places, and not ranks");
    qd_mpi_gravity_destroy(gravity);
}

// Evenly spread bodies, by the million if need be: a rank gets few of the others', however many there are.
static void received(size_t count, double most)
{
    scene s = { .kind = 0 };
    const size_t own = count / (size_t)ranks;
    double *numbers = malloc(5 * own * sizeof *numbers);
    uint64_t state = 1000 + (uint64_t)rank;
    if (numbers == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    for (size_t i = 0; i < own && numbers != NULL; i++) {
        numbers[i] = real(&state);
        numbers[own + i] = real(&state);
        numbers[2 * own + i] = numbers[3 * own + i] = 0;
        numbers[4 * own + i] = 1;
    }
    const qd_mpi_bodies part = {
        own, numbers, numbers + own, numbers + 2 * own, numbers + 3 * own, numbers + 4 * own, NULL, own * (size_t)rank
    };
    qd_mpi_gravity *gravity = NULL;
    check(qd_mpi_gravity_create(MPI_COMM_WORLD, NULL, &part, &gravity, NULL) == QD_OK, &s, "a large one is made");
    qd_mpi_gravity_cost cost;
    qd_mpi_gravity_get_cost(gravity, &cost);
    if (rank == 0)
        printf("%zu bodies on %d ranks: a rank received at most %.2f %% of that; imbalance %.3f\n", count, ranks,
               100.0 * (double)cost.most_received / (double)count, cost.imbalance);
    check((double)cost.most_received <= most * (double)count, &s, "a rank receives too much");
    qd_mpi_gravity_destroy(gravity);
    free(numbers);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1) {
        received((size_t)atol(argv[1]), 0.15);
    } else {
        for (int kind = 0; kind < KINDS; kind++)
            for (int which = kind % 2; which < 14; which += 2)
                forces(kind, which);
        for (int kind = 0; kind < 3; kind++)
            steps(kind);
        passing();
    }
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all > 0;
}
