// The parts that act on a place, for forces and pictures of the caller.
#include "walk.h"

/// Takes one part.
typedef qd_flow part_taker(void *context, const qd_gravity_part *part);

static qd_gravity_part node_part(const qd__masses *masses, uint32_t place)
{
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
    return part;
}

static qd_gravity_part body_part(const qd__masses *masses, uint32_t i)
{
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
    return part;
}

/// Some boxes that parts are to be seen from.
typedef struct viewers {
    const qd_box *boxes;
    size_t count;
    qd__corners around; ///< All of them, by our scale.
} viewers;

static qd__corners scaled_box(const qd__scale *scale, const qd_box *box)
{
    const qd__corners corners = { qd__scaled_x(scale, box->min.x), qd__scaled_y(scale, box->min.y),
                                  qd__scaled_x(scale, box->max.x), qd__scaled_y(scale, box->max.y) };
    return corners;
}

/// False: a box is no box, or out of range.
static bool begin_viewers(viewers *self, const qd__scale *scale, const qd_box *boxes, size_t count)
{
    self->boxes = boxes;
    self->count = count;
    for (size_t i = 0; i < count; i++) {
        const qd_box *box = &boxes[i];
        if (!(qd__gravity_takes(box->min.x) && qd__gravity_takes(box->min.y) && qd__gravity_takes(box->max.x) &&
              qd__gravity_takes(box->max.y) && box->min.x <= box->max.x && box->min.y <= box->max.y))
            return false;
        const qd__corners corners = scaled_box(scale, box);
        if (i == 0)
            self->around = corners;
        self->around.min_x = corners.min_x < self->around.min_x ? corners.min_x : self->around.min_x;
        self->around.min_y = corners.min_y < self->around.min_y ? corners.min_y : self->around.min_y;
        self->around.max_x = corners.max_x > self->around.max_x ? corners.max_x : self->around.max_x;
        self->around.max_y = corners.max_y > self->around.max_y ? corners.max_y : self->around.max_y;
    }
    return count > 0;
}

static bool is_far_from(const qd__mass_node *node, const qd__corners *corners)
{
    const double x = qd__outside(node->x, corners->min_x, corners->max_x);
    const double y = qd__outside(node->y, corners->min_y, corners->max_y);
    return x * x + y * y > node->opening;
}

static bool is_far_from_all(const qd__mass_node *node, const viewers *from, const qd__scale *scale)
{
    bool far = is_far_from(node, &from->around);
    if (!far && from->count > 1) {
        far = true;
        for (size_t i = 0; far && i < from->count; i++) {
            const qd__corners corners = scaled_box(scale, &from->boxes[i]);
            far = is_far_from(node, &corners);
        }
    }
    return far;
}

/// Gives all parts that are seen from some boxes, by each of them, to the taker.
static void show_parts(const qd__masses *masses, const qd_box *boxes, size_t count, part_taker *take, void *context)
{
    viewers from;
    if (!begin_viewers(&from, &masses->scale, boxes, count))
        return;
    qd_flow flow = QD_CONTINUE;
    for (uint32_t place = 0; place < masses->node_count && flow == QD_CONTINUE;) {
        const qd__mass_node *node = &masses->nodes[place];
        if (is_far_from_all(node, &from, &masses->scale)) {
            const qd_gravity_part part = node_part(masses, place);
            flow = take(context, &part);
            place = node->next;
        } else {
            for (uint32_t i = node->first; flow == QD_CONTINUE && i < node->first + node->own; i++) {
                const qd_gravity_part part = body_part(masses, i);
                flow = take(context, &part);
            }
            place++;
        }
    }
}

/// An array of the caller that parts go into.
typedef struct part_array {
    qd_gravity_part *out;
    size_t capacity, total;
    bool all; ///< Count those too that have no room.
} part_array;

static qd_flow put_part(void *context, const qd_gravity_part *part)
{
    part_array *self = (part_array *)context;
    if (self->total < self->capacity)
        self->out[self->total] = *part;
    self->total++;
    return self->all || self->total < self->capacity ? QD_CONTINUE : QD_STOP;
}

size_t qd_gravity_find_parts(const qd_gravity *gravity, double x, double y, qd_gravity_part *out, size_t capacity,
                             size_t *total)
{
    part_array self = { out, capacity, 0, total != NULL };
    const qd_box place = { { x, y }, { x, y } };
    show_parts(&gravity->masses, &place, 1, put_part, &self);
    if (total)
        *total = self.total;
    return self.total < capacity ? self.total : capacity;
}

enum { PART_BATCH = 64 };

typedef struct part_batch {
    qd_part_visitor *visit;
    void *context;
    size_t count;
    qd_gravity_part parts[PART_BATCH];
} part_batch;

static qd_flow flush_parts(part_batch *self)
{
    const qd_flow flow = self->visit(self->context, self->parts, self->count);
    self->count = 0;
    return flow;
}

static qd_flow batch_part(void *context, const qd_gravity_part *part)
{
    part_batch *self = (part_batch *)context;
    if (self->count == PART_BATCH && flush_parts(self) != QD_CONTINUE)
        return QD_STOP;
    self->parts[self->count++] = *part;
    return QD_CONTINUE;
}

void qd_gravity_visit_parts(const qd_gravity *gravity, double x, double y, qd_part_visitor *visit, void *context)
{
    const qd_box place = { { x, y }, { x, y } };
    qd_gravity_visit_box_parts(gravity, &place, 1, visit, context);
}

void qd_gravity_visit_box_parts(const qd_gravity *gravity, const qd_box *boxes, size_t count, qd_part_visitor *visit,
                                void *context)
{
    part_batch self;
    self.visit = visit;
    self.context = context;
    self.count = 0;
    show_parts(&gravity->masses, boxes, count, batch_part, &self);
    if (self.count > 0)
        flush_parts(&self);
}
