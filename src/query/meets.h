// Which nodes of a quad and which items of a bucket meet a shape: the steps that every search takes.
#ifndef QD_MEETS_H
#define QD_MEETS_H

#include "shape.h"
#include "simd_base.h"

/// Nodes that may have hits in them or below.
static inline uint32_t qd__nodes_met(const qd__shape *shape, const qd__quad *quad)
{
    return shape->nodes ? shape->nodes(shape, &quad->bounds)
                        : qd__four_overlap(&quad->bounds, shape->probe, shape->open);
}

/// Nodes in which all is a hit, but for filters.
static inline uint32_t qd__nodes_covered(const qd__shape *shape, const qd__quad *quad)
{
    return qd__four_covered(&quad->bounds, &shape->certain, shape->strict);
}

/// Of the candidates in a bucket lets through those that are hits.
uint64_t qd__confirm_hits(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates);

/// Which boxes meet the shape by its hooks.
static inline uint64_t qd__boxes_met(const qd__shape *shape, qd__boxes boxes)
{
    return shape->hits ? shape->hits(shape, boxes) : shape->simd->overlap(boxes, shape->probe, shape->open);
}

/// Items that are hits, but for filters.
static inline uint64_t qd__items_met(const qd__shape *shape, const qd__bucket *bucket)
{
    const uint64_t hits = qd__boxes_met(shape, qd__bucket_boxes(bucket)) & bucket->live;
    return shape->confirm && hits ? qd__confirm_hits(shape, bucket, hits) : hits;
}

#endif
