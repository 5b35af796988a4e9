/// @file names.h
/// Pairs go to the rank that has the first item of each, in order, and get the name of the second from where that is.
/// Answers to questions are such pairs too, of a question and an item; they are where the question is already.
#ifndef QUADRILLE_MPI_NAMES_H
#define QUADRILLE_MPI_NAMES_H

#include "load.h"

#include <quadrille/distributed.h>

typedef struct named_pairs {
    qd_mpi_pair *pairs; ///< By first, then second item; of nearest, nearest first.
    double *distances;  ///< NULL: pairs have none.
    size_t count;
    const part_of_items *a, *b;
    uint64_t *others; ///< The second items, each once, ascending;
    size_t other_count;
    char *texts;   ///< and their names, one after the other with a NUL behind each,
    size_t *marks; ///< which begin there.
} named_pairs;

/// Collective: takes the pairs that this rank has found, and frees them. False: no memory, on any rank. names_free
/// afterwards.
bool names_find(named_pairs *self, qd_mpi_pair *found, size_t count, const part_of_items *a, const part_of_items *b);

/// Collective: the same for pairs that are where they belong, in their order, and their distances or NULL; frees both.
bool names_fetch(named_pairs *self, qd_mpi_pair *pairs, double *distances, size_t count, const part_of_items *a,
                 const part_of_items *b);
void names_free(named_pairs *self);

/// The name of the second item of pair `i`, where the second items are named.
const char *names_second(const named_pairs *self, size_t i);

/// Prints pair `i` as a line.
void names_put(output *out, const named_pairs *self, size_t i);

#endif
