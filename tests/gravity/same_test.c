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
            qd_gravity_cost a;
            qd_gravity_solve(alone, &pulls.field, &a);
            qd_gravity_cost b;
            qd_gravity_solve(shared, &pulls.field, &b);
            assert_true(a.bodies == b.bodies && a.cells == b.cells && a.nodes == b.nodes && a.nodes > 0);
            qd_gravity_cost kept;
            qd_gravity_get_cost(shared, &kept);
            assert_true(kept.bodies == b.bodies && kept.cells == b.cells && kept.nodes == b.nodes);
            pulls_free(&pulls);
            qd_gravity_destroy(alone);
            qd_gravity_destroy(shared);
            scene_free(&scene);
        }
        pool_destroy(threads);
    }
}

// Runs parts from the last to the first, and counts them.
struct counted {
    uint32_t jobs, most_parts;
};

static void run_counted(void *context, qd_work *work, void *job, uint32_t parts)
{
    struct counted *counted = context;
    counted->jobs++;
    counted->most_parts = parts > counted->most_parts ? parts : counted->most_parts;
    while (parts > 0)
        work(job, --parts);
}

static struct counted counted_with(uint32_t workers, const struct scene *scene)
{
    struct counted counted = { 0, 0 };
    const qd_gravity_def def = { .executor = { run_counted, &counted, workers } };
    qd_gravity *alone = gravity_with(NULL, scene), *shared = gravity_with(&def, scene);
    counted.jobs = counted.most_parts = 0; // what comes now is no business of the tree's
    assert_same_pulls(alone, shared, false);
    qd_gravity_destroy(alone);
    qd_gravity_destroy(shared);
    return counted;
}

// One worker is none, 64 are the most that count, and a part has no fewer than 512 bodies.
static void as_many_parts_as_there_is_work_for(void **state)
{
    (void)state;
    struct scene few = scene_uniform(1023, 7), some = scene_uniform(3000, 8), many = scene_uniform(300000, 9);
    for (uint32_t workers = 0; workers < 2; workers++)
        assert_int_equal(counted_with(workers, &some).jobs, 0);
    assert_int_equal(counted_with(2, &few).jobs, 0);
    assert_int_equal(counted_with(2, &some).jobs, 1);
    assert_int_equal(counted_with(2, &some).most_parts, 5);
    assert_int_equal(counted_with(2, &many).most_parts, 16);
    assert_int_equal(counted_with(64, &many).most_parts, 512);
    assert_int_equal(counted_with(1000, &many).most_parts, 512);
    scene_free(&few);
    scene_free(&some);
    scene_free(&many);
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
        cmocka_unit_test(as_many_parts_as_there_is_work_for),
        cmocka_unit_test(whatever_it_had_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
