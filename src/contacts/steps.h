// The steps of an update of contacts, in order: see update.c.
#ifndef QD_STEPS_H
#define QD_STEPS_H

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

#endif
