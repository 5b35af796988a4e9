// The parts that act on a place, for forces and pictures that are not ours.
#include "state.h"

enum { PARTS_BATCH = 64 };

typedef struct batch {
    const struct qd_gravity *gravity;
    qd_gravity_visitor *visitor;
    void *context;
    size_t count;
    qd_gravity_part parts[PARTS_BATCH];
} batch;

/// Hands the batch over. False: the visitor has enough.
static bool flush_parts(batch *self)
{
    const bool go_on = self->count == 0 || self->visitor(self->context, self->parts, self->count);
    self->count = 0;
    return go_on;
}

/// False: the visitor has enough.
static bool add_part(batch *self, const qd_gravity_part *part)
{
    if (self->count == PARTS_BATCH && !flush_parts(self)) {
        return false;
    }
    self->parts[self->count++] = *part;
    return true;
}

static bool show_acting_node(batch *self, uint32_t place)
{
    const qd__masses *masses = &self->gravity->masses;
    const qd__scale *scale = &masses->scale;
    const qd__mass_node *node = &masses->nodes[place];
    const qd__mass_shape *shape = &masses->shapes[place];
    const double length = scale->length, square = length * length;
    const qd_gravity_part part = { .x = qd__unscaled_x(scale, node->x),
                                   .y = qd__unscaled_y(scale, node->y),
                                   .mass = shape->mass,
                                   .dx = shape->dx * length,
                                   .dy = shape->dy * length,
                                   .sxx = shape->sxx * square,
                                   .sxy = shape->sxy * square,
                                   .syy = shape->syy * square,
                                   .min_x = qd__unscaled_x(scale, shape->min_x),
                                   .min_y = qd__unscaled_y(scale, shape->min_y),
                                   .max_x = qd__unscaled_x(scale, shape->max_x),
                                   .max_y = qd__unscaled_y(scale, shape->max_y),
                                   .bodies = masses->number + node->first,
                                   .count = node->count };
    return add_part(self, &part);
}

static bool show_acting_body(batch *self, uint32_t i)
{
    const qd__masses *masses = &self->gravity->masses;
    const double x = qd__unscaled_x(&masses->scale, masses->x[i]);
    const double y = qd__unscaled_y(&masses->scale, masses->y[i]);
    const qd_gravity_part part = { .x = x,
                                   .y = y,
                                   .mass = masses->mass[i],
                                   .min_x = x,
                                   .min_y = y,
                                   .max_x = x,
                                   .max_y = y,
                                   .bodies = masses->number + i,
                                   .count = 1 };
    return add_part(self, &part);
}

qd_result qd_gravity_visit(const qd_gravity *gravity, double x, double y, qd_gravity_visitor *visitor, void *context)
{
    if (!qd__gravity_takes(x) || !qd__gravity_takes(y)) {
        return QD_BAD_VALUE;
    }
    const qd__masses *masses = &gravity->masses;
    batch self;
    self.gravity = gravity;
    self.visitor = visitor;
    self.context = context;
    self.count = 0;
    x = qd__scaled_x(&masses->scale, x);
    y = qd__scaled_y(&masses->scale, y);
    bool go_on = true;
    for (uint32_t place = 0; place < masses->node_count && go_on;) {
        const qd__mass_node *node = &masses->nodes[place];
        const double off_x = node->x - x, off_y = node->y - y;
        if (off_x * off_x + off_y * off_y > node->opening) {
            go_on = show_acting_node(&self, place);
            place = node->next;
            continue;
        }
        for (uint32_t i = node->first; i < node->first + node->own && go_on; i++) {
            go_on = show_acting_body(&self, i);
        }
        place++;
    }
    if (go_on) {
        flush_parts(&self);
    }
    return QD_OK;
}
