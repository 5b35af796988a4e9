// What an index needs of a method: method.c keeps its items, method_ask.c asks it.
#ifndef QUADRILLE_METHOD_H
#define QUADRILLE_METHOD_H

#include "methods.h"

#include <math.h>

/// All items of an index, by number: the truth, which methods follow.
typedef struct items {
    fbox *boxes;
    qd_filter *filters; ///< Their defaults resolved. NULL: all of them are default.
    uint8_t *alive;
    size_t room, space; ///< Numbers that were given out, and that memory is there for.
    size_t live;
} items;

/// A growing list of item numbers.
typedef struct number_list {
    uint32_t *at;
    size_t count, space;
    bool failed;
} number_list;

/// A growing list of pairs.
typedef struct found_pairs {
    index_pair *at;
    size_t count, space;
    bool failed;
} found_pairs;

/// An answer among others to "what is near": `squared` of the distance, in doubles.
typedef struct near_item {
    double squared;
    uint32_t item;
} near_item;

/// The nearest so far, in order, equally near ones by number.
typedef struct near_list {
    near_item *at; ///< Room for `most`.
    size_t count, most;
} near_list;

typedef struct first_hit {
    uint32_t item;
    double t;
} first_hit;

/// Where pairs go. NULL: they are only counted.
typedef struct pair_sink {
    index_pair_visitor *visitor;
    void *context;
} pair_sink;

/// A contender at work for an index. One that has no better way knows sets of boxes with consecutive numbers and
/// nothing of filters: then items have places in such a set.
typedef struct method {
    contender *contender;
    const contender_kind *kind;
    bool (*leave)(void); ///< As in index_def.
    bool open_edges;
    bool changed, moved; ///< Since it last was made ready: which items there are; where they are.
    bool gaps;           ///< Some numbers have no item, so places are not numbers.
    size_t count;
    uint32_t *numbers; ///< By place, where there are gaps.
    fbox *boxes;       ///< By place, where there are gaps.
    size_t space;
    uint64_t set_upkeep; ///< What was examined or copied to set again.
} method;

method *method_create(const index_def *def); ///< NULL: no memory.
void method_destroy(method *self);

/// Does it follow every change at once, and know filters?
static inline bool method_follows(const method *self)
{
    return self->kind->add != NULL;
}

static inline uint32_t method_number(const method *self, uint32_t place)
{
    return self->gaps ? self->numbers[place] : place;
}

/// Items from `first` on are new (false: no memory); an item has gone, and its box is still there; items from `first`
/// on have new boxes.
bool method_add(method *self, const items *all, uint32_t first, size_t count);
void method_remove(method *self, uint32_t item);
void method_move(method *self, const items *all, uint32_t first, size_t count);

/// Catches up with all that, before a question: it counts as moving. False: no memory.
bool method_ready(method *self, const items *all);

/// Questions return false where memory ran out. Costs are added to.
bool method_in_box(method *self, const items *all, fbox box, uint32_t mask, number_list *out, index_costs *costs);
bool method_in_circle(method *self, const items *all, fvec2 center, float radius, uint32_t mask, number_list *out,
                      index_costs *costs);
bool method_touches(method *self, const items *all, fbox box, uint32_t mask, uint32_t except, index_costs *costs);
bool method_nearest(method *self, const items *all, fvec2 point, float most, uint32_t mask, near_list *out,
                    index_costs *costs);
first_hit method_ray(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs);
void method_pairs(method *self, const items *all, pair_sink sink, index_costs *costs);

/// Does it remember its pairs? It then reports those that began and ended since the last call, at first all as begun.
static inline bool method_remembers(const method *self)
{
    return method_follows(self) && self->kind->changes != NULL;
}

bool method_changes(method *self, found_pairs *began, found_pairs *ended, index_costs *costs);

uint64_t method_upkeep(const method *self);
size_t method_bytes(const method *self);

/// An index_pair_visitor; its context is a found_pairs.
void found_pairs_add(void *context, const index_pair *pairs, size_t count);

/// By a, then by b; as it is for qsort.
int index_pair_order(const void *a, const void *b);
void found_pairs_sort(found_pairs *list);

void number_list_add(number_list *list, uint32_t number);

/// Puts an item among the nearest if it belongs there.
void near_list_offer(near_list *list, uint32_t item, double squared);

/// No item farther than this needs to be offered; infinity while there is room.
double near_list_limit(const near_list *list);

/// The square of the distance between a point and a box.
double squared_distance(fvec2 point, fbox box);

/// Where along a ray it enters a box, 0 if it starts inside; NaN: it does not meet it. With open edges, one that only
/// grazes it does not.
double ray_enters(index_ray ray, fbox box, bool open_edges);

static const first_hit no_hit = { INDEX_NONE, INFINITY };

/// Replaces the first hit by an earlier one. NaN is not earlier.
static inline void first_hit_offer(first_hit *first, uint32_t item, double t)
{
    if (t < first->t || (t == first->t && item < first->item))
        *first = (first_hit){ item, t };
}

static inline qd_filter items_filter(const items *all, uint32_t item)
{
    return all->filters ? all->filters[item] : (qd_filter){ INDEX_FIRST_LAYER, INDEX_ALL_LAYERS };
}

static inline bool items_see(const items *all, uint32_t item, uint32_t mask)
{
    return mask == 0 || (items_filter(all, item).layers & mask) != 0;
}

static inline bool items_meet(const items *all, uint32_t a, uint32_t b)
{
    qd_filter f = items_filter(all, a), g = items_filter(all, b);
    return (f.mask & g.layers) != 0 && (g.mask & f.layers) != 0;
}

#endif
