// Many questions at once by several threads: the same bytes in the same order as by one.
#include "executors.h"
#include "support.h"

#include <stdlib.h>

enum { ITEMS = 30000, QUESTIONS = 4000, K = 3 };

static qd_tree *tree_by(qd_precision precision, qd_executor executor)
{
    const qd_tree_def def = { .precision = precision, .executor = executor };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(ITEMS, box(0, 0, 1000, 1000), 2, 11);
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

static qd_box *windows(double most)
{
    struct prng random = { 17 };
    qd_box *boxes = need(QUESTIONS, sizeof *boxes);
    for (size_t i = 0; i < QUESTIONS; i++) {
        const double side = i % 300 == 7 ? 20 * most : prng_between(&random, 0, most);
        const double x = prng_between(&random, -50, 1050), y = prng_between(&random, -50, 1050);
        boxes[i] = qd_box_xywh(x, y, side, side);
    }
    boxes[77].max.x = -1000;
    return boxes;
}

static qd_rows rows_for(size_t capacity, bool offsets)
{
    const qd_rows rows = { capacity,
                           offsets ? need(QUESTIONS + 1, sizeof(uint64_t)) : NULL,
                           need(capacity, sizeof(uint32_t)),
                           need(capacity, sizeof(qd_id)),
                           need(capacity, sizeof(uint64_t)),
                           need(1, sizeof(qd_cost)) };
    return rows;
}

static void rows_free(qd_rows *rows)
{
    free(rows->offsets);
    free(rows->questions);
    free(rows->ids);
    free(rows->users);
    free(rows->cost);
}

static void assert_same_cost(const qd_cost *a, const qd_cost *b)
{
    assert_true(a->nodes == b->nodes && a->tests == b->tests && a->hits == b->hits);
    assert_true(a->nodes > 0 && a->tests > 0 && a->hits > 0);
}

static qd_flow ignore_entries(void *context, const qd_entry *entries, size_t count)
{
    (void)context;
    (void)entries;
    (void)count;
    return QD_CONTINUE;
}

// Those of the questions asked one by one.
static void assert_sum_of_costs(const qd_tree *tree, const qd_queries *queries, const qd_cost *cost)
{
    qd_cost sum = { 0, 0, 0 };
    for (size_t i = 0; i < queries->count; i++) {
        qd_query query = queries->like;
        qd_cost one = { 0, 0, 0 };
        if (!queries->each)
            query.shape = qd_shape_box(((const qd_box *)queries->boxes.min_x)[i]);
        qd_tree_visit(tree, queries->each ? &queries->each[i] : &query, ignore_entries, NULL, &one);
        sum.nodes += one.nodes;
        sum.tests += one.tests;
        sum.hits += one.hits;
    }
    assert_same_cost(cost, &sum);
}

// What one thread answers; its costs are those of the questions one by one.
struct right {
    qd_queries queries;
    size_t total;
    qd_rows rows;
};

static struct right right_of(const qd_tree *plain, const qd_queries *queries, bool offsets)
{
    struct right right = { .queries = *queries, .total = 1 };
    const qd_rows none = { .capacity = 0 };
    assert_int_equal(qd_tree_find_many(plain, queries, &none, &right.total), QD_TOO_SMALL);
    right.rows = rows_for(right.total, offsets);
    assert_int_equal(qd_tree_find_many(plain, queries, &right.rows, NULL), QD_OK);
    assert_sum_of_costs(plain, queries, right.rows.cost);
    return right;
}

static void assert_rows_alike(const qd_tree *shared, const struct right *right)
{
    const qd_rows none = { .capacity = 0 };
    size_t total = 0;
    assert_int_equal(qd_tree_find_many(shared, &right->queries, &none, &total), QD_TOO_SMALL);
    assert_int_equal(total, right->total);
    qd_rows rows = rows_for(total, right->rows.offsets != NULL);
    assert_int_equal(qd_tree_find_many(shared, &right->queries, &rows, NULL), QD_OK);
    if (rows.offsets)
        assert_memory_equal(rows.offsets, right->rows.offsets, (QUESTIONS + 1) * sizeof *rows.offsets);
    assert_memory_equal(rows.questions, right->rows.questions, total * sizeof *rows.questions);
    assert_memory_equal(rows.ids, right->rows.ids, total * sizeof *rows.ids);
    assert_memory_equal(rows.users, right->rows.users, total * sizeof *rows.users);
    assert_same_cost(rows.cost, right->rows.cost);
    rows_free(&rows);
}

// Windows as a view; and every shape and relation, each a value of its own. Each with offsets and without.
enum { WAYS = 4 };

struct all_right {
    qd_query *each;
    struct right ways[WAYS];
};

static struct all_right all_right_of(const qd_tree *plain, const qd_box *boxes)
{
    static const qd_vec2 corners[] = { { 500, 500 }, { 510, 505 }, { 501, 520 } };
    struct all_right all = { .each = need(QUESTIONS, sizeof *all.each) };
    for (size_t i = 0; i < QUESTIONS; i++) {
        const qd_shape shape = { (qd_shape_type)(1 + i % 4), 3, corners, boxes[i], 5 };
        all.each[i] = query_of(shape, (qd_relation)(i / 4 % 3));
    }
    const qd_queries views = { .count = QUESTIONS, .boxes = qd_boxes_double(boxes) };
    const qd_queries values = { .count = QUESTIONS, .each = all.each };
    for (int way = 0; way < WAYS; way++)
        all.ways[way] = right_of(plain, way / 2 ? &values : &views, way % 2);
    return all;
}

static void assert_found_alike(const qd_tree *shared, const struct all_right *all)
{
    for (int way = 0; way < WAYS; way++)
        assert_rows_alike(shared, &all->ways[way]);
}

static void all_right_free(struct all_right *all)
{
    for (int way = 0; way < WAYS; way++)
        rows_free(&all->ways[way].rows);
    free(all->each);
}

static qd_ranked_rows ranked_rows_for(void)
{
    const size_t all = (size_t)QUESTIONS * K;
    const qd_ranked_rows rows = { K,
                                  need(QUESTIONS, sizeof(uint32_t)),
                                  need(all, sizeof(qd_id)),
                                  need(all, sizeof(uint64_t)),
                                  need(all, sizeof(double)),
                                  need(all, sizeof(qd_hit)),
                                  need(1, sizeof(qd_cost)) };
    return rows;
}

static void ranked_rows_free(qd_ranked_rows *rows)
{
    free(rows->counts);
    free(rows->ids);
    free(rows->users);
    free(rows->distances);
    free(rows->hits);
    free(rows->cost);
}

// The same for questions that rank.
struct right_ranked {
    qd_ranked *each;
    qd_ranked_rows rows;
};

static qd_ranked_queries ranked_queries(const struct right_ranked *right)
{
    const qd_ranked_queries queries = { .count = QUESTIONS, .each = right->each };
    return queries;
}

static struct right_ranked right_ranked_of(const qd_tree *plain, const qd_box *boxes)
{
    struct right_ranked right = { need(QUESTIONS, sizeof *right.each), ranked_rows_for() };
    for (size_t i = 0; i < QUESTIONS; i++)
        right.each[i] = i % 2 ? qd_nearest(qd_shape_point(boxes[i].min), 9)
                              : qd_segment(boxes[i].min, boxes[(i + 1) % QUESTIONS].max);
    const qd_ranked_queries queries = ranked_queries(&right);
    assert_int_equal(qd_tree_find_many_ranked(plain, &queries, &right.rows), QD_OK);
    return right;
}

static void right_ranked_free(struct right_ranked *right)
{
    ranked_rows_free(&right->rows);
    free(right->each);
}

static void assert_ranked_alike(const qd_tree *shared, const struct right_ranked *right)
{
    const size_t all = (size_t)QUESTIONS * K;
    const qd_ranked_queries queries = ranked_queries(right);
    qd_ranked_rows rows = ranked_rows_for();
    assert_int_equal(qd_tree_find_many_ranked(shared, &queries, &rows), QD_OK);
    assert_memory_equal(rows.counts, right->rows.counts, QUESTIONS * sizeof *rows.counts);
    assert_memory_equal(rows.ids, right->rows.ids, all * sizeof *rows.ids);
    assert_memory_equal(rows.users, right->rows.users, all * sizeof *rows.users);
    assert_memory_equal(rows.distances, right->rows.distances, all * sizeof *rows.distances);
    assert_memory_equal(rows.hits, right->rows.hits, all * sizeof *rows.hits);
    assert_same_cost(rows.cost, right->rows.cost);
    uint64_t hits = 0;
    for (size_t i = 0; i < QUESTIONS; i++)
        hits += rows.counts[i];
    assert_true(rows.cost->hits == hits);
    ranked_rows_free(&rows);
}

// An executor of every kind, each with a tree.
struct shared {
    struct counting_executor executors[EXECUTOR_KINDS];
    qd_tree *trees[EXECUTOR_KINDS];
};

static void shared_open(struct shared *shared, qd_precision precision)
{
    for (int kind = 0; kind < EXECUTOR_KINDS; kind++) {
        executor_open(&shared->executors[kind], (enum executor_kind)kind);
        shared->trees[kind] = tree_by(precision, executor_of(&shared->executors[kind]));
        shared->executors[kind].runs = 0;
    }
}

static void shared_close(struct shared *shared)
{
    for (int kind = 0; kind < EXECUTOR_KINDS; kind++) {
        assert_true(shared->executors[kind].runs >= 3 * 5); // at least one each
        qd_tree_destroy(shared->trees[kind]);
        executor_close(&shared->executors[kind]);
    }
}

static void same_bytes(void)
{
    static const double sides[] = { 1, 12, 120 };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *plain = tree_by((qd_precision)precision, (qd_executor){ 0 });
        struct shared shared;
        shared_open(&shared, (qd_precision)precision);
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
            qd_box *boxes = windows(sides[i]);
            struct all_right right = all_right_of(plain, boxes);
            struct right_ranked ranked = right_ranked_of(plain, boxes);
            for (int kind = 0; kind < EXECUTOR_KINDS; kind++) {
                assert_found_alike(shared.trees[kind], &right);
                assert_ranked_alike(shared.trees[kind], &ranked);
            }
            all_right_free(&right);
            right_ranked_free(&ranked);
            free(boxes);
        }
        shared_close(&shared);
        qd_tree_destroy(plain);
    }
}

static void run_in_order(void *context, qd_work *work, void *job, uint32_t parts)
{
    uint32_t *most = context;
    *most = parts > *most ? parts : *most;
    for (uint32_t part = 0; part < parts; part++)
        work(job, part);
}

// Questions with so many results that they are cut into as many parts as there can be.
static void same_bytes_in_as_many_parts_as_there_can_be(void)
{
    uint32_t most = 0;
    qd_tree *plain = tree_by(QD_FLOAT, (qd_executor){ 0 });
    qd_tree *shared = tree_by(QD_FLOAT, (qd_executor){ run_in_order, &most, 64, 1 });
    qd_box *boxes = windows(50);
    struct all_right right = all_right_of(plain, boxes);
    most = 0;
    assert_found_alike(shared, &right);
    assert_int_equal(most, 128);
    all_right_free(&right);
    free(boxes);
    qd_tree_destroy(shared);
    qd_tree_destroy(plain);
}

tests_main(plain_test(same_bytes), plain_test(same_bytes_in_as_many_parts_as_there_can_be))
