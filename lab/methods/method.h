// What an index needs of a method: the two kinds of them are quadtree.c and contender.c.
#ifndef QUADRILLE_METHOD_H
#define QUADRILLE_METHOD_H

#include "methods.h"

#include <math.h>

/// All items of an index, by number: the truth, which methods follow.
typedef struct items {
    qd_box *boxes;
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

typedef struct method method; ///< Understood by its kind's functions alone.

/// Questions return false where memory ran out. Costs are added to.
typedef struct method_kind {
    method *(*create)(const index_def *def); ///< NULL: no memory.
    void (*destroy)(method *self);

    /// Items from `first` on are new; an item has gone, whose box is still there; items from `first` on have new boxes.
    bool (*add)(method *self, const items *all, uint32_t first, size_t count);
    void (*remove)(method *self, const items *all, uint32_t item);
    void (*move)(method *self, const items *all, uint32_t first, size_t count);

    /// Catches up with all that, before a question: it counts as moving.
    bool (*ready)(method *self, const items *all);

    bool (*in_box)(method *self, const items *all, qd_box box, uint32_t mask, number_list *out, index_costs *costs);
    bool (*in_circle)(method *self, const items *all, qd_vec2 center, float radius, uint32_t mask, number_list *out,
                      index_costs *costs);
    bool (*touches)(method *self, const items *all, qd_box box, uint32_t mask, uint32_t except, index_costs *costs);
    bool (*nearest)(method *self, const items *all, qd_vec2 point, float most, uint32_t mask, near_list *out,
                    index_costs *costs);
    first_hit (*ray)(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs);
    void (*pairs)(method *self, const items *all, pair_sink sink, index_costs *costs);

    uint64_t (*upkeep)(const method *self);
    size_t (*bytes)(const method *self);
} method_kind;

extern const method_kind method_quadtree, method_contender;

const qd_tree *method_tree(const method *self); ///< The quadtree's.

void number_list_add(number_list *list, uint32_t number);

/// Puts an item among the nearest if it belongs there.
void near_list_offer(near_list *list, uint32_t item, double squared);

/// No item farther than this needs to be offered; infinity while there is room.
double near_list_limit(const near_list *list);

/// Of the distance between a point and a box.
double squared_distance(qd_vec2 point, qd_box box);

/// Where along a ray it enters a box, 0 if it starts inside; NaN: it does not meet it. With open edges, one that only
/// grazes it does not.
double ray_enters(index_ray ray, qd_box box, bool open_edges);

static const first_hit no_hit = { INDEX_NONE, INFINITY };

/// Puts a hit in the place of the first one if it comes before. NaN does not.
static inline void first_hit_offer(first_hit *first, uint32_t item, double t)
{
    if (t < first->t || (t == first->t && item < first->item))
        *first = (first_hit){ item, t };
}

static inline qd_filter items_filter(const items *all, uint32_t item)
{
    return all->filters ? all->filters[item] : (qd_filter){ 1, QD_ALL_LAYERS };
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
