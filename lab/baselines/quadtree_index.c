/// The quadtree behind an index: items that come and go, one or some at a time, with filters; questions as the library
/// takes them.
#include "quadtree.h"

/// From the first filter on, the tree gets every item's.
static qd_result set_filters(quadtree *own, const qd_filter *filters)
{
    qd_result result = QD_OK;
    for (size_t i = 0; i < own->count && result != QD_NO_MEMORY; i++)
        result = qd_tree_set_filter(own->tree, own->ids[i], &filters[i]); // QD_STALE_ID: it has been removed
    own->filtered = result != QD_NO_MEMORY;
    return own->filtered ? QD_OK : QD_NO_MEMORY;
}

qd_result quadtree_add(contender *self, const fbox *boxes, const qd_filter *filters, uint32_t first, size_t count)
{
    quadtree *own = (quadtree *)self;
    size_t end = first + count;
    if (!quadtree_reserve(own, end))
        return QD_NO_MEMORY;
    qd_result result = filters && !own->filtered ? set_filters(own, filters) : QD_OK;
    if (result)
        return result;
    for (; own->count < first; own->count++)
        own->ids[own->count] = 0; // numbers without an item
    if (count == 1)
        result = quadtree_insert_one(own, &(qd_item){ .box = fbox_wide(boxes[first]),
                                                      .user = first,
                                                      .filter = filters ? filters[first] : (qd_filter){ 0, 0 } });
    else
        result = quadtree_insert_some(own, boxes + first, filters ? filters + first : NULL, first, count);
    if (!result && own->count < end)
        own->count = end;
    return result;
}

void quadtree_move_some(contender *self, const fbox *boxes, uint32_t first, size_t count)
{
    quadtree *own = (quadtree *)self;
    qd_boxes view = fbox_view(boxes + first);
    if (count == 1)
        qd_tree_move(own->tree, own->ids[first], fbox_wide(boxes[first]));
    else
        qd_tree_move_many(own->tree, own->ids + first, &view, count, NULL);
}

contender_found quadtree_ask(const contender *self, qd_query question, uint32_t except, contender_item_visitor *visitor,
                             void *context)
{
    const quadtree *own = (const quadtree *)self;
    question.ignore = except < own->count ? own->ids[except] : 0;
    return quadtree_visit(self, &question, visitor, context);
}

typedef struct rank_batch {
    contender_rank_visitor *visitor;
    void *context;
} rank_batch;

static qd_flow take_hit(void *context, const qd_hit *hit, double *limit)
{
    rank_batch *out = context;
    out->visitor(out->context, (uint32_t)hit->item.user, limit);
    return QD_CONTINUE;
}

contender_found quadtree_rank(const contender *self, const qd_ranked *question, contender_rank_visitor *visitor,
                              void *context)
{
    rank_batch out = { visitor, context };
    qd_cost cost = { 0 };
    qd_tree_visit_ranked(((const quadtree *)self)->tree, question, take_hit, &out, &cost);
    return (contender_found){ cost.tests, cost.hits, cost.nodes };
}
