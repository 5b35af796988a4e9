// The one search behind nearest, rays and casts: nodes and items by a key, smallest first, nothing beyond a cut.
#ifndef QD_RANKED_H
#define QD_RANKED_H

#include "moving.h"
#include "quad.h"
#include "simd.h"

#include <quadrille/query.h>
#include <string.h>

/// The bits of a key, none of which is negative, ascend as the keys do.
static inline uint64_t qd__key_bits(double key)
{
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits;
}

static inline double qd__key_from(uint64_t bits)
{
    double key;
    memcpy(&key, &bits, sizeof key);
    return key;
}

typedef struct qd__ranking qd__ranking;

/// How a kind of search ranks. Keys are never negative, and monotone: that of an item is never less than that of bounds
/// around it, nor more than the latest of those bounds.
typedef struct qd__ranking_kind {
    /// The keys of boxes: of the bounds of four nodes, and of items. Returns which are no more than `cut`; of items no
    /// more than the `wanted` first are of interest. `keys` has room for the next multiple of 4.
    uint64_t (*node_keys)(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys);
    uint64_t (*keys)(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys);
    /// No item within these bounds that has a key has a larger one. For cursors, which go on where they were; NULL: the
    /// search is always from the first key on.
    double (*latest)(const qd__ranking *ranking, const qd__aabb *bounds);
    /// For searches that look around a point first. A window that all items with a key up to the cut meet; and the key
    /// of what lies so far from the point. NULL: there is none.
    void (*window)(const qd__ranking *ranking, double cut, qd__aabb *window);
    double (*key_at)(const qd__ranking *ranking, double distance);
    /// Writes all of a result but the item.
    void (*describe)(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb);
    /// The key of the item in a slot, NaN where it has none. For rounded AABBs, with keys that are only lower
    /// bounds; NULL: they are not.
    double (*exact)(const qd__ranking *ranking, uint32_t slot);
} qd__ranking_kind;

/// What one search ranks by. What its kind does not look at need not be set.
struct qd__ranking {
    const qd__ranking_kind *kind;
    const qd__simd *simd;
    qd_vec2 point;     ///< Of nearest; the centre of what moves along a line.
    bool left, down;   ///< Which way the line of a kind with a window runs.
    qd__line line;     ///< Of a ray or a moving box.
    qd__sketch sketch; ///< Of the line.
    qd__disc disc;     ///< Of a moving circle.
};

/// The keys of what a line comes to: when it does so.
uint64_t qd__line_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys);
uint64_t qd__line_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys);

/// False: nothing has a key, whatever there is.
bool qd__near_ranking(const struct qd_tree *tree, qd_vec2 point, float max_distance, qd__ranking *ranking);
bool qd__ray_is_good(const qd_ray *ray);
bool qd__ray_ranking(const struct qd_tree *tree, const qd_ray *ray, qd__ranking *ranking);

/// Gets each item that has an AABB with a key up to the cut, and its location in a bucket; returns the new cut, never
/// more than the old one. Negative: stop.
typedef double qd__offer(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut);

/// Offers every item with a key from `from` up to the cut.
qd_cost qd__ranked_search(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                          double from, double cut, qd__offer *offer, void *context);

/// The same for a caller that keeps only the `wanted` items of the smallest keys. Searches around the ranking's point
/// first, if the directory allows that; if it does not suffice, searches from the root, and calls `again` instead of
/// `offer`, since items may have been offered before.
qd_cost qd__ranked_search_few(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                              double cut, uint32_t wanted, qd__offer *offer, qd__offer *again, void *context);

/// Where the items of the smallest keys go: an array of structs that begin with a qd_found.
typedef struct qd__results {
    void *out;
    size_t stride, capacity;
} qd__results;

/// A place in the order of all items: what comes after it is still to be found.
typedef struct qd__mark {
    double key;
    uint32_t slot;
} qd__mark;

/// Before everything.
static inline qd__mark qd__mark_first(void)
{
    const qd__mark mark = { 0, 0 };
    return mark;
}

/// The items of the smallest keys, ties by slot, in order. Returns how many.
size_t qd__ranked_first(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                        double cut, const qd__results *results);

/// The same of those after the mark, which moves to the last of them. Adds to the cost.
size_t qd__ranked_next(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, const qd__results *results, qd__mark *mark, qd_cost *cost);

/// What rays and casts have in common: hits in order, and a visitor that cuts.
size_t qd__find_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter, qd_hit *out,
                     size_t capacity);
qd_cost qd__visit_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       qd_ray_visitor *visitor, void *context);

#endif
