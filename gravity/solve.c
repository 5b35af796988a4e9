// What acts on bodies and places, group by group.
#include "walk.h"

#include "log.h"
#include "parts.h"

#include <math.h>
#include <string.h>

/// The rule by our scale. A potential of logarithms takes lengths by the caller's, so their shift comes in here.
static qd__pull_rule rule_of(const struct qd_gravity *gravity, const qd_field *out)
{
    const double softening = gravity->def.softening * gravity->masses.scale.factor;
    const qd__pull_rule rule = { softening * softening, qd__log(gravity->masses.scale.length),
                                 gravity->def.law == QD_GRAVITY_PLANE, out->potential != NULL };
    return rule;
}

/// What a mass of 1 adds to the potential at its own place, where softening lets it: it is not to act on itself. To
/// the bit what the sums have of it.
static double own_potential(const struct qd_gravity *gravity, const qd__pull_rule *rule)
{
    const double zero = 0, one = 1;
    const qd__pulling itself = { &zero, &zero, &one, 1 };
    qd__pulled to;
    to.count = 1;
    to.x[0] = to.y[0] = 0;
    qd__pull_begin(&to);
    gravity->simd->bodies(&to, &itself, rule);
    return to.potential[0];
}

/// Writes result `at` from sum `i`, by the caller's scale, less what a mass does to itself.
static void write_forces(const struct qd_gravity *gravity, const qd__pulled *from, uint32_t i, double own,
                         const qd_field *out, size_t at)
{
    const double constant = gravity->def.constant, factor = gravity->masses.scale.factor;
    const double potential = gravity->def.law == QD_GRAVITY_PLANE ? constant : constant * factor;
    out->ax[at] = from->ax[i] * (potential * factor);
    out->ay[at] = from->ay[i] * (potential * factor);
    if (out->potential) {
        out->potential[at] = (from->potential[i] - own) * potential;
    }
}

/// From so far on, by our scale, a place sees the scene as a point, to rounding; and squares of what is farther leave
/// the range of floats.
#define FAR 0x1p60

static void pull_from_afar(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule)
{
    const qd__masses *masses = &gravity->masses;
    qd__pull_begin(to);
    for (uint32_t place = 0; place < masses->node_count; place = masses->nodes[place].next) {
        const double x = masses->nodes[place].x - to->x[0], y = masses->nodes[place].y - to->y[0];
        const double mass = masses->shapes[place].mass, r = qd__gravity_root(x * x + y * y);
        const double pull = rule->plane ? mass / r : mass / r / r;
        to->ax[0] += pull * (x / r);
        to->ay[0] += pull * (y / r);
        to->potential[0] += rule->plane ? mass * (qd__log(r) + rule->shift) : -mass / r;
    }
}

/// One call at work: for every group by one puller.
typedef struct job {
    struct qd_gravity *gravity;
    const qd_field *out;
    qd__puller *pull;
    qd__pull_rule rule;
    double own; ///< Potential of a mass of 1, where it lies.
    uint32_t parts;
} job;

/// So many of a group's bodies, from `first` on.
static void solve_some(const job *self, const qd__corners *group, uint32_t first, uint32_t count, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    qd__pulled to;
    to.count = count;
    memcpy(to.x, masses->x + first, count * sizeof *to.x);
    memcpy(to.y, masses->y + first, count * sizeof *to.y);
    self->pull(self->gravity, &to, group, &self->rule, cost);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = first + i;
        write_forces(self->gravity, &to, i, self->own * masses->mass[at], self->out, masses->number[at]);
    }
}

/// A group that is large is walked for more than once. It counts as one walk.
static void solve_group(const job *self, const qd__mass_group *group, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    const qd__corners corners = qd__corners_of(masses->x + group->first, masses->y + group->first, group->count);
    const uint64_t nodes = cost->nodes;
    for (uint32_t done = 0; done < group->count; done += QD__PULLED_MOST) {
        const uint32_t left = group->count - done;
        cost->nodes = nodes;
        solve_some(self, &corners, group->first + done, left < QD__PULLED_MOST ? left : QD__PULLED_MOST, cost);
    }
}

static void solve_part(void *context, uint32_t part)
{
    job *self = context;
    const qd__masses *masses = &self->gravity->masses;
    const size_t end = qd__gravity_part_start(masses->group_count, part + 1, self->parts);
    qd_gravity_cost cost = { 0, 0, 0 };
    for (size_t i = qd__gravity_part_start(masses->group_count, part, self->parts); i < end; i++) {
        solve_group(self, &masses->groups[i], &cost);
    }
    self->gravity->costs[part] = cost;
}

static void solve_groups(qd_gravity *gravity, const qd_field *out, qd__puller *pull, qd_gravity_cost *cost)
{
    job self;
    self.gravity = gravity;
    self.out = out;
    self.pull = pull;
    self.rule = rule_of(gravity, out);
    self.own = own_potential(gravity, &self.rule);
    self.parts = qd__gravity_parts(&gravity->def.executor, gravity->masses.count);
    qd__gravity_run(&gravity->def.executor, solve_part, &self, self.parts);
    qd_gravity_cost all = { 0, 0, 0 };
    for (uint32_t part = 0; part < self.parts; part++) {
        all.bodies += gravity->costs[part].bodies;
        all.cells += gravity->costs[part].cells;
        all.nodes += gravity->costs[part].nodes;
    }
    gravity->cost = all;
    if (cost) {
        *cost = all;
    }
}

void qd_gravity_solve(qd_gravity *gravity, const qd_field *out, qd_gravity_cost *cost)
{
    solve_groups(gravity, out, qd__pull_by_tree, cost);
}

void qd_gravity_solve_direct(qd_gravity *gravity, const qd_field *out, qd_gravity_cost *cost)
{
    solve_groups(gravity, out, qd__pull_by_all, cost);
}

void qd_gravity_get_cost(const qd_gravity *gravity, qd_gravity_cost *cost)
{
    *cost = gravity->cost;
}

qd_result qd_gravity_solve_at(const qd_gravity *gravity, const qd_bodies *at, const qd_field *out, size_t *bad)
{
    for (size_t i = 0; i < at->count; i++) {
        if (!qd__gravity_takes(at->x[i]) || !qd__gravity_takes(at->y[i])) {
            if (bad) {
                *bad = i;
            }
            return QD_BAD_VALUE;
        }
    }
    const qd__scale *scale = &gravity->masses.scale;
    const qd__pull_rule rule = rule_of(gravity, out);
    qd_gravity_cost cost = { 0, 0, 0 };
    for (size_t i = 0; i < at->count; i++) {
        qd__pulled to;
        to.count = 1;
        to.x[0] = qd__scaled_x(scale, at->x[i]);
        to.y[0] = qd__scaled_y(scale, at->y[i]);
        if (fabs(to.x[0]) < FAR && fabs(to.y[0]) < FAR) {
            const qd__corners place = qd__corners_of(to.x, to.y, 1);
            qd__pull_by_tree(gravity, &to, &place, &rule, &cost);
        } else {
            pull_from_afar(gravity, &to, &rule);
        }
        write_forces(gravity, &to, 0, 0, out, i);
    }
    return QD_OK;
}
