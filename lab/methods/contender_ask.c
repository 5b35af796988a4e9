/// Questions for places, put to a contender, or, where it has no way of answering, to every box.
#include "contender_set.h"

#include <outward.h>
#include <stdlib.h>

typedef struct catching {
    const set_of_boxes *own;
    const items *all;
    uint32_t mask, except;
    number_list *out;
    bool any;
    qd_vec2 center; ///< Of a circle.
    double squared; ///< Of its radius; negative: there is no circle.
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
        uint32_t number = number_at(self->own, places[i]);
        if (wanted(self, number))
            number_list_add(self->out, number);
    }
    return !self->out->failed;
}

static bool catch_any(void *context, const uint32_t *places, size_t count)
{
    catching *self = context;
    for (size_t i = 0; i < count && !self->any; i++)
        self->any = wanted(self, number_at(self->own, places[i]));
    return !self->any;
}

static bool overlap(qd_box a, qd_box b, bool open)
{
    if (open)
        return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
    return qd_box_overlaps(a, b);
}

// Windows by the contender, or by looking at every box.
static void window(catching *self, qd_box box, contender_item_visitor *visitor, index_costs *costs)
{
    const set_of_boxes *own = self->own;
    if (own->kind->window) {
        costs->tests += own->kind->window(own->contender, box, visitor, self).tests;
        return;
    }
    bool more = true;
    for (uint32_t place = 0; place < own->count && more; place++) {
        costs->tests++;
        if (overlap(self->all->boxes[number_at(own, place)], box, own->open_edges))
            more = visitor(self, &place, 1);
    }
}

bool contender_in_box(method *self, const items *all, qd_box box, uint32_t mask, number_list *out, index_costs *costs)
{
    catching own = { set_of(self), all, mask, INDEX_NONE, out, false, { 0, 0 }, -1 };
    window(&own, box, catch_items, costs);
    costs->hits += out->count;
    return !out->failed;
}

bool contender_in_circle(method *self, const items *all, qd_vec2 center, float radius, uint32_t mask, number_list *out,
                         index_costs *costs)
{
    catching own = { set_of(self), all, mask, INDEX_NONE, out, false, center, (double)radius * radius };
    window(&own, outward_box(center, radius), catch_items, costs);
    costs->hits += out->count;
    return !out->failed;
}

bool contender_touches(method *self, const items *all, qd_box box, uint32_t mask, uint32_t except, index_costs *costs)
{
    catching own = { set_of(self), all, mask, except, NULL, false, { 0, 0 }, -1 };
    window(&own, box, catch_any, costs);
    costs->hits += own.any;
    return own.any;
}

static void nearest_of_all(const set_of_boxes *own, const items *all, qd_vec2 point, double limit, uint32_t mask,
                           near_list *out)
{
    for (uint32_t place = 0; place < own->count; place++) {
        uint32_t number = number_at(own, place);
        double squared = squared_distance(point, all->boxes[number]);
        if (squared <= limit && squared <= near_list_limit(out) && items_see(all, number, mask))
            near_list_offer(out, number, squared);
    }
}

// Asks the contender for twice as many until so many are on the layers asked for, or too far away.
static bool nearest_by_kind(const set_of_boxes *own, const items *all, qd_vec2 point, double limit, uint32_t mask,
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
            uint32_t number = number_at(own, found[i].item);
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

bool contender_nearest(method *self, const items *all, qd_vec2 point, float most, uint32_t mask, near_list *out,
                       index_costs *costs)
{
    const set_of_boxes *own = set_of(self);
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

first_hit contender_ray_first(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs)
{
    const set_of_boxes *own = set_of(self);
    first_hit first = no_hit;
    bool by_kind = own->kind->ray && own->kind != &contender_brute && mask == 0 && !own->open_edges;
    costs->uncounted += by_kind;
    if (by_kind) {
        contender_hit hit = own->kind->ray(own->contender, (contender_ray){ ray.origin, ray.direction, ray.t_max });
        if (hit.item != UINT32_MAX)
            first = (first_hit){ number_at(own, hit.item), hit.t };
    }
    for (uint32_t place = 0; !by_kind && place < own->count; place++) {
        uint32_t number = number_at(own, place);
        costs->tests++;
        if (items_see(all, number, mask))
            first_hit_offer(&first, number, ray_enters(ray, all->boxes[number], own->open_edges));
    }
    costs->hits += first.item != INDEX_NONE;
    return first;
}
