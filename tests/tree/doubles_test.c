// Doubles that floats cannot tell apart, and what else a tree of doubles promises. It looks inside for the origin,
// which callers never see.
#include "ledger.h"
#include "quad.h"
#include "scrambled.h"
#include "support.h"
#include "views.h"
#include "workers.h"

#include <float.h>
#include <stdlib.h>

static qd_tree *doubles_with(qd_edges edges, qd_box world)
{
    const qd_tree_def def = { .precision = QD_DOUBLE, .edges = edges, .world = world };
    return tree_of(&def);
}

static const qd_box learnt = { { 0, 0 }, { 0, 0 } };

static qd_id add(qd_tree *tree, qd_box box)
{
    return put(tree, item_at(box));
}

static uint64_t pairs_in(const qd_tree *tree)
{
    struct counter counter = { 0, 0 };
    qd_cost cost;
    qd_tree_visit_pairs(tree, NULL, count_pairs, &counter, &cost);
    assert_int_equal(cost.hits, counter.results);
    assert_int_equal(qd_tree_count_pairs(tree, NULL), counter.results);
    return cost.hits;
}

static size_t found_around(const qd_tree *tree, qd_vec2 center, double radius)
{
    qd_entry found;
    const qd_query query = { .shape = qd_shape_circle(center, radius) };
    found_list list = found_by(tree, &query);
    const size_t count = list.count;
    found_list_free(&list);
    assert_int_equal(qd_tree_find_circle(tree, center, radius, &found, 1), count > 0);
    return count;
}

static size_t found_near(const qd_tree *tree, qd_vec2 point, double max_distance)
{
    qd_hit near;
    return qd_tree_find_nearest(tree, point, max_distance, &near, 1);
}

static size_t found_along(const qd_tree *tree, qd_vec2 from, qd_vec2 way, double t_max)
{
    qd_hit hit;
    return qd_tree_find_ray(tree, from, way, t_max, &hit, 1);
}

// a ends one step of a double before b begins, and both are the same floats.
static void one_step_apart_does_not_touch(void)
{
    for (int edges = 0; edges < 2; edges++) {
        qd_tree *tree = doubles_with((qd_edges)edges, learnt);
        const double end = 1e7 + 0.1, next = nextafter(end, INFINITY);
        add(tree, box(0, 0, 1, 1)); // the origin is here
        qd_id a = add(tree, box(1e7, 0, end, 1));
        add(tree, box(next, 0, 2e7, 1));
        assert_int_equal(pairs_in(tree), 0);
        assert_int_equal(count_in(tree, box(next, 0, next, 1)), edges == QD_CLOSED);
        assert_int_equal(qd_tree_move(tree, a, box(1e7, 0, next, 1)), QD_OK);
        assert_int_equal(pairs_in(tree), edges == QD_CLOSED);
        assert_int_equal(qd_tree_move(tree, a, box(1e7, 0, nextafter(next, INFINITY), 1)), QD_OK);
        assert_int_equal(pairs_in(tree), 1);
        assert_true(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
}

// What floats would round together, outward rounding makes overlap; open edges must not see it.
static void open_edges_are_those_of_doubles(void)
{
    qd_tree *tree = doubles_with(QD_OPEN, learnt);
    for (int i = 0; i < 50; i++)
        add(tree, box(0.1 * i, 0.3, 0.1 * (i + 1), 0.7));
    assert_int_equal(pairs_in(tree), 0);
    assert_int_equal(count_in(tree, box(0.1 * 7, 0, 0.1 * 8, 1)), 1);
    qd_tree_destroy(tree);
}

static void the_ends_of_the_doubles(void)
{
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    qd_id all = add(tree, box(-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX));
    add(tree, box(DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX));
    add(tree, box(nextafter(DBL_MAX, 0), DBL_MAX, nextafter(DBL_MAX, 0), DBL_MAX));
    add(tree, box(DBL_TRUE_MIN, 0, DBL_TRUE_MIN, 0));
    add(tree, box(0, 0, 0, 0));
    assert_int_equal(pairs_in(tree), 4);
    assert_int_equal(qd_tree_remove(tree, all), QD_OK);
    assert_int_equal(pairs_in(tree), 0);
    assert_int_equal(count_in(tree, box(DBL_TRUE_MIN, -INFINITY, INFINITY, INFINITY)), 3);
    assert_int_equal(count_in(tree, box(DBL_MAX, DBL_MAX, INFINITY, INFINITY)), 1);
    assert_int_equal(count_in(tree, box(INFINITY, INFINITY, INFINITY, INFINITY)), 0);
    qd_hit near[5];
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ -DBL_MAX, 0 }, INFINITY, near, 5), 4);
    assert_true(near[0].distance == DBL_MAX && near[3].distance == DBL_MAX); // beyond it all are as far
    assert_true(qd_id_slot(near[0].item.id) < qd_id_slot(near[1].item.id));
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ 3 * DBL_TRUE_MIN, 0 }, 1, near, 5), 2);
    assert_true(near[0].distance == 2 * DBL_TRUE_MIN && near[1].distance == 3 * DBL_TRUE_MIN);
    qd_box bounds;
    qd_tree_bounds(tree, &bounds);
    assert_true(bounds.min.x == 0 && bounds.min.y == 0 && bounds.max.x == DBL_MAX && bounds.max.y == DBL_MAX);
    qd_tree_destroy(tree);
}

static void what_is_no_number_is_refused(void)
{
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    const qd_box bad[] = {
        box(NAN, 0, 1, 1),      box(0, 0, INFINITY, 1), box(0, -INFINITY, 1, 1),      box(0, 0, 1, NAN),
        box(0, 0, 1, INFINITY), box(1, 0, 0, 1),        box(0, nextafter(1, 2), 1, 1)
    };
    qd_id id = add(tree, box(1, 2, 3, 4));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(qd_box_is_valid(&bad[i]));
        assert_true(qd_tree_add(tree, bad[i], 0) == 0);
        assert_int_equal(qd_tree_move(tree, id, bad[i]), QD_BAD_VALUE);
    }
    assert_int_equal(count_in(tree, box(NAN, -INFINITY, INFINITY, INFINITY)), 0);
    assert_int_equal(count_in(tree, box(3, 2, 1, 4)), 0);
    assert_int_equal(count_in(tree, box(1, 4, 3, 2)), 0);
    assert_int_equal(count_in(tree, box(1, NAN, 3, 4)), 0);
    qd_item item;
    assert_int_equal(qd_tree_get(tree, id, &item), QD_OK);
    assert_true(item.box.min.x == 1 && item.box.max.y == 4);
    const qd_tree_def bad_defs[] = { { .world = box(0, 0, NAN, 1) },      { .world = box(1, 1, 1, 1) },
                                     { .world = box(0, 0, INFINITY, 1) }, { .edges = (qd_edges)7 },
                                     { .leaf_capacity = 5000 },           { .max_depth = -1 } };
    for (size_t i = 0; i < sizeof bad_defs / sizeof *bad_defs; i++) {
        qd_tree_def def = bad_defs[i];
        def.precision = QD_DOUBLE;
        assert_null(qd_tree_new(&def));
        assert_non_null(qd_tree_def_problem(&def));
    }
    qd_tree_destroy(NULL);
    qd_tree_destroy(tree);
}

static const double no_places[] = { NAN, INFINITY, -INFINITY };

enum { NO_PLACES = sizeof no_places / sizeof *no_places };

// Each coordinate and length by itself, and an item that is everywhere.
static void places_that_are_no_number_are_near_nothing(void)
{
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    const qd_vec2 good = { 1, 1 };
    add(tree, box(-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX));
    assert_int_equal(found_around(tree, good, 1), 1);
    assert_int_equal(found_near(tree, good, 1), 1);
    assert_int_equal(found_around(tree, good, NAN), 0);
    assert_int_equal(found_near(tree, good, NAN), 0);
    for (int i = 0; i < NO_PLACES; i++) {
        const qd_vec2 bad_x = { no_places[i], 1 }, bad_y = { 1, no_places[i] };
        assert_int_equal(found_around(tree, bad_x, INFINITY), 0);
        assert_int_equal(found_around(tree, bad_y, INFINITY), 0);
        assert_int_equal(found_near(tree, bad_x, INFINITY), 0);
        assert_int_equal(found_near(tree, bad_y, INFINITY), 0);
    }
    qd_tree_destroy(tree);
}

static void rays_that_are_no_number_hit_nothing(void)
{
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    const qd_vec2 good = { 1, 1 }, right = { 1, 0 }, up = { 0, 1 };
    add(tree, box(0, 0, 2, 2));
    assert_int_equal(found_along(tree, good, right, 1), 1);
    assert_int_equal(found_along(tree, good, right, NAN), 0);
    for (int i = 0; i < NO_PLACES; i++) {
        const qd_vec2 bad_x = { no_places[i], 1 }, bad_y = { 1, no_places[i] };
        assert_int_equal(found_along(tree, bad_x, right, INFINITY), 0);
        assert_int_equal(found_along(tree, bad_y, up, INFINITY), 0);
        assert_int_equal(found_along(tree, good, bad_x, INFINITY), 0);
        assert_int_equal(found_along(tree, good, bad_y, INFINITY), 0);
    }
    qd_tree_destroy(tree);
}

// Their middle would be no number.
static void bad_items_do_not_move_the_origin(void)
{
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    const qd_box boxes[] = { box(2, 0, 1, 1), box(0, 0, INFINITY, 1) };
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    qd_id ids[2] = { 1, 1 };
    assert_int_equal(qd_tree_remove(tree, add(tree, box(5, 7, 5, 7))), QD_OK);
    assert_int_equal(qd_tree_insert_many(tree, &items, 2, ids, NULL), QD_BAD_VALUE);
    assert_true(ids[0] == 0 && ids[1] == 0);
    assert_true(tree->origin.v[0] == 5 && tree->origin.v[1] == 7);
    qd_tree_destroy(tree);
}

// Refuses one demand for memory, and all later ones too if `later`. Were there fewer demands? The tree can do without
// some of what it asks for.
static bool insert_without_ids(uint64_t refuse, bool later)
{
    enum { COUNT = 300 };
    const qd_box boxes[COUNT] = { { { 0, 0 }, { 0, 0 } } };
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    struct ledger memory = { 0 };
    const qd_tree_def def = { .precision = QD_DOUBLE, .allocator = ledger_allocator(&memory) };
    qd_tree *tree = tree_of(&def);
    ledger_refuse(&memory, refuse, later);
    const qd_result result = qd_tree_insert_many(tree, &items, COUNT, NULL, NULL);
    const bool fewer = memory.refused == 0;
    assert_true(result == QD_OK || (result == QD_NO_MEMORY && !fewer));
    assert_int_equal(qd_tree_count(tree, NULL), result == QD_OK ? COUNT : 0);
    assert_true(qd_tree_check(tree));
    ledger_refuse(&memory, 0, false);
    qd_tree_destroy(tree);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);
    return fewer;
}

static qd_flow go_on(void *context, const qd_entry *entries, size_t count)
{
    (void)context;
    (void)entries;
    (void)count;
    return QD_CONTINUE;
}

// The origin lies among most of the items: one that is far away costs the others nothing.
static void one_far_item_does_not_slow_the_others(void)
{
    enum { COUNT = 2000 };
    static qd_box boxes[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        boxes[i] = qd_box_xywh(5e6 + (double)(i % 50) * 2, 5e6 + (double)(i / 50) * 2, 1, 1);
    boxes[COUNT / 2] = qd_box_xywh(1e30, -1e30, 1, 1);
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .precision = QD_DOUBLE });
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, NULL, NULL), QD_OK);
    const qd_query query = { .shape = qd_shape_box(boxes[77]) };
    qd_cost cost = { 0 };
    qd_tree_visit(tree, &query, go_on, NULL, &cost);
    assert_int_equal(cost.hits, 1);
    assert_true(cost.tests < COUNT / 8);
    qd_tree_destroy(tree);
}

// Rebuilding finds a better origin, whatever the first item was; one that the definition names stays.
static void rebuilding_moves_the_origin(void)
{
    enum { COUNT = 2000 };
    for (int named = 0; named < 2; named++) {
        qd_tree *tree = doubles_with(QD_CLOSED, named ? box(-1e12, -1e12, -9e11, -9e11) : learnt);
        add(tree, box(1e30, -1e30, 1e30, -1e30));
        for (size_t i = 0; i < COUNT; i++)
            add(tree, qd_box_xywh(5e6 + (double)(i % 50) * 2, 5e6 + (double)(i / 50) * 2, 1, 1));
        const qd_box window = qd_box_xywh(5e6, 5e6, 1, 1);
        assert_true(cost_of_window(tree, window).tests > COUNT / 2);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
        assert_true(named == (cost_of_window(tree, window).tests > COUNT / 8));
        assert_true(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
}

static void inserting_without_ids_fails_cleanly_at_each_demand(void)
{
    for (int later = 0; later < 2; later++) {
        uint64_t refuse = 1;
        while (!insert_without_ids(refuse, later == 1))
            refuse++;
        assert_true(refuse > 2); // the items were copied, and room made for their ids
    }
}

// Without memory they move one by one, and a caller that does not ask does not learn which was bad.
static void moving_without_memory_passes_by_what_is_bad(void)
{
    struct ledger memory = { 0 };
    const qd_tree_def def = { .precision = QD_DOUBLE, .allocator = ledger_allocator(&memory) };
    qd_tree *tree = tree_of(&def);
    const qd_id ids[] = { add(tree, box(0, 0, 1, 1)), add(tree, box(0, 0, 1, 1)), add(tree, box(0, 0, 1, 1)) };
    const qd_box boxes[] = { box(2, 2, 3, 3), box(3, 3, 2, 2), box(2, 2, 3, 3) };
    ledger_refuse(&memory, 1, true);
    assert_int_equal(move_boxes(tree, ids, boxes, 3, NULL), QD_BAD_VALUE);
    assert_true(memory.refused > 0);
    assert_int_equal(count_in(tree, boxes[0]), 2);
    assert_int_equal(count_in(tree, box(0, 0, 1, 1)), 1);
    qd_tree_destroy(tree);
}

// Distances are within a few steps of what long double makes of them, also where squares would overflow or vanish.
static void distances_neither_overflow_nor_vanish(void)
{
    struct prng random = { 7 };
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    qd_id id = add(tree, box(0, 0, 0, 0));
    for (int exponent = -1060; exponent <= 1020; exponent += 7) {
        const double x = ldexp(1 + prng_below(&random, 1000) * 1e-3, exponent);
        const double y = ldexp(1 + prng_below(&random, 1000) * 1e-3, exponent - (int)prng_below(&random, 60));
        assert_int_equal(qd_tree_move(tree, id, box(x, y, x, y)), QD_OK);
        qd_hit near;
        assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ 0, 0 }, INFINITY, &near, 1), 1);
        const long double ratio = (long double)y / x, wanted = x * sqrtl(1 + ratio * ratio);
        assert_true(fabsl(near.distance - wanted) <= wanted * 0x1p-50L + DBL_TRUE_MIN);
    }
    qd_tree_destroy(tree);
}

// A world of a kilometre ten thousand kilometres away: its origin follows, so that the tree inside has cells there.
static void far_worlds_keep_their_cells(void)
{
    enum { COUNT = 4000 };
    const qd_vec2 corner = { 1e10, -3e10 };
    struct prng random = { 3 };
    qd_box *boxes = need(COUNT, sizeof *boxes);
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    for (size_t i = 0; i < COUNT; i++) {
        const double x = corner.x + prng_below(&random, 1000000) * 1e-3;
        const double y = corner.y + prng_below(&random, 1000000) * 1e-3;
        boxes[i] = qd_box_xywh(x, y, 1, 1);
    }
    for (int given = 0; given < 3; given++) {
        qd_tree *tree = doubles_with(QD_CLOSED, given == 1 ? qd_box_xywh(corner.x, corner.y, 1000, 1000) : learnt);
        if (given == 2) { // an origin elsewhere: rebuilding finds the better one
            qd_id first = add(tree, box(0, 0, 0, 0));
            assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, NULL, NULL), QD_OK);
            assert_int_equal(qd_tree_remove(tree, first), QD_OK);
            assert_true(tree->origin.v[0] == 0);
            assert_int_equal(qd_tree_rebuild(tree), QD_OK);
        } else {
            assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, NULL, NULL), QD_OK);
        }
        assert_true(fabs(tree->origin.v[0] - corner.x) <= 1000);
        assert_true(fabs(tree->origin.v[1] - corner.y) <= 1000);
        const qd_box window = qd_box_xywh(corner.x + 500, corner.y + 500, 10, 10);
        assert_true(cost_of_window(tree, window).tests < 300); // of 4000
        assert_true(cost_of_pairs(tree).tests < 40 * COUNT);
        qd_hit near[8];
        assert_int_equal(qd_tree_find_nearest(tree, window.min, INFINITY, near, 8), 8);
        assert_true(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
    free(boxes);
}

struct meddler {
    qd_tree *tree;
    size_t calls;
    int kind;             // of search
    const qd_tree *other; // for pairs of two trees
};

static qd_flow meddle(void *context, const qd_entry *items, size_t count)
{
    struct meddler *meddler = context;
    (void)count;
    meddler->calls++;
    qd_tree_remove(meddler->tree, items[0].id);
    return QD_CONTINUE;
}

static qd_flow meddle_ranked(void *context, const qd_hit *hit, double *limit)
{
    *limit = hit->t;
    return meddle(context, &hit->item, 1);
}

static qd_flow meddle_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    return meddle(context, &pairs[0].a, count);
}

static void let_meddle(void *context)
{
    struct meddler *meddler = context;
    const qd_query circle = { .shape = qd_shape_circle((qd_vec2){ 0, 0 }, INFINITY) };
    const qd_ranked near = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY);
    const qd_ranked ray = qd_ray((qd_vec2){ -1, 0.5 }, (qd_vec2){ 1, 0 }, INFINITY);
    const qd_pair_query pairs = { .other = meddler->other };
    if (meddler->kind == 0)
        qd_tree_visit(meddler->tree, NULL, meddle, meddler, NULL);
    else if (meddler->kind == 1)
        qd_tree_visit_ranked(meddler->tree, &near, meddle_ranked, meddler, NULL);
    else if (meddler->kind == 2)
        qd_tree_visit_ranked(meddler->tree, &ray, meddle_ranked, meddler, NULL);
    else if (meddler->kind == 3)
        qd_tree_visit(meddler->tree, &circle, meddle, meddler, NULL);
    else if (meddler->kind == 4)
        qd_tree_visit_pairs(meddler->tree, &pairs, meddle_pairs, meddler, NULL);
    else
        qd_tree_visit_pairs(meddler->tree, NULL, meddle_pairs, meddler, NULL);
}

static void a_visitor_that_changes_it_is_the_last(void)
{
    for (int kind = 0; kind < 6; kind++) {
        qd_tree *other = doubles_with(QD_CLOSED, learnt);
        struct meddler meddler = { doubles_with(QD_CLOSED, learnt), 0, kind, other };
        for (int i = 0; i < 2; i++)
            add(other, box(-1, -1, 2000, 2)); // about an origin of its own
        for (int i = 0; i < 1000; i++)
            add(meddler.tree, qd_box_xywh(i, 0, 1, 1));
#ifdef NDEBUG
        let_meddle(&meddler);
        assert_int_equal(meddler.calls, 1);
#else
        assert_true(aborts(let_meddle, &meddler));
#endif
        qd_tree_destroy(meddler.tree);
        qd_tree_destroy(other);
    }
}

static qd_flow count_and_stop(void *context, const qd_entry *items, size_t count)
{
    count_found(context, items, count);
    return QD_STOP;
}

static void a_circle_ends_when_its_visitor_stops(void)
{
    enum { COUNT = 1000 };
    qd_tree *tree = doubles_with(QD_CLOSED, learnt);
    struct counter all = { 0, 0 }, first = { 0, 0 };
    for (int i = 0; i < COUNT; i++)
        add(tree, qd_box_xywh(i, 0, 1, 1));
    const qd_query query = { .shape = qd_shape_circle((qd_vec2){ 0, 0 }, INFINITY) };
    qd_cost cost;
    qd_tree_visit(tree, &query, count_found, &all, NULL);
    assert_true(all.results == COUNT && all.batches > 1);
    qd_tree_visit(tree, &query, count_and_stop, &first, &cost);
    assert_int_equal(first.batches, 1);
    assert_true(first.results < COUNT);
    assert_int_equal(cost.hits, first.results);
    qd_tree_destroy(tree);
}

// With an executor: the same pairs in the same order.
static void workers_change_nothing(void)
{
    enum { COUNT = 6000 };
    const qd_tree_def defs[2] = { { .precision = QD_DOUBLE },
                                  { .precision = QD_DOUBLE, .executor = scrambled_executor() } };
    pair_list seen[2] = { { 0 }, { 0 } };
    qd_box *boxes = need(COUNT, sizeof *boxes);
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    struct prng random = { 5 };
    for (size_t i = 0; i < COUNT; i++) {
        const double x = prng_below(&random, 1000000) * 1e-3, y = prng_below(&random, 1000000) * 1e-3;
        boxes[i] = qd_box_xywh(1e9 + x, y, 12, 12);
    }
    for (int i = 0; i < 2; i++) {
        qd_tree *tree = tree_of(&defs[i]);
        assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, NULL, NULL), QD_OK);
        qd_tree_visit_pairs(tree, NULL, pair_list_add, &seen[i], NULL);
        qd_tree_destroy(tree);
    }
    assert_true(seen[0].count > 5000);
    assert_int_equal(seen[0].count, seen[1].count);
    assert_memory_equal(seen[0].at, seen[1].at, seen[0].count * sizeof(qd_pair));
    pair_list_free(&seen[0]);
    pair_list_free(&seen[1]);
    free(boxes);
}

// A flock that sways: once it has swayed, moving and asking ask the allocator for nothing.
static void steady_state_needs_no_memory(void)
{
    enum { COUNT = 3000 };
    struct ledger memory = { 0 };
    const qd_tree_def def = { .precision = QD_DOUBLE, .allocator = ledger_allocator(&memory) };
    qd_tree *tree = tree_of(&def);
    qd_box *homes = need(COUNT, sizeof *homes), *boxes = need(COUNT, sizeof *boxes);
    qd_id *ids = need(COUNT, sizeof *ids);
    const qd_items items = { .boxes = qd_boxes_double(homes) };
    struct prng random = { 11 };
    for (size_t i = 0; i < COUNT; i++)
        homes[i] = qd_box_xywh(4e6 + prng_below(&random, 100000) * 1e-2, prng_below(&random, 100000) * 1e-2, 3, 3);
    assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, ids, NULL), QD_OK);
    uint64_t calls = 0;
    for (int tick = 0; tick < 400; tick++) {
        const double sway = 30 * sin(tick * 0.31415926535897931); // a period of twenty ticks
        for (size_t i = 0; i < COUNT; i++) {
            const double along = i % 2 == 0 ? sway : -sway;
            boxes[i] = qd_box_xywh(homes[i].min.x + along, homes[i].min.y - along, 3, 3);
        }
        assert_int_equal(move_boxes(tree, ids, boxes, COUNT, NULL), QD_OK);
        pairs_in(tree);
        calls += 2 * calls_for_pairs(); // it searches twice
        qd_box bounds;
        qd_tree_bounds(tree, &bounds);
        qd_hit near[4];
        assert_int_equal(qd_tree_find_nearest(tree, boxes[0].min, INFINITY, near, 4), 4);
        if (tick == 200)
            calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    assert_int_equal(stats_of(tree).bytes, memory.bytes);
    qd_tree_destroy(tree);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);
    free(homes);
    free(boxes);
    free(ids);
}

tests_main(plain_test(one_step_apart_does_not_touch), plain_test(open_edges_are_those_of_doubles),
           plain_test(the_ends_of_the_doubles), plain_test(what_is_no_number_is_refused),
           plain_test(places_that_are_no_number_are_near_nothing), plain_test(rays_that_are_no_number_hit_nothing),
           plain_test(bad_items_do_not_move_the_origin), plain_test(one_far_item_does_not_slow_the_others),
           plain_test(rebuilding_moves_the_origin), plain_test(inserting_without_ids_fails_cleanly_at_each_demand),
           plain_test(moving_without_memory_passes_by_what_is_bad), plain_test(distances_neither_overflow_nor_vanish),
           plain_test(far_worlds_keep_their_cells), plain_test(a_visitor_that_changes_it_is_the_last),
           plain_test(a_circle_ends_when_its_visitor_stops), plain_test(workers_change_nothing),
           plain_test(steady_state_needs_no_memory))
