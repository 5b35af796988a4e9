// Boxes on their way between ranks.
#ifndef QD_MPI_EXCHANGE_H
#define QD_MPI_EXCHANGE_H

#include "pack.h"

/// What a rank gets of one set in a round: from rank 0 first.
typedef struct qd__received {
    char *bytes;
    uint64_t count;
    unsigned char *inside; ///< A bit for each box: does it touch this region alone?
} qd__received;

/// Sends what is packed and receives. More than fit into an int, and more than the definition allows in a message, go
/// in several messages. The result is agreed on; qd__received_free in either case. Collective.
qd_result qd__exchange(qd__job *job, const qd__packed *packed, qd__received *out);
void qd__received_free(const qd__job *job, qd__received *received);

static inline bool qd__received_inside(const qd__received *received, uint64_t i)
{
    return received->inside[i / 8] >> i % 8 & 1;
}

#endif
