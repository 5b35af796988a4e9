// Just as many items as the buffer is for, through histories that leave blocks half empty all over the place.
#include "all.h"
#include "arena.h"

#include <stdlib.h>

static const qd_box world = { { 0, 0 }, { 1000, 1000 } }, corner = { { 990, 0 }, { 1000, 10 } };
static const qd_box nowhere = { { 5, 5 }, { 5, 5 } }, far = { { 1e30f, -1e30f }, { 2e30f, 3e30f } };

static const qd_tree_def defs[] = {
    { .leaf_capacity = 0 },
    { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 1, .max_depth = 24 },
    { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 8, .edges = QD_OPEN },
    { .leaf_capacity = 4, .max_depth = 3 },
};
enum { DEFS = sizeof defs / sizeof *defs };

static const size_t sizes[] = { 1, 2, 3, 7, 8, 9, 31, 32, 33, 64, 65, 100, 129, 257, 500 };
enum { SIZES = sizeof sizes / sizeof *sizes };

// Each size with each definition, or with every second one.
static void each(void (*act)(struct arena *arena))
{
    const size_t step = all_or(1, 2);
    for (size_t d = 0; d < DEFS; d++) {
        for (size_t s = d % step; s < SIZES; s += step) {
            struct arena *arena = arena_create(sizes[s], defs[d]);
            act(arena);
            arena_check(arena);
            arena_destroy(arena);
        }
    }
}

static void fill_move_and_refill(struct arena *arena)
{
    static const qd_box *const regions[] = { &world, &corner, &nowhere, &far, &world };
    for (int i = 0; i < 5; i++) {
        arena_fill(arena, *regions[i], 5);
        arena_check(arena);
        arena_move_all(arena, *regions[(i + 2) % 5], 3);
        arena_check(arena);
        for (size_t left = arena->count / 2; left > 0; left--)
            arena_remove(arena, prng_below(&arena->random, (uint32_t)arena->count));
        arena_check(arena);
    }
    arena_fill(arena, world, 900);
}

static void it_fills_moves_and_refills(void)
{
    each(fill_move_and_refill);
}

// Every leaf keeps one item in a block of its own; all others go to one place.
static void thin_out(struct arena *arena)
{
    for (int round = 0; round < 4; round++) {
        arena_fill(arena, world, 1);
        for (size_t i = 0; i < arena->count; i++)
            arena_move(arena, i, point_at((double)(i % 32) * 31, (double)(i / 32 % 32) * 31));
        for (size_t i = 0; i < arena->count; i++)
            if (i % 16 != 3)
                arena_move(arena, i, point_at(777, 777));
        arena_check(arena);
        for (size_t i = arena->count; i-- > 0;)
            if (i % 5 != 1)
                arena_remove(arena, i);
        arena_check_little(arena);
        if (round % 2)
            qd_tree_clear(arena->tree), qd_oracle_clear(arena->oracle), arena->count = 0;
    }
    arena_fill(arena, corner, 0);
}

static void half_empty_blocks_do_not_matter(void)
{
    each(thin_out);
}

// Always full: one goes, one comes.
static void replace_all(struct arena *arena)
{
    arena_fill(arena, world, 20);
    for (size_t i = 0; i < 3 * arena->items; i++) {
        arena_remove(arena, prng_below(&arena->random, (uint32_t)arena->count));
        arena_insert(arena, arena_box(arena, i % 3 ? world : corner, 9));
        arena_insert(arena, nowhere);
        arena_move(arena, prng_below(&arena->random, (uint32_t)arena->count), arena_box(arena, world, 9));
    }
}

static void one_goes_and_one_comes(void)
{
    each(replace_all);
}

static void rebuild_now_and_then(struct arena *arena)
{
    for (int round = 0; round < 6; round++) {
        arena_fill(arena, round % 2 ? corner : world, 7);
        qd_result result = qd_tree_rebuild(arena->tree);
        assert_true(result == QD_OK || result == QD_FULL);
        arena_check(arena);
        for (size_t left = arena->count / 3; left > 0; left--)
            arena_remove(arena, prng_below(&arena->random, (uint32_t)arena->count));
        result = qd_tree_rebuild(arena->tree);
        assert_int_equal(result, QD_OK); // a third is free
        arena_check(arena);
        arena_move_all(arena, round % 3 ? world : far, 7);
    }
}

static void rebuilding_loses_nothing(void)
{
    each(rebuild_now_and_then);
}

// Many at once: all of them or none.
static void load_at_once(struct arena *arena)
{
    const size_t items = arena->items;
    qd_box *boxes = need(items + 2, sizeof *boxes);
    qd_id *all_ids = need(items + 2, sizeof *all_ids);
    const qd_items all = { .boxes = qd_boxes_double(boxes) };
    for (int round = 0; round < 6; round++) {
        qd_id *ids = round % 2 ? all_ids : NULL;
        size_t bad = 99;
        for (size_t i = 0; i <= items; i++) {
            boxes[i] = arena_box(arena, round < 3 ? world : far, 5);
            all_ids[i] = 9;
        }
        assert_int_equal(qd_tree_insert_many(arena->tree, &all, items + 1, ids, &bad), QD_FULL);
        assert_int_equal(qd_tree_count(arena->tree, NULL), 0);
        assert_int_equal(bad, 99);
        for (size_t i = 0; i <= items; i++)
            assert_true(all_ids[i] == (ids ? 0 : 9));
        boxes[items / 2].min.x = NAN; // one of items + 1 is bad, so the others fit
        assert_int_equal(qd_tree_insert_many(arena->tree, &all, items + 1, ids, &bad), QD_BAD_VALUE);
        assert_int_equal(bad, items / 2);
        assert_int_equal(qd_tree_count(arena->tree, NULL), items);
        assert_true(qd_tree_check(arena->tree));
        assert_int_equal(qd_tree_insert_many(arena->tree, &all, items + 1, ids, NULL), QD_FULL);
        assert_int_equal(qd_tree_count(arena->tree, NULL), items);
        size_t seen = count_in(arena->tree, everywhere);
        assert_int_equal(seen, items);
        assert_int_equal(qd_tree_clear(arena->tree), QD_OK);
    }
    free(boxes);
    free(all_ids);
}

static void many_are_all_or_none(void)
{
    for (size_t d = 0; d < DEFS; d++) {
        for (size_t s = 0; s < SIZES; s++) {
            struct arena *arena = arena_create(sizes[s], defs[d]);
            load_at_once(arena);
            arena_check_little(arena);
            arena_destroy(arena);
        }
    }
}

// Whatever comes, with a count that stays close to the bound.
static void at_random(struct arena *arena)
{
    for (size_t i = 0; i < 1500; i++) {
        const qd_box region = prng_below(&arena->random, 20) ? i / 300 % 2 ? corner : world : far;
        const uint32_t choice = prng_below(&arena->random, 100);
        if (arena->count == 0 || choice < 45)
            arena_insert(arena, arena_box(arena, region, choice == 0 ? 800 : 6));
        else if (choice < 70)
            arena_move(arena, prng_below(&arena->random, (uint32_t)arena->count), arena_box(arena, region, 6));
        else if (choice < 98)
            arena_remove(arena, prng_below(&arena->random, (uint32_t)arena->count));
        else if (choice == 98)
            arena_move_all(arena, region, 4);
        else
            qd_tree_rebuild(arena->tree);
        if (choice < 98 && arena->count + 3 < arena->items && i % 4)
            arena_insert(arena, arena_box(arena, region, 6));
        arena_check_little(arena);
    }
}

static void any_history_will_do(void)
{
    each(at_random);
}

tests_main(plain_test(it_fills_moves_and_refills), plain_test(half_empty_blocks_do_not_matter),
           plain_test(one_goes_and_one_comes), plain_test(rebuilding_loses_nothing), plain_test(many_are_all_or_none),
           plain_test(any_history_will_do))
