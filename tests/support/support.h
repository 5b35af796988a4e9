/// What the tests share: random numbers, lists that collect what visitors get, and a flock: boxes with the ids they got
/// in a tree, which the oracle and the tree are asked about.
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "unit/unit.h"

#include <quadrille/quadrille.h>

/// Deterministic random numbers (splitmix64): the same on every machine. Any seed will do.
struct prng {
    uint64_t state;
};

uint64_t prng_next(struct prng *random);
uint32_t prng_below(struct prng *random, uint32_t limit);
double prng_between(struct prng *random, double low, double high); ///< A float, so that either precision keeps it.

/// Zeroed memory for `count` things, or the test fails; never NULL.
void *need(size_t count, size_t size);

static const qd_box everywhere = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
static const qd_query everything = { { QD_EVERYWHERE, 0, NULL, { { 0, 0 }, { 0, 0 } }, 0 }, QD_OVERLAPS, { 0, 0 }, 0 };

/// Questions: what overlaps a box; the same with a filter.
static inline qd_query query_box(qd_box window)
{
    qd_query query = { qd_shape_box(window), QD_OVERLAPS, { 0, 0 }, 0 };
    return query;
}

static inline qd_query query_box_of(qd_box window, qd_filter filter)
{
    qd_query query = { qd_shape_box(window), QD_OVERLAPS, filter, 0 };
    return query;
}

static inline qd_query query_of(qd_shape shape, qd_relation relation)
{
    qd_query query = { shape, relation, { 0, 0 }, 0 };
    return query;
}

static inline qd_box box(double min_x, double min_y, double max_x, double max_y)
{
    qd_box result = { { min_x, min_y }, { max_x, max_y } };
    return result;
}

static inline qd_box point_at(double x, double y)
{
    return box(x, y, x, y);
}

static inline qd_item item_at(qd_box where)
{
    qd_item item = { where, 0, { 0, 0 }, 0 };
    return item;
}

/// A new tree, or the test fails. Zero arguments stand for the defaults.
qd_tree *tree_of(const qd_tree_def *def);
qd_tree *tree_with(qd_edges edges, int leaf_capacity, int max_depth);
qd_tree *tree_over(qd_box world);

/// An item put in, which must succeed.
qd_id put(qd_tree *tree, qd_item item);

/// Visitor that counts batches and results, and goes on.
struct counter {
    size_t batches, results;
};
qd_flow count_found(void *context, const qd_entry *entries, size_t count);
qd_flow count_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count);

/// A growing list of results, filled by a visitor. Zero it first, free it with found_list_free.
typedef struct found_list {
    qd_entry *at;
    size_t count, capacity;
} found_list;
qd_flow found_list_add(void *list, const qd_entry *entries, size_t count);
void found_list_sort(found_list *list); ///< by slot
void found_list_free(found_list *list);

/// What a window finds, sorted by slot; fails the test if something is found twice.
found_list found_by(const qd_tree *tree, const qd_query *query);
found_list found_in(const qd_tree *tree, qd_box window);
size_t count_in(const qd_tree *tree, qd_box window);

/// The same for pairs.
typedef struct pair_list {
    qd_pair *at;
    size_t count, capacity;
} pair_list;
qd_flow pair_list_add(void *list, const qd_pair *pairs, const double *distances, size_t count);
void pair_list_free(pair_list *list);

/// All pairs, sorted; fails the test if a pair comes twice or its lower slot does not come first.
pair_list pairs_of(const qd_tree *tree);
qd_cost cost_of_pairs(const qd_tree *tree);
qd_cost cost_of_window(const qd_tree *tree, qd_box window);

/// Nodes and tests of a thousand windows of a side each, at random places of a region.
uint64_t cost_of_windows(const qd_tree *tree, qd_box region, double side);

/// Boxes and the ids they have in a tree.
struct flock {
    qd_box *boxes;
    qd_id *ids;
    size_t count;
};

/// Squares of one size, their corners uniform over a region. No ids yet.
struct flock flock_of_squares(size_t count, qd_box region, double side, uint64_t seed);
struct flock flock_of_same(size_t count, qd_box same);
void flock_insert(struct flock *flock, qd_tree *tree);      ///< one by one
void flock_insert_many(struct flock *flock, qd_tree *tree); ///< by qd_tree_insert_many
void flock_free(struct flock *flock);
void flock_end(struct flock *flock, qd_tree *tree); ///< Frees it, and the tree with it.

/// The tree holds the flock and nothing else, each item where the flock has it; windows and pairs are those of brute
/// force.
void assert_holds(const qd_tree *tree, const struct flock *flock);
void assert_window(const qd_tree *tree, const struct flock *flock, qd_box window);
/// The same of every `step`-th of `count` windows, in a fraction of the time of as many calls.
void assert_windows(const qd_tree *tree, const struct flock *flock, const qd_box *windows, size_t count, size_t step);
void assert_pairs(const qd_tree *tree, const struct flock *flock, qd_edges edges);

/// Entries that changes have examined or copied so far.
uint64_t work_of(const qd_tree *tree);
qd_tree_stats stats_of(const qd_tree *tree);

/// Sums over all nodes of a tree.
struct census {
    size_t nodes, leaves, items, deepest;
};
struct census census_of(const qd_tree *tree);

/// Runs `act` in a child process; true if it ended by abort(), as a failed assertion does. WebAssembly has no
/// processes: its tests are built without assertions.
bool aborts(void (*act)(void *context), void *context);

#endif
