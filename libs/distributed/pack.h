// The boxes of one round, packed for the ranks.
#ifndef QD_MPI_PACK_H
#define QD_MPI_PACK_H

#include "deal.h"

/// The boxes of one set for one round, packed: for each rank those that touch no region but its own, then the others.
typedef struct qd__packed {
    char *bytes;
    uint64_t *counts; ///< Two for each rank.
    uint64_t all;
} qd__packed;

/// False: out of memory. qd__pack_free in either case.
bool qd__pack_round(const qd__job *job, const qd__deal *deal, int set, uint32_t round, qd__packed *out);
void qd__pack_free(const qd__job *job, qd__packed *packed);

#endif
