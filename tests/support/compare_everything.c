// The whole tree: its bounds, each of its items, and one question of each kind to all of it.
#include "compare.h"

#include <inttypes.h>

static bool same_box(qd_box a, qd_box b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

bool compare_bounds(struct compare *compare)
{
    qd_box bounds, right;
    qd_tree_bounds(compare->tree, &bounds);
    qd_oracle_bounds(compare->oracle, &right);
    return same_box(bounds, right) ||
           compare_fails(compare, "bounds: %a %a %a %a, but they are %a %a %a %a", bounds.min.x, bounds.min.y,
                         bounds.max.x, bounds.max.y, right.min.x, right.min.y, right.max.x, right.max.y);
}

bool compare_item(struct compare *compare, qd_id id)
{
    const qd_item blank = { { { 1, 2 }, { 3, 4 } }, 5, { 6, 7 }, 8 };
    qd_item item = blank, right = blank;
    const qd_result got = qd_tree_get(compare->tree, id, &item), expected = qd_oracle_get(compare->oracle, id, &right);
    if (qd_tree_has(compare->tree, id) != (expected == QD_OK) || got != expected)
        return compare_fails(compare, "get or has: id %" PRIx64 " is %s", id, expected == QD_OK ? "live" : "stale");
    const double sides[] = { item.box.min.x, item.box.min.y, item.box.max.x, item.box.max.y };
    for (int i = 0; i < 4; i++)
        if (sides[i] == 0 && signbit(sides[i]))
            return compare_fails(compare, "get: -0.0 came back");
    if (same_box(item.box, right.box) && item.user == right.user && item.filter.layers == right.filter.layers &&
        item.filter.mask == right.filter.mask && item.value == right.value)
        return true;
    return compare_fails(compare,
                         "get: id %" PRIx64 " is %a %a %a %a, user %" PRIu64 ", filter %x %x, value %" PRId64
                         "; but it should be %a %a %a %a, user %" PRIu64 ", filter %x %x, value %" PRId64,
                         id, item.box.min.x, item.box.min.y, item.box.max.x, item.box.max.y, item.user,
                         item.filter.layers, item.filter.mask, item.value, right.box.min.x, right.box.min.y,
                         right.box.max.x, right.box.max.y, right.user, right.filter.layers, right.filter.mask,
                         right.value);
}

static bool every_item_is_right(struct compare *compare)
{
    compare__make_room(compare);
    const size_t count = qd_oracle_find(compare->oracle, NULL, compare->expected, compare->room, NULL);
    for (size_t i = 0; i < count; i++)
        if (!compare_item(compare, compare->expected[i].id))
            return false;
    return true;
}

bool compare_everything(struct compare *compare)
{
    const qd_ranked near = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY);
    return every_item_is_right(compare) && compare_bounds(compare) && compare_total(compare, NULL) &&
           compare_visit(compare, NULL, SIZE_MAX) && compare_find_ranked(compare, &near, SIZE_MAX) &&
           compare_pairs(compare, NULL, NULL, SIZE_MAX);
}
