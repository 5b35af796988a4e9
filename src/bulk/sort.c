// Radix sort, most significant digit first: of the bits in which some keys differ the highest few, so that the buckets
// are small, and each bucket then by itself. What all keys have in common costs one look. A bucket is a node; when a
// leaf may hold it as it is, it is done. Buckets that are still to be sorted are a list, kept in the scratch memory
// that is theirs, so that the stack stays the same however deep they lie.
#include "sort.h"

#include "simd.h"

#include <string.h>

enum {
    FEW_TO_SORT = 24, ///< Up to so many are sorted by insertion.
    DIGIT_BITS = 8,   ///< In one digit at most, which is four levels.
    BUCKETS = 1 << DIGIT_BITS,
    CROWD_BITS = 3, ///< Buckets of so many bits' worth of items, if they are evenly filled.
};

/// The items of a list from one on.
static inline qd__keyed keyed_from(qd__keyed list, size_t start)
{
    return (qd__keyed){ list.keys + start, list.numbers + start };
}

/// By insertion: for lists in the cache this beats everything.
static void sort_few(qd__keyed list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const uint32_t number = list.numbers[i];
        const uint32_t key = list.keys[i];
        size_t at = i;
        for (; at > 0 && list.keys[at - 1] > key; at--) {
            list.keys[at] = list.keys[at - 1];
            list.numbers[at] = list.numbers[at - 1];
        }
        list.keys[at] = key;
        list.numbers[at] = number;
    }
}

/// The lowest bit of the digit to go by when keys differ in their lower `width` bits: a whole number of levels above
/// the ranks, and else the ranks.
static unsigned digit_shift(unsigned width, size_t count)
{
    const unsigned wanted = qd__bit_width((uint32_t)count) - CROWD_BITS,
                   most = wanted < DIGIT_BITS ? wanted : DIGIT_BITS;
    if (width <= QD__KEY_RANK_BITS)
        return 0;
    const unsigned shift = width > most + QD__KEY_RANK_BITS ? width - most : QD__KEY_RANK_BITS;
    return shift + (shift - QD__KEY_RANK_BITS) % 2;
}

/// Deals the list into buckets by a digit; `ends` becomes where they end, marked where they are mixed.
static void distribute_by_digit(const qd__sorting *of, qd__keyed list, qd__keyed scratch, size_t count, unsigned shift,
                                uint32_t mask, uint32_t ends[BUCKETS])
{
    const unsigned largest = shift < QD__KEY_RANK_BITS ? 0 : (shift - QD__KEY_RANK_BITS) / 2 + of->floor;
    const uint32_t rank = of->floor + QD__KEY_LEVELS - largest, ranks = qd__low_bits(QD__KEY_RANK_BITS);
    memset(ends, 0, (mask + 1) * sizeof *ends);
    for (size_t i = 0; i < count; i++) {
        const uint32_t key = list.keys[i];
        uint32_t *counted = &ends[key >> shift & mask];
        *counted = (*counted + 1) | (((key & ranks) - rank) & QD__MIXED); // its bit is set in what is below 0
    }
    uint32_t locations[BUCKETS], start = 0;
    for (uint32_t bucket = 0; bucket <= mask; bucket++) {
        const uint32_t counted = ends[bucket];
        locations[bucket] = start;
        start += counted & ~QD__MIXED;
        ends[bucket] = start | (counted & QD__MIXED);
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t key = list.keys[i];
        const uint32_t at = locations[key >> shift & mask]++;
        scratch.keys[at] = key;
        scratch.numbers[at] = list.numbers[i];
    }
    memcpy(list.keys, scratch.keys, count * sizeof *list.keys);
    memcpy(list.numbers, scratch.numbers, count * sizeof *list.numbers);
}

/// Sorts the items from `start` to `end` by one digit. Returns where the first bucket begins that is still to be
/// sorted: in its place among the numbers of `scratch` stands where it ends, and beside that where the next begins;
/// `next` follows the last.
static uint32_t sort_by_a_digit(const qd__sorting *of, qd__keyed list, qd__keyed scratch, uint32_t start, uint32_t end,
                                uint32_t next)
{
    const size_t count = end - start;
    const uint32_t *keys = list.keys + start;
    uint32_t differing = 0; // bits in which some key differs from the first
    for (size_t i = 0; i < count; i++)
        differing |= keys[i] ^ keys[0];
    const unsigned width = qd__bit_width(differing);
    if (width == 0)
        return next;
    const unsigned shift = digit_shift(width, count);
    const uint32_t mask = (UINT32_C(1) << (width - shift)) - 1;
    uint32_t ends[BUCKETS], first = next, *link = &first, low = start;
    distribute_by_digit(of, keyed_from(list, start), keyed_from(scratch, start), count, shift, mask, ends);
    for (uint32_t bucket = 0; bucket <= mask; bucket++) {
        const uint32_t high = start + (ends[bucket] & ~QD__MIXED);
        if (high - low > of->capacity || (high - low > 1 && (ends[bucket] & QD__MIXED))) {
            *link = low;
            scratch.numbers[low] = high;
            link = &scratch.numbers[low + 1];
        }
        low = high;
    }
    *link = next;
    return first;
}

void qd__sort(const qd__sorting *of, qd__keyed list, qd__keyed scratch, size_t count)
{
    const uint32_t all = (uint32_t)count;
    if (count <= FEW_TO_SORT) {
        sort_few(list, count);
        return;
    }
    for (uint32_t next = sort_by_a_digit(of, list, scratch, 0, all, all); next < all;) {
        const uint32_t start = next, end = scratch.numbers[start];
        next = scratch.numbers[start + 1];
        if (end - start <= FEW_TO_SORT)
            sort_few(keyed_from(list, start), end - start);
        else
            next = sort_by_a_digit(of, list, scratch, start, end, next);
    }
}

void qd__sort_by_bits(const uint32_t *keys, unsigned shift, const uint32_t *from, uint32_t *to, size_t count)
{
    enum { ALL = 1 << QD__SORT_BITS };
    uint32_t starts[ALL] = { 0 };
    for (size_t i = 0; i < count; i++)
        starts[keys[i] >> shift & (ALL - 1)]++;
    uint32_t before = 0;
    for (size_t bits = 0; bits < ALL; bits++) {
        const uint32_t own = starts[bits];
        starts[bits] = before;
        before += own;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t index = from ? from[i] : (uint32_t)i;
        to[starts[keys[index] >> shift & (ALL - 1)]++] = index;
    }
}
