// Nearest made ready: see ranking.h. In a tree of floats by the square of the distance. In a tree of doubles by the
// distance: the keys of AABBs are lower bounds in floats, and the exact box of each item that they let through decides.
#include "ranking.h"

#include "directory.h"
#include "exact.h"

// In a tree of floats.

static uint64_t near_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return qd__four_near_any(ranking->simd, nodes, ranking->near.from, cut, keys);
}

static uint64_t nearest_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    return ranking->simd->nearest(boxes, ranking->near.from, cut, wanted, 0, keys);
}

static double near_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    return qd__gap_squared_most(bounds, &ranking->near.from);
}

static void near_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const float reach = qd__reach_of(qd__result_distance(cut));
    for (int side = 0; side < 4; side++)
        window->v[side] = ranking->near.from.v[side] - reach;
}

static double near_key_at(const qd__ranking *ranking, double distance)
{
    (void)ranking;
    return distance * distance;
}

/// Results have rounded distances: an item with this distance in its result may be farther.
static double near_key_within(double limit)
{
    const double reach = limit < FLT_MAX ? limit * (1 + 0x1p-23) + FLT_TRUE_MIN : INFINITY;
    return reach * reach;
}

static double result_of_square(const qd__ranking *ranking, double key)
{
    (void)ranking;
    return (double)qd__result_distance(key);
}

static void describe_by_square(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    hit->distance = (double)qd__result_distance(key);
    hit->point = qd__nearest_point(box, ranking->near.from.v[0], ranking->near.from.v[1]);
    hit->normal.x = hit->normal.y = 0;
}

static const qd__ranking_kind by_square = { .node_keys = near_node_keys,
                                            .keys = nearest_keys,
                                            .latest = near_latest,
                                            .window = near_window,
                                            .key_at = near_key_at,
                                            .key_within = near_key_within,
                                            .result = result_of_square,
                                            .describe = describe_by_square };

static bool rank_in_floats(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking)
{
    const qd_shape *shape = &ranked->shape;
    const float limit = (float)ranked->limit;
    const qd__fvec2 low = qd__fvec2_of(shape->box.min);
    qd__fbox box = { low, low };
    qd__fvec2 middle = low;
    if (shape->type == QD_BOX) {
        box.max = qd__fvec2_of(shape->box.max);
        middle.x = low.x / 2 + box.max.x / 2;
        middle.y = low.y / 2 + box.max.y / 2;
    }
    ranking->entry = qd__directory_entry_at(tree, middle);
    ranking->kind = &by_square;
    ranking->limit = limit;
    ranking->cut = (double)limit * limit;
    ranking->near.from = qd__aabb_of(box);
    return qd__fbox_is_valid(box) && limit >= 0;
}

// In a tree of doubles.

static double bound_squared(const qd__ranking *ranking, double cut)
{
    const double reach = qd__narrow_reach(cut, ranking->near.slack);
    return reach < 0x1p500 ? reach * reach : DBL_MAX; // the bounds of nothing are infinitely far
}

/// The lower bounds of distances: those of the AABBs, less what rounding the question has brought them nearer, and less
/// a little for their own rounding.
static uint64_t lower_bounds(const qd__ranking *ranking, uint64_t within, double *keys)
{
    for (uint64_t left = within; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const double least = sqrt(keys[lane]) * (1 - QD__LITTLE) - ranking->near.slack;
        keys[lane] = least > 0 ? least : 0;
    }
    return within;
}

static uint64_t node_bound_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys)
{
    return lower_bounds(
        ranking, qd__four_near_any(ranking->simd, nodes, ranking->near.from, bound_squared(ranking, cut), keys), keys);
}

static uint64_t item_bound_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys)
{
    const double squared = bound_squared(ranking, cut);
    return lower_bounds(
        ranking, ranking->simd->nearest(boxes, ranking->near.from, squared, wanted, ranking->near.spread, keys), keys);
}

static void bound_window(const qd__ranking *ranking, double cut, qd__aabb *window)
{
    const double most = qd__narrow_reach(cut, ranking->near.slack);
    const float reach = qd__reach_of(most < FLT_MAX ? (float)most : FLT_MAX);
    for (int side = 0; side < 4; side++)
        window->v[side] = ranking->near.from.v[side] - reach;
}

static double same_distance(const qd__ranking *ranking, double distance)
{
    (void)ranking;
    return distance;
}

static double exact_latest(const qd__ranking *ranking, const qd__aabb *bounds)
{
    const qd_box around = qd__widen(&ranking->tree->origin, bounds);
    return qd__box_distance_most(&around, &ranking->near.exact);
}

static double exact_distance(const qd__ranking *ranking, const qd_box *box)
{
    return qd__box_distance(box, &ranking->near.exact);
}

/// An item is no farther than its AABB, but for what rounding the question takes off (slack), and for what rounding the
/// item's facing side takes off on each axis: less than a step of a float near that side, which is no farther out than
/// the question's side and the distance together. These steps are no more than half of the spread and a part of the
/// distance. The key has lost the slack once more. Where a side may be the outermost float, the item may be anywhere.
static double bound_most(const qd__ranking *ranking, double key)
{
    const double most = (key + 2 * ranking->near.slack) * (1 + 0x1p-20) + ranking->near.spread / 2;
    return most < 0x1p60 ? most : INFINITY;
}

static void describe_by_distance(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box)
{
    const qd_vec2 from = ranking->near.exact.min;
    hit->distance = key;
    hit->point = qd__nearest_point(box, from.x, from.y);
    hit->normal.x = hit->normal.y = 0;
}

static const qd__ranking_kind by_distance = { .node_keys = node_bound_keys,
                                              .keys = item_bound_keys,
                                              .latest = exact_latest,
                                              .window = bound_window,
                                              .key_at = same_distance,
                                              .result = same_distance,
                                              .describe = describe_by_distance,
                                              .exact = exact_distance,
                                              .most = bound_most };

static bool rank_in_doubles(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking)
{
    const qd_shape *shape = &ranked->shape;
    const qd_box *from = &ranking->near.exact;
    const qd__origin *origin = &tree->origin;
    ranking->kind = &by_distance;
    ranking->limit = ranking->cut = ranked->limit;
    ranking->near.exact.min = shape->box.min;
    ranking->near.exact.max = shape->type == QD_BOX ? shape->box.max : shape->box.min;
    const qd__aabb rounded = qd__narrow_nearest(origin, from, &ranking->near.slack);
    ranking->near.from = rounded;
    const qd__fvec2 middle = { rounded.v[0] / 2 - rounded.v[2] / 2, rounded.v[1] / 2 - rounded.v[3] / 2 };
    ranking->entry = qd__directory_entry_at(tree, middle); // early: the memory answers meanwhile
    ranking->near.spread = qd__narrow_spread(&rounded);
    return qd__box_is_valid(from) && ranked->limit >= 0;
}

bool qd__rank_nearest(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking)
{
    ranking->left = ranking->down = false;
    return qd__is_precise(tree) ? rank_in_doubles(tree, ranked, ranking) : rank_in_floats(tree, ranked, ranking);
}
