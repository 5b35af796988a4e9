// Asking ahead for the boxes of a bucket: where they lie follows from the place alone.
#ifndef QD_AHEAD_H
#define QD_AHEAD_H

#include "bits.h"
#include "bucket.h"

/// How many items of a bucket may have to be read. `count`: those of its cell, or more.
static inline size_t qd__place_reach(uint32_t place, uint32_t count)
{
    const uint32_t lanes = qd__size_lanes(qd__place_size(place));
    return count < lanes ? count : lanes;
}

/// Asks for a bucket's header and boxes, no more than the first `count`.
static inline void qd__place_prefetch_boxes(const qd__bucket *bucket, uint32_t place, uint32_t count)
{
    const qd__boxes boxes = qd__place_boxes(bucket, place);
    const size_t bytes = qd__place_reach(place, count) * sizeof(float);
    qd__prefetch(bucket, 1);
    for (size_t side = 0; side < 4; side++) {
        qd__prefetch(boxes.sides + side * boxes.stride, bytes);
    }
}

#endif
