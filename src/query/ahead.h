// Asking ahead for the boxes of a bucket: where they lie follows from the location alone.
#ifndef QD_AHEAD_H
#define QD_AHEAD_H

#include "bits.h"
#include "bucket.h"

/// A bucket's header and boxes lie side by side: so many bytes.
static inline size_t qd__location_look(uint32_t location)
{
    return QD__BUCKET_HEADER + (size_t)qd__size_lanes(qd__location_size(location)) * sizeof(qd__aabb);
}

static inline void qd__location_prefetch_boxes(const qd__bucket *bucket, uint32_t location)
{
    qd__prefetch(bucket, qd__location_look(location));
}

#endif
