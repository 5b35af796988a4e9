/// Sorts items by a number, in linear time.
#ifndef QUADRILLE_RADIX_H
#define QUADRILLE_RADIX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct radix_item {
    uint32_t key, item;
} radix_item;

/// Passes over the items that radix_sort makes for keys of so many bits.
static inline unsigned radix_passes(unsigned bits)
{
    return (bits + 11) / 12;
}

/// A number that orders as the float does; the two zeros are equal. The float must not be NaN.
static inline uint32_t radix_key(float value)
{
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// Sorts by key, of which the lowest `bits` (1..32) count; equal keys keep their order. Both arrays hold `count` items;
/// returns the one that holds the outcome.
radix_item *radix_sort(radix_item *items, radix_item *spare, size_t count, unsigned bits);

#endif
