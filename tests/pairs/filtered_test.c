// Pairs at least one of whose items a query filter lets through, as brute force finds them.
#include "crowd.h"
#include <stdlib.h>

static void of_every_kind(void **state)
{
    (void)state;
    const qd_query_filter filters[] = {
        { 0, 0, { 0, 0 } }, { 1, 0, { 0, 0 } },  { 6, 0, { 9, 1 } }, { QD_NO_LAYERS, 0, { 0, 0 } },
        { 0, 2, { 0, 0 } }, { 12, 5, { 3, 1 } }, { 0, 0, { 5, 1 } }, { 0, QD_NO_LAYERS, { 0, 0 } },
    };
    for (int kind = 0; kind < CROWDS; kind++) {
        for (int own = 0; own < 2; own++) {
            const qd_tree_def def = { .edges = kind % 2 ? QD_EDGES_OPEN : QD_EDGES_CLOSED, .leaf_capacity = 5 };
            struct crowd crowd;
            crowd_open(&crowd, (enum crowd_kind)kind, &def, 300, (uint64_t)kind + 20, own);
            for (int i = 0; i < 8; i++)
                crowd_expect(&crowd, compare_pairs_filtered(&crowd.compare, filters[i], (size_t)i % 3 ? SIZE_MAX : 50));
            crowd_close(&crowd);
        }
    }
}

// Walls are many and meet each other; what moves is little. Looking for pairs of what moves must not cost what the
// walls cost among themselves.
static void passes_by_the_others(void **state)
{
    (void)state;
    enum { WALL = 1, UNIT = 2 };
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    struct prng random = { 3 };
    for (int i = 0; i < 20000; i++) {
        qd_box where = qd_box_xywh(prng_between(&random, 0, 1000), prng_between(&random, 0, 1000), 20, 20);
        qd_tree_insert(tree, (qd_item){ .box = where, .filter = { .layers = i % 1000 ? WALL : UNIT } });
    }
    struct counter all = { 0, 0 }, few = { 0, 0 };
    const qd_query_filter units = { .mask = UNIT };
    qd_cost whole = qd_visit_pairs(tree, count_pairs, &all),
            part = qd_visit_pairs_filtered(tree, units, count_pairs, &few);
    assert_true(few.results > 0 && few.results < all.results / 100);
    assert_true(part.tests < whole.tests / 16);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(of_every_kind), cmocka_unit_test(passes_by_the_others) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
