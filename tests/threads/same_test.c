// A tree that is given an executor stays the same tree, through loading, moving and rebuilding.
#include "all.h"
#include "twins.h"
#include "views.h"

#ifdef __SANITIZE_THREAD__ // takes twenty times as long
enum { COUNT = 3000, TICKS = 4, TICKS_QUICK = TICKS };
#else
enum { COUNT = 3000, TICKS = 12, TICKS_QUICK = 5 };
#endif

static void live(enum scene_kind scene, enum executor_kind executor, const qd_tree_def *def, bool filtered)
{
    struct twins twins;
    twins_open(&twins, scene, executor, def, filtered, COUNT);
    assert_true(twins.executor.runs > 0);
    twins_compare(&twins);
    const int ticks = (int)all_or(TICKS, TICKS_QUICK);
    for (int tick = 0; tick < ticks; tick++) {
        size_t runs = twins.executor.runs;
        twins_tick(&twins);
        assert_true(twins.executor.runs > runs);
        twins_compare(&twins);
        if (tick == ticks / 2) {
            assert_int_equal(qd_tree_rebuild(twins.plain), QD_OK);
            assert_int_equal(qd_tree_rebuild(twins.shared), QD_OK);
            twins_compare(&twins);
        }
    }
    twins_close(&twins);
}

/// `state` says which executor.
static void live_everywhere(void **state)
{
    const enum executor_kind executor = *(const enum executor_kind *)*state;
    for (int scene = 0; scene < 2 * SCENES; scene++) {
        const qd_tree_def def = { .precision = scene < SCENES ? QD_FLOAT : QD_DOUBLE,
                                  .edges = scene % 2 ? QD_OPEN : QD_CLOSED };
        live((enum scene_kind)(scene % SCENES), executor, &def, scene % SCENES >= MIXED_SIZES);
    }
}

/// More parts than slots: each slot is still one part's alone, and the last of the boxes for an id counts.
static void one_item_is_moved_often(void **state)
{
    enum { MOVES = 4096 };
    static qd_id ids[MOVES];
    static qd_box boxes[MOVES];
    struct counting_executor executor;
    executor_open(&executor, *(const enum executor_kind *)*state);
    qd_tree *tree = tree_of(&(qd_tree_def){ .executor = executor_of(&executor) });
    const qd_id id = qd_tree_add(tree, point_at(0, 0), 7);
    for (int i = 0; i < MOVES; i++) {
        ids[i] = id;
        boxes[i] = qd_box_xywh(i, 0, 1, 1);
    }
    assert_int_equal(move_boxes(tree, ids, boxes, MOVES, NULL), QD_OK);
    assert_true(executor.parts > 0);
    qd_item item;
    assert_int_equal(qd_tree_get(tree, id, &item), QD_OK);
    assert_true(item.box.min.x == MOVES - 1 && item.user == 7);
    qd_tree_destroy(tree);
    executor_close(&executor);
}

int main(void)
{
    static enum executor_kind kinds[] = { IN_ORDER, BACKWARDS, SCRAMBLED, POOL_OF_2, POOL_OF_3, POOL_OF_4 };
    const struct CMUnitTest tests[] = {
#ifndef __SANITIZE_THREAD__ // one thread alone cannot race
        { "parts in order", live_everywhere, NULL, NULL, &kinds[IN_ORDER] },
        { "parts backwards", live_everywhere, NULL, NULL, &kinds[BACKWARDS] },
        { "parts in a scrambled order", live_everywhere, NULL, NULL, &kinds[SCRAMBLED] },
        { "one item, scrambled", one_item_is_moved_often, NULL, NULL, &kinds[SCRAMBLED] },
#endif
        { "two workers", live_everywhere, NULL, NULL, &kinds[POOL_OF_2] },
        { "three workers", live_everywhere, NULL, NULL, &kinds[POOL_OF_3] },
        { "four workers", live_everywhere, NULL, NULL, &kinds[POOL_OF_4] },
        { "one item, four workers", one_item_is_moved_often, NULL, NULL, &kinds[POOL_OF_4] },
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
