// Nearest: see near.h.
#include "near.h"
#include "exact.h"
#include "ranked.h"

/// Floats tell the nodes apart while any of them is near enough.
static uint64_t node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    const uint32_t within = qd__four_near(nodes, ranking->from, cut, keys);
    double least = keys[0];
    for (unsigned lane = 1; lane < 4; lane++) {
        least = keys[lane] < least ? keys[lane] : least;
    }
    return least < FLT_MAX ? within : ranking->simd->near(nodes, ranking->from, cut, keys);
}

static uint64_t nearest_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    return ranking->simd->nearest(boxes, ranking->from, cut, wanted, 0, keys);
}

static double near_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    return qd__gap_squared_most(bounds, &ranking->from);
}

/// Around the question and all that is up to a distance from it.
static void lay_window(const qd__ranking *ranking, float distance, qd__aabb *window)
{
    const float reach = qd__reach_of(distance);
    for (int side = 0; side < 4; side++) { // none of it is NaN
        window->v[side] = ranking->from.v[side] - reach;
    }
}

static void near_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    lay_window(ranking, qd__told_distance(cut), window);
}

static double near_key_at(const qd__ranking *ranking, double distance)
{
    (void)ranking;
    return distance * distance;
}

/// Distances are told rounded: what is told to be this far may be farther than this.
static double near_key_within(double limit)
{
    const double reach = limit < FLT_MAX ? limit * (1 + 0x1p-23) + FLT_TRUE_MIN : INFINITY;
    return reach * reach;
}

/// Never -0.0. A maximum and a minimum: branches would be a toss-up.
static inline double nearest_within(double low, double high, double value)
{
    const double up = value > low ? value : low;
    return (up < high ? up : high) + 0.0;
}

/// The lower corner of what distances are from.
static inline void describe_near(double x, double y, qd_hit *hit, double distance, const qd_box *box)
{
    hit->distance = distance;
    hit->point.x = nearest_within(box->min.x, box->max.x, x);
    hit->point.y = nearest_within(box->min.y, box->max.y, y);
    hit->normal.x = hit->normal.y = 0;
}

static double told_by_square(const qd__ranking *ranking, double key)
{
    (void)ranking;
    return (double)qd__told_distance(key);
}

static void describe_by_square(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    describe_near(ranking->from.v[0], ranking->from.v[1], hit, (double)qd__told_distance(key), box);
}

static double told_by_distance(const qd__ranking *ranking, double key)
{
    (void)ranking;
    return key;
}

static void describe_by_distance(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    describe_near(ranking->exact_from.min.x, ranking->exact_from.min.y, hit, key, box);
}

static const qd__ranking_kind by_square = { .node_keys = node_keys,
                                            .keys = nearest_keys,
                                            .latest = near_latest,
                                            .window = near_window,
                                            .key_at = near_key_at,
                                            .key_within = near_key_within,
                                            .told = told_by_square,
                                            .describe = describe_by_square };

#define LITTLE 0x1p-40 ///< Far more than the few steps of a double that sums, squares and roots lose.

/// An item up to the cut has an AABB no farther than this from the question; finite.
static double bound_reach(const qd__ranking *ranking, double cut)
{
    const double reach = (cut + ranking->slack) * (1 + 2 * LITTLE);
    return reach < 0x1p500 ? reach : 0x1p500;
}

static double bound_squared(const qd__ranking *ranking, double cut)
{
    const double reach = bound_reach(ranking, cut);
    return reach < 0x1p500 ? reach * reach : DBL_MAX; // the bounds of nothing are infinitely far
}

/// The lower bounds of distances: those of the AABBs, less what rounding the question has brought them nearer, and less
/// a little for their own rounding.
static uint64_t lower_bounds(const qd__ranking *ranking, uint64_t within, double *keys)
{
    for (uint64_t left = within; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const double least = sqrt(keys[lane]) * (1 - LITTLE) - ranking->slack;
        keys[lane] = least > 0 ? least : 0;
    }
    return within;
}

static uint64_t node_bound_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return lower_bounds(ranking, node_keys(ranking, nodes, bound_squared(ranking, cut), keys), keys);
}

static uint64_t item_bound_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    const double squared = bound_squared(ranking, cut);
    return lower_bounds(ranking, ranking->simd->nearest(boxes, ranking->from, squared, wanted, ranking->spread, keys),
                        keys);
}

static void bound_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const double most = bound_reach(ranking, cut);
    lay_window(ranking, most < FLT_MAX ? (float)most : FLT_MAX, window);
}

static double same_distance(const qd__ranking *ranking, double distance)
{
    (void)ranking;
    return distance;
}

static double exact_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    const qd_box around = qd__widen(&ranking->tree->origin, bounds);
    return qd__box_distance_most(&around, &ranking->exact_from);
}

static double exact_distance(const qd__ranking *ranking, const qd_box *box)
{
    return qd__box_distance(box, &ranking->exact_from);
}

static double same_key(double limit)
{
    return limit;
}

static const qd__ranking_kind by_distance = { .node_keys = node_bound_keys,
                                              .keys = item_bound_keys,
                                              .latest = exact_latest,
                                              .window = bound_window,
                                              .key_at = same_distance,
                                              .key_within = same_key,
                                              .told = told_by_distance,
                                              .describe = describe_by_distance,
                                              .exact = exact_distance };

/// A side of the question about the origin, rounded to the nearest float, so that the tree's own vector loops can be
/// asked. Clamping, like rounding to the nearest, brings no two places farther apart but for what the rounding adds:
/// that is `slack`.
static float nearest_float(double value, double *slack)
{
    const double most = value < FLT_MAX ? value : FLT_MAX, clamped = most > -FLT_MAX ? most : -FLT_MAX;
    const float nearest = (float)clamped;
    const double off = fabs(nearest - clamped) + fabs((double)nearest) * LITTLE;
    *slack = off > *slack ? off : *slack;
    return nearest;
}

/// An item may be nearer than another with a nearer AABB, but by no more than this and a part of the distance. The
/// question is rounded by half a step of a float, once for each of the two items. Of the other one, the side of the
/// AABB that faces the question is no larger than the question's and the distance together, and its own side is less
/// than a step behind it. Where that is the outermost float, it may be anywhere; but the square of so large a spread is
/// beyond all floats, and rules nothing out.
static double spread_about(const qd__aabb *from)
{
    double spread = 0;
    for (int side = 0; side < 4; side++) {
        spread += fabs((double)from->v[side]) * 0x1p-22 + FLT_TRUE_MIN; // twice two steps, or more
    }
    return spread;
}

static void round_about_origin(qd__ranking *ranking)
{
    const qd_box *from = &ranking->exact_from;
    const qd__origin *origin = &ranking->tree->origin;
    double slack[2] = { 0, 0 };
    const qd__aabb rounded = {
        { nearest_float(from->min.x - origin->v[0], &slack[0]), nearest_float(from->min.y - origin->v[1], &slack[1]),
          nearest_float(-from->max.x - origin->v[2], &slack[0]), nearest_float(-from->max.y - origin->v[3], &slack[1]) }
    };
    ranking->from = rounded;
    const qd__fvec2 middle = { rounded.v[0] / 2 - rounded.v[2] / 2, rounded.v[1] / 2 - rounded.v[3] / 2 };
    ranking->entry = qd__ranked_entry(ranking->tree, middle);
    ranking->slack = slack[0] + slack[1];
    ranking->spread = spread_about(&rounded);
}

static bool rank_doubles(const qd_ranked *nearest, qd__ranking *ranking)
{
    ranking->kind = &by_distance;
    ranking->limit = ranking->cut = nearest->limit;
    ranking->exact_from = qd__placed_box(&nearest->shape);
    ranking->left = ranking->down = false;
    round_about_origin(ranking);
    return qd__box_is_valid(&ranking->exact_from) && nearest->limit >= 0;
}

static bool rank_floats(const qd_ranked *nearest, qd__ranking *ranking)
{
    const qd_shape *shape = &nearest->shape;
    const float limit = (float)nearest->limit;
    const qd__fvec2 low = qd__fvec2_of(shape->box.min);
    qd__fbox box = { low, low };
    qd__fvec2 middle = low;
    if (shape->type == QD_BOX) {
        box.max = qd__fvec2_of(shape->box.max);
        middle.x = low.x / 2 + box.max.x / 2;
        middle.y = low.y / 2 + box.max.y / 2;
    }
    ranking->entry = qd__ranked_entry(ranking->tree, middle);
    ranking->kind = &by_square;
    ranking->limit = limit;
    ranking->cut = (double)limit * limit;
    ranking->from = qd__aabb_of(box);
    ranking->left = ranking->down = false;
    return qd__fbox_is_valid(box) && limit >= 0;
}

bool qd__near_ranking(const struct qd_tree *tree, const qd_ranked *nearest, qd__ranking *ranking)
{
    ranking->simd = tree->simd;
    ranking->tree = tree;
    return qd__is_precise(tree) ? rank_doubles(nearest, ranking) : rank_floats(nearest, ranking);
}
