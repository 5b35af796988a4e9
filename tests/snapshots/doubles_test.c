// Lies about what only trees of doubles have: exact boxes and an origin.
#include "lies.h"

#include <math.h>
#include <string.h>

/// The side of a box that lies so many numbers further.
static double steps_away(double value, int steps)
{
    for (int i = 0; i < (steps < 0 ? -steps : steps); i++)
        value = nextafter(value, steps < 0 ? -INFINITY : INFINITY);
    return value;
}

/// The exact box at `at`. A side may lie where it rounds to the same AABB, but nowhere else.
static void assert_exact_box_is_checked(struct bytes bytes, size_t at)
{
    for (size_t side = 0; side < 4; side++) {
        const double value = double_at(bytes, at + 8 * side), other = double_at(bytes, at + 8 * (side ^ 2));
        assert_refused_double(bytes, at + 8 * side, NAN);
        assert_refused_double(bytes, at + 8 * side, INFINITY);
        assert_refused_double(bytes, at + 8 * side, -INFINITY);
        assert_refused_double(bytes, at + 8 * side, value + 1);
        assert_refused_double(bytes, at + 8 * side, value - 1);
        assert_refused_double(bytes, at + 8 * side, other + (side < 2 ? 1 : -1)); // inverted
        assert_refused(bytes, at + 8 * side + 4, number_at(bytes, at + 8 * side + 4) ^ 1u << 31);
    }
}

static void each_kind_of_lie_about_exact_boxes_is_refused(void)
{
    struct bytes bytes = sample_of_buckets(QD_DOUBLE);
    const struct parts parts = parts_of(bytes);
    assert_true(parts.extra - parts.exact >= 32 * (size_t)number_at(bytes, 36));
    for (uint32_t slot = 0; slot < number_at(bytes, 36); slot += 7)
        assert_exact_box_is_checked(bytes, parts.exact + 32 * (size_t)slot);
    free_bytes(&bytes);
}

/// Two exact boxes in each other's slots.
static void exact_boxes_are_those_of_their_slots(void)
{
    struct bytes bytes = sample_of_buckets(QD_DOUBLE);
    unsigned char *first = bytes.at + parts_of(bytes).exact, *last = first + 32 * (size_t)(number_at(bytes, 36) - 1);
    unsigned char box[32];
    assert_memory_not_equal(first, last, 32);
    memcpy(box, first, 32);
    memcpy(first, last, 32);
    memcpy(last, box, 32);
    make_sum_right(bytes);
    assert_read(bytes, QD_BAD_DATA);
    free_bytes(&bytes);
}

/// What rounds to the same AABB is another box, but a sound one; one step beyond it is not.
static void exact_boxes_agree_with_their_aabbs(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE, .world = { { -8, -8 }, { 8, 8 } } });
    put(tree, item_at(box(1 + 0x1p-30, 1, 2, 2)));
    struct bytes bytes = saved(tree);
    const size_t at = parts_of(bytes).exact;
    assert_refused_double(bytes, at, steps_away(1, -1));
    assert_refused_double(bytes, at, 1 + 0x1p-23);
    set_double(bytes, at, 1);
    make_sum_right(bytes);
    assert_read(bytes, QD_OK);
    assert_refused_double(bytes, at, -1); // of another sign
    set_double(bytes, at, steps_away(1 + 0x1p-23, -1));
    make_sum_right(bytes);
    assert_read(bytes, QD_OK);
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

/// A tree of doubles at 0, so that there is a zero to give a sign.
static void no_zero_of_doubles_is_negative(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE, .world = { { -1, -1 }, { 1, 1 } } });
    put(tree, item_at(box(0, 0, 0, 0)));
    struct bytes bytes = saved(tree);
    const size_t at = parts_of(bytes).exact;
    for (size_t side = 0; side < 4; side++)
        assert_refused_double(bytes, at + 8 * side, -0.0);
    assert_refused_double(bytes, 104, -0.0);
    assert_refused_double(bytes, 112, -0.0);
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

static void lies_about_precision_and_origin_are_refused(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        assert_refused(bytes, 100, precision == QD_FLOAT);
        assert_refused(bytes, 100, 2);
        for (size_t at = 104; at < 120; at += 8) {
            assert_refused_double(bytes, at, NAN);
            assert_refused_double(bytes, at, -INFINITY);
            assert_refused_double(bytes, at, INFINITY);
            assert_refused_double(bytes, at, double_at(bytes, at) + 1e-3); // no AABB fits it
        }
        assert_refused(bytes, 120, 1);
        free_bytes(&bytes);
    }
}

/// Nothing hides behind the slots and behind the exact boxes.
static void gaps_are_zero(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE });
    for (int i = 0; i < 3; i++)
        put(tree, item_at(point_at(i, i)));
    struct bytes bytes = saved(tree);
    const struct parts parts = parts_of(bytes);
    assert_int_equal(parts.exact - parts.slots, 64);
    assert_int_equal(parts.extra - parts.exact, 128);
    assert_refused(bytes, parts.exact - 4, 1);
    assert_refused(bytes, parts.extra - 4, 1);
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

/// Around an origin of zero one tree becomes the other by its exact boxes, and by nothing less.
static void only_doubles_have_exact_boxes(void)
{
    struct bytes bytes[2], others[2];
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision, .world = { { -1, -1 }, { 1, 1 } } });
        put(tree, item_at(box(0, 0, 0.5, 0.5)));
        bytes[precision] = saved(tree);
        qd_tree_destroy(tree);
    }
    const size_t at = parts_of(bytes[0]).exact;
    others[QD_FLOAT] = resized(bytes[QD_DOUBLE], at, 0, 64);
    others[QD_DOUBLE] = resized(bytes[QD_FLOAT], at, 64, 0);
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        make_sum_right(others[precision]);
        assert_read(others[precision], QD_BAD_DATA);
    }
    assert_refused(others[QD_DOUBLE], 100, QD_DOUBLE); // the boxes are still zero
    memcpy(others[QD_DOUBLE].at + at, bytes[QD_DOUBLE].at + at, 64);
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        set_number(others[precision], 100, precision);
        make_sum_right(others[precision]);
        assert_int_equal(others[precision].size, bytes[precision].size);
        assert_memory_equal(others[precision].at, bytes[precision].at, bytes[precision].size);
        free_bytes(&others[precision]);
        free_bytes(&bytes[precision]);
    }
}

tests_main(plain_test(lies_about_precision_and_origin_are_refused),
           plain_test(each_kind_of_lie_about_exact_boxes_is_refused), plain_test(exact_boxes_are_those_of_their_slots),
           plain_test(exact_boxes_agree_with_their_aabbs), plain_test(no_zero_of_doubles_is_negative),
           plain_test(gaps_are_zero), plain_test(only_doubles_have_exact_boxes))
