// A tree in a buffer of just the size: see arena.h.
#include "arena.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 64, MARK = 0x5c };

struct arena *arena_create(size_t items, qd_tree_def def)
{
    struct arena *arena = need(1, sizeof *arena);
    arena->items = items;
    arena->size = qd_tree_size_for(items);
    assert_true(arena->size > 0);
    arena->memory = aligned_alloc(64, arena->size + 2 * MARGIN + 64 - arena->size % 64);
    assert_non_null(arena->memory);
    memset(arena->memory, MARK, arena->size + 2 * MARGIN);
    def.allocator = ledger_allocator(&arena->books);
    def.reserve = 1000000; // is not looked at
    arena->tree = qd_tree_create_in(arena->memory + MARGIN, arena->size, &def);
    assert_non_null(arena->tree);
    oracle_create(&arena->oracle, def.edges);
    compare_create(&arena->compare, arena->tree, &arena->oracle);
    arena->ids = need(items + 1, sizeof *arena->ids);
    arena->random.state = items;
    return arena;
}

void arena_destroy(struct arena *arena)
{
    qd_tree_destroy(arena->tree);
    compare_destroy(&arena->compare);
    oracle_destroy(&arena->oracle);
    assert_int_equal(arena->books.calls, 0);
    free(arena->memory);
    free(arena->ids);
    free(arena);
}

qd_box arena_box(struct arena *arena, qd_box region, float side)
{
    const float x = prng_between(&arena->random, region.min.x, region.max.x);
    const float y = prng_between(&arena->random, region.min.y, region.max.y);
    const float width = prng_between(&arena->random, 0, side);
    return qd_box_xywh(x, y, width, prng_between(&arena->random, 0, side));
}

void arena_insert(struct arena *arena, qd_box where)
{
    const qd_item item = { where,
                           prng_next(&arena->random),
                           { prng_below(&arena->random, 8) ? 0 : 2, prng_below(&arena->random, 9) ? 0 : 3 } };
    const qd_id id = qd_tree_insert(arena->tree, item);
    if (arena->count == arena->items) {
        assert_true(id.slot == 0 && id.generation == 0);
        return;
    }
    assert_false(qd_id_is_null(id));
    oracle_insert(&arena->oracle, item, id);
    assert_null(arena->oracle.complaint);
    arena->ids[arena->count++] = id;
}

void arena_fill(struct arena *arena, qd_box region, float side)
{
    while (arena->count < arena->items)
        arena_insert(arena, arena_box(arena, region, side));
    arena_insert(arena, arena_box(arena, region, side));
}

void arena_move(struct arena *arena, size_t which, qd_box to)
{
    assert_int_equal(qd_tree_move(arena->tree, arena->ids[which], to), QD_OK);
    assert_int_equal(oracle_move(&arena->oracle, arena->ids[which], to), QD_OK);
}

void arena_move_all(struct arena *arena, qd_box region, float side)
{
    qd_box *boxes = need(arena->count + 1, sizeof *boxes);
    for (size_t i = 0; i < arena->count; i++)
        boxes[i] = arena_box(arena, region, side);
    if (prng_below(&arena->random, 2)) {
        for (size_t i = 0; i < arena->count; i++)
            arena_move(arena, i, boxes[i]);
    } else {
        assert_int_equal(qd_tree_move_many(arena->tree, arena->ids, boxes, arena->count, NULL), QD_OK);
        oracle_move_many(&arena->oracle, arena->ids, boxes, arena->count, NULL);
    }
    free(boxes);
}

void arena_remove(struct arena *arena, size_t which)
{
    assert_int_equal(qd_tree_remove(arena->tree, arena->ids[which]), QD_OK);
    assert_int_equal(oracle_remove(&arena->oracle, arena->ids[which]), QD_OK);
    arena->ids[which] = arena->ids[--arena->count];
}

void arena_check_little(struct arena *arena)
{
    assert_int_equal(qd_tree_count(arena->tree), arena->count);
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
        const qd_query_filter filter = { prng_below(&arena->random, 3), 0, { 0, 0 } };
        same = compare_find_box(ask, window, filter, SIZE_MAX) && compare_visit_box(ask, window, filter, SIZE_MAX) &&
               compare_find_circle(ask, window.min, window.max.x - window.min.x, filter, SIZE_MAX) &&
               compare_find_near(ask, window.min, INFINITY, filter, 7) &&
               compare_find_ray(ask, qd_ray_between(window.min, window.max), filter, SIZE_MAX);
    }
    if (!same)
        fail_msg("%s", ask->why);
}
