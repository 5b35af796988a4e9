/// Pairs go to the rank that has the first item of each, in order, and get the printed text of the second from the
/// rank that has it. Answers to questions are such pairs too, of a question and an item; those to many questions are
/// where the question is already.
#ifndef QUADRILLE_MPI_NAMES_H
#define QUADRILLE_MPI_NAMES_H

#include "part_of_items.h"

#include <quadrille/distributed.h>

typedef struct named_pairs {
    qd_mpi_pair *pairs; ///< By first, then second item; of nearest, nearest first.
    double *distances;  ///< NULL: pairs have none.
    size_t count;
    const part_of_items *a, *b;
    bool fetched;     ///< Otherwise the second items are called by the numbers of their rows.
    uint64_t *others; ///< The second items, each once, ascending;
    size_t other_count;
    items list; ///< and what they are: their names, and where that is wanted their boxes and where their rows lie.
} named_pairs;

/// Collective: takes the pairs that this rank has found, and frees them. `whole`: boxes and rows are wanted. False: no
/// memory, on any rank. names_free afterwards.
bool names_find(named_pairs *self, qd_mpi_pair *found, size_t count, const part_of_items *a, const part_of_items *b,
                bool whole);

/// Collective: the same for pairs that are where they belong, in their order, and their distances or NULL; frees both.
bool names_fetch(named_pairs *self, qd_mpi_pair *pairs, double *distances, size_t count, const part_of_items *a,
                 const part_of_items *b, bool whole);
void names_free(named_pairs *self);

/// Where the items of pair `i` are in lists: the first in that of this rank's part, the second in that of the pairs.
size_t names_first(const named_pairs *self, size_t i);
size_t names_second(const named_pairs *self, size_t i);

#endif
