/// An index that is a quadtree: every question goes straight to the library.
#include "method.h"

#include <math.h>
#include <quadrille/quadrille.h>
#include <stdlib.h>

typedef struct quadtree {
    qd_tree *tree;
    qd_id *ids; ///< By number. User values are numbers too.
    size_t space;
} quadtree;

static const quadtree *tree_of(const method *self)
{
    return (const quadtree *)self;
}

static void quadtree_destroy(method *self)
{
    quadtree *own = (quadtree *)self;
    if (!own)
        return;
    qd_tree_destroy(own->tree);
    free(own->ids);
    free(own);
}

static method *quadtree_create(const index_def *def)
{
    quadtree *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    qd_tree_def tree = {
        .edges = def->edges, .leaf_capacity = def->leaf_capacity, .max_depth = def->max_depth, .executor = def->executor
    };
    own->tree = qd_tree_create(&tree);
    if (own->tree)
        return (method *)own;
    free(own);
    return NULL;
}

static bool reserve(quadtree *own, size_t space)
{
    if (space <= own->space)
        return true;
    qd_id *grown = realloc(own->ids, space * sizeof *grown);
    if (!grown)
        return false;
    own->ids = grown;
    own->space = space;
    return true;
}

static qd_item item_of(const items *all, uint32_t number)
{
    return (qd_item){ all->boxes[number], number, items_filter(all, number) };
}

static bool add_many(quadtree *own, const items *all, uint32_t first, size_t count)
{
    qd_item *fresh = malloc(count * sizeof *fresh);
    if (!fresh)
        return false;
    for (size_t i = 0; i < count; i++)
        fresh[i] = item_of(all, first + (uint32_t)i);
    qd_result result = qd_tree_insert_many(own->tree, fresh, count, own->ids + first, NULL);
    free(fresh);
    return result == QD_OK;
}

static bool quadtree_add(method *self, const items *all, uint32_t first, size_t count)
{
    quadtree *own = (quadtree *)self;
    if (!reserve(own, all->space))
        return false;
    if (count > 1)
        return add_many(own, all, first, count);
    own->ids[first] = qd_tree_insert(own->tree, item_of(all, first));
    return !qd_id_is_null(own->ids[first]);
}

static void quadtree_remove(method *self, const items *all, uint32_t item)
{
    const quadtree *own = tree_of(self);
    (void)all;
    qd_tree_remove(own->tree, own->ids[item]);
}

static void quadtree_move(method *self, const items *all, uint32_t first, size_t count)
{
    const quadtree *own = tree_of(self);
    if (count == 1)
        qd_tree_move(own->tree, own->ids[first], all->boxes[first]);
    else
        qd_tree_move_many(own->tree, own->ids + first, all->boxes + first, count, NULL);
}

static bool take_items(void *context, const qd_found *found, size_t count)
{
    number_list *out = context;
    for (size_t i = 0; i < count; i++)
        number_list_add(out, (uint32_t)found[i].user);
    return !out->failed;
}

static void add_cost(index_costs *costs, qd_cost cost)
{
    costs->nodes += cost.nodes;
    costs->tests += cost.tests;
    costs->hits += cost.hits;
}

static bool quadtree_in_box(method *self, const items *all, qd_box box, uint32_t mask, number_list *out,
                            index_costs *costs)
{
    (void)all;
    add_cost(costs, qd_visit_box(tree_of(self)->tree, box, (qd_query_filter){ .mask = mask }, take_items, out));
    return !out->failed;
}

static bool quadtree_in_circle(method *self, const items *all, qd_vec2 center, float radius, uint32_t mask,
                               number_list *out, index_costs *costs)
{
    (void)all;
    qd_query_filter filter = { .mask = mask };
    add_cost(costs, qd_visit_circle(tree_of(self)->tree, center, radius, filter, take_items, out));
    return !out->failed;
}

static bool take_any(void *context, const qd_found *found, size_t count)
{
    (void)found;
    *(bool *)context = count > 0;
    return count == 0;
}

static bool quadtree_touches(method *self, const items *all, qd_box box, uint32_t mask, uint32_t except,
                             index_costs *costs)
{
    const quadtree *own = tree_of(self);
    qd_query_filter filter = { .mask = mask };
    if (except < all->room && all->alive[except])
        filter.ignore = own->ids[except];
    bool any = false;
    qd_cost cost = qd_visit_box(own->tree, box, filter, take_any, &any);
    cost.hits = any;
    add_cost(costs, cost);
    return any;
}

typedef struct neighbours {
    const items *all;
    qd_vec2 point;
    near_list *nearest;
} neighbours;

static float take_near(void *context, const qd_near *near)
{
    const neighbours *out = context;
    uint32_t number = (uint32_t)near->item.user;
    near_list_offer(out->nearest, number, squared_distance(out->point, out->all->boxes[number]));
    // No closer than the limit, rounded upwards: equally near ones are still to come.
    return nextafterf((float)sqrt(near_list_limit(out->nearest)), INFINITY);
}

static bool quadtree_nearest(method *self, const items *all, qd_vec2 point, float most, uint32_t mask, near_list *out,
                             index_costs *costs)
{
    neighbours context = { all, point, out };
    qd_query_filter filter = { .mask = mask };
    qd_cost cost = qd_visit_near(tree_of(self)->tree, point, most, filter, take_near, &context);
    cost.hits = out->count; // Not those that were pushed out again.
    add_cost(costs, cost);
    return true;
}

typedef struct shot {
    const items *all;
    index_ray ray;
    first_hit first;
} shot;

static float take_hit(void *context, const qd_hit *hit)
{
    shot *own = context;
    uint32_t number = (uint32_t)hit->item.user;
    first_hit_offer(&own->first, number, ray_enters(own->ray, own->all->boxes[number], false));
    return nextafterf((float)own->first.t, INFINITY);
}

static first_hit quadtree_ray(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs)
{
    shot own = { all, ray, no_hit };
    qd_ray asked = { ray.origin, ray.direction, ray.t_max };
    qd_cost cost = qd_visit_ray(tree_of(self)->tree, asked, (qd_query_filter){ .mask = mask }, take_hit, &own);
    cost.hits = own.first.item != INDEX_NONE;
    add_cost(costs, cost);
    return own.first;
}

enum { PAIRS_AT_ONCE = 512 };

static bool take_pairs(void *context, const qd_pair *pairs, size_t count)
{
    const pair_sink *sink = context;
    index_pair numbers[PAIRS_AT_ONCE];
    for (size_t from = 0; from < count; from += PAIRS_AT_ONCE) {
        size_t some = count - from < PAIRS_AT_ONCE ? count - from : PAIRS_AT_ONCE;
        for (size_t i = 0; i < some; i++) {
            uint32_t a = (uint32_t)pairs[from + i].a.user, b = (uint32_t)pairs[from + i].b.user;
            numbers[i] = (index_pair){ a < b ? a : b, a < b ? b : a };
        }
        sink->visitor(sink->context, numbers, some);
    }
    return true;
}

static bool count_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)context;
    (void)pairs;
    (void)count;
    return true;
}

static void quadtree_pairs(method *self, const items *all, pair_sink sink, index_costs *costs)
{
    (void)all;
    qd_cost cost = qd_visit_pairs(tree_of(self)->tree, sink.visitor ? take_pairs : count_pairs, &sink);
    add_cost(costs, cost);
    costs->pairs += cost.hits;
}

static uint64_t quadtree_upkeep(const method *self)
{
    return qd_tree_stats(tree_of(self)->tree).work;
}

static size_t quadtree_bytes(const method *self)
{
    const quadtree *own = tree_of(self);
    return qd_tree_stats(own->tree).bytes + own->space * sizeof *own->ids;
}

const qd_tree *method_tree(const method *self)
{
    return tree_of(self)->tree;
}

const method_kind method_quadtree = {
    .create = quadtree_create,
    .destroy = quadtree_destroy,
    .add = quadtree_add,
    .remove = quadtree_remove,
    .move = quadtree_move,
    .in_box = quadtree_in_box,
    .in_circle = quadtree_in_circle,
    .touches = quadtree_touches,
    .nearest = quadtree_nearest,
    .ray = quadtree_ray,
    .pairs = quadtree_pairs,
    .upkeep = quadtree_upkeep,
    .bytes = quadtree_bytes,
};
