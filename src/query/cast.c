// Casts and segments: see cast.h.
#include "cast.h"

#include "ranked.h"

static uint64_t line_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return ranking->sketch.good ? qd__four_enter(nodes, &ranking->sketch, cut, keys)
                                : ranking->simd->enter(nodes, &ranking->line, &ranking->sketch, cut, 4, keys);
}

static uint64_t line_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    return ranking->simd->enter(boxes, &ranking->line, &ranking->sketch, cut, wanted, keys);
}

static uint64_t circle_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    uint64_t mask = 0;
    (void)wanted; // when the square around the circle comes says little about when the circle does
    for (uint64_t left = line_keys(ranking, boxes, cut, QD__LANES_MOST, keys); left; left &= left - 1) {
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

/// Around the way up to the cut, which is finite, and all that rounding could add. The four numbers are stored
/// together: they are read so, and would wait for each other.
static void line_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const qd__line *line = &ranking->line;
    double sides[4];
    for (int axis = 0; axis < 2; axis++) {
        const double way = line->direction[axis] * cut;
        const double low = line->low[axis] + (way < 0 ? way : 0), high = line->high[axis] + (way > 0 ? way : 0);
        const double slack = (fabs(line->low[axis]) + fabs(line->high[axis]) + fabs(way)) * 0x1p-20;
        sides[axis] = low - slack;
        sides[axis + 2] = -(high + slack);
    }
    for (int i = 0; i < 4; i++) { // in steps that compilers do by vectors
        sides[i] = sides[i] < FLT_MAX ? sides[i] : FLT_MAX;
    }
    for (int i = 0; i < 4; i++) {
        sides[i] = sides[i] > -FLT_MAX ? sides[i] : -FLT_MAX;
    }
    for (int i = 0; i < 4; i++) {
        window->v[i] = (float)sides[i];
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

/// Between the ends of a segment, which may be farther apart than a double can say.
static void lay_on_segment(const qd__ranking *ranking, qd__impact *impact)
{
    const double *from = ranking->line.low, t = impact->enter;
    impact->center[0] = from[0] * (1 - t) + ranking->to.x * t;
    impact->center[1] = from[1] * (1 - t) + ranking->to.y * t;
}

/// A ray stays on what it has hit, however the product was rounded: exactly on the face that the normal names, and
/// along it between the corners. Sides by index, a maximum and a minimum: branches would be a toss-up.
static void lay_on_box(qd__impact *impact, const qd_box *box)
{
    const double sides[2][2] = { { box->min.x, box->min.y }, { box->max.x, box->max.y } };
    for (int axis = 0; axis < 2; axis++) {
        const double normal = impact->normal[axis], at = impact->center[axis];
        const double low = sides[normal > 0][axis], high = sides[!(normal < 0)][axis], up = at > low ? at : low;
        impact->center[axis] = up < high ? up : high;
    }
}

/// Describes the hit of a ray that starts outside the box, runs along no axis, and has numbers of middling size. The
/// ray crosses the lines that two faces lie on, and hits the face on the line that it reaches last. The result is that
/// of qd__box_impact, with half of its divisions.
static void hit_by_ray(const qd__ranking *ranking, double enter, const qd_box *box, qd__impact *impact)
{
    const qd__line *line = &ranking->line;
    const double sides[2][2] = { { box->max.x, box->max.y }, { box->min.x, box->min.y } };
    double when[2], face[2], normal[2];
    for (int axis = 0; axis < 2; axis++) {
        const int ahead = line->direction[axis] > 0;
        normal[axis] = 1 - 2 * ahead;
        face[axis] = sides[ahead][axis];
        when[axis] = (face[axis] - line->low[axis]) / line->direction[axis];
        impact->normal[axis] = 0;
        impact->center[axis] = line->low[axis] + enter * line->direction[axis];
    }
    const int axis = when[0] < when[1];
    impact->enter = enter;
    impact->normal[axis] = normal[axis];
    impact->center[axis] = face[axis];
    lay_on_box(impact, box);
}

static void describe_line(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    qd__impact impact;
    if (ranking->ray && !ranking->segment && key > 0 && !qd__is_precise(ranking->tree) && ranking->sketch.good) {
        hit_by_ray(ranking, key, box, &impact);
        describe_impact(ranking, &impact, hit);
        return;
    }
    qd__box_impact(box, &ranking->line, &impact);
    if (ranking->segment && impact.enter > 0) {
        lay_on_segment(ranking, &impact);
    }
    if (ranking->ray) {
        lay_on_box(&impact, box);
    }
    describe_impact(ranking, &impact, hit);
}

static void describe_circle(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    qd__impact impact;
    (void)key;
    qd__disc_impact(box, &ranking->disc, &impact);
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

/// In a tree of floats each number becomes the nearest float; the difference of two of them stays a double.
static inline double taken(const struct qd_tree *tree, double value)
{
    return qd__is_precise(tree) ? value : qd__double_of((float)value);
}

/// An int, so that answers are joined without branches.
static inline int is_bounded(double value)
{
    return fabs(value) <= DBL_MAX;
}

/// The line of a question, whatever it is of. False: it is not finite, or its limit is none.
static inline bool lay_line(const struct qd_tree *tree, const qd_ranked *cast, qd__line *line)
{
    const qd_box box = qd__placed_box(&cast->shape);
    const double low_x = taken(tree, box.min.x), high_x = taken(tree, box.max.x);
    const double low_y = taken(tree, box.min.y), high_y = taken(tree, box.max.y);
    const double x = taken(tree, cast->motion.x), y = taken(tree, cast->motion.y), end = taken(tree, cast->limit);
    line->low[0] = low_x;
    line->low[1] = low_y;
    line->high[0] = high_x;
    line->high[1] = high_y;
    line->direction[0] = x;
    line->direction[1] = y;
    line->end = end;
    line->open = tree->edges_open;
    line->halved[0] = line->halved[1] = false;
    const bool is_box = (low_x <= high_x) & (low_y <= high_y) & is_bounded(low_x) & is_bounded(high_x) &
                        is_bounded(low_y) & is_bounded(high_y);
    return is_box & is_bounded(x) & is_bounded(y) & (end >= 0);
}

/// A segment goes to another point: the way there becomes the motion.
static void lay_segment(qd__ranking *ranking)
{
    qd__line *line = &ranking->line;
    ranking->to.x = line->direction[0];
    ranking->to.y = line->direction[1];
    qd__line_set_motion(line, 0, ranking->to.x, line->low[0]);
    qd__line_set_motion(line, 1, ranking->to.y, line->low[1]);
    line->end = line->end < 1 ? line->end : 1;
}

/// Of a circle, where its line is that of its centre. False: its radius is none.
static bool lay_circle(qd__ranking *ranking, double radius)
{
    if (radius > 0) { // of radius 0 it is a point
        const qd_vec2 center = { ranking->line.low[0], ranking->line.low[1] };
        ranking->disc = qd__disc_of(center, radius, &ranking->line);
        ranking->kind = &by_circle[qd__is_precise(ranking->tree)];
        ranking->line = ranking->disc.square;
    }
    return radius >= 0 && radius <= DBL_MAX;
}

bool qd__cast_ranking(const struct qd_tree *tree, const qd_ranked *cast, qd__ranking *ranking)
{
    ranking->kind = &by_line[qd__is_precise(tree)];
    ranking->simd = tree->simd;
    ranking->tree = tree;
    ranking->ray = cast->shape.type == QD_POINT;
    ranking->segment = cast->rank == QD_SEGMENT;
    ranking->entry = qd__is_precise(tree) ? QD__NONE : qd__ranked_entry(tree, qd__fvec2_of(cast->shape.box.min));
    bool good = lay_line(tree, cast, &ranking->line);
    if (ranking->segment) {
        lay_segment(ranking);
    }
    ranking->limit = ranking->cut = ranking->line.end;
    if (cast->shape.type == QD_CIRCLE) {
        good &= lay_circle(ranking, taken(tree, cast->shape.radius));
    }
    if (!qd__is_precise(tree)) {
        ranking->sketch = qd__sketch_of(&ranking->line);
        ranking->left = ranking->line.direction[0] < 0;
        ranking->down = ranking->line.direction[1] < 0;
    }
    return good;
}
