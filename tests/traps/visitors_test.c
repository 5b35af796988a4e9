// Trap 14: a visitor must not change the tree it is shown. Builds with assertions end the program there; others end the
// query, after the batch that did it.
#include "support.h"

#include <stdlib.h>

enum { ITEMS = 8000 };

typedef void change(qd_tree *tree, qd_id id);

static void do_insert(qd_tree *tree, qd_id id)
{
    (void)id;
    qd_tree_insert(tree, item_at(point_at(5, 5)));
}

static void do_move(qd_tree *tree, qd_id id)
{
    qd_tree_move(tree, id, point_at(-300, 77));
}

static void do_remove(qd_tree *tree, qd_id id)
{
    qd_tree_remove(tree, id);
}

static void do_insert_many(qd_tree *tree, qd_id id)
{
    (void)id;
    qd_item items[2] = { item_at(point_at(5, 5)), item_at(point_at(6, 6)) };
    qd_tree_insert_many(tree, items, 2, NULL, NULL);
}

static void do_move_many(qd_tree *tree, qd_id id)
{
    qd_box where = point_at(-300, 77);
    qd_tree_move_many(tree, &id, &where, 1, NULL);
}

static void do_remove_many(qd_tree *tree, qd_id id)
{
    qd_tree_remove_many(tree, &id, 1, NULL);
}

static void do_set_filter(qd_tree *tree, qd_id id)
{
    qd_tree_set_filter(tree, id, (qd_filter){ 2, 2 });
}

static void do_set_user(qd_tree *tree, qd_id id)
{
    qd_tree_set_user(tree, id, 99);
}

static void do_clear(qd_tree *tree, qd_id id)
{
    (void)id;
    qd_tree_clear(tree);
}

static void do_rebuild(qd_tree *tree, qd_id id)
{
    (void)id;
    qd_tree_rebuild(tree);
}

static change *const changes[] = { do_insert,      do_move,       do_remove,   do_insert_many, do_move_many,
                                   do_remove_many, do_set_filter, do_set_user, do_clear,       do_rebuild };

struct meddler {
    qd_tree *tree;
    change *change;
    size_t calls;
};

static bool meddle(struct meddler *meddler, qd_id id)
{
    meddler->calls++;
    if (meddler->change)
        meddler->change(meddler->tree, id);
    return true;
}

static bool meddle_found(void *context, const qd_found *items, size_t count)
{
    return count > 0 && meddle(context, items[0].id);
}

static bool meddle_pairs(void *context, const qd_pair *pairs, size_t count)
{
    return count > 0 && meddle(context, pairs[0].a.id);
}

static float meddle_ray(void *context, const qd_hit *hit)
{
    meddle(context, hit->item.id);
    return INFINITY;
}

static void ask_box(struct meddler *meddler)
{
    qd_visit_box(meddler->tree, box(-10, -10, 10, 10), everyone, meddle_found, meddler);
}

static void ask_point(struct meddler *meddler)
{
    qd_visit_point(meddler->tree, (qd_vec2){ 0, 0 }, everyone, meddle_found, meddler);
}

static void ask_circle(struct meddler *meddler)
{
    qd_visit_circle(meddler->tree, (qd_vec2){ 0, 0 }, 10, everyone, meddle_found, meddler);
}

static void ask_ray(struct meddler *meddler)
{
    qd_visit_ray(meddler->tree, qd_ray_toward((qd_vec2){ -5, 0 }, (qd_vec2){ 1, 0 }), everyone, meddle_ray, meddler);
}

static float meddle_near(void *context, const qd_near *near)
{
    meddle(context, near->item.id);
    return INFINITY;
}

static void ask_near(struct meddler *meddler)
{
    qd_visit_near(meddler->tree, (qd_vec2){ 0, 0 }, INFINITY, everyone, meddle_near, meddler);
}

static void ask_pairs(struct meddler *meddler)
{
    qd_visit_pairs(meddler->tree, meddle_pairs, meddler);
}

typedef void question(struct meddler *meddler);
static question *const questions[] = { ask_box, ask_point, ask_circle, ask_ray, ask_near, ask_pairs };

// Every item lies on (0, 0), so that each question has results for many batches; pairs meet in small groups only.
static qd_tree *pile(void)
{
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    for (uint32_t i = 0; i < ITEMS; i++) {
        qd_item item = item_at(qd_box_around((qd_vec2){ 0, 0 }, 1, 1));
        item.filter.layers = i % 8 == 0 ? 2 : 1;
        item.filter.mask = i % 8 == 0 ? 2 : QD_NO_LAYERS;
        assert_false(qd_id_is_null(qd_tree_insert(tree, item)));
    }
    return tree;
}

struct scene {
    question *question;
    change *change;
    size_t calls;
};

static void play(void *context)
{
    struct scene *scene = context;
    struct meddler meddler = { pile(), scene->change, 0 };
    scene->question(&meddler);
    assert_true(qd_tree_check(meddler.tree));
    qd_tree_destroy(meddler.tree);
    scene->calls = meddler.calls;
}

static void trap_14_a_visitor_that_changes_nothing_gets_many_batches(void **state)
{
    (void)state;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        struct scene scene = { questions[q], NULL, 0 };
        play(&scene);
        assert_true(scene.calls > 1);
    }
}

static void trap_14_a_visitor_that_changes_the_tree_is_stopped(void **state)
{
    (void)state;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
        for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
            struct scene scene = { questions[q], changes[c], 0 };
#ifdef NDEBUG
            play(&scene);
            if (scene.calls != 1)
                fail_msg("question %zu went on for %zu calls after change %zu", q, scene.calls, c);
#else
            if (!aborts(play, &scene))
                fail_msg("question %zu asserts nothing about change %zu", q, c);
#endif
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trap_14_a_visitor_that_changes_nothing_gets_many_batches),
        cmocka_unit_test(trap_14_a_visitor_that_changes_the_tree_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
