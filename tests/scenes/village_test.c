#include "play.h"

#include <math.h>

static const scene_def usual = { .count = 60, .seed = 5, .size = 8, .speed = 2 };

enum { TREE = 1, HOUSE = 2, VILLAGER = 4, TOWER = 8, RAIDER = 16 }; // the scene's layers
static const qd_box everywhere = { { -1e30f, -1e30f }, { 1e30f, 1e30f } };

static void wood_comes_from_trees(void **state)
{
    (void)state;
    stage s = play_open(&scene_village, &usual, 0);
    assert_int_equal(play_overlapping(&s, everywhere, TREE), 366);
    for (int tick = 0; tick < 2500; tick++) {
        play_alone(&s, 1);
        uint64_t felled = play_counter(&s, "felled"), grown = play_counter(&s, "grown");
        assert_int_equal(play_overlapping(&s, everywhere, TREE), 366 + grown - felled);
        // Four pieces a tree; some are on their way, a piece a villager.
        assert_true(4 * felled <= play_counter(&s, "wood") + usual.count);
    }
    assert_in_range(play_counter(&s, "wood"), 300, 100000);
    assert_in_range(play_counter(&s, "felled"), 20, 100000);
    assert_in_range(play_counter(&s, "grown"), 10, 100000);
    stage_close(&s);
}

static bool is_in_range(const stage *s, uint32_t tower, uint32_t raider, float range)
{
    qd_box at = index_box(s->index, tower), box = index_box(s->index, raider);
    float x = (at.min.x + at.max.x) / 2, y = (at.min.y + at.max.y) / 2;
    float dx = x < box.min.x ? box.min.x - x : x > box.max.x ? x - box.max.x : 0;
    float dy = y < box.min.y ? box.min.y - y : y > box.max.y ? y - box.max.y : 0;
    return dx * dx + dy * dy <= range * range;
}

/// Towers that have a raider in range.
static size_t alarmed(const stage *s, float range)
{
    size_t count = 0;
    for (uint32_t t = 0; t < index_room(s->index); t++) {
        bool any = false;
        if (!index_has(s->index, t) || index_filter(s->index, t).layers != TOWER)
            continue;
        for (uint32_t r = 0; r < index_room(s->index) && !any; r++)
            any = index_has(s->index, r) && index_filter(s->index, r).layers == RAIDER && is_in_range(s, t, r, range);
        count += any;
    }
    return count;
}

// A tower that sees one for as long as it takes to reload has shot; one that sees none does not.
static void towers_shoot_what_is_in_range(void **state)
{
    (void)state;
    stage s = play_open(&scene_village, &usual, 0);
    uint64_t seen = 0;
    for (int tick = 0; tick < 1500; tick++) {
        uint64_t before = play_counter(&s, "shots");
        play_alone(&s, 1);
        uint64_t shots = play_counter(&s, "shots") - before;
        assert_true(shots <= alarmed(&s, 120.01f));
        seen += alarmed(&s, 119.99f);
    }
    uint64_t shots = play_counter(&s, "shots");
    assert_in_range(shots, 20, seen);
    assert_true(shots * 13 + 200 >= seen);
    assert_true(play_counter(&s, "raiders_hit") * 3 <= shots);
    assert_in_range(play_counter(&s, "raiders_hit"), 5, shots);
    stage_close(&s);
}

static void everybody_stays(void **state)
{
    (void)state;
    stage s = play_open(&scene_village, &usual, 0);
    play(&s, 600);
    qd_box world = s.scene->world;
    assert_int_equal(play_overlapping(&s, everywhere, VILLAGER), 60);
    assert_int_equal(play_overlapping(&s, world, VILLAGER), 60);
    assert_int_equal(play_overlapping(&s, world, RAIDER), 8);
    assert_int_equal(play_overlapping(&s, everywhere, HOUSE), 8);
    assert_int_equal(play_overlapping(&s, everywhere, TOWER), 4);
    stage_close(&s);
}

static void villagers_walk_no_faster_than_they_can(void **state)
{
    (void)state;
    stage s = play_open(&scene_village, &usual, 0);
    uint32_t first = 8 + 4;
    qd_box last[60];
    for (uint32_t i = 0; i < 60; i++)
        last[i] = index_box(s.index, first + i);
    size_t moved = 0;
    for (int tick = 0; tick < 300; tick++) {
        play_alone(&s, 1);
        for (uint32_t i = 0; i < 60; i++) {
            qd_box box = index_box(s.index, first + i);
            float x = fabsf(box.min.x - last[i].min.x), y = fabsf(box.min.y - last[i].min.y);
            assert_true(x <= 2.001f && y <= 2.001f);
            moved += x + y > 0;
            last[i] = box;
        }
    }
    assert_in_range(moved, 3000, 60 * 300);
    stage_close(&s);
}

static void a_click_plants_trees(void **state)
{
    (void)state;
    stage s = play_open(&scene_village, &usual, 0);
    play_mouse(&s, EVENT_PRESS, 100, 100, 1);
    play_mouse(&s, EVENT_PRESS, 3e38f, -3e38f, 1);
    assert_int_equal(play_overlapping(&s, everywhere, TREE), 376);
    assert_true(play_overlapping(&s, (qd_box){ { 70, 70 }, { 130, 130 } }, TREE) >= 5);
    stage_close(&s);
}

static void takes_extremes(void **state)
{
    (void)state;
    play_extremes(&scene_village, 1);
    play_extremes(&scene_village, 40);
}

int village_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wood_comes_from_trees), cmocka_unit_test(towers_shoot_what_is_in_range),
        cmocka_unit_test(everybody_stays),       cmocka_unit_test(villagers_walk_no_faster_than_they_can),
        cmocka_unit_test(a_click_plants_trees),  cmocka_unit_test(takes_extremes),
    };
    return cmocka_run_group_tests_name("village", tests, NULL, NULL);
}
