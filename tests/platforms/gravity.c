// Gravity: forces and potentials by the tree and from all pairs, places, parts, steps.
#include "place.h"

#include <quadrille/gravity.h>
#include <stdio.h>

enum { BODIES = 800, PARTS = 64 };

static double x[BODIES], y[BODIES], vx[BODIES], vy[BODIES], ax[BODIES], ay[BODIES], mass[BODIES], potential[BODIES];

static void make_bodies(hash_place *place)
{
    for (size_t i = 0; i < BODIES; i++) {
        const qd_vec2 at = hash_point(place);
        x[i] = at.x;
        y[i] = at.y;
        vx[i] = hash_between(place, -1, 1);
        vy[i] = hash_between(place, -1, 1);
        mass[i] = hash_between(place, i % 5 ? 0 : -1, 2);
    }
}

static void add_field(uint64_t *sum, const qd_field *field, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash_take_double(sum, field->ax[i]);
        hash_take_double(sum, field->ay[i]);
        hash_take_double(sum, field->potential[i]);
    }
}

static void add_parts(uint64_t *sum, const qd_gravity *gravity, hash_place *place)
{
    qd_gravity_part parts[PARTS];
    size_t total;
    const qd_vec2 at = hash_point(place);
    const size_t count = qd_gravity_find_parts(gravity, at.x, at.y, parts, PARTS, &total);
    hash_take(sum, total);
    for (size_t i = 0; i < count; i++) {
        const qd_gravity_part *p = &parts[i];
        const double numbers[] = { p->x, p->y, p->mass, p->dx, p->dy, p->sxx, p->sxy, p->syy, p->min_x, p->max_y };
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            hash_take_double(sum, numbers[j]);
    }
}

static void add_steps(uint64_t *sum, qd_gravity *gravity)
{
    const qd_motion motion = { BODIES, x, y, vx, vy, mass, ax, ay, potential, false };
    hash_expect(qd_gravity_begin(gravity, &motion, NULL) == QD_OK, "beginning a motion");
    for (int i = 0; i < 5; i++)
        hash_expect(qd_gravity_step(gravity, &motion, 0.01, NULL) == QD_OK, "a step");
    qd_motion_sums sums;
    qd_motion_get_sums(&motion, &sums);
    hash_take_double(sum, sums.kinetic);
    hash_take_double(sum, sums.potential);
    hash_take_double(sum, sums.angular_momentum);
    hash_take_double(sum, sums.center_x);
    add_field(sum, &(qd_field){ x, y, vx }, BODIES);
}

static void add_gravity(hash_place *place, const qd_gravity_def *def, uint64_t *forces, uint64_t *costs)
{
    qd_gravity *gravity;
    const qd_bodies bodies = { BODIES, x, y, mass }, some = { 50, y, x, NULL };
    const qd_field field = { ax, ay, potential };
    qd_gravity_cost cost;
    make_bodies(place);
    hash_expect(qd_gravity_create(def, &gravity) == QD_OK, "creating gravity");
    hash_expect(qd_gravity_set_bodies(gravity, &bodies, NULL) == QD_OK, "setting bodies");
    qd_gravity_solve(gravity, &field, &cost);
    add_field(forces, &field, BODIES);
    hash_take(costs, cost.bodies);
    hash_take(costs, cost.cells);
    hash_take(costs, cost.nodes);
    qd_gravity_solve_direct(gravity, &field, NULL);
    add_field(forces, &field, BODIES);
    hash_expect(qd_gravity_solve_at(gravity, &some, &field, NULL) == QD_OK, "solving at places");
    add_field(forces, &field, some.count);
    add_parts(forces, gravity, place);
    add_steps(forces, gravity);
    qd_gravity_destroy(gravity);
}

void hash_gravity(void)
{
    static const char *const laws[] = { "space", "plane" };
    static const char *const orders[] = { "", "monopole", "quadrupole" };
    static hash_place place;
    for (int law = 0; law < 2; law++) {
        for (int order = 1; order <= 2; order++) {
            uint64_t forces = 0, costs = 0;
            char name[64];
            for (int field = 0; field < HASH_FIELDS; field++) {
                place.field = (hash_field)field;
                place.random = (uint64_t)field + 100;
                const qd_gravity_def def = { .law = (qd_gravity_law)law,
                                             .order = order,
                                             .softening = field % 2 ? 0.5 : 0 };
                add_gravity(&place, &def, &forces, &costs);
            }
            (void)snprintf(name, sizeof name, "gravity.%s.%s", laws[law], orders[order]);
            hash_print(name, "forces", forces);
            hash_print(name, "cost", costs);
        }
    }
}
