// A tree that is given an executor stays the same tree, through loading, moving and rebuilding.
#include "twins.h"

enum { COUNT = 3000, TICKS = 12 };

static void live(enum scene_kind scene, enum executor_kind executor, qd_edges edges, bool filtered)
{
    struct twins twins;
    twins_open(&twins, scene, executor, edges, filtered, COUNT);
    assert_true(twins.executor.runs > 0);
    twins_compare(&twins);
    for (int tick = 0; tick < TICKS; tick++) {
        size_t runs = twins.executor.runs;
        twins_tick(&twins);
        assert_true(twins.executor.runs > runs);
        twins_compare(&twins);
        if (tick == TICKS / 2) {
            assert_int_equal(qd_tree_rebuild(twins.plain), QD_OK);
            assert_int_equal(qd_tree_rebuild(twins.shared), QD_OK);
            twins_compare(&twins);
        }
    }
    twins_close(&twins);
}

static void live_everywhere(enum executor_kind executor)
{
    for (int scene = 0; scene < SCENES; scene++)
        live((enum scene_kind)scene, executor, scene % 2 ? QD_EDGES_OPEN : QD_EDGES_CLOSED, scene >= MIXED_SIZES);
}

static void parts_in_order(void **state)
{
    (void)state;
    live_everywhere(IN_ORDER);
}

static void parts_backwards(void **state)
{
    (void)state;
    live_everywhere(BACKWARDS);
}

static void parts_in_any_order(void **state)
{
    (void)state;
    live_everywhere(SCRAMBLED);
}

static void two_workers(void **state)
{
    (void)state;
    live_everywhere(POOL_OF_2);
}

static void three_workers(void **state)
{
    (void)state;
    live_everywhere(POOL_OF_3);
}

static void four_workers(void **state)
{
    (void)state;
    live_everywhere(POOL_OF_4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_in_order), cmocka_unit_test(parts_backwards), cmocka_unit_test(parts_in_any_order),
        cmocka_unit_test(two_workers),    cmocka_unit_test(three_workers),   cmocka_unit_test(four_workers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
