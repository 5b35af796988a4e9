/// Least significant digit first: stable passes of eleven or twelve bits each, their counts all taken in one reading.
#include "radix.h"

#define MOST_PASSES 3
#define MOST_DIGITS (1u << 12)

static void count_digits(const radix_item *items, size_t count, unsigned passes, unsigned width,
                         uint32_t next[MOST_PASSES][MOST_DIGITS])
{
    uint32_t mask = (1u << width) - 1;
    for (unsigned pass = 0; pass < passes; pass++)
        memset(next[pass], 0, sizeof next[pass]);
    for (size_t i = 0; i < count; i++)
        for (unsigned pass = 0; pass < passes; pass++)
            next[pass][items[i].key >> (pass * width) & mask]++;
    for (unsigned pass = 0; pass < passes; pass++) {
        uint32_t start = 0;
        for (uint32_t d = 0; d <= mask; d++) {
            uint32_t here = next[pass][d];
            next[pass][d] = start;
            start += here;
        }
    }
}

radix_item *radix_sort(radix_item *items, radix_item *spare, size_t count, unsigned bits)
{
    uint32_t next[MOST_PASSES][MOST_DIGITS];
    unsigned passes = radix_passes(bits), width = (bits + passes - 1) / passes;
    uint32_t mask = (1u << width) - 1;
    count_digits(items, count, passes, width, next);
    for (unsigned pass = 0; pass < passes; pass++) {
        for (size_t i = 0; i < count; i++)
            spare[next[pass][items[i].key >> (pass * width) & mask]++] = items[i];
        radix_item *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}
