// Where the results of a search go.
#ifndef QD_SINK_H
#define QD_SINK_H

#include "bucket.h"

#include <quadrille/query.h>

/// Where results go: into a batch, and from there to the visitor, or into the caller's array.
typedef struct qd__sink {
    qd_entry *batch; ///< NULL: results are counted.
    size_t count;    ///< Results in it.
    qd_visitor *visitor;
    void *context;
    qd_entry *out; ///< Without a visitor: results are written up to a capacity,
    size_t capacity, written;
    bool counts_on; ///< and counted beyond it.
} qd__sink;

#endif
