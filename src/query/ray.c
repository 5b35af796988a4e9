// Rays: ranked by where they enter.
#include "ranked.h"

static uint64_t entry_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys)
{
    return ranking->lanes->enter(boxes, &ranking->line, cut, keys);
}

static double latest(const qd__ranking *ranking, const qd__record *bounds)
{
    return qd__slab_of(bounds, &ranking->line).exit;
}

static float to_float(double value)
{
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

/// The coordinate on the face that was hit is exactly that face's.
static void describe(const qd__ranking *ranking, void *result, double key, const qd__record *record)
{
    qd_hit *hit = result;
    const qd__line *line = &ranking->line;
    const qd__slab slab = qd__slab_of(record, line);
    const qd_box box = qd__record_box(*record);
    const qd_vec2 none = { 0, 0 };
    (void)key;
    hit->t = 0;
    hit->point = ranking->point;
    hit->normal = none;
    if (!(slab.enter > 0)) {
        return;
    }
    hit->t = to_float(slab.enter);
    hit->point.x = to_float(line->low[0] + slab.enter * line->direction[0]);
    hit->point.y = to_float(line->low[1] + slab.enter * line->direction[1]);
    if (slab.axis == 0) {
        hit->point.x = line->direction[0] > 0 ? box.min.x : box.max.x;
        hit->normal.x = line->direction[0] > 0 ? -1.0f : 1.0f;
    } else {
        hit->point.y = line->direction[1] > 0 ? box.min.y : box.max.y;
        hit->normal.y = line->direction[1] > 0 ? -1.0f : 1.0f;
    }
}

bool qd__ray_ranking(const qd_tree *tree, const qd_ray *ray, qd__ranking *ranking)
{
    const qd_vec2 from = ray->origin, to = ray->direction;
    const qd__line line = { { from.x, from.y }, { from.x, from.y }, { to.x, to.y }, ray->t_max, tree->open };
    *ranking = (qd__ranking){ .cell_keys = entry_keys,
                              .keys = entry_keys,
                              .latest = latest,
                              .describe = describe,
                              .lanes = tree->lanes,
                              .point = from,
                              .line = line };
    const qd_box origin = { from, from }, direction = { to, to };
    return ray->t_max >= 0 && qd_box_is_valid(origin) && qd_box_is_valid(direction) && (to.x != 0 || to.y != 0);
}

size_t qd_find_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, qd_hit *out, size_t capacity)
{
    qd__ranking ranking;
    return qd__ray_ranking(tree, &ray, &ranking) ? qd__find_hits(tree, &ranking, &filter, out, capacity) : 0;
}

qd_cost qd_visit_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, qd_ray_visitor *visitor, void *context)
{
    const qd_cost none = { 0, 0, 0 };
    qd__ranking ranking;
    return qd__ray_ranking(tree, &ray, &ranking) ? qd__visit_hits(tree, &ranking, &filter, visitor, context) : none;
}
