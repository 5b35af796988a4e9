// Questions whose answer is a set of items, a list of the nearest, or one value. Nearest are in compare_near.c, rays in
// compare_ray.c, pairs in compare_pairs.c.
#include "compare.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void compare_create(struct compare *compare, const qd_tree *tree, struct oracle *oracle)
{
    *compare = (struct compare){ .tree = tree, .oracle = oracle };
}

void compare_destroy(struct compare *compare)
{
    free(compare->expected);
    free(compare->found);
    free(compare->near_expected);
    free(compare->near_found);
    free(compare->hits_expected);
    free(compare->hits_found);
    free(compare->wanted);
    memset(compare, 0, sizeof *compare);
}

bool compare_fails(struct compare *compare, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(compare->why, sizeof compare->why, format, arguments);
    va_end(arguments);
    return false;
}

static void *fresh(void *block, size_t count, size_t size)
{
    free(block);
    block = calloc(count, size);
    if (!block) {
        fputs("compare: no memory\n", stderr);
        exit(1);
    }
    return block;
}

void compare__make_room(struct compare *compare)
{
    if (compare->room < compare->oracle->count + 2) {
        size_t room = compare->room = compare->oracle->count * 2 + 64;
        compare->expected = fresh(compare->expected, room, sizeof *compare->expected);
        compare->found = fresh(compare->found, room, sizeof *compare->found);
        compare->near_expected = fresh(compare->near_expected, room, sizeof *compare->near_expected);
        compare->near_found = fresh(compare->near_found, room, sizeof *compare->near_found);
        compare->hits_expected = fresh(compare->hits_expected, room, sizeof *compare->hits_expected);
        compare->hits_found = fresh(compare->hits_found, room, sizeof *compare->hits_found);
    }
    if (compare->slots < compare->oracle->slots) {
        compare->slots = compare->oracle->slots;
        compare->wanted = fresh(compare->wanted, compare->slots, sizeof *compare->wanted);
    }
}

void compare__want(struct compare *compare, size_t count)
{
    for (size_t i = 0; i < count; i++)
        compare->wanted[compare->expected[i].id.slot] = i + 1;
}

void compare__want_no_more(struct compare *compare, size_t count)
{
    for (size_t i = 0; i < count; i++)
        compare->wanted[compare->expected[i].id.slot] = 0;
}

static bool same_found(qd_found a, qd_found b)
{
    return a.id.slot == b.id.slot && a.id.generation == b.id.generation && a.user == b.user;
}

size_t compare__take(struct compare *compare, qd_found found)
{
    if (found.id.slot >= compare->slots || compare->wanted[found.id.slot] == 0)
        return SIZE_MAX;
    size_t index = compare->wanted[found.id.slot] - 1;
    compare->wanted[found.id.slot] = 0;
    return same_found(compare->expected[index], found) ? index : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The found items must be among the expected ones, each once.
static bool are_among(struct compare *compare, const char *what, size_t found, size_t expected)
{
    size_t right = 0;
    compare__want(compare, expected);
    while (right < found && compare__take(compare, compare->found[right]) != SIZE_MAX)
        right++;
    compare__want_no_more(compare, expected);
    if (right == found)
        return true;
    qd_found wrong = compare->found[right];
    return compare_fails(compare, "%s: id %u/%u with user %llu is not in the answer, or came twice", what,
                         wrong.id.slot, wrong.id.generation, (unsigned long long)wrong.user);
}

// After a find: as many as there are or as there was room for, and nothing written behind them.
bool compare__same_list(struct compare *compare, const char *what, size_t found, size_t expected, size_t limit)
{
    if (found != smaller(expected, limit))
        return compare_fails(compare, "%s: %zu items with room for %zu, but there are %zu", what, found, limit,
                             expected);
    if (compare->found[found].user != UINT64_MAX || compare->found[found].id.slot != UINT32_MAX)
        return compare_fails(compare, "%s: wrote more than the %zu items it returned", what, found);
    return are_among(compare, what, found, expected);
}

static const qd_found untouched = { { UINT32_MAX, UINT32_MAX }, UINT64_MAX };

// How many of the output records to offer. A mark lies behind them, and one in every record.
size_t compare__offer(struct compare *compare, size_t limit)
{
    size_t capacity = smaller(limit, compare->oracle->count + 1);
    for (size_t i = 0; i <= capacity; i++)
        compare->found[i] = untouched;
    return capacity;
}

bool compare_find_box(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    size_t capacity = compare__offer(compare, limit);
    size_t found = qd_find_box(compare->tree, box, filter, compare->found, capacity);
    size_t expected = compare->expected_count = oracle_find_box(compare->oracle, box, filter, compare->expected);
    return compare__same_list(compare, "find_box", found, expected, capacity);
}

bool compare_find_point(struct compare *compare, qd_vec2 point, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    size_t capacity = compare__offer(compare, limit);
    size_t found = qd_find_point(compare->tree, point, filter, compare->found, capacity);
    size_t expected = compare->expected_count = oracle_find_point(compare->oracle, point, filter, compare->expected);
    return compare__same_list(compare, "find_point", found, expected, capacity);
}

bool compare_find_circle(struct compare *compare, qd_vec2 center, float radius, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    size_t capacity = compare__offer(compare, limit);
    size_t found = qd_find_circle(compare->tree, center, radius, filter, compare->found, capacity);
    size_t expected = compare->expected_count =
        oracle_find_circle(compare->oracle, center, radius, filter, compare->expected);
    return compare__same_list(compare, "find_circle", found, expected, capacity);
}

bool compare__gather(void *context, const qd_found *items, size_t count)
{
    struct visit *visit = context;
    if (count == 0)
        visit->fault = "an empty batch";
    else if (visit->count >= visit->limit)
        visit->fault = "a batch after the visitor had stopped";
    else if (count > visit->compare->room - visit->count)
        visit->fault = "more items than there are";
    if (visit->fault)
        return false;
    memcpy(visit->compare->found + visit->count, items, count * sizeof *items);
    visit->count += count;
    return visit->count < visit->limit;
}

bool compare__same_visit(struct compare *compare, const char *what, const struct visit *visit, qd_cost cost,
                         size_t expected)
{
    if (visit->fault)
        return compare_fails(compare, "%s: %s", what, visit->fault);
    bool stopped = visit->count >= visit->limit;
    if (stopped ? visit->count > expected : visit->count != expected)
        return compare_fails(compare, "%s: %zu items visited, but there are %zu", what, visit->count, expected);
    if (!stopped && cost.hits != expected)
        return compare_fails(compare, "%s: the cost tells %llu hits of %zu", what, (unsigned long long)cost.hits,
                             expected);
    return are_among(compare, what, visit->count, expected);
}

struct visit compare__new_visit(struct compare *compare, size_t limit)
{
    compare__make_room(compare);
    return (struct visit){ .compare = compare, .limit = limit > 0 ? limit : 1 };
}

bool compare_visit_box(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    qd_cost cost = qd_visit_box(compare->tree, box, filter, compare__gather, &visit);
    size_t expected = compare->expected_count = oracle_find_box(compare->oracle, box, filter, compare->expected);
    return compare__same_visit(compare, "visit_box", &visit, cost, expected);
}

bool compare_visit_point(struct compare *compare, qd_vec2 point, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    qd_cost cost = qd_visit_point(compare->tree, point, filter, compare__gather, &visit);
    size_t expected = compare->expected_count = oracle_find_point(compare->oracle, point, filter, compare->expected);
    return compare__same_visit(compare, "visit_point", &visit, cost, expected);
}

bool compare_visit_circle(struct compare *compare, qd_vec2 center, float radius, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    qd_cost cost = qd_visit_circle(compare->tree, center, radius, filter, compare__gather, &visit);
    size_t expected = compare->expected_count =
        oracle_find_circle(compare->oracle, center, radius, filter, compare->expected);
    return compare__same_visit(compare, "visit_circle", &visit, cost, expected);
}

static bool same_box(qd_box a, qd_box b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

bool compare_bounds(struct compare *compare)
{
    qd_box bounds = qd_tree_bounds(compare->tree), right = oracle_bounds(compare->oracle);
    if (same_box(bounds, right))
        return true;
    return compare_fails(compare, "bounds: %a %a %a %a, but they are %a %a %a %a", (double)bounds.min.x,
                         (double)bounds.min.y, (double)bounds.max.x, (double)bounds.max.y, (double)right.min.x,
                         (double)right.min.y, (double)right.max.x, (double)right.max.y);
}

bool compare_item(struct compare *compare, qd_id id)
{
    const qd_item blank = { { { 1, 2 }, { 3, 4 } }, 5, { 6, 7 } };
    qd_item item = blank, right = blank;
    bool got = qd_tree_get(compare->tree, id, &item);
    bool expected = oracle_get(compare->oracle, id, &right);
    if (qd_tree_contains(compare->tree, id) != expected || got != expected)
        return compare_fails(compare, "get or contains: id %u/%u is %s", id.slot, id.generation,
                             expected ? "live" : "stale");
    if (same_box(item.box, right.box) && item.user == right.user && item.filter.layers == right.filter.layers &&
        item.filter.mask == right.filter.mask)
        return true;
    return compare_fails(compare, "get: id %u/%u came out different from how it went in", id.slot, id.generation);
}

bool compare_everything(struct compare *compare)
{
    const qd_box all = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const qd_query_filter none = { 0 };
    size_t count = qd_tree_count(compare->tree);
    if (count != compare->oracle->count)
        return compare_fails(compare, "count: %zu, but there are %zu", count, compare->oracle->count);
    for (size_t i = 0; i < count; i++) {
        if (!compare_item(compare, compare->oracle->entries[i].id) ||
            !compare_value(compare, compare->oracle->entries[i].id))
            return false;
    }
    return compare_bounds(compare) && compare_total(compare, all, none) &&
           compare_visit_box(compare, all, none, SIZE_MAX) &&
           compare_find_near(compare, (qd_vec2){ 0, 0 }, INFINITY, none, SIZE_MAX) && compare_pairs(compare, SIZE_MAX);
}
