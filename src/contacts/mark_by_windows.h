// The pairs of many items, each by a window of its own.
#ifndef QD_MARK_BY_WINDOWS_H
#define QD_MARK_BY_WINDOWS_H

#include "state.h"

/// qd__mark_overlaps by a window for each of the selected items.
bool qd__mark_by_windows(qd_contacts *contacts);

#endif
