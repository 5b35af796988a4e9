/// The quadtree as a contender, with nothing but its public interface.
#include "batch.h"
#include "contenders.h"

#include <quadrille/quadrille.h>
#include <stdlib.h>

typedef struct quadtree {
    qd_tree *tree;
    qd_id *ids; ///< By item.
    size_t count, capacity;
} quadtree;

static void quadtree_destroy(contender *self)
{
    quadtree *own = (quadtree *)self;
    if (!own)
        return;
    qd_tree_destroy(own->tree);
    free(own->ids);
    free(own);
}

contender *contender_quadtree_with(bool open_edges, qd_executor executor)
{
    quadtree *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    qd_tree_def def = { .edges = open_edges ? QD_EDGES_OPEN : QD_EDGES_CLOSED, .executor = executor };
    own->tree = qd_tree_create(&def);
    if (own->tree)
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
    free(own->ids);
    own->ids = count > SIZE_MAX / sizeof *own->ids ? NULL : malloc(count * sizeof *own->ids);
    own->capacity = own->ids ? count : 0;
    return own->ids != NULL;
}

static qd_result quadtree_set(contender *self, const qd_box *boxes, size_t count)
{
    quadtree *own = (quadtree *)self;
    qd_tree_clear(own->tree);
    own->count = 0;
    if (count == 0)
        return QD_OK;
    if (count > SIZE_MAX / sizeof(qd_item) || !reserve_ids(own, count))
        return QD_NO_MEMORY;
    qd_item *items = malloc(count * sizeof *items);
    if (!items)
        return QD_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        items[i] = (qd_item){ .box = boxes[i], .user = i };
    qd_result result = qd_tree_insert_many(own->tree, items, count, own->ids, NULL);
    free(items);
    if (result)
        qd_tree_clear(own->tree);
    else
        own->count = count;
    return result;
}

static qd_result quadtree_move(contender *self, const qd_box *boxes)
{
    quadtree *own = (quadtree *)self;
    return qd_tree_move_many(own->tree, own->ids, boxes, own->count, NULL);
}

static bool take_pairs(void *context, const qd_pair *pairs, size_t count)
{
    batch *out = context;
    for (size_t i = 0; i < count; i++)
        batch_add(out, (uint32_t)pairs[i].a.user, (uint32_t)pairs[i].b.user);
    return !out->stopped;
}

static contender_cost quadtree_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const quadtree *own = (const quadtree *)self;
    batch out;
    batch_begin(&out, visitor, context);
    out.cost.tests = qd_visit_pairs(own->tree, take_pairs, &out).tests;
    return batch_end(&out);
}

static uint64_t quadtree_upkeep(const contender *self)
{
    return qd_tree_stats(((const quadtree *)self)->tree).work;
}

const qd_tree *contender_tree(const contender *self)
{
    return ((const quadtree *)self)->tree;
}

const contender_kind contender_quadtree = {
    "quadtree", quadtree_create, quadtree_destroy, quadtree_set, quadtree_move, quadtree_pairs, quadtree_upkeep,
};
