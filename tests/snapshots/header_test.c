// Lies in the header: its own numbers, and what it says about the parts.
#include "lies.h"

/// Parts that nothing leads to, and none where there must be one.
static void each_part_is_counted(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        const struct parts parts = parts_of(bytes);
        const uint32_t quads = number_at(bytes, 40), buckets = number_at(bytes, 48);
        struct bytes quad = resized(bytes, parts.quads + 192 * (size_t)quads, 192, 0);
        assert_refused(quad, 40, quads + 1);
        free_bytes(&quad);
        struct bytes bucket = resized(bytes, parts.buckets[1] + 1216 * (size_t)buckets, 1216, 0);
        assert_refused(bucket, 48, buckets + 1);
        free_bytes(&bucket);
        free_bytes(&bytes);
    }
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct bytes empty = saved(tree), none_at_all = resized(empty, 128, 0, 192);
    assert_refused(none_at_all, 40, 0);
    free_bytes(&none_at_all);
    free_bytes(&empty);
    put(tree, item_at(box(3, 3, 4, 4))); // without a filter, so that there is none for another bucket either
    struct bytes one = saved(tree), two = resized(one, parts_of(one).buckets[0] + 640, 640, 0);
    assert_int_equal(number_at(one, 44), 1);
    assert_refused(two, 44, 2);
    free_bytes(&two);
    free_bytes(&one);
    qd_tree_destroy(tree);
}

/// Room for filters where no item has one.
static void no_filters_are_kept_for_nothing(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    put(tree, item_at(box(3, 3, 4, 4)));
    struct bytes bytes = saved(tree), more = resized(bytes, parts_of(bytes).slots, 128, 0);
    assert_int_equal(number_at(bytes, 44), 1);
    assert_refused(more, 96, 1);
    free_bytes(&more);
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

static void each_number_of_the_header_is_checked(void)
{
    struct bytes bytes = small_sample(QD_FLOAT);
    static const struct {
        size_t at;
        uint32_t number;
    } lies[] = {
        { 0, 0 },           { 8, 4 },           { 8, 6 },           { 12, 2 },          { 16, 0 },
        { 20, 1 },          { 24, 7 + 64 },     { 28, 1 },          { 28, 0x40000000 }, { 28, UINT32_MAX },
        { 32, 0 },          { 32, UINT32_MAX }, { 36, UINT32_MAX }, { 36, 1 },          { 40, 0 },
        { 40, UINT32_MAX }, { 44, UINT32_MAX }, { 48, 0xffffff },   { 52, 0x1000001 },  { 56, UINT32_MAX },
        { 60, 0 },          { 60, 4097 },       { 64, 0 },          { 64, 25 },         { 76, 0x7f800000 },
        { 68, 1 },          { 80, 0x7fc00000 }, { 84, 0x7f800000 }, { 76, 1 },          { 88, 0x7f800000 },
        { 88, 0xbf800000 }, { 88, 0 },          { 92, UINT32_MAX }, { 96, 2 },          { 124, 1 },
        { 96, 0 },

        { 88, 1 },          { 88, 0x7f000000 }, { 80, 0x80000000 },
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        assert_refused(bytes, lies[i].at, lies[i].number);
    free_bytes(&bytes);
}

tests_main(plain_test(each_part_is_counted), plain_test(no_filters_are_kept_for_nothing),
           plain_test(each_number_of_the_header_is_checked))
