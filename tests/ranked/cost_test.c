// What ranked questions look into: no node that holds nothing, and from far away no more than from near.
#include "support.h"

#include <math.h>

// NOLINTNEXTLINE(readability-non-const-parameter): the type of a visitor
static qd_flow go_on(void *context, const qd_hit *hit, double *limit)
{
    (void)context;
    (void)hit;
    (void)limit;
    return QD_CONTINUE;
}

static qd_cost cost_of(const qd_tree *tree, qd_ranked ranked)
{
    qd_cost cost;
    qd_tree_visit_ranked(tree, &ranked, go_on, NULL, &cost);
    return cost;
}

// Of the four nodes at the root one holds all there is. The bounds of the others are infinitely far away, but not
// within a limit that is infinite. (Among floats that are not so far away it takes longer to tell than to look.)
static void nodes_that_hold_nothing_are_not_looked_into(void)
{
    const qd_ranked questions[] = { qd_nearest(qd_shape_point((qd_vec2){ 1e30, 0 }), INFINITY),
                                    qd_nearest(qd_shape_box(box(1e30, 5, 2e30, 6)), INFINITY),
                                    qd_ray((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }, INFINITY),
                                    qd_ray((qd_vec2){ 0, 1 }, (qd_vec2){ 1, 0 }, INFINITY) };
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        put(tree, item_at(box(1, 1, 2, 2)));
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
            const qd_cost cost = cost_of(tree, questions[i]);
            assert_true(cost.nodes == 1 && cost.tests == 1 && cost.hits == 1);
        }
        qd_tree_destroy(tree);
    }
}

// Somewhat beyond all floats, on either side, the numbers of a question are clamped to the outermost ones, and what
// that takes off is not counted as doubt: all items are as much farther away.
static void from_beyond_all_floats_the_nearest_costs_little(void)
{
    enum { ITEMS = 4000 };
    const double world = 0x1.8p127, beyond = 0x1.1p128;
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE, .world = box(-world, -world, world, world) });
    struct prng random = { 40 };
    for (int i = 0; i < ITEMS; i++)
        put(tree, item_at(point_at(prng_between(&random, -world, world), prng_between(&random, -world, world))));
    for (int side = 0; side < 4; side++) {
        const double x = side == 0 ? -beyond : side == 1 ? beyond : 0, y = side == 2 ? -beyond : side == 3 ? beyond : 0;
        const qd_ranked near = qd_nearest(qd_shape_point((qd_vec2){ x, y }), INFINITY);
        const qd_ranked_queries one = { .count = 1, .each = &near };
        qd_cost cost;
        qd_id id;
        const qd_ranked_rows rows = { .k = 1, .ids = &id, .cost = &cost };
        assert_int_equal(qd_tree_find_many_ranked(tree, &one, &rows), QD_OK);
        assert_true(cost.tests < ITEMS / 8);
    }
    qd_tree_destroy(tree);
}

// Searches start where they want to go: seldom more than one or two nodes are looked into, whatever the numbers are.
static void the_nearest_of_many_are_found_near_by(void)
{
    enum { ITEMS = 20000, ASKED = 200 };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = (qd_precision)precision });
        struct prng random = { 41 };
        for (int i = 0; i < ITEMS; i++)
            put(tree, item_at(point_at(prng_between(&random, 100, 200), prng_between(&random, -700, -600))));
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
        qd_ranked questions[ASKED];
        for (int i = 0; i < ASKED; i++)
            questions[i] = qd_nearest(
                qd_shape_point((qd_vec2){ prng_between(&random, 100, 200), prng_between(&random, -700, -600) }),
                INFINITY);
        for (size_t k = 1; k <= 16; k *= 4) {
            qd_cost cost;
            const qd_ranked_queries all = { .count = ASKED, .each = questions };
            const qd_ranked_rows rows = { .k = k, .cost = &cost };
            assert_int_equal(qd_tree_find_many_ranked(tree, &all, &rows), QD_OK);
            assert_true(cost.nodes < 3 * ASKED && cost.hits == k * ASKED);
        }
        qd_tree_destroy(tree);
    }
}

static uint64_t nodes_for_casts(qd_precision precision, double offset, double way_x, double way_y, int kind)
{
    enum { ITEMS = 20000, ASKED = 200 };
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
    struct prng random = { 42 };
    for (int i = 0; i < ITEMS; i++)
        put(tree, item_at(point_at(offset + prng_between(&random, 0, 100), offset + prng_between(&random, 0, 100))));
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    uint64_t nodes = 0;
    for (int i = 0; i < ASKED; i++) {
        const qd_vec2 at = { offset + prng_between(&random, 0, 100), offset + prng_between(&random, 0, 100) };
        const qd_box square = { at, { at.x + 1, at.y + 1 } };
        const qd_shape shape = kind ? qd_shape_circle(at, 1) : qd_shape_box(square);
        const qd_ranked first = qd_cast(shape, (qd_vec2){ way_x, way_y }, INFINITY);
        const qd_ranked_queries one = { .count = 1, .each = &first };
        qd_cost cost;
        const qd_ranked_rows row = { .k = 1, .cost = &cost };
        assert_int_equal(qd_tree_find_many_ranked(tree, &one, &row), QD_OK);
        nodes += cost.nodes;
    }
    qd_tree_destroy(tree);
    return nodes;
}

// Also among doubles, which floats stand for, a cast looks where it begins, and no further than its first hit.
static void casts_among_doubles_look_where_those_among_floats_do(void)
{
    static const double ways[][2] = { { 1, 0.5 }, { -3e-5, 2e-5 }, { 1, 0 }, { 0, -7 }, { 1e-20, -1e-9 } };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        for (int kind = 0; kind < 2; kind++) {
            const uint64_t floats = nodes_for_casts(QD_FLOAT, 0, ways[i][0], ways[i][1], kind);
            const uint64_t near = nodes_for_casts(QD_DOUBLE, 0, ways[i][0], ways[i][1], kind);
            const uint64_t far = nodes_for_casts(QD_DOUBLE, 1e9, ways[i][0], ways[i][1], kind);
            assert_true(10 * near <= 11 * floats && 10 * far <= 11 * floats);
        }
    }
}

tests_main(plain_test(casts_among_doubles_look_where_those_among_floats_do),
           plain_test(nodes_that_hold_nothing_are_not_looked_into),
           plain_test(from_beyond_all_floats_the_nearest_costs_little),
           plain_test(the_nearest_of_many_are_found_near_by))
