/// The nearest and the first on a ray, explained: the way that is told finds what the tree finds.
#include <demo.h>
#include <math.h>
#include <string.h>
#include <tools.h>
#include <unit.h>

static demo opened(size_t count, qd_edges edges)
{
    demo show;
    const char *why = "";
    demo_def def = { .scene = &scene_drift,
                     .scene_def = { .count = count, .seed = 5, .size = -1, .speed = -1 },
                     .index_def = { .leaf_capacity = 8, .edges = edges },
                     .split = NO_METHOD };
    assert_true(demo_open(&show, &def, 800, 600, &why));
    demo_tick(&show);
    return show;
}

static bool tells(const explanation *steps, const char *words)
{
    for (size_t i = 0; i < steps->count; i++)
        if (strstr(steps->steps[i].text, words))
            return true;
    return false;
}

static const step *last_told(const explanation *steps)
{
    for (size_t i = steps->count; i-- > 0;)
        if (!isnan(steps->steps[i].reach))
            return &steps->steps[i];
    return NULL;
}

// The last step that knows an answer has the one that the tree gives, and the answers only come nearer.
static void explain(demo *show, question asked)
{
    answer found = { 0 };
    show->question = asked;
    demo_ask(&show->sides[0], &asked, &found);
    tools_explain(show);
    const explanation *steps = &show->explanation;
    assert_true(explanation_shown(steps) && show->paused);
    assert_int_equal(steps->asked.kind, asked.kind);
    assert_true(steps->looked_into > 0 || found.count == 0);
    assert_true(tells(steps, "Done: "));
    const step *last = last_told(steps);
    assert_true((last == NULL) == (found.count == 0));
    if (last && steps->count < 400)
        assert_true(fabs(last->reach - (double)found.reach) <= 1e-4 * (1 + (double)found.reach));
    answer_free(&found);
    explanation_end(&show->explanation);
}

static void what_is_told_is_what_is_found(void)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        demo show = opened(3000, (qd_edges)edges);
        for (int i = 0; i < 60; i++) {
            fvec2 place = { (float)(i * 37 % 900) - 20, (float)(i * 53 % 880) - 30 };
            fvec2 far = { (float)(i * 91 % 890), (float)(i * 17 % 870) };
            explain(&show, (question){ ASK_NEAREST, place, place });
            explain(&show, (question){ ASK_RAY, place, far });
            explain(&show, (question){ ASK_RAY, place, { place.x, far.y + 1000 } });
        }
        demo_close(&show);
    }
}

static void few_items_and_none_are_explained_too(void)
{
    demo show = opened(3, QD_CLOSED);
    show.question = (question){ ASK_NEAREST, { 5, 5 }, { 5, 5 } };
    tools_explain(&show);
    assert_true(tells(&show.explanation, "3 found"));
    while (index_count(show.sides[0].stage.index) > 0)
        demo_edit(&show, &(scene_edit){ .kind = EDIT_ERASE, .item = 0 });
    tools_explain(&show);
    assert_true(tells(&show.explanation, "Done: 0 boxes measured, 0 found. "));
    show.question = (question){ ASK_RAY, { 5, 5 }, { 50, 50 } };
    tools_explain(&show);
    assert_true(tells(&show.explanation, "0 found"));
    demo_close(&show);
}

static void each_question_is_named(void)
{
    demo show = opened(500, QD_CLOSED);
    const struct {
        question asked;
        const char *words;
    } cases[] = { { { ASK_BOX, { 10, 10 }, { 90, 90 } }, "this box" },
                  { { ASK_BOX, { 10, 10 }, { 10, 10 } }, "this point" },
                  { { ASK_CIRCLE, { 50, 50 }, { 90, 50 } }, "this circle" },
                  { { ASK_RAY, { 10, 10 }, { 90, 90 } }, "this ray" },
                  { { ASK_RAY, { 10, 10 }, { 10, 10 } }, "this box" }, // no ray yet: a box around the mouse
                  { { ASK_NEAREST, { 10, 10 }, { 10, 10 } }, "nearest to this place" },
                  { { ASK_NOTHING, { 0, 0 }, { 0, 0 } }, "this box" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        show.question = cases[i].asked;
        tools_explain(&show);
        assert_non_null(strstr(show.explanation.steps[0].text, cases[i].words));
        assert_int_equal(demo_question(&show).kind, show.explanation.asked.kind);
        demo_look(&show, 0);
    }
    demo_close(&show);
}

tests_main(plain_test(what_is_told_is_what_is_found), plain_test(few_items_and_none_are_explained_too),
           plain_test(each_question_is_named))
