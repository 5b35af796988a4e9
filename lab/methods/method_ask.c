/// Questions, put to a contender that knows filters as they are; to others for places, which are looked at afterwards;
/// or, where a contender has no way of answering, to every box.
#include "method.h"

#include <outward.h>
#include <ray_part.h>
#include <stdlib.h>

// Where no item has a filter, all are on the first layer, but the contender has them on all.
static qd_filter filter_of(const items *all, uint32_t mask)
{
    bool none = !all->filters && mask != 0 && !(mask & INDEX_FIRST_LAYER);
    return (qd_filter){ 0, all->filters ? mask : none ? QD_NO_LAYER : 0 };
}

static void add_costs(index_costs *costs, contender_found found, size_t hits)
{
    costs->nodes += found.nodes;
    costs->tests += found.tests;
    costs->hits += hits;
}

static bool take_items(void *context, const uint32_t *found, size_t count)
{
    number_list *out = context;
    for (size_t i = 0; i < count; i++)
        number_list_add(out, found[i]);
    return !out->failed;
}

static bool take_any(void *context, const uint32_t *found, size_t count)
{
    (void)found;
    *(bool *)context = count > 0;
    return count == 0;
}

// What is in a shape, by a contender that knows filters.
static bool in_shape(const method *self, const items *all, qd_shape shape, uint32_t mask, number_list *out,
                     index_costs *costs)
{
    qd_query question = { .shape = shape, .filter = filter_of(all, mask) };
    contender_found found = self->kind->ask(self->contender, question, INDEX_NONE, take_items, out);
    add_costs(costs, found, (size_t)found.hits);
    return !out->failed;
}

typedef struct catching {
    const method *own;
    const items *all;
    uint32_t mask, except;
    number_list *out;
    bool any;
    fvec2 center;   ///< A circle's.
    double squared; ///< Its radius squared; negative: no circle.
} catching;

static bool wanted(const catching *self, uint32_t number)
{
    if (number == self->except || !items_see(self->all, number, self->mask))
        return false;
    if (self->squared < 0)
        return true;
    double squared = squared_distance(self->center, self->all->boxes[number]);
    return self->own->open_edges ? squared < self->squared : squared <= self->squared;
}

static bool catch_items(void *context, const uint32_t *places, size_t count)
{
    const catching *self = context;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = method_number(self->own, places[i]);
        if (wanted(self, number))
            number_list_add(self->out, number);
    }
    return !self->out->failed;
}

static bool catch_any(void *context, const uint32_t *places, size_t count)
{
    catching *self = context;
    for (size_t i = 0; i < count && !self->any; i++)
        self->any = wanted(self, method_number(self->own, places[i]));
    return !self->any;
}

// Windows by the contender, or by looking at every box.
static void window(catching *self, fbox box, contender_item_visitor *visitor, index_costs *costs)
{
    const method *own = self->own;
    if (own->kind->window) {
        costs->tests += own->kind->window(own->contender, box, visitor, self).tests;
        return;
    }
    bool more = true;
    for (uint32_t place = 0; place < own->count && more; place++) {
        costs->tests++;
        if (fbox_overlap(self->all->boxes[method_number(own, place)], box, own->open_edges))
            more = visitor(self, &place, 1);
    }
}

bool method_in_box(method *self, const items *all, fbox box, uint32_t mask, number_list *out, index_costs *costs)
{
    if (method_follows(self))
        return in_shape(self, all, qd_shape_box(fbox_wide(box)), mask, out, costs);
    catching own = { self, all, mask, INDEX_NONE, out, false, { 0, 0 }, -1 };
    window(&own, box, catch_items, costs);
    costs->hits += out->count;
    return !out->failed;
}

bool method_in_circle(method *self, const items *all, fvec2 center, float radius, uint32_t mask, number_list *out,
                      index_costs *costs)
{
    if (method_follows(self))
        return in_shape(self, all, qd_shape_circle(fvec2_wide(center), (double)radius), mask, out, costs);
    catching own = { self, all, mask, INDEX_NONE, out, false, center, (double)radius * radius };
    window(&own, outward_box(center, radius), catch_items, costs);
    costs->hits += out->count;
    return !out->failed;
}

static bool touches_any(const method *self, const items *all, fbox box, uint32_t mask, uint32_t except,
                        index_costs *costs)
{
    bool any = false;
    qd_query question = { .shape = qd_shape_box(fbox_wide(box)), .filter = filter_of(all, mask) };
    contender_found found = self->kind->ask(self->contender, question, except, take_any, &any);
    add_costs(costs, found, any);
    return any;
}

bool method_touches(method *self, const items *all, fbox box, uint32_t mask, uint32_t except, index_costs *costs)
{
    if (method_follows(self))
        return touches_any(self, all, box, mask, except, costs);
    catching own = { self, all, mask, except, NULL, false, { 0, 0 }, -1 };
    window(&own, box, catch_any, costs);
    costs->hits += own.any;
    return own.any;
}

static void nearest_of_all(const method *own, const items *all, fvec2 point, double limit, uint32_t mask,
                           near_list *out)
{
    for (uint32_t place = 0; place < own->count; place++) {
        uint32_t number = method_number(own, place);
        double squared = squared_distance(point, all->boxes[number]);
        if (squared <= limit && squared <= near_list_limit(out) && items_see(all, number, mask))
            near_list_offer(out, number, squared);
    }
}

// Asks the contender for twice as many until so many are on the layers asked for, or too far away.
static bool nearest_by_kind(const method *own, const items *all, fvec2 point, double limit, uint32_t mask,
                            near_list *out)
{
    contender_near *found = NULL;
    for (size_t k = 2 * out->most + 2;; k *= 2) {
        contender_near *grown = realloc(found, k * sizeof *grown);
        if (!grown)
            break;
        found = grown;
        out->count = 0;
        size_t count = own->kind->near(own->contender, point, k, found);
        for (size_t i = 0; i < count; i++) {
            uint32_t number = method_number(own, found[i].item);
            if (found[i].squared <= limit && items_see(all, number, mask))
                near_list_offer(out, number, found[i].squared);
        }
        bool last = count < k || found[count - 1].squared > fmin(limit, near_list_limit(out));
        if (last) {
            free(found);
            return true;
        }
    }
    free(found);
    return false;
}

typedef struct neighbours {
    const items *all;
    fvec2 point;
    near_list *nearest;
} neighbours;

// The limit is rounded upwards: equally near ones are still to come.
static void take_near(void *context, uint32_t item, double *limit)
{
    const neighbours *out = context;
    near_list_offer(out->nearest, item, squared_distance(out->point, out->all->boxes[item]));
    *limit = (double)nextafterf((float)sqrt(near_list_limit(out->nearest)), INFINITY);
}

static bool nearest_by_rank(const method *self, const items *all, fvec2 point, float most, uint32_t mask,
                            near_list *out, index_costs *costs)
{
    neighbours context = { all, point, out };
    qd_ranked question = qd_nearest(qd_shape_point(fvec2_wide(point)), (double)most);
    question.filter = filter_of(all, mask);
    contender_found found = self->kind->rank(self->contender, &question, take_near, &context);
    add_costs(costs, found, out->count); // not those that were pushed out again
    return true;
}

bool method_nearest(method *self, const items *all, fvec2 point, float most, uint32_t mask, near_list *out,
                    index_costs *costs)
{
    const method *own = self;
    if (method_follows(self))
        return nearest_by_rank(self, all, point, most, mask, out, costs);
    double limit = (double)most * most;
    bool brute = own->kind == &contender_brute || !own->kind->near;
    bool good = brute || nearest_by_kind(own, all, point, limit, mask, out);
    if (brute)
        nearest_of_all(own, all, point, limit, mask, out);
    costs->tests += brute ? own->count : 0;
    costs->uncounted += !brute;
    costs->hits += out->count;
    return good;
}

typedef struct shot {
    const items *all;
    index_ray ray;
    first_hit first;
} shot;

static void take_hit(void *context, uint32_t item, double *limit)
{
    shot *own = context;
    first_hit_offer(&own->first, item, ray_enters(own->ray, own->all->boxes[item], false));
    *limit = (double)nextafterf((float)own->first.t, INFINITY);
}

static first_hit first_by_rank(const method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs)
{
    shot own = { all, ray, no_hit };
    qd_ranked question = qd_ray(fvec2_wide(ray.origin), fvec2_wide(ray.direction), (double)ray.t_max);
    question.filter = filter_of(all, mask);
    contender_found found = self->kind->rank(self->contender, &question, take_hit, &own);
    add_costs(costs, found, own.first.item != INDEX_NONE);
    return own.first;
}

// What lies beside the ray, or behind the first hit, needs no division.
static first_hit first_of_all(const method *own, const items *all, index_ray ray, uint32_t mask)
{
    first_hit first = no_hit;
    contender_ray way = { ray.origin, ray.direction, ray.t_max };
    fbox part = ray_part(way, 0, ray.t_max);
    for (uint32_t place = 0; place < own->count; place++) {
        uint32_t number = method_number(own, place);
        if (!fbox_overlap(all->boxes[number], part, false) || !items_see(all, number, mask))
            continue;
        double before = first.t;
        first_hit_offer(&first, number, ray_enters(ray, all->boxes[number], own->open_edges));
        if (first.t < before)
            part = ray_part(way, 0, first.t);
    }
    return first;
}

first_hit method_ray(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs)
{
    const method *own = self;
    if (method_follows(self))
        return first_by_rank(self, all, ray, mask, costs);
    first_hit first = no_hit;
    bool by_kind = own->kind->ray && own->kind != &contender_brute && mask == 0 && !own->open_edges;
    costs->uncounted += by_kind;
    if (by_kind) {
        contender_hit hit = own->kind->ray(own->contender, (contender_ray){ ray.origin, ray.direction, ray.t_max });
        if (hit.item != UINT32_MAX)
            first = (first_hit){ method_number(own, hit.item), hit.t };
    }
    if (!by_kind) {
        first = first_of_all(own, all, ray, mask);
        costs->tests += own->count;
    }
    costs->hits += first.item != INDEX_NONE;
    return first;
}
