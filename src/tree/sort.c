// Radix sort, most significant digit first: of the bits in which some keys differ the highest few, so that the buckets
// are small, and each bucket then by itself. What all keys have in common costs one look.
#include "sort.h"

#include <string.h>

enum { FEW = 24, DIGIT_BITS = 8, BUCKETS = 1 << DIGIT_BITS, CROWD_BITS = 3 };

/// By insertion, with the keys at hand: for lists in the cache this beats everything.
static void sort_few(const uint64_t *keys, uint32_t *list, size_t count)
{
    uint64_t sorted[FEW];
    for (size_t i = 0; i < count; i++) {
        const uint32_t number = list[i];
        const uint64_t key = keys[number];
        size_t at = i;
        for (; at > 0 && sorted[at - 1] > key; at--) {
            sorted[at] = sorted[at - 1];
            list[at] = list[at - 1];
        }
        sorted[at] = key;
        list[at] = number;
    }
}

/// Bits in which some key differs from the first.
static uint64_t differing_bits(const uint64_t *keys, const uint32_t *list, size_t count)
{
    uint64_t differing = 0;
    for (size_t i = 0; i < count; i++) {
        differing |= keys[list[i]] ^ keys[list[0]];
    }
    return differing;
}

static unsigned bit_width(uint64_t value)
{
    unsigned width = 0;
    for (; value; value >>= 1) {
        width++;
    }
    return width;
}

/// How many bits of the keys to go by at once: buckets of a few items each, if they are evenly filled.
static unsigned digit_bits(size_t count)
{
    const unsigned bits = bit_width(count) - CROWD_BITS;
    return bits < DIGIT_BITS ? bits : DIGIT_BITS;
}

void qd__sort(const uint64_t *keys, uint32_t *list, uint32_t *scratch, size_t count)
{
    if (count <= FEW) {
        sort_few(keys, list, count);
        return;
    }
    const unsigned width = bit_width(differing_bits(keys, list, count)), most = digit_bits(count);
    if (width == 0) {
        return;
    }
    const unsigned bits = width < most ? width : most, shift = width - bits;
    const uint32_t mask = (UINT32_C(1) << bits) - 1;
    uint32_t ends[BUCKETS];
    memset(ends, 0, (mask + 1) * sizeof *ends);
    for (size_t i = 0; i < count; i++) {
        ends[keys[list[i]] >> shift & mask]++;
    }
    uint32_t start = 0;
    for (uint32_t bucket = 0; bucket <= mask; bucket++) {
        const uint32_t size = ends[bucket];
        ends[bucket] = start;
        start += size;
    }
    for (size_t i = 0; i < count; i++) {
        scratch[ends[keys[list[i]] >> shift & mask]++] = list[i];
    }
    memcpy(list, scratch, count * sizeof *list);
    start = 0;
    for (uint32_t bucket = 0; bucket <= mask; bucket++) {
        qd__sort(keys, list + start, scratch + start, ends[bucket] - start);
        start = ends[bucket];
    }
}
