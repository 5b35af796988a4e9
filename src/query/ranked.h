// The one search behind nearest and casts: nodes and items by a key, smallest first, nothing beyond a cut.
#ifndef QD_RANKED_H
#define QD_RANKED_H

#include "asking.h"
#include "ranking.h"

/// Items of a bucket. Their AABBs have keys up to the cut.
typedef struct qd__offered {
    const qd__bucket *bucket;
    uint32_t location; ///< The bucket's.
    uint64_t lanes;    ///< Not 0.
    const double *keys;
} qd__offered;

/// Gets all that a search finds, a bucket at a time; returns the new cut, never more than the old one. Negative: stop.
typedef double qd__offer(void *context, const qd__offered *items, double cut);

/// What an offer leaves open about the cut that it returned. An offer may put off finding an exact key, and keep bounds
/// of it instead: the cut is then the most that the key can be. The search settles it before anything depends on it.
typedef struct qd__doubt {
    double sure;                                 ///< Less than the cut, and the least it can be. INFINITY: no doubt.
    double (*settle)(void *context, double cut); ///< Returns the cut, and ends the doubt.
} qd__doubt;

/// Offers every item with a key from `from` up to the ranking's cut, and maybe some with smaller ones.
qd_cost qd__ranked_search(const qd__ranking *ranking, const qd__query_filter *filter, double from, qd__offer *offer,
                          void *context);

/// The same for a caller that keeps only the `wanted` items of the smallest keys. Searches around the ranking's place
/// first, if the directory allows that; if it does not suffice, sets *again, since items may be offered that have been
/// offered before, and searches from the root.
qd_cost qd__ranked_search_few(const qd__ranking *ranking, const qd__query_filter *filter, uint32_t wanted,
                              qd__offer *offer, bool *again, const qd__doubt *doubt, void *context);

#endif
