// Pairs of slots as pairs of items, in order: what a caller gets.
#ifndef QD_EVENTS_H
#define QD_EVENTS_H

#include "state.h"

/// Room to tell so many pairs in. False: no memory.
bool qd__reserve_events(qd_contacts *contacts, size_t count, qd__pairs *pairs);

/// Lists pairs, for which there is room, in order, from their keys.
void qd__emit_events(qd_contacts *contacts, uint64_t *keys, size_t count, qd__pairs *pairs);

#endif
