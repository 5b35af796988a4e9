// Radix sort, least significant digit first: all digits are counted in one pass, then each that differs is a pass.
//
// Workers share a pass by stretches of the array: each counts its own, and a bucket is laid out stretch by stretch. So
// equal keys stay in order however many stretches there are.
#include "sort.h"

#include "parts.h"

#include <string.h>

enum { DIGIT_BITS = 8, DIGITS = 8, BUCKETS = 1 << DIGIT_BITS, STRETCHES = 16 };

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

static qd__key *sort_alone(qd__key *keys, qd__key *scratch, size_t count)
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

/// One pass, shared.
typedef struct pass {
    const qd__key *from;
    qd__key *to;
    size_t count;
    uint32_t parts;
    unsigned digit;
    uint64_t differing[STRETCHES];       ///< Bits in which some key of a stretch differs from the first of all.
    uint32_t places[STRETCHES][BUCKETS]; ///< How many keys of a stretch go into a bucket; then where the next goes.
} pass;

static void compare_part(void *job, uint32_t part)
{
    pass *own = job;
    uint64_t differing = 0;
    const size_t end = qd__part_start(own->count, part + 1, own->parts);
    for (size_t i = qd__part_start(own->count, part, own->parts); i < end; i++) {
        differing |= own->from[i].key ^ own->from[0].key;
    }
    own->differing[part] = differing;
}

static void count_part(void *job, uint32_t part)
{
    pass *own = job;
    uint32_t *counts = own->places[part];
    memset(counts, 0, sizeof own->places[part]);
    const size_t end = qd__part_start(own->count, part + 1, own->parts);
    for (size_t i = qd__part_start(own->count, part, own->parts); i < end; i++) {
        counts[own->from[i].key >> (own->digit * DIGIT_BITS) & (BUCKETS - 1)]++;
    }
}

static void scatter_part(void *job, uint32_t part)
{
    pass *own = job;
    uint32_t *places = own->places[part];
    const size_t end = qd__part_start(own->count, part + 1, own->parts);
    for (size_t i = qd__part_start(own->count, part, own->parts); i < end; i++) {
        own->to[places[own->from[i].key >> (own->digit * DIGIT_BITS) & (BUCKETS - 1)]++] = own->from[i];
    }
}

/// From how many keys each stretch has for each bucket to where they go.
static void lay_out_buckets(pass *own)
{
    uint32_t start = 0;
    for (uint32_t bucket = 0; bucket < BUCKETS; bucket++) {
        for (uint32_t part = 0; part < own->parts; part++) {
            const uint32_t size = own->places[part][bucket];
            own->places[part][bucket] = start;
            start += size;
        }
    }
}

static qd__key *sort_shared(const struct qd_tree *tree, qd__key *keys, qd__key *scratch, size_t count, uint32_t parts)
{
    pass own;
    own.from = keys;
    own.to = scratch;
    own.count = count;
    own.parts = parts;
    qd__run_parts(tree, compare_part, &own, parts);
    uint64_t differing = 0;
    for (uint32_t part = 0; part < parts; part++) {
        differing |= own.differing[part];
    }
    for (own.digit = 0; own.digit < DIGITS; own.digit++) {
        if (!(differing >> (own.digit * DIGIT_BITS) & (BUCKETS - 1))) {
            continue;
        }
        qd__run_parts(tree, count_part, &own, parts);
        lay_out_buckets(&own);
        qd__run_parts(tree, scatter_part, &own, parts);
        qd__key *sorted = own.to;
        own.to = sorted == scratch ? keys : scratch;
        own.from = sorted;
    }
    return own.to == scratch ? keys : scratch;
}

qd__key *qd__sort(const struct qd_tree *tree, qd__key *keys, qd__key *scratch, size_t count)
{
    const uint32_t parts = qd__parts_for(tree, count, 1);
    return parts == 1 ? sort_alone(keys, scratch, count)
                      : sort_shared(tree, keys, scratch, count, parts < STRETCHES ? parts : STRETCHES);
}
