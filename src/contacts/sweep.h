// Contacts without a mark end.
#ifndef QD_SWEEP_H
#define QD_SWEEP_H

#include "state.h"

/// Lists in `over` the contacts that end, those which were not seen, and takes the marks off the others. False: no
/// memory, or not everything was sought; the marks are off even so.
bool qd__sweep_unmarked(qd_contacts *contacts, bool sought);

#endif
