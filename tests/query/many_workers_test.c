// Many questions at once by several threads: the same bytes in the same order as by one.
#include "executors.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

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

static void assert_rows_alike(const qd_tree *plain, const qd_tree *shared, const qd_queries *queries, bool offsets)
{
    const qd_rows none = { .capacity = 0 };
    size_t right_total = 1, total = 0;
    assert_int_equal(qd_tree_find_many(plain, queries, &none, &right_total), QD_TOO_SMALL);
    assert_int_equal(qd_tree_find_many(shared, queries, &none, &total), QD_TOO_SMALL);
    assert_int_equal(total, right_total);
    qd_rows right = rows_for(total, offsets), rows = rows_for(total, offsets);
    assert_int_equal(qd_tree_find_many(plain, queries, &right, NULL), QD_OK);
    assert_int_equal(qd_tree_find_many(shared, queries, &rows, NULL), QD_OK);
    if (offsets)
        assert_memory_equal(rows.offsets, right.offsets, (QUESTIONS + 1) * sizeof *rows.offsets);
    assert_memory_equal(rows.questions, right.questions, total * sizeof *rows.questions);
    assert_memory_equal(rows.ids, right.ids, total * sizeof *rows.ids);
    assert_memory_equal(rows.users, right.users, total * sizeof *rows.users);
    assert_same_cost(rows.cost, right.cost);
    assert_sum_of_costs(plain, queries, rows.cost);
    rows_free(&right);
    rows_free(&rows);
}

// Windows as a view; and every shape and relation, each a value of its own.
static void assert_found_alike(const qd_tree *plain, const qd_tree *shared, const qd_box *boxes)
{
    static const qd_vec2 corners[] = { { 500, 500 }, { 510, 505 }, { 501, 520 } };
    qd_query *each = need(QUESTIONS, sizeof *each);
    for (size_t i = 0; i < QUESTIONS; i++) {
        const qd_shape shape = { (qd_shape_type)(1 + i % 4), 3, corners, boxes[i], 5 };
        each[i] = query_of(shape, (qd_relation)(i / 4 % 3));
    }
    for (int offsets = 0; offsets < 2; offsets++) {
        const qd_queries views = { .count = QUESTIONS, .boxes = qd_boxes_double(boxes) };
        const qd_queries values = { .count = QUESTIONS, .each = each };
        assert_rows_alike(plain, shared, &views, offsets);
        assert_rows_alike(plain, shared, &values, offsets);
    }
    free(each);
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

static void assert_ranked_alike(const qd_tree *plain, const qd_tree *shared, const qd_box *boxes)
{
    const size_t all = (size_t)QUESTIONS * K;
    qd_ranked *each = need(QUESTIONS, sizeof *each);
    for (size_t i = 0; i < QUESTIONS; i++)
        each[i] = i % 2 ? qd_nearest(qd_shape_point(boxes[i].min), 9)
                        : qd_segment(boxes[i].min, boxes[(i + 1) % QUESTIONS].max);
    const qd_ranked_queries queries = { .count = QUESTIONS, .each = each };
    qd_ranked_rows right = ranked_rows_for(), rows = ranked_rows_for();
    assert_int_equal(qd_tree_find_many_ranked(plain, &queries, &right), QD_OK);
    assert_int_equal(qd_tree_find_many_ranked(shared, &queries, &rows), QD_OK);
    assert_memory_equal(rows.counts, right.counts, QUESTIONS * sizeof *rows.counts);
    assert_memory_equal(rows.ids, right.ids, all * sizeof *rows.ids);
    assert_memory_equal(rows.users, right.users, all * sizeof *rows.users);
    assert_memory_equal(rows.distances, right.distances, all * sizeof *rows.distances);
    assert_memory_equal(rows.hits, right.hits, all * sizeof *rows.hits);
    assert_same_cost(rows.cost, right.cost);
    uint64_t hits = 0;
    for (size_t i = 0; i < QUESTIONS; i++)
        hits += rows.counts[i];
    assert_true(rows.cost->hits == hits);
    ranked_rows_free(&right);
    ranked_rows_free(&rows);
    free(each);
}

static void same_bytes(void **state)
{
    (void)state;
    static const double sides[] = { 1, 12, 120 };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *plain = tree_by((qd_precision)precision, (qd_executor){ NULL, NULL, 0 });
        for (int kind = 0; kind < EXECUTOR_KINDS; kind++) {
            struct counting_executor executor;
            executor_open(&executor, (enum executor_kind)kind);
            qd_tree *shared = tree_by((qd_precision)precision, executor_of(&executor));
            executor.runs = 0;
            for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
                qd_box *boxes = windows(sides[i]);
                assert_found_alike(plain, shared, boxes);
                assert_ranked_alike(plain, shared, boxes);
                free(boxes);
            }
            assert_true(executor.runs >= 3 * 5); // at least one each
            qd_tree_destroy(shared);
            executor_close(&executor);
        }
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
static void same_bytes_in_as_many_parts_as_there_can_be(void **state)
{
    (void)state;
    uint32_t most = 0;
    qd_tree *plain = tree_by(QD_FLOAT, (qd_executor){ NULL, NULL, 0 });
    qd_tree *shared = tree_by(QD_FLOAT, (qd_executor){ run_in_order, &most, 64 });
    qd_box *boxes = windows(50);
    most = 0;
    assert_found_alike(plain, shared, boxes);
    assert_int_equal(most, 128);
    free(boxes);
    qd_tree_destroy(shared);
    qd_tree_destroy(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(same_bytes),
                                        cmocka_unit_test(same_bytes_in_as_many_parts_as_there_can_be) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
