/// Scenes step the same, bit for bit, whatever compiled them and by whichever method their index works: CMake builds
/// this file and the scenes twice, without optimisation and with all of it, and every run must arrive at the numbers
/// written here.
#include "all.h"
#include "play.h"

#include <random.h>

/// Each scene as it is tested: small, with events, so many ticks; and its hash after them.
static const struct {
    const char *name;
    scene_def def;
    size_t ticks;
    uint64_t hash;
} runs[] = {
    { "drift",
      { .count = 500, .seed = 1, .world = { { 0, 0 }, { 640, 480 } }, .size = 8, .speed = 2.5f },
      100,
      0x71193379eb33c181u },
    { "snacks", { .count = 300, .seed = 1, .size = 20, .speed = 5 }, 300, 0x238ca30e3a6f547bu },
    { "entities",
      { .count = 300, .seed = 1, .world = { { 0, 0 }, { 900, 700 } }, .size = 10, .speed = 3 },
      100,
      0xa8f5f92551cab7c7u },
    { "particles",
      { .count = 200, .seed = 1, .world = { { 0, 0 }, { 300, 300 } }, .size = 8, .speed = 8 },
      200,
      0x4674e72f077fe63cu },
    { "tiles", { .count = 3000, .seed = 1, .size = 16, .speed = 9 }, 100, 0xfa09a4c87200a650u },
    { "lights", { .count = 60, .seed = 1, .size = 40, .speed = 3 }, 40, 0x4bd5ca015c52c97fu },
    { "pile", { .count = 700, .seed = 1, .size = 32, .speed = 3 }, 80, 0x23fcb2b725351ac3u },
    { "village", { .count = 60, .seed = 1, .size = 8, .speed = 2 }, 400, 0x3f42dd35dc89ca81u },
    { "pathological", { .count = 600, .seed = 1, .size = 8, .speed = 1 }, 100, 0x1b4f344722063f7du },
    { "gravity", { .count = 600, .seed = 1, .size = 2, .speed = -1 }, 60, 0x50bc224acdb2757cu },
    { "contacts",
      { .count = 300, .seed = 1, .world = { { 0, 0 }, { 640, 480 } }, .size = 24, .speed = 3 },
      150,
      0xe0ed108a143e004du },
    { "image", { .count = 900, .seed = 1, .size = 16, .speed = 4.5f }, 300, 0xf4c75e8c7593755bu },
};

enum { RUNS = sizeof runs / sizeof *runs };

static void random_numbers_are_those_of_the_seed(void)
{
    scene_random random = { 1 };
    assert_int_equal(scene_random_bits(&random), 0x910a2dec89025cc1u);
    for (int i = 0; i < 1000; i++) {
        float number = scene_random_unit(&random);
        assert_true(number >= 0 && number < 1);
    }
    assert_int_equal(scene_random_bits(&random), 0x22b93765ac22b99eu);
}

static void every_scene_has_a_run(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        assert_string_equal(scenes[i]->name, scene_names[i]);
        bool found = false;
        for (size_t k = 0; k < RUNS; k++)
            found = found || scene_find(runs[k].name) == scenes[i];
        assert_true(found);
    }
}

static void runs_arrive_where_they_did(void)
{
    for (size_t i = 0; i < RUNS; i++) {
        uint64_t hash = play_hash(scene_find(runs[i].name), &runs[i].def, 0, runs[i].ticks);
        if (hash != runs[i].hash)
            fail_msg("%s arrives at 0x%llx", runs[i].name, (unsigned long long)hash);
    }
}

// Each method in some of the runs, and each run by some of the methods; or all.
static void every_method_arrives_there_too(void)
{
    const size_t each = all_or(1, 3);
    for (size_t i = 0; i < RUNS; i++)
        for (size_t method = 1 + i % each; method < CONTENDERS; method += each)
            if (play_hash(scene_find(runs[i].name), &runs[i].def, method, runs[i].ticks) != runs[i].hash)
                fail_msg("%s goes another way by %s", runs[i].name, contender_names[method]);
}

static void brute_force_agrees_with_every_answer(void)
{
    for (size_t i = 0; i < RUNS; i++) {
        stage self = play_open(scene_find(runs[i].name), &runs[i].def, 0);
        assert_true(index_invite(self.index, 1));
        play(&self, runs[i].ticks);
        stage_close(&self);
    }
}

static void the_seed_matters(void)
{
    for (size_t i = 0; i < RUNS; i++) {
        scene_def other = runs[i].def;
        other.seed += 1000;
        assert_int_not_equal(play_hash(scene_find(runs[i].name), &other, 0, runs[i].ticks), runs[i].hash);
    }
}

// One that moves while nobody looks would go another way afterwards.
static void drawing_changes_nothing(void)
{
    for (size_t i = 0; i < RUNS; i++) {
        stage self = play_open(scene_find(runs[i].name), &runs[i].def, 0);
        index_watch(self.index, true);
        size_t shapes = 0;
        for (size_t tick = 0; tick < runs[i].ticks; tick++) {
            drawing seen = { .view = self.scene->world, .pixel = 1 };
            play(&self, 1);
            self.scene->kind->draw(self.scene, &seen);
            shapes += seen.count;
            assert_false(seen.failed);
            drawing_free(&seen);
        }
        assert_int_equal(stage_hash(&self) ^ index_answers(self.index), runs[i].hash);
        assert_true(shapes > runs[i].ticks);
        stage_close(&self);
    }
}

// Switching methods on the way is what the demo does.
static void methods_can_be_changed_on_the_way(void)
{
    for (size_t i = 0; i < RUNS; i++) {
        stage self = play_open(scene_find(runs[i].name), &runs[i].def, 0);
        index_watch(self.index, true);
        for (size_t tick = 0; tick < runs[i].ticks; tick++) {
            if (tick % 10 == 9)
                assert_true(index_choose(self.index, tick / 10 % CONTENDERS));
            play(&self, 1);
        }
        assert_int_equal(stage_hash(&self) ^ index_answers(self.index), runs[i].hash);
        stage_close(&self);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain_test(random_numbers_are_those_of_the_seed),
        plain_test(every_scene_has_a_run),
        plain_test(runs_arrive_where_they_did),
        plain_test(every_method_arrives_there_too),
        plain_test(brute_force_agrees_with_every_answer),
        plain_test(the_seed_matters),
        plain_test(drawing_changes_nothing),
        plain_test(methods_can_be_changed_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) + edit_tests() + drift_tests() + snacks_tests() +
           entities_tests() + particles_tests() + tiles_tests() + lights_tests() + pile_tests() + village_tests() +
           pathological_tests() + gravity_tests() + galaxies_tests() + world_tests() + contacts_tests() + image_tests();
}
