// Shortcuts answer as the questions that they stand for, with options and without: beside brute force, in trees of both
// precisions and with both edges.
#include "support.h"

#include <math.h>
#include <quadrille/oracle.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 400, ROUNDS = 50, ROOM = 64 };

static qd_id ids[COUNT];

static qd_vec2 place_of(struct prng *random)
{
    return (qd_vec2){ prng_below(random, 200), prng_below(random, 200) };
}

static qd_checker *checker_of(qd_precision precision, qd_edges edges, struct prng *random)
{
    qd_checker *checker = qd_checker_new(&(qd_tree_def){ .precision = precision, .edges = edges, .leaf_capacity = 8 });
    for (size_t i = 0; i < COUNT; i++) {
        const qd_vec2 at = place_of(random);
        const qd_item item = { qd_box_xywh(at.x, at.y, prng_below(random, 9), prng_below(random, 9)),
                               i,
                               { 1u << prng_below(random, 4), prng_below(random, 3) ? 0 : 5 },
                               0 };
        assert_int_equal(qd_checker_insert(checker, &item, &ids[i]), QD_OK);
    }
    return checker;
}

static qd_shape shape_of(struct prng *random)
{
    static qd_vec2 corners[3];
    const qd_vec2 at = place_of(random);
    switch (prng_below(random, 6)) {
    case 0:
        return qd_shape_point(at);
    case 1:
        return qd_shape_circle(at, prng_below(random, 12));
    case 2:
        corners[0] = at;
        corners[1] = (qd_vec2){ at.x + 9, at.y };
        corners[2] = (qd_vec2){ at.x, at.y + 9 };
        return qd_shape_polygon(corners, 3);
    case 3:
        return qd_shape_circle(at, -1); // malformed
    default:
        return qd_shape_box(qd_box_xywh(at.x, at.y, prng_below(random, 30), prng_below(random, 30)));
    }
}

static qd_find_options options_of(struct prng *random)
{
    const qd_find_options options = { { prng_below(random, 2) * 4, prng_below(random, 8) },
                                      prng_below(random, 2) ? ids[prng_below(random, COUNT)] : 0,
                                      (qd_relation)prng_below(random, 3) };
    return options;
}

// Shortcuts of a tree are those of the checker, which has compared them; returns how many results there are.
static size_t assert_shape(qd_checker *checker, qd_shape shape, qd_find_options options)
{
    const qd_tree *tree = qd_checker_tree(checker);
    const qd_query query = { shape, options.relation, options.filter, options.ignore };
    const qd_query plain = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    qd_entry found[ROOM], twin[ROOM];
    const size_t all = qd_checker_count(checker, &query), overlapping = qd_checker_count(checker, &plain);
    const size_t count = qd_checker_find_with(checker, shape, options, found, ROOM);
    assert_int_equal(count, all < ROOM ? all : ROOM);
    assert_int_equal(qd_tree_find_with(tree, shape, options, twin, ROOM), count);
    assert_memory_equal(found, twin, count * sizeof *found);
    assert_int_equal(qd_tree_any(tree, shape), overlapping > 0);
    assert_int_equal(qd_checker_any(checker, shape), overlapping > 0);
    assert_int_equal(qd_tree_any_with(tree, shape, options), all > 0);
    assert_int_equal(qd_checker_any_with(checker, shape, options), all > 0);
    const qd_entry first = qd_tree_first(tree, shape), with = qd_tree_first_with(tree, shape, options);
    const qd_entry checked = qd_checker_first(checker, shape),
                   checked_with = qd_checker_first_with(checker, shape, options);
    assert_memory_equal(&first, &checked, sizeof first);
    assert_memory_equal(&with, &checked_with, sizeof with);
    assert_int_equal(first.id != 0, overlapping > 0);
    assert_int_equal(with.id != 0, all > 0);
    assert_true(with.id == 0 || ids[with.user] == with.id);
    assert_true(with.id == 0 || with.id != options.ignore);
    return all;
}

static void assert_hits(const qd_hit *hits, size_t count, const qd_hit *others, size_t other_count)
{
    assert_int_equal(count, other_count);
    for (size_t i = 0; i < count; i++)
        assert_true(hits[i].item.id == others[i].item.id && hits[i].t == others[i].t);
}

// By the question itself, with what the options say written into it.
static size_t assert_ranked(qd_checker *checker, qd_ranked ranked, qd_find_options options)
{
    const qd_tree *tree = qd_checker_tree(checker);
    qd_hit hits[ROOM], others[ROOM], checked[ROOM];
    const size_t count = qd_tree_find_ranked_with(tree, ranked, options, hits, ROOM);
    assert_hits(hits, count, checked, qd_checker_find_ranked_with(checker, ranked, options, checked, ROOM));
    ranked.filter = options.filter;
    ranked.ignore = options.ignore;
    assert_hits(hits, count, others, qd_checker_find_ranked(checker, &ranked, others, ROOM, NULL));
    return count;
}

static void assert_named(qd_checker *checker, qd_vec2 from, qd_vec2 to, qd_shape shape)
{
    const qd_tree *tree = qd_checker_tree(checker);
    const qd_vec2 motion = { to.x - from.x, to.y - from.y };
    const qd_ranked segment = qd_segment(from, to), cast = qd_cast(shape, motion, 1.5), ray = qd_ray(from, motion, 9);
    qd_hit hits[ROOM], others[ROOM];
    assert_hits(hits, qd_tree_find_segment(tree, from, to, hits, ROOM), others,
                qd_checker_find_ranked(checker, &segment, others, ROOM, NULL));
    assert_hits(hits, qd_checker_find_segment(checker, from, to, hits, ROOM), others,
                qd_checker_find_ranked(checker, &segment, others, ROOM, NULL));
    assert_hits(hits, qd_tree_find_cast(tree, shape, motion, 1.5, hits, ROOM), others,
                qd_checker_find_ranked(checker, &cast, others, ROOM, NULL));
    assert_hits(hits, qd_checker_find_cast(checker, shape, motion, 1.5, hits, ROOM), others,
                qd_checker_find_ranked(checker, &cast, others, ROOM, NULL));
    assert_hits(hits, qd_checker_find_ray(checker, from, motion, 9, hits, ROOM), others,
                qd_checker_find_ranked(checker, &ray, others, ROOM, NULL));
    qd_entry found[ROOM], twin[ROOM];
    const size_t at_point = qd_checker_find_point(checker, from, found, ROOM);
    assert_int_equal(qd_tree_find_point(tree, from, twin, ROOM), at_point);
    const size_t in_circle = qd_checker_find_circle(checker, from, 7, found, ROOM);
    assert_int_equal(qd_tree_find_circle(tree, from, 7, twin, ROOM), in_circle);
}

static void shortcuts_answer_as_questions_do(void)
{
    size_t results = 0, hits = 0;
    for (int kind = 0; kind < 4; kind++) {
        struct prng random = { (uint64_t)kind };
        qd_checker *checker = checker_of(kind % 2 ? QD_DOUBLE : QD_FLOAT, kind / 2 ? QD_OPEN : QD_CLOSED, &random);
        for (int round = 0; round < ROUNDS; round++) {
            const qd_vec2 from = place_of(&random), to = place_of(&random);
            results += assert_shape(checker, shape_of(&random), options_of(&random));
            results += assert_shape(checker, (qd_shape){ .type = QD_EVERYWHERE }, options_of(&random));
            hits += assert_ranked(checker, qd_segment(from, to), options_of(&random));
            hits += assert_ranked(checker, qd_nearest(qd_shape_point(from), 20), options_of(&random));
            assert_named(checker, from, to, qd_shape_box(qd_box_around(from, 2, 1)));
            assert_named(checker, to, from, qd_shape_circle(to, 1.5));
        }
        assert_false(qd_checker_failed(checker));
        qd_checker_destroy(checker);
    }
    assert_true(results > ROUNDS && hits > ROUNDS);
}

// Zeroed options are those of the shortcuts without.
static void zeroed_options_are_none(void)
{
    struct prng random = { 9 };
    const qd_find_options none = { .ignore = 0 };
    qd_checker *checker = checker_of(QD_FLOAT, QD_CLOSED, &random);
    const qd_tree *tree = qd_checker_tree(checker);
    for (int round = 0; round < ROUNDS; round++) {
        const qd_shape shape = shape_of(&random);
        qd_entry found[ROOM], others[ROOM];
        const size_t count = qd_tree_find_shape(tree, shape, found, ROOM);
        assert_int_equal(qd_tree_find_with(tree, shape, none, others, ROOM), count);
        assert_memory_equal(found, others, count * sizeof *found);
        assert_int_equal(qd_tree_any(tree, shape), qd_tree_any_with(tree, shape, none));
        assert_true(qd_tree_first(tree, shape).id == qd_tree_first_with(tree, shape, none).id);
    }
    qd_checker_destroy(checker);
}

static void an_empty_tree_has_nothing(void)
{
    qd_tree *tree = tree_of(NULL);
    const qd_shape all = { .type = QD_EVERYWHERE };
    const qd_entry first = qd_tree_first(tree, all);
    assert_true(!qd_tree_any(tree, all) && first.id == 0 && first.user == 0);
    qd_tree_destroy(tree);
}

tests_main(plain_test(shortcuts_answer_as_questions_do), plain_test(zeroed_options_are_none),
           plain_test(an_empty_tree_has_nothing))
