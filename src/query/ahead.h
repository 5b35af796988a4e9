// Asking ahead for the boxes of a bucket: where they lie follows from the location alone.
#ifndef QD_AHEAD_H
#define QD_AHEAD_H

#include "bits.h"
#include "bucket.h"

/// Asks for a bucket's header and boxes, which lie side by side.
static inline void qd__location_prefetch_boxes(const qd__bucket *bucket, uint32_t location)
{
    qd__prefetch(bucket, QD__BUCKET_HEADER + (size_t)qd__size_lanes(qd__location_size(location)) * sizeof(qd__aabb));
}

#endif
