/// The quadtree as a contender, with nothing but its public interface. What can be tuned is how many items a leaf
/// holds.
#include "quadtree.h"
#include "contenders.h"
#include "memory.h"
#include "tune.h"

#include <math.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct item_batch {
    contender_item_visitor *visitor;
    void *context;
} item_batch;

typedef struct pair_batch {
    contender_visitor *visitor;
    void *context;
} pair_batch;

static void quadtree_destroy(contender *self)
{
    quadtree *own = (quadtree *)self;
    if (!own)
        return;
    quadtree_end_contacts(own);
    qd_tree_destroy(own->tree);
    qd_gravity_destroy(own->gravity);
    memory_free(own->ids);
    memory_free(own->items);
    memory_free(own->answers);
    free(own);
}

/// What the library allocates by itself, counted.
static void *counted_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    void *fresh = new_size > 0 ? memory_array(new_size, 1) : NULL;
    if (new_size > 0 && !fresh)
        return NULL;
    if (fresh && block)
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    memory_free(block);
    return fresh;
}

/// A new tree in the place of the old one, which stays if there is no memory.
static bool plant(quadtree *own, int leaf_capacity)
{
    qd_tree_def def = own->def;
    def.leaf_capacity = leaf_capacity;
    if (memory_watched())
        def.allocator.resize = counted_resize;
    qd_tree *tree = qd_tree_create(&def);
    if (!tree)
        return false;
    quadtree_end_contacts(own);
    qd_tree_destroy(own->tree);
    own->tree = tree;
    own->def.leaf_capacity = leaf_capacity;
    own->count = 0;
    return true;
}

contender *contender_quadtree_with(bool open_edges, qd_executor executor)
{
    quadtree *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->def = (qd_tree_def){ .edges = open_edges ? QD_EDGES_OPEN : QD_EDGES_CLOSED, .executor = executor };
    if (plant(own, 0))
        return (contender *)own;
    free(own);
    return NULL;
}

static contender *quadtree_create(bool open_edges)
{
    return contender_quadtree_with(open_edges, (qd_executor){ 0 });
}

static bool reserve_ids(quadtree *own, size_t count)
{
    if (count <= own->capacity)
        return true;
    size_t room = memory_room(own->capacity, count);
    // A tree numbers its items in 32 bits.
    qd_id *grown = room > UINT32_MAX ? NULL : memory_grown(own->ids, own->count, room, sizeof *grown);
    if (!grown)
        return false;
    own->ids = grown;
    own->capacity = room;
    return true;
}

/// Room for so many items to load. NULL: no memory.
static qd_item *items_to_load(quadtree *own, size_t count)
{
    if (count > own->item_room) {
        memory_free(own->items);
        own->items = memory_array(count, sizeof *own->items);
        own->item_room = own->items ? count : 0;
    }
    return own->items;
}

/// Adds what comes after the items that there are, up to `count` in all.
static qd_result add(quadtree *own, const qd_box *boxes, size_t count)
{
    size_t first = own->count, added = count - first;
    if (added == 0)
        return QD_OK;
    qd_item *items = reserve_ids(own, count) ? items_to_load(own, added) : NULL;
    if (!items)
        return QD_NO_MEMORY;
    for (size_t i = 0; i < added; i++)
        items[i] = (qd_item){ .box = boxes[first + i], .user = first + i };
    qd_result result = qd_tree_insert_many(own->tree, items, added, own->ids + first, NULL);
    if (!result)
        own->count = count;
    return result;
}

static void clear(quadtree *own)
{
    quadtree_end_contacts(own);
    qd_tree_clear(own->tree);
    own->count = 0;
}

static qd_result quadtree_set(contender *self, const qd_box *boxes, size_t count)
{
    quadtree *own = (quadtree *)self;
    clear(own);
    qd_result result = add(own, boxes, count);
    if (result)
        clear(own);
    return result;
}

static qd_result quadtree_move(contender *self, const qd_box *boxes)
{
    quadtree *own = (quadtree *)self;
    return qd_tree_move_many(own->tree, own->ids, boxes, own->count, NULL);
}

static qd_result quadtree_grow(contender *self, const qd_box *boxes, size_t count)
{
    quadtree *own = (quadtree *)self;
    qd_result result = quadtree_move(self, boxes);
    if (!result)
        result = add(own, boxes, count);
    if (result)
        clear(own);
    return result;
}

static void quadtree_renew(contender *self)
{
    quadtree *own = (quadtree *)self;
    if (!plant(own, own->def.leaf_capacity))
        clear(own);
    memory_free(own->ids);
    own->ids = NULL;
    own->capacity = 0;
    memory_free(own->items);
    own->items = NULL;
    own->item_room = 0;
}

static qd_result quadtree_tune(contender *self, const qd_box *boxes, size_t count, const qd_box *windows,
                               size_t window_count)
{
    static const int capacities[] = { 64, 48, 32, 24, 16 }; // the default first
    quadtree *own = (quadtree *)self;
    const tune_trial trial = { &contender_quadtree, self, boxes, windows, count, window_count };
    int best = capacities[0];
    double best_time = INFINITY;
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        if (!plant(own, capacities[i]))
            return QD_NO_MEMORY;
        double time = tune_time(&trial);
        if (time < TUNE_WORTH * best_time) {
            best_time = time;
            best = capacities[i];
        }
    }
    return plant(own, best) ? QD_OK : QD_NO_MEMORY;
}

static void quadtree_describe(const contender *self, char *text, size_t size)
{
    snprintf(text, size, "%d items a leaf", ((const quadtree *)self)->def.leaf_capacity);
}

static bool take_pairs(void *context, const qd_pair *pairs, size_t count)
{
    pair_batch *out = context;
    contender_pair numbers[ITEMS_AT_ONCE];
    bool more = true;
    for (size_t from = 0; from < count && more; from += ITEMS_AT_ONCE) {
        size_t some = count - from < ITEMS_AT_ONCE ? count - from : ITEMS_AT_ONCE;
        for (size_t i = 0; i < some; i++) {
            uint32_t a = (uint32_t)pairs[from + i].a.user, b = (uint32_t)pairs[from + i].b.user;
            numbers[i] = (contender_pair){ a < b ? a : b, a < b ? b : a };
        }
        more = out->visitor(out->context, numbers, some);
    }
    return more;
}

static bool count_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)context;
    (void)pairs;
    (void)count;
    return true;
}

static contender_cost quadtree_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    pair_batch out = { visitor, context };
    qd_cost cost = qd_visit_pairs(((const quadtree *)self)->tree, visitor ? take_pairs : count_pairs, &out);
    return (contender_cost){ cost.tests, cost.hits };
}

static uint64_t quadtree_upkeep(const contender *self)
{
    return qd_tree_stats(((const quadtree *)self)->tree).work;
}

static size_t quadtree_bytes(const contender *self)
{
    const quadtree *own = (const quadtree *)self;
    return qd_tree_stats(own->tree).bytes + own->capacity * sizeof *own->ids;
}

bool quadtree_hand_out(const qd_found *items, size_t count, contender_item_visitor *visitor, void *context)
{
    uint32_t numbers[ITEMS_AT_ONCE];
    bool more = true;
    for (size_t from = 0; from < count && more; from += ITEMS_AT_ONCE) {
        size_t some = count - from < ITEMS_AT_ONCE ? count - from : ITEMS_AT_ONCE;
        for (size_t i = 0; i < some; i++)
            numbers[i] = (uint32_t)items[from + i].user;
        more = visitor(context, numbers, some);
    }
    return more;
}

static bool take_items(void *context, const qd_found *items, size_t count)
{
    item_batch *out = context;
    return quadtree_hand_out(items, count, out->visitor, out->context);
}

static bool count_items(void *context, const qd_found *items, size_t count)
{
    (void)context;
    (void)items;
    (void)count;
    return true;
}

static contender_found quadtree_window(const contender *self, qd_box window, contender_item_visitor *visitor,
                                       void *context)
{
    item_batch out = { visitor, context };
    qd_cost cost = qd_visit_box(((const quadtree *)self)->tree, window, (qd_query_filter){ 0 },
                                visitor ? take_items : count_items, &out);
    return (contender_found){ cost.tests, cost.hits };
}

static bool quadtree_collides(const contender *self, qd_box box)
{
    qd_found any;
    return qd_find_box(((const quadtree *)self)->tree, box, (qd_query_filter){ 0 }, &any, 1) == 1;
}

static size_t quadtree_near(const contender *self, qd_vec2 point, size_t k, contender_near *out)
{
    qd_near found[ITEMS_AT_ONCE];
    size_t most = k < ITEMS_AT_ONCE ? k : ITEMS_AT_ONCE;
    size_t count = qd_find_near(((const quadtree *)self)->tree, point, INFINITY, (qd_query_filter){ 0 }, found, most);
    for (size_t i = 0; i < count; i++) {
        double distance = found[i].distance;
        out[i] = (contender_near){ (uint32_t)found[i].item.user, distance * distance };
    }
    return count;
}

static contender_hit quadtree_ray(const contender *self, contender_ray ray)
{
    qd_hit hit;
    qd_ray asked = { ray.origin, ray.direction, ray.t_max };
    if (qd_find_ray(((const quadtree *)self)->tree, asked, (qd_query_filter){ 0 }, &hit, 1) == 0)
        return (contender_hit){ UINT32_MAX, 0 };
    return (contender_hit){ (uint32_t)hit.item.user, hit.t };
}

static qd_result quadtree_insert(contender *self, qd_box box)
{
    quadtree *own = (quadtree *)self;
    if (!reserve_ids(own, own->count + 1))
        return QD_NO_MEMORY;
    qd_id id = qd_tree_insert(own->tree, (qd_item){ .box = box, .user = own->count });
    if (qd_id_is_null(id))
        return QD_NO_MEMORY;
    own->ids[own->count++] = id;
    return QD_OK;
}

static bool quadtree_remove(contender *self, uint32_t item)
{
    quadtree *own = (quadtree *)self;
    return item < own->count && qd_tree_remove(own->tree, own->ids[item]) == QD_OK;
}

const contender_kind contender_quadtree = {
    .name = "quadtree",
    .create = quadtree_create,
    .destroy = quadtree_destroy,
    .set = quadtree_set,
    .move = quadtree_move,
    .grow = quadtree_grow,
    .pairs = quadtree_pairs,
    .upkeep = quadtree_upkeep,
    .bytes = quadtree_bytes,
    .tune = quadtree_tune,
    .describe = quadtree_describe,
    .renew = quadtree_renew,
    .window = quadtree_window,
    .collides = quadtree_collides,
    .near = quadtree_near,
    .ray = quadtree_ray,
    .windows = quadtree_windows,
    .near_all = quadtree_near_all,
    .ray_all = quadtree_ray_all,
    .insert = quadtree_insert,
    .remove = quadtree_remove,
    .shift = quadtree_shift,
    .changes = quadtree_changes,
    .observe = quadtree_observe,
    .aim = quadtree_aim,
    .pull = quadtree_pull,
};
