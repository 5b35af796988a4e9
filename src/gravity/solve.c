// What acts on bodies and places: one walk through the list of cells for each group of them.
//
// Whatever is far enough from all of a group is noted once for all, and the sums are made when there is much of it:
//
//     group ->  [ cell | cell, cell not opened ] -> cells    as they are (order 2), or as bodies (order 1)
//               [ its own and near bodies      ] -> bodies
#include "state.h"

#include "parts.h"

#include <math.h>

/// What pulls, waiting to be summed up. Small enough for any stack.
typedef struct waiting {
    const struct qd_gravity *gravity;
    qd__pulled *to;
    const qd__pull_rule *rule;
    uint32_t bodies, cells;
    double x[QD__PULLING_MOST], y[QD__PULLING_MOST], mass[QD__PULLING_MOST];
    qd__pulling_cell cell[QD__PULLING_MOST / 8];
} waiting;

enum { CELLS_MOST = QD__PULLING_MOST / 8 };

static void pull_bodies(waiting *self)
{
    const qd__pulling from = { self->x, self->y, self->mass, self->bodies };
    self->gravity->lanes->bodies(self->to, &from, self->rule);
    self->bodies = 0;
}

static void pull_cells(waiting *self)
{
    self->gravity->lanes->cells(self->to, self->cell, self->cells, self->rule);
    self->cells = 0;
}

static void add_body(waiting *self, double x, double y, double mass)
{
    if (self->bodies == QD__PULLING_MOST) {
        pull_bodies(self);
    }
    self->x[self->bodies] = x;
    self->y[self->bodies] = y;
    self->mass[self->bodies++] = mass;
}

static void add_bodies(waiting *self, uint32_t first, uint32_t count)
{
    const qd__masses *masses = &self->gravity->masses;
    for (uint32_t i = first; i < first + count; i++) {
        add_body(self, masses->x[i], masses->y[i], masses->mass[i]);
    }
}

static void add_cell(waiting *self, uint32_t place)
{
    const qd__mass_cell *cell = &self->gravity->masses.cells[place];
    const qd__mass_shape *shape = &self->gravity->masses.shapes[place];
    const bool second = self->gravity->def.order == 2;
    if (cell->opening < 0 || !(second || self->gravity->masses.both_signs)) {
        add_body(self, cell->x, cell->y, shape->mass); // its bodies lie at one place, or are to act as if they did
        return;
    }
    if (self->cells == CELLS_MOST) {
        pull_cells(self);
    }
    qd__pulling_cell *pulling = &self->cell[self->cells++];
    pulling->x = cell->x;
    pulling->y = cell->y;
    pulling->mass = shape->mass;
    pulling->dx = shape->dx;
    pulling->dy = shape->dy;
    pulling->sxx = second ? shape->sxx : 0;
    pulling->sxy = second ? shape->sxy : 0;
    pulling->syy = second ? shape->syy : 0;
}

/// How far a coordinate lies outside a range.
static inline double outside(double at, double low, double high)
{
    const double below = low - at, above = at - high, far = below > above ? below : above;
    return far > 0 ? far : 0;
}

typedef struct corners {
    double min_x, min_y, max_x, max_y;
} corners;

static corners corners_of(const qd__pulled *to)
{
    corners all = { to->x[0], to->y[0], to->x[0], to->y[0] };
    for (uint32_t i = 1; i < to->count; i++) {
        all.min_x = to->x[i] < all.min_x ? to->x[i] : all.min_x;
        all.min_y = to->y[i] < all.min_y ? to->y[i] : all.min_y;
        all.max_x = to->x[i] > all.max_x ? to->x[i] : all.max_x;
        all.max_y = to->y[i] > all.max_y ? to->y[i] : all.max_y;
    }
    return all;
}

/// Walks the list. What is met goes to be summed up.
static void walk(waiting *self, const corners *group, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    uint64_t nodes = 0, cells = 0, bodies = 0;
    for (uint32_t place = 0; place < masses->cell_count;) {
        const qd__mass_cell *cell = &masses->cells[place];
        const double x = outside(cell->x, group->min_x, group->max_x);
        const double y = outside(cell->y, group->min_y, group->max_y);
        nodes++;
        if (x * x + y * y > cell->opening) {
            add_cell(self, place);
            cells++;
            place = cell->next;
            continue;
        }
        add_bodies(self, cell->first, cell->own);
        bodies += cell->own;
        place++;
    }
    cost->nodes += nodes;
    cost->cells += cells * self->to->count;
    cost->bodies += bodies * self->to->count;
}

/// Sums begin at 0, and the last tile is filled up with the last place.
static void begin(qd__pulled *to)
{
    const uint32_t end = (to->count + QD__PULLED_TILE - 1) / QD__PULLED_TILE * QD__PULLED_TILE;
    for (uint32_t i = 0; i < end; i++) {
        to->ax[i] = to->ay[i] = to->potential[i] = 0;
        if (i >= to->count) {
            to->x[i] = to->x[to->count - 1];
            to->y[i] = to->y[to->count - 1];
        }
    }
}

static void pull_by_tree(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule,
                         qd_gravity_cost *cost)
{
    waiting self;
    self.gravity = gravity;
    self.to = to;
    self.rule = rule;
    self.bodies = self.cells = 0;
    const corners group = corners_of(to);
    begin(to);
    walk(&self, &group, cost);
    pull_cells(&self);
    pull_bodies(&self);
}

static void pull_by_all(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule,
                        qd_gravity_cost *cost)
{
    const qd__masses *masses = &gravity->masses;
    begin(to);
    for (size_t i = 0; i < masses->count; i += QD__PULLING_MOST) {
        const size_t left = masses->count - i;
        const qd__pulling from = { masses->x + i, masses->y + i, masses->mass + i,
                                   (uint32_t)(left < QD__PULLING_MOST ? left : QD__PULLING_MOST) };
        gravity->lanes->bodies(to, &from, rule);
    }
    cost->bodies += (uint64_t)masses->count * to->count;
}

/// The rule by our scale. A potential of logarithms takes lengths by the caller's, so their shift comes in here.
static qd__pull_rule rule_of(const struct qd_gravity *gravity, const qd_field *out)
{
    const double softening = gravity->def.softening * gravity->masses.scale.factor;
    const qd__pull_rule rule = { softening * softening, log(gravity->masses.scale.length),
                                 gravity->def.law == QD_GRAVITY_PLANE, out->potential != NULL };
    return rule;
}

/// What a mass of 1 adds to the potential at its own place, where softening lets it: it is not to act on itself.
static double own_potential(const qd__pull_rule *rule)
{
    if (!(rule->softening > 0)) {
        return 0;
    }
    const double u = rule->softening > QD__LEAST_SQUARE ? rule->softening : QD__LEAST_SQUARE;
    return rule->plane ? 0.5 * log(u) + rule->shift : -1 / sqrt(u);
}

/// Writes result `at` from sum `i`, by the caller's scale, less what a mass does to itself.
static void write(const struct qd_gravity *gravity, const qd__pulled *from, uint32_t i, double own, const qd_field *out,
                  size_t at)
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
    begin(to);
    for (uint32_t place = 0; place < masses->cell_count; place = masses->cells[place].next) {
        const double x = masses->cells[place].x - to->x[0], y = masses->cells[place].y - to->y[0];
        const double mass = masses->shapes[place].mass, r = sqrt(x * x + y * y);
        const double pull = rule->plane ? mass / r : mass / r / r;
        to->ax[0] += pull * (x / r);
        to->ay[0] += pull * (y / r);
        to->potential[0] += rule->plane ? mass * (log(r) + rule->shift) : -mass / r;
    }
}

typedef void puller(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule, qd_gravity_cost *cost);

/// One call at work: for every group by one puller.
typedef struct job {
    const struct qd_gravity *gravity;
    const qd_field *out;
    puller *pull;
    uint32_t parts;
    qd_gravity_cost costs[QD__PARTS_MOST];
} job;

static void solve_group(const job *self, const qd__mass_group *group, const qd__pull_rule *rule, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    const double own = rule->potential ? own_potential(rule) : 0;
    qd__pulled to;
    to.count = group->count;
    for (uint32_t i = 0; i < group->count; i++) {
        to.x[i] = masses->x[group->first + i];
        to.y[i] = masses->y[group->first + i];
    }
    self->pull(self->gravity, &to, rule, cost);
    for (uint32_t i = 0; i < group->count; i++) {
        const uint32_t at = group->first + i;
        write(self->gravity, &to, i, own * masses->mass[at], self->out, masses->number[at]);
    }
}

static void solve_part(void *context, uint32_t part)
{
    job *self = context;
    const qd__masses *masses = &self->gravity->masses;
    const qd__pull_rule rule = rule_of(self->gravity, self->out);
    const size_t end = qd__part_start(masses->group_count, part + 1, self->parts);
    qd_gravity_cost cost = { 0, 0, 0 };
    for (size_t i = qd__part_start(masses->group_count, part, self->parts); i < end; i++) {
        solve_group(self, &masses->groups[i], &rule, &cost);
    }
    self->costs[part] = cost;
}

static qd_gravity_cost solve(const struct qd_gravity *gravity, const qd_field *out, puller *pull)
{
    job self;
    self.gravity = gravity;
    self.out = out;
    self.pull = pull;
    self.parts = qd__parts_for(gravity->tree, gravity->masses.count, QD__PARTS_PER_WORKER);
    qd__run_parts(gravity->tree, solve_part, &self, self.parts);
    qd_gravity_cost all = { 0, 0, 0 };
    for (uint32_t part = 0; part < self.parts; part++) {
        all.bodies += self.costs[part].bodies;
        all.cells += self.costs[part].cells;
        all.nodes += self.costs[part].nodes;
    }
    return all;
}

qd_gravity_cost qd_gravity_solve(qd_gravity *gravity, const qd_field *out)
{
    gravity->spent = solve(gravity, out, pull_by_tree);
    return gravity->spent;
}

qd_gravity_cost qd_gravity_solve_direct(qd_gravity *gravity, const qd_field *out)
{
    gravity->spent = solve(gravity, out, pull_by_all);
    return gravity->spent;
}

qd_gravity_cost qd_gravity_spent(const qd_gravity *gravity)
{
    return gravity->spent;
}

qd_result qd_gravity_solve_at(const qd_gravity *gravity, size_t count, const double *x, const double *y,
                              const qd_field *out, size_t *bad)
{
    for (size_t i = 0; i < count; i++) {
        if (!qd__gravity_takes(x[i]) || !qd__gravity_takes(y[i])) {
            if (bad) {
                *bad = i;
            }
            return QD_BAD_VALUE;
        }
    }
    const qd__scale *scale = &gravity->masses.scale;
    const qd__pull_rule rule = rule_of(gravity, out);
    qd_gravity_cost cost = { 0, 0, 0 };
    for (size_t i = 0; i < count; i++) {
        qd__pulled to;
        to.count = 1;
        to.x[0] = (x[i] - scale->x) * scale->factor;
        to.y[0] = (y[i] - scale->y) * scale->factor;
        if (fabs(to.x[0]) < FAR && fabs(to.y[0]) < FAR) {
            pull_by_tree(gravity, &to, &rule, &cost);
        } else {
            pull_from_afar(gravity, &to, &rule);
        }
        write(gravity, &to, 0, 0, out, i);
    }
    return QD_OK;
}
