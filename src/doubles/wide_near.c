// Nearest: ranked by the exact distance, while the rounded boxes give lower bounds.
#include "ranked.h"
#include "ranked_find.h"
#include "visitor.h"
#include "wide_tree.h"

/// The point is rounded too, to the nearest floats about the origin, so that the tree's own vector loops can be asked.
/// How far its place and the AABBs' can be from where they should be is `slack`: distances less that, and less a
/// little for their own rounding, are lower bounds.
typedef struct near_ranking {
    qd__ranking base; ///< Its point is the rounded one.
    const struct qd_wide *wide;
    qd_dvec2 point;
    double slack;
} near_ranking;

#define LITTLE 0x1p-40 ///< Far more than the few steps of a double that sums, squares and roots lose.

/// Clamping, like rounding to the nearest, brings no two places farther apart but for what the rounding adds.
static float nearest_float(double value, double *slack)
{
    const double most = value < FLT_MAX ? value : FLT_MAX, clamped = most > -FLT_MAX ? most : -FLT_MAX;
    const float nearest = (float)clamped;
    const double off = nearest - clamped, size = nearest < 0 ? -(double)nearest : nearest;
    *slack += (off < 0 ? -off : off) + size * LITTLE;
    return nearest;
}

static uint64_t near_bound_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys)
{
    const near_ranking *self = (const near_ranking *)(const void *)ranking;
    const double reach = (cut + self->slack) * (1 + 2 * LITTLE);
    const double squared = reach < 0x1p500 ? reach * reach : DBL_MAX; // the bounds of nothing are infinitely far
    const uint64_t within = ranking->simd->near(boxes, ranking->point, squared, keys);
    for (uint64_t left = within; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const double least = sqrt(keys[lane]) * (1 - LITTLE) - self->slack;
        keys[lane] = least > 0 ? least : 0;
    }
    return within;
}

static uint64_t near_item_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    (void)wanted; // these are but bounds
    return near_bound_keys(ranking, boxes, cut, keys);
}

static double exact_near_key(const qd__ranking *ranking, uint32_t slot)
{
    const near_ranking *self = (const near_ranking *)(const void *)ranking;
    return qd__distance(qd__wide_box(self->wide, slot), self->point);
}

static void describe_wide_near(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb)
{
    qd_dnear *near = result;
    (void)ranking;
    (void)aabb;
    near->distance = key;
}

static const qd__ranking_kind wide_by_distance = {
    .node_keys = near_bound_keys, .keys = near_item_keys, .describe = describe_wide_near, .exact = exact_near_key
};

/// False: nothing is near, whatever there is.
static bool near_ranking_of(const qd_wide *wide, qd_dvec2 point, double max_distance, near_ranking *ranking)
{
    const qd_dbox at = { point, point };
    ranking->base.kind = &wide_by_distance;
    ranking->base.simd = wide->tree->simd;
    ranking->wide = wide;
    ranking->point = point;
    ranking->slack = 0;
    ranking->base.point.x = nearest_float(point.x - wide->origin.v[0], &ranking->slack);
    ranking->base.point.y = nearest_float(point.y - wide->origin.v[1], &ranking->slack);
    return max_distance >= 0 && qd__dbox_is_valid(&at);
}

size_t qd_wide_find_near(const qd_wide *wide, qd_dvec2 point, double max_distance, qd_query_filter filter,
                         qd_dnear *out, size_t capacity)
{
    near_ranking ranking;
    if (!near_ranking_of(wide, point, max_distance, &ranking)) {
        return 0;
    }
    const qd__results results = { out, sizeof *out, capacity };
    return qd__ranked_first(wide->tree, &ranking.base, &filter, max_distance, &results);
}

typedef struct wide_neighbours {
    const near_ranking *ranking;
    uint64_t changes; ///< Of the tree when the search began: the visitor must not change it.
    qd_dnear_visitor *visitor;
    void *context;
    uint64_t hits;
} wide_neighbours;

static double offer_wide_near(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    wide_neighbours *self = context;
    qd_dnear near = { qd__bucket_items(bucket)[qd__location_lane(location)], key };
    near.distance = exact_near_key(&self->ranking->base, near.item.id.slot);
    if (!(near.distance <= cut)) {
        return cut;
    }
    self->hits++;
    const double wanted = self->visitor(self->context, &near);
    return qd__wanted_cut(wanted, cut, qd__unchanged(self->changes, self->ranking->wide->tree->changes));
}

qd_cost qd_wide_visit_near(const qd_wide *wide, qd_dvec2 point, double max_distance, qd_query_filter filter,
                           qd_dnear_visitor *visitor, void *context)
{
    qd_cost cost = { 0, 0, 0 };
    near_ranking ranking;
    if (near_ranking_of(wide, point, max_distance, &ranking)) {
        wide_neighbours self = { &ranking, wide->tree->changes, visitor, context, 0 };
        cost = qd__ranked_search(wide->tree, &ranking.base, &filter, 0, max_distance, offer_wide_near, &self);
        cost.hits = self.hits;
    }
    return cost;
}
