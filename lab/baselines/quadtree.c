/// The quadtree as a contender, with nothing but its public interface. What can be tuned is how many items a leaf
/// holds.
#include "quadtree.h"
#include "contenders.h"
#include "memory.h"
#include "tune.h"

#include <math.h>
#include <quadrille/inspect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/// A new tree instead of the old one, which stays if out of memory.
static bool plant(quadtree *own, int leaf_capacity)
{
    qd_tree_def def = own->def;
    def.leaf_capacity = leaf_capacity;
    if (memory_watched())
        def.allocator.resize = counted_resize;
    qd_tree *tree = qd_tree_new(&def);
    if (!tree)
        return false;
    quadtree_end_contacts(own);
    qd_tree_destroy(own->tree);
    own->tree = tree;
    own->def.leaf_capacity = leaf_capacity;
    own->count = 0;
    own->filtered = false;
    return true;
}

contender *contender_quadtree_with(const qd_tree_def *def)
{
    quadtree *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->def = *def;
    if (plant(own, def->leaf_capacity))
        return (contender *)own;
    free(own);
    return NULL;
}

static contender *quadtree_create(bool open_edges)
{
    return contender_quadtree_with(&(qd_tree_def){ .edges = open_edges ? QD_OPEN : QD_CLOSED });
}

const qd_tree *contender_quadtree_tree(const contender *self)
{
    return ((const quadtree *)self)->tree;
}

static void clear(quadtree *own)
{
    quadtree_end_contacts(own);
    qd_tree_clear(own->tree);
    own->count = 0;
    own->filtered = false;
}

/// Adds the items behind the existing ones, up to `count` in all.
static qd_result fill(quadtree *own, const fbox *boxes, size_t count)
{
    size_t first = own->count;
    qd_result result = QD_OK;
    if (count > first)
        result = quadtree_reserve(own, count) ? quadtree_insert_some(own, boxes + first, NULL, first, count - first)
                                              : QD_NO_MEMORY;
    own->count = count;
    if (result)
        clear(own);
    return result;
}

static qd_result quadtree_set(contender *self, const fbox *boxes, size_t count)
{
    clear((quadtree *)self);
    return fill((quadtree *)self, boxes, count);
}

static qd_result quadtree_move(contender *self, const fbox *boxes)
{
    quadtree_move_some(self, boxes, 0, ((quadtree *)self)->count);
    return QD_OK;
}

static qd_result quadtree_grow(contender *self, const fbox *boxes, size_t count)
{
    quadtree_move(self, boxes);
    return fill((quadtree *)self, boxes, count);
}

static void quadtree_renew(contender *self)
{
    quadtree *own = (quadtree *)self;
    if (!plant(own, own->def.leaf_capacity))
        clear(own);
    memory_free(own->ids);
    own->ids = NULL;
    own->capacity = 0;
}

static qd_result quadtree_tune(contender *self, const fbox *boxes, size_t count, const fbox *windows,
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

static qd_flow take_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    pair_batch *out = context;
    (void)distances;
    return out->visitor ? quadtree_hand_out_pairs(pairs, count, out->visitor, out->context) : QD_CONTINUE;
}

static contender_cost quadtree_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    pair_batch out = { visitor, context };
    qd_cost cost = { 0 };
    qd_tree_visit_pairs(((const quadtree *)self)->tree, NULL, take_pairs, &out, &cost);
    return (contender_cost){ cost.tests, cost.hits, cost.nodes };
}

static qd_tree_stats stats(const contender *self)
{
    qd_tree_stats figures;
    qd_tree_get_stats(((const quadtree *)self)->tree, &figures);
    return figures;
}

static uint64_t quadtree_upkeep(const contender *self)
{
    return stats(self).work;
}

static size_t quadtree_bytes(const contender *self)
{
    return stats(self).bytes + ((const quadtree *)self)->capacity * sizeof(qd_id);
}

static contender_found quadtree_window(const contender *self, fbox window, contender_item_visitor *visitor,
                                       void *context)
{
    return quadtree_visit(self, &(qd_query){ .shape = qd_shape_box(fbox_wide(window)) }, visitor, context);
}

static bool quadtree_collides(const contender *self, fbox box)
{
    qd_entry any;
    return qd_tree_find_box(((const quadtree *)self)->tree, fbox_wide(box), &any, 1) == 1;
}

static size_t quadtree_near(const contender *self, fvec2 point, size_t k, contender_near *out)
{
    qd_hit found[ITEMS_AT_ONCE];
    size_t most = k < ITEMS_AT_ONCE ? k : ITEMS_AT_ONCE;
    size_t count = qd_tree_find_nearest(((const quadtree *)self)->tree, fvec2_wide(point), INFINITY, found, most);
    for (size_t i = 0; i < count; i++)
        out[i] = (contender_near){ (uint32_t)found[i].item.user, found[i].distance * found[i].distance };
    return count;
}

static contender_hit quadtree_ray(const contender *self, contender_ray ray)
{
    qd_hit hit;
    qd_vec2 origin = fvec2_wide(ray.origin), direction = fvec2_wide(ray.direction);
    if (qd_tree_find_ray(((const quadtree *)self)->tree, origin, direction, (double)ray.t_max, &hit, 1) == 0)
        return (contender_hit){ UINT32_MAX, 0 };
    return (contender_hit){ (uint32_t)hit.item.user, hit.t };
}

static qd_result quadtree_insert(contender *self, fbox box)
{
    quadtree *own = (quadtree *)self;
    if (!quadtree_reserve(own, own->count + 1))
        return QD_NO_MEMORY;
    qd_result result = quadtree_insert_one(own, &(qd_item){ .box = fbox_wide(box), .user = own->count });
    own->count += result == QD_OK;
    return result;
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
    .add = quadtree_add,
    .move_some = quadtree_move_some,
    .ask = quadtree_ask,
    .rank = quadtree_rank,
    .aim = quadtree_aim,
    .pull = quadtree_pull,
};
