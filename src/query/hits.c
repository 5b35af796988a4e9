// What rays and casts have in common: hits in order, and a visitor that cuts. See ranked.h.
#include "ranked.h"

#include <assert.h>

size_t qd__find_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter, qd_hit *out,
                     size_t capacity)
{
    const qd__results results = { out, sizeof *out, capacity };
    qd__mark mark = qd__mark_first();
    qd_cost cost = { 0, 0, 0 };
    return qd__ranked_find(tree, ranking, filter, ranking->line.end, &results, &mark, &cost);
}

typedef struct caster {
    const qd_tree *tree;
    const qd__ranking *ranking;
    uint64_t changes; ///< Of the tree when the search began: the visitor must not change it.
    qd_ray_visitor *visitor;
    void *context;
} caster;

static double offer_to_visitor(void *context, double key, const qd__block *block, uint32_t place, double cut)
{
    const caster *cast = context;
    const uint32_t lane = qd__place_lane(place);
    qd_hit hit;
    hit.item = qd__block_items(block)[lane];
    cast->ranking->describe(cast->ranking, &hit, key, &qd__block_records(block)[lane]);
    const double wanted = cast->visitor(cast->context, &hit);
    const bool unchanged = cast->tree->changes == cast->changes;
    assert(unchanged && "a visitor must not change the tree");
    if (!unchanged || !(wanted >= 0)) { // NaN stops too
        return -1;
    }
    return wanted < cut ? wanted : cut;
}

qd_cost qd__visit_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       qd_ray_visitor *visitor, void *context)
{
    caster cast = { tree, ranking, tree->changes, visitor, context };
    return qd__ranked_search(tree, ranking, filter, 0, ranking->line.end, offer_to_visitor, &cast);
}
