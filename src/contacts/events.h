// Pairs of slots as pairs of items, in order: what a caller gets.
#ifndef QD_EVENTS_H
#define QD_EVENTS_H

#include "state.h"

/// The item that the last update saw in a slot, with its user value as it is; of one that is gone, the last.
qd_entry qd__contact_item(const qd_contacts *contacts, uint32_t slot);

/// Room for the events of an update: `over` and `keys`. False: no memory.
bool qd__reserve_events(qd_contacts *contacts);

/// Lists pairs, for which there is room, in order, from their keys.
void qd__emit_events(qd_contacts *contacts, uint64_t *keys, size_t count, qd__pairs *pairs);

#endif
