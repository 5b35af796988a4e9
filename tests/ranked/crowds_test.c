// Nearest in trees of doubles among items closer together than the floats of the tree inside can tell, at all
// magnitudes: floats leave items out before their exact distances are known, and must leave out none of the first.
#include "support.h"

#include <quadrille/oracle.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { ITEMS = 3000, QUESTIONS = 40, MOST = 17, ACROSS = 48 };

// A square crowd of some steps of a float, about one item a step, that begins so far from the origin of the tree.
struct place {
    double x, y, step;
    uint32_t parts; ///< Of a step, that items lie on; questions lie between.
};

enum { FINEST = 256 };

static double some_number(struct prng *random, double first, double step, uint32_t parts)
{
    return first + step * (prng_below(random, ACROSS * parts) / (double)parts);
}

static qd_box some_box(struct prng *random, const struct place *at, uint32_t parts, uint32_t most_steps)
{
    const double x = some_number(random, at->x, at->step, parts), y = some_number(random, at->y, at->step, parts);
    const double part = at->step / parts;
    const uint32_t most = most_steps * parts + 1;
    return box(x, y, x + part * prng_below(random, most), y + part * prng_below(random, most));
}

// Makes a tree with its origin at 0, inserts a crowd, and rebuilds the tree around it.
static qd_tree *crowded_tree(struct prng *random, const struct place *at, uint32_t most_steps, qd_oracle **oracle)
{
    const qd_tree_def def = { .precision = QD_DOUBLE, .world = box(-1, -1, 1, 1), .leaf_capacity = 32 };
    qd_tree *tree = tree_of(&def);
    assert_int_equal(qd_oracle_create(&def, oracle), QD_OK);
    for (int i = 0; i < ITEMS; i++) {
        const qd_item item = item_at(some_box(random, at, at->parts, most_steps));
        assert_int_equal(qd_oracle_insert_as(*oracle, &item, put(tree, item)), QD_OK);
    }
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    return tree;
}

static void compare_rows(const qd_tree *tree, const qd_ranked *questions, size_t k, qd_hit (*expected)[MOST])
{
    static qd_id ids[QUESTIONS * MOST];
    static double distances[QUESTIONS * MOST];
    const qd_ranked_queries all = { .count = QUESTIONS, .each = questions };
    const qd_ranked_rows rows = { .k = k, .ids = ids, .distances = distances };
    assert_int_equal(qd_tree_find_many_ranked(tree, &all, &rows), QD_OK);
    for (size_t i = 0; i < QUESTIONS; i++)
        for (size_t r = 0; r < k; r++) {
            assert_true(ids[i * k + r] == expected[i][r].item.id);
            assert_true(distances[i * k + r] == expected[i][r].distance);
        }
}

// Questions lie around `from`, in the crowd or far away.
static void ask_crowd(const struct place *at, const struct place *from, uint32_t most_steps, uint64_t seed)
{
    static const size_t wanted[] = { 1, 2, 3, 7, 8, 9, 10, 16, 17 };
    static qd_hit expected[QUESTIONS][MOST];
    qd_ranked questions[QUESTIONS];
    struct prng random = { seed };
    qd_oracle *oracle;
    qd_tree *tree = crowded_tree(&random, at, most_steps, &oracle);
    for (int i = 0; i < QUESTIONS; i++) {
        const qd_box asked = some_box(&random, from, FINEST, 2);
        questions[i] = qd_nearest(i % 3 ? qd_shape_point(asked.min) : qd_shape_box(asked), INFINITY);
        assert_int_equal(qd_oracle_find_ranked(oracle, &questions[i], expected[i], MOST, NULL), MOST);
    }
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        for (int i = 0; i < QUESTIONS; i++) {
            qd_hit found[MOST];
            assert_int_equal(qd_tree_find_ranked(tree, &questions[i], found, wanted[k], NULL), wanted[k]);
            for (size_t r = 0; r < wanted[k]; r++) {
                assert_true(found[r].item.id == expected[i][r].item.id);
                assert_true(found[r].distance == expected[i][r].distance);
            }
        }
        compare_rows(tree, questions, wanted[k], expected);
    }
    qd_oracle_destroy(oracle);
    qd_tree_destroy(tree);
}

static void ask_at(double x, double y, double step)
{
    const struct place between = { x, y, step, FINEST }, on_steps = { x, y, step, 1 };
    ask_crowd(&between, &between, 0, 1);
    ask_crowd(&between, &between, 3, 2);
    ask_crowd(&on_steps, &on_steps, 0, 3);
}

static void far_from_the_origin(void)
{
    static const int powers[] = { 0, 24, 62, 98, 101, 126, -40, -120 };
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        const double far = ldexp(1, powers[i]);
        ask_at(far, far, far * 0x1p-23);
        ask_at(far, -far, far * 0x1p-23); // towards the origin, the steps of the lower sides are halved
        ask_at(-far, far / 1024, far * 0x1p-23);
    }
}

// Denormal floats are all as far from one another, and below them all is zero and its neighbours.
static void at_the_smallest_floats(void)
{
    ask_at(0, 0, FLT_TRUE_MIN);
    ask_at(-24 * (double)FLT_TRUE_MIN, -24 * (double)FLT_TRUE_MIN, FLT_TRUE_MIN);
    ask_at(0, -20 * 0x1p-160, 0x1p-160);
    ask_at(-20 * 0x1p-1060, 0, 0x1p-1060);
}

// A double beyond the largest float becomes that float.
static void around_the_largest_floats(void)
{
    const double step = FLT_MAX * 0x1p-24;
    ask_at(FLT_MAX - ACROSS / 2 * step, 0, step);
    ask_at(0, -FLT_MAX - ACROSS / 2 * step, step);
    ask_at(FLT_MAX - ACROSS / 2 * step, FLT_MAX - ACROSS / 2 * step, step);
    ask_at(FLT_MAX - ACROSS / 2 * 64 * step, FLT_MAX - ACROSS / 2 * 64 * step, 64 * step);
    ask_at(-ACROSS / 2 * 0x1p126, -ACROSS / 2 * 0x1p126, 0x1p126);
    ask_at(0x1p200, 0x1p200, 0x1p170);
    ask_at(0, 0x1p1000, 0x1p990);
}

// At the origin of the tree a question is not rounded, and the items' steps grow with their distance alone.
static void far_from_the_question(void)
{
    const double ways[][2] = { { 1, 0 }, { -1, 0.75 } };
    const struct place origin = { 0, 0, 0, 1 };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int power = -40; power <= 40; power += 80) {
            const double far = ldexp(1, power), step = far * 0x1p-23;
            const struct place crowd = { ways[i][0] * far, ways[i][1] * far, step, FINEST };
            ask_crowd(&crowd, &origin, 0, i);
            const struct place row = { ways[i][0] * far, ways[i][1] * far, step / ACROSS, FINEST };
            ask_crowd(&row, &origin, 0, i);
        }
}

tests_main(plain_test(far_from_the_question), plain_test(far_from_the_origin), plain_test(at_the_smallest_floats),
           plain_test(around_the_largest_floats))
