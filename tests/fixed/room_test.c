// What a buffer must be like, what a tree in it is like, and how it gets on when there is room to spare.
#include "arena.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

static const qd_box world = { { 0, 0 }, { 1000, 1000 } };

// Of the precision that the environment asks for.
static qd_tree_def plain_def(void)
{
    return (qd_tree_def){ .precision = trees_precision() };
}

static size_t size_for(size_t items)
{
    const qd_tree_def def = plain_def();
    return qd_tree_buffer_size(&def, items);
}

static void the_size_grows_with_the_items(void)
{
    assert_int_equal(size_for(0), size_for(1));
    size_t before = 0;
    for (size_t items = 1; items < 3000; items++) {
        const size_t size = size_for(items);
        assert_true(size >= before);
        before = size;
    }
    assert_true(size_for(1) < 16384);
    assert_true(size_for(1000000) < (trees_precision() == QD_DOUBLE ? 100 : 68) * 1000000u);
    assert_int_equal(size_for(SIZE_MAX), 0);
    assert_int_equal(size_for(((size_t)1 << 28) + 1), 0);
    assert_true(size_for((size_t)1 << 28) > 0 || sizeof(size_t) < 8);
    assert_int_equal(qd_tree_buffer_size(NULL, 77), qd_tree_buffer_size(&(qd_tree_def){ .leaf_capacity = 8 }, 77));
    assert_true(qd_tree_buffer_size(&(qd_tree_def){ .precision = QD_DOUBLE }, 77) >=
                qd_tree_buffer_size(NULL, 77) + 77 * 32);
}

// The tree, or NULL for a bad definition.
static qd_tree *tree_in(void *buffer, size_t size, qd_tree_def def)
{
    qd_tree *tree = NULL;
    def.precision = trees_precision();
    def.buffer = buffer;
    def.buffer_size = size;
    const qd_result result = qd_tree_create(&def, &tree);
    assert_int_equal(result, tree ? QD_OK : QD_BAD_VALUE);
    assert_int_equal(qd_tree_def_problem(&def) == NULL, tree != NULL);
    return tree;
}

static void the_buffer_is_looked_at(void)
{
    const size_t size = size_for(50);
    const qd_tree_def plain = plain_def();
    unsigned char *buffer = aligned_alloc(64, (size + 127) / 64 * 64);
    assert_non_null(buffer);
    memset(buffer, 0x77, size + 64);
    assert_null(tree_in(NULL, size, plain));
    assert_null(tree_in(NULL, 1, plain));
    for (size_t shift = 1; shift < 64; shift++)
        assert_null(tree_in(buffer + shift, size, plain));
    for (size_t small = 0; small < size_for(1); small += 1 + small / 9)
        assert_null(tree_in(buffer, small, plain));
    assert_null(tree_in(buffer, size_for(1) - 1, plain));
    assert_null(tree_in(buffer, size, (qd_tree_def){ .totals = true }));
    assert_null(tree_in(buffer, size, (qd_tree_def){ .leaf_capacity = -1 }));
    assert_null(tree_in(buffer, size, (qd_tree_def){ .world = { { 1, 1 }, { 1, 1 } } }));
    for (size_t i = 0; i < size + 64; i++)
        assert_int_equal(buffer[i], 0x77);
    qd_tree *tree = tree_in(buffer, size + 7, plain);
    assert_ptr_equal(tree, buffer);
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    assert_true(qd_tree_check(tree));
    assert_int_equal(stats_of(tree).bytes, size);
    qd_tree_destroy(tree);
    free(buffer);
}

static void a_larger_buffer_takes_more(void)
{
    for (size_t items = 1; items < 200; items += 13) {
        for (size_t more = 0; more < 400; more += 57) {
            const size_t size = size_for(items) + more;
            void *buffer = aligned_alloc(64, (size + 63) / 64 * 64);
            assert_non_null(buffer);
            qd_tree *tree = tree_in(buffer, size, plain_def());
            size_t count = 0;
            while (qd_tree_add(tree, point_at((double)count, 0), 0))
                count++;
            assert_true(count >= items && size_for(count) <= size && size_for(count + 1) > size);
            assert_true(qd_tree_check(tree));
            free(buffer);
        }
    }
}

static void saving_uses_the_definitions_allocator(void)
{
    struct arena *arena = arena_create(100, (qd_tree_def){ .leaf_capacity = 8 });
    arena_fill(arena, world, 5);
    size_t size = 0;
    assert_int_equal(qd_tree_save(arena->tree, NULL, NULL, 0, &size), QD_TOO_SMALL);
    assert_true(size > 0 && arena->books.calls > 0);
    assert_true(arena->books.bytes == 0 && arena->books.blocks == 0);
    arena->books.calls = 0;
    arena_check(arena);
    arena_destroy(arena);
    void *buffer = aligned_alloc(64, (size_for(9) + 63) / 64 * 64);
    assert_non_null(buffer);
    qd_tree *tree = tree_in(buffer, size_for(9), (qd_tree_def){ .leaf_capacity = 8 }); // without one
    assert_int_equal(qd_tree_save(tree, NULL, NULL, 0, &size), QD_NO_MEMORY);
    free(buffer);
}

/// Nodes and tests of a thousand windows in a tree that grows as it likes and holds the same.
static uint64_t cost_elsewhere(const struct arena *arena)
{
    qd_tree *tree = tree_of(NULL);
    for (size_t i = 0; i < arena->count; i++) {
        qd_item item;
        assert_int_equal(qd_tree_get(arena->tree, arena->ids[i], &item), QD_OK);
        put(tree, item);
    }
    const uint64_t cost = cost_of_windows(tree, world, 20);
    qd_tree_destroy(tree);
    return cost;
}

/// Two thirds full, nothing is slower than elsewhere, also after everything has moved about.
static void with_room_to_spare_it_is_as_fast(void)
{
    const qd_tree_def defs[] = { { .leaf_capacity = 0 }, { .world = { { 0, 0 }, { 1000, 1000 } } } };
    for (int d = 0; d < 2; d++) {
        struct arena *arena = arena_create(15000, defs[d]);
        while (arena->count < 10000)
            arena_insert(arena, arena_box(arena, world, 5));
        assert_true(cost_of_windows(arena->tree, world, 20) <= cost_elsewhere(arena) * 3 / 2);
        for (int tick = 0; tick < 20; tick++)
            arena_move_all(arena, world, 5);
        assert_true(cost_of_windows(arena->tree, world, 20) <= cost_elsewhere(arena) * 3 / 2);
        arena_check_little(arena);
        arena_destroy(arena);
    }
}

/// A crowd in one point, but for one item that lies so near that the smallest cell holds it as well, and that no sample
/// of the crowd has met: nothing is learnt, and the root stays.
static void a_point_teaches_no_root(void)
{
    struct arena *arena = arena_create(3000, (qd_tree_def){ .leaf_capacity = 4 });
    while (arena->count < 100)
        arena_insert(arena, arena_box(arena, box(-1e7f, -1e7f, 1e7f, 1e7f), 1));
    while (arena->count < 1100)
        arena_insert(arena, point_at(arena->count == 101 ? 7.001f : 7, 7));
    assert_int_equal(qd_tree_rebuild(arena->tree), QD_OK);
    arena_check_little(arena);
    arena_destroy(arena);
}

/// The root is found without memory: for a small heap far from where the first items were, and for outliers.
static void the_root_is_learnt_in_place(void)
{
    struct arena *arena = arena_create(12000, (qd_tree_def){ .leaf_capacity = 32 });
    const qd_box small = { { 5e6f, 5e6f }, { 5e6f + 1000, 5e6f + 1000 } };
    for (int i = 0; i < 100; i++)
        arena_insert(arena, arena_box(arena, world, 1));
    while (arena->count < 8000)
        arena_insert(arena, arena_box(arena, small, 1));
    assert_true(cost_of_windows(arena->tree, small, 10) < 1000 * 400);
    for (size_t i = 0; i < 8000; i++)
        arena_move(arena, i, arena_box(arena, i % 50 ? box(-1, -1, 1, 1) : box(-1e20f, -1e20f, 1e20f, 1e20f), 0));
    assert_int_equal(qd_tree_rebuild(arena->tree), QD_OK);
    assert_true(cost_of_windows(arena->tree, box(-1, -1, 1, 1), 0.01f) < 1000 * 60);
    arena_check_little(arena);
    arena_destroy(arena);
}

/// An empty tree is as good as rebuilt; one that is full has no room for it, and says so.
static void rebuilding_says_whether_there_is_room(void)
{
    struct arena *arena = arena_create(1000, (qd_tree_def){ .world = world });
    assert_int_equal(qd_tree_rebuild(arena->tree), QD_OK);
    while (qd_tree_add(arena->tree, arena_box(arena, world, 1), 0)) {
    }
    assert_int_equal(qd_tree_rebuild(arena->tree), QD_FULL);
    assert_true(qd_tree_check(arena->tree));
    arena_destroy(arena);
}

tests_main(plain_test(the_size_grows_with_the_items), plain_test(the_buffer_is_looked_at),
           plain_test(a_larger_buffer_takes_more), plain_test(saving_uses_the_definitions_allocator),
           plain_test(with_room_to_spare_it_is_as_fast), plain_test(a_point_teaches_no_root),
           plain_test(the_root_is_learnt_in_place), plain_test(rebuilding_says_whether_there_is_room))
