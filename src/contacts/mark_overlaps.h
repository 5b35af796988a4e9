// The pairs that items are in now: contacts among them are marked.
#ifndef QD_MARK_OVERLAPS_H
#define QD_MARK_OVERLAPS_H

#include "state.h"

/// Finds all pairs that the selected items are in now, and takes each, from one side or from both. False: no memory.
bool qd__mark_overlaps(qd_contacts *contacts);

#endif
