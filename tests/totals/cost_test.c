// What the totals of a box cost: the cells on its border, whatever lies inside. In trees of floats and of doubles
// alike.
#include "support.h"

static qd_tree *tree_with_totals(qd_precision precision)
{
    const qd_tree_def def = { .precision = precision, .world = { { 0, 0 }, { 1024, 1024 } }, .totals = true };
    return tree_of(&def);
}

static void fill(qd_tree *tree, size_t count, qd_box region, uint64_t seed)
{
    struct prng random = { seed };
    for (size_t i = 0; i < count; i++) {
        const double x = prng_between(&random, region.min.x, region.max.x);
        const double y = prng_between(&random, region.min.y, region.max.y);
        put(tree, (qd_item){ .box = point_at(x, y), .value = (int64_t)i });
    }
}

static qd_total total_of(const qd_tree *tree, qd_box window, qd_cost *cost)
{
    const qd_query query = query_box(window);
    qd_total total;
    qd_tree_total(tree, &query, &total, cost);
    assert_int_equal(total.count, qd_tree_count(tree, &query));
    return total;
}

// The same four thousand items all over, and more and more of them far from the border of the window.
static qd_cost cost_with_inside(qd_precision precision, size_t inside)
{
    qd_tree *tree = tree_with_totals(precision);
    qd_cost cost;
    fill(tree, 4000, box(0, 0, 1024, 1024), 1);
    fill(tree, inside, box(450, 450, 550, 550), 2);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    const qd_total total = total_of(tree, box(200.5, 200.5, 800.5, 800.5), &cost);
    assert_true(total.count > inside);
    qd_tree_destroy(tree);
    return cost;
}

static void what_lies_inside_costs_nothing(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_cost few = cost_with_inside((qd_precision)precision, 1000);
        const qd_cost many = cost_with_inside((qd_precision)precision, 100000);
        assert_true(many.tests == few.tests);
        assert_true(many.nodes <= few.nodes && many.nodes < 400);
    }
}

// No shape, no work.
static void what_is_malformed_costs_nothing(void)
{
    qd_tree *tree = tree_with_totals(QD_FLOAT);
    fill(tree, 100, box(0, 0, 1024, 1024), 3);
    const qd_query query = query_box(box(1, 0, 0, 1));
    qd_total total;
    qd_cost cost = { 7, 7, 7 };
    qd_tree_total(tree, &query, &total, &cost);
    assert_true(total.count == 0 && cost.nodes == 0 && cost.tests == 0 && cost.hits == 0);
    qd_tree_destroy(tree);
}

// Four times as many items, of the same kind everywhere: twice the border.
static void the_border_grows_with_the_root(void)
{
    for (int precision = 0; precision < 2; precision++) {
        uint64_t costs[3];
        for (int i = 0; i < 3; i++) {
            qd_tree *tree = tree_with_totals((qd_precision)precision);
            qd_cost cost;
            fill(tree, (size_t)10000 << 2 * i, box(0, 0, 1024, 1024), 3);
            total_of(tree, box(100.5, 100.5, 900.5, 900.5), &cost);
            costs[i] = cost.nodes + cost.tests;
            qd_tree_destroy(tree);
        }
        assert_true(costs[1] < 3 * costs[0] && costs[2] < 3 * costs[1]);
    }
}

// After any number of changes, of values too, one by one.
static void changes_do_not_wear_it_out(void)
{
    qd_tree *tree = tree_with_totals(QD_FLOAT);
    struct flock flock = flock_of_squares(20000, box(0, 0, 1020, 1020), 1, 5);
    struct prng random = { 8 };
    flock_insert(&flock, tree);
    qd_cost before, after;
    total_of(tree, everywhere, &before);
    for (size_t i = 0; i < 60000; i++) {
        const size_t at = prng_below(&random, 20000);
        const double x = prng_between(&random, 0, 1020), y = prng_between(&random, 0, 1020);
        assert_int_equal(qd_tree_set_value(tree, flock.ids[at], (int64_t)prng_below(&random, 1000)), QD_OK);
        assert_int_equal(qd_tree_move(tree, flock.ids[at], box(x, y, x + 1, y + 1)), QD_OK);
    }
    total_of(tree, everywhere, &after);
    assert_true(before.nodes + before.tests < 40 && after.nodes + after.tests < 40);
    assert_true(qd_tree_check(tree));
    flock_end(&flock, tree);
}

// A million changes of the least value among equal points: none goes through all of them, and none leaves it wrong.
static void a_crowd_in_one_place(void)
{
    enum { CROWD = 20000 };
    qd_tree *tree = tree_with_totals(QD_FLOAT);
    struct flock flock = flock_of_same(CROWD, point_at(5, 5));
    flock_insert_many(&flock, tree);
    for (size_t i = 0; i < CROWD; i++)
        assert_int_equal(qd_tree_set_value(tree, flock.ids[i], (int64_t)i), QD_OK);
    const uint64_t work = work_of(tree);
    for (size_t i = 0; i < CROWD / 2; i++)
        qd_tree_remove(tree, flock.ids[i]);
    assert_true(work_of(tree) - work < 40 * CROWD);
    qd_total total = total_of(tree, everywhere, NULL);
    assert_true(total.count == CROWD / 2 && total.least == CROWD / 2 && total.greatest == CROWD - 1);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    qd_cost cost;
    total = total_of(tree, everywhere, &cost);
    assert_true(total.least == CROWD / 2 && cost.nodes + cost.tests < 10);
    flock_end(&flock, tree);
}

tests_main(plain_test(what_lies_inside_costs_nothing), plain_test(what_is_malformed_costs_nothing),
           plain_test(the_border_grows_with_the_root), plain_test(changes_do_not_wear_it_out),
           plain_test(a_crowd_in_one_place))
