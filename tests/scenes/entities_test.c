#include "play.h"

static const scene_def usual = { .count = 400, .seed = 5, .world = { { 0, 0 }, { 500, 400 } }, .size = 10, .speed = 3 };

enum { ROCK, BUSH, WALKER, SHEEP, WOLF, TYPES };

// Written anew, as a table: who meets whom.
static const bool matrix[TYPES][TYPES] = {
    [ROCK] = { [WALKER] = true, [SHEEP] = true, [WOLF] = true },
    [BUSH] = { [SHEEP] = true },
    [WALKER] = { [ROCK] = true, [WOLF] = true },
    [SHEEP] = { [ROCK] = true, [BUSH] = true, [WOLF] = true },
    [WOLF] = { [ROCK] = true, [WALKER] = true, [SHEEP] = true },
};

static int type_of(const stage *s, uint32_t item)
{
    int type = 0;
    while (index_filter(s->index, item).layers != 1u << type)
        type++;
    return type;
}

/// Meetings in which the second side is of that type; any: -1.
static uint64_t meetings(const stage *s, int with)
{
    uint64_t count = 0;
    for (uint32_t a = 0; a < index_count(s->index); a++)
        for (uint32_t b = 0; b < index_count(s->index); b++)
            count += a != b && (with < 0 || type_of(s, b) == with) && matrix[type_of(s, a)][type_of(s, b)] &&
                     fbox_overlap(index_box(s->index, a), index_box(s->index, b), false);
    return count;
}

static void each_side_is_called_once(void)
{
    stage s = play_open(&scene_entities, &usual, 0);
    for (int tick = 0; tick < 60; tick++) {
        uint64_t calls = play_counter(&s, "callbacks"), pairs = play_counter(&s, "pairs");
        uint64_t grazed = play_counter(&s, "grazed");
        play_alone(&s, 1);
        assert_int_equal(play_counter(&s, "callbacks") - calls, meetings(&s, -1));
        assert_int_equal(2 * (play_counter(&s, "pairs") - pairs), meetings(&s, -1));
        assert_int_equal(play_counter(&s, "grazed") - grazed, meetings(&s, BUSH));
    }
    assert_true(play_counter(&s, "pairs") > 1000 && play_counter(&s, "turned") > 100);
    stage_close(&s);
}

static void the_matrix_is_that_of_the_filters(void)
{
    stage s = play_open(&scene_entities, &usual, 0);
    for (uint32_t a = 0; a < TYPES; a++)
        for (uint32_t b = 0; b < TYPES; b++) {
            assert_int_equal(type_of(&s, a), a);
            assert_int_equal((index_filter(s.index, a).mask & index_filter(s.index, b).layers) != 0, matrix[a][b]);
        }
    stage_close(&s);
}

static void some_stand_and_the_others_stay_in_the_world(void)
{
    stage s = play_open(&scene_entities, &usual, 0);
    fbox rock = index_box(s.index, 0), bush = index_box(s.index, 1), walker = index_box(s.index, 2);
    play_alone(&s, 201);
    assert_true(rock.min.x == index_box(s.index, 0).min.x && rock.max.y == index_box(s.index, 0).max.y);
    assert_true(bush.min.x == index_box(s.index, 1).min.x && bush.max.y == index_box(s.index, 1).max.y);
    assert_true(walker.min.x != index_box(s.index, 2).min.x);
    for (uint32_t i = 0; i < index_count(s.index); i++) {
        fbox box = index_box(s.index, i), world = { { -0.001f, -0.001f }, { 500.001f, 400.001f } };
        assert_true(box.min.x >= world.min.x && box.min.y >= world.min.y);
        assert_true(box.max.x <= world.max.x && box.max.y <= world.max.y);
    }
    stage_close(&s);
}

static float squared_way(fbox box, float x, float y)
{
    float dx = x < box.min.x ? box.min.x - x : x > box.max.x ? x - box.max.x : 0;
    float dy = y < box.min.y ? box.min.y - y : y > box.max.y ? y - box.max.y : 0;
    return dx * dx + dy * dy;
}

// Those that it can meet within eight sides of the one nearest to the mouse.
static void candidates_are_around_the_nearest(void)
{
    stage s = play_open(&scene_entities, &usual, 0);
    for (int tick = 0; tick < 100; tick++) {
        float x = (float)(tick * 7 % 500), y = (float)(tick * 31 % 400);
        play_mouse(&s, EVENT_POINT, x, y, 0);
        uint64_t before = play_counter(&s, "candidates");
        play_alone(&s, 1);
        uint32_t nearest = 0;
        for (uint32_t i = 1; i < usual.count; i++)
            if (squared_way(index_box(s.index, i), x, y) < squared_way(index_box(s.index, nearest), x, y))
                nearest = i;
        fbox box = index_box(s.index, nearest);
        fbox around = { { box.min.x - 80, box.min.y - 80 }, { box.max.x + 80, box.max.y + 80 } };
        assert_int_equal(play_counter(&s, "candidates") - before,
                         play_overlapping(&s, around, index_filter(s.index, nearest).mask));
    }
    stage_close(&s);
}

static void keys_add(void)
{
    stage s = play_open(&scene_entities, &usual, 0);
    play_mouse(&s, EVENT_POINT, 200, 100, 0);
    play_key(&s, KEY_1, true);
    play_key(&s, KEY_2, true);
    assert_int_equal(index_count(s.index), usual.count + 2);
    assert_true(type_of(&s, 400) <= BUSH && type_of(&s, 401) >= WALKER);
    for (uint32_t i = 400; i < 402; i++) {
        fbox box = index_box(s.index, i);
        assert_true(box.min.x < 200 && box.max.x > 200 && box.min.y < 100 && box.max.y > 100);
    }
    play_key(&s, KEY_3, true);
    assert_int_equal(index_count(s.index), usual.count + 1002);
    assert_int_equal(play_counter(&s, "added"), 1002);
    for (uint32_t i = 402; i < 1402; i++)
        assert_true(type_of(&s, i) >= WALKER);
    play(&s, 5);
    stage_close(&s);
}

static void begins_with_a_square_beside_the_origin(void)
{
    stage s = play_open(&scene_entities, &(scene_def){ .size = -1, .speed = -1 }, 0);
    assert_int_equal(index_count(s.index), 1000);
    fbox world = s.scene->world;
    assert_true(world.min.x == -760 && world.min.y == 10 && world.max.x == 264 && world.max.y == 1034);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_entities, 1);
    play_extremes(&scene_entities, 40);
}

tests_named(entities, plain_test(each_side_is_called_once), plain_test(the_matrix_is_that_of_the_filters),
            plain_test(some_stand_and_the_others_stay_in_the_world), plain_test(candidates_are_around_the_nearest),
            plain_test(keys_add), plain_test(begins_with_a_square_beside_the_origin), plain_test(takes_extremes))
