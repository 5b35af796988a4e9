// Every shape with every relation, in trees of floats and of doubles: each verb answers as brute force does.
#include "crowd.h"

#include <math.h>
#include <stdlib.h>

static const qd_shape_type shapes[] = { QD_EVERYWHERE, QD_BOX, QD_POINT, QD_CIRCLE, QD_POLYGON };
static const qd_relation relations[] = { QD_OVERLAPS, QD_INSIDE, QD_CONTAINS };
enum { SHAPES = sizeof shapes / sizeof *shapes, RELATIONS = sizeof relations / sizeof *relations };

// Makes questions of the same numbers as a crowd's boxes.
struct asker {
    struct crowd crowd;
    enum crowd_kind kind;
    struct prng random;
    qd_vec2 corners[QD_MAX_CORNERS]; // of the last polygon
};

static qd_vec2 some_point(struct asker *asker)
{
    const qd_box box = crowd_box(asker->kind, &asker->random);
    return prng_below(&asker->random, 2) ? box.min : box.max;
}

static qd_box some_box(struct asker *asker)
{
    const qd_box box = crowd_box(asker->kind, &asker->random);
    return prng_below(&asker->random, 2) ? box : qd_box_between(box.min, some_point(asker));
}

// The corners of a box, or the middles of its sides, one of them twice.
static uint32_t put_corners_of_box(struct asker *asker, bool middles)
{
    const qd_box box = some_box(asker);
    const double x = box.min.x / 2 + box.max.x / 2, y = box.min.y / 2 + box.max.y / 2;
    const qd_vec2 square[] = { box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y }, box.min };
    const qd_vec2 diamond[] = {
        { x, box.min.y }, { box.max.x, y }, { box.max.x, y }, { x, box.max.y }, { box.min.x, y }
    };
    for (size_t i = 0; i < 5; i++)
        asker->corners[i] = middles ? diamond[i] : square[i];
    return 5;
}

// Some come out malformed.
static qd_shape some_polygon(struct asker *asker)
{
    const uint32_t choice = prng_below(&asker->random, 4);
    uint32_t count = choice < 3 ? 3 : 4;
    for (uint32_t i = 0; i < count; i++)
        asker->corners[i] = some_point(asker);
    if (choice < 2)
        count = put_corners_of_box(asker, choice == 0);
    return qd_shape_polygon(asker->corners, count);
}

static void spoil(struct asker *asker, qd_shape *shape)
{
    static const double odd[] = { NAN, INFINITY, -INFINITY, -1, 1e300 };
    double *sides[] = { &shape->box.min.x, &shape->box.max.x, &shape->box.min.y, &shape->box.max.y, &shape->radius };
    *sides[prng_below(&asker->random, 5)] = odd[prng_below(&asker->random, 5)];
}

static qd_shape some_shape(struct asker *asker, qd_shape_type type)
{
    if (type == QD_POLYGON)
        return some_polygon(asker);
    qd_shape shape = { type, 0, NULL, some_box(asker), 0 };
    shape.radius = fabs(some_point(asker).x - shape.box.min.x);
    if (prng_below(&asker->random, 8) == 0)
        spoil(asker, &shape);
    return shape;
}

static qd_query some_query(struct asker *asker, qd_shape_type type, qd_relation relation, bool filter)
{
    qd_query query = query_of(some_shape(asker, type), relation);
    if (filter) {
        query.filter.layers = prng_below(&asker->random, 4);
        query.filter.mask = prng_below(&asker->random, 8);
        query.ignore = (qd_id)1 << 32 | prng_below(&asker->random, 20);
    }
    return query;
}

static void asker_open(struct asker *asker, enum crowd_kind kind, const qd_tree_def *def, size_t count, bool filters)
{
    asker->kind = kind;
    asker->random.state = count + (size_t)kind;
    crowd_open(&asker->crowd, kind, def, count, count + (size_t)kind, filters);
}

static void expect_all(struct asker *asker, const qd_query *query)
{
    struct compare *compare = &asker->crowd.compare;
    const size_t limit = prng_below(&asker->random, 2) ? SIZE_MAX : prng_below(&asker->random, 50);
    crowd_expect(&asker->crowd, compare_query(compare, query, SIZE_MAX));
    crowd_expect(&asker->crowd, compare_query_again(compare, query, limit));
    crowd_expect(&asker->crowd, compare_query_again(compare, query, compare->expected_count));
    crowd_expect(&asker->crowd, compare_total(compare, query));
    crowd_expect(&asker->crowd, compare_details(compare, query, 0, SIZE_MAX));
    crowd_expect(&asker->crowd, compare_details(compare, query, prng_between(&asker->random, 0, 50), limit));
}

static void ask_all(struct asker *asker, bool filters)
{
    for (size_t i = 0; i < SHAPES; i++) {
        for (size_t j = 0; j < RELATIONS; j++) {
            for (int round = 0; round < 2; round++) {
                const qd_query query = some_query(asker, shapes[i], relations[j], filters);
                expect_all(asker, &query);
            }
        }
    }
    expect_all(asker, NULL);
}

static void ask_crowds_of(enum crowd_kind kind, qd_precision precision)
{
    static const size_t sizes[] = { 0, 1, 12, 150, 400 };
    for (int edges = 0; edges < 2; edges++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const qd_tree_def def = {
                .precision = precision, .edges = (qd_edges)edges, .leaf_capacity = i % 2 ? 3 : 0, .totals = i % 3 != 1
            };
            struct asker asker;
            asker_open(&asker, kind, &def, sizes[i], i % 2 == 0);
            ask_all(&asker, false);
            ask_all(&asker, true);
            crowd_close(&asker.crowd);
        }
    }
}

static void every_shape_with_every_relation_in_floats(void)
{
    for (int kind = 0; kind <= STEPS_OF_DOUBLES; kind++) // those of doubles are rounded
        ask_crowds_of((enum crowd_kind)kind, QD_FLOAT);
}

static void every_shape_with_every_relation_in_doubles(void)
{
    for (int kind = 0; kind < DOUBLE_CROWDS; kind++)
        ask_crowds_of((enum crowd_kind)kind, QD_DOUBLE);
}

// Each pair that can find something does: the scenes above would prove little otherwise.
static void each_pair_finds_something(void)
{
    for (int i = 0; i < 4; i++) {
        const bool open = i % 2;
        const qd_tree_def def = { .precision = (qd_precision)(i / 2), .edges = (qd_edges)open };
        size_t found[SHAPES][RELATIONS] = { { 0 } };
        for (int kind = 0; kind < CROWDS; kind++) {
            struct asker asker;
            asker_open(&asker, (enum crowd_kind)kind, &def, 300, false);
            for (size_t at = 0; at < 100 * SHAPES * RELATIONS; at++) {
                const size_t shape = at % SHAPES, relation = at / SHAPES % RELATIONS;
                const qd_query query = some_query(&asker, shapes[shape], relations[relation], false);
                found[shape][relation] += qd_tree_count(asker.crowd.tree, &query);
            }
            crowd_close(&asker.crowd);
        }
        for (size_t at = 0; at < SHAPES * RELATIONS; at++) {
            const size_t shape = at % SHAPES, relation = at / SHAPES;
            const bool nothing = (shapes[shape] == QD_EVERYWHERE && relations[relation] == QD_CONTAINS) ||
                                 (shapes[shape] == QD_POINT && relations[relation] == QD_INSIDE && open);
            assert_int_equal(found[shape][relation] == 0, nothing);
        }
    }
}

static void malformed_questions_are_told_and_find_nothing(void)
{
    const qd_vec2 line[] = { { 0, 0 }, { 1, 1 }, { 2, 2 } }, nan[] = { { 0, 0 }, { 1, 0 }, { NAN, 1 } };
    const qd_query bad[] = {
        query_of((qd_shape){ .type = (qd_shape_type)5 }, QD_OVERLAPS),
        query_of((qd_shape){ .type = (qd_shape_type)99 }, QD_OVERLAPS),
        query_of(qd_shape_box(everywhere), (qd_relation)3),
        query_of(qd_shape_box(box(NAN, 0, 1, 1)), QD_OVERLAPS),
        query_of(qd_shape_box(box(1, 0, 0, 1)), QD_OVERLAPS),
        query_of(qd_shape_box(box(INFINITY, 0, -INFINITY, 1)), QD_INSIDE),
        query_of(qd_shape_point((qd_vec2){ INFINITY, 0 }), QD_OVERLAPS),
        query_of(qd_shape_point((qd_vec2){ 0, NAN }), QD_CONTAINS),
        query_of(qd_shape_circle((qd_vec2){ 0, 0 }, -1), QD_OVERLAPS),
        query_of(qd_shape_circle((qd_vec2){ 0, 0 }, NAN), QD_OVERLAPS),
        query_of(qd_shape_circle((qd_vec2){ -INFINITY, 0 }, 1), QD_OVERLAPS),
        query_of(qd_shape_polygon(line, 3), QD_OVERLAPS),
        query_of(qd_shape_polygon(line, 2), QD_OVERLAPS),
        query_of(qd_shape_polygon(nan, 3), QD_OVERLAPS),
        query_of(qd_shape_polygon(NULL, 3), QD_OVERLAPS),
        query_of(qd_shape_polygon(line, UINT32_MAX), QD_OVERLAPS),
    };
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        struct asker asker;
        asker_open(&asker, EXTREMES, &def, 50, false);
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            size_t removed = 7;
            assert_int_equal(qd_query_check(asker.crowd.tree, &bad[i]), QD_BAD_VALUE);
            assert_int_equal(qd_tree_count(asker.crowd.tree, &bad[i]), 0);
            expect_all(&asker, &bad[i]);
            assert_int_equal(qd_tree_remove_found(asker.crowd.tree, &bad[i], &removed), QD_BAD_VALUE);
            assert_int_equal(removed, 7);
        }
        assert_int_equal(qd_query_check(asker.crowd.tree, NULL), QD_OK);
        const qd_query far = query_of(qd_shape_point((qd_vec2){ 1e300, 0 }), QD_OVERLAPS);
        assert_int_equal(qd_query_check(asker.crowd.tree, &far), precision == QD_DOUBLE ? QD_OK : QD_BAD_VALUE);
        crowd_close(&asker.crowd);
    }
}

static void remove_found(struct asker *asker, const qd_query *query)
{
    const size_t count = qd_oracle_count(asker->crowd.oracle, query);
    qd_entry *right = need(count, sizeof *right);
    size_t removed = SIZE_MAX;
    qd_oracle_find(asker->crowd.oracle, query, right, count, NULL);
    assert_int_equal(qd_tree_remove_found(asker->crowd.tree, query, &removed), QD_OK);
    assert_int_equal(removed, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(qd_oracle_remove(asker->crowd.oracle, right[i].id), QD_OK);
    crowd_expect(&asker->crowd, compare_query(&asker->crowd.compare, NULL, SIZE_MAX));
    assert_true(qd_tree_check(asker->crowd.tree));
    free(right);
}

static void what_is_found_is_removed_and_nothing_else(void)
{
    for (int precision = 0; precision < 2; precision++) {
        for (int kind = 0; kind < CROWDS; kind++) {
            const qd_tree_def def = { .precision = (qd_precision)precision, .leaf_capacity = 8, .totals = true };
            struct asker asker;
            asker_open(&asker, (enum crowd_kind)kind, &def, 2500, true);
            for (size_t i = 0; i < 3 * SHAPES; i++) {
                const qd_query query = some_query(&asker, shapes[1 + i % 4], relations[i % RELATIONS], i % 2);
                if (qd_query_check(asker.crowd.tree, &query) == QD_OK)
                    remove_found(&asker, &query);
            }
            const qd_query half = query_of(qd_shape_box(box(-INFINITY, -INFINITY, 0, INFINITY)), QD_INSIDE);
            const qd_query layer = { .filter = { 0, 1 } };
            remove_found(&asker, &half);
            remove_found(&asker, &layer);
            remove_found(&asker, NULL);
            assert_int_equal(qd_tree_count(asker.crowd.tree, NULL), 0);
            crowd_close(&asker.crowd);
        }
    }
}

// Every second item of a large tree: the search would pass the others again and again.
static void half_of_many_are_removed(void)
{
    enum { COUNT = 100000 };
    struct flock flock = flock_of_squares(COUNT, box(0, 0, 1000, 1000), 3, 5);
    for (int i = 0; i < 4; i++) {
        const qd_tree_def def = { .precision = (qd_precision)(i % 2) };
        const qd_shape all = { .type = QD_EVERYWHERE }, circle = qd_shape_circle((qd_vec2){ 500, 500 }, 5000);
        const qd_query query = { i / 2 ? circle : all, QD_OVERLAPS, { 0, 2 }, 0 };
        qd_tree *tree = tree_of(&def);
        size_t removed = 0;
        for (uint32_t j = 0; j < COUNT; j++)
            flock.ids[j] = put(tree, (qd_item){ .box = flock.boxes[j], .filter = { j % 2 ? 2 : 4, 0 } });
        assert_int_equal(qd_tree_remove_found(tree, &query, &removed), QD_OK);
        assert_int_equal(removed, COUNT / 2);
        assert_int_equal(qd_tree_count(tree, NULL), COUNT / 2);
        for (uint32_t j = 0; j < COUNT; j++)
            assert_int_equal(qd_tree_has(tree, flock.ids[j]), j % 2 == 0);
        assert_true(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

// Once the slots are gone through, the last one is too, wherever its item lies and so whenever a search comes there.
static void the_last_item_is_removed(void)
{
    enum { COUNT = 20000 };
    struct flock flock = flock_of_squares(COUNT, box(0, 0, 1000, 1000), 3, 5);
    for (int corner = 0; corner < 4; corner++) {
        const qd_query query = { { .type = QD_EVERYWHERE }, QD_OVERLAPS, { 0, 2 }, 0 };
        qd_tree *tree = tree_of(&(qd_tree_def){ .leaf_capacity = 8 });
        size_t removed = 0;
        for (uint32_t j = 0; j + 1 < COUNT; j++)
            put(tree, (qd_item){ .box = flock.boxes[j], .filter = { j % 2 ? 2 : 4, 0 } });
        const double x = corner % 2 ? 1000 : 0, y = corner / 2 ? 1000 : 0;
        const qd_id last = put(tree, (qd_item){ .box = box(x, y, x + 1, y + 1), .filter = { 2, 0 } });
        assert_int_equal(qd_tree_remove_found(tree, &query, &removed), QD_OK);
        assert_int_equal(removed, COUNT / 2);
        assert_false(qd_tree_has(tree, last));
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

tests_main(plain_test(every_shape_with_every_relation_in_floats),
           plain_test(every_shape_with_every_relation_in_doubles), plain_test(each_pair_finds_something),
           plain_test(malformed_questions_are_told_and_find_nothing),
           plain_test(what_is_found_is_removed_and_nothing_else), plain_test(half_of_many_are_removed),
           plain_test(the_last_item_is_removed))
