// The same bodies get the same bits: from any number of workers, and from one that had other bodies before.
#include "gravity_scene.h"

#include <pool.h>

static void any_number_of_workers(void **state)
{
    (void)state;
    for (uint32_t workers = 1; workers <= 4; workers *= 2) {
        pool *threads = pool_create(workers);
        assert_non_null(threads);
        for (int i = 0; i < 8; i++) {
            struct scene scene = some_scene(i);
            qd_gravity_def def = some_def(i);
            qd_gravity *alone = gravity_with(&def, &scene);
            def.executor = pool_executor(threads);
            qd_gravity *shared = gravity_with(&def, &scene);
            assert_same_pulls(alone, shared, false);
            if (i == 0)
                assert_same_pulls(alone, shared, true);
            struct pulls pulls = pulls_for(scene.count);
            const qd_gravity_cost a = qd_gravity_solve(alone, &pulls.field);
            const qd_gravity_cost b = qd_gravity_solve(shared, &pulls.field);
            assert_true(a.bodies == b.bodies && a.cells == b.cells && a.nodes == b.nodes && a.nodes > 0);
            assert_int_equal(qd_gravity_spent(shared).nodes, b.nodes);
            pulls_free(&pulls);
            qd_gravity_destroy(alone);
            qd_gravity_destroy(shared);
            scene_free(&scene);
        }
        pool_destroy(threads);
    }
}

static void whatever_it_had_before(void **state)
{
    (void)state;
    struct scene few = scene_plummer(100, 4), many = scene_uniform(6000, 5);
    scene_scale(&many, 1000);
    for (int i = 0; i < 8; i++) {
        struct scene scene = some_scene(i);
        const qd_gravity_def def = some_def(i);
        qd_gravity *fresh = gravity_with(&def, &scene), *used = gravity_with(&def, &few);
        gravity_must_set(used, &scene);
        assert_same_pulls(fresh, used, false);
        gravity_must_set(used, &many);
        gravity_must_set(used, &few);
        gravity_must_set(used, &scene);
        gravity_must_set(used, &scene);
        assert_same_pulls(fresh, used, false);
        qd_gravity_destroy(fresh);
        qd_gravity_destroy(used);
        scene_free(&scene);
    }
    scene_free(&few);
    scene_free(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers),
        cmocka_unit_test(whatever_it_had_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
