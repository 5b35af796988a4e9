// Trap 14: a visitor must not change the tree it is shown. Builds with assertions end the program there; others end the
// query, after the batch that did it.
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

// Somewhere in a square of 20 a side, the same for the same number.
static qd_vec2 point_of(int number)
{
    struct prng random = { (uint64_t)number };
    const float x = prng_between(&random, -10, 10), y = prng_between(&random, -10, 10);
    return (qd_vec2){ x, y };
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

static void ask_filtered(struct meddler *meddler)
{
    qd_visit_pairs_filtered(meddler->tree, (qd_query_filter){ .mask = 3 }, meddle_pairs, meddler);
}

static bool meddle_near_pairs(void *context, const qd_near_pair *pairs, size_t count)
{
    return count > 0 && meddle(context, pairs[0].pair.a.id);
}

static void ask_within(struct meddler *meddler)
{
    qd_visit_pairs_within(meddler->tree, 0.1F, everyone, meddle_near_pairs, meddler);
}

static bool meddle_first(void *context, const qd_pair *pairs, size_t count)
{
    return count > 0 && meddle(context, pairs[0].a.id);
}

static bool meddle_second(void *context, const qd_pair *pairs, size_t count)
{
    return count > 0 && meddle(context, pairs[0].b.id);
}

static void join(struct meddler *meddler, bool first)
{
    qd_tree *other = tree_with(QD_EDGES_CLOSED, 0, 0);
    for (int i = 0; i < 400; i++) {
        qd_item item = item_at(qd_box_around(point_of(i), 1, 1));
        item.filter = (qd_filter){ 3, 3 };
        assert_false(qd_id_is_null(qd_tree_insert(other, item)));
    }
    if (first)
        qd_visit_join(meddler->tree, other, meddle_first, meddler);
    else
        qd_visit_join(other, meddler->tree, meddle_second, meddler);
    qd_tree_destroy(other);
}

static void ask_join(struct meddler *meddler)
{
    join(meddler, true);
}

static void ask_join_turned(struct meddler *meddler)
{
    join(meddler, false);
}

static bool meddle_details(void *context, const qd_detail *details, size_t count)
{
    return count > 0 && meddle(context, details[0].item.id);
}

static void ask_detail(struct meddler *meddler)
{
    qd_visit_detail(meddler->tree, box(-10, -10, 10, 10), 0, everyone, meddle_details, meddler);
}

static void ask_detail_of_groups(struct meddler *meddler)
{
    qd_visit_detail(meddler->tree, box(-10, -10, 10, 10), 0.5F, everyone, meddle_details, meddler);
}

typedef void question(struct meddler *meddler);
static question *const questions[] = { ask_box,      ask_circle, ask_ray,  ask_near,        ask_pairs,
                                       ask_filtered, ask_within, ask_join, ask_join_turned, ask_detail };
static question *const questions_of_piles[] = { ask_point };
static question *const questions_of_scattered[] = { ask_detail_of_groups };

// Whoever reads memory that was given back is killed by it: the addresses stay taken, with nothing there.
static void *resize_and_bar(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    void *next = NULL;
    if (new_size > 0) {
        next = mmap(NULL, new_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (next == MAP_FAILED)
            return NULL;
        if (block)
            memcpy(next, block, old_size < new_size ? old_size : new_size);
    }
    const int barred = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    if (block)
        assert_true(mmap(block, old_size, PROT_NONE, barred, -1, 0) != MAP_FAILED);
    return next;
}

static qd_tree *tree_that_bars(void)
{
    qd_tree_def def = { .allocator = { resize_and_bar, NULL } };
    qd_tree *tree = qd_tree_create(&def);
    assert_non_null(tree);
    return tree;
}

// Every item lies on (0, 0), so that each question has results for many batches; pairs meet in small groups only.
static qd_tree *pile(void)
{
    qd_tree *tree = tree_that_bars();
    for (uint32_t i = 0; i < ITEMS; i++) {
        qd_item item = item_at(qd_box_around((qd_vec2){ 0, 0 }, 1, 1));
        item.filter.layers = i % 8 == 0 ? 2 : 1;
        item.filter.mask = i % 8 == 0 ? 2 : QD_NO_LAYERS;
        assert_false(qd_id_is_null(qd_tree_insert(tree, item)));
    }
    return tree;
}

// Items all over the window that is asked for, in cells of many levels.
static qd_tree *scattered(void)
{
    qd_tree *tree = tree_that_bars();
    for (int i = 0; i < 2 * ITEMS; i++) {
        const float half = i % 100 == 0 ? 1 : 0.05F;
        assert_false(qd_id_is_null(qd_tree_insert(tree, item_at(qd_box_around(point_of(i), half, half)))));
    }
    return tree;
}

struct scene {
    qd_tree *(*make)(void);
    question *question;
    change *change;
    size_t calls;
};

static void play(void *context)
{
    struct scene *scene = context;
    struct meddler meddler = { scene->make(), scene->change, 0 };
    scene->question(&meddler);
    assert_true(qd_tree_check(meddler.tree));
    qd_tree_destroy(meddler.tree);
    scene->calls = meddler.calls;
}

static void changes_nothing(qd_tree *(*make)(void), question *const *some, size_t count)
{
    for (size_t q = 0; q < count; q++) {
        struct scene scene = { make, some[q], NULL, 0 };
        play(&scene);
        if (scene.calls <= 1)
            fail_msg("question %zu has one batch only", q);
    }
}

static void changes_the_tree(qd_tree *(*make)(void), question *const *some, size_t count)
{
    for (size_t q = 0; q < count; q++)
        for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
            struct scene scene = { make, some[q], changes[c], 0 };
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

#define ALL(list) list, sizeof list / sizeof *list

static void trap_14_a_visitor_that_changes_nothing_gets_many_batches(void **state)
{
    (void)state;
    changes_nothing(pile, ALL(questions));
    changes_nothing(pile, ALL(questions_of_piles));
    changes_nothing(scattered, ALL(questions));
    changes_nothing(scattered, ALL(questions_of_scattered));
}

static void trap_14_a_visitor_that_changes_the_tree_is_stopped(void **state)
{
    (void)state;
    changes_the_tree(pile, ALL(questions));
    changes_the_tree(pile, ALL(questions_of_piles));
    changes_the_tree(scattered, ALL(questions));
    changes_the_tree(scattered, ALL(questions_of_scattered));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trap_14_a_visitor_that_changes_nothing_gets_many_batches),
        cmocka_unit_test(trap_14_a_visitor_that_changes_the_tree_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
