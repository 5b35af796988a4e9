// Traps 6 and 7, about where the root lies: whatever is parked far away, the rest is found as if it were not there.
// Counted in nodes, tests and records of upkeep, never in seconds.
//
//      near half                                                far half
//     +---------+                                        one place, or spread
//     | 20,000  |  . . . . . . . . . . . . . . . . . .    over 1e30 * (0..1)
//     +---------+
#include "support.h"
#include "workers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { HALF = 20000 };
static const qd_box field = { { 0, 0 }, { 1000, 1000 } };

// Records of upkeep allowed per item inserted one by one: eight levels of splits at two records each (examined,
// copied), refits and rebuilds at each doubling (together at most twice the items, each record read, sorted, copied,
// summed up). The whole of it grows with log n at most; a root that sinks everything into one cell struct costs
// thousands.
enum { WORK_PER_ITEM = 40 };

enum order { A_FIRST, B_FIRST, ALTERNATING, ORDERS };

static struct flock mixed(const struct flock *a, const struct flock *b, enum order order)
{
    struct flock both = flock_of_same(a->count + b->count, point_at(0, 0));
    size_t from_a = 0, from_b = 0;
    for (size_t i = 0; i < both.count; i++) {
        bool want_a = order == A_FIRST || (order == ALTERNATING && i % 2 == 0);
        bool take_a = from_b == b->count || (want_a && from_a < a->count);
        both.boxes[i] = take_a ? a->boxes[from_a++] : b->boxes[from_b++];
    }
    return both;
}

static uint64_t sum(qd_cost cost)
{
    return cost.nodes + cost.tests;
}

struct costs {
    uint64_t pairs, windows;
};

static struct costs costs_of(const qd_tree *tree)
{
    struct costs costs = { sum(cost_of_pairs(tree)), cost_of_windows(tree, field, 20) };
    return costs;
}

static struct costs costs_alone(struct flock *flock)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    flock_insert(flock, tree);
    struct costs costs = costs_of(tree);
    qd_tree_destroy(tree);
    return costs;
}

// Doubles are rounded to floats about an origin, the centre of the world or of the first items. Where those lie far
// away, floats cannot tell the others apart (tree.h says so): then a world has to be given.
static qd_tree *tree_near(void)
{
    return trees_precision() == QD_DOUBLE ? tree_over(field) : tree_with(QD_CLOSED, 0, 0);
}

// Builds near and far together in every order and way, and looks what finding costs. `pairs_too` is left out where the
// far ones all overlap each other.
static void assert_near_is_as_cheap(struct flock *near, const struct flock *far, uint64_t allowed_pairs, bool pairs_too)
{
    struct costs alone = costs_alone(near);
    for (enum order order = A_FIRST; order < ORDERS; order++)
        for (int many = 0; many <= 1; many++) {
            struct flock both = mixed(near, far, order);
            qd_tree *tree = tree_near();
            (many ? flock_insert_many : flock_insert)(&both, tree);
            assert_in_range(work_of(tree), 0, WORK_PER_ITEM * both.count);
            for (int rebuilt = 0; rebuilt <= 1; rebuilt++) {
                assert_in_range(cost_of_windows(tree, field, 20), 1, 2 * alone.windows);
                if (pairs_too)
                    assert_in_range(sum(cost_of_pairs(tree)), 1, 2 * (alone.pairs + allowed_pairs));
                assert_holds(tree, &both);
                assert_int_equal(qd_tree_rebuild(tree), QD_OK);
            }
            flock_end(&both, tree);
        }
}

static struct flock near_half(void)
{
    return flock_of_squares(HALF, field, 3.5f, 6);
}

static void trap_6_one_item_at_1e9_costs_nothing(void)
{
    struct flock near = near_half();
    struct flock far = flock_of_same(1, box(1e9f, 1e9f, 1e9f, 1e9f));
    assert_near_is_as_cheap(&near, &far, 0, true);
    far.boxes[0] = point_at(-1e9f, 500);
    assert_near_is_as_cheap(&near, &far, 0, true);
    flock_free(&near);
    flock_free(&far);
}

static void trap_6_half_of_the_items_at_one_place_at_1e30_cost_nothing(void)
{
    struct flock near = near_half();
    struct flock far = flock_of_same(HALF, point_at(1e30f, 1e30f));
    assert_near_is_as_cheap(&near, &far, 0, false);
    flock_free(&near);
    flock_free(&far);
}

static void trap_6_half_of_the_items_spread_up_to_1e30_are_found_as_cheaply(void)
{
    struct flock near = near_half();
    struct flock far = flock_of_squares(HALF, box(0, 0, 1e30f, 1e30f), 3.5e27f, 30);
    assert_near_is_as_cheap(&near, &far, costs_alone(&far).pairs, true);
    // And the far half itself: its windows cost what they would cost without the near one, twice at most.
    qd_box far_field = box(0, 0, 1e30f, 1e30f);
    qd_tree *alone = tree_with(QD_CLOSED, 0, 0);
    flock_insert(&far, alone);
    struct flock both = mixed(&near, &far, ALTERNATING);
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    flock_insert(&both, tree);
    assert_in_range(cost_of_windows(tree, far_field, 2e28f), 1, 2 * cost_of_windows(alone, far_field, 2e28f));
    qd_tree_destroy(alone);
    flock_end(&both, tree);
    flock_free(&near);
    flock_free(&far);
}

static void trap_6_items_without_extent_need_no_root_until_others_come(void)
{
    struct flock near = near_half();
    for (size_t same = 1; same <= 4096; same *= 8) {
        struct flock equal = flock_of_same(same, point_at(7, 7));
        struct flock both = mixed(&near, &equal, B_FIRST);
        qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
        flock_insert(&both, tree);
        assert_holds(tree, &both);
        // Each window that meets (7, 7) meets them all, which is no fault: that corner is left out.
        qd_tree *alone = tree_with(QD_CLOSED, 0, 0);
        flock_insert(&near, alone);
        qd_box rest = box(100, 100, 1000, 1000);
        assert_in_range(cost_of_windows(tree, rest, 20), 1, 2 * cost_of_windows(alone, rest, 20));
        qd_tree_destroy(alone);
        flock_end(&both, tree);
        flock_free(&equal);
    }
    flock_free(&near);
}

static void trap_6_items_on_one_line_are_found_cheaply(void)
{
    struct flock line = flock_of_same(HALF, point_at(0, 0));
    for (size_t i = 0; i < line.count; i++)
        line.boxes[i] = point_at((float)i, 5);
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    flock_insert(&line, tree);
    assert_holds(tree, &line);
    // A window of 11 points meets two leaves at most, or three where they are cut unevenly; the way down is as long as
    // the tree is deep, with up to four cells looked at on each level.
    assert_in_range(cost_of_windows(tree, box(0, 0, (float)HALF, 10), 10), 1, 1000 * (3 * 32 + 4 * 18));
    flock_end(&line, tree);
}

static void assert_found(const qd_tree *tree, qd_id id, qd_box where)
{
    found_list found = found_in(tree, where);
    bool there = false;
    for (size_t i = 0; i < found.count; i++)
        there |= found.at[i].id == id;
    found_list_free(&found);
    assert_true(there);
}

static void trap_7_the_tree_grows_to_all_four_sides(void)
{
    for (int learnt = 0; learnt <= 1; learnt++)
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++) {
                qd_tree *tree = learnt ? tree_with(QD_CLOSED, 2, 0) : tree_over(box(0, 0, 1, 1));
                qd_box where[128];
                qd_id ids[128];
                for (int k = 0; k < 128; k++) {
                    float far = ldexpf(1, k);
                    where[k] = point_at((float)dx * far, (float)dy * far);
                    ids[k] = put(tree, item_at(where[k]));
                    assert_true(qd_tree_check(tree));
                    for (int i = 0; i <= k; i += 1 + k / 8)
                        assert_found(tree, ids[i], where[i]);
                }
                assert_int_equal(count_in(tree, everywhere), 128);
                qd_tree_destroy(tree);
            }
}

static void trap_7_items_larger_than_the_world_are_found(void)
{
    qd_tree *tree = tree_over(box(0, 0, 1, 1));
    struct flock flock = flock_of_squares(500, box(-2, -2, 2, 2), 0.1f, 7);
    for (size_t i = 0; i < flock.count; i += 4) {
        float half = ldexpf(1, (int)(i / 4) - 10);
        flock.boxes[i] = qd_box_around((qd_vec2){ 0.5f, 0.5f }, half, half);
    }
    flock_insert(&flock, tree);
    for (int rebuilt = 0; rebuilt <= 1; rebuilt++) {
        assert_windows(tree, &flock, flock.boxes, flock.count, 3);
        assert_window(tree, &flock, point_at(1e20f, -1e20f));
        assert_window(tree, &flock, point_at(FLT_MAX, FLT_MAX));
        assert_pairs(tree, &flock, QD_CLOSED);
        assert_holds(tree, &flock);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    }
    flock_end(&flock, tree);
}

static void trap_7_a_world_outgrown_to_any_side_is_as_cheap_as_a_learnt_one(void)
{
    const float sides[4][2] = { { -1000, 0 }, { 1000, 0 }, { 0, -1000 }, { 0, 1000 } };
    for (int side = 0; side < 4; side++) {
        float x = sides[side][0], y = sides[side][1];
        qd_box region = box(x, y, x + 1000, y + 1000);
        struct flock flock = flock_of_squares(HALF, region, 3.5f, 8);
        qd_tree *outgrown = tree_over(box(0, 0, 1, 1));
        qd_tree *learnt = tree_with(QD_CLOSED, 0, 0);
        flock_insert(&flock, outgrown);
        assert_in_range(work_of(outgrown), 0, WORK_PER_ITEM * flock.count);
        assert_holds(outgrown, &flock);
        flock_insert(&flock, learnt);
        assert_in_range(cost_of_windows(outgrown, region, 20), 1, 2 * cost_of_windows(learnt, region, 20));
        assert_in_range(sum(cost_of_pairs(outgrown)), 1, 2 * sum(cost_of_pairs(learnt)));
        qd_tree_destroy(outgrown);
        flock_end(&flock, learnt);
    }
}

tests_main(plain_test(trap_6_one_item_at_1e9_costs_nothing),
           plain_test(trap_6_half_of_the_items_at_one_place_at_1e30_cost_nothing),
           plain_test(trap_6_half_of_the_items_spread_up_to_1e30_are_found_as_cheaply),
           plain_test(trap_6_items_without_extent_need_no_root_until_others_come),
           plain_test(trap_6_items_on_one_line_are_found_cheaply), plain_test(trap_7_the_tree_grows_to_all_four_sides),
           plain_test(trap_7_items_larger_than_the_world_are_found),
           plain_test(trap_7_a_world_outgrown_to_any_side_is_as_cheap_as_a_learnt_one))
