// Many windows without a filter are answered several at a time. Each row is that of a single call, in its order, and
// the cost is the sum of the single costs: in trees with large items, heaps and far items, for windows of all kinds.
#include "ledger.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOWS = 900, ROOM = 400000 };

// One question's results as a single call hands them out.
struct single {
    qd_entry *found;
    size_t count;
};

static qd_flow note(void *context, const qd_entry *entries, size_t count)
{
    struct single *self = context;
    memcpy(self->found + self->count, entries, count * sizeof *entries);
    self->count += count;
    return QD_CONTINUE;
}

static qd_box square(struct prng *random, double region, double least, double most)
{
    const double side = prng_between(random, least, most);
    return qd_box_xywh(prng_between(random, 0, region), prng_between(random, 0, region), side, side);
}

typedef enum kind { EVEN, MIXED, HEAPS, FAR_AWAY, KINDS } kind;

static qd_box box_of_kind(struct prng *random, kind of, size_t i)
{
    const bool odd = i % 16 == 0;
    if (of == MIXED && odd)
        return square(random, 100, 1, 60);
    if (of == HEAPS && i % 4 == 0) // chains of buckets, beside leaves of one
        return qd_box_xywh(10.0 * (double)(i % 3), 20, 0.5, 0.5);
    if (of == FAR_AWAY && odd)
        return square(random, 1e5, 1, 10);
    return square(random, 100, 0.5, 1);
}

static qd_tree *tree_of_kind(kind of, qd_edges edges, size_t items, struct ledger *memory)
{
    const qd_tree_def def = { .edges = edges, .allocator = ledger_allocator(memory) };
    struct prng random = { items + (size_t)of };
    qd_tree *tree = tree_of(&def);
    qd_box *boxes = need(items, sizeof *boxes);
    qd_id *ids = need(items, sizeof *ids);
    for (size_t i = 0; i < items; i++)
        boxes[i] = box_of_kind(&random, of, i);
    const qd_items all = { .boxes = qd_boxes_double(boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &all, items, ids, NULL), QD_OK);
    for (size_t i = 0; i < items; i += 7) // gaps
        assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
    free(boxes);
    free(ids);
    return tree;
}

// Most are small.
static void choose_windows(qd_box *windows, double small)
{
    struct prng random = { 5 };
    for (size_t i = 0; i < WINDOWS; i++)
        windows[i] = square(&random, 100, 0, i % 40 ? small : 20 * small);
    windows[30] = everywhere;
    windows[50] = box(5, 5, 1, 1);
    windows[51].min.x = NAN;
    windows[333] = point_at(10.2, 20.2);
    windows[334] = windows[335] = box(9, 19, 31, 22);
}

static qd_cost ask_one(const qd_tree *tree, qd_box window, struct single *into)
{
    const qd_query query = { .shape = qd_shape_box(window) };
    qd_cost cost = { 0, 0, 0 };
    into->count = 0;
    qd_tree_visit(tree, &query, note, into, &cost);
    return cost;
}

static void assert_row(const struct single *single, const qd_rows *rows, uint64_t from, uint64_t to)
{
    assert_int_equal(to - from, single->count);
    for (size_t i = 0; i < single->count; i++) {
        assert_int_equal(rows->ids[from + i], single->found[i].id);
        assert_int_equal(rows->users[from + i], single->found[i].user);
    }
}

// By question where there are offsets, else in the order of the library's.
static void compare_all(const qd_tree *tree, const qd_box *windows, const qd_rows *rows, size_t total)
{
    struct single single = { need(ROOM, sizeof *single.found), 0 };
    qd_cost sum = { 0, 0, 0 };
    size_t *starts = need(WINDOWS, sizeof *starts);
    for (size_t i = total; !rows->offsets && i-- > 0;)
        starts[rows->questions[i]] = i;
    for (size_t i = 0; i < WINDOWS; i++) {
        const qd_cost cost = ask_one(tree, windows[i], &single);
        const uint64_t from = rows->offsets ? rows->offsets[i] : starts[i];
        assert_row(&single, rows, from, rows->offsets ? rows->offsets[i + 1] : from + single.count);
        for (size_t j = 0; j < single.count; j++)
            assert_int_equal(rows->questions[from + j], i);
        sum.nodes += cost.nodes;
        sum.tests += cost.tests;
        sum.hits += cost.hits;
    }
    assert_int_equal(sum.hits, total);
    assert_memory_equal(&sum, rows->cost, sizeof sum);
    free(single.found);
    free(starts);
}

static void ask_both_ways(const qd_tree *tree, const qd_box *windows)
{
    const qd_queries queries = { .count = WINDOWS, .boxes = qd_boxes_double(windows) };
    qd_cost cost;
    qd_rows rows = { .capacity = ROOM, .cost = &cost };
    uint64_t *offsets = need(WINDOWS + 1, sizeof *offsets);
    rows.questions = need(ROOM, sizeof *rows.questions);
    rows.ids = need(ROOM, sizeof *rows.ids);
    rows.users = need(ROOM, sizeof *rows.users);
    size_t total = 0, again = 0;
    for (int with_offsets = 0; with_offsets < 2; with_offsets++) {
        rows.offsets = with_offsets ? offsets : NULL;
        assert_int_equal(qd_tree_find_many(tree, &queries, &rows, &total), QD_OK);
        compare_all(tree, windows, &rows, total);
        qd_rows few = rows;
        few.capacity = total / 3;
        assert_int_equal(qd_tree_find_many(tree, &queries, &few, &again), QD_TOO_SMALL);
        assert_int_equal(again, total);
    }
    free(offsets);
    free(rows.questions);
    free(rows.ids);
    free(rows.users);
}

static void rows_are_those_of_single_calls(void)
{
    static const size_t sizes[] = { 3000, 70000 }; // from 60,000 on they are sorted by place
    qd_box *windows = need(WINDOWS, sizeof *windows);
    for (int i = 0; i < 2 * KINDS; i++) {
        struct ledger memory = { 0 };
        const qd_edges edges = i / KINDS ? QD_OPEN : QD_CLOSED;
        qd_tree *tree = tree_of_kind((kind)(i % KINDS), edges, sizes[i / KINDS], &memory);
        choose_windows(windows, i / KINDS ? 0.8 : 4);
        ask_both_ways(tree, windows);
        ledger_refuse(&memory, 1, true); // no memory: the same
        ask_both_ways(tree, windows);
        qd_tree_destroy(tree);
        assert_int_equal(memory.bytes, 0);
    }
    free(windows);
}

tests_main(plain_test(rows_are_those_of_single_calls))
