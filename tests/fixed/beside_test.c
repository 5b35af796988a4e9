// A half beside the world is parted when no bucket is left, so that its items stay in the rest's node where the world
// is. Then they come into the world: they are items of the rest all the same, until they leave that node.
//
//      +-------------+-------------+
//      |           above           |      the four nodes of a quad of the rest: two halves, each a leaf
//      +-------------+-------------+
//      | (the world) :   beside    |      parted, the lower one is a node just where the world is, and another
//      +-------------+-------------+
#include "arena.h"

enum { ITEMS = 1000, LEAF = 40, ABOVE = 17, WITHIN = ITEMS - ABOVE - LEAF - 1, ROUNDS = 20 };

static double part(size_t i, double step)
{
    const double x = (double)(i + 1) * step;
    return x - floor(x);
}

// Spread evenly, points or small squares.
static qd_box spread(size_t i, double x, double y, double side, double size)
{
    const qd_vec2 at = { x + side * part(i, 0.61803398874989485), y + side * part(i, 0.75487766624669276) };
    return (qd_box){ at, { at.x + size, at.y + size } };
}

static void come(struct arena *arena, size_t count, double x, double y, double side, double size)
{
    for (size_t i = 0; i < count; i++) {
        arena_insert(arena, spread(i, x, y, side, size));
        assert_true(qd_tree_check(arena->tree));
    }
}

static void move_all_a_little(struct arena *arena)
{
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < arena->count; i++)
            arena_move(arena, i, spread(i, -0.9, -0.9 + 1e-6 * round, 1.8, 0));
}

static void fill_and_come_in(double size)
{
    struct arena *arena =
        arena_create(ITEMS, (qd_tree_def){ .world = { { -1, -1 }, { 1, 1 } }, .leaf_capacity = LEAF });
    come(arena, ABOVE, 1.5, 1.5, 4, size);
    come(arena, WITHIN * 2 / 3, -0.9, -0.9, 1.8, 0);
    come(arena, LEAF, 1.5, -0.9, 1.6, size);                  // a full leaf, with room in its buckets
    come(arena, WITHIN - WITHIN * 2 / 3, -0.9, -0.9, 1.7, 0); // all other buckets
    come(arena, 1, 3.5, -0.9, 1.6, size);
    arena_check(arena);
    for (size_t i = ABOVE; i < arena->count; i++) {
        arena_move(arena, i, spread(i, -0.9, -0.9, 1.7, 0));
        assert_true(qd_tree_check(arena->tree));
    }
    for (size_t i = arena->count - 1; i-- > ABOVE;)
        if (i % 4 == 0)
            arena_remove(arena, i);
    move_all_a_little(arena);
    arena_check(arena);
    arena_destroy(arena);
}

static void items_beside_the_world_are_counted_at_the_brim(void)
{
    fill_and_come_in(0);
    fill_and_come_in(0.01);
}

tests_main(plain_test(items_beside_the_world_are_counted_at_the_brim))
