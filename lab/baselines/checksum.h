/// A sum over pairs that does not depend on their order: two contenders that found the same pairs have the same sum,
/// and two that did not have different ones but for a chance of 2^-64.
#ifndef QUADRILLE_CHECKSUM_H
#define QUADRILLE_CHECKSUM_H

#include "contender.h"

/// Spreads the bits of one pair over the whole number, so that sums of different pairs do not meet.
static inline uint64_t checksum_of_pair(contender_pair pair)
{
    uint64_t bits = (uint64_t)pair.a << 32 | pair.b;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    return bits ^ bits >> 32;
}

/// A contender_visitor; its context is the uint64_t that it adds to.
static inline bool checksum_visitor(void *context, const contender_pair *pairs, size_t count)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < count; i++)
        *sum += checksum_of_pair(pairs[i]);
    return true;
}

/// A contender_item_visitor; its context is the uint64_t that it adds to. Sums of item numbers: as cheap as a use of
/// every result can be.
static inline bool checksum_items(void *context, const uint32_t *caught, size_t count)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < count; i++)
        *sum += caught[i];
    return true;
}

#endif
