// What acts on bodies and places, group by group.
#include "walk.h"

#include "executor.h"
#include "log.h"

#include <math.h>

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

/// Multiplies sum `i`, by the scale of what pulls, into the caller's.
static void rescale_pull(const struct qd_gravity *sources, qd__pulled *sums, uint32_t i)
{
    const double constant = sources->def.constant, factor = sources->masses.scale.factor;
    const double potential = sources->def.law == QD_GRAVITY_PLANE ? constant : constant * factor;
    sums->ax[i] *= potential * factor;
    sums->ay[i] *= potential * factor;
    sums->potential[i] *= potential;
}

/// Result `at` is sum `i`.
static void write_pull(const qd__pulled *from, uint32_t i, const qd_field *out, size_t at)
{
    out->ax[at] = from->ax[i];
    out->ay[at] = from->ay[i];
    if (out->potential)
        out->potential[at] = from->potential[i];
}

/// Sum `i` is added to result `at`.
static void add_pull(const qd__pulled *from, uint32_t i, const qd_field *out, size_t at)
{
    out->ax[at] += from->ax[i];
    out->ay[at] += from->ay[i];
    if (out->potential)
        out->potential[at] += from->potential[i];
}

/// From so far on, by our scale, a place sees the scene as a point, to rounding; and squares of what is farther leave
/// the range of floats.
#define FAR 0x1p60

static bool is_in_reach(double x, double y)
{
    return fabs(x) < FAR && fabs(y) < FAR;
}

static void pull_from_afar(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule)
{
    const qd__masses *masses = &gravity->masses;
    qd__pull_begin(to);
    for (uint32_t place = 0; place < masses->node_count; place = masses->nodes[place].next) {
        const double x = masses->nodes[place].x - to->x[0], y = masses->nodes[place].y - to->y[0];
        const double mass = masses->shapes[place].mass, r = sqrt(x * x + y * y);
        const double pull = rule->plane ? mass / r : mass / r / r;
        to->ax[0] += pull * (x / r);
        to->ay[0] += pull * (y / r);
        to->potential[0] += rule->plane ? mass * (qd__log(r) + rule->shift) : -mass / r;
    }
}

/// One call at work: for every group by one puller.
typedef struct job {
    struct qd_gravity *gravity;       ///< Its bodies are acted on,
    const struct qd_gravity *sources; ///< by what is here: the same, or another.
    const qd_field *out;
    qd__puller *pull;
    qd__pull_rule rule;
    double own; ///< Potential of a mass of 1, where it lies.
    uint32_t parts;
} job;

/// A coordinate by the scale of what pulls.
static double source_x(const job *self, double x)
{
    const qd__scale *from = &self->gravity->masses.scale;
    return self->sources == self->gravity ? x : qd__scaled_x(&self->sources->masses.scale, qd__unscaled_x(from, x));
}

static double source_y(const job *self, double y)
{
    const qd__scale *from = &self->gravity->masses.scale;
    return self->sources == self->gravity ? y : qd__scaled_y(&self->sources->masses.scale, qd__unscaled_y(from, y));
}

/// So many of a group, from `first` on: its bodies, not its cells. `group` is NULL where the group reaches far away:
/// they are one body then.
static void solve_some(const job *self, const qd__corners *group, uint32_t first, uint32_t count, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    uint32_t bodies[QD__PULLED_MOST] = { 0 };
    qd__pulled to;
    to.count = 0;
    for (uint32_t i = first; i < first + count; i++) {
        to.x[to.count] = source_x(self, masses->x[i]);
        to.y[to.count] = source_y(self, masses->y[i]);
        bodies[to.count] = i;
        to.count += masses->number[i] < masses->bodies;
    }
    if (to.count == 0)
        return;
    if (group || is_in_reach(to.x[0], to.y[0])) {
        const qd__corners corners = group ? *group : qd__corners_of(to.x, to.y, to.count);
        self->pull(self->sources, &to, &corners, &self->rule, cost);
    } else {
        pull_from_afar(self->sources, &to, &self->rule);
    }
    for (uint32_t i = 0; i < to.count; i++) {
        const uint32_t body = bodies[i], number = masses->number[body];
        to.potential[i] -= self->own * masses->mass[body];
        rescale_pull(self->sources, &to, i);
        self->sources == self->gravity ? write_pull(&to, i, self->out, number) : add_pull(&to, i, self->out, number);
    }
}

/// A group that is large is walked for more than once. It counts as one walk.
static void solve_group(const job *self, const qd__mass_group *group, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    qd__corners corners = qd__corners_of(masses->x + group->first, masses->y + group->first, group->count);
    corners.min_x = source_x(self, corners.min_x);
    corners.min_y = source_y(self, corners.min_y);
    corners.max_x = source_x(self, corners.max_x);
    corners.max_y = source_y(self, corners.max_y);
    const bool near = is_in_reach(corners.min_x, corners.min_y) && is_in_reach(corners.max_x, corners.max_y);
    const uint32_t most = near ? QD__PULLED_MOST : 1;
    const uint64_t nodes = cost->nodes;
    for (uint32_t done = 0; done < group->count; done += most) {
        const uint32_t left = group->count - done;
        cost->nodes = nodes;
        solve_some(self, near ? &corners : NULL, group->first + done, left < most ? left : most, cost);
    }
}

static void solve_part(void *context, uint32_t part)
{
    job *self = (job *)context;
    const qd__masses *masses = &self->gravity->masses;
    const size_t end = qd__part_start(masses->group_count, part + 1, self->parts);
    qd_gravity_cost cost = { 0, 0, 0 };
    for (size_t i = qd__part_start(masses->group_count, part, self->parts); i < end; i++)
        solve_group(self, &masses->groups[i], &cost);
    self->gravity->costs[part] = cost;
}

static qd_gravity_cost solve_groups(qd_gravity *gravity, const qd_gravity *sources, const qd_field *out,
                                    qd__puller *pull)
{
    job self;
    self.gravity = gravity;
    self.sources = sources;
    self.out = out;
    self.pull = pull;
    self.rule = rule_of(sources, out);
    self.own = sources == gravity ? own_potential(gravity, &self.rule) : 0;
    self.parts = qd__executor_parts(&gravity->def.executor, gravity->masses.count, QD__PARTS_PER_WORKER);
    qd__executor_run(&gravity->def.executor, solve_part, &self, self.parts);
    qd_gravity_cost all = { 0, 0, 0 };
    for (uint32_t part = 0; part < self.parts; part++) {
        all.bodies += gravity->costs[part].bodies;
        all.cells += gravity->costs[part].cells;
        all.nodes += gravity->costs[part].nodes;
    }
    return all;
}

static void solve_all(qd_gravity *gravity, const qd_field *out, qd__puller *pull, qd_gravity_cost *cost)
{
    gravity->cost = solve_groups(gravity, gravity, out, pull);
    if (cost)
        *cost = gravity->cost;
}

void qd_gravity_solve(qd_gravity *gravity, const qd_field *out, qd_gravity_cost *cost)
{
    solve_all(gravity, out, qd__pull_by_tree, cost);
}

void qd_gravity_solve_direct(qd_gravity *gravity, const qd_field *out, qd_gravity_cost *cost)
{
    solve_all(gravity, out, qd__pull_by_all, cost);
}

void qd_gravity_add_field(qd_gravity *gravity, const qd_gravity *sources, const qd_field *out, qd_gravity_cost *cost)
{
    const qd_gravity_cost all = solve_groups(gravity, sources, out, qd__pull_by_tree);
    if (cost)
        *cost = all;
}

void qd_gravity_get_cost(const qd_gravity *gravity, qd_gravity_cost *cost)
{
    *cost = gravity->cost;
}

qd_result qd_gravity_solve_at(const qd_gravity *gravity, const qd_bodies *at, const qd_field *out, size_t *bad)
{
    for (size_t i = 0; i < at->count; i++) {
        if (!qd__gravity_takes(at->x[i]) || !qd__gravity_takes(at->y[i])) {
            if (bad)
                *bad = i;
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
        if (is_in_reach(to.x[0], to.y[0])) {
            const qd__corners place = qd__corners_of(to.x, to.y, 1);
            qd__pull_by_tree(gravity, &to, &place, &rule, &cost);
        } else {
            pull_from_afar(gravity, &to, &rule);
        }
        rescale_pull(gravity, &to, 0);
        write_pull(&to, 0, out, i);
    }
    return QD_OK;
}
