// One walk through the list of nodes for a group of places.
//
// Whatever is far enough from all of the group is noted once for all, and the sums are made when there is much of it:
//
//     group ->  [ node | node, node not opened ] -> nodes    as they are (order 2), or as bodies (order 1)
//               [ its own and near bodies      ] -> bodies
#include "walk.h"

#include <string.h>

enum {
    BODIES_MOST = QD__PULLING_MOST, ///< So much waits at most,
    NODES_MOST = BODIES_MOST / 8,
    BODIES_AT_ONCE = 128, ///< and so much of it is fetched at a time: all of it is too much for the stack.
    NODES_AT_ONCE = 32,
};

/// What pulls, by its number, waiting to be summed up.
typedef struct waiting {
    const struct qd_gravity *gravity;
    qd__pulled *to;
    const qd__pull_rule *rule;
    uint32_t bodies, nodes;
    uint32_t body[BODIES_MOST], node[NODES_MOST];
    uint64_t as_body[BODIES_MOST / 64]; ///< Which of the bodies are nodes that act as bodies.
    union {
        struct {
            double x[BODIES_AT_ONCE], y[BODIES_AT_ONCE], mass[BODIES_AT_ONCE];
        } bodies;
        qd__pulling_node nodes[NODES_AT_ONCE];
    } fetched;
} waiting;

static void fetch_body(waiting *self, uint32_t from, uint32_t to)
{
    const qd__masses *masses = &self->gravity->masses;
    const uint32_t number = self->body[from];
    const bool is_node = self->as_body[from / 64] >> from % 64 & 1;
    self->fetched.bodies.x[to] = is_node ? masses->nodes[number].x : masses->x[number];
    self->fetched.bodies.y[to] = is_node ? masses->nodes[number].y : masses->y[number];
    self->fetched.bodies.mass[to] = is_node ? masses->shapes[number].mass : masses->mass[number];
}

static void pull_bodies(waiting *self)
{
    for (uint32_t done = 0; done < self->bodies;) {
        uint32_t count = 0;
        for (; count < BODIES_AT_ONCE && done < self->bodies; count++)
            fetch_body(self, done++, count);
        const qd__pulling from = { self->fetched.bodies.x, self->fetched.bodies.y, self->fetched.bodies.mass, count };
        self->gravity->simd->bodies(self->to, &from, self->rule);
    }
    memset(self->as_body, 0, sizeof self->as_body);
    self->bodies = 0;
}

static void fetch_node(const struct qd_gravity *gravity, uint32_t place, qd__pulling_node *to)
{
    const qd__mass_node *node = &gravity->masses.nodes[place];
    const qd__mass_shape *shape = &gravity->masses.shapes[place];
    const bool second = gravity->def.order == 2;
    to->x = node->x;
    to->y = node->y;
    to->mass = shape->mass;
    to->dx = shape->dx;
    to->dy = shape->dy;
    to->sxx = second ? shape->sxx : 0;
    to->sxy = second ? shape->sxy : 0;
    to->syy = second ? shape->syy : 0;
}

static void pull_nodes(waiting *self)
{
    for (uint32_t done = 0; done < self->nodes;) {
        uint32_t count = 0;
        for (; count < NODES_AT_ONCE && done < self->nodes; count++)
            fetch_node(self->gravity, self->node[done++], &self->fetched.nodes[count]);
        self->gravity->simd->nodes(self->to, self->fetched.nodes, count, self->rule);
    }
    self->nodes = 0;
}

static void add_body(waiting *self, uint32_t number, bool is_node)
{
    if (self->bodies == BODIES_MOST)
        pull_bodies(self);
    self->as_body[self->bodies / 64] |= (uint64_t)is_node << self->bodies % 64;
    self->body[self->bodies++] = number;
}

static void add_node(waiting *self, uint32_t place)
{
    const bool second = self->gravity->def.order == 2;
    const bool point = self->gravity->masses.nodes[place].opening == QD__OPENING_POINT;
    if (point || !(second || self->gravity->masses.both_signs)) {
        add_body(self, place, true); // its bodies lie at one place, or are to act as if they did
        return;
    }
    if (self->nodes == NODES_MOST)
        pull_nodes(self);
    self->node[self->nodes++] = place;
}

qd__corners qd__corners_of(const double *x, const double *y, uint32_t count)
{
    qd__corners all = { x[0], y[0], x[0], y[0] };
    for (uint32_t i = 1; i < count; i++) {
        all.min_x = x[i] < all.min_x ? x[i] : all.min_x;
        all.min_y = y[i] < all.min_y ? y[i] : all.min_y;
        all.max_x = x[i] > all.max_x ? x[i] : all.max_x;
        all.max_y = y[i] > all.max_y ? y[i] : all.max_y;
    }
    return all;
}

/// Walks the list. What is met goes to be summed up; without a group all that can be opened is.
static void walk_list(waiting *self, const qd__corners *group, qd_gravity_cost *cost)
{
    const qd__masses *masses = &self->gravity->masses;
    uint64_t nodes = 0, whole = 0, bodies = 0;
    for (uint32_t place = 0; place < masses->node_count;) {
        const qd__mass_node *node = &masses->nodes[place];
        const double x = group ? qd__outside(node->x, group->min_x, group->max_x) : 0;
        const double y = group ? qd__outside(node->y, group->min_y, group->max_y) : 0;
        nodes++;
        if (x * x + y * y > node->opening) {
            add_node(self, place);
            whole++;
            place = node->next;
            continue;
        }
        for (uint32_t i = node->first; i < node->first + node->own; i++)
            add_body(self, i, false);
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

static void pull_by_walk(const struct qd_gravity *gravity, qd__pulled *to, const qd__corners *group,
                         const qd__pull_rule *rule, qd_gravity_cost *cost)
{
    waiting self;
    self.gravity = gravity;
    self.to = to;
    self.rule = rule;
    self.bodies = self.nodes = 0;
    memset(self.as_body, 0, sizeof self.as_body);
    qd__pull_begin(to);
    walk_list(&self, group, cost);
    pull_nodes(&self);
    pull_bodies(&self);
}

void qd__pull_by_tree(const struct qd_gravity *gravity, qd__pulled *to, const qd__corners *group,
                      const qd__pull_rule *rule, qd_gravity_cost *cost)
{
    pull_by_walk(gravity, to, group, rule, cost);
}

void qd__pull_by_all(const struct qd_gravity *gravity, qd__pulled *to, const qd__corners *group,
                     const qd__pull_rule *rule, qd_gravity_cost *cost)
{
    (void)group;
    const qd__masses *masses = &gravity->masses;
    if (masses->count > masses->bodies) {
        pull_by_walk(gravity, to, NULL, rule, cost);
        return;
    }
    qd__pull_begin(to);
    for (size_t i = 0; i < masses->count; i += QD__PULLING_MOST) {
        const size_t left = masses->count - i;
        const qd__pulling from = { masses->x + i, masses->y + i, masses->mass + i,
                                   (uint32_t)(left < QD__PULLING_MOST ? left : QD__PULLING_MOST) };
        gravity->simd->bodies(to, &from, rule);
    }
    cost->bodies += (uint64_t)masses->count * to->count;
}
