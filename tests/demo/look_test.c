/// What the demo looks like: which shapes it makes, and of which colours.
#include <colors.h>
#include <demo.h>
#include <legend.h>
#include <math.h>
#include <readout.h>
#include <string.h>
#include <tools.h>
#include <unit.h>

static demo opened(const scene_kind *kind, int capacity)
{
    demo show;
    const char *why = "";
    const demo_def def = { .scene = kind,
                           .scene_def = { .seed = 1, .size = -1, .speed = -1 },
                           .index_def = { .leaf_capacity = capacity },
                           .split = NO_METHOD };
    assert_true(demo_open(&show, &def, 800, 800, &why));
    return show;
}

static bool is_cell(const drawn_shape *s)
{
    return s->ink >= INK_DEPTH && s->ink < INK_BOUNDS;
}

// Half of the items of one part are at the ends of the plane; a question goes there, and another one far to the right.
static void nothing_of_what_is_far_away_crosses_the_picture(void)
{
    demo show = opened(&scene_pathological, 16);
    const fbox world = show.sides[0].stage.scene->world;
    show.overlays[OVERLAY_CELLS] = true;
    for (int tick = 0; tick < 8; tick++) {
        demo_tick(&show);
        demo_look(&show, 0);
        const drawing *seen = &show.sides[0].shapes;
        size_t lines = 0;
        for (size_t i = 0; i < seen->count; i++) {
            const drawn_shape *s = &seen->shapes[i];
            if (s->kind == SHAPE_FRAME)
                assert_true(s->a.x >= world.min.x && s->a.y >= world.min.y && s->b.x <= world.max.x &&
                            s->b.y <= world.max.y);
            lines += is_cell(s);
        }
        assert_true(lines > 100);
    }
    demo_close(&show);
}

// Leaves are tinted, the deeper the more, without a gap, and under all that the scene draws.
static void leaves_are_tinted_under_the_scene(void)
{
    demo show = opened(&scene_drift, 16);
    const fbox world = show.sides[0].stage.scene->world;
    demo_tick(&show);
    show.overlays[OVERLAY_CELLS] = true;
    demo_look(&show, 0);
    const drawing *seen = &show.sides[0].shapes;
    double covered = 0;
    size_t at = 0;
    for (; at < seen->count && seen->shapes[at].ink >= INK_TINT; at++) {
        const drawn_shape *s = &seen->shapes[at];
        covered += ((double)s->b.x - (double)s->a.x) * ((double)s->b.y - (double)s->a.y);
    }
    assert_true(at > 10);
    assert_true(covered == (double)world.max.x * (double)world.max.y);
    for (; at < seen->count; at++)
        assert_true(seen->shapes[at].ink < INK_TINT && seen->shapes[at].ink != INK_GROUND);
    for (int depth = 1; depth < TINTS; depth++)
        assert_true(color_of(INK_TINT + depth).alpha > color_of(INK_TINT + depth - 1).alpha);
    demo_close(&show);
}

// How many pixels the smallest of what a village draws is wide. The world's ground and lines do not count.
static float least_icon(demo *show)
{
    float least = INFINITY;
    demo_look(show, 0);
    const drawing *seen = &show->sides[0].shapes;
    for (size_t i = 0; i < seen->count; i++) {
        const drawn_shape *s = &seen->shapes[i];
        float wide = s->b.x - s->a.x;
        if (s->kind == SHAPE_TRIANGLE)
            wide = s->b.x - s->c.x;
        else if (s->kind == SHAPE_DISC)
            wide = 2 * s->b.x;
        else if (s->kind != SHAPE_BOX && s->kind != SHAPE_DIAMOND)
            continue;
        least = fminf(least, wide / seen->pixel);
    }
    return least;
}

static void what_lives_in_a_village_has_eight_pixels_at_least(void)
{
    demo show = opened(&scene_village, 0);
    for (int tick = 0; tick < 100; tick++)
        demo_tick(&show);
    assert_true(least_icon(&show) > 7.99f);
    demo_set_count(&show, 5000); // too many for that
    assert_true(least_icon(&show) < 7);
    demo_close(&show);
}

static void the_cell_at_the_mouse_says_how_many_it_has(void)
{
    demo show = opened(&scene_drift, 16);
    readout_row rows[READOUT_ROWS];
    demo_tick(&show);
    const size_t plain = readout_counters(&show, rows);
    show.overlays[OVERLAY_CELLS] = true;
    demo_look(&show, 0);
    size_t shown = 0;
    const cells *tree = &show.sides[0].cells;
    for (size_t i = 0; i < tree->count; i++) {
        const tree_cell *node = &tree->nodes[i];
        if (!node->leaf)
            continue;
        char text[40];
        snprintf(text, sizeof text, "%zu items, depth %d", (size_t)node->items, node->depth);
        show.mouse = node->square.min;
        assert_int_equal(readout_counters(&show, rows), plain + 2);
        assert_string_equal(rows[plain].cells[0].text, text);
        const tree_cell *above = &tree->nodes[cells_above(tree, i)];
        snprintf(text, sizeof text, "%zu items, %zu below", (size_t)above->items, (size_t)above->items_below);
        assert_string_equal(rows[plain + 1].cells[0].text, text);
        shown++;
    }
    assert_true(shown > 50);
    show.mouse = (fvec2){ -1000, 0 };
    assert_int_equal(readout_counters(&show, rows), plain);
    demo_close(&show);
}

static size_t count_of(const demo *show, ink color)
{
    size_t count = 0;
    for (size_t i = 0; i < show->sides[0].shapes.count; i++)
        count += show->sides[0].shapes.shapes[i].ink == color;
    return count;
}

// Is that ink one that a legend explains?
static bool is_explained(const scene_sign *signs, size_t count, uint8_t color)
{
    const bool depth = color >= INK_DEPTH && color < INK_BOUNDS, heat = color >= INK_HEAT && color < INK_TINT;
    const bool shade = color >= INK_SHADE && color < INKS;
    for (size_t i = 0; i < count; i++) {
        const uint8_t sign = signs[i].ink;
        if (sign == color || (depth && sign >= INK_DEPTH && sign < INK_BOUNDS) || (heat && sign >= INK_HEAT) ||
            (shade && sign >= INK_SHADE && sign < INKS))
            return true;
    }
    return false;
}

static void the_legend_explains_all_that_is_seen(void)
{
    for (size_t k = 0; scenes[k]; k++) {
        demo show = opened(scenes[k], 8);
        scene_sign signs[LEGEND_MOST];
        demo_set_count(&show, 300);
        show.overlays[OVERLAY_CELLS] = show.overlays[OVERLAY_BOUNDS] = show.overlays[OVERLAY_HEAT] = true;
        show.overlays[OVERLAY_PATH] = show.overlays[OVERLAY_QUADRANTS] = k % 2;
        for (int tick = 0; tick < 120; tick++) {
            demo_tick(&show);
            demo_look(&show, 0);
            const size_t count = legend_of(&show, signs);
            assert_in_range(count, 4, LEGEND_MOST);
            const drawing *seen = &show.sides[0].shapes;
            for (size_t i = 0; i < seen->count; i++) {
                const uint8_t color = seen->shapes[i].ink;
                const bool plain = color == INK_GROUND || color == INK_GLOW || color >= INK_TINT || color == INK_EDGE ||
                                   color == INK_LINK || color == INK_SHOT || color == INK_BEFORE;
                if (!plain && !is_explained(signs, count, color))
                    fail_msg("%s, tick %d: no sign for ink %u", scenes[k]->name, tick, (unsigned)color);
            }
        }
        demo_close(&show);
    }
}

static void what_lies_over_a_scene_is_explained_while_it_is_shown(void)
{
    demo show = opened(&scene_drift, 8);
    scene_sign signs[LEGEND_MOST];
    assert_int_equal(legend_of(&show, signs), 2);
    assert_string_equal(signs[1].means, "collides");
    show.overlays[OVERLAY_CANDIDATES] = true; // around the mouse
    assert_int_equal(legend_of(&show, signs), 5);
    demo_set_method(&show, contender_number(&contender_brute));
    show.overlays[OVERLAY_CANDIDATES] = false;
    show.overlays[OVERLAY_CELLS] = true; // that method has none
    assert_int_equal(legend_of(&show, signs), 2);
    demo_close(&show);
}

static void the_legend_has_room_for_all_overlays_and_a_step(void)
{
    for (size_t k = 0; scenes[k]; k++) {
        demo show = opened(scenes[k], 8);
        scene_sign signs[2 * LEGEND_MOST];
        for (int i = 0; i < OVERLAYS; i++)
            show.overlays[i] = true;
        demo_set_count(&show, 300);
        demo_tick(&show);
        demo_look(&show, 0);
        show.question = (question){ ASK_BOX, { 0, 0 }, { 50, 50 } };
        const size_t before = legend_of(&show, signs);
        tools_explain_insert(&show);
        demo_look(&show, 0);
        const size_t count = legend_of(&show, signs);
        assert_true(before <= LEGEND_MOST && count <= LEGEND_MOST);
        if (explanation_shown(&show.explanation))
            for (size_t i = 0; i < show.sides[0].shapes.count; i++) {
                const uint8_t color = show.sides[0].shapes.shapes[i].ink;
                assert_true((color != INK_STEP && color != INK_ASKED) || is_explained(signs, count, color));
            }
        demo_close(&show);
    }
}

static void an_insert_that_is_explained_has_a_legend(void)
{
    demo show = opened(&scene_drift, 8);
    scene_sign signs[LEGEND_MOST];
    demo_set_count(&show, 300);
    demo_tick(&show);
    show.mouse = demo_place(&show, 400, 400);
    const size_t before = legend_of(&show, signs);
    tools_explain_insert(&show);
    assert_true(explanation_shown(&show.explanation));
    assert_int_equal(legend_of(&show, signs), before + 2);
    assert_string_equal(signs[before].means, "cell of this step; thin: before");
    assert_string_equal(signs[before + 1].means, "box that goes in");
    demo_close(&show);
}

// Bounds are dashed, outlines of cells solid: no frame has the colour of bounds.
static void bounds_are_dashed(void)
{
    demo show = opened(&scene_drift, 8);
    show.overlays[OVERLAY_BOUNDS] = true;
    demo_set_count(&show, 300);
    demo_tick(&show);
    demo_look(&show, 0);
    size_t dashes = 0;
    for (size_t i = 0; i < show.sides[0].shapes.count; i++) {
        const drawn_shape *s = &show.sides[0].shapes.shapes[i];
        assert_true(s->ink != INK_BOUNDS || s->kind == SHAPE_LINE);
        dashes += s->ink == INK_BOUNDS;
    }
    assert_true(dashes > 8 * 20);
    demo_close(&show);
}

// The cells of a legend have the colours of cells in the picture.
static void the_legend_shows_the_depth_that_there_is(void)
{
    for (int capacity = 2; capacity <= 512; capacity *= 4) {
        demo show = opened(&scene_drift, capacity);
        scene_sign signs[LEGEND_MOST];
        show.overlays[OVERLAY_CELLS] = true;
        demo_set_count(&show, 200);
        demo_tick(&show);
        demo_look(&show, 0);
        const size_t count = legend_of(&show, signs);
        const drawing *seen = &show.sides[0].shapes;
        int least = INK_BOUNDS, most = 0;
        for (size_t i = 0; i < seen->count; i++)
            if (seen->shapes[i].ink >= INK_DEPTH && seen->shapes[i].ink < INK_BOUNDS) {
                least = seen->shapes[i].ink < least ? seen->shapes[i].ink : least;
                most = seen->shapes[i].ink > most ? seen->shapes[i].ink : most;
            }
        assert_int_equal(signs[2].ink, least);
        assert_int_equal(signs[count - 1].ink, most);
        assert_int_equal(count, most > least ? 4 : 3);
        demo_close(&show);
    }
}

// A tree of the scene's own is cut at once, and stays cut when the scene starts again; its leaves are framed, not the
// index's.
static void a_picture_keeps_the_levels_that_are_wanted(void)
{
    demo show = opened(&scene_image, 8);
    show.overlays[OVERLAY_CELLS] = true;
    demo_set_speed(&show, 65536);
    demo_tick(&show);
    const scene_index *index = show.sides[0].stage.index;
    const size_t all = index_count(index);
    size_t before = 0;
    for (int levels = 0; levels <= 6; levels++) {
        demo_set_levels(&show, levels);
        const size_t count = index_count(index);
        assert_true(count > before && count < all && (levels > 0 || count == 1));
        before = count;
        demo_look(&show, 0);
        size_t framed = 0;
        for (int depth = 0; depth <= QD_MAX_NODE_DEPTH; depth++) {
            const size_t here = count_of(&show, (ink)(INK_DEPTH + depth));
            assert_true(here == 0 || depth <= levels);
            framed += here;
        }
        assert_int_equal(framed, count);
    }
    demo_restart(&show);
    demo_tick(&show);
    index = show.sides[0].stage.index;
    assert_int_equal(index_count(index), before);
    demo_set_levels(&show, -1);
    assert_int_equal(index_count(index), all);
    demo_set_levels(&show, 3);
    demo_set_scene(&show, &scene_drift);
    assert_int_equal(show.levels, -1);
    demo_set_levels(&show, 3); // it has none
    assert_int_equal(show.levels, -1);
    demo_close(&show);
}

static void a_scene_that_is_chosen_while_paused_shows_its_first_tick(void)
{
    demo show = opened(&scene_pile, 0);
    assert_int_equal(show.sides[0].stage.ticks, 0);
    show.paused = true;
    demo_set_scene(&show, &scene_drift);
    assert_int_equal(show.sides[0].stage.ticks, 1);
    assert_true(show.sides[0].figures.costs.pairs > 0);
    demo_look(&show, 0);
    assert_true(count_of(&show, INK_HIT) > 0);
    demo_restart(&show);
    assert_int_equal(show.sides[0].stage.ticks, 1);
    show.paused = false;
    demo_restart(&show);
    assert_int_equal(show.sides[0].stage.ticks, 0);
    demo_close(&show);
}

tests_main(plain_test(the_cell_at_the_mouse_says_how_many_it_has),
           plain_test(what_lives_in_a_village_has_eight_pixels_at_least), plain_test(leaves_are_tinted_under_the_scene),
           plain_test(the_legend_explains_all_that_is_seen), plain_test(a_picture_keeps_the_levels_that_are_wanted),
           plain_test(what_lies_over_a_scene_is_explained_while_it_is_shown),
           plain_test(the_legend_shows_the_depth_that_there_is),
           plain_test(the_legend_has_room_for_all_overlays_and_a_step),
           plain_test(an_insert_that_is_explained_has_a_legend), plain_test(bounds_are_dashed),
           plain_test(nothing_of_what_is_far_away_crosses_the_picture),
           plain_test(a_scene_that_is_chosen_while_paused_shows_its_first_tick))
