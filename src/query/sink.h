// Where the results of a search go: into an array or a visitor's batch as entries, or taken apart into an array of ids
// and one of user values.
#ifndef QD_SINK_H
#define QD_SINK_H

#include "bucket.h"

#include <quadrille/query.h>

/// Where results go: a buffer that is handed to the visitor whenever it is full; or, without a visitor, one that is
/// filled once.
typedef struct qd__sink {
    qd_entry *buffer;
    size_t capacity, count;
    qd_visitor *visitor;
    void *context;
    bool counts_on; ///< Once the buffer is full, the rest is counted.
    bool splits;    ///< Into these two, where there are, instead of a buffer.
    qd_id *ids;
    uint64_t *users;
} qd__sink;

/// Puts a hit where it belongs.
static inline void qd__sink_put(qd__sink *sink, const qd_entry *item)
{
    if (!sink->splits) {
        sink->buffer[sink->count] = *item;
    } else {
        if (sink->ids) {
            sink->ids[sink->count] = item->id;
        }
        if (sink->users) {
            sink->users[sink->count] = item->user;
        }
    }
    sink->count++;
}

/// Takes the hits of a bucket apart, which all fit; `whole`: it has no gaps, and all of it is a hit. Returns how many.
size_t qd__sink_split(qd__sink *sink, const qd__bucket *bucket, uint64_t hits, bool whole);

#endif
