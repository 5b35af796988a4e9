/// The items of a file that this rank has, and which rank has the others.
#ifndef QUADRILLE_MPI_PART_OF_ITEMS_H
#define QUADRILLE_MPI_PART_OF_ITEMS_H

#include "items.h"

#include <quadrille/distributed.h>

typedef struct part_of_items {
    items list;      ///< This rank's items, in the order of the file.
    uint64_t *first; ///< By rank, and behind the last: how many items come before its own in the file.
    bool texts;      ///< The items have names;
    bool named;      ///< or numbers that are not those of their rows.
} part_of_items;

/// Collective: works out where each rank's items are in the file, of which this one has so many.
void part_count_items(part_of_items *part, uint64_t own);

/// Collective: rank 0 has one item, of which nothing is known.
void part_of_one(part_of_items *part);
void part_free(part_of_items *part);

/// This rank's boxes with the numbers of their items in the file. Their arrays are the list's.
qd_mpi_boxes part_boxes(const part_of_items *part);

/// The rank that has item `item` of the file.
int part_owner(const part_of_items *part, uint64_t item);

#endif
