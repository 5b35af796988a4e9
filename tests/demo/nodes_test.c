/// Nodes that are pointed at or looked into: the path of a question, lit from the root on, and quadrants by name.
#include <colors.h>
#include <demo.h>
#include <quadrants.h>
#include <readout.h>
#include <stdlib.h>
#include <string.h>
#include <strokes.h>
#include <unit.h>

static demo opened(size_t count, float speed)
{
    demo show;
    const char *why = "";
    const demo_def def = { .scene = &scene_drift,
                           .scene_def = { .count = count, .seed = 4, .size = -1, .speed = speed },
                           .index_def = { .leaf_capacity = 8 },
                           .split = NO_METHOD };
    assert_true(demo_open(&show, &def, 800, 800, &why));
    demo_tick(&show);
    return show;
}

static cells cells_of(const demo *show)
{
    cells tree = { 0 };
    cells_take(&tree, index_tree(show->sides[0].stage.index));
    return tree;
}

static bool all_above_meet(const cells *tree, size_t node, const question *asked, float reach)
{
    for (size_t at = node; at != CELL_NONE; at = cells_above(tree, at))
        if (!question_meets(asked, tree->nodes[at].bounds, reach, false))
            return false;
    return true;
}

// A node is on the path if the question meets it and all nodes above it, and comes behind these.
static void a_path_has_the_nodes_that_are_looked_into(void)
{
    demo show = opened(1500, -1);
    cells tree = cells_of(&show);
    lit_path way = { 0 };
    const question_kind kinds[] = { ASK_BOX, ASK_CIRCLE, ASK_NEAREST, ASK_RAY };
    for (int place = 0; place < 400; place += 13) {
        const float at = (float)place;
        const question asked = { kinds[place % 4], { at, at / 2 }, { at + 20 + at / 8, at / 2 + 30 } };
        answer found = { 0 };
        question_ask(&asked, show.sides[0].stage.index, &found);
        path_take(&way, &tree, &asked, found.reach, false);
        assert_false(way.failed);
        size_t next = 0;
        for (size_t i = 0; i < tree.count; i++) {
            if (!all_above_meet(&tree, i, &asked, found.reach))
                continue;
            assert_true(next < way.count && way.nodes[next] == i);
            next++;
        }
        assert_int_equal(next, way.count);
        uint64_t compared = 0; // by the search: what lies in nodes that it does not take whole
        for (size_t k = 0; k < way.count; k++) {
            const tree_cell *node = &tree.nodes[way.nodes[k]];
            compared += question_covers(&asked, node->bounds, false) ? 0 : node->items;
        }
        if (asked.kind == ASK_BOX || asked.kind == ASK_CIRCLE)
            assert_int_equal(compared, found.tests);
        answer_free(&found);
    }
    path_free(&way);
    cells_free(&tree);
    demo_close(&show);
}

static void a_path_is_lit_from_its_first_node_to_its_last(void)
{
    for (size_t count = 0; count < 400; count = 2 * count + 1) {
        size_t before = 0;
        assert_int_equal(path_lit(count, 0), count > 0);
        for (uint64_t tick = 0; tick < PATH_LIGHTS + PATH_RESTS; tick++) {
            const size_t lit = path_lit(count, tick);
            assert_true(lit >= before && lit <= count && (tick < PATH_LIGHTS || lit == count));
            assert_int_equal(path_lit(count, tick + 7 * (PATH_LIGHTS + PATH_RESTS)), lit);
            before = lit;
        }
    }
    assert_int_equal(path_lit(2, PATH_LIGHTS - 1), 1);
}

static void a_clock_begins_again_with_another_question(void)
{
    path_clock clock = { .ticks = 0 };
    question asked = { ASK_BOX, { 1, 1 }, { 2, 2 } };
    const question none = { .kind = ASK_NOTHING };
    path_clock_go(&clock, &asked, 500);
    assert_int_equal(clock.ticks, PATH_LIGHTS); // the first picture shows all
    path_clock_go(&clock, &asked, 503);
    assert_int_equal(clock.ticks, PATH_LIGHTS + 3);
    asked.to.x = 3;
    path_clock_go(&clock, &asked, 504);
    assert_int_equal(clock.ticks, 0);
    path_clock_go(&clock, &asked, 504);
    assert_int_equal(clock.ticks, 0);
    path_clock_go(&clock, &asked, 506);
    assert_int_equal(clock.ticks, 2);
    path_clock_go(&clock, &asked, 3); // the scene began again
    assert_int_equal(clock.ticks, PATH_LIGHTS);
    path_clock_go(&clock, &none, 9);
    path_clock_go(&clock, &asked, 11);
    assert_int_equal(clock.ticks, PATH_LIGHTS);
}

static size_t count_of(const demo *show, int color, shape_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < show->sides[0].shapes.count; i++)
        count += show->sides[0].shapes.shapes[i].ink == color && show->sides[0].shapes.shapes[i].kind == kind;
    return count;
}

// Nothing moves, so that the tree stays as it is.
static void the_picture_lights_one_node_after_the_other(void)
{
    demo show = opened(300, 0);
    show.mouse = (fvec2){ 128, 130 };
    demo_look(&show, 0);
    assert_int_equal(count_of(&show, INK_VISITED, SHAPE_BOX), 0);
    show.overlays[OVERLAY_PATH] = true;
    demo_look(&show, 0);
    const side *at = &show.sides[0];
    const size_t all = at->path.count;
    assert_true(all > 5);
    assert_int_equal(at->path.lit, all);
    assert_int_equal(count_of(&show, INK_VISITED, SHAPE_BOX), all);
    assert_int_equal(count_of(&show, INK_STEP, SHAPE_FRAME), 0);
    show.mouse.x -= 3;
    for (int tick = 0; tick < PATH_LIGHTS + 5; tick++, demo_tick(&show)) {
        demo_look(&show, 0);
        const size_t lit = path_lit(at->path.count, (uint64_t)tick);
        assert_int_equal(at->path.lit, lit);
        assert_int_equal(count_of(&show, INK_VISITED, SHAPE_BOX), lit);
        const bool more = lit < at->path.count;
        assert_int_equal(count_of(&show, INK_STEP, SHAPE_FRAME), more);
        assert_int_equal(count_of(&show, INK_BEFORE, SHAPE_LINE),
                         more ? at->cells.nodes[at->path.nodes[lit - 1]].depth : 0);
    }
    show.mouse.x += 3;
    show.paused = true; // all at once
    demo_look(&show, 0);
    assert_int_equal(at->path.lit, at->path.count);
    readout_row rows[READOUT_ROWS];
    char text[40];
    const size_t count = readout_counters(&show, rows);
    snprintf(text, sizeof text, "%zu of %zu", all, all);
    assert_string_equal(rows[count - 1].name, "cells_lit");
    assert_string_equal(rows[count - 1].cells[0].text, text);
    demo_set_method(&show, contender_number(&contender_brute)); // no nodes
    demo_look(&show, 0);
    assert_int_equal(at->path.count, 0);
    demo_close(&show);
}

static void a_quadrant_has_the_name_of_its_place(void)
{
    demo show = opened(1500, -1);
    cells tree = cells_of(&show);
    size_t named = 0;
    for (size_t i = 0; i < tree.count; i++) {
        char seen[16] = "";
        for (size_t child = cells_child(&tree, i, CELL_NONE); child != CELL_NONE;
             child = cells_child(&tree, i, child)) {
            const fbox square = tree.nodes[child].square, whole = tree.nodes[i].square;
            const char wanted[] = { square.min.y == whole.min.y ? 'N' : 'S', square.min.x == whole.min.x ? 'W' : 'E',
                                    0 };
            const char *name = quadrant_name(&tree.nodes[i], &tree.nodes[child]);
            assert_string_equal(name, wanted);
            assert_true(strstr(seen, name) == NULL);
            strcat(strcat(seen, name), " ");
            assert_int_equal(cells_above(&tree, child), i);
            named++;
        }
    }
    assert_int_equal(named, tree.count - 1);
    assert_int_equal(cells_above(&tree, 0), CELL_NONE);
    cells_free(&tree);
    demo_close(&show);
}

static void quadrants_of_the_root_and_of_the_node_at_the_pointer_are_named(void)
{
    demo show = opened(1500, -1);
    cells tree = cells_of(&show);
    for (float least = 0; least < 600; least += 50) {
        for (int place = 5; place < 512; place += 17) {
            const fvec2 spot = { (float)place, (float)(place * 7 % 512) };
            const quadrants at = quadrants_at(&tree, spot, least);
            assert_int_equal(at.root, 0);
            size_t wanted = cells_at(&tree, spot);
            while (wanted != CELL_NONE && tree.nodes[wanted].square.max.x - tree.nodes[wanted].square.min.x < least)
                wanted = cells_above(&tree, wanted);
            wanted = wanted == CELL_NONE ? CELL_NONE : cells_above(&tree, wanted);
            assert_true(at.parent == (wanted == 0 ? CELL_NONE : wanted));
        }
    }
    const quadrants beside = quadrants_at(&tree, (fvec2){ -500, 3 }, 0);
    assert_true(beside.root == 0 && beside.parent == CELL_NONE);
    cells_free(&tree);
    show.mouse = (fvec2){ 100, 100 };
    show.overlays[OVERLAY_QUADRANTS] = true;
    demo_look(&show, 0);
    assert_int_equal(count_of(&show, INK_NAME, SHAPE_FRAME), 2); // one, two pixels wide
    const size_t both = count_of(&show, INK_NAME, SHAPE_LINE);
    show.mouse = (fvec2){ -500, 3 };
    demo_look(&show, 0);
    const size_t root = count_of(&show, INK_NAME, SHAPE_LINE);
    assert_int_equal(count_of(&show, INK_NAME, SHAPE_FRAME), 0);
    assert_true(root > 50 && both > root + 50);
    show.overlays[OVERLAY_QUADRANTS] = false;
    demo_look(&show, 0);
    assert_int_equal(count_of(&show, INK_NAME, SHAPE_LINE), 0);
    demo_close(&show);
    demo few = opened(3, -1); // the root is a leaf
    few.overlays[OVERLAY_QUADRANTS] = true;
    demo_look(&few, 0);
    assert_int_equal(count_of(&few, INK_NAME, SHAPE_LINE), 0);
    demo_close(&few);
}

// The lines of a letter, as a sum that does not depend on where it is.
static double lines_of(const char *text, size_t *count)
{
    drawing out = { 0 };
    const float height = 12, width = strokes_width(text, height);
    double sum = 0;
    strokes_draw(&out, (ink)INK_NAME, text, (fvec2){ 0, 0 }, height);
    assert_int_equal(out.shapes[0].ink, INK_GROUND);
    for (size_t i = 1; i < out.count; i++) {
        const drawn_shape *s = &out.shapes[i];
        assert_true(s->kind == SHAPE_LINE && s->ink == INK_NAME);
        assert_true(s->a.x >= -width / 2 && s->a.x <= width / 2 && s->a.y >= -6 && s->a.y <= 6);
        assert_true(s->b.x >= -width / 2 && s->b.x <= width / 2 && s->b.y >= -6 && s->b.y <= 6);
        sum += (double)i * (7.0 * s->a.x + 11.0 * s->a.y + 13.0 * s->b.x + 17.0 * s->b.y);
    }
    *count = out.count - 1;
    drawing_free(&out);
    return sum;
}

static void letters_differ_and_stay_in_their_place(void)
{
    static const char letters[] = "NESW0123456789+";
    double sums[sizeof letters];
    size_t counts[sizeof letters], none;
    for (size_t i = 0; letters[i]; i++) {
        sums[i] = lines_of((const char[]){ letters[i], 0 }, &counts[i]);
        assert_true(counts[i] > 0);
        for (size_t k = 0; k < i; k++)
            assert_false(sums[i] == sums[k] && counts[i] == counts[k]);
    }
    lines_of("?", &none);
    assert_int_equal(none, 0);
    lines_of("NW 10", &none);
    assert_int_equal(none, counts[0] + counts[3] + counts[5] + counts[4]);
    assert_true(strokes_width("", 12) == 0 && strokes_width("8", 12) == 8 && strokes_width("88", 12) == 20);
}

tests_main(plain_test(a_path_has_the_nodes_that_are_looked_into),
           plain_test(a_path_is_lit_from_its_first_node_to_its_last),
           plain_test(a_clock_begins_again_with_another_question),
           plain_test(the_picture_lights_one_node_after_the_other), plain_test(a_quadrant_has_the_name_of_its_place),
           plain_test(quadrants_of_the_root_and_of_the_node_at_the_pointer_are_named),
           plain_test(letters_differ_and_stay_in_their_place))
