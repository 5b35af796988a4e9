/// Items that have the same id.
#ifndef QUADRILLE_ITEMS_SAME_IDS_H
#define QUADRILLE_ITEMS_SAME_IDS_H

#include "items.h"

/// Reports the number of items with the id of an earlier one, if any, and the first such id. Takes 3 to 6 bytes an
/// item while it looks. False: no memory, and complained.
bool same_ids_tell(const items *list, const char *file);

/// A hash of an id, of which all bits count.
uint64_t same_ids_hash(const char *text);

#endif
