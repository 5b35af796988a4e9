/// Things of one kind on their way from every rank to every other.
#ifndef QUADRILLE_MPI_SHARES_H
#define QUADRILLE_MPI_SHARES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/// How many go to each rank, and come from each; and where they lie, those for rank 0, or from it, first.
typedef struct shares {
    int *to, *to_at, *from, *from_at;
    size_t sent, received;
} shares;

/// All counts are 0. False: no memory.
bool shares_open(shares *s);
void shares_free(shares *s);

/// Collective: all exchange the numbers that they will send, as `to` counts them. False: more than MPI can count.
bool shares_tell(shares *s);

/// After to_at has been counted up while things were put in their places: it says again where they begin.
void shares_rewind(shares *s);

/// Collective: sends and receives.
void shares_move(const shares *s, const void *sent, void *received, MPI_Datatype type);
/// The same for things of so many bytes.
void shares_move_bytes(const shares *s, const void *sent, void *received, size_t size);

/// Zeroed memory for one element at least, so that NULL means out of memory.
void *shares_make(size_t count, size_t size);

#endif
