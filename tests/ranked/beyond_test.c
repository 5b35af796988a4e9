// Rays, segments and casts of boxes whose times no double can tell: too large for it or too small. What is hit, and on
// which face, is what would be hit were all numbers of middling size: powers of two change neither.
#include "field.h"

#include <float.h>
#include <math.h>

// One item in a tree of doubles and in an oracle.
struct lone {
    qd_tree *tree;
    qd_oracle *oracle;
    qd_id id;
};

static struct lone lone_open(qd_box item, qd_edges edges)
{
    const qd_tree_def def = { .precision = QD_DOUBLE, .edges = edges };
    struct lone lone = { .tree = tree_of(&def) };
    assert_int_equal(qd_oracle_create(&def, &lone.oracle), QD_OK);
    const qd_item one = item_at(item);
    lone.id = put(lone.tree, one);
    assert_int_equal(qd_oracle_insert_as(lone.oracle, &one, lone.id), QD_OK);
    return lone;
}

// Is the item hit? The tree and the oracle must agree, the hit too, and many of the item in nodes be hit alike.
static bool hits(qd_box item, qd_ranked ranked, qd_edges edges, qd_hit *hit)
{
    enum { MANY = 100 };
    struct lone lone = lone_open(item, edges);
    const bool found = qd_tree_find_ranked(lone.tree, &ranked, hit, 1, NULL) == 1;
    assert_int_equal(found, qd_oracle_find_ranked(lone.oracle, &ranked, hit, 1, NULL));
    if (found)
        qd_tree_find_ranked(lone.tree, &ranked, hit, 1, NULL);
    assert_true(qd_oracle_accepts(lone.oracle, &ranked, lone.id, found ? hit : NULL));
    for (int i = 1; i < MANY; i++)
        put(lone.tree, item_at(i % 2 ? item : box(i, -i, i + 0.25, 0.5 - i)));
    const size_t alike = found ? MANY / 2 + 1 : 0, count = qd_tree_count_ranked(lone.tree, &ranked);
    assert_true(count >= alike && count <= alike + MANY / 2);
    qd_tree_destroy(lone.tree);
    qd_oracle_destroy(lone.oracle);
    return found;
}

// A mirror image of a point: the sides of each axis change places, the axes do.
static qd_vec2 mirrored(qd_vec2 at, unsigned image)
{
    const qd_vec2 turned = { image & 1 ? -at.x : at.x, image & 2 ? -at.y : at.y };
    return image & 4 ? (qd_vec2){ turned.y, turned.x } : turned;
}

struct beyond {
    qd_box item;
    qd_vec2 from, to; // or the direction
    double limit;
    qd_rank rank;
    bool closed, open; // is it a hit?
};

#define LEAST DBL_TRUE_MIN

static const struct beyond cases[] = {
    // Later than DBL_MAX on both axes, but it has left on one before it comes on the other.
    { { { -1e300, -DBL_MAX }, { -1e300, 1e39 } }, { LEAST, -1 }, { -LEAST, DBL_MIN }, INFINITY, QD_CAST, false, false },
    { { { -1e300, -DBL_MAX }, { -1e300, DBL_MAX } }, { 0, -1 }, { -DBL_MIN, LEAST }, INFINITY, QD_CAST, true, false },
    { { { -1e300, -DBL_MAX }, { -1e299, 1e301 } }, { 0, 0 }, { -LEAST, LEAST }, INFINITY, QD_CAST, true, true },
    { { { -1e300, -DBL_MAX }, { -1e299, 1e301 } }, { 0, 0 }, { -LEAST, LEAST }, DBL_MAX, QD_CAST, false, false },
    { { { 1e300, 1 }, { 1e300, 2 } }, { 0, 0 }, { LEAST, 1e-310 }, INFINITY, QD_CAST, false, false },
    { { { 1, 1e39 }, { 2, 1e300 } }, { 0, 0 }, { LEAST, 1 }, INFINITY, QD_CAST, false, false },
    { { { 1, 1e39 }, { 2, DBL_MAX } }, { 0, 0 }, { LEAST, 1e-20 }, INFINITY, QD_CAST, true, true },
    // Sooner than the smallest double.
    { { { -LEAST, -LEAST }, { 1e-6, 0 } }, { 0, LEAST }, { 0, -DBL_MAX }, 1, QD_SEGMENT, true, true },
    { { { -LEAST, -LEAST }, { 1e-6, -LEAST } }, { 0, LEAST }, { 0, -DBL_MAX }, 1, QD_SEGMENT, true, false },
    { { { LEAST, -LEAST }, { 2 * LEAST, 0 } }, { 0, LEAST }, { DBL_MAX, -DBL_MAX }, 1, QD_SEGMENT, true, true },
    { { { LEAST, -LEAST }, { 2 * LEAST, 0 } }, { 0, 2 * LEAST }, { 1e308, -1e307 }, 1, QD_SEGMENT, false, false },
    { { { LEAST, LEAST }, { 1, 1 } }, { 0, 0 }, { DBL_MAX, DBL_MAX }, 1, QD_SEGMENT, true, true },
    { { { LEAST, LEAST }, { 3 * LEAST, 2 * LEAST } }, { 0, 0 }, { 1e300, 1e299 }, INFINITY, QD_CAST, false, false },
    { { { LEAST, LEAST }, { 3 * LEAST, 2 * LEAST } }, { 0, 0 }, { 2e300, 1e300 }, INFINITY, QD_CAST, true, true },
    { { { LEAST, LEAST }, { 2 * LEAST, 2 * LEAST } }, { 0, 0 }, { 2e300, 1e300 }, INFINITY, QD_CAST, true, false },
    { { { LEAST, -1 }, { 1, 1 } }, { 0, 0 }, { DBL_MAX, 0 }, 0, QD_CAST, false, false },
    { { { LEAST, -1 }, { 1, 1 } }, { 0, 0 }, { DBL_MAX, 0 }, LEAST, QD_CAST, true, true },
    { { { -1, -1 }, { -LEAST, 1 } }, { 0, 0 }, { DBL_MAX, 0 }, INFINITY, QD_CAST, false, false },
    // Times so small that they lose digits: 9 / 8 and 10 / 8 of the smallest double are both told as that.
    { { { 10 * LEAST, -20 * LEAST }, { 9, 10 * LEAST } }, { 0, LEAST }, { 8, 8 }, INFINITY, QD_CAST, false, false },
    { { { 9 * LEAST, -20 * LEAST }, { 9, 11 * LEAST } }, { 0, LEAST }, { 8, 8 }, INFINITY, QD_CAST, true, true },
    { { { 5 * LEAST, 0 }, { 9, 6 * LEAST } }, { 0, LEAST }, { 4, 4 }, INFINITY, QD_CAST, true, false },
    { { { 6 * LEAST, 0 }, { 9, 6 * LEAST } }, { 0, LEAST }, { 4, 4 }, INFINITY, QD_CAST, false, false },
    // The way is longer than a double can say.
    { { { DBL_MAX / 2, -1 }, { DBL_MAX, 1 } }, { -DBL_MAX, 0 }, { DBL_MAX, 0 }, 1, QD_SEGMENT, true, true },
    { { { 1e308, 1 }, { DBL_MAX, 2 } }, { -DBL_MAX, 0 }, { DBL_MAX, 2.4 }, 1, QD_SEGMENT, true, true },
    { { { 1e308, 1 }, { DBL_MAX, 2 } }, { -DBL_MAX, 0 }, { DBL_MAX, 1.2 }, 1, QD_SEGMENT, true, true },
    { { { 1e308, 1 }, { DBL_MAX, 2 } }, { -DBL_MAX, 0 }, { DBL_MAX, 9 }, 1, QD_SEGMENT, false, false },
    // Too soon on one axis, too late on the other.
    { { { LEAST, 1e300 }, { DBL_MAX, DBL_MAX } }, { 0, 0 }, { DBL_MAX, LEAST }, INFINITY, QD_CAST, false, false },
    { { { LEAST, -1 }, { DBL_MAX, 1e300 } }, { 0, 0 }, { DBL_MAX, LEAST }, INFINITY, QD_CAST, true, true },
};

static void what_no_double_tells_is_decided(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct beyond *own = &cases[i];
        for (unsigned image = 0; image < 8; image++) {
            const qd_box item = qd_box_between(mirrored(own->item.min, image), mirrored(own->item.max, image));
            const qd_vec2 from = mirrored(own->from, image), to = mirrored(own->to, image);
            const qd_ranked ranked = { own->rank, qd_shape_point(from), to, own->limit, { 0, 0 }, 0 };
            qd_hit hit;
            assert_int_equal(hits(item, ranked, QD_CLOSED, &hit), own->closed);
            assert_true(!own->closed || (hit.t >= 0 && hit.t <= DBL_MAX));
            assert_int_equal(hits(item, ranked, QD_OPEN, &hit), own->open);
        }
    }
}

// The floats about the origin have no numbers for these boxes, but a ray of usual numbers hits them or passes them by.
static void usual_rays_meet_what_is_beyond_all_floats(void)
{
    static const struct beyond far[] = {
        { { { 1e200, 1e200 }, { 4e200, 4e200 } }, { 0, 0 }, { 1, 2 }, INFINITY, QD_CAST, true, true },
        { { { 1e200, 3e200 }, { 2e200, 4e200 } }, { 0, 0 }, { 1, 2 }, INFINITY, QD_CAST, true, true },
        { { { 1e200, 5e200 }, { 2e200, 6e200 } }, { 0, 0 }, { 1, 2 }, INFINITY, QD_CAST, false, false },
        { { { 1e30, -1e30 }, { 4e200, 4e200 } }, { 5, 0 }, { 3e-5, 0 }, INFINITY, QD_CAST, true, true },
        { { { 1e200, -1e200 }, { 4e200, 4e200 } }, { 0, 7 }, { 1, 1e-5 }, 1e199, QD_CAST, false, false },
    };
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        for (unsigned image = 0; image < 8; image++) {
            const qd_tree_def def = { .precision = QD_DOUBLE, .world = box(-8, -8, 8, 8), .leaf_capacity = 4 };
            qd_tree *tree = tree_of(&def);
            const qd_id id =
                put(tree, item_at(qd_box_between(mirrored(far[i].item.min, image), mirrored(far[i].item.max, image))));
            for (int other = 0; other < 100; other++) // out of the way
                put(tree, item_at(box(-8, -8, -7.5, -7)));
            const qd_shape from = qd_shape_point(mirrored(far[i].from, image));
            const qd_ranked ray = qd_cast(from, mirrored(far[i].to, image), far[i].limit);
            qd_hit hits[200];
            size_t found = 0;
            for (size_t at = qd_tree_find_ranked(tree, &ray, hits, 200, NULL); at-- > 0;)
                found += hits[at].item.id == id;
            assert_int_equal(found, far[i].closed);
            qd_tree_destroy(tree);
        }
    }
}

static double whole(struct prng *random, int most)
{
    return (double)prng_below(random, 2 * (uint32_t)most + 1) - most;
}

static qd_box whole_box(struct prng *random, int most)
{
    return qd_box_between((qd_vec2){ whole(random, most), whole(random, most) },
                          (qd_vec2){ whole(random, most), whole(random, most) });
}

// The powers of two by which places and ways are multiplied on each axis: they differ as much on both.
struct scale {
    int place[2], way[2];
};

static struct scale some_scale(struct prng *random)
{
    enum { LOWEST = -1074, HIGHEST = 1018, LEAST_APART = 1040 };
    const bool late = prng_below(random, 2);
    const int apart = LEAST_APART + (int)prng_below(random, HIGHEST - LOWEST - LEAST_APART + 1);
    struct scale scale;
    for (int axis = 0; axis < 2; axis++) {
        const int lower = LOWEST + (int)prng_below(random, (uint32_t)(HIGHEST - LOWEST - apart + 1));
        scale.place[axis] = late ? lower + apart : lower;
        scale.way[axis] = late ? lower : lower + apart;
    }
    return scale;
}

static qd_vec2 scaled(qd_vec2 at, const int by[2])
{
    return (qd_vec2){ ldexp(at.x, by[0]), ldexp(at.y, by[1]) };
}

static qd_box scaled_box(qd_box of, const int by[2])
{
    return (qd_box){ scaled(of.min, by), scaled(of.max, by) };
}

static double told(double t, int power)
{
    const double at = ldexp(t, power);
    return t > 0 && at == 0 ? DBL_TRUE_MIN : at > DBL_MAX ? DBL_MAX : at;
}

static void powers_of_two_change_no_hit(void)
{
    enum { ROUNDS = 3000 };
    struct prng random = { 47 };
    size_t found = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const qd_edges edges = (qd_edges)prng_below(&random, 2);
        const qd_box item = whole_box(&random, 4);
        const qd_vec2 way = { whole(&random, 3), whole(&random, 3) };
        const qd_box own = whole_box(&random, 4);
        const struct scale scale = some_scale(&random);
        const bool is_box = prng_below(&random, 2);
        const qd_shape shape = is_box ? qd_shape_box(own) : qd_shape_point(own.min);
        const qd_box far = scaled_box(own, scale.place);
        const qd_shape far_shape = is_box ? qd_shape_box(far) : qd_shape_point(far.min);
        qd_hit hit, far_hit;
        const bool right = hits(item, qd_cast(shape, way, INFINITY), edges, &hit);
        assert_int_equal(
            hits(scaled_box(item, scale.place), qd_cast(far_shape, scaled(way, scale.way), INFINITY), edges, &far_hit),
            right);
        if (right) {
            assert_true(hit.normal.x == far_hit.normal.x && hit.normal.y == far_hit.normal.y);
            assert_true(far_hit.t == told(hit.t, scale.place[0] - scale.way[0]));
        }
        found += right;
    }
    assert_in_range(found, ROUNDS / 10, ROUNDS - ROUNDS / 10);
}

// What the headers say of distances: as far as a double can tell, and 0 where they overlap or touch only.
static void distances_end_at_the_largest_double(void)
{
    const qd_box far = box(-DBL_MAX, -DBL_MAX, -DBL_MAX, -DBL_MAX), beside = box(LEAST, 0, 1, 1);
    const qd_tree_def def = { .precision = QD_DOUBLE };
    qd_tree *tree = tree_of(&def);
    put(tree, item_at(far));
    put(tree, item_at(beside));
    qd_hit hits[2];
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ 0, 0 }, INFINITY, hits, 2), 2);
    assert_true(hits[0].distance == LEAST && hits[1].distance == DBL_MAX);
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ DBL_MAX, DBL_MAX }, DBL_MAX, hits, 2), 2);
    assert_true(hits[0].distance == DBL_MAX && hits[1].distance == DBL_MAX);
    qd_pair pair;
    double distance;
    assert_int_equal(qd_tree_find_pairs(tree, &(qd_pair_query){ .distance = DBL_MAX }, &pair, &distance, 1, NULL), 1);
    assert_true(distance == DBL_MAX);
    qd_tree_destroy(tree);
}

static void a_distance_that_rounds_to_0_means_overlapping(void)
{
    const qd_box pair[] = { box(0, 0, 1, 1), box(1, 0, 2, 1) }; // they touch
    for (int open = 0; open < 2; open++) {
        for (int precise = 0; precise < 2; precise++) {
            const qd_tree_def def = { .precision = precise ? QD_DOUBLE : QD_FLOAT, .edges = (qd_edges)open };
            qd_tree *tree = tree_of(&def);
            put(tree, item_at(pair[0]));
            put(tree, item_at(pair[1]));
            // In a tree of floats 1e-46 is 0, where touching is overlapping with closed edges only.
            assert_int_equal(qd_tree_count_pairs(tree, &(qd_pair_query){ .distance = 1e-46 }), precise || !open);
            assert_int_equal(qd_tree_count_pairs(tree, &(qd_pair_query){ .distance = 0 }), !open);
            assert_int_equal(qd_tree_count_pairs(tree, &(qd_pair_query){ .distance = FLT_TRUE_MIN }), 1);
            qd_tree_destroy(tree);
        }
    }
}

tests_main(plain_test(what_no_double_tells_is_decided), plain_test(usual_rays_meet_what_is_beyond_all_floats),
           plain_test(powers_of_two_change_no_hit), plain_test(distances_end_at_the_largest_double),
           plain_test(a_distance_that_rounds_to_0_means_overlapping))
