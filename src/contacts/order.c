// Radix sort, least significant digit first; a digit that all keys share is passed over, and slots leave most of the
// eight digits of a pair to that.
#include "steps.h"

#include <string.h>

enum { FEW_KEYS = 32, DIGIT = 8, VALUES = 1 << DIGIT };

void qd__order(uint64_t *keys, uint64_t *scratch, size_t count, unsigned from)
{
    if (count <= FEW_KEYS) {
        for (size_t i = 1; i < count; i++) {
            const uint64_t key = keys[i];
            size_t at = i;
            for (; at > 0 && keys[at - 1] >> from > key >> from; at--)
                keys[at] = keys[at - 1];
            keys[at] = key;
        }
        return;
    }
    // Bits in which some key differs from the first.
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++)
        differing |= keys[i] ^ keys[0];
    uint64_t *source = keys, *target = scratch;
    for (unsigned shift = from; shift < 64; shift += DIGIT) {
        if (differing >> shift & (VALUES - 1)) {
            size_t places[VALUES] = { 0 }, start = 0;
            for (size_t i = 0; i < count; i++)
                places[source[i] >> shift & (VALUES - 1)]++;
            for (size_t value = 0; value < VALUES; value++) {
                const size_t size = places[value];
                places[value] = start;
                start += size;
            }
            for (size_t i = 0; i < count; i++)
                target[places[source[i] >> shift & (VALUES - 1)]++] = source[i];
            uint64_t *const sorted = target;
            target = source;
            source = sorted;
        }
    }
    if (source != keys)
        memcpy(keys, source, count * sizeof *keys);
}
