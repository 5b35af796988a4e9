// A heap of items at one place does not keep together what comes later and lies elsewhere: the leaf that could not part
// the heap is tried again when little more has come. Counted in nodes, tests and records of upkeep, never in seconds.
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { HEAP = 20000 };

static const qd_box field = { { 0, 0 }, { 1000, 1000 } };

static void insert_heap(qd_tree *tree, qd_box place, bool at_once)
{
    struct flock heap = flock_of_same(HEAP, place);
    if (at_once)
        flock_insert_many(&heap, tree);
    else
        flock_insert(&heap, tree);
    flock_free(&heap);
}

// Of a heap and some more, inserted after it one by one; and what they would cost in a tree that is rebuilt.
static void assert_cheap(const qd_tree_def *def, qd_box place, bool at_once, size_t more)
{
    qd_tree *tree = tree_of(def);
    insert_heap(tree, place, at_once);
    struct flock others = flock_of_squares(more, field, 2, 5);
    flock_insert(&others, tree);
    const uint64_t grown = cost_of_windows(tree, field, 20);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    const uint64_t rebuilt = cost_of_windows(tree, field, 20);
    // A window that reaches the heap's leaf looks at all of it, and that leaf may be some times as wide as it has to
    // be.
    if (grown > 20 * rebuilt + 100000)
        fail_msg("%llu where a rebuilt tree has %llu: %zu after a heap at (%g, %g)%s", (unsigned long long)grown,
                 (unsigned long long)rebuilt, more, place.min.x, place.min.y, at_once ? " that came at once" : "");
    flock_end(&others, tree);
}

static void what_comes_after_a_heap_in_a_given_world_is_found_cheaply(void)
{
    const qd_tree_def def = { .world = box(0, 0, 1024, 1024) };
    const qd_box places[] = { point_at(700.5, 300.25), point_at(0, 0), point_at(1e30, 1e30), point_at(-5000, 20),
                              box(512, 512, 513, 513) };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (int at_once = 0; at_once < 2; at_once++) {
            assert_cheap(&def, places[i], at_once, 1000);
            assert_cheap(&def, places[i], at_once, HEAP - 100);
        }
    }
}

// Up to an eighth of the items may lie badly before a better root is looked for.
static void what_comes_after_a_heap_teaches_the_root(void)
{
    const qd_tree_def def = { .reserve = 0 };
    const qd_box places[] = { point_at(700.5, 300.25), point_at(0, 0), point_at(50000, 20), box(512, 512, 513, 513) };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (int at_once = 0; at_once < 2; at_once++) {
            assert_cheap(&def, places[i], at_once, HEAP / 4);
            assert_cheap(&def, places[i], at_once, HEAP - 100);
        }
    }
}

static void a_heap_that_grows_costs_little_upkeep(void)
{
    for (int given = 0; given < 2; given++) {
        const qd_tree_def def = { .world = given ? box(0, 0, 1024, 1024) : box(0, 0, 0, 0) };
        qd_tree *tree = tree_of(&def);
        insert_heap(tree, point_at(700.5, 300.25), false);
        assert_in_range(work_of(tree), 0, 5 * HEAP);
        // What comes and goes again, one after the other, has the heap parted from it once on each level, then no more.
        struct flock others = flock_of_squares(HEAP, field, 2, 6);
        for (int round = 0; round < 2; round++) {
            const uint64_t before = work_of(tree);
            for (size_t i = 0; i < others.count; i++) {
                const qd_id id = qd_tree_add(tree, others.boxes[i], i);
                assert_true(id != 0);
                assert_int_equal(qd_tree_remove(tree, id), QD_OK);
            }
            assert_in_range(work_of(tree) - before, 0, (round == 0 ? 16 * 4 : 20) * HEAP);
        }
        flock_end(&others, tree);
    }
}

// Different items in one node that is as small as nodes get: no look at them parts them.
static void a_crowd_in_the_smallest_node_costs_little_upkeep(void)
{
    const qd_tree_def def = { .world = box(0, 0, 1024, 1024), .max_depth = 3 };
    qd_tree *tree = tree_of(&def);
    struct flock few = flock_of_squares(9 * HEAP, field, 2, 7), crowd = flock_of_squares(HEAP, box(1, 1, 90, 90), 2, 8);
    flock_insert_many(&few, tree); // so that the root stays
    const uint64_t before = work_of(tree);
    flock_insert(&crowd, tree);
    assert_in_range(work_of(tree) - before, 0, 40 * HEAP);
    flock_end(&few, tree);
    flock_free(&crowd);
}

tests_main(plain_test(what_comes_after_a_heap_in_a_given_world_is_found_cheaply),
           plain_test(what_comes_after_a_heap_teaches_the_root), plain_test(a_heap_that_grows_costs_little_upkeep),
           plain_test(a_crowd_in_the_smallest_node_costs_little_upkeep))
