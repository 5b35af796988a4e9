// Machines that store the high byte of a number first: the numbers of a snapshot become theirs, and theirs those of a
// snapshot.
#ifndef QD_SWAP_H
#define QD_SWAP_H

#include "layout.h"

#include <string.h>

/// Does this machine store the low byte of a number first, as snapshots do?
static inline bool qd__low_byte_first(void)
{
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/// Eight bytes of a snapshot as a number.
static inline uint64_t qd__swap_read(const unsigned char *bytes)
{
    uint64_t number = 0;
    if (qd__low_byte_first()) {
        memcpy(&number, bytes, sizeof number);
        return number;
    }
    for (int i = 8; i-- > 0;) // not covered: on machines that store the high byte first
        number = number << 8 | bytes[i];
    return number; // not covered: likewise
}

/// Puts the bytes of all numbers of a record the other way round.
void qd__swap_head(qd__head *head);
void qd__swap_quad(qd__quad *quad);
void qd__swap_bucket(qd__bucket *bucket, uint32_t size);

/// The same with all quads, buckets, filters, slots and exact boxes of a tree.
void qd__swap_pools(struct qd_tree *tree);

#endif
