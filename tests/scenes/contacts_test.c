#include "play.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 128 };

/// Which boxes touch, by loops.
typedef struct touching {
    bool at[MOST][MOST];
    size_t pairs, boxes;
} touching;

static touching look(const stage *s)
{
    touching seen = { .pairs = 0 };
    bool any[MOST] = { false };
    const uint32_t count = (uint32_t)index_count(s->index);
    assert_true(count <= MOST);
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a + 1; b < count; b++) {
            if (!fbox_overlap(index_box(s->index, a), index_box(s->index, b), false))
                continue;
            seen.at[a][b] = any[a] = any[b] = true;
            seen.pairs++;
        }
    }
    for (uint32_t a = 0; a < count; a++)
        seen.boxes += any[a];
    return seen;
}

static size_t shapes_of(const stage *s, shape_kind kind, ink color)
{
    drawing seen = { .view = s->scene->world, .pixel = 1 };
    size_t count = 0;
    s->scene->kind->draw(s->scene, &seen);
    for (size_t i = 0; i < seen.count; i++)
        count += seen.shapes[i].kind == kind && seen.shapes[i].ink == color;
    drawing_free(&seen);
    return count;
}

static const scene_def crowded = {
    .count = 100, .seed = 4, .world = { { 0, 0 }, { 300, 200 } }, .size = 20, .speed = 3
};

static void counters_are_what_begins_stays_and_ends(void)
{
    stage s = play_open(&scene_contacts, &crowded, 0);
    touching before = { .pairs = 0 };
    uint64_t sums[3] = { 0, 0, 0 };
    for (int tick = 0; tick < 200; tick++) {
        play_alone(&s, 1);
        const touching now = look(&s);
        uint64_t now_counts[3] = { 0, 0, 0 };
        for (int a = 0; a < MOST; a++) {
            for (int b = 0; b < MOST; b++) {
                now_counts[0] += now.at[a][b] && !before.at[a][b];
                now_counts[1] += now.at[a][b] && before.at[a][b];
                now_counts[2] += !now.at[a][b] && before.at[a][b];
            }
        }
        assert_int_equal(play_counter(&s, "began_now"), now_counts[0]);
        assert_int_equal(play_counter(&s, "stayed_now"), now_counts[1]);
        assert_int_equal(play_counter(&s, "ended_now"), now_counts[2]);
        for (int i = 0; i < 3; i++)
            sums[i] += now_counts[i];
        before = now;
    }
    assert_int_equal(play_counter(&s, "began"), sums[0]);
    assert_int_equal(play_counter(&s, "stayed"), sums[1]);
    assert_int_equal(play_counter(&s, "ended"), sums[2]);
    for (int i = 0; i < 3; i++)
        assert_true(sums[i] > 200);
    stage_close(&s);
}

// Known from events alone, and right also where a hand takes boxes away, moves them or adds some.
static void boxes_that_touch_are_drawn_as_such(void)
{
    stage s = play_open(&scene_contacts, &crowded, 0);
    for (uint32_t tick = 0; tick < 120; tick++) {
        scene_edit edit = { .kind = tick % 5 == 0   ? EDIT_ADD
                                    : tick % 5 == 2 ? EDIT_MOVE
                                                    : EDIT_ERASE,
                            .item = tick * 7 % (uint32_t)index_count(s.index),
                            .at = { (float)(tick * 37 % 300), (float)(tick * 53 % 200) } };
        if (tick % 5 < 4)
            s.scene->kind->edit(s.scene, &edit);
        play_alone(&s, 1);
        const touching now = look(&s);
        assert_int_equal(shapes_of(&s, SHAPE_BOX, INK_HIT), now.boxes);
        assert_int_equal(shapes_of(&s, SHAPE_BOX, INK_ITEM), index_count(s.index) - now.boxes);
    }
    assert_in_range(index_count(s.index), 20, 99);
    stage_close(&s);
}

static void a_flash_lasts_fourteen_ticks(void)
{
    enum { LASTS = 14, TICKS = 100 };
    stage s = play_open(&scene_contacts, &crowded, 0);
    uint64_t began[TICKS];
    for (int tick = 0; tick < TICKS; tick++) {
        play_alone(&s, 1);
        began[tick] = play_counter(&s, "began_now");
        uint64_t due = 0;
        for (int k = tick < LASTS - 1 ? 0 : tick - (LASTS - 1); k <= tick; k++)
            due += began[k];
        assert_true(due > 0);
        assert_int_equal(shapes_of(&s, SHAPE_RING, INK_HERO), due);
    }
    stage_close(&s);
}

static fvec2 way_of(const fbox *before, const fbox *now)
{
    return (fvec2){ now->min.x - before->min.x, now->min.y - before->min.y };
}

static bool is_near(fvec2 a, fvec2 b)
{
    return fabsf(a.x - b.x) < 1e-3f && fabsf(a.y - b.y) < 1e-3f;
}

// Two boxes alone in a wide world exchange their velocities in the tick in which they meet, and in no other.
static void two_boxes_react_once(void)
{
    size_t meetings = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        scene_def def = { .count = 2, .seed = seed, .world = { { 0, 0 }, { 60, 60 } }, .size = 20, .speed = 2 };
        stage s = play_open(&scene_contacts, &def, 0);
        play_alone(&s, 1);
        fbox last[2] = { index_box(s.index, 0), index_box(s.index, 1) };
        fvec2 way[2] = { { 0, 0 }, { 0, 0 } };
        bool began = false;
        for (int tick = 0; tick < 80; tick++) {
            play_alone(&s, 1);
            const fbox now[2] = { index_box(s.index, 0), index_box(s.index, 1) };
            const fvec2 next[2] = { way_of(&last[0], &now[0]), way_of(&last[1], &now[1]) };
            bool inside = tick > 0;
            for (int i = 0; i < 2; i++) // away from the edges, off which they bounce
                inside = inside && now[i].min.x > 5 && now[i].min.y > 5 && now[i].max.x < 55 && now[i].max.y < 55;
            if (inside && began)
                assert_true(is_near(next[0], way[1]) && is_near(next[1], way[0]));
            if (inside && !began)
                assert_true(is_near(next[0], way[0]) && is_near(next[1], way[1]));
            meetings += inside && began;
            began = play_counter(&s, "began_now") == 1;
            for (int i = 0; i < 2; i++) {
                way[i] = next[i];
                last[i] = now[i];
            }
        }
        stage_close(&s);
    }
    assert_true(meetings > 20);
}

static void a_click_adds_ten(void)
{
    stage s = play_open(&scene_contacts, &crowded, 0);
    play_mouse(&s, EVENT_PRESS, 100, 100, 1);
    assert_int_equal(index_count(s.index), 110);
    play_alone(&s, 3);
    assert_int_equal(shapes_of(&s, SHAPE_BOX, INK_HIT), look(&s).boxes);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_contacts, 40);
    play_extremes(&scene_contacts, 1);
}

tests_named(contacts, plain_test(counters_are_what_begins_stays_and_ends),
            plain_test(boxes_that_touch_are_drawn_as_such), plain_test(a_flash_lasts_fourteen_ticks),
            plain_test(two_boxes_react_once), plain_test(a_click_adds_ten), plain_test(takes_extremes))
