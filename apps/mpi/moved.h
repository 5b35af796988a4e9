/// Bodies of the file on their way to the ranks; and those that have moved, and changed ranks on the way, back in the
/// order of the file: for pictures, and in files.
#ifndef QUADRILLE_MPI_MOVED_H
#define QUADRILLE_MPI_MOVED_H

#include "gravity_bodies.h"

#include <quadrille/distributed.h>

/// Collective: this rank's bodies of the file, numbered behind those of the ranks below. Their arrays are the list's.
qd_mpi_bodies moved_begin(const bodies *list);

/// Does something with all bodies, of which it goes through the source as often as it likes. False: complained.
typedef bool moved_user(void *context, const bodies_source *all);

/// Collective: rank 0 uses the bodies of all ranks, `count` of them. Each rank has an equal share of them meanwhile,
/// and rank 0 room for that of one other as well, so it takes time for as many messages as there are ranks whenever it
/// goes through them.
status moved_use(const qd_mpi_gravity *gravity, uint64_t count, moved_user *use, void *context);

/// Where they are written to: a file of each rank's, or one of rank 0's.
typedef struct moved_output {
    const char *path;
    bool merged;
    output out; ///< This rank's, where `opened`.
    bool opened;
} moved_output;

/// Collective: opens the files, as long before the end as there is something to be lost.
status moved_open(moved_output *to);

/// Collective: writes the bodies of all ranks, `count` of them, each rank an equal share in the order of the file.
/// `good`: that it is to be done; where it is not, or fails on one rank, no rank leaves a file.
status moved_write(moved_output *to, const qd_mpi_gravity *gravity, uint64_t count, bool good);

#endif
