/// The loop that a program without any index writes: over its own array, which it need not copy anywhere.
#ifndef QUADRILLE_BRUTE_H
#define QUADRILLE_BRUTE_H

#include "contender.h"

/// Every box of the caller's array that overlaps a window, as contender_kind.window hands them out.
contender_found brute_window_of_array(const fbox *boxes, size_t count, fbox window, bool open_edges,
                                      contender_item_visitor *visitor, void *context);

#endif
