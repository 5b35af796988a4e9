/// @file same_ids.h
/// Items that have the same id.
#ifndef QUADRILLE_ITEMS_SAME_IDS_H
#define QUADRILLE_ITEMS_SAME_IDS_H

#include "items.h"

/// Says how many items have the id of an earlier one, and the first such id, unless there are none. Takes 3 to 6 bytes
/// an item while it looks. False: no memory, and complained.
bool same_ids_tell(const items *list, const char *file);

/// A hash of an id, of which all bits count.
uint64_t same_ids_hash(const char *text);

#endif
