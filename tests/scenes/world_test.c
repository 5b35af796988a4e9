#include "play.h"

#include <math.h>
#include <quadrille/inspect.h>

static qd_box root_of(const stage *s)
{
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, index_tree(s->index));
    assert_true(qd_node_cursor_next(&cursor, &node));
    return node.square;
}

// Do all nodes of the world end where it is halved, and halved again?
static void assert_cells_line_up(const stage *s, double side)
{
    qd_node_cursor cursor;
    qd_node node;
    fbox world = s->scene->world;
    qd_node_cursor_begin(&cursor, index_tree(s->index));
    while (qd_node_cursor_next(&cursor, &node)) {
        const double width = node.square.max.x - node.square.min.x, height = node.square.max.y - node.square.min.y;
        const double x = (node.square.min.x - (double)world.min.x) / width;
        const double y = (node.square.min.y - (double)world.min.y) / height;
        if (width > side || height > side)
            continue; // of what lies outside
        assert_true(fabs(x - round(x)) < 1e-2 && fabs(y - round(y)) < 1e-2);
    }
}

// The frame of a picture is the scene's world. A root larger than that would be cut first anywhere but in the middle.
static void the_worlds_that_scenes_choose_are_roots(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        for (size_t n = 0; n < 5; n++) {
            static const size_t counts[] = { 0, 20, 500, 1000, 3000 }; // 0: the usual one, which may be a million
            static const float sizes[] = { -1, 8, 3, -1, 20 };
            const bool usual = counts[n] == 0 && scenes[i]->count <= 20000;
            scene_def def = { .count = usual ? scenes[i]->count : counts[n], .seed = 3, .size = sizes[n], .speed = -1 };
            if (def.count < scenes[i]->least)
                def.count = scenes[i]->least;
            stage s = play_open(scenes[i], &def, 0);
            play_alone(&s, 2);
            const fbox world = s.scene->world;
            const qd_box root = root_of(&s);
            if (root.min.x != (double)world.min.x || root.min.y != (double)world.min.y ||
                root.max.x != (double)world.max.x || root.max.y != (double)world.max.y)
                fail_msg("%s, %zu: the root is from (%g, %g) to (%g, %g), the world from (%g, %g) to (%g, %g)",
                         scenes[i]->name, def.count, root.min.x, root.min.y, root.max.x, root.max.y,
                         (double)world.min.x, (double)world.min.y, (double)world.max.x, (double)world.max.y);
            assert_true(root.max.x - root.min.x == root.max.y - root.min.y);
            stage_close(&s);
        }
    }
}

// Every count and size that a figure of the article on the page can have (web/src/live.js).
static void the_worlds_of_the_lessons_are_roots(void)
{
    static const size_t counts[] = { 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000 };
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        for (float size = 1; size <= 32; size *= 2) {
            stage s = play_open(&scene_drift, &(scene_def){ .count = counts[n], .size = size, .speed = -1 }, 0);
            const fbox world = s.scene->world;
            const qd_box root = root_of(&s);
            assert_true(root.min.x == (double)world.min.x && root.min.y == (double)world.min.y &&
                        root.max.x == (double)world.max.x && root.max.y == (double)world.max.y);
            const float side = world.max.x, covered = (float)counts[n] * size * size / (side * side);
            assert_true(side == world.max.y && covered > 0.124f && covered < 0.501f);
            stage_close(&s);
        }
    }
}

static void roots_lie_on_the_worlds_of_all_scenes(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        for (int given = 0; given < 2; given++) {
            scene_def def = { .count = 1000, .seed = 3, .size = -1, .speed = -1 };
            if (given)
                def.world = (fbox){ { -300, 50 }, { 500, 660 } };
            stage s = play_open(scenes[i], &def, 0);
            play_alone(&s, 5);
            const fbox world = s.scene->world;
            const double width = (double)world.max.x - world.min.x, height = (double)world.max.y - world.min.y;
            const double side = exp2(ceil(log2(fmax(width, height))));
            const qd_box root = root_of(&s);
            const double little = 1e-6 * side;
            if (!(fabs(root.min.x - (double)world.min.x) < little && fabs(root.min.y - (double)world.min.y) < little &&
                  fabs(root.max.x - root.min.x - side) < little && fabs(root.max.y - root.min.y - side) < little))
                fail_msg("%s: the root is from (%g, %g) to (%g, %g)", scenes[i]->name, root.min.x, root.min.y,
                         root.max.x, root.max.y);
            assert_cells_line_up(&s, side);
            stage_close(&s);
        }
    }
}

tests_named(world, plain_test(the_worlds_that_scenes_choose_are_roots), plain_test(the_worlds_of_the_lessons_are_roots),
            plain_test(roots_lie_on_the_worlds_of_all_scenes))
