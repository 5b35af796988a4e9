// Rays: ranked by where they enter.
#include "ray.h"
#include "hits.h"

static double ray_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    return qd__slab_of(bounds, &ranking->line).exit;
}

static float ray_to_float(double value)
{
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

/// Around the line up to the cut, and all that rounding could add.
static void ray_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    for (int axis = 0; axis < 2; axis++) {
        const double from = ranking->line.low[axis], step = ranking->line.direction[axis];
        const double to = step == 0 ? from : from + step * cut; // 0 times infinity would be NaN
        const double slack = (fabs(from) + fabs(to)) * 0x1p-20;
        window->v[axis] = ray_to_float((from < to ? from : to) - slack);
        window->v[axis + 2] = -ray_to_float((from < to ? to : from) + slack);
    }
}

static double ray_key_at(const qd__ranking *ranking, double distance)
{
    const double x = ranking->line.direction[0], y = ranking->line.direction[1];
    return distance / sqrt(x * x + y * y);
}

/// The coordinate on the face that was hit is exactly that face's.
static void describe_ray(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb)
{
    qd_hit *hit = result;
    const qd__line *line = &ranking->line;
    const qd__slab slab = qd__slab_of(aabb, line);
    const qd_box box = qd__aabb_box(*aabb);
    const qd_vec2 none = { 0, 0 };
    (void)key;
    hit->t = 0;
    hit->point = ranking->point;
    hit->normal = none;
    if (!(slab.enter > 0)) {
        return;
    }
    hit->t = ray_to_float(slab.enter);
    hit->point.x = ray_to_float(line->low[0] + slab.enter * line->direction[0]);
    hit->point.y = ray_to_float(line->low[1] + slab.enter * line->direction[1]);
    if (slab.axis == 0) {
        hit->point.x = line->direction[0] > 0 ? box.min.x : box.max.x;
        hit->normal.x = line->direction[0] > 0 ? -1.0f : 1.0f;
    } else {
        hit->point.y = line->direction[1] > 0 ? box.min.y : box.max.y;
        hit->normal.y = line->direction[1] > 0 ? -1.0f : 1.0f;
    }
}

static const qd__ranking_kind by_ray = { .node_keys = qd__line_node_keys,
                                         .keys = qd__line_keys,
                                         .latest = ray_latest,
                                         .window = ray_window,
                                         .key_at = ray_key_at,
                                         .describe = describe_ray };

bool qd__ray_is_good(const qd_ray *ray)
{
    const qd_vec2 from = ray->origin, to = ray->direction;
    const qd_box origin = { from, from }, direction = { to, to };
    return ray->t_max >= 0 && qd__box_is_valid(origin) && qd__box_is_valid(direction) && (to.x != 0 || to.y != 0);
}

bool qd__ray_ranking(const qd_tree *tree, const qd_ray *ray, qd__ranking *ranking)
{
    const qd_vec2 from = ray->origin, to = ray->direction;
    const qd__line line = { { from.x, from.y }, { from.x, from.y }, { to.x, to.y }, ray->t_max, tree->open };
    ranking->kind = &by_ray;
    ranking->simd = tree->simd;
    ranking->point = from;
    ranking->left = to.x < 0;
    ranking->down = to.y < 0;
    ranking->line = line;
    ranking->sketch = qd__sketch_of(&line);
    return qd__ray_is_good(ray);
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
