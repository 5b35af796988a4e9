// See lies.h.
#include "lies.h"

#include <stdlib.h>
#include <string.h>

void assert_refused(struct bytes bytes, size_t at, uint32_t number)
{
    const uint32_t before = number_at(bytes, at);
    assert_true(before != number);
    set_number(bytes, at, number);
    make_sum_right(bytes);
    assert_read(bytes, QD_BAD_DATA);
    set_number(bytes, at, before);
    make_sum_right(bytes);
}

void assert_refused_float(struct bytes bytes, size_t at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    assert_refused(bytes, at, bits);
}

void assert_refused_double(struct bytes bytes, size_t at, double value)
{
    const double before = double_at(bytes, at);
    set_double(bytes, at, value);
    make_sum_right(bytes);
    assert_read(bytes, QD_BAD_DATA);
    set_double(bytes, at, before);
    make_sum_right(bytes);
}

struct bytes resized(struct bytes from, size_t at, size_t more, size_t less)
{
    struct bytes to = { need(from.size + more, 1), from.size + more - less };
    memcpy(to.at, from.at, at);
    memcpy(to.at + at + more, from.at + at + less, from.size - at - less);
    set_number(to, 16, (uint32_t)to.size);
    struct bytes aligned = copy_of(to);
    free(to.at);
    return aligned;
}

struct bytes sample_of_buckets(qd_precision precision)
{
    const qd_box world = { { 0, 0 }, { 200, 200 } };
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision, .world = world, .leaf_capacity = 64 });
    static const int counts[4] = { 11, 57, 41, 25 }; // odd; and no two side by side would be one leaf
    for (int crowd = 0; crowd < 4; crowd++)
        for (int i = 0; i < counts[crowd]; i++) {
            const double x = crowd % 2 * 100, y = crowd / 2 * 100;
            put(tree, (qd_item){ .box = box(x + 1, y + 1, x + 2, y + 2), .filter.layers = i % 2 ? 1u : 2u });
        }
    struct bytes bytes = saved(tree);
    qd_tree_destroy(tree);
    return bytes;
}
