// Flocks: boxes in bulk, put into a tree, and held against the oracle afterwards; see support.h.
#include "compare.h"
#include "support.h"

#include <stdlib.h>

static struct flock flock_of(size_t count)
{
    struct flock flock = { need(count, sizeof *flock.boxes), need(count, sizeof *flock.ids), count };
    return flock;
}

struct flock flock_of_squares(size_t count, qd_box region, double side, uint64_t seed)
{
    struct flock flock = flock_of(count);
    struct prng random = { seed };
    for (size_t i = 0; i < count; i++) {
        double x = prng_between(&random, region.min.x, region.max.x);
        double y = prng_between(&random, region.min.y, region.max.y);
        flock.boxes[i] = box(x, y, (float)(x + side), (float)(y + side)); // either precision keeps it
    }
    return flock;
}

struct flock flock_of_same(size_t count, qd_box same)
{
    struct flock flock = flock_of(count);
    for (size_t i = 0; i < count; i++)
        flock.boxes[i] = same;
    return flock;
}

static qd_item flock_item(const struct flock *flock, size_t i)
{
    qd_item item = { flock->boxes[i], i, { 0, 0 }, 0 };
    return item;
}

void flock_insert(struct flock *flock, qd_tree *tree)
{
    for (size_t i = 0; i < flock->count; i++) {
        const qd_item item = flock_item(flock, i);
        if (qd_tree_insert(tree, &item, &flock->ids[i]) != QD_OK || !flock->ids[i])
            fail_msg("item %zu was refused", i);
    }
}

void flock_insert_many(struct flock *flock, qd_tree *tree)
{
    const qd_items items = { .boxes = qd_boxes_double(flock->boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &items, flock->count, flock->ids, NULL), QD_OK);
}

void flock_free(struct flock *flock)
{
    free(flock->boxes);
    free(flock->ids);
    flock->count = 0;
}

void flock_end(struct flock *flock, qd_tree *tree)
{
    qd_tree_destroy(tree);
    flock_free(flock);
}

// The flock as the oracle knows it, and the tree beside it.
struct judge {
    qd_oracle *oracle;
    struct compare compare;
};

static void judge_create(struct judge *judge, const qd_tree *tree, const struct flock *flock, qd_edges edges)
{
    qd_tree_def def;
    size_t highest = 0;
    qd_tree_get_def(tree, &def);
    assert_int_equal(def.edges, edges);
    assert_int_equal(qd_oracle_create(&def, &judge->oracle), QD_OK);
    for (size_t i = 0; i < flock->count; i++)
        highest = highest < qd_id_slot(flock->ids[i]) ? qd_id_slot(flock->ids[i]) : highest;
    qd_oracle_allow_slots(judge->oracle, highest);
    for (size_t i = 0; i < flock->count; i++) {
        const qd_item item = flock_item(flock, i);
        if (qd_oracle_id_problem(judge->oracle, flock->ids[i]))
            fail_msg("%s", qd_oracle_id_problem(judge->oracle, flock->ids[i]));
        assert_int_equal(qd_oracle_insert_as(judge->oracle, &item, flock->ids[i]), QD_OK);
    }
    compare_create(&judge->compare, tree, judge->oracle);
}

static void judge_says(struct judge *judge, bool agreed)
{
    if (!agreed)
        fail_msg("tree and oracle differ: %s", judge->compare.why);
}

static void judge_destroy(struct judge *judge)
{
    compare_destroy(&judge->compare);
    qd_oracle_destroy(judge->oracle);
}

void assert_holds(const qd_tree *tree, const struct flock *flock)
{
    struct judge judge;
    judge_create(&judge, tree, flock, QD_CLOSED);
    assert_true(qd_tree_check(tree));
    assert_int_equal(qd_tree_count(tree, NULL), flock->count);
    judge_says(&judge, compare_bounds(&judge.compare));
    for (size_t i = 0; i < flock->count; i++)
        judge_says(&judge, compare_item(&judge.compare, flock->ids[i]));
    judge_says(&judge, compare_visit(&judge.compare, &everything, SIZE_MAX));
    judge_destroy(&judge);
}

void assert_windows(const qd_tree *tree, const struct flock *flock, const qd_box *windows, size_t count, size_t step)
{
    struct judge judge;
    judge_create(&judge, tree, flock, QD_CLOSED);
    for (size_t i = 0; i < count; i += step) {
        const qd_query query = query_box(windows[i]);
        judge_says(&judge, compare_query(&judge.compare, &query, SIZE_MAX));
    }
    judge_destroy(&judge);
}

void assert_window(const qd_tree *tree, const struct flock *flock, qd_box window)
{
    assert_windows(tree, flock, &window, 1, 1);
}

void assert_pairs(const qd_tree *tree, const struct flock *flock, qd_edges edges)
{
    struct judge judge;
    judge_create(&judge, tree, flock, edges);
    judge_says(&judge, compare_pairs(&judge.compare, NULL, NULL, SIZE_MAX));
    judge_destroy(&judge);
}
