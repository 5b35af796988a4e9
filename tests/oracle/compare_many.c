// Many questions in one call: see compare_many.h.
#include "compare_many.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Zeroed, never NULL.
static void *room_for(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    if (!block) {
        fputs("compare: no memory\n", stderr);
        exit(1);
    }
    return block;
}

// The questions over and over; NULL where there are none.
static void *repeated(const void *questions, size_t count, size_t times, size_t size)
{
    char *all = count * times > 0 ? room_for(count * times, size) : NULL;
    for (size_t i = 0; all && i < times; i++)
        memcpy(all + i * count * size, questions, count * size);
    return all;
}

// What the result and *bad must be, where `bad` started as SIZE_MAX.
static bool judged(struct compare *compare, const char *what, qd_result result, qd_result right, size_t bad,
                   size_t right_bad)
{
    if (result != right)
        return compare_fails(compare, "%s: returned %d, not %d", what, (int)result, (int)right);
    return bad == right_bad ||
           compare_fails(compare, "%s: names %zu as the first bad one, not %zu", what, bad, right_bad);
}

static bool same_found(const qd_found *a, const qd_found *b)
{
    return qd_id_equal(a->id, b->id) && a->user == b->user;
}

// Answers one by one: those of question i are from starts[i % count] on.
struct singles {
    size_t *starts;
    qd_found *found;
    size_t count, room; // of `found`
    qd_cost cost;       // of one round
    size_t bad;         // the first malformed question
};

static bool add_single(void *context, const qd_found *items, size_t count)
{
    struct singles *singles = context;
    if (singles->count + count > singles->room) {
        singles->room = (singles->count + count) * 2;
        qd_found *fresh = room_for(singles->room, sizeof *fresh);
        if (singles->count > 0)
            memcpy(fresh, singles->found, singles->count * sizeof *fresh);
        free(singles->found);
        singles->found = fresh;
    }
    memcpy(singles->found + singles->count, items, count * sizeof *items);
    singles->count += count;
    return true;
}

static bool ask_singly(struct compare *compare, const qd_box *boxes, size_t count, qd_query_filter filter,
                       struct singles *singles)
{
    *singles = (struct singles){ .starts = room_for(count + 1, sizeof *singles->starts), .bad = SIZE_MAX };
    for (size_t i = 0; i < count; i++) {
        const bool good = boxes[i].min.x <= boxes[i].max.x && boxes[i].min.y <= boxes[i].max.y;
        if (!good && singles->bad == SIZE_MAX)
            singles->bad = i;
        const qd_cost cost = qd_visit_box(compare->tree, boxes[i], filter, add_single, singles);
        singles->cost.nodes += cost.nodes;
        singles->cost.tests += cost.tests;
        singles->cost.hits += cost.hits;
        singles->starts[i + 1] = singles->count;
        if (!compare_find_box(compare, boxes[i], filter, SIZE_MAX))
            return false;
        if (compare->expected_count != singles->count - singles->starts[i])
            return compare_fails(compare, "visit_box: not what find_box finds");
    }
    return true;
}

// What a visitor of many windows was handed.
struct handed {
    const struct singles *singles;
    size_t count, total, limit;
    size_t *seen; // by question: results so far
    size_t query; // the last one
    bool stopped;
    const char *fault;
};

static bool take_handed(void *context, size_t query, const qd_found *items, size_t count)
{
    struct handed *handed = context;
    const struct singles *singles = handed->singles;
    const size_t which = query % handed->count, start = singles->starts[which], end = singles->starts[which + 1];
    if (handed->stopped)
        handed->fault = "a batch after the visitor had stopped";
    else if (count == 0)
        handed->fault = "an empty batch";
    else if (query != handed->query && handed->seen[query] > 0)
        handed->fault = "a question between the batches of another";
    else if (count > end - start - handed->seen[query])
        handed->fault = "more results than there are";
    for (size_t i = 0; i < count && !handed->fault; i++) {
        if (!same_found(&items[i], &singles->found[start + handed->seen[query] + i]))
            handed->fault = "not the result of the single call";
    }
    handed->query = query;
    handed->seen[query] += count;
    handed->total += count;
    handed->stopped = handed->fault || handed->total >= handed->limit;
    return !handed->stopped;
}

static bool visit_many(struct compare *compare, const qd_box *all, size_t times, struct handed *handed,
                       qd_query_filter filter)
{
    const struct singles *singles = handed->singles;
    const size_t count = handed->count * times;
    size_t bad = SIZE_MAX;
    qd_cost cost = { 1, 1, 1 };
    const qd_result result = qd_visit_box_many(compare->tree, all, count, filter, take_handed, handed, &bad, &cost);
    if (handed->fault)
        return compare_fails(compare, "visit_box_many: %s", handed->fault);
    if (!judged(compare, "visit_box_many", result, singles->bad < count ? QD_BAD_VALUE : QD_OK, bad, singles->bad))
        return false;
    if (handed->stopped)
        return true;
    if (handed->total != singles->count * times)
        return compare_fails(compare, "visit_box_many: %zu results of %zu", handed->total, singles->count * times);
    return (cost.nodes == singles->cost.nodes * times && cost.tests == singles->cost.tests * times &&
            cost.hits == singles->cost.hits * times) ||
           compare_fails(compare, "visit_box_many: another cost than one by one");
}

// With room for so many of the results.
static bool find_many(struct compare *compare, const qd_box *all, size_t count, size_t times,
                      const struct singles *singles, qd_query_filter filter, size_t capacity)
{
    const size_t total = singles->count * times;
    const qd_result right = total > capacity ? QD_TOO_SMALL : singles->bad < count ? QD_BAD_VALUE : QD_OK;
    size_t bad = SIZE_MAX, *offsets = room_for(count * times, sizeof *offsets);
    qd_found *out = room_for(capacity, sizeof *out);
    out[capacity].user = 77;
    const qd_result result =
        qd_find_box_many(compare->tree, all, count * times, filter, offsets, capacity > 0 ? out : NULL, capacity, &bad);
    bool good = judged(compare, "find_box_many", result, right, bad, singles->bad);
    if (good && out[capacity].user != 77)
        good = compare_fails(compare, "find_box_many: wrote beyond its capacity of %zu", capacity);
    for (size_t i = 0; good && i <= count * times; i++) {
        const size_t start = count > 0 ? singles->count * (i / count) + singles->starts[i % count] : 0;
        if (offsets[i] != start)
            good = compare_fails(compare, "find_box_many: offset %zu is %zu, not %zu", i, offsets[i], start);
    }
    for (size_t i = 0; good && total <= capacity && i < total; i++) {
        if (!same_found(&out[i], &singles->found[i % singles->count]))
            good = compare_fails(compare, "find_box_many: place %zu is slot %u, but should be slot %u", i,
                                 out[i].id.slot, singles->found[i % singles->count].id.slot);
    }
    free(offsets);
    free(out);
    return good;
}

bool compare_box_many(struct compare *compare, const qd_box *boxes, size_t count, size_t times, qd_query_filter filter,
                      size_t limit)
{
    struct singles singles;
    qd_box *all = repeated(boxes, count, times, sizeof *all);
    bool good = ask_singly(compare, boxes, count, filter, &singles);
    struct handed handed = { .singles = &singles,
                             .count = count,
                             .limit = limit > 0 ? limit : 1,
                             .seen = room_for(count * times, sizeof *handed.seen),
                             .query = SIZE_MAX };
    const size_t total = compare->expected_count = singles.count * times;
    const size_t capacities[] = { total, total + 1, total * 8, total > 0 ? total - 1 : 0, 0 };
    good = good && visit_many(compare, all, times, &handed, filter);
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++)
        good = good && find_many(compare, all, count, times, &singles, filter, capacities[i]);
    free(handed.seen);
    free(singles.starts);
    free(singles.found);
    free(all);
    return good;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Places behind a row's results must still have this slot.
enum { UNTOUCHED = 0x7777 };

// Is row i that of a single question, which has just been asked?
static bool same_near_row(struct compare *compare, const qd_near *row, uint32_t count, size_t k)
{
    const size_t right = smaller(compare->expected_count, k);
    if (count != right)
        return compare_fails(compare, "find_near_many: %u items, not %zu", count, right);
    for (size_t i = 0; i < k; i++) {
        if (i >= right ? row[i].item.id.slot != UNTOUCHED
                       : !same_found(&row[i].item, &compare->near_found[i].item) ||
                             row[i].distance != compare->near_found[i].distance)
            return compare_fails(compare, "find_near_many: place %zu of a row is not that of find_near", i);
    }
    return true;
}

bool compare_near_many(struct compare *compare, const qd_vec2 *points, size_t count, size_t times, float max_distance,
                       qd_query_filter filter, size_t k)
{
    const size_t all = count * times;
    size_t bad = SIZE_MAX, right_bad = SIZE_MAX, total = 0;
    qd_vec2 *questions = repeated(points, count, times, sizeof *questions);
    qd_near *out = room_for(all * k, sizeof *out);
    uint32_t *counts = room_for(all, sizeof *counts);
    for (size_t i = 0; i <= all * k; i++)
        out[i].item.id.slot = UNTOUCHED;
    const qd_result result = qd_find_near_many(compare->tree, questions, all, max_distance, filter,
                                               all * k > 0 ? out : NULL, k, all > 0 ? counts : NULL, &bad);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        const bool fine = isfinite(points[i].x) && isfinite(points[i].y) && max_distance >= 0;
        right_bad = !fine && right_bad == SIZE_MAX && all > 0 ? i : right_bad;
        good = compare_find_near(compare, points[i], max_distance, filter, k);
        total += smaller(compare->expected_count, k) * times;
        for (size_t j = i; good && j < all; j += count)
            good = same_near_row(compare, out + j * k, counts[j], k);
    }
    good = good && judged(compare, "find_near_many", result, right_bad < all ? QD_BAD_VALUE : QD_OK, bad, right_bad) &&
           (out[all * k].item.id.slot == UNTOUCHED || compare_fails(compare, "find_near_many: wrote beyond its rows"));
    compare->expected_count = total;
    free(questions);
    free(out);
    free(counts);
    return good;
}

static bool same_ray_row(struct compare *compare, const qd_hit *row, uint32_t count, size_t k)
{
    const size_t right = smaller(compare->expected_count, k);
    if (count != right)
        return compare_fails(compare, "find_ray_many: %u hits, not %zu", count, right);
    for (size_t i = 0; i < k; i++) {
        if (i >= right ? row[i].item.id.slot != UNTOUCHED : !compare__same_hit(&row[i], &compare->hits_found[i]))
            return compare_fails(compare, "find_ray_many: place %zu of a row is not that of find_ray", i);
    }
    return true;
}

static bool ray_is_good(qd_ray ray)
{
    return isfinite(ray.origin.x) && isfinite(ray.origin.y) && isfinite(ray.direction.x) && isfinite(ray.direction.y) &&
           (ray.direction.x != 0 || ray.direction.y != 0) && ray.t_max >= 0;
}

bool compare_ray_many(struct compare *compare, const qd_ray *rays, size_t count, size_t times, qd_query_filter filter,
                      size_t k)
{
    const size_t all = count * times;
    size_t bad = SIZE_MAX, right_bad = SIZE_MAX, total = 0;
    qd_ray *questions = repeated(rays, count, times, sizeof *questions);
    qd_hit *out = room_for(all * k, sizeof *out);
    uint32_t *counts = room_for(all, sizeof *counts);
    for (size_t i = 0; i <= all * k; i++)
        out[i].item.id.slot = UNTOUCHED;
    const qd_result result = qd_find_ray_many(compare->tree, questions, all, filter, all * k > 0 ? out : NULL, k,
                                              all > 0 ? counts : NULL, &bad);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        right_bad = !ray_is_good(rays[i]) && right_bad == SIZE_MAX && all > 0 ? i : right_bad;
        good = compare_find_ray(compare, rays[i], filter, k);
        total += smaller(compare->expected_count, k) * times;
        for (size_t j = i; good && j < all; j += count)
            good = same_ray_row(compare, out + j * k, counts[j], k);
    }
    good = good && judged(compare, "find_ray_many", result, right_bad < all ? QD_BAD_VALUE : QD_OK, bad, right_bad) &&
           (out[all * k].item.id.slot == UNTOUCHED || compare_fails(compare, "find_ray_many: wrote beyond its rows"));
    compare->expected_count = total;
    free(questions);
    free(out);
    free(counts);
    return good;
}
