// Pairs with at least one item that a question's filter sees, as brute force finds them.
#include "crowd.h"
#include <stdlib.h>

static qd_id id_of(uint32_t slot)
{
    return (qd_id)1 << 32 | slot;
}

static void of_every_kind(void)
{
    const qd_pair_query queries[] = {
        { .ignore = 0 },
        { .filter = { .mask = 1 } },
        { .filter = { .mask = 6 }, .ignore = id_of(9) },
        { .filter = { .mask = QD_NO_LAYER } },
        { .filter = { .layers = 2 } },
        { .filter = { .layers = 5, .mask = 12 }, .ignore = id_of(3) },
        { .ignore = id_of(5) },
        { .filter = { .layers = QD_NO_LAYER } },
    };
    for (int kind = 0; kind < CROWDS; kind++) {
        for (int own = 0; own < 2; own++) {
            const qd_tree_def def = { .edges = kind % 2 ? QD_OPEN : QD_CLOSED, .leaf_capacity = 5 };
            struct crowd crowd;
            crowd_open(&crowd, (enum crowd_kind)kind, &def, 300, (uint64_t)kind + 20, own);
            for (size_t i = 0; i < 8; i++)
                crowd_expect(&crowd, compare_pairs(&crowd.compare, &queries[i], NULL, i % 3 ? SIZE_MAX : 50));
            crowd_close(&crowd);
        }
    }
}

// Walls are many and overlap each other; what moves is little. Finding the pairs of what moves must not cost what the
// walls cost among themselves.
static void passes_by_the_others(void)
{
    enum { WALL = 1, UNIT = 2 };
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct prng random = { 3 };
    for (int i = 0; i < 20000; i++) {
        const double x = prng_between(&random, 0, 1000), y = prng_between(&random, 0, 1000);
        put(tree, (qd_item){ .box = qd_box_xywh(x, y, 20, 20), .filter = { .layers = i % 1000 ? WALL : UNIT } });
    }
    struct counter all = { 0, 0 }, few = { 0, 0 };
    const qd_pair_query units = { .filter = { .mask = UNIT } };
    qd_cost whole, part;
    qd_tree_visit_pairs(tree, NULL, count_pairs, &all, &whole);
    qd_tree_visit_pairs(tree, &units, count_pairs, &few, &part);
    assert_true(few.results > 0 && few.results < all.results / 100);
    assert_true(part.tests < whole.tests / 16);
    qd_tree_destroy(tree);
}

tests_main(plain_test(of_every_kind), plain_test(passes_by_the_others))
