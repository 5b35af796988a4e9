// Flocks: boxes in bulk, put into a tree, and held against the oracle afterwards; see support.h.
#include "compare.h"
#include "support.h"

#include <stdlib.h>

static struct flock flock_of(size_t count)
{
    struct flock flock = { need(count, sizeof *flock.boxes), need(count, sizeof *flock.ids), count };
    return flock;
}

struct flock flock_of_squares(size_t count, qd_box region, float side, uint64_t seed)
{
    struct flock flock = flock_of(count);
    struct prng random = { seed };
    for (size_t i = 0; i < count; i++) {
        float x = prng_between(&random, region.min.x, region.max.x);
        float y = prng_between(&random, region.min.y, region.max.y);
        flock.boxes[i] = box(x, y, x + side, y + side);
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
    qd_item item = { flock->boxes[i], i, { 0, 0 } };
    return item;
}

void flock_insert(struct flock *flock, qd_tree *tree)
{
    for (size_t i = 0; i < flock->count; i++) {
        flock->ids[i] = qd_tree_insert(tree, flock_item(flock, i));
        if (qd_id_is_null(flock->ids[i]))
            fail_msg("item %zu was refused", i);
    }
}

void flock_insert_many(struct flock *flock, qd_tree *tree)
{
    qd_item *items = need(flock->count, sizeof *items);
    for (size_t i = 0; i < flock->count; i++)
        items[i] = flock_item(flock, i);
    assert_int_equal(qd_tree_insert_many(tree, items, flock->count, flock->ids, NULL), QD_OK);
    free(items);
}

void flock_free(struct flock *flock)
{
    free(flock->boxes);
    free(flock->ids);
    flock->count = 0;
}

// The flock as the oracle knows it, and the tree beside it.
struct judge {
    struct oracle oracle;
    struct compare compare;
};

static void judge_create(struct judge *judge, const qd_tree *tree, const struct flock *flock, qd_edges edges)
{
    oracle_create(&judge->oracle, edges);
    for (size_t i = 0; i < flock->count; i++)
        judge->oracle.peak = judge->oracle.peak < flock->ids[i].slot ? flock->ids[i].slot : judge->oracle.peak;
    for (size_t i = 0; i < flock->count; i++)
        assert_int_equal(oracle_insert(&judge->oracle, flock_item(flock, i), flock->ids[i]), QD_OK);
    if (judge->oracle.complaint)
        fail_msg("%s", judge->oracle.complaint);
    compare_create(&judge->compare, tree, &judge->oracle);
}

static void judge_says(struct judge *judge, bool agreed)
{
    if (!agreed)
        fail_msg("tree and oracle differ: %s", judge->compare.why);
}

static void judge_destroy(struct judge *judge)
{
    compare_destroy(&judge->compare);
    oracle_destroy(&judge->oracle);
}

void assert_holds(const qd_tree *tree, const struct flock *flock)
{
    struct judge judge;
    judge_create(&judge, tree, flock, QD_EDGES_CLOSED);
    assert_true(qd_tree_check(tree));
    assert_int_equal(qd_tree_count(tree), flock->count);
    judge_says(&judge, compare_bounds(&judge.compare));
    for (size_t i = 0; i < flock->count; i++)
        judge_says(&judge, compare_item(&judge.compare, flock->ids[i]));
    judge_says(&judge, compare_visit_box(&judge.compare, everywhere, everyone, SIZE_MAX));
    judge_destroy(&judge);
}

void assert_window(const qd_tree *tree, const struct flock *flock, qd_box window, qd_edges edges)
{
    struct judge judge;
    judge_create(&judge, tree, flock, edges);
    judge_says(&judge, compare_visit_box(&judge.compare, window, everyone, SIZE_MAX));
    judge_says(&judge, compare_find_box(&judge.compare, window, everyone, flock->count));
    judge_destroy(&judge);
}

void assert_pairs(const qd_tree *tree, const struct flock *flock, qd_edges edges)
{
    struct judge judge;
    judge_create(&judge, tree, flock, edges);
    judge_says(&judge, compare_pairs(&judge.compare, SIZE_MAX));
    judge_destroy(&judge);
}
