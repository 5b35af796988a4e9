// The same bodies get the same bits: from any number of workers, and from one that had other bodies before.
#include "gravity_scene.h"

#include <quadrille/threads.h>

// What acts on each body, by the tree or by all pairs, and what it cost.
struct solved {
    struct pulls pulls;
    qd_gravity_cost cost;
};

static struct solved solved_by(qd_gravity *gravity, bool direct)
{
    struct solved solved = { .pulls = pulls_for(qd_gravity_count(gravity)) };
    direct ? qd_gravity_solve_direct(gravity, &solved.pulls.field, &solved.cost)
           : qd_gravity_solve(gravity, &solved.pulls.field, &solved.cost);
    return solved;
}

static bool costs_are_same(const qd_gravity_cost *a, const qd_gravity_cost *b)
{
    return a->bodies == b->bodies && a->cells == b->cells && a->nodes == b->nodes;
}

static void assert_solves_so(qd_gravity *gravity, bool direct, const struct solved *right)
{
    struct solved solved = solved_by(gravity, direct);
    qd_gravity_cost kept;
    assert_true(pulls_are_same_bits(&solved.pulls, &right->pulls));
    assert_true(costs_are_same(&solved.cost, &right->cost));
    qd_gravity_get_cost(gravity, &kept);
    assert_true(direct || costs_are_same(&kept, &right->cost));
    pulls_free(&solved.pulls);
}

// The one that works alone is asked once, and all others are compared with that.
static void any_number_of_workers(void)
{
    for (int i = 0; i < 8; i++) {
        struct scene scene = some_scene(i);
        qd_gravity_def def = some_def(i);
        qd_gravity *alone = gravity_with(&def, &scene);
        for (int direct = 0; direct < (i == 0 ? 2 : 1); direct++) {
            struct solved right = solved_by(alone, direct);
            assert_true(direct || right.cost.nodes > 0);
            for (uint32_t workers = 1; workers <= 4; workers *= 2) {
                qd_threads *threads = qd_threads_new(workers);
                assert_non_null(threads);
                def.executor = qd_threads_executor(threads);
                qd_gravity *shared = gravity_with(&def, &scene);
                assert_solves_so(shared, direct, &right);
                qd_gravity_destroy(shared);
                qd_threads_destroy(threads);
            }
            pulls_free(&right.pulls);
        }
        qd_gravity_destroy(alone);
        scene_free(&scene);
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

// An opening angle at which there is little to work out: parts are counted here.
#define THETA_WIDE 2

static struct counted counted_with(uint32_t workers, const struct scene *scene, const struct solved *right)
{
    struct counted counted = { 0, 0 };
    const qd_gravity_def def = { .theta = THETA_WIDE, .executor = { run_counted, &counted, workers, 0 } };
    qd_gravity *shared = gravity_with(&def, scene);
    counted.jobs = counted.most_parts = 0; // what comes now is no business of the tree's
    assert_solves_so(shared, false, right);
    qd_gravity_destroy(shared);
    return counted;
}

static struct solved solved_alone(const struct scene *scene)
{
    const qd_gravity_def def = { .theta = THETA_WIDE };
    qd_gravity *alone = gravity_with(&def, scene);
    const struct solved solved = solved_by(alone, false);
    qd_gravity_destroy(alone);
    return solved;
}

// One worker is none, 64 are the most that count, and a part has no fewer than 512 bodies.
static void as_many_parts_as_there_is_work_for(void)
{
    struct scene few = scene_uniform(1023, 7), some = scene_uniform(3000, 8), many = scene_uniform(300000, 9);
    struct solved of_few = solved_alone(&few), of_some = solved_alone(&some), of_many = solved_alone(&many);
    for (uint32_t workers = 0; workers < 2; workers++)
        assert_int_equal(counted_with(workers, &some, &of_some).jobs, 0);
    assert_int_equal(counted_with(2, &few, &of_few).jobs, 0);
    assert_int_equal(counted_with(2, &some, &of_some).jobs, 1);
    assert_int_equal(counted_with(2, &some, &of_some).most_parts, 5);
    assert_int_equal(counted_with(2, &many, &of_many).most_parts, 16);
    assert_int_equal(counted_with(64, &many, &of_many).most_parts, 512);
    assert_int_equal(counted_with(1000, &many, &of_many).most_parts, 512);
    pulls_free(&of_few.pulls);
    pulls_free(&of_some.pulls);
    pulls_free(&of_many.pulls);
    scene_free(&few);
    scene_free(&some);
    scene_free(&many);
}

static void whatever_it_had_before(void)
{
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

tests_main(plain_test(any_number_of_workers), plain_test(as_many_parts_as_there_is_work_for),
           plain_test(whatever_it_had_before))
