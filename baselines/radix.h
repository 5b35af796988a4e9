/// @file radix.h
/// Sorts items by a float, in linear time.
#ifndef QUADRILLE_RADIX_H
#define QUADRILLE_RADIX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Passes over the items that radix_sort makes.
#define RADIX_PASSES 3

typedef struct radix_item {
    uint32_t key, item;
} radix_item;

/// A number that orders as the float does; the two zeros are equal. The float must not be NaN.
static inline uint32_t radix_key(float value)
{
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// Sorts by key; equal keys keep their order. Both arrays hold `count` items; returns the one that holds the outcome.
radix_item *radix_sort(radix_item *items, radix_item *spare, size_t count);

#endif
