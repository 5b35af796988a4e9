// Cursors, against the oracle and against the calls that they split up.
#include "compare.h"
#include <math.h>
#include <stdlib.h>

// After the last result: still none, and nothing written.
static bool ended(struct compare *compare, const char *what, size_t count, size_t limit, const qd_cost *cost,
                  bool changed)
{
    const size_t expected = compare->expected_count;
    if (count != (expected < limit ? expected : limit))
        return compare_fails(compare, "%s: %zu results, but there are %zu", what, count, expected);
    if (changed)
        return compare_fails(compare, "%s: says that the tree has changed", what);
    if (cost->hits != count)
        return compare_fails(compare, "%s: the cost tells %llu hits of %zu", what, (unsigned long long)cost->hits,
                             count);
    return true;
}

bool compare_box_cursor(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    const size_t capacity = compare__offer(compare, limit);
    compare->expected_count = oracle_find_box(compare->oracle, box, filter, compare->expected);
    qd_box_cursor cursor;
    qd_box_cursor_begin(&cursor, compare->tree, box, filter);
    size_t count = 0;
    while (count < capacity && qd_box_cursor_next(&cursor, &compare->found[count]))
        count++;
    return ended(compare, "box_cursor", count, capacity, &cursor.cost, cursor.changed) &&
           compare__same_list(compare, "box_cursor", count, compare->expected_count, capacity);
}

bool compare_near_cursor(struct compare *compare, qd_vec2 point, float max_distance, qd_query_filter filter,
                         size_t limit)
{
    compare__make_room(compare);
    const qd_near *right = compare->near_expected;
    compare->expected_count = oracle_find_near(compare->oracle, point, max_distance, filter, compare->near_expected);
    qd_near_cursor cursor;
    qd_near_cursor_begin(&cursor, compare->tree, point, max_distance, filter);
    size_t count = 0;
    for (qd_near near; count < limit && qd_near_cursor_next(&cursor, &near); count++) {
        if (count == compare->expected_count)
            return compare_fails(compare, "near_cursor: goes on after the last of %zu", count);
        if (!qd_id_equal(near.item.id, right[count].item.id) || near.item.user != right[count].item.user ||
            near.distance != right[count].distance)
            return compare_fails(compare, "near_cursor: place %zu is slot %u at %a, not slot %u at %a", count,
                                 near.item.id.slot, (double)near.distance, right[count].item.id.slot,
                                 (double)right[count].distance);
    }
    return ended(compare, "near_cursor", count, limit, &cursor.cost, cursor.changed);
}

bool compare_ray_cursor(struct compare *compare, qd_ray ray, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    compare->expected_count = oracle_find_ray(compare->oracle, ray, filter, compare->hits_expected);
    qd_ray_cursor cursor;
    qd_ray_cursor_begin(&cursor, compare->tree, ray, filter);
    size_t count = 0;
    for (qd_hit hit; count < limit && qd_ray_cursor_next(&cursor, &hit); count++) {
        if (count == compare->expected_count)
            return compare_fails(compare, "ray_cursor: goes on after the last of %zu", count);
        const qd_hit *right = &compare->hits_expected[count].hit;
        if (!compare__same_hit(&hit, right))
            return compare_fails(compare, "ray_cursor: place %zu is slot %u at t %a, not slot %u at t %a", count,
                                 hit.item.id.slot, (double)hit.t, right->item.id.slot, (double)right->t);
    }
    return ended(compare, "ray_cursor", count, limit, &cursor.cost, cursor.changed);
}

// A visit of all pairs and a cursor go side by side.
struct beside {
    struct compare *compare;
    qd_pair_cursor cursor;
    size_t count, limit;
    bool failed;
};

static bool same_found(qd_found a, qd_found b)
{
    return qd_id_equal(a.id, b.id) && a.user == b.user;
}

static bool go_beside(void *context, const qd_pair *pairs, size_t count)
{
    struct beside *beside = context;
    for (size_t i = 0; i < count && beside->count < beside->limit; i++) {
        qd_pair pair;
        if (!qd_pair_cursor_next(&beside->cursor, &pair) || !same_found(pair.a, pairs[i].a) ||
            !same_found(pair.b, pairs[i].b)) {
            compare_fails(beside->compare, "pair_cursor: pair %zu is not slots %u and %u as for the visitor",
                          beside->count, pairs[i].a.id.slot, pairs[i].b.id.slot);
            beside->failed = true;
            return false;
        }
        beside->count++;
    }
    return beside->count < beside->limit;
}

bool compare_pair_cursor(struct compare *compare, size_t limit)
{
    struct beside beside = { .compare = compare, .limit = limit };
    qd_pair_cursor_begin(&beside.cursor, compare->tree);
    const qd_cost cost = qd_visit_pairs(compare->tree, go_beside, &beside);
    compare->expected_count = beside.count;
    if (beside.failed)
        return false;
    if (limit != SIZE_MAX && beside.count >= limit) // the visitor has been stopped
        return true;
    qd_pair pair;
    if (qd_pair_cursor_next(&beside.cursor, &pair))
        return compare_fails(compare, "pair_cursor: goes on after the last of %zu", beside.count);
    if (cost.nodes != beside.cursor.cost.nodes || cost.tests != beside.cursor.cost.tests)
        return compare_fails(compare, "pair_cursor: costs %llu nodes and %llu tests, not %llu and %llu as a visit does",
                             (unsigned long long)beside.cursor.cost.nodes, (unsigned long long)beside.cursor.cost.tests,
                             (unsigned long long)cost.nodes, (unsigned long long)cost.tests);
    return ended(compare, "pair_cursor", beside.count, limit, &beside.cursor.cost, beside.cursor.changed);
}
