// What an observer sees that has a margin, or that sees only the nearest.
#ifndef QD_INTEREST_CHOOSE_H
#define QD_INTEREST_CHOOSE_H

#include "interest.h"
#include "search.h"

/// Does an observer see other items than those that answer its view?
static inline bool qd__observer_chooses(const qd_observer *observer)
{
    return observer->margin > 0 || observer->nearest > 0;
}

/// How the items of a view were found.
typedef enum qd__finding {
    QD__FOUND_NONE,    ///< They were not.
    QD__FOUND_ALL,     ///< All of them.
    QD__FOUND_NEAREST, ///< As many of the nearest as the observer sees; there are others.
    QD__FOUND_NO_MEMORY,
} qd__finding;

/// Looks for the items of a view with a number of the nearest, where these are few beside all of them. It appends them
/// to the views of now.
qd__finding qd__observer_find_nearest(qd_interest *interest, qd__viewer *viewer, const qd__shape *shape,
                                      const qd__query_filter *filter);

/// Changes what has been found for such an observer to what it sees: adds what stays within its margin, and keeps the
/// nearest. Its items must be the last of the views of now. False: no memory.
bool qd__observer_choose(qd_interest *interest, qd__viewer *viewer, const qd__shape *shape, qd__finding finding);

#endif
