// Ranked questions made ready: see ranking.h. Casts and segments; nearest are in ranking_near.c. Casts ask nodes by the
// box around the shape, which no item in them is met before. They ask items likewise, and look at a circle's corners
// only where that meets.
#include "ranking.h"

#include "directory.h"
#include "exact.h"

/// Which boxes a good sketch may meet up to the cut, and when at the earliest.
static uint64_t sifted_keys(const qd__sketch *sketch, qd__boxes boxes, double cut, double *keys)
{
    uint64_t within = 0;
    for (uint32_t i = 0; i < boxes.count; i += 4) {
        const qd__boxes four = { boxes.sides + i, boxes.stride, 4 };
        within |= (uint64_t)qd__four_enter(four, sketch, cut, keys + i) << i;
    }
    return within & qd__low_bits_long(boxes.count);
}

static uint64_t line_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return ranking->cast.sketch.good
               ? qd__four_enter(nodes, &ranking->cast.sketch, cut, keys)
               : ranking->simd->enter(nodes, &ranking->cast.line, &ranking->cast.sketch, cut, 4, keys);
}

static double cast_key(const qd__ranking *ranking, const qd_box *box)
{
    return ranking->cast.circle ? qd__disc_enters(box, &ranking->cast.disc) : qd__line_enters(box, &ranking->cast.line);
}

/// The keys of a circle, which comes no earlier than the square around it, or of a line along an axis: lower bounds
/// first, then those that these leave. Where one is wanted, the box that may be met first is asked first, and those
/// that are certainly met later than it are not asked. Never inlined: other lines save no registers for it.
static QD__NEVER_INLINE uint64_t settled_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted,
                                              double *keys)
{
    const qd__ranking_cast *cast = &ranking->cast;
    uint64_t left = cast->sketch.good
                        ? sifted_keys(&cast->sketch, boxes, cut, keys)
                        : ranking->simd->enter(boxes, &cast->line, &cast->sketch, cut, QD__LANES_MOST, keys);
    uint64_t mask = 0;
    uint32_t lane = left ? qd__lowest_bit_long(left) : 0;
    for (uint64_t others = wanted == 1 ? left & (left - 1) : 0; others; others &= others - 1) {
        const uint32_t other = qd__lowest_bit_long(others);
        lane = keys[other] < keys[lane] ? other : lane;
    }
    for (; left; lane = left ? qd__lowest_bit_long(left) : 0) {
        left &= ~(UINT64_C(1) << lane);
        if (keys[lane] <= cut) {
            const qd_box box = qd__aabb_exact(qd__boxes_at(boxes, lane));
            keys[lane] = cast_key(ranking, &box);
            mask |= (uint64_t)(keys[lane] <= cut) << lane;
            cut = wanted == 1 && keys[lane] < cut ? keys[lane] : cut;
        }
    }
    return mask;
}

static uint64_t line_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    const qd__ranking_cast *cast = &ranking->cast;
    return cast->circle || (cast->sketch.good && cast->sketch.still)
               ? settled_keys(ranking, boxes, cut, wanted, keys)
               : ranking->simd->enter(boxes, &cast->line, &cast->sketch, cut, wanted, keys);
}

static double line_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    const qd_box around = qd__tree_widen(ranking->tree, *bounds);
    return qd__slab_of(&around, &ranking->cast.line).exit;
}

/// Around the way up to the cut, which is finite, and all that rounding could add. The four numbers are stored
/// together: they are read so, and would wait for each other.
static void line_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const qd__line *line = qd__is_precise(ranking->tree) ? &ranking->cast.around : &ranking->cast.line;
    double sides[4];
    for (int axis = 0; axis < 2; axis++) {
        const double way = line->direction[axis] * cut;
        const double low = line->low[axis] + (way < 0 ? way : 0), high = line->high[axis] + (way > 0 ? way : 0);
        const double slack = (fabs(line->low[axis]) + fabs(line->high[axis]) + fabs(way)) * 0x1p-20;
        sides[axis] = low - slack;
        sides[axis + 2] = -(high + slack);
    }
    for (int i = 0; i < 4; i++) // in steps that compilers do by vectors
        sides[i] = sides[i] < FLT_MAX ? sides[i] : FLT_MAX;
    for (int i = 0; i < 4; i++)
        sides[i] = sides[i] > -FLT_MAX ? sides[i] : -FLT_MAX;
    for (int i = 0; i < 4; i++)
        window->v[i] = (float)sides[i];
}

static double line_key_at(const qd__ranking *ranking, double distance)
{
    const double x = ranking->cast.line.direction[0], y = ranking->cast.line.direction[1];
    return distance / sqrt(x * x + y * y);
}

/// A number as results have it.
static double result_number(const qd__ranking *ranking, double value)
{
    const double most = qd__is_precise(ranking->tree) ? DBL_MAX : FLT_MAX;
    const double rounded = value > most ? most : value < -most ? -most : value;
    return qd__is_precise(ranking->tree) ? rounded : qd__double_of((float)rounded);
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
    const qd__line *line = &ranking->cast.line;
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

static void describe_impact(const qd__ranking *ranking, const qd__impact *impact, qd_hit *hit)
{
    hit->t = impact->enter > 0 ? result_number(ranking, impact->enter) : 0;
    hit->point.x = result_number(ranking, impact->center[0]);
    hit->point.y = result_number(ranking, impact->center[1]);
    hit->normal.x = result_number(ranking, impact->normal[0]);
    hit->normal.y = result_number(ranking, impact->normal[1]);
}

static void describe_cast(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    const qd__ranking_cast *cast = &ranking->cast;
    qd__impact impact;
    if (cast->ray && !cast->segment && key > 0 && !qd__is_precise(ranking->tree) && cast->sketch.good &&
        !cast->sketch.still) {
        hit_by_ray(ranking, key, box, &impact);
        describe_impact(ranking, &impact, hit);
        return;
    }
    if (cast->circle)
        qd__disc_impact(box, &cast->disc, &impact);
    else
        qd__box_impact(box, &cast->line, &impact);
    if (cast->segment && impact.enter > 0) { // between its ends, which may be farther apart than a double can say
        const double *from = cast->line.low, t = impact.enter;
        impact.center[0] = from[0] * (1 - t) + cast->to.x * t;
        impact.center[1] = from[1] * (1 - t) + cast->to.y * t;
    }
    if (cast->ray)
        lay_on_box(&impact, box);
    describe_impact(ranking, &impact, hit);
}

/// Lower bounds: when the line comes to the boxes that the AABBs can stand for.
static uint64_t line_bound_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys)
{
    if (ranking->cast.sketch.good)
        return sifted_keys(&ranking->cast.sketch, boxes, cut, keys);
    uint64_t within = 0;
    for (uint32_t i = 0; i < boxes.count; i++) {
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        const qd_box around = qd__widen(&ranking->tree->origin, &aabb);
        keys[i] = aabb.v[0] <= FLT_MAX ? qd__line_enters(&around, &ranking->cast.line) : NAN;
        within |= (uint64_t)(keys[i] <= cut) << i;
    }
    return within;
}

static uint64_t line_item_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    (void)wanted; // these are but bounds
    return line_bound_keys(ranking, boxes, cut, keys);
}

/// By precision, floats first.
static const qd__ranking_kind by_cast[2] = { { .node_keys = line_node_keys,
                                               .keys = line_keys,
                                               .latest = line_latest,
                                               .window = line_window,
                                               .key_at = line_key_at,
                                               .result = result_number,
                                               .describe = describe_cast },
                                             { .node_keys = line_bound_keys,
                                               .keys = line_item_keys,
                                               .latest = line_latest,
                                               .window = line_window,
                                               .key_at = line_key_at,
                                               .result = result_number,
                                               .describe = describe_cast,
                                               .exact = cast_key } };

/// In a tree of floats each number becomes the nearest float; the difference of two of them stays a double.
static inline double taken(const struct qd_tree *tree, double value)
{
    return qd__is_precise(tree) ? value : qd__double_of((float)value);
}

/// The line of a question, whatever it is of. False: it is not finite, or its limit is none.
static inline bool lay_line(const struct qd_tree *tree, const qd_ranked *cast, qd__line *line)
{
    const qd_shape *shape = &cast->shape; // of a point and a circle, both corners are where that is
    const qd_box given = { shape->box.min, shape->type == QD_BOX ? shape->box.max : shape->box.min };
    const qd_box box = { { taken(tree, given.min.x), taken(tree, given.min.y) },
                         { taken(tree, given.max.x), taken(tree, given.max.y) } };
    const qd_vec2 motion = { taken(tree, cast->motion.x), taken(tree, cast->motion.y) };
    line->low[0] = box.min.x;
    line->low[1] = box.min.y;
    line->high[0] = box.max.x;
    line->high[1] = box.max.y;
    line->direction[0] = motion.x;
    line->direction[1] = motion.y;
    line->end = taken(tree, cast->limit);
    line->open = tree->settings.edges_open;
    line->halved[0] = line->halved[1] = false;
    return qd__box_is_valid(&box) && qd__is_finite(motion) && line->end >= 0;
}

/// Can an AABB of the tree stand for a box that goes on beyond all floats?
static bool has_outermost(const struct qd_tree *tree)
{
    const qd__boxes bounds = qd__four_boxes(&qd__quad_at(tree, 0)->bounds);
    bool outermost = false;
    for (uint32_t i = 0; i < 4; i++) {
        const qd__aabb aabb = qd__boxes_at(bounds, i);
        for (int side = 0; side < 4; side++)
            outermost = outermost || aabb.v[side] == -FLT_MAX;
    }
    return outermost;
}

/// Makes ready what AABBs are asked in a tree of doubles: a shape so much larger, about the origin and in floats, that
/// a sketch of it comes to an AABB no later than the line to any box that this stands for, and leaves no earlier.
///
/// An AABB's side `v` is the float below round(s - o), so the box's side s is at least o + v but for 2^-52 of v. Where
/// v is no larger than twice the shape's side, 2^-48 of the numbers here cover that, and what the steps here lose. Else
/// v is at least half of its own size away from the shape, and the slack of the sketch, a part of this way, covers it.
static void lay_around(const struct qd_tree *tree, const qd__line *line, qd__line *around)
{
    *around = *line;
    for (unsigned axis = 0; axis < 2; axis++) {
        const double o = tree->origin.v[axis], low = line->low[axis], high = line->high[axis];
        const double margin = (fabs(o) + fabs(low) + fabs(high)) * 0x1p-48 + FLT_MIN;
        around->low[axis] = qd__round_down(low - o - margin);
        around->high[axis] = -qd__round_down(o - high - margin);
    }
}

/// False: the cast is not finite, or its limit is none. Never inlined: the registers it needs are not
/// to be saved for nearest.
static QD__NEVER_INLINE bool rank_cast(const struct qd_tree *tree, const qd_ranked *question, qd__ranking *ranking)
{
    const qd_shape *shape = &question->shape;
    qd__ranking_cast *cast = &ranking->cast;
    qd__line *line = &cast->line;
    ranking->kind = &by_cast[qd__is_precise(tree)];
    cast->ray = shape->type == QD_POINT;
    cast->segment = question->rank == QD_SEGMENT;
    cast->circle = false;
    if (!qd__is_precise(tree))
        ranking->entry = qd__directory_entry_at(tree, qd__fvec2_of(shape->box.min));
    bool good = lay_line(tree, question, line);
    if (cast->segment) { // it goes to another point: the way there becomes the motion
        cast->to.x = line->direction[0];
        cast->to.y = line->direction[1];
        qd__line_set_motion(line, 0, cast->to.x, line->low[0]);
        qd__line_set_motion(line, 1, cast->to.y, line->low[1]);
        line->end = line->end < 1 ? line->end : 1;
    }
    ranking->limit = ranking->cut = line->end;
    if (shape->type == QD_CIRCLE) {
        const double radius = taken(tree, shape->radius);
        good &= radius >= 0 && radius <= DBL_MAX;
        cast->circle = radius > 0; // of radius 0 it is a point
        if (cast->circle) {
            const qd_vec2 center = { line->low[0], line->low[1] };
            cast->disc = qd__disc_of(center, radius, line);
            *line = cast->disc.square;
        }
    }
    if (qd__is_precise(tree)) {
        lay_around(tree, line, &cast->around);
        cast->sketch = qd__sketch_of(&cast->around);
        cast->sketch.good = cast->sketch.good && !has_outermost(tree);
        const qd__fvec2 from = { (float)cast->around.low[0], (float)cast->around.low[1] };
        ranking->entry = cast->sketch.good ? qd__directory_entry_at(tree, from) : QD__NONE;
    } else {
        cast->sketch = qd__sketch_of(line);
    }
    ranking->left = line->direction[0] < 0;
    ranking->down = line->direction[1] < 0;
    return good;
}

static bool takes_shape(qd_rank rank, qd_shape_type type)
{
    switch (rank) {
    case QD_NEAREST:
        return type == QD_POINT || type == QD_BOX;
    case QD_CAST:
        return type == QD_POINT || type == QD_BOX || type == QD_CIRCLE;
    case QD_SEGMENT:
        return type == QD_POINT;
    default:
        return false;
    }
}

bool qd__ranking_of(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking)
{
    ranking->simd = tree->settings.simd;
    ranking->tree = tree;
    if (!takes_shape(ranked->rank, ranked->shape.type))
        return false;
    return ranked->rank == QD_NEAREST ? qd__rank_nearest(tree, ranked, ranking) : rank_cast(tree, ranked, ranking);
}
