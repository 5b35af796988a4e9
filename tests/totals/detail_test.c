// Level of detail: what is smaller than asked for comes as one, everything else by itself. In trees of floats and of
// doubles alike.
#include "crowd.h"

#include <math.h>

static void ask_crowd(enum crowd_kind kind, const qd_tree_def *def)
{
    static const double sizes[] = { 0, -1, NAN, 1e-30, 0.01, 1, 5, 100, 1e30, INFINITY };
    const qd_query window = query_box(box(3, 2, 50, 40.5)), inside = query_of(window.shape, QD_INSIDE);
    const qd_query some = { qd_shape_box(box(-1, 2, 8, INFINITY)), QD_OVERLAPS, { 0, 1 }, (qd_id)1 << 32 | 2 };
    struct crowd crowd;
    crowd_open(&crowd, kind, def, 500, (uint64_t)kind + 3, kind % 3 == 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct compare *compare = &crowd.compare;
        crowd_expect(&crowd, compare_details(compare, NULL, sizes[i], SIZE_MAX));
        crowd_expect(&crowd, compare_details(compare, &everything, sizes[i], i + 1));
        crowd_expect(&crowd, compare_details(compare, &window, sizes[i], SIZE_MAX));
        crowd_expect(&crowd, compare_details(compare, &inside, sizes[i], SIZE_MAX));
        crowd_expect(&crowd, compare_details(compare, &some, sizes[i], SIZE_MAX));
    }
    crowd_close(&crowd);
}

static void of_every_kind(void)
{
    for (int kind = 0; kind < DOUBLE_CROWDS; kind++) {
        for (int i = 0; i < 4; i++) {
            const qd_tree_def def = {
                .precision = (qd_precision)(i / 2), .totals = i % 2, .leaf_capacity = 3, .edges = (qd_edges)(kind % 2)
            };
            if (kind < CROWDS || def.precision == QD_DOUBLE)
                ask_crowd((enum crowd_kind)kind, &def);
        }
    }
}

struct drawn {
    size_t items, groups;
    uint64_t count;
};

static qd_flow draw(void *context, const qd_detail *details, size_t count)
{
    struct drawn *drawn = context;
    for (size_t i = 0; i < count; i++) {
        drawn->items += details[i].item.id != 0;
        drawn->groups += details[i].item.id == 0;
        drawn->count += details[i].total.count;
    }
    return QD_CONTINUE;
}

// Details come by 32, the last ones by fewer.
enum { BATCH = 32 };

struct batches {
    size_t full, details, stop_after; ///< In batches; 0: never.
    bool over;
};

static qd_flow take_batch(void *context, const qd_detail *details, size_t count)
{
    struct batches *own = context;
    (void)details;
    assert_false(own->over);
    assert_in_range(count, 1, BATCH);
    own->details += count;
    own->full += count == BATCH;
    own->over = count < BATCH || own->full == own->stop_after;
    return own->full == own->stop_after && own->stop_after > 0 ? QD_STOP : QD_CONTINUE;
}

static void come_in_batches(void)
{
    static const size_t counts[] = { 0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH, 10 * BATCH + 7 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (int precision = 0; precision < 2; precision++) {
            const qd_tree_def def = { .precision = (qd_precision)precision };
            qd_tree *tree = tree_of(&def);
            for (size_t item = 0; item < counts[i]; item++)
                put(tree, item_at(point_at((double)(item % 16), (double)(item / 16))));
            struct batches all = { 0 }, first = { .stop_after = 1 };
            qd_cost cost;
            qd_tree_visit_details(tree, NULL, 0, take_batch, &all, &cost);
            assert_int_equal(all.details, counts[i]);
            assert_int_equal(all.full, counts[i] / BATCH);
            assert_int_equal(cost.hits, counts[i]);
            qd_tree_visit_details(tree, NULL, 0, take_batch, &first, NULL);
            assert_int_equal(first.details, counts[i] < BATCH ? counts[i] : BATCH);
            qd_tree_destroy(tree);
        }
    }
}

static qd_tree *tree_of_flock(qd_precision precision, struct flock *flock)
{
    const qd_tree_def def = { .precision = precision, .totals = true };
    qd_tree *tree = tree_of(&def);
    flock_insert_many(flock, tree);
    return tree;
}

// A map of 200,000 points on a picture of 50 x 50 pixels: no more marks than pixels hold, and no more work.
static void costs_what_can_be_seen(void)
{
    struct flock flock = flock_of_squares(200000, box(0, 0, 1000, 1000), 0, 6);
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = tree_of_flock((qd_precision)precision, &flock);
        const qd_query part = query_box(box(100, 100, 130, 130));
        struct drawn all = { 0 }, none = { 0 };
        qd_cost cost;
        qd_tree_visit_details(tree, NULL, 20, draw, &all, &cost);
        assert_int_equal(all.count, 200000);
        assert_true(all.items + all.groups < 4 * 50 * 50 && all.groups > 50 * 50 / 4);
        assert_true(cost.nodes + cost.tests < 40000);
        qd_tree_visit_details(tree, &part, 0, draw, &none, NULL);
        assert_true(none.groups == 0 && none.items == qd_tree_count(tree, &part));
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

static void all_in_one(void)
{
    struct flock flock = flock_of_squares(5000, box(0, 0, 1000, 1000), 2, 6);
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = tree_of_flock((qd_precision)precision, &flock);
        struct drawn all = { 0 };
        qd_cost cost;
        qd_detail details[2];
        size_t total = 0;
        qd_tree_visit_details(tree, NULL, INFINITY, draw, &all, &cost);
        assert_true(all.groups >= 1 && all.groups <= 2 && all.count == 5000 && cost.tests == 0 && cost.nodes < 8);
        assert_int_equal(qd_tree_find_details(tree, NULL, INFINITY, details, 2, &total), all.groups + all.items);
        assert_int_equal(total, all.groups + all.items);
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

tests_main(plain_test(of_every_kind), plain_test(come_in_batches), plain_test(costs_what_can_be_seen),
           plain_test(all_in_one))
