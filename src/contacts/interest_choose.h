// What an observer sees that has a margin, or that sees only the nearest.
#ifndef QD_INTEREST_CHOOSE_H
#define QD_INTEREST_CHOOSE_H

#include "interest.h"

/// Does an observer see other items than those that answer its view?
static inline bool qd__observer_chooses(const qd_observer *observer)
{
    return observer->margin > 0 || observer->nearest > 0;
}

/// Changes what has been found for such an observer to what it sees: adds what stays within its margin, and keeps the
/// nearest. Its items must be the last of the views of now. False: no memory.
bool qd__observer_choose(qd_interest *interest, const qd_tree *tree, qd__viewer *viewer);

#endif
