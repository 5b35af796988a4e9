// Boxes that hold all bodies: those of nodes, of which the longest is divided as long as there is room.
#include "node_sums.h"
#include "state.h"

enum { BOXES_MOST = 64 };

/// A box, and the node that it is divided into the nodes of.
typedef struct node_box {
    uint32_t place;
    bool whole; ///< All of the node, and not its own bodies alone.
    bool done;  ///< It is not to be divided.
} node_box;

/// Boxes so far, and room for so many.
typedef struct box_list {
    const qd__masses *masses;
    size_t count, room;
    node_box at[BOXES_MOST];
} box_list;

static qd__mass_shape shape_of(const box_list *self, const node_box *box)
{
    const qd__masses *masses = self->masses;
    if (box->whole)
        return masses->shapes[box->place];
    // The node's own bodies, as corners by our scale.
    const qd__mass_node *node = &masses->nodes[box->place];
    const qd__extent x = qd__extent_of(masses->x, node->first, (size_t)node->first + node->own);
    const qd__extent y = qd__extent_of(masses->y, node->first, (size_t)node->first + node->own);
    const qd__mass_shape shape = { .min_x = x.low, .min_y = y.low, .max_x = x.high, .max_y = y.high };
    return shape;
}

static double side_of(const qd__mass_shape *shape)
{
    const double wide = shape->max_x - shape->min_x, high = shape->max_y - shape->min_y;
    return wide > high ? wide : high;
}

/// Boxes that the nodes of a list come to, from `place` to `end`, one more for bodies beside them.
static size_t count_below(const qd__masses *masses, uint32_t place, uint32_t end, uint32_t own)
{
    size_t count = own > 0;
    for (; place < end; place = masses->nodes[place].next)
        count++;
    return count;
}

static void add_below(box_list *self, uint32_t place, uint32_t end)
{
    for (; place < end; place = self->masses->nodes[place].next) {
        const uint32_t next = self->masses->nodes[place].next;
        const node_box box = { place, true, next == place + 1 };
        self->at[self->count++] = box;
    }
}

/// The longest that is to be divided, or the count.
static size_t find_longest(const box_list *self)
{
    size_t longest = self->count;
    double most = -1;
    for (size_t i = 0; i < self->count; i++) {
        if (!self->at[i].done) {
            const qd__mass_shape shape = shape_of(self, &self->at[i]);
            longest = side_of(&shape) > most ? i : longest;
            most = side_of(&shape) > most ? side_of(&shape) : most;
        }
    }
    return longest;
}

static void divide_boxes(box_list *self)
{
    const qd__masses *masses = self->masses;
    for (size_t i = find_longest(self); i < self->count; i = find_longest(self)) {
        const uint32_t place = self->at[i].place;
        const qd__mass_node *node = &masses->nodes[place];
        const size_t count = count_below(masses, place + 1, node->next, node->own);
        if (self->count - 1 + count > self->room) {
            self->at[i].done = true;
            continue;
        }
        if (node->own > 0) {
            const node_box own = { place, false, true };
            self->at[i] = own;
        } else {
            self->at[i] = self->at[--self->count];
        }
        add_below(self, place + 1, node->next);
    }
}

static qd_box unscaled_box(const qd__scale *scale, const qd__mass_shape *shape)
{
    const qd_box box = { { qd__unscaled_x(scale, shape->min_x), qd__unscaled_y(scale, shape->min_y) },
                         { qd__unscaled_x(scale, shape->max_x), qd__unscaled_y(scale, shape->max_y) } };
    return box;
}

/// One box for all, where there is room for one.
static size_t box_around(const qd__masses *masses, qd_box *out, size_t room)
{
    if (room == 0)
        return 0;
    qd__mass_shape all = masses->shapes[0];
    for (uint32_t place = masses->nodes[0].next; place < masses->node_count; place = masses->nodes[place].next) {
        const qd__mass_shape *shape = &masses->shapes[place];
        qd__shape_cover(&all, shape->min_x, shape->min_y, shape->max_x, shape->max_y);
    }
    out[0] = unscaled_box(&masses->scale, &all);
    return 1;
}

size_t qd_gravity_find_boxes(const qd_gravity *gravity, qd_box *out, size_t capacity)
{
    const qd__masses *masses = &gravity->masses;
    const uint32_t nodes = (uint32_t)masses->node_count;
    box_list self;
    self.masses = masses;
    self.count = 0;
    self.room = capacity < BOXES_MOST ? capacity : BOXES_MOST;
    if (count_below(masses, 0, nodes, 0) > self.room)
        return box_around(masses, out, self.room);
    add_below(&self, 0, nodes);
    divide_boxes(&self);
    for (size_t i = 0; i < self.count; i++) {
        const qd__mass_shape shape = shape_of(&self, &self.at[i]);
        out[i] = unscaled_box(&masses->scale, &shape);
    }
    return self.count;
}
