/// Forces between bodies as Barnes and Hut's method is usually taught: bodies are put one by one into a quadtree with a
/// body a leaf, each node sums up what is below it, and every body walks down from the root alone, a node acting as one
/// where its side over the distance of its centre of mass is below theta.
#include "contender.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>

enum { DEEPEST = 48, NOBODY = UINT32_MAX };

typedef struct node {
    double x, y, mass;    ///< Centre of mass, where there is any.
    double sxx, sxy, syy; ///< Second moments about it.
    double low_x, low_y;  ///< The square's corner
    double side;          ///< and side.
    uint32_t child[4];    ///< 0: none, for the root is no child.
    uint32_t body;        ///< A leaf's first body; NOBODY: it has none.
    bool divided;
} node;

typedef struct plain_walk {
    contender_opening opening;
    const contender_bodies *bodies; ///< While they are pulled.
    node *nodes;
    size_t count, room;
    uint32_t *next; ///< By body: another one in the same leaf, at the deepest level alone.
    size_t next_room;
} plain_walk;

static contender *plain_walk_create(bool open_edges)
{
    (void)open_edges;
    plain_walk *own = calloc(1, sizeof *own);
    if (own)
        own->opening = (contender_opening){ 0.5, 2 };
    return (contender *)own;
}

static void plain_walk_destroy(contender *self)
{
    plain_walk *own = (plain_walk *)self;
    if (!own)
        return;
    memory_free(own->nodes);
    memory_free(own->next);
    free(own);
}

static qd_result plain_walk_aim(contender *self, contender_opening opening)
{
    ((plain_walk *)self)->opening = opening;
    return QD_OK;
}

/// A new leaf. 0: no memory, or it is the root.
static uint32_t add_node(plain_walk *own, double low_x, double low_y, double side)
{
    if (own->count == own->room) {
        size_t room = memory_room(own->room, own->count + 64);
        node *grown = memory_grown(own->nodes, own->count, room, sizeof *grown);
        if (!grown)
            return 0;
        own->nodes = grown;
        own->room = room;
    }
    own->nodes[own->count] = (node){ .low_x = low_x, .low_y = low_y, .side = side, .body = NOBODY };
    return (uint32_t)own->count++;
}

/// The child of a node in which a body lies, made if need be. 0: no memory.
static uint32_t child_for(plain_walk *own, uint32_t at, uint32_t body)
{
    const node *n = &own->nodes[at];
    double half = n->side / 2;
    bool right = own->bodies->x[body] >= n->low_x + half, upper = own->bodies->y[body] >= n->low_y + half;
    unsigned lane = (unsigned)right + 2 * (unsigned)upper;
    if (n->child[lane] == 0) {
        uint32_t child = add_node(own, n->low_x + (right ? half : 0), n->low_y + (upper ? half : 0), half);
        own->nodes[at].child[lane] = child;
    }
    return own->nodes[at].child[lane];
}

static bool insert(plain_walk *own, uint32_t body)
{
    uint32_t at = 0;
    for (int depth = 0;; depth++) {
        node *n = &own->nodes[at];
        if (!n->divided && (n->body == NOBODY || depth == DEEPEST)) {
            own->next[body] = n->body;
            n->body = body;
            return true;
        }
        if (!n->divided) {
            uint32_t first = n->body;
            n->divided = true;
            n->body = NOBODY;
            uint32_t below = child_for(own, at, first);
            if (below == 0)
                return false;
            own->nodes[below].body = first;
            own->next[first] = NOBODY;
        }
        at = child_for(own, at, body);
        if (at == 0)
            return false;
    }
}

static bool build(plain_walk *own)
{
    const contender_bodies *bodies = own->bodies;
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (size_t i = 0; i < bodies->count; i++) {
        low_x = fmin(low_x, bodies->x[i]);
        low_y = fmin(low_y, bodies->y[i]);
        high_x = fmax(high_x, bodies->x[i]);
        high_y = fmax(high_y, bodies->y[i]);
    }
    own->count = 0;
    add_node(own, low_x, low_y, fmax(high_x - low_x, high_y - low_y));
    if (own->count == 0)
        return false;
    for (size_t i = 0; i < bodies->count; i++)
        if (!insert(own, (uint32_t)i))
            return false;
    return true;
}

static void add_moments(node *to, double x, double y, const node *part)
{
    to->sxx += part->mass * x * x + part->sxx;
    to->sxy += part->mass * x * y + part->sxy;
    to->syy += part->mass * y * y + part->syy;
}

/// Children come after their parents, so from the last to the first all are summed up before they are needed.
static void sum_up(plain_walk *own)
{
    const contender_bodies *bodies = own->bodies;
    for (size_t at = own->count; at-- > 0;) {
        node *n = &own->nodes[at];
        for (uint32_t i = n->body; i != NOBODY; i = own->next[i]) {
            n->mass += 1;
            n->x += bodies->x[i];
            n->y += bodies->y[i];
        }
        for (unsigned lane = 0; lane < 4; lane++) {
            const node *child = &own->nodes[n->child[lane]];
            if (n->child[lane] == 0)
                continue;
            n->mass += child->mass;
            n->x += child->mass * child->x;
            n->y += child->mass * child->y;
        }
        n->x /= n->mass;
        n->y /= n->mass;
        for (uint32_t i = n->body; i != NOBODY; i = own->next[i])
            add_moments(n, bodies->x[i] - n->x, bodies->y[i] - n->y, &(node){ .mass = 1 });
        for (unsigned lane = 0; lane < 4; lane++) {
            const node *child = &own->nodes[n->child[lane]];
            if (n->child[lane] != 0)
                add_moments(n, child->x - n->x, child->y - n->y, child);
        }
    }
}

typedef struct pulled {
    double x, y, ax, ay;
} pulled;

static void pull_by_body(pulled *to, double x, double y)
{
    double ex = x - to->x, ey = y - to->y, square = ex * ex + ey * ey;
    if (square == 0)
        return;
    double pull = 1 / (square * sqrt(square));
    to->ax += ex * pull;
    to->ay += ey * pull;
}

static void pull_by_node(pulled *to, const node *n, double ex, double ey, double square, int order)
{
    double over = 1 / square, a1 = over * sqrt(over), pull = n->mass * a1;
    if (order == 2) {
        double a2 = 3 * a1 * over, a3 = 5 * a2 * over;
        double sx = n->sxx * ex + n->sxy * ey, sy = n->sxy * ex + n->syy * ey;
        pull += a3 * (ex * sx + ey * sy) / 2 - a2 * (n->sxx + n->syy) / 2;
        to->ax -= a2 * sx;
        to->ay -= a2 * sy;
    }
    to->ax += ex * pull;
    to->ay += ey * pull;
}

static void walk(const plain_walk *own, pulled *to)
{
    uint32_t stack[3 * DEEPEST + 4];
    unsigned height = 1;
    stack[0] = 0;
    double squared = own->opening.theta * own->opening.theta;
    while (height > 0) {
        const node *n = &own->nodes[stack[--height]];
        double ex = n->x - to->x, ey = n->y - to->y, square = ex * ex + ey * ey;
        if (n->divided && n->side * n->side < squared * square) {
            pull_by_node(to, n, ex, ey, square, own->opening.order);
            continue;
        }
        for (uint32_t i = n->body; i != NOBODY; i = own->next[i])
            pull_by_body(to, own->bodies->x[i], own->bodies->y[i]);
        for (unsigned lane = 0; lane < 4; lane++)
            if (n->child[lane] != 0)
                stack[height++] = n->child[lane];
    }
}

static bool reserve(plain_walk *own, size_t count)
{
    if (count <= own->next_room)
        return true;
    memory_free(own->next);
    own->next = memory_array(count, sizeof *own->next);
    own->next_room = own->next ? count : 0;
    return own->next;
}

static qd_result plain_walk_pull(contender *self, const contender_bodies *bodies, double *ax, double *ay)
{
    plain_walk *own = (plain_walk *)self;
    own->bodies = bodies;
    if (!reserve(own, bodies->count) || !build(own))
        return QD_NO_MEMORY;
    sum_up(own);
    for (size_t i = 0; i < bodies->count; i++) {
        pulled to = { bodies->x[i], bodies->y[i], 0, 0 };
        walk(own, &to);
        ax[i] = to.ax;
        ay[i] = to.ay;
    }
    return QD_OK;
}

const contender_kind contender_plain_walk = {
    .name = "plain-walk",
    .create = plain_walk_create,
    .destroy = plain_walk_destroy,
    .aim = plain_walk_aim,
    .pull = plain_walk_pull,
};
