// Level of detail: what is smaller than asked for comes as one, everything else by itself.
#include "crowd.h"
#include <math.h>
#include <quadrille/totals.h>

static void of_every_kind(void **state)
{
    (void)state;
    static const float sizes[] = { 0, -1, NAN, 1e-30f, 0.01f, 1, 5, 100, 1e30f, INFINITY };
    for (int kind = 0; kind < CROWDS; kind++) {
        for (int totals = 0; totals < 2; totals++) {
            const qd_tree_def def = { .totals = totals, .leaf_capacity = 3, .edges = (qd_edges)(kind % 2) };
            struct crowd crowd;
            crowd_open(&crowd, (enum crowd_kind)kind, &def, 500, (uint64_t)kind + 3, kind % 3 == 0);
            crowd.oracle.totals = totals;
            for (size_t i = 0; i < crowd.oracle.count && totals; i++) {
                crowd.oracle.entries[i].value = (int64_t)i;
                qd_tree_set_value(crowd.tree, crowd.oracle.entries[i].id, (int64_t)i);
            }
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                const qd_query_filter some = { 1, 0, { 2, 1 } };
                struct compare *compare = &crowd.compare;
                crowd_expect(&crowd, compare_detail(compare, everywhere, sizes[i], everyone, SIZE_MAX));
                crowd_expect(&crowd, compare_detail(compare, everywhere, sizes[i], everyone, i + 1));
                crowd_expect(&crowd, compare_detail(compare, box(3, 2, 50, 40.5f), sizes[i], everyone, SIZE_MAX));
                crowd_expect(&crowd, compare_detail(compare, box(-1, 2, 8, INFINITY), sizes[i], some, SIZE_MAX));
            }
            crowd_close(&crowd);
        }
    }
}

struct drawn {
    size_t items, groups;
    uint64_t count;
};

static bool draw(void *context, const qd_detail *details, size_t count)
{
    struct drawn *drawn = context;
    for (size_t i = 0; i < count; i++) {
        drawn->items += details[i].item.id.slot != 0;
        drawn->groups += details[i].item.id.slot == 0;
        drawn->count += details[i].total.count;
    }
    return true;
}

// A map of 200,000 points on a picture of 50 x 50 pixels: no more marks than pixels hold, and no more work.
static void costs_what_can_be_seen(void **state)
{
    (void)state;
    struct flock flock = flock_of_squares(200000, box(0, 0, 1000, 1000), 0, 6);
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .totals = true });
    flock_insert_many(&flock, tree);
    struct drawn all = { 0 }, none = { 0 };
    qd_cost cost = qd_visit_detail(tree, everywhere, 20, everyone, draw, &all);
    assert_int_equal(all.count, 200000);
    assert_true(all.items + all.groups < 4 * 50 * 50 && all.groups > 50 * 50 / 4);
    assert_true(cost.nodes + cost.tests < 40000);
    qd_visit_detail(tree, box(100, 100, 130, 130), 0, everyone, draw, &none);
    assert_true(none.groups == 0 && none.items == count_in(tree, box(100, 100, 130, 130)));
    qd_tree_destroy(tree);
    flock_free(&flock);
}

static void all_in_one(void **state)
{
    (void)state;
    struct flock flock = flock_of_squares(5000, box(0, 0, 1000, 1000), 2, 6);
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .totals = true });
    flock_insert_many(&flock, tree);
    struct drawn all = { 0 };
    qd_cost cost = qd_visit_detail(tree, everywhere, INFINITY, everyone, draw, &all);
    assert_true(all.groups >= 1 && all.groups <= 2 && all.count == 5000 && cost.tests == 0 && cost.nodes < 8);
    qd_tree_destroy(tree);
    flock_free(&flock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_every_kind),
        cmocka_unit_test(costs_what_can_be_seen),
        cmocka_unit_test(all_in_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
