// One walk through the list of nodes for a group of places.
//
// Whatever is far enough from all of the group is noted once for all, and the sums are made when there is much of it:
//
//     group ->  [ node | node, node not opened ] -> nodes    as they are (order 2), or as bodies (order 1)
//               [ its own and near bodies      ] -> bodies
#include "walk.h"

/// So much waits at most: with the places and their sums it lies on the stack.
enum { BODIES_MOST = 64, NODES_MOST = 32 };

/// What pulls, waiting to be summed up.
typedef struct waiting {
    const struct qd_gravity *gravity;
    qd__pulled *to;
    const qd__pull_rule *rule;
    uint32_t bodies, nodes;
    double x[BODIES_MOST], y[BODIES_MOST], mass[BODIES_MOST];
    qd__pulling_node node[NODES_MOST];
} waiting;

static void pull_bodies(waiting *self)
{
    const qd__pulling from = { self->x, self->y, self->mass, self->bodies };
    self->gravity->simd->bodies(self->to, &from, self->rule);
    self->bodies = 0;
}

static void pull_nodes(waiting *self)
{
    self->gravity->simd->nodes(self->to, self->node, self->nodes, self->rule);
    self->nodes = 0;
}

static void pull_body(waiting *self, double x, double y, double mass)
{
    if (self->bodies == BODIES_MOST) {
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
        pull_body(self, masses->x[i], masses->y[i], masses->mass[i]);
    }
}

static void pull_node(waiting *self, uint32_t place)
{
    const qd__mass_node *node = &self->gravity->masses.nodes[place];
    const qd__mass_shape *shape = &self->gravity->masses.shapes[place];
    const bool second = self->gravity->def.order == 2;
    if (node->opening < 0 || !(second || self->gravity->masses.both_signs)) {
        pull_body(self, node->x, node->y, shape->mass); // its bodies lie at one place, or are to act as if they did
        return;
    }
    if (self->nodes == NODES_MOST) {
        pull_nodes(self);
    }
    qd__pulling_node *pulling = &self->node[self->nodes++];
    pulling->x = node->x;
    pulling->y = node->y;
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

typedef struct group_corners {
    double min_x, min_y, max_x, max_y;
} group_corners;

static group_corners corners_of_group(const qd__pulled *to)
{
    group_corners all = { to->x[0], to->y[0], to->x[0], to->y[0] };
    for (uint32_t i = 1; i < to->count; i++) {
        all.min_x = to->x[i] < all.min_x ? to->x[i] : all.min_x;
        all.min_y = to->y[i] < all.min_y ? to->y[i] : all.min_y;
        all.max_x = to->x[i] > all.max_x ? to->x[i] : all.max_x;
        all.max_y = to->y[i] > all.max_y ? to->y[i] : all.max_y;
    }
    return all;
}

/// Walks the list. What is met goes to be summed up.
static void walk_list(waiting *self, const group_corners *group, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    uint64_t nodes = 0, whole = 0, bodies = 0;
    for (uint32_t place = 0; place < masses->node_count;) {
        const qd__mass_node *node = &masses->nodes[place];
        const double x = outside(node->x, group->min_x, group->max_x);
        const double y = outside(node->y, group->min_y, group->max_y);
        nodes++;
        if (x * x + y * y > node->opening) {
            pull_node(self, place);
            whole++;
            place = node->next;
            continue;
        }
        add_bodies(self, node->first, node->own);
        bodies += node->own;
        place++;
    }
    cost->nodes += nodes;
    cost->cells += whole * self->to->count;
    cost->bodies += bodies * self->to->count;
}

void qd__pull_begin(qd__pulled *to)
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

void qd__pull_by_tree(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule,
                      qd_gravity_cost *cost)
{
    waiting self;
    self.gravity = gravity;
    self.to = to;
    self.rule = rule;
    self.bodies = self.nodes = 0;
    const group_corners group = corners_of_group(to);
    qd__pull_begin(to);
    walk_list(&self, &group, cost);
    pull_nodes(&self);
    pull_bodies(&self);
}

void qd__pull_by_all(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule, qd_gravity_cost *cost)
{
    const qd__masses *masses = &gravity->masses;
    qd__pull_begin(to);
    for (size_t i = 0; i < masses->count; i += QD__PULLING_MOST) {
        const size_t left = masses->count - i;
        const qd__pulling from = { masses->x + i, masses->y + i, masses->mass + i,
                                   (uint32_t)(left < QD__PULLING_MOST ? left : QD__PULLING_MOST) };
        gravity->simd->bodies(to, &from, rule);
    }
    cost->bodies += (uint64_t)masses->count * to->count;
}
