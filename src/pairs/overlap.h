// Buckets against buckets: where a walk compares items, and hands over the pairs it finds.
#ifndef QD_OVERLAP_H
#define QD_OVERLAP_H

#include "simd_base.h"
#include "walk.h"

/// Does each one's mask hold one of the other's layers?
static inline bool qd__items_pair(const qd__bucket *a, uint32_t lane_a, const qd__bucket *b, uint32_t lane_b)
{
    return (qd__item_mask(a, lane_a) & qd__item_layers(b, lane_b)) &&
           (qd__item_mask(b, lane_b) & qd__item_layers(a, lane_a));
}

/// A bucket's items with each other.
void qd__overlap_within(qd__walk *walk, const qd__bucket *bucket);

/// `live` items of a home bucket with those of another.
void qd__overlap_bucket(qd__walk *walk, const qd__bucket *bucket, uint64_t live, const qd__bucket *other);

/// Makes a pair: the one with the lower slot first; in a join, the one of the first tree. The order decides where each
/// is written: a branch would be mispredicted half the time.
static inline void qd__overlap_put(qd_pair *pair, const qd_entry *one, const qd_entry *other, const qd__walk *walk,
                                   bool join)
{
    const bool exchange = join ? walk->at.turned : qd_id_slot(one->id) > qd_id_slot(other->id);
    const uintptr_t place = exchange * sizeof *one;
    *(qd_entry *)((uintptr_t)&pair->a + place) = *one;
    *(qd_entry *)((uintptr_t)&pair->b - place) = *other;
}

/// Could any item in and below a home node pair with any of another node, by what the filters say?
bool qd__match_filters(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b);

// Where boxes alone decide, the two that follow are a few instructions of the walk itself; else they are these.
uint64_t qd__overlap_node_with_care(const qd__walk *walk, const qd__bucket *bucket, const qd__quad *quad,
                                    uint32_t lane);
uint32_t qd__overlap_quads_with_care(const qd__walk *walk, const qd__quad *home, const qd__quad *quad);

/// Which of a bucket's items may overlap something in and below a node of the other tree.
static inline uint64_t qd__overlap_node(qd__walk *walk, const qd__bucket *bucket, const qd__quad *quad, uint32_t lane)
{
    walk->found.cost.tests += bucket->count;
    if (!walk->asked.plain)
        return qd__overlap_node_with_care(walk, bucket, quad, lane);
    const qd__aabb probe = qd__probe(qd__four_at(&quad->bounds, lane));
    return walk->at.home->settings.simd->overlap(qd__bucket_boxes(bucket), probe, false);
}

/// Bit 4 * i + j: node i of the home quad may overlap node j of the other.
static inline uint32_t qd__overlap_quads(const qd__walk *walk, const qd__quad *home, const qd__quad *quad)
{
    return walk->asked.plain ? qd__sixteen_overlap(&quad->bounds, &home->bounds, walk->asked.open)
                             : qd__overlap_quads_with_care(walk, home, quad);
}

/// The same for nodes of one quad: bit 4 * i + j where j comes after i.
static inline uint32_t qd__overlap_within_quad(const qd__walk *walk, const qd__quad *quad)
{
    return walk->asked.plain ? qd__six_overlap(&quad->bounds, walk->asked.open)
                             : qd__overlap_quads_with_care(walk, quad, quad) & QD__SIX;
}

/// Hands the batch to the visitor.
void qd__overlap_flush(qd__walk *walk);

#endif
