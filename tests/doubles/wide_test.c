// Doubles that floats cannot tell apart, and what else a qd_wide promises, a test each.
#include "support.h"

#include "ledger.h"

#include <float.h>
#include <pool.h>
#include <stdlib.h>
#include <string.h>

static qd_dbox dbox(double min_x, double min_y, double max_x, double max_y)
{
    return (qd_dbox){ { min_x, min_y }, { max_x, max_y } };
}

static qd_wide *wide_with(qd_edges edges, qd_dbox world)
{
    qd_wide_def def = { .edges = edges, .world = world };
    qd_wide *wide = qd_wide_create(&def);
    assert_non_null(wide);
    return wide;
}

static const qd_dbox learnt = { { 0, 0 }, { 0, 0 } };

static qd_id put(qd_wide *wide, qd_dbox box)
{
    qd_id id = qd_wide_insert(wide, (qd_ditem){ box, 0, { 0, 0 } });
    assert_false(qd_id_is_null(id));
    return id;
}

static uint64_t pairs_in(const qd_wide *wide)
{
    struct counter counter = { 0, 0 };
    uint64_t hits = qd_wide_visit_pairs(wide, count_pairs, &counter).hits;
    assert_int_equal(hits, counter.results);
    return hits;
}

static uint64_t found_at(const qd_wide *wide, qd_dbox window)
{
    struct counter counter = { 0, 0 };
    uint64_t hits = qd_wide_visit_box(wide, window, everyone, count_found, &counter).hits;
    assert_int_equal(hits, counter.results);
    return hits;
}

static uint64_t found_around(const qd_wide *wide, qd_dvec2 center, double radius)
{
    struct counter counter = { 0, 0 };
    qd_found found;
    uint64_t hits = qd_wide_visit_circle(wide, center, radius, everyone, count_found, &counter).hits;
    assert_int_equal(hits, counter.results);
    assert_int_equal(qd_wide_find_circle(wide, center, radius, everyone, &found, 1), hits > 0);
    return hits;
}

static size_t found_near(const qd_wide *wide, qd_dvec2 point, double max_distance)
{
    qd_dnear near;
    return qd_wide_find_near(wide, point, max_distance, everyone, &near, 1);
}

static size_t found_along(const qd_wide *wide, qd_dray ray)
{
    qd_dhit hit;
    return qd_wide_find_ray(wide, ray, everyone, &hit, 1);
}

// a ends one step of a double before b begins, and both are the same floats.
static void one_step_apart_does_not_touch(void **state)
{
    (void)state;
    for (int edges = 0; edges < 2; edges++) {
        qd_wide *wide = wide_with((qd_edges)edges, learnt);
        const double end = 1e7 + 0.1, next = nextafter(end, INFINITY);
        put(wide, dbox(0, 0, 1, 1)); // the origin is here
        qd_id a = put(wide, dbox(1e7, 0, end, 1));
        put(wide, dbox(next, 0, 2e7, 1));
        assert_int_equal(pairs_in(wide), 0);
        assert_int_equal(found_at(wide, dbox(next, 0, next, 1)), edges == QD_EDGES_CLOSED);
        assert_int_equal(qd_wide_move(wide, a, dbox(1e7, 0, next, 1)), QD_OK);
        assert_int_equal(pairs_in(wide), edges == QD_EDGES_CLOSED);
        assert_int_equal(qd_wide_move(wide, a, dbox(1e7, 0, nextafter(next, INFINITY), 1)), QD_OK);
        assert_int_equal(pairs_in(wide), 1);
        assert_true(qd_wide_check(wide));
        qd_wide_destroy(wide);
    }
}

// What floats would round together, outward rounding makes overlap; open edges must not see it.
static void open_edges_are_those_of_doubles(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_OPEN, learnt);
    for (int i = 0; i < 50; i++)
        put(wide, dbox(0.1 * i, 0.3, 0.1 * (i + 1), 0.7));
    assert_int_equal(pairs_in(wide), 0);
    assert_int_equal(found_at(wide, dbox(0.1 * 7, 0, 0.1 * 8, 1)), 1);
    qd_wide_destroy(wide);
}

static void the_ends_of_the_doubles(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    qd_id all = put(wide, dbox(-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX));
    put(wide, dbox(DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX));
    put(wide, dbox(nextafter(DBL_MAX, 0), DBL_MAX, nextafter(DBL_MAX, 0), DBL_MAX));
    put(wide, dbox(DBL_TRUE_MIN, 0, DBL_TRUE_MIN, 0));
    put(wide, dbox(0, 0, 0, 0));
    assert_int_equal(pairs_in(wide), 4);
    assert_int_equal(qd_wide_remove(wide, all), QD_OK);
    assert_int_equal(pairs_in(wide), 0);
    assert_int_equal(found_at(wide, dbox(DBL_TRUE_MIN, -INFINITY, INFINITY, INFINITY)), 3);
    assert_int_equal(found_at(wide, dbox(DBL_MAX, DBL_MAX, INFINITY, INFINITY)), 1);
    assert_int_equal(found_at(wide, dbox(INFINITY, INFINITY, INFINITY, INFINITY)), 0);
    qd_dnear near[5];
    assert_int_equal(qd_wide_find_near(wide, (qd_dvec2){ -DBL_MAX, 0 }, INFINITY, everyone, near, 5), 4);
    assert_true(near[0].distance == DBL_MAX && near[3].distance == DBL_MAX); // beyond it all are as far
    assert_true(near[0].item.id.slot < near[1].item.id.slot);
    assert_int_equal(qd_wide_find_near(wide, (qd_dvec2){ 3 * DBL_TRUE_MIN, 0 }, 1, everyone, near, 5), 2);
    assert_true(near[0].distance == 2 * DBL_TRUE_MIN && near[1].distance == 3 * DBL_TRUE_MIN);
    qd_dbox bounds = qd_wide_bounds(wide);
    assert_true(bounds.min.x == 0 && bounds.min.y == 0 && bounds.max.x == DBL_MAX && bounds.max.y == DBL_MAX);
    qd_wide_destroy(wide);
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    const qd_dbox bad[] = {
        dbox(NAN, 0, 1, 1),      dbox(0, 0, INFINITY, 1), dbox(0, -INFINITY, 1, 1),      dbox(0, 0, 1, NAN),
        dbox(0, 0, 1, INFINITY), dbox(1, 0, 0, 1),        dbox(0, nextafter(1, 2), 1, 1)
    };
    qd_id id = put(wide, dbox(1, 2, 3, 4));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(qd_dbox_is_valid(bad[i]));
        assert_true(qd_id_is_null(qd_wide_insert(wide, (qd_ditem){ bad[i], 0, { 0, 0 } })));
        assert_int_equal(qd_wide_move(wide, id, bad[i]), QD_BAD_VALUE);
    }
    assert_int_equal(found_at(wide, dbox(NAN, -INFINITY, INFINITY, INFINITY)), 0);
    assert_int_equal(found_at(wide, dbox(3, 2, 1, 4)), 0);
    assert_int_equal(found_at(wide, dbox(1, 4, 3, 2)), 0);
    assert_int_equal(found_at(wide, dbox(1, NAN, 3, 4)), 0);
    qd_ditem item;
    assert_true(qd_wide_get(wide, id, &item));
    assert_true(item.box.min.x == 1 && item.box.max.y == 4);
    const qd_wide_def bad_defs[] = {
        { .world = dbox(0, 0, NAN, 1) }, { .world = dbox(1, 1, 1, 1) }, { .world = dbox(0, 0, INFINITY, 1) },
        { .edges = (qd_edges)7 },        { .leaf_capacity = 5000 },     { .max_depth = -1 }
    };
    for (size_t i = 0; i < sizeof bad_defs / sizeof *bad_defs; i++)
        assert_null(qd_wide_create(&bad_defs[i]));
    qd_wide_destroy(NULL);
    qd_wide_destroy(wide);
}

static const double no_places[] = { NAN, INFINITY, -INFINITY };

enum { NO_PLACES = sizeof no_places / sizeof *no_places };

// Each coordinate and length by itself, and an item that is everywhere.
static void places_that_are_no_number_are_near_nothing(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    const qd_dvec2 good = { 1, 1 };
    put(wide, dbox(-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX));
    assert_int_equal(found_around(wide, good, 1), 1);
    assert_int_equal(found_near(wide, good, 1), 1);
    assert_int_equal(found_around(wide, good, NAN), 0);
    assert_int_equal(found_near(wide, good, NAN), 0);
    for (int i = 0; i < NO_PLACES; i++) {
        const qd_dvec2 bad_x = { no_places[i], 1 }, bad_y = { 1, no_places[i] };
        assert_int_equal(found_around(wide, bad_x, INFINITY), 0);
        assert_int_equal(found_around(wide, bad_y, INFINITY), 0);
        assert_int_equal(found_near(wide, bad_x, INFINITY), 0);
        assert_int_equal(found_near(wide, bad_y, INFINITY), 0);
    }
    qd_wide_destroy(wide);
}

static void rays_that_are_no_number_hit_nothing(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    const qd_dvec2 good = { 1, 1 }, right = { 1, 0 }, up = { 0, 1 };
    put(wide, dbox(0, 0, 2, 2));
    assert_int_equal(found_along(wide, (qd_dray){ good, right, 1 }), 1);
    assert_int_equal(found_along(wide, (qd_dray){ good, right, NAN }), 0);
    for (int i = 0; i < NO_PLACES; i++) {
        const qd_dvec2 bad_x = { no_places[i], 1 }, bad_y = { 1, no_places[i] };
        assert_int_equal(found_along(wide, qd_dray_toward(bad_x, right)), 0);
        assert_int_equal(found_along(wide, qd_dray_toward(bad_y, up)), 0);
        assert_int_equal(found_along(wide, qd_dray_toward(good, bad_x)), 0);
        assert_int_equal(found_along(wide, qd_dray_toward(good, bad_y)), 0);
    }
    qd_wide_destroy(wide);
}

// Three of its four numbers are zero, as all four are of one that is not given.
static void a_world_may_be_a_line(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, dbox(0, 0, 0, 8));
    put(wide, dbox(100, 100, 101, 101));
    assert_true(qd_wide_origin(wide).x == 0 && qd_wide_origin(wide).y == 4); // given, not learnt
    qd_wide_destroy(wide);
}

// Their middle would be no number.
static void bad_items_do_not_move_the_origin(void **state)
{
    (void)state;
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    const qd_ditem items[] = { { .box = dbox(2, 0, 1, 1) }, { .box = dbox(0, 0, INFINITY, 1) } };
    qd_id ids[2] = { { 1, 1 }, { 1, 1 } };
    assert_int_equal(qd_wide_remove(wide, put(wide, dbox(5, 7, 5, 7))), QD_OK);
    assert_int_equal(qd_wide_insert_many(wide, items, 2, ids, NULL), QD_BAD_VALUE);
    assert_true(qd_id_is_null(ids[0]) && qd_id_is_null(ids[1]));
    assert_true(qd_wide_origin(wide).x == 5 && qd_wide_origin(wide).y == 7);
    qd_wide_destroy(wide);
}

// Refuses one demand for memory, and all later ones too if `later`. Were there fewer demands? The tree can do without
// some of what it asks for.
static bool insert_without_ids(uint64_t refuse, bool later)
{
    enum { COUNT = 300 };
    const qd_ditem items[COUNT] = { { .user = 0 } };
    struct ledger memory = { 0 };
    const qd_wide_def def = { .allocator = ledger_allocator(&memory) };
    qd_wide *wide = qd_wide_create(&def);
    ledger_refuse(&memory, refuse, later);
    const qd_result result = qd_wide_insert_many(wide, items, COUNT, NULL, NULL);
    const bool fewer = memory.refused == 0;
    assert_true(result == QD_OK || (result == QD_NO_MEMORY && !fewer));
    assert_int_equal(qd_wide_count(wide), result == QD_OK ? COUNT : 0);
    assert_true(qd_wide_check(wide));
    ledger_refuse(&memory, 0, false);
    qd_wide_destroy(wide);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);
    return fewer;
}

static void inserting_without_ids_fails_cleanly_at_each_demand(void **state)
{
    (void)state;
    for (int later = 0; later < 2; later++) {
        uint64_t refuse = 1;
        while (!insert_without_ids(refuse, later == 1))
            refuse++;
        assert_true(refuse > 2); // the items were copied, and room made for their ids
    }
}

// Without memory they move one by one, and whoever does not ask is not told which was bad.
static void moving_without_memory_passes_by_what_is_bad(void **state)
{
    (void)state;
    struct ledger memory = { 0 };
    const qd_wide_def def = { .allocator = ledger_allocator(&memory) };
    qd_wide *wide = qd_wide_create(&def);
    const qd_id ids[] = { put(wide, dbox(0, 0, 1, 1)), put(wide, dbox(0, 0, 1, 1)), put(wide, dbox(0, 0, 1, 1)) };
    const qd_dbox boxes[] = { dbox(2, 2, 3, 3), dbox(3, 3, 2, 2), dbox(2, 2, 3, 3) };
    ledger_refuse(&memory, 1, true);
    assert_int_equal(qd_wide_move_many(wide, ids, boxes, 3, NULL), QD_BAD_VALUE);
    assert_true(memory.refused > 0);
    assert_int_equal(found_at(wide, boxes[0]), 2);
    assert_int_equal(found_at(wide, dbox(0, 0, 1, 1)), 1);
    qd_wide_destroy(wide);
}

// Distances are within a few steps of what long double makes of them, also where squares would overflow or vanish.
static void distances_neither_overflow_nor_vanish(void **state)
{
    (void)state;
    struct prng random = { 7 };
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    qd_id id = put(wide, dbox(0, 0, 0, 0));
    for (int exponent = -1060; exponent <= 1020; exponent += 7) {
        const double x = ldexp(1 + prng_below(&random, 1000) * 1e-3, exponent);
        const double y = ldexp(1 + prng_below(&random, 1000) * 1e-3, exponent - (int)prng_below(&random, 60));
        assert_int_equal(qd_wide_move(wide, id, dbox(x, y, x, y)), QD_OK);
        qd_dnear near;
        assert_int_equal(qd_wide_find_near(wide, (qd_dvec2){ 0, 0 }, INFINITY, everyone, &near, 1), 1);
        const long double ratio = (long double)y / x, wanted = x * sqrtl(1 + ratio * ratio);
        assert_true(fabsl(near.distance - wanted) <= wanted * 0x1p-50L + DBL_TRUE_MIN);
    }
    qd_wide_destroy(wide);
}

// A world of a kilometre ten thousand kilometres away: its origin follows, so that the tree inside has cells there.
static void far_worlds_keep_their_cells(void **state)
{
    (void)state;
    enum { COUNT = 4000 };
    const qd_dvec2 corner = { 1e10, -3e10 };
    struct prng random = { 3 };
    qd_ditem *items = need(COUNT, sizeof *items);
    for (size_t i = 0; i < COUNT; i++) {
        const double x = corner.x + prng_below(&random, 1000000) * 1e-3;
        const double y = corner.y + prng_below(&random, 1000000) * 1e-3;
        items[i].box = qd_dbox_xywh(x, y, 1, 1);
    }
    for (int given = 0; given < 3; given++) {
        qd_wide *wide = wide_with(QD_EDGES_CLOSED, given == 1 ? qd_dbox_xywh(corner.x, corner.y, 1000, 1000) : learnt);
        if (given == 2) { // an origin elsewhere: rebuilding finds the better one
            qd_id first = put(wide, dbox(0, 0, 0, 0));
            assert_int_equal(qd_wide_insert_many(wide, items, COUNT, NULL, NULL), QD_OK);
            assert_int_equal(qd_wide_remove(wide, first), QD_OK);
            assert_true(qd_wide_origin(wide).x == 0);
            assert_int_equal(qd_wide_rebuild(wide), QD_OK);
        } else {
            assert_int_equal(qd_wide_insert_many(wide, items, COUNT, NULL, NULL), QD_OK);
        }
        assert_true(fabs(qd_wide_origin(wide).x - corner.x) <= 1000);
        assert_true(fabs(qd_wide_origin(wide).y - corner.y) <= 1000);
        struct counter counter = { 0, 0 };
        const qd_dbox window = qd_dbox_xywh(corner.x + 500, corner.y + 500, 10, 10);
        const qd_cost cost = qd_wide_visit_box(wide, window, everyone, count_found, &counter);
        assert_true(cost.tests < 300); // of 4000
        assert_true(qd_wide_visit_pairs(wide, count_pairs, &counter).tests < 40 * COUNT);
        qd_dnear near[8];
        assert_int_equal(qd_wide_find_near(wide, window.min, INFINITY, everyone, near, 8), 8);
        assert_true(qd_wide_check(wide));
        qd_wide_destroy(wide);
    }
    free(items);
}

struct meddler {
    qd_wide *wide;
    size_t calls;
    int kind;       // of search
    qd_wide *other; // to join with
};

static bool meddle(void *context, const qd_found *items, size_t count)
{
    struct meddler *meddler = context;
    (void)count;
    meddler->calls++;
    qd_wide_remove(meddler->wide, items[0].id);
    return true;
}

static double meddle_near(void *context, const qd_dnear *near)
{
    struct meddler *meddler = context;
    meddler->calls++;
    qd_wide_remove(meddler->wide, near->item.id);
    return INFINITY;
}

static double meddle_ray(void *context, const qd_dhit *hit)
{
    struct meddler *meddler = context;
    meddler->calls++;
    qd_wide_remove(meddler->wide, hit->item.id);
    return INFINITY;
}

static bool meddle_pairs(void *context, const qd_pair *pairs, size_t count)
{
    struct meddler *meddler = context;
    (void)count;
    meddler->calls++;
    qd_wide_remove(meddler->wide, pairs[0].a.id);
    return true;
}

static void let_meddle(void *context)
{
    struct meddler *meddler = context;
    const qd_dbox all = dbox(-INFINITY, -INFINITY, INFINITY, INFINITY);
    const qd_dray ray = qd_dray_toward((qd_dvec2){ -1, 0.5 }, (qd_dvec2){ 1, 0 });
    if (meddler->kind == 0)
        qd_wide_visit_box(meddler->wide, all, everyone, meddle, meddler);
    else if (meddler->kind == 1)
        qd_wide_visit_near(meddler->wide, (qd_dvec2){ 0, 0 }, INFINITY, everyone, meddle_near, meddler);
    else if (meddler->kind == 2)
        qd_wide_visit_ray(meddler->wide, ray, everyone, meddle_ray, meddler);
    else if (meddler->kind == 3)
        qd_wide_visit_circle(meddler->wide, (qd_dvec2){ 0, 0 }, INFINITY, everyone, meddle, meddler);
    else
        qd_wide_visit_join(meddler->wide, meddler->other, meddle_pairs, meddler);
}

static void a_visitor_that_changes_it_is_the_last(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        struct meddler meddler = { wide_with(QD_EDGES_CLOSED, learnt), 0, kind, wide_with(QD_EDGES_CLOSED, learnt) };
        for (int i = 0; i < 2; i++)
            put(meddler.other, dbox(-1, -1, 2000, 2)); // about an origin of its own
        for (int i = 0; i < 1000; i++)
            put(meddler.wide, qd_dbox_xywh(i, 0, 1, 1));
#ifdef NDEBUG
        let_meddle(&meddler);
        assert_int_equal(meddler.calls, 1);
#else
        assert_true(aborts(let_meddle, &meddler));
#endif
        qd_wide_destroy(meddler.wide);
        qd_wide_destroy(meddler.other);
    }
}

static bool count_and_stop(void *context, const qd_found *items, size_t count)
{
    count_found(context, items, count);
    return false;
}

static void a_circle_ends_when_its_visitor_stops(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    qd_wide *wide = wide_with(QD_EDGES_CLOSED, learnt);
    struct counter all = { 0, 0 }, first = { 0, 0 };
    for (int i = 0; i < COUNT; i++)
        put(wide, qd_dbox_xywh(i, 0, 1, 1));
    qd_wide_visit_circle(wide, (qd_dvec2){ 0, 0 }, INFINITY, everyone, count_found, &all);
    assert_true(all.results == COUNT && all.batches > 1);
    const qd_cost cost = qd_wide_visit_circle(wide, (qd_dvec2){ 0, 0 }, INFINITY, everyone, count_and_stop, &first);
    assert_int_equal(first.batches, 1);
    assert_true(first.results < COUNT);
    assert_int_equal(cost.hits, first.results);
    qd_wide_destroy(wide);
}

struct pairs_seen {
    qd_pair *at;
    size_t count, room;
};

static bool note_pairs(void *context, const qd_pair *pairs, size_t count)
{
    struct pairs_seen *seen = context;
    assert_true(seen->count + count <= seen->room);
    memcpy(seen->at + seen->count, pairs, count * sizeof *pairs);
    seen->count += count;
    return true;
}

// With an executor: the same pairs in the same order.
static void workers_change_nothing(void **state)
{
    (void)state;
    enum { COUNT = 6000, ROOM = 100000 };
    pool *threads = pool_create(3);
    qd_wide_def def = { .executor = pool_executor(threads) };
    struct pairs_seen seen[2];
    qd_ditem *items = need(COUNT, sizeof *items);
    struct prng random = { 5 };
    for (size_t i = 0; i < COUNT; i++) {
        const double x = prng_below(&random, 1000000) * 1e-3, y = prng_below(&random, 1000000) * 1e-3;
        items[i].box = qd_dbox_xywh(1e9 + x, y, 12, 12);
    }
    for (int i = 0; i < 2; i++) {
        seen[i] = (struct pairs_seen){ need(ROOM, sizeof(qd_pair)), 0, ROOM };
        qd_wide *wide = qd_wide_create(i == 0 ? NULL : &def);
        assert_int_equal(qd_wide_insert_many(wide, items, COUNT, NULL, NULL), QD_OK);
        qd_wide_visit_pairs(wide, note_pairs, &seen[i]);
        qd_wide_destroy(wide);
    }
    assert_true(seen[0].count > 5000);
    assert_int_equal(seen[0].count, seen[1].count);
    assert_memory_equal(seen[0].at, seen[1].at, seen[0].count * sizeof(qd_pair));
    free(seen[0].at);
    free(seen[1].at);
    free(items);
    pool_destroy(threads);
}

// A flock that sways: once it has swayed, moving and asking ask the allocator for nothing.
static void steady_state_needs_no_memory(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct ledger memory = { 0 };
    qd_wide_def def = { .allocator = ledger_allocator(&memory) };
    qd_wide *wide = qd_wide_create(&def);
    qd_ditem *items = need(COUNT, sizeof *items);
    qd_dbox *boxes = need(COUNT, sizeof *boxes);
    qd_id *ids = need(COUNT, sizeof *ids);
    struct prng random = { 11 };
    for (size_t i = 0; i < COUNT; i++)
        items[i].box = qd_dbox_xywh(4e6 + prng_below(&random, 100000) * 1e-2, prng_below(&random, 100000) * 1e-2, 3, 3);
    assert_int_equal(qd_wide_insert_many(wide, items, COUNT, ids, NULL), QD_OK);
    uint64_t calls = 0;
    for (int tick = 0; tick < 400; tick++) {
        const double sway = 30 * sin(tick * 0.31415926535897931); // a period of twenty ticks
        for (size_t i = 0; i < COUNT; i++) {
            const double along = i % 2 == 0 ? sway : -sway;
            boxes[i] = qd_dbox_xywh(items[i].box.min.x + along, items[i].box.min.y - along, 3, 3);
        }
        assert_int_equal(qd_wide_move_many(wide, ids, boxes, COUNT, NULL), QD_OK);
        pairs_in(wide);
        qd_wide_bounds(wide);
        qd_dnear near[4];
        qd_wide_find_near(wide, boxes[0].min, INFINITY, everyone, near, 4);
        if (tick == 200)
            calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    assert_int_equal(qd_wide_stats(wide).bytes, memory.bytes);
    qd_wide_destroy(wide);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);
    free(items);
    free(boxes);
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_step_apart_does_not_touch),
        cmocka_unit_test(open_edges_are_those_of_doubles),
        cmocka_unit_test(the_ends_of_the_doubles),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(places_that_are_no_number_are_near_nothing),
        cmocka_unit_test(rays_that_are_no_number_hit_nothing),
        cmocka_unit_test(a_world_may_be_a_line),
        cmocka_unit_test(bad_items_do_not_move_the_origin),
        cmocka_unit_test(inserting_without_ids_fails_cleanly_at_each_demand),
        cmocka_unit_test(moving_without_memory_passes_by_what_is_bad),
        cmocka_unit_test(distances_neither_overflow_nor_vanish),
        cmocka_unit_test(far_worlds_keep_their_cells),
        cmocka_unit_test(a_visitor_that_changes_it_is_the_last),
        cmocka_unit_test(a_circle_ends_when_its_visitor_stops),
        cmocka_unit_test(workers_change_nothing),
        cmocka_unit_test(steady_state_needs_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
