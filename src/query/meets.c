// Candidates of a tree of doubles: see meets.h.
#include "meets.h"

uint64_t qd__confirm_hits(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates)
{
    const uint32_t *slots = qd__bucket_slots(bucket);
    uint64_t hits = candidates, doubtful = candidates;
    if (!shape->hits) { // what overlaps the part that is certain overlaps the shape
        doubtful &= ~shape->simd->overlap(qd__bucket_boxes(bucket), qd__probe(shape->certain), true);
    }
    for (; doubtful; doubtful &= doubtful - 1) {
        const uint32_t lane = qd__lowest_bit_long(doubtful);
        hits &= ~((uint64_t)!shape->confirm(shape, slots[lane]) << lane);
    }
    return hits;
}
