// Nearest: ranked by squared distance.
#include "near.h"
#include "ranked.h"
#include "ranked_find.h"
#include "visitor.h"

#include <float.h>

/// Floats tell the nodes apart while any of them is near enough.
static uint64_t node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    const uint32_t within = qd__four_near(nodes, ranking->point, cut, keys);
    double least = keys[0];
    for (unsigned lane = 1; lane < 4; lane++) {
        least = keys[lane] < least ? keys[lane] : least;
    }
    return least < FLT_MAX ? within : ranking->simd->near(nodes, ranking->point, cut, keys);
}

static uint64_t nearest_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    return ranking->simd->nearest(boxes, ranking->point, cut, wanted, keys);
}

static double near_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    return qd__distance_squared_most(bounds, ranking->point);
}

static void near_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const qd_vec2 at = ranking->point;
    const float reach = qd__reach_of(qd__told_distance(cut));
    const qd__aabb around = { { at.x - reach, at.y - reach, -at.x - reach, -at.y - reach } };
    *window = around;
}

static double near_key_at(const qd__ranking *ranking, double distance)
{
    (void)ranking;
    return distance * distance;
}

static void describe_near(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb)
{
    qd_near *near = result;
    (void)ranking;
    (void)aabb;
    near->distance = qd__told_distance(key);
}

static const qd__ranking_kind by_distance = { .node_keys = node_keys,
                                              .keys = nearest_keys,
                                              .latest = near_latest,
                                              .window = near_window,
                                              .key_at = near_key_at,
                                              .describe = describe_near };

bool qd__near_ranking(const qd_tree *tree, qd_vec2 point, float max_distance, qd__ranking *ranking)
{
    const qd_box at = { point, point };
    ranking->kind = &by_distance;
    ranking->simd = tree->simd;
    ranking->point = point;
    ranking->left = ranking->down = false;
    return max_distance >= 0 && qd__box_is_valid(at);
}

size_t qd_find_near(const qd_tree *tree, qd_vec2 point, float max_distance, qd_query_filter filter, qd_near *out,
                    size_t capacity)
{
    qd__ranking ranking;
    if (!qd__near_ranking(tree, point, max_distance, &ranking)) {
        return 0;
    }
    const qd__results results = { out, sizeof *out, capacity };
    return qd__ranked_first(tree, &ranking, &filter, (double)max_distance * max_distance, &results);
}

typedef struct neighbours {
    const qd_tree *tree;
    uint64_t changes; ///< Of the tree when the search began: the visitor must not change it.
    qd_near_visitor *visitor;
    void *context;
    float cut;       ///< The visitor's.
    uint64_t beyond; ///< Items offered for which this was too near.
} neighbours;

static double offer_near(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    neighbours *self = context;
    const qd_near near = { qd__bucket_items(bucket)[qd__location_lane(location)], qd__told_distance(key) };
    if (near.distance > self->cut) {
        self->beyond++;
        return cut;
    }
    const float wanted = self->visitor(self->context, &near);
    const bool unchanged = qd__unchanged(self->changes, self->tree->changes);
    self->cut = (float)qd__wanted_cut(wanted, self->cut, unchanged); // one of the two floats
    if (self->cut < 0) {
        return -1;
    }
    // Distances are told rounded: what is told to be this far may be farther than this.
    const double reach = self->cut < FLT_MAX ? self->cut * (1 + 0x1p-23) + FLT_TRUE_MIN : INFINITY;
    const double key_within = reach * reach;
    return key_within < cut ? key_within : cut;
}

qd_cost qd_visit_near(const qd_tree *tree, qd_vec2 point, float max_distance, qd_query_filter filter,
                      qd_near_visitor *visitor, void *context)
{
    qd_cost cost = { 0, 0, 0 };
    qd__ranking ranking;
    if (qd__near_ranking(tree, point, max_distance, &ranking)) {
        neighbours self = { tree, tree->changes, visitor, context, INFINITY, 0 };
        const double cut = (double)max_distance * max_distance;
        cost = qd__ranked_search(tree, &ranking, &filter, 0, cut, offer_near, &self);
        cost.hits -= self.beyond;
    }
    return cost;
}
