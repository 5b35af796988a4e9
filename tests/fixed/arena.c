// A tree in a buffer of just the size: see arena.h.
#include "arena.h"

#include "views.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 64, MARK = 0x5c };

struct arena *arena_create(size_t items, qd_tree_def def)
{
    struct arena *arena = need(1, sizeof *arena);
    if (def.precision == QD_FLOAT)
        def.precision = trees_precision();
    arena->items = items;
    arena->size = qd_tree_buffer_size(&def, items);
    assert_true(arena->size > 0);
    arena->memory = aligned_alloc(64, arena->size + 2 * MARGIN + 64 - arena->size % 64);
    assert_non_null(arena->memory);
    memset(arena->memory, MARK, arena->size + 2 * MARGIN);
    assert_int_equal(qd_oracle_create(&def, &arena->oracle), QD_OK);
    def.allocator = ledger_allocator(&arena->books);
    def.reserve = 1000000; // is not looked at
    def.buffer = arena->memory + MARGIN;
    def.buffer_size = arena->size;
    assert_int_equal(qd_tree_create(&def, &arena->tree), QD_OK);
    compare_create(&arena->compare, arena->tree, arena->oracle);
    arena->ids = need(items + 1, sizeof *arena->ids);
    arena->random.state = items;
    return arena;
}

void arena_destroy(struct arena *arena)
{
    qd_tree_destroy(arena->tree);
    compare_destroy(&arena->compare);
    qd_oracle_destroy(arena->oracle);
    assert_int_equal(arena->books.calls, 0);
    free(arena->memory);
    free(arena->ids);
    free(arena);
}

qd_box arena_box(struct arena *arena, qd_box region, double side)
{
    const double x = prng_between(&arena->random, region.min.x, region.max.x);
    const double y = prng_between(&arena->random, region.min.y, region.max.y);
    const double width = prng_between(&arena->random, 0, side);
    return qd_box_xywh(x, y, width, prng_between(&arena->random, 0, side));
}

void arena_insert(struct arena *arena, qd_box where)
{
    const qd_item item = { where,
                           prng_next(&arena->random),
                           { prng_below(&arena->random, 8) ? 0 : 2, prng_below(&arena->random, 9) ? 0 : 3 },
                           0 };
    qd_id id = 77;
    const qd_result result = qd_tree_insert(arena->tree, &item, &id);
    if (arena->count == arena->items) {
        assert_int_equal(result, QD_FULL);
        assert_true(id == 0);
        return;
    }
    assert_int_equal(result, QD_OK);
    assert_null(qd_oracle_id_problem(arena->oracle, id));
    assert_int_equal(qd_oracle_insert_as(arena->oracle, &item, id), QD_OK);
    arena->ids[arena->count++] = id;
}

void arena_fill(struct arena *arena, qd_box region, double side)
{
    while (arena->count < arena->items)
        arena_insert(arena, arena_box(arena, region, side));
    arena_insert(arena, arena_box(arena, region, side));
}

void arena_move(struct arena *arena, size_t which, qd_box to)
{
    assert_int_equal(qd_tree_move(arena->tree, arena->ids[which], to), QD_OK);
    assert_int_equal(qd_oracle_set_box(arena->oracle, arena->ids[which], &to), QD_OK);
}

void arena_move_all(struct arena *arena, qd_box region, double side)
{
    qd_box *boxes = need(arena->count + 1, sizeof *boxes);
    for (size_t i = 0; i < arena->count; i++)
        boxes[i] = arena_box(arena, region, side);
    if (prng_below(&arena->random, 2)) {
        for (size_t i = 0; i < arena->count; i++)
            arena_move(arena, i, boxes[i]);
    } else {
        assert_int_equal(move_boxes(arena->tree, arena->ids, boxes, arena->count, NULL), QD_OK);
        for (size_t i = 0; i < arena->count; i++)
            assert_int_equal(qd_oracle_set_box(arena->oracle, arena->ids[i], &boxes[i]), QD_OK);
    }
    free(boxes);
}

void arena_remove(struct arena *arena, size_t which)
{
    assert_int_equal(qd_tree_remove(arena->tree, arena->ids[which]), QD_OK);
    assert_int_equal(qd_oracle_remove(arena->oracle, arena->ids[which]), QD_OK);
    arena->ids[which] = arena->ids[--arena->count];
}

void arena_check_little(struct arena *arena)
{
    assert_int_equal(qd_tree_count(arena->tree, NULL), arena->count);
    assert_true(qd_tree_check(arena->tree));
    assert_int_equal(arena->books.calls, 0);
    for (size_t i = 0; i < MARGIN; i++) {
        assert_int_equal(arena->memory[i], MARK);
        assert_int_equal(arena->memory[MARGIN + arena->size + i], MARK);
    }
}

void arena_check(struct arena *arena)
{
    arena_check_little(arena);
    struct compare *ask = &arena->compare;
    bool same = compare_everything(ask);
    for (int i = 0; same && i < 10; i++) {
        const qd_box window = arena_box(arena, box(-100, -100, 1000, 1000), 200);
        qd_query query = query_box_of(window, (qd_filter){ 0, prng_below(&arena->random, 3) });
        qd_ranked ranked = qd_nearest(qd_shape_point(window.min), INFINITY);
        ranked.filter = query.filter;
        same = compare_query(ask, &query, SIZE_MAX) && compare_find_ranked(ask, &ranked, 7);
        query.shape = qd_shape_circle(window.min, window.max.x - window.min.x);
        ranked = qd_segment(window.min, window.max);
        ranked.filter = query.filter;
        same = same && compare_find(ask, &query, SIZE_MAX) && compare_find_ranked(ask, &ranked, SIZE_MAX);
    }
    if (!same)
        fail_msg("%s", ask->why);
}
