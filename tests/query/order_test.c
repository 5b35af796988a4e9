// Traps 16 and 17, about order and machines: results come in the order of the records, the same on every machine, and a
// tree shares nothing with another tree, so that threads need not know of each other.
#define _POSIX_C_SOURCE 200809L
#include "support.h"
#include "views.h"

#include <pthread.h>
#include <stdlib.h>

static void trap_16_results_come_in_the_order_of_the_records(void)
{
    // One leaf of 32: the order of insertion, whatever subset a window picks.
    qd_tree *tree = tree_with(QD_CLOSED, 32, 0);
    for (int i = 0; i < 32; i++)
        put(tree, item_at(point_at((double)((i * 7) % 32), (double)((i * 13) % 32))));
    qd_entry found[32];
    for (int low = 0; low < 32; low++)
        for (int high = low; high < 32; high++) {
            qd_box window = box((double)low, 0, (double)high, 31);
            size_t count = qd_tree_find_box(tree, window, found, 32);
            assert_int_equal(count, high - low + 1);
            for (size_t i = 1; i < count; i++)
                assert_true(qd_id_slot(found[i - 1].id) < qd_id_slot(found[i].id));
        }
    qd_tree_destroy(tree);
}

static uint64_t tests_of(const qd_tree *tree, qd_box window)
{
    return cost_of_window(tree, window).tests;
}

static void trap_16_tests_counts_the_live_records_of_the_blocks_looked_at(void)
{
    for (int n = 1; n <= 32; n++) {
        qd_tree *tree = tree_with(QD_CLOSED, 32, 0);
        for (int i = 0; i < n; i++)
            put(tree, item_at(point_at((double)i, (double)(i % 3))));
        // Meets the bounds without covering them: every live record is compared, no unused one.
        assert_int_equal(tests_of(tree, box(0, 0, 0.5, 0.5)), n == 1 ? tests_of(tree, point_at(0, 0)) : (uint64_t)n);
        // Beside the bounds: none is.
        assert_int_equal(tests_of(tree, box(100, 100, 101, 101)), 0);
        assert_true(tests_of(tree, everywhere) <= (uint64_t)n);
        qd_tree_destroy(tree);
    }
}

// A life of a tree: inserted, moved, thinned; then every pair in the order it came.
static pair_list live(void)
{
    struct flock flock = flock_of_squares(5000, box(0, 0, 500, 500), 5, 16);
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    flock_insert(&flock, tree);
    for (size_t i = 0; i < flock.count; i++)
        flock.boxes[i] = qd_box_xywh(flock.boxes[i].min.y, flock.boxes[i].min.x, 6, 4);
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, flock.count / 2, NULL), QD_OK);
    for (size_t i = flock.count / 2; i < flock.count; i++)
        assert_int_equal(qd_tree_move(tree, flock.ids[i], flock.boxes[i]), QD_OK);
    assert_int_equal(qd_tree_remove_many(tree, flock.ids + 1000, 1000, NULL), QD_OK);
    pair_list pairs = { 0 };
    qd_tree_visit_pairs(tree, NULL, pair_list_add, &pairs, NULL);
    flock_end(&flock, tree);
    return pairs;
}

static void assert_same(const pair_list *a, const pair_list *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->at, b->at, a->count * sizeof *a->at);
}

static void trap_16_the_same_calls_give_the_same_order(void)
{
    pair_list first = live(), second = live();
    assert_true(first.count > 1000);
    assert_same(&first, &second);
    pair_list_free(&first);
    pair_list_free(&second);
}

enum { THREADS = 4 };

static void *live_in_thread(void *result)
{
    *(pair_list *)result = live();
    return NULL;
}

static void trap_17_trees_of_different_threads_share_nothing(void)
{
    pair_list alone = live(), results[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, live_in_thread, &results[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_same(&alone, &results[i]);
        pair_list_free(&results[i]);
    }
    pair_list_free(&alone);
}

struct reader {
    const qd_tree *tree;
    pair_list pairs;
    uint64_t windows;
};

static void *read_in_thread(void *context)
{
    struct reader *reader = context;
    qd_tree_visit_pairs(reader->tree, NULL, pair_list_add, &reader->pairs, NULL);
    reader->windows = cost_of_windows(reader->tree, box(0, 0, 500, 500), 20);
    return NULL;
}

static void trap_17_many_threads_may_ask_one_tree(void)
{
    struct flock flock = flock_of_squares(5000, box(0, 0, 500, 500), 5, 17);
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    flock_insert(&flock, tree);
    struct reader alone = { tree, { 0 }, 0 }, readers[THREADS];
    read_in_thread(&alone);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        readers[i] = (struct reader){ tree, { 0 }, 0 };
        assert_int_equal(pthread_create(&threads[i], NULL, read_in_thread, &readers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_same(&alone.pairs, &readers[i].pairs);
        assert_int_equal(alone.windows, readers[i].windows);
        pair_list_free(&readers[i].pairs);
    }
    pair_list_free(&alone.pairs);
    flock_end(&flock, tree);
}

tests_main(plain_test(trap_16_results_come_in_the_order_of_the_records),
           plain_test(trap_16_tests_counts_the_live_records_of_the_blocks_looked_at),
           plain_test(trap_16_the_same_calls_give_the_same_order),
           plain_test(trap_17_trees_of_different_threads_share_nothing),
           plain_test(trap_17_many_threads_may_ask_one_tree))
