// Box, point, circle, pairs and bounds: the tree inside finds candidates, and a sieve of exact tests lets the right
// ones through.
#include "wide_tree.h"

#include <quadrille/pairs.h>

enum { BATCH = 256 };

/// What a candidate must pass, and where it goes then.
typedef struct sieve {
    const struct qd_wide *wide;
    qd_dbox window; ///< Of a box. Of a circle: a box around it.
    bool is_circle;
    qd_dvec2 center;
    double radius;
    qd_found *out; ///< The caller's array, or
    size_t capacity;
    qd_visitor *visitor; ///< the visitor.
    void *context;
    size_t hits;
} sieve;

static bool passes(const sieve *self, const qd_found *item)
{
    const qd_dbox *box = qd__wide_box(self->wide, item->id.slot);
    if (!self->is_circle) {
        return qd__boxes_meet(box, &self->window, self->wide->open);
    }
    const double distance = qd__distance(box, self->center);
    return self->wide->open ? distance < self->radius : distance <= self->radius;
}

static bool sift_into_array(void *context, const qd_found *items, size_t count)
{
    sieve *self = context;
    for (size_t i = 0; i < count && self->hits < self->capacity; i++) {
        if (passes(self, &items[i])) {
            self->out[self->hits++] = items[i];
        }
    }
    return self->hits < self->capacity;
}

/// Of each batch what passes is handed on before the next: so the tree sees at once if the visitor changes it.
static bool sift(void *context, const qd_found *items, size_t count)
{
    sieve *self = context;
    qd_found kept[BATCH];
    bool go_on = true;
    for (size_t start = 0; start < count && go_on; start += BATCH) {
        const size_t end = count - start < BATCH ? count : start + BATCH;
        size_t some = 0;
        for (size_t i = start; i < end; i++) {
            kept[some] = items[i];
            some += passes(self, &items[i]);
        }
        self->hits += some;
        go_on = some == 0 || self->visitor(self->context, kept, some);
    }
    return go_on;
}

/// The tree gets no infinite window: what rounding clamps lies at the outermost floats.
static qd_cost search(sieve *self, const qd_query_filter *filter)
{
    const qd_box window = qd__narrow(&self->wide->origin, self->window);
    qd_cost cost = qd_visit_box(self->wide->tree, window, *filter, self->visitor ? sift : sift_into_array, self);
    cost.hits = self->hits;
    return cost;
}

/// False: the window is inverted or has a NaN, and finds nothing.
static bool sieve_box(const qd_wide *wide, qd_dbox box, sieve *self)
{
    self->wide = wide;
    self->window = box;
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

/// What comes within the radius meets the box around the circle, which is some steps larger since its corners and the
/// distances are rounded.
static bool sieve_circle(const qd_wide *wide, qd_dvec2 center, double radius, sieve *self)
{
    const double x = center.x < 0 ? -center.x : center.x, y = center.y < 0 ? -center.y : center.y;
    const double more_x = (x + radius) * 0x1p-51 + DBL_TRUE_MIN, more_y = (y + radius) * 0x1p-51 + DBL_TRUE_MIN;
    const qd_dbox window = { { (center.x - radius) - more_x, (center.y - radius) - more_y },
                             { (center.x + radius) + more_x, (center.y + radius) + more_y } };
    const qd_dbox at = { center, center };
    self->wide = wide;
    self->is_circle = true;
    self->window = window;
    self->center = center;
    self->radius = radius;
    return radius >= 0 && qd_dbox_is_valid(at);
}

static size_t find(sieve *self, const qd_query_filter *filter, qd_found *out, size_t capacity)
{
    self->out = out;
    self->capacity = capacity;
    if (capacity > 0) {
        search(self, filter);
    }
    return self->hits;
}

static qd_cost visit(sieve *self, const qd_query_filter *filter, qd_visitor *visitor, void *context)
{
    self->visitor = visitor;
    self->context = context;
    return search(self, filter);
}

static const qd_cost no_cost = { 0, 0, 0 };

size_t qd_wide_find_box(const qd_wide *wide, qd_dbox box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    sieve own = { 0 };
    return sieve_box(wide, box, &own) ? find(&own, &filter, out, capacity) : 0;
}

size_t qd_wide_find_point(const qd_wide *wide, qd_dvec2 point, qd_query_filter filter, qd_found *out, size_t capacity)
{
    const qd_dbox at = { point, point };
    return qd_wide_find_box(wide, at, filter, out, capacity);
}

size_t qd_wide_find_circle(const qd_wide *wide, qd_dvec2 center, double radius, qd_query_filter filter, qd_found *out,
                           size_t capacity)
{
    sieve own = { 0 };
    return sieve_circle(wide, center, radius, &own) ? find(&own, &filter, out, capacity) : 0;
}

qd_cost qd_wide_visit_box(const qd_wide *wide, qd_dbox box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    sieve own = { 0 };
    return sieve_box(wide, box, &own) ? visit(&own, &filter, visitor, context) : no_cost;
}

qd_cost qd_wide_visit_point(const qd_wide *wide, qd_dvec2 point, qd_query_filter filter, qd_visitor *visitor,
                            void *context)
{
    const qd_dbox at = { point, point };
    return qd_wide_visit_box(wide, at, filter, visitor, context);
}

qd_cost qd_wide_visit_circle(const qd_wide *wide, qd_dvec2 center, double radius, qd_query_filter filter,
                             qd_visitor *visitor, void *context)
{
    sieve own = { 0 };
    return sieve_circle(wide, center, radius, &own) ? visit(&own, &filter, visitor, context) : no_cost;
}

/// The same for pairs.
typedef struct pair_sieve {
    const struct qd_wide *wide;
    qd_pair_visitor *visitor;
    void *context;
    uint64_t hits;
} pair_sieve;

static bool sift_pairs(void *context, const qd_pair *pairs, size_t count)
{
    pair_sieve *self = context;
    qd_pair kept[BATCH];
    bool go_on = true;
    for (size_t start = 0; start < count && go_on; start += BATCH) {
        const size_t end = count - start < BATCH ? count : start + BATCH;
        size_t some = 0;
        for (size_t i = start; i < end; i++) {
            const qd_dbox *a = qd__wide_box(self->wide, pairs[i].a.id.slot);
            const qd_dbox *b = qd__wide_box(self->wide, pairs[i].b.id.slot);
            kept[some] = pairs[i];
            some += qd__boxes_meet(a, b, self->wide->open);
        }
        self->hits += some;
        go_on = some == 0 || self->visitor(self->context, kept, some);
    }
    return go_on;
}

qd_cost qd_wide_visit_pairs(const qd_wide *wide, qd_pair_visitor *visitor, void *context)
{
    pair_sieve own = { wide, visitor, context, 0 };
    qd_cost cost = qd_visit_pairs(wide->tree, sift_pairs, &own);
    cost.hits = own.hits;
    return cost;
}

/// What is so far the outermost of all.
typedef struct extent {
    const struct qd_wide *wide;
    qd_dbox box;
} extent;

static bool extend(void *context, const qd_found *items, size_t count)
{
    extent *self = context;
    qd_dbox *all = &self->box;
    for (size_t i = 0; i < count; i++) {
        const qd_dbox *box = qd__wide_box(self->wide, items[i].id.slot);
        all->min.x = box->min.x < all->min.x ? box->min.x : all->min.x;
        all->min.y = box->min.y < all->min.y ? box->min.y : all->min.y;
        all->max.x = box->max.x > all->max.x ? box->max.x : all->max.x;
        all->max.y = box->max.y > all->max.y ? box->max.y : all->max.y;
    }
    return true;
}

/// The rounded bounds are those of some item on each side: who has the lowest x is among those whose x is rounded to
/// the lowest.
qd_dbox qd_wide_bounds(const qd_wide *wide)
{
    extent all = { wide, { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } } };
    const qd_box rounded = qd_tree_bounds(wide->tree);
    const qd_query_filter everyone = { 0, 0, { 0, 0 } };
    qd_box sides[4] = { rounded, rounded, rounded, rounded };
    sides[0].max.x = rounded.min.x;
    sides[1].max.y = rounded.min.y;
    sides[2].min.x = rounded.max.x;
    sides[3].min.y = rounded.max.y;
    for (int i = 0; i < 4 && qd_tree_count(wide->tree) > 0; i++) {
        qd_visit_box(wide->tree, sides[i], everyone, extend, &all);
    }
    return all.box;
}
