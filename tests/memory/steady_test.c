// Once a scene has been going for a while, moving and asking need no memory any more; and the tree says truly how much
// it holds.
#include "stage.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants the three above first.
#include <cmocka.h>
#include <stdlib.h>

// All turn back every SWING ticks, so that the scene repeats itself: without that a busier tick than all before could
// come at any time, however late.
enum { COUNT = 3000, SWING = 50, WARM_UP = 6 * SWING, TICKS = 4 * SWING };

struct body {
    float x, y, dx, dy;
};

// Boxes that bounce off the edges of a world of 1000.
struct bodies {
    struct body all[COUNT];
    qd_box boxes[COUNT];
    qd_id ids[COUNT];
    int ticks;
};

static void bounce(float *x, float *dx)
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

static void start(struct stage *stage, struct bodies *bodies, qd_tree_def def)
{
    stage_create(stage, def);
    assert_non_null(stage->tree);
    for (size_t i = 0; i < COUNT; i++) {
        qd_box at = stage_box(stage), speed = stage_box(stage);
        bodies->all[i] = (struct body){ fmodf(at.min.x, 990), fmodf(at.min.y, 990), fmodf(speed.min.x, 7) - 3,
                                        fmodf(speed.min.y, 7) - 3 };
    }
    step(bodies);
    for (size_t i = 0; i < COUNT; i++)
        bodies->ids[i] = qd_tree_insert(stage->tree, (qd_item){ .box = bodies->boxes[i], .user = i });
}

static bool count_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)pairs;
    *(size_t *)context += count;
    return true;
}

static bool count_items(void *context, const qd_found *items, size_t count)
{
    (void)items;
    *(size_t *)context += count;
    return true;
}

static float count_hits(void *context, const qd_hit *hit)
{
    ++*(size_t *)context;
    return hit->t;
}

static void ask(const qd_tree *tree)
{
    const qd_query_filter all = { .mask = 0 };
    const qd_ray ray = qd_ray_toward((qd_vec2){ 500, 500 }, (qd_vec2){ 1, 0.3f });
    const qd_box box = qd_box_xywh(100, 100, 300, 300);
    qd_found found[64];
    qd_near near[64];
    qd_hit hits[64];
    size_t count = 0;
    qd_visit_pairs(tree, count_pairs, &count);
    qd_visit_box(tree, box, all, count_items, &count);
    qd_visit_point(tree, ray.origin, all, count_items, &count);
    qd_visit_circle(tree, ray.origin, 200, all, count_items, &count);
    qd_visit_ray(tree, ray, all, count_hits, &count);
    count += qd_find_box(tree, box, all, found, 64) + qd_find_circle(tree, ray.origin, 200, all, found, 64);
    count += qd_find_near(tree, ray.origin, INFINITY, all, near, 64) + qd_find_ray(tree, ray, all, hits, 64);
    assert_true(count > 256);
}

static void tick(struct stage *stage, struct bodies *bodies, bool at_once)
{
    step(bodies);
    if (at_once) {
        assert_int_equal(qd_tree_move_many(stage->tree, bodies->ids, bodies->boxes, COUNT, NULL), QD_OK);
    } else {
        for (size_t i = 0; i < COUNT; i++)
            assert_int_equal(qd_tree_move(stage->tree, bodies->ids[i], bodies->boxes[i]), QD_OK);
    }
    ask(stage->tree);
}

static void is_steady(qd_tree_def def, bool at_once)
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
        tick(stage, bodies, at_once);
    assert_int_equal(stage->memory.calls, calls);
    assert_true(qd_tree_check(stage->tree));
    assert_int_equal(qd_tree_stats(stage->tree).bytes, stage->memory.bytes);
    stage_destroy(stage);
    free(bodies);
    free(stage);
}

static const qd_tree_def with_world = { .world = { { 0, 0 }, { 1000, 1000 } } };
static const qd_tree_def small_leaves = { .leaf_capacity = 8 };

static void moving_many_needs_no_memory(void **state)
{
    (void)state;
    is_steady(with_world, true);
    is_steady(small_leaves, true);
}

static void moving_one_by_one_needs_no_memory(void **state)
{
    (void)state;
    is_steady(with_world, false);
    is_steady(small_leaves, false);
}

// How often the tree asks for memory while so many items go in.
static uint64_t demands_of_filling(size_t reserve, int count)
{
    struct ledger memory = { 0 };
    qd_tree_def def = { .world = with_world.world, .reserve = reserve, .allocator = ledger_allocator(&memory) };
    qd_tree *tree = qd_tree_create(&def);
    assert_non_null(tree);
    ledger_refuse(&memory, 0, false);
    for (int i = 0; i < count; i++) {
        qd_box box = qd_box_xywh((float)(i * 37 % 1000), (float)(i * 91 % 1000), 3, 3);
        assert_false(qd_id_is_null(qd_tree_insert(tree, (qd_item){ .box = box })));
    }
    uint64_t demands = memory.asked;
    qd_tree_destroy(tree);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);
    return demands;
}

static void what_is_reserved_is_asked_for_beforehand(void **state)
{
    (void)state;
    static const int counts[] = { 100, 1000, 20000 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_true(demands_of_filling((size_t)counts[i], counts[i]) < demands_of_filling(0, counts[i]));
}

static void clearing_keeps_the_memory(void **state)
{
    (void)state;
    struct stage *stage = calloc(1, sizeof *stage);
    struct bodies *bodies = calloc(1, sizeof *bodies);
    assert_non_null(stage);
    assert_non_null(bodies);
    start(stage, bodies, with_world);
    qd_tree_clear(stage->tree);
    uint64_t calls = stage->memory.calls;
    for (size_t i = 0; i < COUNT; i++)
        qd_tree_insert(stage->tree, (qd_item){ .box = bodies->boxes[i] });
    assert_int_equal(stage->memory.calls, calls);
    stage_destroy(stage);
    free(bodies);
    free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_many_needs_no_memory),
        cmocka_unit_test(moving_one_by_one_needs_no_memory),
        cmocka_unit_test(what_is_reserved_is_asked_for_beforehand),
        cmocka_unit_test(clearing_keeps_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
