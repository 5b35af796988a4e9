#include "play.h"

enum { VILLAGER = 1, RAIDER = 2, HOUSE = 4, TOWER = 8, TREE = 16 };

static size_t count_on(const stage *s, uint32_t layer)
{
    size_t count = 0;
    for (uint32_t i = 0; i < index_room(s->index); i++)
        count += index_has(s->index, i) && index_filter(s->index, i).layers == layer;
    return count;
}

static void everybody_is_there(void)
{
    scene_def def = { .count = 100, .seed = 1, .size = -1, .speed = -1 };
    stage s = play_open(&scene_village, &def, 0);
    assert_int_equal(count_on(&s, VILLAGER), 100);
    assert_int_equal(count_on(&s, RAIDER), 11);
    assert_int_equal(count_on(&s, HOUSE), 11);
    assert_int_equal(count_on(&s, TOWER), 5);
    assert_int_equal(count_on(&s, TREE), 301);
    play(&s, 1000);
    assert_int_equal(count_on(&s, VILLAGER), 100);
    assert_int_equal(count_on(&s, RAIDER), 11);
    assert_true(count_on(&s, TREE) <= 301);
    stage_close(&s);
}

// Wood comes from trees, five pieces each; a raider takes three shots.
static void figures_add_up(void)
{
    scene_def def = { .count = 150, .seed = 4, .size = -1, .speed = -1 };
    stage s = play_open(&scene_village, &def, 0);
    for (int tick = 0; tick < 3000; tick++) {
        assert_true(stage_tick(&s));
        uint64_t wood = play_counter(&s, "wood"), felled = play_counter(&s, "felled");
        uint64_t shots = play_counter(&s, "shots"), defeated = play_counter(&s, "defeated");
        assert_true(felled * 5 <= wood + 150); // What is on its way is with a villager.
        assert_true(defeated * 3 <= shots * 11);
    }
    assert_in_range(play_counter(&s, "wood"), 100, 100000);
    assert_in_range(play_counter(&s, "felled"), 10, 20000);
    assert_in_range(play_counter(&s, "shots"), 10, 100000);
    assert_in_range(play_counter(&s, "defeated"), 1, 30000);
    stage_close(&s);
}

// Whom a villager goes to is the nearest tree of all that stand within sight.
static void they_go_to_the_nearest_tree(void)
{
    scene_def def = { .count = 60, .seed = 7, .size = 8, .speed = 1 };
    stage s = play_open(&scene_village, &def, 0);
    fvec2 before[60];
    for (uint32_t i = 0; i < 60; i++) {
        fbox box = index_box(s.index, i);
        before[i] = (fvec2){ 0.5f * (box.min.x + box.max.x), 0.5f * (box.min.y + box.max.y) };
    }
    drawing seen = { .view = s.scene->world, .pixel = 1 };
    assert_true(stage_tick(&s)); // All ask in the first tick, and those that found one have made one step.
    s.scene->kind->draw(s.scene, &seen);
    size_t links = 0;
    for (size_t k = 0; k < seen.count; k++) {
        if (seen.shapes[k].kind != SHAPE_LINE || seen.shapes[k].ink != INK_LINK)
            continue;
        uint32_t who = 0;
        while (who < 60) {
            fbox box = index_box(s.index, who);
            if (0.5f * (box.min.x + box.max.x) == seen.shapes[k].a.x &&
                0.5f * (box.min.y + box.max.y) == seen.shapes[k].a.y)
                break;
            who++;
        }
        if (who == 60)
            continue; // Its box's centre is rounded.
        links++;
        uint32_t best = INDEX_NONE;
        double least = 1e30;
        for (uint32_t i = 0; i < index_room(s.index); i++) {
            if (index_filter(s.index, i).layers != TREE)
                continue;
            fbox box = index_box(s.index, i);
            double x = before[who].x < box.min.x   ? box.min.x - before[who].x
                       : before[who].x > box.max.x ? before[who].x - box.max.x
                                                   : 0;
            double y = before[who].y < box.min.y   ? box.min.y - before[who].y
                       : before[who].y > box.max.y ? before[who].y - box.max.y
                                                   : 0;
            if (x * x + y * y < least) {
                least = x * x + y * y;
                best = i;
            }
        }
        fbox box = index_box(s.index, best);
        assert_true(seen.shapes[k].b.x == 0.5f * (box.min.x + box.max.x));
        assert_true(seen.shapes[k].b.y == 0.5f * (box.min.y + box.max.y));
    }
    assert_in_range(links, 10, 60);
    drawing_free(&seen);
    stage_close(&s);
}

static void a_click_sends_those_nearby(void)
{
    scene_def def = { .count = 1, .seed = 3, .size = 8, .speed = 1 };
    stage s = play_open(&scene_village, &def, 0);
    fbox box = index_box(s.index, 0);
    fvec2 goal = { box.min.x > 20 ? box.min.x - 20 : box.min.x + 20, box.min.y };
    s.scene->kind->event(s.scene, &(scene_event){ .kind = EVENT_PRESS, .at = goal, .button = 1 });
    for (int tick = 0; tick < 10; tick++)
        stage_tick(&s);
    fbox now = index_box(s.index, 0);
    assert_true((now.min.x - box.min.x) * (goal.x - box.min.x) > 0);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_village, 30);
    play_extremes(&scene_village, 1);
}

tests_named(village, plain_test(everybody_is_there), plain_test(figures_add_up),
            plain_test(they_go_to_the_nearest_tree), plain_test(a_click_sends_those_nearby), plain_test(takes_extremes))
