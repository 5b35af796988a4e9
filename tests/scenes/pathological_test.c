#include "all.h"
#include "play.h"

static const scene_def usual = { .count = 1200, .seed = 3, .size = -1, .speed = -1 };

static void nothing_is_lost(const scene_def *def, qd_edges edges, size_t method, size_t ticks)
{
    const char *why = "";
    stage s;
    stage_def all = { .scene = &scene_pathological,
                      .scene_def = *def,
                      .index_def = { .method = method, .edges = edges },
                      .guest = NO_METHOD };
    if (!stage_open(&s, &all, &why))
        fail_msg("%s", why);
    for (size_t tick = 0; tick < ticks; tick++) {
        play_alone(&s, 1);
        if (play_counter(&s, "lost") + play_counter(&s, "surplus") > 0)
            fail_msg("%zu items, %s, after tick %zu: %zu lost, %zu too many", def->count, contender_names[method], tick,
                     (size_t)play_counter(&s, "lost"), (size_t)play_counter(&s, "surplus"));
    }
    assert_true(play_counter(&s, "found") >= play_counter(&s, "expected") && play_counter(&s, "expected") > ticks);
    stage_close(&s);
}

static void no_method_loses_anything(void)
{
    const size_t ticks = all_or(150, 50);
    for (size_t method = 0; method < CONTENDERS; method++) {
        nothing_is_lost(&usual, QD_CLOSED, method, ticks);
        nothing_is_lost(&usual, QD_OPEN, method, ticks);
    }
}

static void counts_do_not_matter(void)
{
    for (size_t count = 1; count < 40; count++) {
        scene_def def = usual;
        def.count = count;
        def.seed = count;
        nothing_is_lost(&def, count % 2 ? QD_CLOSED : QD_OPEN, 0, all_or(300, 100));
    }
    scene_def many = usual;
    many.count = 30000;
    nothing_is_lost(&many, QD_CLOSED, 0, all_or(70, 20));
}

static void sizes_do_not_matter(void)
{
    static const float sizes[] = { 0, 1e-30f, 3, 16, 1e30f };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        scene_def def = usual;
        def.size = sizes[i];
        def.seed = i;
        nothing_is_lost(&def, QD_CLOSED, 0, all_or(200, 70));
        nothing_is_lost(&def, QD_OPEN, 0, all_or(200, 70));
    }
}

// One item of each part is taken away behind the scene's back.
static void it_notices_a_loss(void)
{
    for (uint32_t part = 0; part < 6; part++) {
        stage s = play_open(&scene_pathological, &usual, 0);
        index_remove(s.index, part * 200 + 100);
        play_alone(&s, 300);
        assert_true(play_counter(&s, "lost") > 0);
        stage_close(&s);
    }
}

static void it_notices_a_surplus(void)
{
    for (uint32_t part = 0; part < 6; part++) {
        stage s = play_open(&scene_pathological, &usual, 0);
        // Over everything, on the part's own layer.
        index_add(s.index, (fbox){ { -3e30f, -3e30f }, { 3e30f, 3e30f } }, index_filter(s.index, part * 200));
        play_alone(&s, 1);
        assert_true(play_counter(&s, "surplus") > 0);
        stage_close(&s);
    }
}

// All parts do what they are there for.
static void it_is_as_bad_as_it_says(void)
{
    stage s = play_open(&scene_pathological, &usual, 0);
    play_alone(&s, 30);
    size_t far = 0, points = 0;
    for (uint32_t i = 0; i < usual.count; i++) {
        fbox box = index_box(s.index, i);
        far += box.min.x > 1e30f || box.min.x < -1e30f;
        points += i >= 200 && i < 400 && box.min.x == box.max.x && box.min.y == box.max.y;
    }
    assert_in_range(far, 80, 120);
    assert_int_equal(points, 200);
    for (uint32_t i = 400; i < 600; i++) {
        fbox box = index_box(s.index, i);
        assert_true((int)box.min.x % 8 == 0 && (float)(int)box.min.x == box.min.x && box.max.x == box.min.x + 8);
    }
    for (uint32_t i = 601; i < 800; i++)
        assert_true(index_box(s.index, i).max.x - index_box(s.index, i).min.x < 3);
    assert_true(index_box(s.index, 600).max.x - index_box(s.index, 600).min.x >= 512);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_pathological, 1);
    play_extremes(&scene_pathological, 60);
}

tests_named(pathological, plain_test(no_method_loses_anything), plain_test(counts_do_not_matter),
            plain_test(sizes_do_not_matter), plain_test(it_notices_a_loss), plain_test(it_notices_a_surplus),
            plain_test(it_is_as_bad_as_it_says), plain_test(takes_extremes))
