/// @file load.h
/// A file on all ranks: of a plain CSV file each reads a part, an index is mapped by all, and any other file is read by
/// rank 0 alone.
#ifndef QUADRILLE_MPI_LOAD_H
#define QUADRILLE_MPI_LOAD_H

#include "items.h"

#include <quadrille/distributed.h>

typedef struct part_of_items {
    items list;      ///< This rank's items, in the order of the file.
    uint64_t *first; ///< By rank, and behind the last: how many items come before its own in the file.
    bool texts;      ///< The items have names;
    bool named;      ///< or numbers that are not those of their rows.
} part_of_items;

/// Collective. Settles what the user has not said about edges. Whatever the status, which all ranks get alike,
/// part_free afterwards; where `later` is set, parts_decide after all files have been read.
status part_load(part_of_items *part, input *in);
/// Collective: floats or doubles, on all ranks alike. See items_decide.
status parts_decide(part_of_items *const *parts, input *const *ins, size_t count);
/// Collective: rank 0 has one item, of which nothing is known.
void part_of_one(part_of_items *part);
void part_free(part_of_items *part);

/// This rank's boxes with the numbers of their items in the file. Their arrays are the list's.
qd_mpi_boxes part_boxes(const part_of_items *part);

/// The rank that has item `item` of the file.
int part_owner(const part_of_items *part, uint64_t item);

#endif
