// Box, point and circle: the tree inside finds candidates, and exact tests let the right ones through. Of a window's
// candidates few need one: rounding leaves in doubt only what ends within a step of a float from its edges.
#include "search.h"
#include "visitor.h"
#include "wide_tree.h"

/// A window as the tree's search takes it.
typedef struct wide_window {
    qd__shape shape;
    const struct qd_wide *wide;
    qd_dbox box;
} wide_window;

static bool overlaps_window(const qd__shape *shape, uint32_t slot)
{
    const wide_window *self = (const wide_window *)(const void *)shape;
    return qd__boxes_overlap(qd__wide_box(self->wide, slot), &self->box, self->wide->open);
}

/// False: the window is inverted or has a NaN, and finds nothing. An infinite one is rounded to the outermost floats,
/// where everything beyond lies too.
static bool window_of(const qd_wide *wide, qd_dbox box, wide_window *self)
{
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y)) {
        return false;
    }
    const qd__aabb window = qd__aabb_of(qd__narrow(&wide->origin, box));
    *self = (wide_window){ .shape = { .simd = wide->tree->simd,
                                      .is_window = true,
                                      .nodes_by_window = true,
                                      .window = window,
                                      .probe = qd__probe(window),
                                      .exact = overlaps_window,
                                      .sure = qd__narrow_inward(&wide->origin, box) },
                           .wide = wide,
                           .box = box };
    return true;
}

static const qd_cost no_wide_cost = { 0, 0, 0 };

size_t qd_wide_find_box(const qd_wide *wide, qd_dbox box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    wide_window window;
    return window_of(wide, box, &window) ? qd__find_shape(wide->tree, &window.shape, filter, out, capacity) : 0;
}

size_t qd_wide_find_point(const qd_wide *wide, qd_dvec2 point, qd_query_filter filter, qd_found *out, size_t capacity)
{
    const qd_dbox at = { point, point };
    return qd_wide_find_box(wide, at, filter, out, capacity);
}

qd_cost qd_wide_visit_box(const qd_wide *wide, qd_dbox box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    wide_window window;
    return window_of(wide, box, &window) ? qd__visit_shape(wide->tree, &window.shape, filter, visitor, context)
                                         : no_wide_cost;
}

qd_cost qd_wide_visit_point(const qd_wide *wide, qd_dvec2 point, qd_query_filter filter, qd_visitor *visitor,
                            void *context)
{
    const qd_dbox at = { point, point };
    return qd_wide_visit_box(wide, at, filter, visitor, context);
}

/// A circle: what a candidate must pass, and where it goes then.
typedef struct found_sieve {
    const struct qd_wide *wide;
    qd_dvec2 center;
    double radius;
    qd_found *out; ///< The caller's array, or
    size_t capacity;
    qd_visitor *visitor; ///< the visitor.
    void *context;
    size_t hits;
} found_sieve;

static bool passes(const found_sieve *self, const qd_found *item)
{
    const double distance = qd__distance(qd__wide_box(self->wide, item->id.slot), self->center);
    return self->wide->open ? distance < self->radius : distance <= self->radius;
}

static bool sift_into_array(void *context, const qd_found *items, size_t count)
{
    found_sieve *self = context;
    for (size_t i = 0; i < count && self->hits < self->capacity; i++) {
        if (passes(self, &items[i])) {
            self->out[self->hits++] = items[i];
        }
    }
    return self->hits < self->capacity;
}

/// What passes is handed on in the same call: so the tree sees at once if the visitor changes it.
static bool sift_found(void *context, const qd_found *items, size_t count)
{
    found_sieve *self = context;
    qd_found kept[QD__BATCH];
    size_t some = 0;
    assert(count <= QD__BATCH);
    for (size_t i = 0; i < count; i++) {
        kept[some] = items[i];
        some += passes(self, &items[i]);
    }
    self->hits += some;
    return some == 0 || self->visitor(self->context, kept, some);
}

/// What comes within the radius meets the box around the circle, which is some steps larger since its corners and the
/// distances are rounded.
static qd_dbox box_around_circle(qd_dvec2 center, double radius)
{
    const double x = center.x < 0 ? -center.x : center.x, y = center.y < 0 ? -center.y : center.y;
    const double more_x = (x + radius) * 0x1p-51 + DBL_TRUE_MIN, more_y = (y + radius) * 0x1p-51 + DBL_TRUE_MIN;
    const qd_dbox box = { { (center.x - radius) - more_x, (center.y - radius) - more_y },
                          { (center.x + radius) + more_x, (center.y + radius) + more_y } };
    return box;
}

static qd_cost search_circle(found_sieve *self, const qd_query_filter *filter)
{
    const qd_dbox at = { self->center, self->center };
    if (!(self->radius >= 0) || !qd__dbox_is_valid(&at)) {
        return no_wide_cost;
    }
    const qd_box window = qd__narrow(&self->wide->origin, box_around_circle(self->center, self->radius));
    qd_cost cost = qd_visit_box(self->wide->tree, window, *filter, self->visitor ? sift_found : sift_into_array, self);
    cost.hits = self->hits;
    return cost;
}

size_t qd_wide_find_circle(const qd_wide *wide, qd_dvec2 center, double radius, qd_query_filter filter, qd_found *out,
                           size_t capacity)
{
    found_sieve self = { .wide = wide, .center = center, .radius = radius, .out = out, .capacity = capacity };
    if (capacity > 0) {
        search_circle(&self, &filter);
    }
    return self.hits;
}

qd_cost qd_wide_visit_circle(const qd_wide *wide, qd_dvec2 center, double radius, qd_query_filter filter,
                             qd_visitor *visitor, void *context)
{
    found_sieve self = { .wide = wide, .center = center, .radius = radius, .visitor = visitor, .context = context };
    return search_circle(&self, &filter);
}
