// Radix sort, least significant digit first: all digits are counted in one pass, then each that differs is a pass.
#include "sort.h"

#include <string.h>

enum { DIGIT_BITS = 8, DIGITS = 8, BUCKETS = 1 << DIGIT_BITS };

static void count_digits(const qd__key *keys, size_t count, size_t counts[DIGITS][BUCKETS])
{
    memset(counts, 0, sizeof(size_t) * DIGITS * BUCKETS);
    for (size_t i = 0; i < count; i++) {
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            counts[digit][keys[i].key >> (digit * DIGIT_BITS) & (BUCKETS - 1)]++;
        }
    }
}

/// One pass; `counts` of the digit become the places where its buckets end.
static void scatter(const qd__key *from, qd__key *to, size_t count, unsigned digit, size_t counts[BUCKETS])
{
    size_t start = 0;
    for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
        const size_t size = counts[bucket];
        counts[bucket] = start;
        start += size;
    }
    for (size_t i = 0; i < count; i++) {
        to[counts[from[i].key >> (digit * DIGIT_BITS) & (BUCKETS - 1)]++] = from[i];
    }
}

qd__key *qd__sort(qd__key *keys, qd__key *scratch, size_t count)
{
    size_t counts[DIGITS][BUCKETS];
    count_digits(keys, count, counts);
    for (unsigned digit = 0; digit < DIGITS && count > 0; digit++) {
        if (counts[digit][keys[0].key >> (digit * DIGIT_BITS) & (BUCKETS - 1)] == count) {
            continue;
        }
        scatter(keys, scratch, count, digit, counts[digit]);
        qd__key *sorted = scratch;
        scratch = keys;
        keys = sorted;
    }
    return keys;
}
