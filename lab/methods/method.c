/// A contender behind an index. The quadtree follows every change and knows filters. The others know sets of boxes with
/// consecutive numbers and nothing of layers: so the items have places in such a set, which is made again before the
/// next question when an item comes or goes, and layers are compared afterwards. For questions that a contender cannot
/// answer, all boxes are compared.
#include "method.h"

#include <float.h>
#include <quadrille/geometry.h>
#include <stdlib.h>

void method_destroy(method *self)
{
    if (!self)
        return;
    if (self->contender)
        self->kind->destroy(self->contender);
    free(self->numbers);
    free(self->boxes);
    free(self);
}

// A float no further than that from another one.
static double end_of_side(float from, double side)
{
    float end = (float)(from + side);
    return (double)(end - side > from ? nextafterf(end, from) : end);
}

// The square over a world whose lower corner is the world's, and its side the least power of two that covers it. None:
// the world has no extent, or the square's corners are equal as floats.
static qd_box root_over(fbox world)
{
    static const qd_box none = { { 0, 0 }, { 0, 0 } };
    double width = (double)world.max.x - world.min.x, height = (double)world.max.y - world.min.y;
    double longer = width > height ? width : height;
    if (!(longer > 0 && longer <= (double)FLT_MAX))
        return none;
    int exponent;
    double fraction = frexp(longer, &exponent), side = ldexp(1, exponent - (fraction == 0.5));
    qd_box root = { fvec2_wide(world.min), { end_of_side(world.min.x, side), end_of_side(world.min.y, side) } };
    bool parted = root.max.x > root.min.x && root.max.y > root.min.y;
    bool finite = world.min.x + side <= (double)FLT_MAX && world.min.y + side <= (double)FLT_MAX;
    return parted && finite ? root : none;
}

static contender *contender_by(const index_def *def)
{
    const contender_kind *kind = contender_at(def->method);
    if (kind != &contender_quadtree)
        return kind->create(def->edges == QD_OPEN);
    return contender_quadtree_with(&(qd_tree_def){ .edges = def->edges,
                                                   .world = root_over(def->world),
                                                   .leaf_capacity = def->leaf_capacity,
                                                   .max_depth = def->max_depth,
                                                   .executor = def->executor });
}

method *method_create(const index_def *def)
{
    method *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->kind = contender_at(def->method);
    self->open_edges = def->edges == QD_OPEN;
    self->leave = def->leave;
    self->contender = contender_by(def);
    self->changed = !method_follows(self);
    if (self->contender)
        return self;
    free(self);
    return NULL;
}

bool method_add(method *self, const items *all, uint32_t first, size_t count)
{
    if (method_follows(self))
        return self->kind->add(self->contender, all->boxes, all->filters, first, count) == QD_OK;
    self->changed = true;
    return true;
}

void method_remove(method *self, uint32_t item)
{
    if (method_follows(self))
        self->kind->remove(self->contender, item);
    else
        self->changed = true;
}

void method_move(method *self, const items *all, uint32_t first, size_t count)
{
    if (method_follows(self))
        self->kind->move_some(self->contender, all->boxes, first, count);
    else
        self->moved = true;
}

static bool reserve(method *own, size_t space)
{
    if (space <= own->space)
        return true;
    uint32_t *numbers = realloc(own->numbers, space * sizeof *numbers);
    if (numbers)
        own->numbers = numbers;
    fbox *boxes = realloc(own->boxes, space * sizeof *boxes);
    if (boxes)
        own->boxes = boxes;
    if (numbers && boxes)
        own->space = space;
    return numbers && boxes;
}

static bool give_places(method *own, const items *all)
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
static const fbox *boxes_by_place(method *own, const items *all)
{
    if (!own->gaps)
        return all->boxes;
    for (size_t place = 0; place < own->count; place++)
        own->boxes[place] = all->boxes[own->numbers[place]];
    own->set_upkeep += own->count;
    return own->boxes;
}

bool method_ready(method *own, const items *all)
{
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
    const method *own;
    const items *all;
    pair_sink sink;
    bool filtered; ///< By filters that the contender does not know.
    uint64_t passed;
} pair_filter;

enum { PAIRS_AT_ONCE = 512 };

static bool goes_on(const method *self)
{
    return !self->leave || !self->leave();
}

static bool count_pairs(void *context, const contender_pair *pairs, size_t count)
{
    (void)pairs;
    (void)count;
    return goes_on(((const pair_filter *)context)->own);
}

static bool pass_pairs(void *context, const contender_pair *pairs, size_t count)
{
    pair_filter *self = context;
    index_pair batch[PAIRS_AT_ONCE];
    size_t passed = 0;
    for (size_t i = 0; i < count; i++) {
        index_pair pair = { method_number(self->own, pairs[i].a), method_number(self->own, pairs[i].b) };
        if (self->filtered && !items_meet(self->all, pair.a, pair.b))
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
    return goes_on(self->own);
}

void method_pairs(method *self, const items *all, pair_sink sink, index_costs *costs)
{
    pair_filter filter = { self, all, sink, all->filters && !method_follows(self), 0 };
    bool all_count = !filter.filtered && !sink.visitor;
    // Brute force may take minutes, and does not mind who counts.
    contender_visitor *counter = self->kind == &contender_brute ? count_pairs : NULL;
    contender_cost cost = self->kind->pairs(self->contender, all_count ? counter : pass_pairs, &filter);
    uint64_t pairs = filter.filtered ? filter.passed : cost.pairs;
    costs->nodes += cost.nodes;
    costs->tests += cost.tests;
    costs->hits += pairs;
    costs->pairs += pairs;
}

static bool take_changes(void *context, const contender_pair *pairs, size_t count)
{
    found_pairs *out = context;
    for (size_t i = 0; i < count; i++)
        found_pairs_add(out, &(index_pair){ pairs[i].a, pairs[i].b }, 1);
    return !out->failed;
}

typedef struct changes_taker {
    found_pairs *began, *ended;
} changes_taker;

static bool take_began(void *context, const contender_pair *pairs, size_t count)
{
    return take_changes(((changes_taker *)context)->began, pairs, count);
}

static bool take_ended(void *context, const contender_pair *pairs, size_t count)
{
    return take_changes(((changes_taker *)context)->ended, pairs, count);
}

bool method_changes(method *self, found_pairs *began, found_pairs *ended, index_costs *costs)
{
    changes_taker taker = { began, ended };
    if (self->kind->changes(self->contender, take_began, take_ended, &taker) != QD_OK)
        return false;
    contender_cost cost = contender_quadtree_changes_cost(self->contender);
    costs->nodes += cost.nodes;
    costs->tests += cost.tests;
    costs->hits += cost.pairs;
    costs->pairs += cost.pairs;
    return true;
}

uint64_t method_upkeep(const method *self)
{
    return self->set_upkeep + self->kind->upkeep(self->contender);
}

size_t method_bytes(const method *self)
{
    return self->kind->bytes(self->contender) + self->space * (sizeof *self->numbers + sizeof *self->boxes);
}
