// A refit in parts: each part makes tight what hangs below its share of the tree, the top is left to the caller, and
// the work that is told is that of one thread.
#include "parts.h"
#include "refit.h"
#include "support.h"

#include <string.h>

enum { COUNT = 200000, NONE = QD__PARTS_MOST };

static qd_box boxes[COUNT];
static qd_id ids[COUNT];

// Runs all parts but one.
struct skipping {
    uint32_t skipped, parts, runs;
};

static void run_others(void *context, qd_work *work, void *job, uint32_t parts)
{
    struct skipping *self = context;
    self->parts = parts;
    self->runs++;
    for (uint32_t part = 0; part < parts; part++)
        if (part != self->skipped)
            work(job, part);
}

static qd_tree *tree_by(qd_executor executor, size_t count)
{
    struct prng random = { 5 };
    qd_tree *tree = tree_of(&(qd_tree_def){ .executor = executor });
    for (size_t i = 0; i < count; i++)
        boxes[i] = qd_box_xywh(prng_between(&random, 0, 1000), prng_between(&random, 0, 1000), 2, 2);
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &items, count, ids, NULL), QD_OK);
    return tree;
}

static const qd__aabb all_over = { { 0, 0, -1000, -1000 } };

static void loosen(const struct qd_tree *tree)
{
    for (uint32_t index = 0; index < tree->pools.quads.used; index++)
        for (uint32_t lane = 0; lane < 4; lane++)
            if (!qd__node_is_bare(qd__quad_at(tree, index), lane))
                qd__four_set(&qd__quad_at(tree, index)->bounds, lane, all_over);
}

static size_t count_loose(const struct qd_tree *tree)
{
    size_t loose = 0;
    for (uint32_t index = 0; index < tree->pools.quads.used; index++) {
        for (uint32_t lane = 0; lane < 4; lane++) {
            const qd__aabb bounds = qd__four_at(&qd__quad_at(tree, index)->bounds, lane);
            loose += memcmp(&bounds, &all_over, sizeof bounds) == 0;
        }
    }
    return loose;
}

static void each_part_does_its_share(void)
{
    enum { WORKERS = 4, PARTS = WORKERS * QD__PARTS_PER_WORKER };
    struct skipping executor = { .skipped = NONE };
    qd_tree *tree = tree_by((qd_executor){ run_others, &executor, WORKERS, 1 }, COUNT);
    loosen(tree);
    const size_t all = count_loose(tree);
    size_t left = 0;
    for (uint32_t part = 0; part < PARTS; part++) {
        loosen(tree);
        executor = (struct skipping){ .skipped = part };
        qd__refit_all(tree, true);
        assert_true(executor.runs == 1 && executor.parts == PARTS);
        const size_t own = count_loose(tree);
        assert_in_range(own, all / PARTS / 3, all / PARTS * 3);
        left += own;
    }
    // All but the top and what is above a loose node, which is loose in turn.
    assert_in_range(left, all - all / 4, all + all / 2);
    executor = (struct skipping){ .skipped = NONE };
    loosen(tree);
    qd__refit_all(tree, true);
    assert_int_equal(count_loose(tree), 0);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// The same bounds as by one thread, and the same work: that of each item once.
static void work_is_that_of_one_thread(void)
{
    static const size_t counts[] = { 2 * QD__GRAIN - 1, 2 * QD__GRAIN, 3 * QD__GRAIN, 64 * QD__GRAIN };
    static const uint32_t parts[] = { 0, 2, 3, 2 * QD__PARTS_PER_WORKER };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct skipping executor = { .skipped = NONE };
        qd_tree *shared = tree_by((qd_executor){ run_others, &executor, 2, 1 }, counts[i]);
        qd_tree *alone = tree_by((qd_executor){ 0 }, counts[i]);
        executor = (struct skipping){ .skipped = NONE };
        loosen(shared);
        loosen(alone);
        const uint64_t before = shared->upkeep.work, before_alone = alone->upkeep.work;
        qd__refit_all(shared, true);
        qd__refit_all(alone, true);
        assert_int_equal(executor.runs, parts[i] > 0);
        assert_int_equal(executor.parts, parts[i]);
        assert_int_equal(shared->upkeep.work - before, counts[i]);
        assert_int_equal(alone->upkeep.work - before_alone, counts[i]);
        assert_int_equal(shared->pools.quads.used, alone->pools.quads.used);
        for (uint32_t index = 0; index < alone->pools.quads.used; index++)
            assert_memory_equal(&qd__quad_at(shared, index)->bounds, &qd__quad_at(alone, index)->bounds,
                                sizeof(qd__four));
        qd_tree_destroy(shared);
        qd_tree_destroy(alone);
    }
}

tests_main(plain_test(each_part_does_its_share), plain_test(work_is_that_of_one_thread))
