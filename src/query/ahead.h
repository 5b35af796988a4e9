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

/// Prefetches them into the first cache: for what is read right away. The boxes of one step of sizes are four lines.
static inline void qd__location_prefetch_now(const qd__bucket *bucket, uint32_t location)
{
    qd__prefetch_now(bucket, QD__BUCKET_HEADER);
    const char *boxes = (const char *)qd__bucket_sides(bucket);
    for (uint32_t step = 0; step <= qd__location_size(location); step++, boxes += QD__SIZE_STEP * sizeof(qd__aabb)) {
        qd__prefetch_now(boxes, QD__SIZE_STEP * sizeof(qd__aabb));
    }
}

static inline void qd__location_prefetch_boxes(const qd__bucket *bucket, uint32_t location)
{
    qd__prefetch(bucket, qd__location_look(location));
}

#endif
