// Trap 14: a visitor must not change the tree it is shown. Builds with assertions end the program there; others end the
// query, after the batch that did it.
#include "support.h"
#include "views.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ITEMS = 8000, ENOUGH = 100 };

typedef void change(qd_tree *tree, qd_id id);

static void do_insert(qd_tree *tree, qd_id id)
{
    (void)id;
    qd_tree_add(tree, point_at(5, 5), 0);
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
    insert_items(tree, items, 2, NULL, NULL);
}

static void do_move_many(qd_tree *tree, qd_id id)
{
    qd_box where = point_at(-300, 77);
    move_boxes(tree, &id, &where, 1, NULL);
}

static void do_remove_many(qd_tree *tree, qd_id id)
{
    qd_tree_remove_many(tree, &id, 1, NULL);
}

static void do_set_filter(qd_tree *tree, qd_id id)
{
    qd_tree_set_filter(tree, id, &(qd_filter){ 2, 2 });
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
    const double x = prng_between(&random, -10, 10), y = prng_between(&random, -10, 10);
    return (qd_vec2){ x, y };
}

static change *const changes[] = { do_insert,      do_move,       do_remove,   do_insert_many, do_move_many,
                                   do_remove_many, do_set_filter, do_set_user, do_clear,       do_rebuild };

struct meddler {
    qd_tree *tree;
    change *change;
    size_t calls;
};

static qd_flow meddle(struct meddler *meddler, qd_id id)
{
    meddler->calls++;
    if (meddler->change)
        meddler->change(meddler->tree, id);
    return meddler->change || meddler->calls < ENOUGH ? QD_CONTINUE : QD_STOP;
}

static qd_flow meddle_found(void *context, const qd_entry *entries, size_t count)
{
    assert_true(count > 0);
    return meddle(context, entries[0].id);
}

static qd_flow meddle_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    assert_true(count > 0);
    return meddle(context, pairs[0].a.id);
}

static qd_flow meddle_second(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    assert_true(count > 0);
    return meddle(context, pairs[0].b.id);
}

static qd_flow meddle_hit(void *context, const qd_hit *hit, double *limit)
{
    *limit = hit->t;
    return meddle(context, hit->item.id);
}

static void ask(struct meddler *meddler, qd_shape shape, qd_relation relation)
{
    const qd_query query = query_of(shape, relation);
    qd_tree_visit(meddler->tree, &query, meddle_found, meddler, NULL);
}

static void ask_box(struct meddler *meddler)
{
    ask(meddler, qd_shape_box(box(-10, -10, 10, 10)), QD_OVERLAPS);
}

static void ask_everything(struct meddler *meddler)
{
    qd_tree_visit(meddler->tree, NULL, meddle_found, meddler, NULL);
}

static void ask_point(struct meddler *meddler)
{
    ask(meddler, qd_shape_point((qd_vec2){ 0, 0 }), QD_CONTAINS);
}

static void ask_circle(struct meddler *meddler)
{
    ask(meddler, qd_shape_circle((qd_vec2){ 0, 0 }, 10), QD_OVERLAPS);
}

static void ask_polygon(struct meddler *meddler)
{
    static const qd_vec2 corners[] = { { -20, -10 }, { 20, -10 }, { 0, 20 } };
    ask(meddler, qd_shape_polygon(corners, 3), QD_INSIDE);
}

static void ask_ranked(struct meddler *meddler, qd_ranked ranked)
{
    qd_tree_visit_ranked(meddler->tree, &ranked, meddle_hit, meddler, NULL);
}

static void ask_ray(struct meddler *meddler)
{
    ask_ranked(meddler, qd_ray((qd_vec2){ -5, 0 }, (qd_vec2){ 1, 0 }, INFINITY));
}

static void ask_near(struct meddler *meddler)
{
    ask_ranked(meddler, qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY));
}

static void ask_pairs(struct meddler *meddler)
{
    qd_tree_visit_pairs(meddler->tree, NULL, meddle_pairs, meddler, NULL);
}

static void ask_filtered(struct meddler *meddler)
{
    const qd_pair_query query = { .filter.mask = 3 };
    qd_tree_visit_pairs(meddler->tree, &query, meddle_pairs, meddler, NULL);
}

static void ask_within(struct meddler *meddler)
{
    const qd_pair_query query = { .distance = 0.1 };
    qd_tree_visit_pairs(meddler->tree, &query, meddle_pairs, meddler, NULL);
}

static void join(struct meddler *meddler, bool first)
{
    qd_tree *other = tree_with(QD_CLOSED, 0, 0);
    for (int i = 0; i < 400; i++) {
        qd_item item = item_at(qd_box_around(point_of(i), 1, 1));
        item.filter = (qd_filter){ 3, 3 };
        put(other, item);
    }
    const qd_pair_query query = { .other = first ? other : meddler->tree };
    qd_tree_visit_pairs(first ? meddler->tree : other, &query, first ? meddle_pairs : meddle_second, meddler, NULL);
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

static qd_flow meddle_details(void *context, const qd_detail *details, size_t count)
{
    assert_true(count > 0);
    return meddle(context, details[0].item.id);
}

static void ask_details(struct meddler *meddler, double size)
{
    const qd_query query = query_box(box(-10, -10, 10, 10));
    qd_tree_visit_details(meddler->tree, &query, size, meddle_details, meddler, NULL);
}

static void ask_detail(struct meddler *meddler)
{
    ask_details(meddler, 0);
}

static void ask_detail_of_groups(struct meddler *meddler)
{
    ask_details(meddler, 0.5);
}

typedef void question(struct meddler *meddler);
static question *const questions[] = {
    ask_box,    ask_circle, ask_ray,         ask_near,   ask_pairs,   ask_filtered,
    ask_within, ask_join,   ask_join_turned, ask_detail, ask_polygon, ask_everything
};
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

static qd_tree *tree_that_bars(qd_precision precision)
{
    const qd_tree_def def = { .precision = precision, .allocator = { resize_and_bar, NULL } };
    return tree_of(&def);
}

// Every item lies on (0, 0), so that each question has results for many batches; pairs come in small groups only.
static qd_tree *pile(qd_precision precision)
{
    qd_tree *tree = tree_that_bars(precision);
    for (uint32_t i = 0; i < ITEMS; i++) {
        qd_item item = item_at(qd_box_around((qd_vec2){ 0, 0 }, 1, 1));
        item.filter.layers = i % 8 == 0 ? 2 : 1;
        item.filter.mask = i % 8 == 0 ? 2 : QD_NO_LAYER;
        put(tree, item);
    }
    return tree;
}

// Items all over the window that is asked for, in cells of many levels.
static qd_tree *scattered(qd_precision precision)
{
    qd_tree *tree = tree_that_bars(precision);
    for (int i = 0; i < 2 * ITEMS; i++) {
        const double half = i % 100 == 0 ? 1 : 0.05;
        put(tree, item_at(qd_box_around(point_of(i), half, half)));
    }
    return tree;
}

struct scene {
    qd_tree *(*make)(qd_precision precision);
    qd_precision precision;
    question *question;
    change *change;
    size_t calls;
};

static void play(void *context)
{
    struct scene *scene = context;
    struct meddler meddler = { scene->make(scene->precision), scene->change, 0 };
    scene->question(&meddler);
    assert_true(qd_tree_check(meddler.tree));
    qd_tree_destroy(meddler.tree);
    scene->calls = meddler.calls;
}

static void changes_nothing(qd_tree *(*make)(qd_precision), question *const *some, size_t count)
{
    for (size_t q = 0; q < 2 * count; q++) {
        struct scene scene = { make, (qd_precision)(q % 2), some[q / 2], NULL, 0 };
        play(&scene);
        if (scene.calls <= 1)
            fail_msg("question %zu has one batch only", q);
    }
}

static void changes_the_tree(qd_tree *(*make)(qd_precision), question *const *some, size_t count)
{
    for (size_t q = 0; q < count; q++)
        for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
            struct scene scene = { make, (qd_precision)((q + c) % 2), some[q], changes[c], 0 };
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

static void trap_14_a_visitor_that_changes_nothing_gets_many_batches(void)
{
    changes_nothing(pile, ALL(questions));
    changes_nothing(pile, ALL(questions_of_piles));
    changes_nothing(scattered, ALL(questions));
    changes_nothing(scattered, ALL(questions_of_scattered));
}

static void trap_14_a_visitor_that_changes_the_tree_is_stopped(void)
{
    changes_the_tree(pile, ALL(questions));
    changes_the_tree(pile, ALL(questions_of_piles));
    changes_the_tree(scattered, ALL(questions));
    changes_the_tree(scattered, ALL(questions_of_scattered));
}

tests_main(plain_test(trap_14_a_visitor_that_changes_nothing_gets_many_batches),
           plain_test(trap_14_a_visitor_that_changes_the_tree_is_stopped))
