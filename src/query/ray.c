// Rays: ranked by where they enter.
#include "distance.h"
#include "ranked.h"

#include <assert.h>

static uint32_t entry_keys(const qd__ranking *ranking, const qd__record *records, unsigned count, double cut,
                           double *keys)
{
    return ranking->lanes->enter(records, count, &ranking->line, cut, keys);
}

/// False: the ray hits nothing, whatever there is.
static bool ranking_of(const qd_tree *tree, const qd_ray *ray, qd__ranking *ranking)
{
    const qd__line line = { ray->origin, ray->direction, ray->t_max, tree->open };
    *ranking = (qd__ranking){ .keys = entry_keys, .lanes = tree->lanes, .line = line };
    const qd_box origin = { ray->origin, ray->origin }, direction = { ray->direction, ray->direction };
    return ray->t_max >= 0 && qd_box_is_valid(origin) && qd_box_is_valid(direction) &&
           (ray->direction.x != 0 || ray->direction.y != 0);
}

static float to_float(double value)
{
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

/// Everything about a hit but whose it is. The coordinate on the face that was hit is exactly that face's.
static void describe(qd_hit *hit, const qd__ranking *ranking, const qd__record *record)
{
    const qd_vec2 origin = ranking->line.origin, direction = ranking->line.direction;
    const qd__slab slab = qd__slab_of(record, origin, direction, ranking->line.open);
    const qd_box box = qd__record_box(*record);
    const qd_vec2 none = { 0, 0 };
    hit->t = 0;
    hit->point = origin;
    hit->normal = none;
    if (!(slab.enter > 0)) {
        return;
    }
    hit->t = to_float(slab.enter);
    hit->point.x = to_float(origin.x + slab.enter * direction.x);
    hit->point.y = to_float(origin.y + slab.enter * direction.y);
    if (slab.axis == 0) {
        hit->point.x = direction.x > 0 ? box.min.x : box.max.x;
        hit->normal.x = direction.x > 0 ? -1.0f : 1.0f;
    } else {
        hit->point.y = direction.y > 0 ? box.min.y : box.max.y;
        hit->normal.y = direction.y > 0 ? -1.0f : 1.0f;
    }
}

static void describe_result(const qd__ranking *ranking, void *result, double key, const qd__record *record)
{
    (void)key;
    describe(result, ranking, record);
}

size_t qd_find_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, qd_hit *out, size_t capacity)
{
    qd__ranking ranking;
    if (!ranking_of(tree, &ray, &ranking)) {
        return 0;
    }
    const qd__results results = { out, sizeof *out, capacity, describe_result };
    return qd__ranked_find(tree, &ranking, &filter, ranking.line.end, &results);
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
    (void)key;
    qd_hit hit;
    hit.item = qd__block_items(block)[lane];
    describe(&hit, cast->ranking, &qd__block_records(block)[lane]);
    const double wanted = cast->visitor(cast->context, &hit);
    const bool unchanged = cast->tree->changes == cast->changes;
    assert(unchanged && "a visitor must not change the tree");
    if (!unchanged || !(wanted >= 0)) { // NaN stops too
        return -1;
    }
    return wanted < cut ? wanted : cut;
}

qd_cost qd_visit_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, qd_ray_visitor *visitor, void *context)
{
    qd_cost cost = { 0, 0, 0 };
    qd__ranking ranking;
    if (ranking_of(tree, &ray, &ranking)) {
        caster cast = { tree, &ranking, tree->changes, visitor, context };
        cost = qd__ranked_search(tree, &ranking, &filter, ranking.line.end, offer_to_visitor, &cast);
    }
    return cost;
}
