// Rays: ranked by where they enter the exact boxes, while the rounded ones say which they can enter at all.
#include "ranked.h"
#include "ranked_find.h"
#include "visitor.h"
#include "wide_tree.h"

typedef struct ray_ranking {
    qd__ranking base;
    const struct qd_wide *wide;
    qd__wide_line line;
} ray_ranking;

/// Lower bounds: where the ray enters the boxes that the AABBs can stand for.
static uint64_t ray_bound_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys)
{
    const ray_ranking *self = (const ray_ranking *)(const void *)ranking;
    uint64_t within = 0;
    for (uint32_t i = 0; i < boxes.count; i++) {
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        const qd_dbox around = qd__widen(&self->wide->origin, &aabb);
        keys[i] = aabb.v[0] <= FLT_MAX ? qd__wide_line_enters(&around, &self->line, NULL) : NAN;
        within |= (uint64_t)(keys[i] <= cut) << i;
    }
    return within;
}

static uint64_t ray_item_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    (void)wanted; // these are but bounds
    return ray_bound_keys(ranking, boxes, cut, keys);
}

static double exact_ray_key(const qd__ranking *ranking, uint32_t slot)
{
    const ray_ranking *self = (const ray_ranking *)(const void *)ranking;
    return qd__wide_line_enters(qd__wide_box(self->wide, slot), &self->line, NULL);
}

static double wide_ray_between(double low, double high, double value)
{
    return value < low ? low : value > high ? high : value;
}

/// Everything about a hit but the item. On the face that was hit the place is exactly there; along it, it stays on
/// the box, however the product was rounded.
static void fill_hit(qd_dhit *hit, const ray_ranking *ranking)
{
    const qd_dvec2 origin = ranking->line.origin, direction = ranking->line.direction, none = { 0, 0 };
    const qd_dbox *box = qd__wide_box(ranking->wide, hit->item.id.slot);
    int axis = 0;
    hit->t = qd__wide_line_enters(box, &ranking->line, &axis);
    hit->point = origin;
    hit->normal = none;
    if (!(hit->t > 0)) {
        return;
    }
    if (axis == 0) {
        hit->point.x = direction.x > 0 ? box->min.x : box->max.x;
        hit->point.y = wide_ray_between(box->min.y, box->max.y, origin.y + hit->t * direction.y);
        hit->normal.x = direction.x > 0 ? -1 : 1;
    } else {
        hit->point.x = wide_ray_between(box->min.x, box->max.x, origin.x + hit->t * direction.x);
        hit->point.y = direction.y > 0 ? box->min.y : box->max.y;
        hit->normal.y = direction.y > 0 ? -1 : 1;
    }
}

static void describe_wide_ray(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb)
{
    (void)key;
    (void)aabb;
    fill_hit(result, (const ray_ranking *)(const void *)ranking);
}

static const qd__ranking_kind wide_by_ray = {
    .node_keys = ray_bound_keys, .keys = ray_item_keys, .describe = describe_wide_ray, .exact = exact_ray_key
};

/// False: the ray hits nothing, whatever there is.
static bool ray_ranking_of(const qd_wide *wide, const qd_dray *ray, ray_ranking *ranking)
{
    const qd__wide_line line = { ray->origin, ray->direction, ray->t_max, wide->open };
    ranking->base.kind = &wide_by_ray;
    ranking->base.simd = wide->tree->simd;
    ranking->wide = wide;
    ranking->line = line;
    const qd_dbox origin = { ray->origin, ray->origin }, direction = { ray->direction, ray->direction };
    return ray->t_max >= 0 && qd_dbox_is_valid(origin) && qd_dbox_is_valid(direction) &&
           (ray->direction.x != 0 || ray->direction.y != 0);
}

size_t qd_wide_find_ray(const qd_wide *wide, qd_dray ray, qd_query_filter filter, qd_dhit *out, size_t capacity)
{
    ray_ranking ranking;
    if (!ray_ranking_of(wide, &ray, &ranking)) {
        return 0;
    }
    const qd__results results = { out, sizeof *out, capacity };
    return qd__ranked_first(wide->tree, &ranking.base, &filter, ray.t_max, &results);
}

typedef struct wide_caster {
    const ray_ranking *ranking;
    uint64_t changes; ///< Of the tree when the search began: the visitor must not change it.
    qd_dray_visitor *visitor;
    void *context;
    uint64_t hits;
} wide_caster;

static double offer_wide_ray(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    wide_caster *self = context;
    (void)key;
    qd_dhit hit;
    hit.item = qd__bucket_items(bucket)[qd__location_lane(location)];
    if (!(exact_ray_key(&self->ranking->base, hit.item.id.slot) <= cut)) {
        return cut;
    }
    fill_hit(&hit, self->ranking);
    self->hits++;
    const double wanted = self->visitor(self->context, &hit);
    return qd__wanted_cut(wanted, cut, qd__unchanged(self->changes, self->ranking->wide->tree->changes));
}

qd_cost qd_wide_visit_ray(const qd_wide *wide, qd_dray ray, qd_query_filter filter, qd_dray_visitor *visitor,
                          void *context)
{
    qd_cost cost = { 0, 0, 0 };
    ray_ranking ranking;
    if (ray_ranking_of(wide, &ray, &ranking)) {
        wide_caster self = { &ranking, wide->tree->changes, visitor, context, 0 };
        cost = qd__ranked_search(wide->tree, &ranking.base, &filter, 0, ray.t_max, offer_wide_ray, &self);
        cost.hits = self.hits;
    }
    return cost;
}
