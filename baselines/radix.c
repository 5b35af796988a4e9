/// Least significant digit first: three stable passes of eleven bits each sort 32-bit keys.
#include "radix.h"

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

static size_t digit(uint32_t key, int pass)
{
    return key >> (pass * DIGIT_BITS) & (DIGITS - 1);
}

radix_item *radix_sort(radix_item *items, radix_item *spare, size_t count)
{
    size_t next[RADIX_PASSES][DIGITS] = { { 0 } };
    for (size_t i = 0; i < count; i++)
        for (int pass = 0; pass < RADIX_PASSES; pass++)
            next[pass][digit(items[i].key, pass)]++;

    for (int pass = 0; pass < RADIX_PASSES; pass++) {
        size_t start = 0;
        for (size_t d = 0; d < DIGITS; d++) {
            size_t here = next[pass][d];
            next[pass][d] = start;
            start += here;
        }
        for (size_t i = 0; i < count; i++)
            spare[next[pass][digit(items[i].key, pass)]++] = items[i];
        radix_item *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}
