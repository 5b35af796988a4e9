/// Scenes step the same, bit for bit, whatever compiled them: CMake builds this file and the scenes twice, without
/// optimisation and with all of it, and both must arrive at the numbers written here.
#include <float.h>
#include <random.h>
#include <scene.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

static const scene_def usual = { .count = 500, .seed = 1, .world = { 640, 480 }, .size = 8, .speed = 2.5f };

/// FNV-1a over the bits of all coordinates.
static uint64_t hash_boxes(const scene *s, uint64_t hash)
{
    for (size_t i = 0; i < s->count; i++) {
        const float sides[] = { s->boxes[i].min.x, s->boxes[i].min.y, s->boxes[i].max.x, s->boxes[i].max.y };
        for (size_t k = 0; k < 4; k++) {
            uint32_t bits;
            memcpy(&bits, &sides[k], sizeof bits);
            hash = (hash ^ bits) * 0x100000001b3u;
        }
    }
    return hash;
}

/// Of the boxes of every tick.
static uint64_t hash_run(const scene_kind *kind, const scene_def *def, int ticks)
{
    scene *s = kind->create(def);
    assert_non_null(s);
    uint64_t hash = hash_boxes(s, 0xcbf29ce484222325u);
    for (int tick = 0; tick < ticks; tick++) {
        kind->step(s);
        hash = hash_boxes(s, hash);
    }
    kind->destroy(s);
    return hash;
}

static void random_numbers_are_those_of_the_seed(void **state)
{
    (void)state;
    scene_random random = { 1 };
    assert_int_equal(scene_random_bits(&random), 0x910a2dec89025cc1u);
    for (int i = 0; i < 1000; i++) {
        float unit = scene_random_unit(&random);
        assert_true(unit >= 0 && unit < 1);
    }
    assert_int_equal(scene_random_bits(&random), 0x22b93765ac22b99eu);
}

static void drift_steps_the_same_everywhere(void **state)
{
    (void)state;
    assert_int_equal(hash_run(&scene_drift, &usual, 300), 0x278939d33fbb7627u);
    scene_def other = usual;
    other.seed = 2;
    assert_int_equal(hash_run(&scene_drift, &other, 300), 0x93342c7577d0c93au);
}

static void drift_keeps_its_boxes_in_the_world(void **state)
{
    (void)state;
    scene_def def = usual;
    def.speed = 50;
    scene *s = scene_drift.create(&def);
    assert_non_null(s);
    assert_string_equal(s->kind->name, "drift");
    assert_int_equal(s->count, def.count);
    for (int tick = 0; tick < 200; tick++) {
        scene_drift.step(s);
        for (size_t i = 0; i < s->count; i++) {
            qd_box box = s->boxes[i];
            assert_true(box.min.x >= 0 && box.min.y >= 0 && box.min.x <= box.max.x && box.min.y <= box.max.y);
            // The sum of place and size may be rounded up.
            assert_true(box.max.x <= 640 * (1 + FLT_EPSILON) && box.max.y <= 480 * (1 + FLT_EPSILON));
        }
    }
    scene_drift.destroy(s);
}

static void drift_moves_and_bounces(void **state)
{
    (void)state;
    scene_def def = { .count = 50, .seed = 3, .world = { 20, 20 }, .size = 2, .speed = 3 };
    scene *s = scene_drift.create(&def);
    assert_non_null(s);
    int turns = 0;
    float last = s->boxes[0].min.x, went = 0;
    for (int tick = 0; tick < 300; tick++) {
        scene_drift.step(s);
        float goes = s->boxes[0].min.x - last;
        turns += went * goes < 0;
        assert_true(goes <= 3 && goes >= -3);
        last = s->boxes[0].min.x;
        went = goes;
    }
    assert_in_range(turns, 2, 200);
    scene_drift.destroy(s);
}

static void drift_takes_extremes(void **state)
{
    (void)state;
    static const scene_def extremes[] = {
        { .count = 0, .seed = 1, .world = { 10, 10 }, .size = 1, .speed = 1 },
        { .count = 40, .seed = 1, .world = { 0, 0 }, .size = 1, .speed = 1 },
        { .count = 40, .seed = 1, .world = { 10, 10 }, .size = 1000, .speed = 1 },
        { .count = 40, .seed = 1, .world = { 10, 10 }, .size = 0, .speed = 1e30f },
        { .count = 40, .seed = 1, .world = { 1e30f, 1e-30f }, .size = 1e30f, .speed = 1e30f },
    };
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
        scene *s = scene_drift.create(&extremes[i]);
        assert_non_null(s);
        for (int tick = 0; tick < 50; tick++) {
            scene_drift.step(s);
            for (size_t k = 0; k < s->count; k++) {
                qd_box box = s->boxes[k];
                assert_true(box.min.x >= 0 && box.min.x <= box.max.x && box.max.x <= FLT_MAX);
                assert_true(box.min.y >= 0 && box.min.y <= box.max.y && box.max.y <= FLT_MAX);
            }
        }
        scene_drift.destroy(s);
    }
    scene_drift.destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_numbers_are_those_of_the_seed),
        cmocka_unit_test(drift_steps_the_same_everywhere),
        cmocka_unit_test(drift_keeps_its_boxes_in_the_world),
        cmocka_unit_test(drift_moves_and_bounces),
        cmocka_unit_test(drift_takes_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
