// Many questions at once by several threads: the same bytes in the same order as by one, and what a visitor is handed
// comes in the same batches.
#include "executors.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 30000, QUESTIONS = 4000, K = 3 };

static qd_tree *tree_by(qd_executor executor)
{
    const qd_tree_def def = { .executor = executor };
    qd_tree *tree = qd_tree_create(&def);
    assert_non_null(tree);
    struct flock flock = flock_of_squares(ITEMS, box(0, 0, 1000, 1000), 2, 11);
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

static qd_box *windows(float most)
{
    struct prng random = { 17 };
    qd_box *boxes = need(QUESTIONS, sizeof *boxes);
    for (size_t i = 0; i < QUESTIONS; i++) {
        const float side = i % 300 == 7 ? 20 * most : prng_between(&random, 0, most);
        const float x = prng_between(&random, -50, 1050), y = prng_between(&random, -50, 1050);
        boxes[i] = qd_box_xywh(x, y, side, side);
    }
    boxes[77].max.x = -1000;
    return boxes;
}

// All that a visitor was handed, as a chain of numbers: question, size of the batch, slots.
struct log {
    uint64_t chain;
    size_t batches, limit;
};

static void chain_on(struct log *log, uint64_t number)
{
    log->chain = (log->chain ^ number) * 0x9e3779b97f4a7c15U;
    log->chain ^= log->chain >> 29;
}

static bool keep(void *context, size_t query, const qd_found *items, size_t count)
{
    struct log *log = context;
    chain_on(log, query);
    chain_on(log, count);
    for (size_t i = 0; i < count; i++)
        chain_on(log, items[i].id.slot);
    return ++log->batches < log->limit;
}

static void assert_visits_alike(const qd_tree *plain, const qd_tree *shared, const qd_box *boxes, size_t limit)
{
    struct log right = { 0, 0, limit }, log = { 0, 0, limit };
    qd_cost right_cost, cost;
    size_t bad = 0;
    qd_visit_box_many(plain, boxes, QUESTIONS, everyone, keep, &right, NULL, &right_cost);
    assert_int_equal(qd_visit_box_many(shared, boxes, QUESTIONS, everyone, keep, &log, &bad, &cost), QD_BAD_VALUE);
    assert_int_equal(bad, 77);
    assert_true(log.chain == right.chain && log.batches == right.batches);
    if (limit == SIZE_MAX)
        assert_memory_equal(&cost, &right_cost, sizeof cost);
    else
        assert_int_equal(cost.hits, right_cost.hits);
}

static void assert_rows_alike(const qd_tree *plain, const qd_tree *shared, const qd_box *boxes)
{
    size_t *offsets = need(QUESTIONS + 1, sizeof *offsets), *right_offsets = need(QUESTIONS + 1, sizeof *offsets);
    qd_find_box_many(plain, boxes, QUESTIONS, everyone, right_offsets, NULL, 0, NULL);
    const size_t total = right_offsets[QUESTIONS];
    qd_found *found = need(total + 1, sizeof *found), *right = need(total + 1, sizeof *right);
    assert_int_equal(qd_find_box_many(plain, boxes, QUESTIONS, everyone, right_offsets, right, total, NULL),
                     QD_BAD_VALUE);
    assert_int_equal(qd_find_box_many(shared, boxes, QUESTIONS, everyone, offsets, found, total, NULL), QD_BAD_VALUE);
    assert_memory_equal(offsets, right_offsets, (QUESTIONS + 1) * sizeof *offsets);
    assert_memory_equal(found, right, total * sizeof *found);
    free(offsets);
    free(right_offsets);
    free(found);
    free(right);
}

static void assert_ranked_alike(const qd_tree *plain, const qd_tree *shared, const qd_box *boxes)
{
    qd_vec2 *points = need(QUESTIONS, sizeof *points);
    qd_ray *rays = need(QUESTIONS, sizeof *rays);
    for (size_t i = 0; i < QUESTIONS; i++) {
        points[i] = boxes[i].min;
        rays[i] = qd_ray_between(boxes[i].min, boxes[(i + 1) % QUESTIONS].max);
    }
    const size_t rows = (size_t)QUESTIONS * K;
    qd_near *near = need(2 * rows, sizeof *near);
    qd_hit *hits = need(2 * rows, sizeof *hits);
    uint32_t *counts = need((size_t)2 * QUESTIONS, sizeof *counts);
    qd_find_near_many(plain, points, QUESTIONS, 9, everyone, near, K, counts, NULL);
    qd_find_near_many(shared, points, QUESTIONS, 9, everyone, near + rows, K, counts + QUESTIONS, NULL);
    assert_memory_equal(near, near + rows, rows * sizeof *near);
    assert_memory_equal(counts, counts + QUESTIONS, QUESTIONS * sizeof *counts);
    qd_find_ray_many(plain, rays, QUESTIONS, everyone, hits, K, counts, NULL);
    qd_find_ray_many(shared, rays, QUESTIONS, everyone, hits + rows, K, counts + QUESTIONS, NULL);
    assert_memory_equal(hits, hits + rows, rows * sizeof *hits);
    assert_memory_equal(counts, counts + QUESTIONS, QUESTIONS * sizeof *counts);
    free(points);
    free(rays);
    free(near);
    free(hits);
    free(counts);
}

static void same_bytes(void **state)
{
    (void)state;
    qd_tree *plain = tree_by((qd_executor){ NULL, NULL, 0 });
    static const float sides[] = { 1, 12, 120 };
    for (int kind = 0; kind < EXECUTOR_KINDS; kind++) {
        struct counting_executor executor;
        executor_open(&executor, (enum executor_kind)kind);
        qd_tree *shared = tree_by(executor_of(&executor));
        executor.runs = 0;
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
            qd_box *boxes = windows(sides[i]);
            for (size_t limit = 1; limit < 3000; limit += 1 + limit * 4)
                assert_visits_alike(plain, shared, boxes, limit);
            assert_visits_alike(plain, shared, boxes, SIZE_MAX);
            assert_rows_alike(plain, shared, boxes);
            assert_ranked_alike(plain, shared, boxes);
            free(boxes);
        }
        assert_true(executor.runs > 12); // at least one each
        qd_tree_destroy(shared);
        executor_close(&executor);
    }
    qd_tree_destroy(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(same_bytes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
