/// What an index says of its rows, beside the tree: the extra bytes of its snapshot. docs/format.md has their format.
#ifndef QUADRILLE_ITEMS_ROWS_H
#define QUADRILLE_ITEMS_ROWS_H

#include "items.h"

#include <quadrille/snapshot.h>

/// Makes the extra bytes for a list; free their memory afterwards. NULL bytes: no memory.
qd_extra rows_pack(const items *list);

/// Were the bytes made by rows_pack, whatever is in them?
bool rows_begin(qd_extra extra);

/// Lets a list of `count` rows have its ids from the bytes, which must stay. NULL: done. Otherwise what is wrong.
const char *rows_unpack(items *list, qd_extra extra, size_t count);

#endif
