// The tree's nodes as a list, parents before children, and the bodies in the same order: see masses.h.
#include "list.h"

#include "quad.h"

/// One list at work.
typedef struct lister {
    qd__masses *masses;
    qd__memory *memory;
    const struct qd_tree *tree;
    const qd_bodies *bodies;
    uint32_t leaf;
} lister;

/// Another node, with bodies from `first` on. Returns its place, or QD__NONE: no memory.
static uint32_t list_node(lister *self, uint32_t first)
{
    qd__masses *masses = self->masses;
    const qd__mass_node node = { .first = first };
    if (!qd__memory_reserve(self->memory, &masses->nodes, masses->node_count, &masses->node_room,
                            masses->node_count + 1, sizeof node)) {
        return QD__NONE;
    }
    masses->nodes[masses->node_count] = node;
    return (uint32_t)masses->node_count++;
}

/// What has been added since the node is below it.
static void end_node(lister *self, uint32_t place, uint32_t end)
{
    qd__mass_node *node = &self->masses->nodes[place];
    node->next = (uint32_t)self->masses->node_count;
    node->count = end - node->first;
}

static void list_body(lister *self, uint32_t number)
{
    qd__masses *masses = self->masses;
    const qd__scale *scale = &masses->scale;
    const size_t at = masses->count++;
    masses->number[at] = number;
    masses->x[at] = qd__scaled_x(scale, self->bodies->x[number]);
    masses->y[at] = qd__scaled_y(scale, self->bodies->y[number]);
    masses->mass[at] = self->bodies->mass[number];
}

static void swap(double *values, size_t a, size_t b)
{
    const double value = values[a];
    values[a] = values[b];
    values[b] = value;
}

static void swap_bodies(qd__masses *masses, uint32_t a, uint32_t b)
{
    const uint32_t number = masses->number[a];
    masses->number[a] = masses->number[b];
    masses->number[b] = number;
    swap(masses->x, a, b);
    swap(masses->y, a, b);
    swap(masses->mass, a, b);
}

/// Puts the bodies that lie in the lower half of the longer side first, and returns where the others begin: in between,
/// or at the end where all lie at one place.
static uint32_t halve(qd__masses *masses, uint32_t first, uint32_t end)
{
    const qd__extent x = qd__extent_of(masses->x, first, end), y = qd__extent_of(masses->y, first, end);
    const bool by_x = x.high - x.low >= y.high - y.low;
    const double *values = by_x ? masses->x : masses->y;
    const qd__extent side = by_x ? x : y;
    const double middle =
        side.low + (side.high - side.low) / 2; // may be rounded to `high` where the two are neighbours
    uint32_t upper = first;
    for (uint32_t i = first; i < end; i++) {
        if (middle < side.high ? values[i] <= middle : values[i] < middle) {
            swap_bodies(masses, i, upper++);
        }
    }
    return side.low < side.high ? upper : end;
}

/// Divides a crowd that the tree's floats could not tell apart. Each half is smaller, and at most half as long where
/// the crowd is longer than wide, so the way down is short, or as long as the bodies are few. False: no memory.
static bool divide(lister *self, uint32_t place, uint32_t end)
{
    const uint32_t first = self->masses->nodes[place].first;
    const uint32_t middle = end - first > self->leaf ? halve(self->masses, first, end) : end;
    if (middle == end) {
        self->masses->nodes[place].own = end - first;
        end_node(self, place, end);
        return true;
    }
    const uint32_t lower = list_node(self, first);
    if (lower == QD__NONE || !divide(self, lower, middle)) {
        return false;
    }
    const uint32_t upper = list_node(self, middle);
    if (upper == QD__NONE || !divide(self, upper, end)) {
        return false;
    }
    end_node(self, place, end);
    return true;
}

static uint32_t add_own(lister *self, uint32_t bucket)
{
    uint32_t count = 0;
    while (bucket != QD__NONE) {
        const qd__bucket *at = qd__tree_bucket(self->tree, bucket);
        const qd_found *items = qd__bucket_items(at);
        for (uint64_t live = at->live; live; live &= live - 1) {
            list_body(self, (uint32_t)items[qd__lowest_bit_long(live)].user);
        }
        count += at->count;
        bucket = at->next;
    }
    return count;
}

static bool list_quad(lister *self, uint32_t number);

/// Adds a node of the tree and all below it. False: no memory.
static bool add_tree_node(lister *self, const qd__quad *quad, uint32_t lane)
{
    if (quad->child[lane] == QD__NONE && quad->bucket[lane] == QD__NONE) {
        return true;
    }
    const uint32_t place = list_node(self, (uint32_t)self->masses->count);
    if (place == QD__NONE) {
        return false;
    }
    const uint32_t own = add_own(self, quad->bucket[lane]);
    if (quad->child[lane] == QD__NONE) {
        return divide(self, place, (uint32_t)self->masses->count);
    }
    self->masses->nodes[place].own = own;
    if (!list_quad(self, quad->child[lane])) {
        return false;
    }
    end_node(self, place, (uint32_t)self->masses->count);
    return true;
}

static bool list_quad(lister *self, uint32_t number)
{
    const qd__quad *quad = qd__quad_at(self->tree, number);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (!add_tree_node(self, quad, lane)) {
            return false;
        }
    }
    return true;
}

bool qd__masses_list(qd__masses *masses, qd__memory *memory, const qd_tree *tree, const qd_bodies *bodies,
                     uint32_t leaf)
{
    lister self = { masses, memory, tree, bodies, leaf };
    return list_quad(&self, 0);
}
