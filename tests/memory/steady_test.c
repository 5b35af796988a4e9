// Once a scene has been going for a while, moving and asking need no memory any more; and the tree says truly how much
// it holds.
#include "stage.h"
#include "support.h"
#include "views.h"
#include "workers.h"

#include <stdlib.h>

// All turn back every SWING ticks, so that the scene repeats itself: without that a busier tick than all before could
// come at any time, however late.
enum { COUNT = 3000, SWING = 50, WARM_UP = 6 * SWING, TICKS = 4 * SWING };

struct body {
    double x, y, dx, dy;
};

// Boxes that bounce off the edges of a world of 1000.
struct bodies {
    struct body all[COUNT];
    qd_box boxes[COUNT];
    qd_id ids[COUNT];
    int ticks;
};

static void bounce(double *x, double *dx)
{
    *x += *dx;
    if (*x < 0 || *x > 990) {
        *dx = -*dx;
        *x += 2 * *dx;
    }
}

static void step(struct bodies *bodies)
{
    const bool turn = ++bodies->ticks % SWING == 0;
    for (size_t i = 0; i < COUNT; i++) {
        struct body *body = &bodies->all[i];
        body->dx = turn ? -body->dx : body->dx;
        body->dy = turn ? -body->dy : body->dy;
        bounce(&body->x, &body->dx);
        bounce(&body->y, &body->dy);
        bodies->boxes[i] = qd_box_xywh(body->x, body->y, 10, 10);
    }
}

static void start(struct stage *stage, struct bodies *bodies, const qd_tree_def *def)
{
    stage_create(stage, def);
    assert_non_null(stage->tree);
    for (size_t i = 0; i < COUNT; i++) {
        qd_box at = stage_box(stage), speed = stage_box(stage);
        bodies->all[i] = (struct body){ fmod(at.min.x, 990), fmod(at.min.y, 990), fmod(speed.min.x, 7) - 3,
                                        fmod(speed.min.y, 7) - 3 };
    }
    step(bodies);
    for (size_t i = 0; i < COUNT; i++)
        bodies->ids[i] = qd_tree_add(stage->tree, bodies->boxes[i], i);
}

static qd_flow count_pairs_of(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)pairs, (void)distances;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

static qd_flow count_items(void *context, const qd_entry *items, size_t count)
{
    (void)items;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

static qd_flow count_hits(void *context, const qd_hit *hit, double *limit)
{
    ++*(size_t *)context;
    *limit = hit->t;
    return QD_CONTINUE;
}

// All pairs are one block, taken and given back, where they are shared out; else they need no memory. Returns how often
// the allocator was called.
static uint64_t ask_for_pairs(const struct stage *stage)
{
    const struct ledger before = stage->memory;
    size_t count = 0;
    qd_tree_visit_pairs(stage->tree, NULL, count_pairs_of, &count, NULL);
    assert_true(count > COUNT / 4);
    assert_int_equal(stage->memory.bytes, before.bytes);
    assert_int_equal(stage->memory.calls, before.calls + calls_for_pairs());
    return stage->memory.calls - before.calls;
}

// Every other question that does not say that it may ask for memory.
static void ask(const qd_tree *tree)
{
    const qd_vec2 center = { 500, 500 };
    const qd_shape shapes[] = { qd_shape_box(qd_box_xywh(100, 100, 300, 300)), qd_shape_point(center),
                                qd_shape_circle(center, 200) };
    const qd_ranked ranked[] = { qd_nearest(shapes[1], INFINITY), qd_ray(center, (qd_vec2){ 1, 0.3 }, INFINITY) };
    qd_entry found[64];
    qd_hit hits[64];
    qd_box bounds;
    size_t count = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        const qd_query query = { .shape = shapes[i] };
        qd_tree_visit(tree, &query, count_items, &count, NULL);
        count += qd_tree_find(tree, &query, found, 64, &total) + qd_tree_count(tree, &query);
        qd_cursor cursor;
        qd_cursor_begin(&cursor, tree, &query);
        count += qd_cursor_next(&cursor, found, 64);
    }
    for (int i = 0; i < 2; i++) {
        qd_tree_visit_ranked(tree, &ranked[i], count_hits, &count, NULL);
        count += qd_tree_find_ranked(tree, &ranked[i], hits, 64, NULL);
        qd_ranked_cursor cursor;
        qd_ranked_cursor_begin(&cursor, tree, &ranked[i]);
        count += qd_ranked_cursor_next(&cursor, hits, 64);
    }
    qd_tree_bounds(tree, &bounds);
    assert_true(count > 256);
}

// Returns how often the allocator was called for pairs.
static uint64_t tick(struct stage *stage, struct bodies *bodies, bool at_once)
{
    step(bodies);
    if (at_once)
        assert_int_equal(move_boxes(stage->tree, bodies->ids, bodies->boxes, COUNT, NULL), QD_OK);
    else
        for (size_t i = 0; i < COUNT; i++)
            assert_int_equal(qd_tree_move(stage->tree, bodies->ids[i], bodies->boxes[i]), QD_OK);
    ask(stage->tree);
    return ask_for_pairs(stage);
}

static void is_steady(const qd_tree_def *def, bool at_once)
{
    struct stage *stage = calloc(1, sizeof *stage);
    struct bodies *bodies = calloc(1, sizeof *bodies);
    assert_non_null(stage);
    assert_non_null(bodies);
    start(stage, bodies, def);
    for (int i = 0; i < WARM_UP; i++)
        tick(stage, bodies, at_once);
    uint64_t calls = stage->memory.calls;
    for (int i = 0; i < TICKS; i++)
        calls += tick(stage, bodies, at_once);
    assert_int_equal(stage->memory.calls, calls);
    assert_true(qd_tree_check(stage->tree));
    assert_int_equal(stats_of(stage->tree).bytes, stage->memory.bytes);
    stage_destroy(stage);
    free(bodies);
    free(stage);
}

static const qd_tree_def with_world = { .world = { { 0, 0 }, { 1000, 1000 } } };
static const qd_tree_def small_leaves = { .leaf_capacity = 8 };
static const qd_tree_def of_doubles = { .precision = QD_DOUBLE, .leaf_capacity = 32 };

static void moving_many_needs_no_memory(void)
{
    is_steady(&with_world, true);
    is_steady(&small_leaves, true);
    is_steady(&of_doubles, true);
}

static void moving_one_by_one_needs_no_memory(void)
{
    is_steady(&with_world, false);
    is_steady(&small_leaves, false);
    is_steady(&of_doubles, false);
}

// How often the tree asks for memory while so many items go in.
static uint64_t demands_of_filling(qd_precision precision, bool totals, size_t reserve, int count)
{
    struct ledger memory = { 0 };
    qd_tree_def def = { .precision = precision,
                        .world = with_world.world,
                        .reserve = reserve,
                        .totals = totals,
                        .allocator = ledger_allocator(&memory) };
    qd_tree *tree = qd_tree_new(&def);
    assert_non_null(tree);
    ledger_refuse(&memory, 0, false);
    for (int i = 0; i < count; i++) {
        qd_box box = qd_box_xywh((float)(i * 37 % 1000), (float)(i * 91 % 1000), 3, 3);
        assert_true(qd_tree_add(tree, box, 0) != 0);
    }
    uint64_t demands = memory.asked;
    qd_tree_destroy(tree);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);
    return demands;
}

static void what_is_reserved_is_asked_for_beforehand(void)
{
    static const int counts[] = { 100, 1000, 20000 };
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            const qd_precision stored = (qd_precision)precision;
            const uint64_t demands = demands_of_filling(stored, false, (size_t)counts[i], counts[i]);
            assert_true(demands < demands_of_filling(stored, false, 0, counts[i]));
            assert_int_equal(demands_of_filling(stored, true, (size_t)counts[i], counts[i]), demands);
        }
}

static void clearing_keeps_the_memory(void)
{
    struct stage *stage = calloc(1, sizeof *stage);
    struct bodies *bodies = calloc(1, sizeof *bodies);
    assert_non_null(stage);
    assert_non_null(bodies);
    start(stage, bodies, &with_world);
    assert_int_equal(qd_tree_clear(stage->tree), QD_OK);
    uint64_t calls = stage->memory.calls;
    for (size_t i = 0; i < COUNT; i++)
        assert_true(qd_tree_add(stage->tree, bodies->boxes[i], 0) != 0);
    assert_int_equal(stage->memory.calls, calls);
    stage_destroy(stage);
    free(bodies);
    free(stage);
}

tests_main(plain_test(moving_many_needs_no_memory), plain_test(moving_one_by_one_needs_no_memory),
           plain_test(what_is_reserved_is_asked_for_beforehand), plain_test(clearing_keeps_the_memory))
