/// An index that works by one of the contenders, which know sets of boxes with consecutive numbers and nothing of
/// layers: so the items that there are have places in such a set, an item that comes or goes has the set made anew
/// before the next question, and layers are looked at afterwards. What a contender has no way of answering is found by
/// going over all boxes.
#include "method.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

typedef struct set_of_boxes {
    contender *contender;
    const contender_kind *kind;
    bool open_edges;
    bool changed, moved; ///< Since it last was made ready: which items there are; where they are.
    bool gaps;           ///< Some numbers have no item, so places are not numbers.
    size_t count;
    uint32_t *numbers; ///< By place, where there are gaps.
    qd_box *boxes;     ///< By place, where there are gaps.
    size_t space;
    uint64_t set_upkeep; ///< What was examined or copied to set anew.
} set_of_boxes;

static set_of_boxes *set_of(method *self)
{
    return (set_of_boxes *)self;
}

static void contender_destroy(method *self)
{
    set_of_boxes *own = set_of(self);
    if (!own)
        return;
    if (own->contender)
        own->kind->destroy(own->contender);
    free(own->numbers);
    free(own->boxes);
    free(own);
}

static method *contender_create(const index_def *def)
{
    set_of_boxes *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->kind = contender_at(def->method);
    own->open_edges = def->edges == QD_EDGES_OPEN;
    own->contender = own->kind->create(own->open_edges);
    own->changed = true;
    if (own->contender)
        return (method *)own;
    free(own);
    return NULL;
}

static bool contender_add(method *self, const items *all, uint32_t first, size_t count)
{
    (void)all;
    (void)first;
    (void)count;
    set_of(self)->changed = true;
    return true;
}

static void contender_remove(method *self, const items *all, uint32_t item)
{
    (void)all;
    (void)item;
    set_of(self)->changed = true;
}

static void contender_move(method *self, const items *all, uint32_t first, size_t count)
{
    (void)all;
    (void)first;
    (void)count;
    set_of(self)->moved = true;
}

static bool reserve(set_of_boxes *own, size_t space)
{
    if (space <= own->space)
        return true;
    uint32_t *numbers = realloc(own->numbers, space * sizeof *numbers);
    if (numbers)
        own->numbers = numbers;
    qd_box *boxes = realloc(own->boxes, space * sizeof *boxes);
    if (boxes)
        own->boxes = boxes;
    if (numbers && boxes)
        own->space = space;
    return numbers && boxes;
}

static bool give_places(set_of_boxes *own, const items *all)
{
    own->gaps = all->live < all->room;
    own->count = all->live;
    if (own->gaps && !reserve(own, all->space))
        return false;
    for (size_t number = 0, place = 0; own->gaps && number < all->room; number++)
        if (all->alive[number])
            own->numbers[place++] = (uint32_t)number;
    return true;
}

// The boxes by place: what a contender wants to see.
static const qd_box *boxes_by_place(set_of_boxes *own, const items *all)
{
    if (!own->gaps)
        return all->boxes;
    for (size_t place = 0; place < own->count; place++)
        own->boxes[place] = all->boxes[own->numbers[place]];
    own->set_upkeep += own->count;
    return own->boxes;
}

static bool contender_ready(method *self, const items *all)
{
    set_of_boxes *own = set_of(self);
    qd_result result = QD_OK;
    if (own->changed) {
        if (!give_places(own, all))
            return false;
        result = own->kind->set(own->contender, boxes_by_place(own, all), own->count);
    } else if (own->moved) {
        result = own->kind->move(own->contender, boxes_by_place(own, all));
    }
    own->changed = result != QD_OK;
    own->moved = false;
    return result == QD_OK;
}

static uint32_t number_at(const set_of_boxes *own, uint32_t place)
{
    return own->gaps ? own->numbers[place] : place;
}

typedef struct catch {
    const set_of_boxes *own;
    const items *all;
    uint32_t mask, except;
    number_list *out;
    bool any;
    qd_vec2 center; ///< Of a circle.
    double squared; ///< Of its radius; negative: there is no circle.
} catch;

static bool wanted(const catch *self, uint32_t number)
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
    const catch *self = context;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = number_at(self->own, places[i]);
        if (wanted(self, number))
            number_list_add(self->out, number);
    }
    return !self->out->failed;
}

static bool catch_any(void *context, const uint32_t *places, size_t count)
{
    catch *self = context;
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
static void window(catch *self, qd_box box, contender_item_visitor *visitor, index_costs *costs)
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

static bool contender_in_box(method *self, const items *all, qd_box box, uint32_t mask, number_list *out,
                             index_costs *costs)
{
    catch own = { set_of(self), all, mask, INDEX_NONE, out, false, { 0, 0 }, -1 };
    window(&own, box, catch_items, costs);
    costs->hits += out->count;
    return !out->failed;
}

// A float that is no less.
static float upwards(float value)
{
    return value < FLT_MAX ? nextafterf(value, INFINITY) : FLT_MAX;
}

static bool contender_in_circle(method *self, const items *all, qd_vec2 center, float radius, uint32_t mask,
                                number_list *out, index_costs *costs)
{
    catch own = { set_of(self), all, mask, INDEX_NONE, out, false, center, (double)radius * radius };
    qd_box around = { { -upwards(radius - center.x), -upwards(radius - center.y) },
                      { upwards(center.x + radius), upwards(center.y + radius) } };
    window(&own, around, catch_items, costs);
    costs->hits += out->count;
    return !out->failed;
}

static bool contender_touches(method *self, const items *all, qd_box box, uint32_t mask, uint32_t except,
                              index_costs *costs)
{
    catch own = { set_of(self), all, mask, except, NULL, false, { 0, 0 }, -1 };
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

static bool contender_nearest(method *self, const items *all, qd_vec2 point, float most, uint32_t mask, near_list *out,
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

static first_hit contender_ray_first(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs)
{
    const set_of_boxes *own = set_of(self);
    first_hit first = no_hit;
    bool by_kind = own->kind->ray && own->kind != &contender_brute && mask == 0 && !own->open_edges;
    costs->uncounted += by_kind;
    if (by_kind) {
        contender_hit hit =
            own->kind->ray(own->contender, (contender_ray){ ray.origin, ray.direction, ray.t_max });
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

typedef struct pair_filter {
    const set_of_boxes *own;
    const items *all;
    pair_sink sink;
    uint64_t passed;
} pair_filter;

enum { PAIRS_AT_ONCE = 512 };

static bool pass_pairs(void *context, const contender_pair *pairs, size_t count)
{
    pair_filter *self = context;
    index_pair batch[PAIRS_AT_ONCE];
    size_t passed = 0;
    for (size_t i = 0; i < count; i++) {
        index_pair pair = { number_at(self->own, pairs[i].a), number_at(self->own, pairs[i].b) };
        if (self->all->filters && !items_meet(self->all, pair.a, pair.b))
            continue;
        batch[passed++] = pair;
        if (passed == PAIRS_AT_ONCE || i + 1 == count) {
            self->passed += passed;
            if (self->sink.visitor)
                self->sink.visitor(self->sink.context, batch, passed);
            passed = 0;
        }
    }
    self->passed += passed;
    if (passed > 0 && self->sink.visitor)
        self->sink.visitor(self->sink.context, batch, passed);
    return true;
}

static void contender_pairs(method *self, const items *all, pair_sink sink, index_costs *costs)
{
    const set_of_boxes *own = set_of(self);
    pair_filter filter = { own, all, sink, 0 };
    bool all_count = !all->filters && !sink.visitor;
    contender_cost cost = own->kind->pairs(own->contender, all_count ? NULL : pass_pairs, &filter);
    uint64_t pairs = all_count ? cost.pairs : filter.passed;
    costs->tests += cost.tests;
    costs->hits += pairs;
    costs->pairs += pairs;
}

static uint64_t contender_upkeep(const method *self)
{
    const set_of_boxes *own = (const set_of_boxes *)self;
    return own->set_upkeep + own->kind->upkeep(own->contender);
}

static size_t contender_bytes(const method *self)
{
    const set_of_boxes *own = (const set_of_boxes *)self;
    return own->kind->bytes(own->contender) + own->space * (sizeof *own->numbers + sizeof *own->boxes);
}

const method_kind method_contender = {
    .create = contender_create,
    .destroy = contender_destroy,
    .add = contender_add,
    .remove = contender_remove,
    .move = contender_move,
    .ready = contender_ready,
    .in_box = contender_in_box,
    .in_circle = contender_in_circle,
    .touches = contender_touches,
    .nearest = contender_nearest,
    .ray = contender_ray_first,
    .pairs = contender_pairs,
    .upkeep = contender_upkeep,
    .bytes = contender_bytes,
};
