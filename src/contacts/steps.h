// The steps of an update of contacts, in order (update.c), and of one of interest (interest_update.c).
#ifndef QD_STEPS_H
#define QD_STEPS_H

#include "interest.h"
#include "search.h"
#include "state.h"

/// Finds all pairs that the selected items are in now, and takes each, from one side or from both. False: no memory.
bool qd__mark_overlaps(qd_contacts *contacts);

/// qd__mark_overlaps by a window for each of the selected items.
bool qd__mark_by_windows(qd_contacts *contacts);

/// Lists in `over` the contacts that end, those which were not seen, and takes the marks off the others. False: no
/// memory, or not everything was sought; the marks are off even so.
bool qd__sweep_unmarked(qd_contacts *contacts, bool sought);

/// Sorts keys, of which only the bits from `from` on (a multiple of 8) count; equal ones stay in the order they came.
/// `scratch` has room for as many. Cost O(count).
void qd__order(uint64_t *keys, uint64_t *scratch, size_t count, unsigned from);

/// The item that the last update saw in a slot, with its user value as it is; of one that is gone, the last.
qd_entry qd__contact_item(const qd_contacts *contacts, uint32_t slot);

/// Room for the events of an update: `over` and `keys`. False: no memory.
bool qd__reserve_events(qd_contacts *contacts);

/// Lists pairs, for which there is room, in order, from their keys.
void qd__emit_events(qd_contacts *contacts, uint64_t *keys, size_t count, qd__pairs *pairs);

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

/// Lists the observers of each item in the views of now. False: no memory, and the last lists are as they were.
bool qd__by_item_list(qd_interest *interest, const qd_tree *tree);

#endif
