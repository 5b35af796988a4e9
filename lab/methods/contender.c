/// An index that works by one of the contenders, which know sets of boxes with consecutive numbers and nothing of
/// layers: so the items that there are have places in such a set, an item that comes or goes has the set made again
/// before the next question, and layers are looked at afterwards. What a contender has no way of answering is found by
/// going over all boxes.
#include "contender_set.h"

#include <stdlib.h>
#include <string.h>

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
