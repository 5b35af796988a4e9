// qd_tree_any and qd_tree_first end early: kernels that count report what a search compares, beside one that finds
// everything among floats, where every bucket is compared. A box is full of items everywhere, and 8 buckets wait for
// memory at once, which a tree of doubles compares twice; circles and polygons first pass the empty corners of their
// windows.
#include "quad.h"
#include "simd.h"
#include "support.h"

#include <stdlib.h>

enum { COUNT = 100000, PART = 30, MOST_BOX = 16 };

static const qd__simd *real;
static uint64_t compared; ///< Buckets, and for some shapes the four nodes of a quad.

static qd_entry *count_pick(qd__picked *lots, unsigned count, bool open, bool doubts, qd_entry *to)
{
    compared += count;
    return real->pick(lots, count, open, doubts, to);
}

static uint64_t count_overlap(qd__boxes boxes, qd__aabb probe, bool open)
{
    compared++;
    return real->overlap(boxes, probe, open);
}

static uint64_t count_near(qd__boxes boxes, qd__aabb from, double cut, double *squares)
{
    compared++;
    return real->near(boxes, from, cut, squares);
}

/// What a call compares.
static uint64_t work_of_any(const qd_tree *tree, qd_shape shape, bool expected)
{
    compared = 0;
    assert_int_equal(qd_tree_any(tree, shape), expected);
    const uint64_t work = compared;
    compared = 0;
    assert_int_equal(qd_tree_first(tree, shape).id != 0, expected);
    assert_int_equal(compared, work);
    return work;
}

static uint64_t work_of_total(const qd_tree *tree, qd_shape shape)
{
    const qd_query query = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    qd_entry one;
    size_t total;
    compared = 0;
    qd_tree_find(tree, &query, &one, 1, &total);
    return compared;
}

static void one_result_is_enough(void)
{
    uint64_t all[3] = { 0, 0, 0 }; // for each shape: every bucket that it meets, once in a tree of floats
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct flock flock = flock_of_squares(COUNT, box(0, 0, 1000, 1000), 2, 5);
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        flock_insert_many(&flock, tree);
        qd__simd counting = *(real = tree->settings.simd);
        counting.pick = count_pick;
        counting.overlap = count_overlap;
        counting.near = count_near;
        tree->settings.simd = &counting;
        const qd_vec2 middle = { 500, 500 };
        const qd_vec2 corners[3] = { { 100, 100 }, { 900, 100 }, { 500, 900 } };
        const qd_shape large[] = { qd_shape_box(box(100, 100, 900, 900)), qd_shape_circle(middle, 400),
                                   qd_shape_polygon(corners, 3) };
        for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
            const uint64_t early = work_of_any(tree, large[i], true);
            all[i] = precision == QD_FLOAT ? work_of_total(tree, large[i]) : all[i];
            const uint64_t times = precision == QD_FLOAT ? 1 : 2;
            if (early > times * all[i] / PART || (i == 0 && early > MOST_BOX))
                fail_msg("shape %zu: %llu comparisons for any, %llu for all", i, (unsigned long long)early,
                         (unsigned long long)all[i]);
        }
        assert_int_equal(work_of_any(tree, qd_shape_box(box(2000, 2000, 3000, 3000)), false), 0);
        tree->settings.simd = real;
        flock_end(&flock, tree);
    }
}

tests_main(plain_test(one_result_is_enough))
