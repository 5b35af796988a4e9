/// The tree over a picture: it grows to the cheapest one, its leaves tile the picture, and it shrinks the same way
/// back.
#include "play.h"

static stage open_image(size_t count, float lambda, float speed)
{
    const scene_def def = { .count = count, .seed = 4, .size = lambda, .speed = speed };
    return play_open(&scene_image, &def, 0);
}

static uint64_t leaves_at(float lambda)
{
    stage s = open_image(65536, lambda, 1);
    const uint64_t leaves = play_counter(&s, "leaves_at_lambda");
    stage_close(&s);
    return leaves;
}

static void it_grows_rests_and_shrinks(void)
{
    stage s = open_image(3000, 10, 1000);
    assert_int_equal(play_counter(&s, "leaves_now"), 1);
    assert_int_equal(play_counter(&s, "bytes_now"), 2);
    play_alone(&s, 1); // a split has three leaves more: 999 of them
    assert_int_equal(play_counter(&s, "leaves_now"), 2998);
    assert_int_equal(play_counter(&s, "bytes_now"), (2998 * 9 + 999 + 7) / 8);
    play_alone(&s, 149);
    assert_int_equal(index_count(s.index), 2998);
    play_alone(&s, 1);
    assert_int_equal(index_count(s.index), 1);
    stage_close(&s);
}

static void error_falls_with_every_split(void)
{
    stage s = open_image(65536, 0, 40);
    uint64_t before = UINT64_MAX;
    for (int tick = 0; tick < 500; tick++) {
        const uint64_t error = play_counter(&s, "rms_error_x100");
        assert_true(error <= before);
        before = error;
        play_alone(&s, 1);
    }
    stage_close(&s);
    s = open_image(65536, 0, 65536);
    play_alone(&s, 1);
    assert_int_equal(play_counter(&s, "rms_error_x100"),
                     0); // where bits cost nothing, down to what is all of one shade
    stage_close(&s);
}

static void lambda_prunes(void)
{
    const float lambdas[] = { 0, 1, 4, 16, 64, 1e6f, 1e30f };
    uint64_t before = UINT64_MAX;
    for (size_t k = 0; k < sizeof lambdas / sizeof *lambdas; k++) {
        const uint64_t leaves = leaves_at(lambdas[k]);
        assert_true(leaves < before || leaves == 1);
        before = leaves;
    }
    assert_int_equal(before, 1);
}

// Each pixel's middle is in one leaf, and the leaves are as large as the picture together.
static void leaves_tile_the_picture(void)
{
    stage s = open_image(2000, 30, 65536);
    play_alone(&s, 1);
    double area = 0;
    for (uint32_t item = 0; item < index_room(s.index); item++) {
        if (index_has(s.index, item)) {
            const fbox box = index_box(s.index, item);
            area += ((double)box.max.x - box.min.x) * ((double)box.max.y - box.min.y);
        }
    }
    assert_true(area == 1024.0 * 1024);
    for (int k = 0; k < 256 * 256; k += 7) {
        const fvec2 middle = { 4 * (float)(k % 256) + 2, 4 * (float)(k / 256) + 2 };
        assert_int_equal(index_in_box(s.index, (fbox){ middle, middle }, 0).count, 1);
    }
    stage_close(&s);
}

static void set_levels(stage *s, int levels)
{
    scene_image.event(s->scene, &(scene_event){ .kind = EVENT_LEVELS, .levels = levels });
}

// Leaves of a tree cut at a level: those above it, and the nodes of that level that are there in the whole tree.
static size_t leaves_cut(const stage *whole, int levels)
{
    const float least = 1024 / (float)(1 << levels);
    size_t count = 0, inside = 0;
    for (uint32_t item = 0; item < index_room(whole->index); item++) {
        if (!index_has(whole->index, item))
            continue;
        const fbox box = index_box(whole->index, item);
        count += box.max.x - box.min.x >= least;
        // Of the leaves within a node one has its lower corner.
        const float x = box.min.x / least, y = box.min.y / least;
        inside += box.max.x - box.min.x < least && x == (float)(int)x && y == (float)(int)y;
    }
    return count + inside;
}

static void levels_are_dropped_and_come_back(void)
{
    stage s = open_image(60000, 5, 65536);
    play_alone(&s, 1);
    const uint64_t all = play_counter(&s, "leaves_now");
    size_t wanted[9];
    uint64_t bytes = UINT64_MAX, error = 0;
    for (int levels = 0; levels <= 8; levels++)
        wanted[levels] = leaves_cut(&s, levels);
    assert_true(wanted[0] == 1 && wanted[1] == 4 && wanted[8] == all);
    for (int levels = 8; levels >= 0; levels--) {
        set_levels(&s, levels);
        assert_int_equal(index_count(s.index), wanted[levels]);
        assert_int_equal(play_counter(&s, "leaves_now"), wanted[levels]);
        assert_true(play_counter(&s, "bytes_now") <= bytes && play_counter(&s, "rms_error_x100") >= error);
        bytes = play_counter(&s, "bytes_now");
        error = play_counter(&s, "rms_error_x100");
    }
    set_levels(&s, -5);
    assert_int_equal(index_count(s.index), 1);
    const int order[] = { 3, 7, 2, 5, 0, 8 };
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        set_levels(&s, order[k]);
        assert_int_equal(index_count(s.index), wanted[order[k]]);
    }
    set_levels(&s, 100);
    assert_int_equal(play_counter(&s, "leaves_now"), all);
    stage_close(&s);
}

// A tree that is cut grows and shrinks as well, and never below its level.
static void a_cut_tree_grows_and_shrinks(void)
{
    stage s = open_image(60000, 5, 200);
    set_levels(&s, 5);
    size_t most = 0;
    bool shrunk = false;
    for (int tick = 0; tick < 400; tick++) {
        play_alone(&s, 1);
        const size_t count = index_count(s.index);
        most = count > most ? count : most;
        shrunk = shrunk || (most > 500 && count == 1);
        assert_int_equal(count, play_counter(&s, "leaves_now"));
        for (uint32_t item = 0; item < index_room(s.index); item++)
            assert_true(!index_has(s.index, item) ||
                        index_box(s.index, item).max.x - index_box(s.index, item).min.x >= 32);
    }
    assert_true(shrunk);
    stage_close(&s);
}

static void extremes(void)
{
    play_extremes(&scene_image, 500);
}

tests_named(image, plain_test(it_grows_rests_and_shrinks), plain_test(error_falls_with_every_split),
            plain_test(lambda_prunes), plain_test(leaves_tile_the_picture),
            plain_test(levels_are_dropped_and_come_back), plain_test(a_cut_tree_grows_and_shrinks),
            plain_test(extremes))
