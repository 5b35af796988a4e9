// Casts: ranked by when the moving shape comes to a box. Nodes are asked by the box around the shape, which no item in
// them is met before; so are items, and a circle's corners are looked at only where that meets.
#include "cast.h"
#include "hits.h"

static uint64_t circle_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    uint64_t mask = 0;
    (void)wanted;
    for (uint64_t left = ranking->simd->enter(boxes, &ranking->line, &ranking->sketch, cut, keys); left;
         left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const qd__aabb aabb = qd__boxes_at(boxes, lane);
        keys[lane] = qd__disc_enters(&aabb, &ranking->disc);
        mask |= (uint64_t)(keys[lane] <= cut) << lane;
    }
    return mask;
}

static float cast_to_float(double value)
{
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

static void describe_impact(const double center[2], const qd__impact *impact, qd_hit *hit)
{
    hit->t = impact->enter > 0 ? cast_to_float(impact->enter) : 0;
    hit->point.x = cast_to_float(center[0] + impact->moved[0]);
    hit->point.y = cast_to_float(center[1] + impact->moved[1]);
    hit->normal.x = (float)impact->normal[0];
    hit->normal.y = (float)impact->normal[1];
}

static void describe_box(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb)
{
    const qd__line *line = &ranking->line;
    const qd__impact impact = qd__box_impact(aabb, line);
    const double center[2] = { (line->low[0] + line->high[0]) / 2, (line->low[1] + line->high[1]) / 2 };
    (void)key;
    describe_impact(center, &impact, result);
}

static void describe_circle(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb)
{
    const qd__impact impact = qd__disc_impact(aabb, &ranking->disc);
    (void)key;
    describe_impact(ranking->disc.center, &impact, result);
}

static const qd__ranking_kind by_moving_box = { .node_keys = qd__line_node_keys,
                                                .keys = qd__line_keys,
                                                .describe = describe_box };
static const qd__ranking_kind by_moving_circle = { .node_keys = qd__line_node_keys,
                                                   .keys = circle_keys,
                                                   .describe = describe_circle };

bool qd__moving_box_ranking(const struct qd_tree *tree, const qd_moving_box *moving, qd__ranking *ranking)
{
    const qd_box box = moving->box, motion = { moving->motion, moving->motion };
    const qd__line line = { { box.min.x, box.min.y },
                            { box.max.x, box.max.y },
                            { moving->motion.x, moving->motion.y },
                            moving->t_max,
                            tree->open };
    ranking->kind = &by_moving_box;
    ranking->simd = tree->simd;
    ranking->line = line;
    ranking->sketch = qd__sketch_of(&line);
    return moving->t_max >= 0 && qd_box_is_valid(box) && qd_box_is_valid(motion);
}

bool qd__moving_circle_ranking(const struct qd_tree *tree, const qd_moving_circle *moving, qd__ranking *ranking)
{
    const qd_vec2 center = moving->center;
    const qd_moving_box point = { { center, center }, moving->motion, moving->t_max };
    const bool moves = qd__moving_box_ranking(tree, &point, ranking);
    if (moving->radius > 0) { // of radius 0 it is a point, and its way a ray
        ranking->disc = qd__disc_of(center, moving->radius, &ranking->line);
        ranking->kind = &by_moving_circle;
        ranking->line = ranking->disc.square;
        ranking->sketch = qd__sketch_of(&ranking->line);
    }
    return moves && moving->radius >= 0 && moving->radius <= FLT_MAX;
}

size_t qd_find_cast_box(const qd_tree *tree, qd_moving_box box, qd_query_filter filter, qd_hit *out, size_t capacity)
{
    qd__ranking ranking;
    return qd__moving_box_ranking(tree, &box, &ranking) ? qd__find_hits(tree, &ranking, &filter, out, capacity) : 0;
}

size_t qd_find_cast_circle(const qd_tree *tree, qd_moving_circle circle, qd_query_filter filter, qd_hit *out,
                           size_t capacity)
{
    qd__ranking ranking;
    return qd__moving_circle_ranking(tree, &circle, &ranking) ? qd__find_hits(tree, &ranking, &filter, out, capacity)
                                                              : 0;
}

qd_cost qd_visit_cast_box(const qd_tree *tree, qd_moving_box box, qd_query_filter filter, qd_ray_visitor *visitor,
                          void *context)
{
    const qd_cost none = { 0, 0, 0 };
    qd__ranking ranking;
    return qd__moving_box_ranking(tree, &box, &ranking) ? qd__visit_hits(tree, &ranking, &filter, visitor, context)
                                                        : none;
}

qd_cost qd_visit_cast_circle(const qd_tree *tree, qd_moving_circle circle, qd_query_filter filter,
                             qd_ray_visitor *visitor, void *context)
{
    const qd_cost none = { 0, 0, 0 };
    qd__ranking ranking;
    return qd__moving_circle_ranking(tree, &circle, &ranking)
               ? qd__visit_hits(tree, &ranking, &filter, visitor, context)
               : none;
}
