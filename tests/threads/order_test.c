// Pairs by workers come as they would come from one thread, whatever becomes of the buffers: scenes so dense that they
// overflow, so sparse that they stay empty, and visitors that stop.
#include "twins.h"
#include "views.h"

#include <stdlib.h>

static const qd_tree_def plain_def = { .edges = QD_CLOSED };

/// The visitor's calls until it stops.
struct calls {
    size_t limit, count;
    qd_pair last;
};

static qd_flow stop_after(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    struct calls *calls = context;
    calls->last = pairs[count - 1];
    return ++calls->count < calls->limit ? QD_CONTINUE : QD_STOP;
}

static void assert_stops_alike(const struct twins *twins, size_t limit)
{
    struct calls a = { .limit = limit }, b = { .limit = limit };
    qd_cost right, cost;
    qd_tree_visit_pairs(twins->plain, NULL, stop_after, &a, &right);
    qd_tree_visit_pairs(twins->shared, NULL, stop_after, &b, &cost);
    assert_int_equal(a.count, b.count);
    assert_int_equal(cost.hits, right.hits);
    assert_true(cost.tests >= right.tests && cost.nodes >= right.nodes);
    if (a.count > 0)
        assert_memory_equal(&a.last, &b.last, sizeof a.last);
}

static void early_stop(void)
{
    for (int scene = 0; scene < SCENES; scene++) {
        struct twins twins;
        twins_open(&twins, (enum scene_kind)scene, scene % 2 ? SCRAMBLED : POOL_OF_3, &plain_def, false, 2000);
        for (size_t limit = 1; limit < 1000; limit += 1 + limit / 3)
            assert_stops_alike(&twins, limit);
        twins_close(&twins);
    }
}

/// All of the same size, `side` times as wide as they are apart.
static void of_density(double side, size_t count, enum executor_kind executor)
{
    struct twins twins;
    twins_open(&twins, UNIFORM, executor, &plain_def, false, count);
    double apart = 1000 / sqrt((double)count);
    for (size_t i = 0; i < count; i++) {
        qd_box *own = &twins.boxes[i];
        own->max.x = own->min.x + side * apart;
        own->max.y = own->min.y + side * apart;
    }
    assert_int_equal(move_boxes(twins.plain, twins.ids, twins.boxes, count, NULL), QD_OK);
    assert_int_equal(move_boxes(twins.shared, twins.ids, twins.boxes, count, NULL), QD_OK);
    twins_compare(&twins);
    assert_int_equal(qd_tree_rebuild(twins.plain), QD_OK);
    assert_int_equal(qd_tree_rebuild(twins.shared), QD_OK);
    twins_compare(&twins);
    twins_close(&twins);
}

static void any_density(void)
{
    static const double sides[] = { 0, 0.1, 1, 3, 6, 20 };
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        of_density(sides[i], 2500, SCRAMBLED);
        of_density(sides[i], 2500, POOL_OF_4);
    }
    of_density(0.1, 40000, POOL_OF_2); // slots grow
}

static void all_in_one_place(void)
{
    struct twins twins;
    twins_open(&twins, UNIFORM, POOL_OF_2, &plain_def, false, 1500);
    for (size_t i = 0; i < twins.count; i++)
        twins.boxes[i] = point_at(5, 5);
    assert_int_equal(move_boxes(twins.plain, twins.ids, twins.boxes, twins.count, NULL), QD_OK);
    assert_int_equal(move_boxes(twins.shared, twins.ids, twins.boxes, twins.count, NULL), QD_OK);
    twins_compare(&twins);
    twins_close(&twins);
}

static void one_filter_among_many(void)
{
    struct twins twins;
    twins_open(&twins, UNIFORM, BACKWARDS, &plain_def, false, 3000);
    const size_t before = (size_t)cost_of_pairs(twins.shared).hits;
    for (size_t i = 0; i < twins.count; i += 977) {
        const qd_item plain = twins.items[i];
        twins.items[i].filter.mask = QD_NO_LAYER;
        twins.items[i].box = box(0, 0, 1000, 1000); // it would pair with all others
        twins_refill(&twins);
        twins_compare(&twins);
        assert_true(cost_of_pairs(twins.shared).hits <= before);
        twins.items[i] = plain;
    }
    twins_close(&twins);
}

/// An executor that must not be asked.
static void refuse(void *context, qd_work *work, void *job, uint32_t parts)
{
    (void)context, (void)work, (void)job, (void)parts;
    fail();
}

/// Runs the parts in order, and counts the jobs.
static void forwards(void *context, qd_work *work, void *job, uint32_t parts)
{
    (*(size_t *)context)++;
    for (uint32_t part = 0; part < parts; part++)
        work(job, part);
}

/// Loads, moves and rebuilds so many squares with an executor.
static void change_all(size_t count, qd_executor executor)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .executor = executor });
    struct flock flock = flock_of_squares(count, box(0, 0, 100, 100), 1, 5);
    flock_insert_many(&flock, tree);
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, flock.count, NULL), QD_OK);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    assert_holds(tree, &flock);
    flock_end(&flock, tree);
}

static void one_worker_is_none(void)
{
    for (uint32_t workers = 0; workers < 2; workers++)
        change_all(3000, (qd_executor){ refuse, NULL, workers, 1 });
}

static void few_items_are_not_shared_out(void)
{
    change_all(3000, (qd_executor){ refuse, NULL, 2, 0 });
    change_all((1 << 15) - 1, (qd_executor){ refuse, NULL, 2, 0 });
    change_all(2999, (qd_executor){ refuse, NULL, 2, 3000 });
    size_t runs = 0;
    change_all(3000, (qd_executor){ forwards, &runs, 2, 3000 });
    assert_true(runs > 0);
    runs = 0;
    change_all(1 << 15, (qd_executor){ forwards, &runs, 2, 0 });
    assert_true(runs > 0);
}

static void no_function_is_none(void)
{
    qd_tree_def def = { .executor = { NULL, NULL, 8, 1 } };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(3000, box(0, 0, 100, 100), 1, 5);
    flock_insert_many(&flock, tree);
    assert_holds(tree, &flock);
    flock_end(&flock, tree);
}

/// More workers than there is any use for.
static void very_many_workers(void)
{
    size_t runs = 0;
    qd_tree_def def = { .executor = { forwards, &runs, UINT32_MAX, 1 } };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(60000, box(0, 0, 1000, 1000), 1, 5);
    flock_insert_many(&flock, tree);
    for (size_t i = 0; i < flock.count; i++)
        flock.boxes[i].max.x += 1;
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, flock.count, NULL), QD_OK);
    assert_true(qd_tree_check(tree));
    qd_tree *plain = tree_of(NULL);
    struct flock copy = { flock.boxes, need(flock.count, sizeof *copy.ids), flock.count };
    flock_insert_many(&copy, plain);
    assert_int_equal(cost_of_pairs(tree).hits, cost_of_pairs(plain).hits);
    assert_true(runs > 5);
    qd_tree_destroy(plain);
    qd_tree_destroy(tree);
    free(copy.ids);
    flock_free(&flock);
}

tests_main(plain_test(one_filter_among_many), plain_test(early_stop), plain_test(any_density),
           plain_test(all_in_one_place), plain_test(one_worker_is_none), plain_test(few_items_are_not_shared_out),
           plain_test(no_function_is_none), plain_test(very_many_workers))
