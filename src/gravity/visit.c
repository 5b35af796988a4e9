// The parts that act on a place, for forces and pictures that are not ours.
#include "state.h"

enum { BATCH = 64 };

typedef struct batch {
    const struct qd_gravity *gravity;
    qd_gravity_visitor *visitor;
    void *context;
    size_t count;
    qd_gravity_part parts[BATCH];
} batch;

/// Hands the batch over. False: the visitor has enough.
static bool flush(batch *self)
{
    const bool go_on = self->count == 0 || self->visitor(self->context, self->parts, self->count);
    self->count = 0;
    return go_on;
}

/// Another part, to be filled in. NULL: the visitor has enough.
static qd_gravity_part *next_part(batch *self)
{
    return self->count < BATCH || flush(self) ? &self->parts[self->count++] : NULL;
}

static double outward(double value, double shift, double length)
{
    return value * length + shift;
}

static bool add_cell(batch *self, uint32_t place)
{
    const qd__masses *masses = &self->gravity->masses;
    const qd__scale *scale = &masses->scale;
    const qd__mass_cell *cell = &masses->cells[place];
    const qd__mass_shape *shape = &masses->shapes[place];
    const double length = scale->length, square = length * length;
    const qd_gravity_part part = { .x = outward(cell->x, scale->x, length),
                                   .y = outward(cell->y, scale->y, length),
                                   .mass = shape->mass,
                                   .dx = shape->dx * length,
                                   .dy = shape->dy * length,
                                   .sxx = shape->sxx * square,
                                   .sxy = shape->sxy * square,
                                   .syy = shape->syy * square,
                                   .min_x = outward(shape->min_x, scale->x, length),
                                   .min_y = outward(shape->min_y, scale->y, length),
                                   .max_x = outward(shape->max_x, scale->x, length),
                                   .max_y = outward(shape->max_y, scale->y, length),
                                   .bodies = masses->number + cell->first,
                                   .count = cell->count };
    qd_gravity_part *to = next_part(self);
    if (to) {
        *to = part;
    }
    return to != NULL;
}

static bool add_body(batch *self, uint32_t i)
{
    const qd__masses *masses = &self->gravity->masses;
    const double x = outward(masses->x[i], masses->scale.x, masses->scale.length);
    const double y = outward(masses->y[i], masses->scale.y, masses->scale.length);
    const qd_gravity_part part = { .x = x,
                                   .y = y,
                                   .mass = masses->mass[i],
                                   .min_x = x,
                                   .min_y = y,
                                   .max_x = x,
                                   .max_y = y,
                                   .bodies = masses->number + i,
                                   .count = 1 };
    qd_gravity_part *to = next_part(self);
    if (to) {
        *to = part;
    }
    return to != NULL;
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
    x = (x - masses->scale.x) * masses->scale.factor;
    y = (y - masses->scale.y) * masses->scale.factor;
    bool go_on = true;
    for (uint32_t place = 0; place < masses->cell_count && go_on;) {
        const qd__mass_cell *cell = &masses->cells[place];
        const double off_x = cell->x - x, off_y = cell->y - y;
        if (off_x * off_x + off_y * off_y > cell->opening) {
            go_on = add_cell(&self, place);
            place = cell->next;
            continue;
        }
        for (uint32_t i = cell->first; i < cell->first + cell->own && go_on; i++) {
            go_on = add_body(&self, i);
        }
        place++;
    }
    if (go_on) {
        flush(&self);
    }
    return QD_OK;
}
