// What some items come to: the union of their boxes and of their filters. A quad keeps one for each of its nodes and
// everything below it.
#ifndef QD_SUM_H
#define QD_SUM_H

#include "quad.h"

typedef struct qd__sum {
    qd__aabb bounds;
    uint32_t layers, masks;
} qd__sum;

static inline qd__sum qd__sum_of_nothing(void)
{
    return (qd__sum){ qd__aabb_empty(), 0, 0 };
}

/// As the quad has it.
static inline qd__sum qd__sum_of_node(const qd__quad *quad, uint32_t lane)
{
    return (qd__sum){ qd__four_at(&quad->bounds, lane), quad->layers[lane], quad->masks[lane] };
}

/// Adds one sum to another. Bounds are read and written as wholes: a processor waits when it reads as a whole what was
/// stored in parts.
static inline void qd__sum_add(qd__sum *sum, const qd__sum *more)
{
    qd__unite_with(&sum->bounds, &more->bounds);
    sum->layers |= more->layers;
    sum->masks |= more->masks;
}

/// Adds the items of a bucket; its bounds are taken as they are.
static inline void qd__sum_add_bucket(qd__sum *sum, const qd__bucket *bucket)
{
    qd__unite_with(&sum->bounds, &bucket->bounds);
    if (!bucket->filters)
        sum->layers = sum->masks = QD__ALL_LAYERS;
    else
        qd__bucket_add_annex(bucket, &sum->layers, &sum->masks);
}

/// Adds what is in and below the nodes of a quad.
static inline void qd__sum_add_quad(qd__sum *sum, const qd__quad *quad)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        const qd__sum more = qd__sum_of_node(quad, lane);
        qd__sum_add(sum, &more);
    }
}

static inline void qd__sum_keep(qd__sum sum, qd__quad *quad, uint32_t lane)
{
    qd__four_set(&quad->bounds, lane, sum.bounds);
    quad->layers[lane] = sum.layers;
    quad->masks[lane] = sum.masks;
}

#endif
