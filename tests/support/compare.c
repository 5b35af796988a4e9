// Which items: find, count, visit and cursor. Ranked questions are in compare_ranked.c, pairs in compare_pairs.c, nodes
// in compare_nodes.c, what the tree says of each item in compare_everything.c.
#include "compare.h"
#include "room.h"
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void compare_create(struct compare *compare, const qd_tree *tree, qd_oracle *oracle)
{
    *compare = (struct compare){ .tree = tree, .oracle = oracle };
}

void compare_destroy(struct compare *compare)
{
    free(compare->expected);
    free(compare->found);
    free(compare->hits_expected);
    free(compare->hits_found);
    free(compare->wanted);
    memset(compare, 0, sizeof *compare);
}

static void *fresh(void *block, size_t count, size_t size)
{
    free(block);
    return room_for(count, size);
}

bool compare__say_why(char *why, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, size, format, arguments);
    va_end(arguments);
    return false;
}

void compare__make_room(struct compare *compare)
{
    const size_t count = qd_oracle_count(compare->oracle, NULL);
    if (compare->room < count + 2) {
        const size_t room = compare->room = count * 2 + 64;
        compare->expected = fresh(compare->expected, room, sizeof *compare->expected);
        compare->found = fresh(compare->found, room, sizeof *compare->found);
        compare->hits_expected = fresh(compare->hits_expected, room, sizeof *compare->hits_expected);
        compare->hits_found = fresh(compare->hits_found, room, sizeof *compare->hits_found);
    }
}

// Slots up to this one, all of which are free of wants so far.
static void make_slots(struct compare *compare, size_t highest)
{
    if (compare->slots <= highest) {
        compare->slots = highest * 2 + 64;
        compare->wanted = fresh(compare->wanted, compare->slots, sizeof *compare->wanted);
    }
}

void compare__want(struct compare *compare, size_t count)
{
    size_t highest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t slot = qd_id_slot(compare->expected[i].id);
        highest = slot > highest ? slot : highest;
    }
    make_slots(compare, highest);
    for (size_t i = 0; i < count; i++)
        compare->wanted[qd_id_slot(compare->expected[i].id)] = i + 1;
}

void compare__want_no_more(struct compare *compare, size_t count)
{
    for (size_t i = 0; i < count; i++)
        compare->wanted[qd_id_slot(compare->expected[i].id)] = 0;
}

bool compare__same_entry(qd_entry a, qd_entry b)
{
    return a.id == b.id && a.user == b.user;
}

size_t compare__take(struct compare *compare, qd_entry found)
{
    const size_t slot = qd_id_slot(found.id);
    if (slot >= compare->slots || compare->wanted[slot] == 0)
        return SIZE_MAX;
    const size_t index = compare->wanted[slot] - 1;
    compare->wanted[slot] = 0;
    return compare__same_entry(compare->expected[index], found) ? index : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The found items must be among the expected ones, each once.
static bool are_among(struct compare *compare, const char *what, size_t found)
{
    size_t right = 0;
    compare__want(compare, compare->expected_count);
    while (right < found && compare__take(compare, compare->found[right]) != SIZE_MAX)
        right++;
    compare__want_no_more(compare, compare->expected_count);
    const qd_entry wrong = compare->found[right];
    return right == found ||
           compare_fails(compare, "%s: id %" PRIx64 " with user %" PRIu64 " is not in the answer, or came twice", what,
                         wrong.id, wrong.user);
}

static const qd_entry untouched = { UINT64_MAX, UINT64_MAX };

// How many of the output entries to offer. A mark lies behind them, and one in every entry.
static size_t mark(struct compare *compare, size_t limit)
{
    const size_t capacity = smaller(limit, compare->room - 1);
    for (size_t i = 0; i <= capacity; i++)
        compare->found[i] = untouched;
    return capacity;
}

static void expect(struct compare *compare, const qd_query *query)
{
    compare__make_room(compare);
    compare->expected_count = qd_oracle_find(compare->oracle, query, compare->expected, compare->room, NULL);
}

// As many as there are or as there was room for, and nothing written behind them.
static bool same_list(struct compare *compare, const char *what, size_t found, size_t capacity)
{
    if (found != smaller(compare->expected_count, capacity))
        return compare_fails(compare, "%s: %zu items with room for %zu, but there are %zu", what, found, capacity,
                             compare->expected_count);
    if (!compare__same_entry(compare->found[found], untouched))
        return compare_fails(compare, "%s: wrote more than the %zu items it returned", what, found);
    return are_among(compare, what, found);
}

static bool same_find(struct compare *compare, const qd_query *query, size_t limit)
{
    const size_t capacity = mark(compare, limit);
    size_t total = 77;
    const size_t right = compare->expected_count;
    const qd_result good = qd_oracle_check_query(compare->oracle, query);
    if (qd_query_check(compare->tree, query) != good)
        return compare_fails(compare, "query_check: %d is right", (int)good);
    if (!same_list(compare, "find", qd_tree_find(compare->tree, query, compare->found, capacity, NULL), capacity))
        return false;
    mark(compare, limit);
    const size_t found = qd_tree_find(compare->tree, query, capacity > 0 ? compare->found : NULL, capacity, &total);
    if (total != right)
        return compare_fails(compare, "find: a total of %zu, but there are %zu", total, right);
    if (qd_tree_count(compare->tree, query) != right)
        return compare_fails(compare, "count: %zu, but there are %zu", qd_tree_count(compare->tree, query), right);
    return same_list(compare, "find with a total", found, capacity);
}

// What a visitor was handed.
struct visit {
    struct compare *compare;
    size_t count, limit;
    const char *fault;
};

static qd_flow gather(void *context, const qd_entry *entries, size_t count)
{
    struct visit *visit = context;
    if (count == 0)
        visit->fault = "an empty batch";
    else if (visit->count >= visit->limit)
        visit->fault = "a batch after the visitor had stopped";
    else if (count > visit->compare->room - visit->count)
        visit->fault = "more items than there are";
    if (visit->fault)
        return QD_STOP;
    memcpy(visit->compare->found + visit->count, entries, count * sizeof *entries);
    visit->count += count;
    return visit->count < visit->limit ? QD_CONTINUE : QD_STOP;
}

static bool same_visit(struct compare *compare, const qd_query *query, size_t limit)
{
    struct visit visit = { .compare = compare, .limit = limit > 0 ? limit : 1 };
    qd_cost cost = { 77, 77, 77 };
    qd_tree_visit(compare->tree, query, gather, &visit, &cost);
    const size_t right = compare->expected_count;
    if (visit.fault)
        return compare_fails(compare, "visit: %s", visit.fault);
    const bool stopped = visit.count >= visit.limit;
    if (stopped ? visit.count > right : visit.count != right)
        return compare_fails(compare, "visit: %zu items, but there are %zu", visit.count, right);
    if (!stopped && cost.hits != right)
        return compare_fails(compare, "visit: the cost says %" PRIu64 " hits of %zu", cost.hits, right);
    return are_among(compare, "visit", visit.count);
}

// A cursor may be copied and the first one dropped.
static qd_cursor copied(qd_cursor *cursor)
{
    const qd_cursor copy = *cursor;
    memset(cursor, 0x5a, sizeof *cursor);
    return copy;
}

static bool same_cursor(struct compare *compare, const qd_query *query, size_t limit)
{
    static const size_t batches[] = { 1, 7, 2, 64, 3, 1000 };
    const size_t capacity = mark(compare, limit);
    qd_cursor cursor;
    qd_cursor_begin(&cursor, compare->tree, query);
    size_t count = 0, got = 1;
    for (size_t i = 0; got > 0 && count < capacity; i++, count += got) {
        const size_t most = smaller(batches[i % (sizeof batches / sizeof *batches)], capacity - count);
        got = qd_cursor_next(&cursor, compare->found + count, most);
        if (got > most)
            return compare_fails(compare, "cursor: %zu items with room for %zu", got, most);
        if (i % 3 == 2)
            cursor = copied(&cursor);
    }
    qd_entry none = untouched;
    if (count < capacity && qd_cursor_next(&cursor, &none, 1) != 0)
        return compare_fails(compare, "cursor: goes on after its end");
    if (cursor.changed)
        return compare_fails(compare, "cursor: says that the tree has changed");
    if (count == compare->expected_count && count < capacity && cursor.cost.hits != count)
        return compare_fails(compare, "cursor: the cost says %" PRIu64 " hits of %zu", cursor.cost.hits, count);
    return same_list(compare, "cursor", count, capacity);
}

bool compare_find(struct compare *compare, const qd_query *query, size_t limit)
{
    expect(compare, query);
    return same_find(compare, query, limit);
}

bool compare_visit(struct compare *compare, const qd_query *query, size_t limit)
{
    expect(compare, query);
    return same_visit(compare, query, limit);
}

bool compare_cursor(struct compare *compare, const qd_query *query, size_t limit)
{
    expect(compare, query);
    return same_cursor(compare, query, limit);
}

bool compare_query(struct compare *compare, const qd_query *query, size_t limit)
{
    expect(compare, query);
    return compare_query_again(compare, query, limit);
}

bool compare_query_again(struct compare *compare, const qd_query *query, size_t limit)
{
    return same_find(compare, query, limit) && same_visit(compare, query, limit) && same_cursor(compare, query, limit);
}
