// Does the guest say what the host says? The first difference is kept.
#ifndef QUADRILLE_INDEX_COMPARE_H
#define QUADRILLE_INDEX_COMPARE_H

#include "parts.h"

void index_compare_items(scene_index *self, const index_call *call, const number_list *host, const number_list *guest);

/// By self->pairs; where sums differ, both are asked once more for the pairs themselves.
void index_compare_pairs(scene_index *self, const index_call *call);

/// Of one pair, such that sums of different pairs do not meet but for a chance of 2^-64.
static inline uint64_t index_pair_sum(index_pair pair)
{
    uint64_t bits = (uint64_t)pair.a << 32 | pair.b;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    return bits ^ bits >> 32;
}

#endif
