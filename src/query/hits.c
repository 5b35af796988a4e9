// What rays and casts have in common: hits in order, and a visitor that cuts. See ranked.h.
#include "hits.h"
#include "ranked.h"
#include "ranked_find.h"
#include "visitor.h"

uint64_t qd__line_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return ranking->sketch.good ? qd__four_enter(nodes, &ranking->sketch, cut, keys)
                                : ranking->simd->enter(nodes, &ranking->line, &ranking->sketch, cut, keys);
}

uint64_t qd__line_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    (void)wanted;
    return ranking->simd->enter(boxes, &ranking->line, &ranking->sketch, cut, keys);
}

size_t qd__find_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter, qd_hit *out,
                     size_t capacity)
{
    const qd__results results = { out, sizeof *out, capacity };
    return qd__ranked_first(tree, ranking, filter, ranking->line.end, &results);
}

typedef struct caster {
    const qd_tree *tree;
    const qd__ranking *ranking;
    uint64_t changes; ///< Of the tree when the search began: the visitor must not change it.
    qd_ray_visitor *visitor;
    void *context;
} caster;

static double offer_hit(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    const caster *cast = context;
    const uint32_t lane = qd__location_lane(location);
    qd_hit hit;
    hit.item = qd__bucket_items(bucket)[lane];
    const qd__aabb aabb = qd__bucket_aabb(bucket, lane);
    cast->ranking->kind->describe(cast->ranking, &hit, key, &aabb);
    const double wanted = cast->visitor(cast->context, &hit);
    return qd__wanted_cut(wanted, cut, qd__unchanged(cast->changes, cast->tree->changes));
}

qd_cost qd__visit_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       qd_ray_visitor *visitor, void *context)
{
    caster cast = { tree, ranking, tree->changes, visitor, context };
    return qd__ranked_search(tree, ranking, filter, 0, ranking->line.end, offer_hit, &cast);
}
