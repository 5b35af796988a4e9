// The one search behind nearest and casts: nodes and items by a key, smallest first, nothing beyond a cut.
#ifndef QD_RANKED_H
#define QD_RANKED_H

#include "asking.h"
#include "ranking.h"

/// Gets each item that has an AABB with a key up to the cut, and its location in a bucket; returns the new cut, never
/// more than the old one. Negative: stop.
typedef double qd__offer(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut);

/// What an offer leaves open about the cut that it returned. An offer may put off finding an exact key, and keep bounds
/// of it instead: the cut is then the most that the key can be. The search settles it before anything depends on it.
typedef struct qd__doubt {
    double sure;                                 ///< Less than the cut, and the least it can be. INFINITY: no doubt.
    double (*settle)(void *context, double cut); ///< Returns the cut, and ends the doubt.
} qd__doubt;

/// Offers every item with a key from `from` up to the ranking's cut, and maybe some with smaller ones.
qd_cost qd__ranked_search(const struct qd_tree *tree, const qd__ranking *ranking, const qd__query_filter *filter,
                          double from, qd__offer *offer, void *context);

/// The offers of a caller that keeps only a few.
typedef struct qd__few_offers {
    qd__offer *offer, *again; ///< `again`: of an item that may have been offered before.
} qd__few_offers;

/// The same for a caller that keeps only the `wanted` items of the smallest keys. Searches around the ranking's place
/// first, if the directory allows that; if it does not suffice, searches from the root, and calls `again` instead of
/// `offer`, since items may have been offered before.
qd_cost qd__ranked_search_few(const struct qd_tree *tree, const qd__ranking *ranking, const qd__query_filter *filter,
                              uint32_t wanted, const qd__few_offers *offers, const qd__doubt *doubt, void *context);

#endif
