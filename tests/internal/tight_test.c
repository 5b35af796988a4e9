// After many items have moved, the bounds of buckets and nodes are those of what lies in them: the item that fills the
// location of one that has left does not widen them with a box of its own that is about to leave.
#include "quad.h"
#include "simd.h"
#include "support.h"

#include <string.h>

enum { COUNT = 20000, TICKS = 5 };

static qd_box boxes[COUNT];
static qd_id ids[COUNT];

static void fill(qd_tree *tree, struct prng *random)
{
    for (size_t i = 0; i < COUNT; i++)
        boxes[i] = qd_box_xywh(prng_between(random, 0, 1000), prng_between(random, 0, 1000), 2, 2);
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, ids, NULL), QD_OK);
}

static void step(struct prng *random, qd_box *box)
{
    const double x = prng_between(random, -9, 9), y = prng_between(random, -9, 9);
    *box = (qd_box){ { box->min.x + x, box->min.y + y }, { box->max.x + x, box->max.y + y } };
}

/// How many buckets have bounds larger than what they hold.
static size_t count_loose(const struct qd_tree *tree)
{
    size_t loose = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->pools.buckets[size].used; index++) {
            const qd__bucket *bucket = qd__pool_at(&tree->pools.buckets[size], index);
            if (bucket->count > 0) {
                const qd__aabb tight = tree->settings.simd->unite(qd__bucket_boxes(bucket));
                loose += memcmp(&tight, &bucket->bounds, sizeof tight) != 0;
            }
        }
    }
    return loose;
}

static void bounds_are_tight_after_moving_many(void)
{
    const qd_boxes view = qd_boxes_double(boxes);
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct prng random = { 5 };
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        fill(tree, &random);
        for (int tick = 0; tick < TICKS; tick++) {
            for (size_t i = 0; i < COUNT; i++)
                step(&random, &boxes[i]);
            assert_int_equal(qd_tree_move_many(tree, ids, &view, COUNT, NULL), QD_OK);
            assert_int_equal(count_loose(tree), 0);
            assert_true(qd_tree_check(tree));
        }
        qd_tree_destroy(tree);
    }
}

tests_main(plain_test(bounds_are_tight_after_moving_many))
