// The pairs of one region: found by a tree, or by two, of the boxes that touch it.
#ifndef QD_MPI_MATCH_H
#define QD_MPI_MATCH_H

#include "exchange.h"

/// A search in one region.
typedef struct qd__match {
    qd__job *job;
    const qd__cut *cut;
    uint32_t region;
    qd__received sets[2];
    qd_tree *trees[2];
    qd_mpi_visitor *visit; ///< NULL: pairs are counted.
    void *context;
    bool stopped; ///< By the visitor.
} qd__match;

/// Puts the boxes into trees. False: out of memory.
bool qd__match_plant(qd__match *match);

/// Hands out the pairs that the region owns.
void qd__match_search(qd__match *match);

/// Frees trees and boxes.
void qd__match_free(qd__match *match);

#endif
