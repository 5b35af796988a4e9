/// The demo without its window: what it shows of the tree is what the tree does, and what tools change stays sound.
#include <demo.h>
#include <quadrille/query.h>
#include <raster.h>
#include <readout.h>
#include <stdlib.h>
#include <string.h>
#include <tools.h>
#include <unit.h>

static demo opened_with(const scene_kind *kind, size_t count, size_t method, size_t split)
{
    demo show;
    const char *why = "";
    demo_def def = { .scene = kind,
                     .scene_def = { .count = count, .seed = 5, .size = -1, .speed = -1 },
                     .index_def = { .method = method, .leaf_capacity = 8 },
                     .split = split,
                     .verify = true };
    assert_true(demo_open(&show, &def, 800, 600, &why));
    demo_tick(&show);
    return show;
}

static demo opened(size_t count, size_t method, size_t split)
{
    return opened_with(&scene_drift, count, method, split);
}

static const qd_tree *tree_of(const demo *show)
{
    return index_tree(show->sides[0].stage.index);
}

static question box_question(fbox box)
{
    return (question){ ASK_BOX, box.min, box.max };
}

static void an_item_lives_where_the_cells_say(void)
{
    demo show = opened(3000, 0, NO_METHOD);
    demo_set_shape(&show, 1, 0); // so that cells are as small as items
    const scene_index *index = show.sides[0].stage.index;
    cells tree = { 0 };
    cells_take(&tree, tree_of(&show));
    size_t *held = calloc(tree.count, sizeof *held);
    for (uint32_t i = 0; i < index_count(index); i++)
        held[cells_home(&tree, index_box(index, i))]++;
    for (size_t i = 0; i < tree.count; i++)
        assert_int_equal(held[i], tree.nodes[i].items);
    free(held);
    cells_free(&tree);
    demo_close(&show);
}

// What the steps sum up to is what the search itself counts.
static void an_explanation_says_what_the_search_does(void)
{
    demo show = opened(3000, 0, NO_METHOD);
    cells tree = { 0 };
    cells_take(&tree, tree_of(&show));
    for (int place = 0; place < 800; place += 37) {
        float at = (float)place;
        question asked = box_question(fbox_xywh(at, at / 2, 20 + at / 4, 60));
        asked.kind = place % 2 ? ASK_CIRCLE : ASK_BOX;
        answer found = { 0 };
        explanation steps = { 0 };
        question_ask(&asked, show.sides[0].stage.index, &found);
        explanation_question(&steps, &tree, &asked, &found, 3000, false);
        assert_int_equal(steps.compared, found.tests);
        assert_true(steps.looked_into > 0);
        assert_true(explanation_shown(&steps) && steps.at == 0);
        explanation_go(&steps, -1);
        assert_int_equal(steps.at, 0);
        explanation_go(&steps, 1000);
        assert_int_equal(steps.at, steps.count - 1);
        explanation_end(&steps);
        answer_free(&found);
    }
    cells_free(&tree);
    demo_close(&show);
}

static bool contains(const explanation *steps, const char *words)
{
    for (size_t i = 0; i < steps->count; i++)
        if (strstr(steps->steps[i].text, words))
            return true;
    return false;
}

static void an_insert_is_explained_with_its_split(void)
{
    demo show = opened(20, 0, NO_METHOD);
    bool split = false;
    show.mouse = (fvec2){ 33, 33 };
    for (int i = 0; i < 200 && !split; i++) {
        size_t before = index_count(show.sides[0].stage.index);
        tools_explain_insert(&show);
        assert_true(show.paused);
        assert_int_equal(index_count(show.sides[0].stage.index), before + 1);
        split = contains(&show.explanation, "so it splits");
    }
    assert_true(split);
    demo_close(&show);
}

// A leaf above its capacity without a word about it would look like a fault.
static void an_insert_that_splits_nothing_is_explained_too(void)
{
    demo show = opened(20, 0, NO_METHOD);
    bool whole = false;
    demo_set_shape(&show, 2, 0);
    show.mouse = (fvec2){ 33, 33 };
    for (int i = 0; i < 200 && !whole; i++) {
        tools_explain_insert(&show);
        whole = contains(&show.explanation, "stays whole");
        assert_true(!whole || !contains(&show.explanation, "so it splits"));
    }
    assert_true(whole);
    demo_close(&show);
}

static void every_method_answers_a_question_alike(void)
{
    const question asked[] = { { ASK_BOX, { 30, 30 }, { 200, 150 } },
                               { ASK_CIRCLE, { 300, 300 }, { 360, 300 } },
                               { ASK_NEAREST, { 250, 250 }, { 250, 250 } },
                               { ASK_RAY, { 10, 10 }, { 500, 480 } } };
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        uint64_t sums[CONTENDERS] = { 0 };
        for (size_t method = 0; method < CONTENDERS; method++) {
            demo show = opened(900, method, NO_METHOD);
            answer found = { 0 };
            question_ask(&asked[k], show.sides[0].stage.index, &found);
            assert_true(found.count > 0);
            for (size_t i = 0; i < found.count; i++)
                sums[method] += (uint64_t)found.items[i] * found.items[i] + 1;
            assert_int_equal(sums[method], sums[0]);
            answer_free(&found);
            demo_close(&show);
        }
    }
}

// A scene's items, changed by hand between ticks, are still what brute force finds.
static void use_tools(const scene_kind *kind)
{
    demo show = opened_with(kind, 60, 0, 1);
    for (int i = 0; i < 200; i++) {
        double x = 5 + 11 * (i % 67), y = 9 + 7 * (i % 61);
        tools_choose(&show, (tool)(TOOL_ADD + i % 3));
        tools_press(&show, 1, x, y);
        tools_point(&show, x + 40, y + 10);
        tools_release(&show, 1, x + 40, y + 10);
        demo_tick(&show);
        assert_null(demo_difference(&show));
        assert_true(index_contents(show.sides[0].stage.index) == index_contents(show.sides[1].stage.index));
    }
    demo_look(&show, 0);
    demo_close(&show);
}

static void tools_leave_every_scene_sound(void)
{
    for (size_t i = 0; scenes[i]; i++)
        use_tools(scenes[i]);
}

static void all_can_be_erased_and_what_cannot_be_is_said(void)
{
    demo show = opened(60, 0, 1);
    while (index_count(show.sides[0].stage.index) > 0)
        demo_edit(&show, &(scene_edit){ .kind = EDIT_ERASE, .item = 0 });
    assert_string_equal(show.message, "");
    assert_true(demo_edit(&show, &(scene_edit){ .kind = EDIT_MOVE, .item = 0 }) == INDEX_NONE);
    assert_non_null(strstr(show.message, "rules of this scene"));
    demo_tick(&show);
    assert_true(demo_edit(&show, &(scene_edit){ .kind = EDIT_ADD, .at = { 5, 5 } }) == 0);
    assert_string_equal(show.message, "");
    demo_look(&show, 0);
    demo_close(&show);
}

static void what_cannot_be_leaves_all_as_it_was(void)
{
    demo show = opened(40, 0, NO_METHOD);
    scene_kind small = *show.def.scene;
    small.most = 10;
    show.def.scene_def.count = 0;
    small.count = 50;
    uint64_t before = index_contents(show.sides[0].stage.index);
    demo_set_scene(&show, &small);
    assert_true(strstr(show.message, "cannot have so many") != NULL);
    assert_true(index_contents(show.sides[0].stage.index) == before);
    demo_close(&show);
}

static void says(const demo *show, const char *words)
{
    char text[512];
    assert_true(readout_difference(show, text, sizeof text));
    assert_string_equal(text, words);
}

// No method here is wrong, so that a difference has to be made up.
static void the_first_difference_is_told(void)
{
    demo show = opened(40, 1, NO_METHOD);
    char text[512];
    assert_false(readout_difference(&show, text, sizeof text));
    index_difference made_up = { .differ = true, .found = { 3, 4 }, .listed = 2 };
    made_up.list[0].part = INDEX_GUEST;
    made_up.list[0].a = 7;
    made_up.list[0].b = 9;
    made_up.list[1].a = 5;
    made_up.list[1].b = INDEX_NONE;
    memcpy((void *)(uintptr_t)index_differs(show.sides[0].stage.index), &made_up, sizeof made_up);
    says(&show, "NOT WHAT BRUTE FORCE FOUND: 3 instead of 4\nonly brute force found item 7 and 9\n"
                "only the method found item 5");
    demo_set_verify(&show, false);
    assert_false(readout_difference(&show, text, sizeof text));
    demo_close(&show);
}

static void figures_are_told_in_rows(void)
{
    demo show = opened(1500, 0, 1);
    readout_row rows[READOUT_ROWS];
    size_t count = readout_figures(&show, false, rows);
    assert_true(count <= READOUT_ROWS);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, "brute force") == 0)
            assert_string_equal(rows[i].cells[0].text, "1,124,250");
        if (strcmp(rows[i].name, "tests") == 0)
            assert_string_equal(rows[i].cells[1].text, "1,124,250");
        if (strcmp(rows[i].name, "saved") == 0)
            assert_int_equal(rows[i].cells[0].tone, TONE_GOOD);
        if (strcmp(rows[i].name, "finding") == 0)
            assert_string_equal(rows[i].cells[0].text, "-");
    }
    demo_close(&show);
}

static void the_camera_keeps_its_place(void)
{
    view seen = { .left = 10, .top = 20, .width = 300, .height = 200 };
    view_fit(&seen, fbox_xywh(-50, 0, 100, 100));
    fvec2 before = view_to_world(&seen, 70, 90);
    view_zoom(&seen, 3, 70, 90);
    fvec2 after = view_to_world(&seen, 70, 90);
    assert_float_equal(before.x, after.x, 1e-4);
    assert_float_equal(before.y, after.y, 1e-4);
    assert_float_equal(view_x(&seen, after.x), 70, 1e-3);
    for (int i = 0; i < 5000; i++)
        view_zoom(&seen, i < 2500 ? 1.5 : 0.3, 11, 21);
    fbox all = view_box(&seen);
    assert_true(fbox_is_valid(all));
}

static uint32_t pixel(const raster *self, int x, int y)
{
    return self->pixels[y * self->width + x] & 0xffffff;
}

static void shapes_become_pixels(void)
{
    raster paper = { 0 };
    view seen = { .x = 10, .y = 10, .scale = 1, .left = 2, .top = 0, .width = 18, .height = 20 };
    assert_true(raster_resize(&paper, 20, 20));
    memset(paper.pixels, 0, 20 * 20 * sizeof *paper.pixels);
    raster_clip(&paper, &seen);
    drawing shapes = { 0 };
    drawing_box(&shapes, INK_HERO, fbox_xywh(9.1f, 9.1f, 0.01f, 0.01f)); // in the world 9 is pixel 10
    drawing_box(&shapes, INK_WALL, fbox_xywh(-100, -100, 105, 103));     // reaches into the view's corner
    drawing_disc(&shapes, INK_FOOD, (fvec2){ 14, 14 }, 3);
    raster_shapes(&paper, &seen, shapes.shapes, shapes.count);
    assert_int_equal(pixel(&paper, 10, 9), 0xf0e442);
    assert_int_equal(pixel(&paper, 11, 9), 0);
    assert_int_equal(pixel(&paper, 2, 0), 0xbec4cd);
    assert_int_equal(pixel(&paper, 1, 0), 0); // left of the view
    assert_int_equal(pixel(&paper, 15, 14), 0xcc79a7);
    float far = 3e38f;
    drawing_clear(&shapes);
    drawing_frame(&shapes, INK_WALL, (fbox){ { -far, -far }, { far, far } });
    drawing_line(&shapes, INK_WALL, (fvec2){ -far, -far }, (fvec2){ far, far });
    drawing_ring(&shapes, INK_WALL, (fvec2){ 0, 0 }, far);
    drawing_diamond(&shapes, INK_WALL, (fbox){ { -far, -far }, { far, far } });
    drawing_triangle(&shapes, INK_WALL, (fvec2){ -far, 0 }, (fvec2){ far, 0 }, (fvec2){ 0, far });
    raster_shapes(&paper, &seen, shapes.shapes, shapes.count); // crashes nothing
    drawing_free(&shapes);
    raster_free(&paper);
}

tests_main(plain_test(an_item_lives_where_the_cells_say), plain_test(an_explanation_says_what_the_search_does),
           plain_test(an_insert_is_explained_with_its_split),
           plain_test(an_insert_that_splits_nothing_is_explained_too),
           plain_test(every_method_answers_a_question_alike), plain_test(tools_leave_every_scene_sound),
           plain_test(all_can_be_erased_and_what_cannot_be_is_said), plain_test(what_cannot_be_leaves_all_as_it_was),
           plain_test(the_first_difference_is_told), plain_test(figures_are_told_in_rows),
           plain_test(the_camera_keeps_its_place), plain_test(shapes_become_pixels))
