// Casts and segments: see cast.h.
#include "cast.h"

static uint64_t line_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return ranking->sketch.good ? qd__four_enter(nodes, &ranking->sketch, cut, keys)
                                : ranking->simd->enter(nodes, &ranking->line, &ranking->sketch, cut, keys);
}

static uint64_t line_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    (void)wanted;
    return ranking->simd->enter(boxes, &ranking->line, &ranking->sketch, cut, keys);
}

static uint64_t circle_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    uint64_t mask = 0;
    for (uint64_t left = line_keys(ranking, boxes, cut, wanted, keys); left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const qd_box box = qd__aabb_exact(qd__boxes_at(boxes, lane));
        keys[lane] = qd__disc_enters(&box, &ranking->disc);
        mask |= (uint64_t)(keys[lane] <= cut) << lane;
    }
    return mask;
}

static double line_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    const qd_box around = qd__tree_widen(ranking->tree, *bounds);
    return qd__slab_of(&around, &ranking->line).exit;
}

static float clamped_to_float(double value)
{
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

/// Around the way up to the cut, and all that rounding could add.
static void line_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const qd__line *line = &ranking->line;
    for (int axis = 0; axis < 2; axis++) {
        const double step = line->direction[axis], way = step == 0 ? 0 : step * cut; // 0 times infinity would be NaN
        const double low = line->low[axis] + (way < 0 ? way : 0), high = line->high[axis] + (way > 0 ? way : 0);
        const double slack = (fabs(line->low[axis]) + fabs(line->high[axis]) + fabs(way)) * 0x1p-20;
        window->v[axis] = clamped_to_float(low - slack);
        window->v[axis + 2] = -clamped_to_float(high + slack);
    }
}

static double line_key_at(const qd__ranking *ranking, double distance)
{
    const double x = ranking->line.direction[0], y = ranking->line.direction[1];
    return distance / sqrt(x * x + y * y);
}

static double same_time(double limit)
{
    return limit;
}

static double told_time(const qd__ranking *ranking, double key)
{
    return qd__told(ranking, key);
}

static void describe_impact(const qd__ranking *ranking, const qd__impact *impact, qd_hit *hit)
{
    hit->t = impact->enter > 0 ? qd__told(ranking, impact->enter) : 0;
    hit->point.x = qd__told(ranking, impact->center[0]);
    hit->point.y = qd__told(ranking, impact->center[1]);
    hit->normal.x = qd__told(ranking, impact->normal[0]);
    hit->normal.y = qd__told(ranking, impact->normal[1]);
}

static double held_between(double low, double high, double value)
{
    return value < low ? low : value > high ? high : value;
}

/// The coordinate on the face that a ray has hit is exactly that face's; along it, it stays on the box, however the
/// product was rounded.
static void lay_on_face(qd_hit *hit, const qd_box *box)
{
    if (hit->normal.x != 0) {
        hit->point.x = hit->normal.x < 0 ? box->min.x : box->max.x;
        hit->point.y = held_between(box->min.y, box->max.y, hit->point.y);
    } else if (hit->normal.y != 0) {
        hit->point.x = held_between(box->min.x, box->max.x, hit->point.x);
        hit->point.y = hit->normal.y < 0 ? box->min.y : box->max.y;
    }
}

/// Between its ends, which may be farther apart than a double can say.
static void lay_on_segment(const qd__ranking *ranking, double t, qd_hit *hit)
{
    const double *from = ranking->line.low;
    hit->point.x = qd__told(ranking, from[0] * (1 - t) + ranking->to.x * t);
    hit->point.y = qd__told(ranking, from[1] * (1 - t) + ranking->to.y * t);
}

static void describe_line(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    const qd__impact impact = qd__box_impact(box, &ranking->line);
    describe_impact(ranking, &impact, hit);
    (void)key;
    if (ranking->segment && impact.enter > 0) {
        lay_on_segment(ranking, impact.enter, hit);
    }
    if (ranking->ray) {
        lay_on_face(hit, box);
    }
}

static void describe_circle(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    const qd__impact impact = qd__disc_impact(box, &ranking->disc);
    (void)key;
    describe_impact(ranking, &impact, hit);
}

/// Lower bounds: when the line comes to the boxes that the AABBs can stand for.
static uint64_t line_bound_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys)
{
    uint64_t within = 0;
    for (uint32_t i = 0; i < boxes.count; i++) {
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        const qd_box around = qd__widen(&ranking->tree->origin, &aabb);
        keys[i] = aabb.v[0] <= FLT_MAX ? qd__line_enters(&around, &ranking->line) : NAN;
        within |= (uint64_t)(keys[i] <= cut) << i;
    }
    return within;
}

static uint64_t line_item_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    (void)wanted; // these are but bounds
    return line_bound_keys(ranking, boxes, cut, keys);
}

static double exact_line_key(const qd__ranking *ranking, const qd_box *box)
{
    return qd__line_enters(box, &ranking->line);
}

static double exact_circle_key(const qd__ranking *ranking, const qd_box *box)
{
    return qd__disc_enters(box, &ranking->disc);
}

/// By precision, floats first.
static const qd__ranking_kind by_line[2] = { { .node_keys = line_node_keys,
                                               .keys = line_keys,
                                               .latest = line_latest,
                                               .window = line_window,
                                               .key_at = line_key_at,
                                               .key_within = same_time,
                                               .told = told_time,
                                               .describe = describe_line },
                                             { .node_keys = line_bound_keys,
                                               .keys = line_item_keys,
                                               .latest = line_latest,
                                               .key_within = same_time,
                                               .told = told_time,
                                               .describe = describe_line,
                                               .exact = exact_line_key } };
static const qd__ranking_kind by_circle[2] = { { .node_keys = line_node_keys,
                                                 .keys = circle_keys,
                                                 .latest = line_latest,
                                                 .window = line_window,
                                                 .key_at = line_key_at,
                                                 .key_within = same_time,
                                                 .told = told_time,
                                                 .describe = describe_circle },
                                               { .node_keys = line_bound_keys,
                                                 .keys = line_item_keys,
                                                 .latest = line_latest,
                                                 .key_within = same_time,
                                                 .told = told_time,
                                                 .describe = describe_circle,
                                                 .exact = exact_circle_key } };

/// The way to another point, which becomes the motion.
static void lay_segment(qd__ranking *ranking, qd_vec2 to)
{
    const double ends[2] = { to.x, to.y };
    for (int axis = 0; axis < 2; axis++) {
        qd__line_set_motion(&ranking->line, axis, ends[axis], ranking->line.low[axis]);
    }
    ranking->line.end = ranking->line.end < 1 ? ranking->line.end : 1;
    ranking->to = to;
}

void qd__cast_ranking(const struct qd_tree *tree, const qd__cast *cast, qd__ranking *ranking)
{
    const qd_box *box = &cast->box;
    const qd__line line = { { box->min.x, box->min.y },
                            { box->max.x, box->max.y },
                            { cast->motion.x, cast->motion.y },
                            cast->limit,
                            tree->edges_open,
                            { false, false } };
    ranking->kind = &by_line[tree->precise];
    ranking->simd = tree->simd;
    ranking->tree = tree;
    ranking->ray = cast->type == QD_POINT;
    ranking->segment = cast->rank == QD_SEGMENT;
    ranking->line = line;
    if (ranking->segment) {
        lay_segment(ranking, cast->motion);
    }
    ranking->limit = ranking->cut = ranking->line.end;
    if (cast->radius > 0) { // of radius 0 it is a point
        ranking->disc = qd__disc_of(box->min, cast->radius, &ranking->line);
        ranking->kind = &by_circle[tree->precise];
        ranking->line = ranking->disc.square;
    }
    if (!tree->precise) {
        ranking->sketch = qd__sketch_of(&ranking->line);
        ranking->place.x = (float)box->min.x;
        ranking->place.y = (float)box->min.y;
        ranking->left = ranking->line.direction[0] < 0;
        ranking->down = ranking->line.direction[1] < 0;
    }
}
