// A few items of the smallest keys, in order.
//
// What a bucket offers comes behind those that are kept, then all are put in order, and those beyond the capacity go:
//
//     kept        offered
//     2 5 6 8     7 3 9      ->   2 3 5 6 | 7 8 9
//
// In a tree of doubles an item's AABB gives bounds of its key, close together, and nearly always the lower ones are
// enough. So the exact box, which lies far off in memory, is fetched while the search goes on, and read at the end, or
// where bounds that overlap leave open which items are kept. Answers and costs are those of exact keys: what depends on
// the last key, the cut, settles it where the bounds do not decide (qd__doubt).
#ifndef QD_RANKED_FEW_H
#define QD_RANKED_FEW_H

#include "asking.h"
#include "ranked.h"

enum { QD__FEW_RESULTS = 64 };

/// A place in the order of all items: what comes after it is still to be found.
typedef struct qd__mark {
    double key;
    uint32_t slot;
} qd__mark;

/// Before everything.
static inline qd__mark qd__mark_first(void)
{
    return (qd__mark){ 0, 0 };
}

typedef struct qd__few {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    const qd__query_filter *filter;
    size_t capacity, count;                  ///< Capacity: 1 to QD__FEW_RESULTS.
    qd__mark mark;                           ///< Only what comes after it is wanted.
    double keys[QD__RANKS_MOST + QD__GROUP]; ///< In order. While the search goes on, maybe their lower bounds.
    uint32_t locations[QD__RANKS_MOST];
    qd__doubt doubt;
    bool rough; ///< Keys may be lower bounds.
    bool again; ///< An item that is offered may be among them.
} qd__few;

/// The keys and what belongs to them stay as they are.
static inline void qd__few_begin(qd__few *few, const qd__ranking *ranking, const qd__query_filter *filter,
                                 size_t capacity, qd__mark mark)
{
    few->tree = ranking->tree;
    few->ranking = ranking;
    few->filter = filter;
    few->capacity = capacity;
    few->mark.key = mark.key; // each as it was written: whole, it would have to wait
    few->mark.slot = mark.slot;
}

/// Finds them. Their keys may still be bounds, and so their order be rough: see qd__few_settle.
qd_cost qd__few_find(qd__few *few);

/// Where keys may be bounds (`rough`), makes all of them exact, and puts them in order.
void qd__few_settle(qd__few *few);

/// The slot of the item at a location.
static inline uint32_t qd__slot_of_kept(const struct qd_tree *tree, uint32_t location)
{
    return qd__bucket_slots(qd__tree_bucket(tree, location))[qd__location_lane(location)];
}

/// Does an item come after the mark, and up to the cut? Makes its key exact.
static inline bool qd__is_after(const qd__ranking *ranking, const qd__mark *mark, double *key, uint32_t location,
                                double cut)
{
    const struct qd_tree *tree = ranking->tree;
    if (ranking->kind->exact) {
        *key = ranking->kind->exact(ranking, qd__exact_box(tree, qd__slot_of_kept(tree, location)));
        if (!(*key <= cut))
            return false;
    }
    return *key > mark->key || (*key == mark->key && qd__slot_of_kept(tree, location) > mark->slot);
}

#endif
