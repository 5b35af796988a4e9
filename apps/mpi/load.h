/// A file on all ranks: of a plain CSV file each reads a part, an index is mapped by all, and any other file is read by
/// rank 0 alone.
#ifndef QUADRILLE_MPI_LOAD_H
#define QUADRILLE_MPI_LOAD_H

#include "part_of_items.h"

/// Collective. Settles what the user has not said about edges. Whatever the status, which all ranks get alike,
/// part_free afterwards; where `later` is set, parts_decide after all files have been read.
status part_load(part_of_items *part, input *in);
/// Collective: floats or doubles, on all ranks alike. See items_decide.
status parts_decide(part_of_items *const *parts, input *const *ins, size_t count);

#endif
