/// A CSV file in as many parts as there are ranks, each of whole rows. Every rank counts line ends and quotes in a
/// slice of equal size; from these all know in which slices a quoted field goes on from the one before, and in which
/// line of the file each begins. A rank's part then begins with the first row that begins in its slice.
#ifndef QUADRILLE_MPI_PARTS_H
#define QUADRILLE_MPI_PARTS_H

#include "csv_rows.h"
#include "status.h"

/// A file that is read in parts: the context of parts_find.
typedef struct parted_file {
    const char *path;
    uint64_t size;
} parted_file;

/// How the ranks can read a file together.
typedef enum parts_way {
    PARTS_ALONE, ///< Rank 0 reads it.
    PARTS_ROWS,  ///< Plain CSV: each reads some of its rows.
    PARTS_INDEX, ///< An index: each maps it, and takes some of its items.
} parts_way;

/// Collective.
parts_way parts_possible(const char *path);

/// Collective: can every rank open it, and is it the same file to all? Fills in the size.
status parts_open(parted_file *file);

/// Collective: prints what is noted of all parts.
void parts_note(const csv_notes *own, const char *path);

/// Collective: a part_finder. Where it fails on one rank it fails on all.
part_finder parts_find;

#endif
