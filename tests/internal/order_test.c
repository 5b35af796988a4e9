/// The order of events: keys that are alike but for one digit of one of them, wherever it stands, and any others.
#include "steps.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

enum { MOST = 70 };

static int compare(const void *a, const void *b)
{
    const uint64_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

static void assert_ordered(const uint64_t *keys, size_t count)
{
    uint64_t got[MOST], scratch[MOST], wanted[MOST];
    memcpy(got, keys, count * sizeof *keys);
    memcpy(wanted, keys, count * sizeof *keys);
    qd__order(got, scratch, count, 0);
    qsort(wanted, count, sizeof *wanted, compare);
    assert_memory_equal(got, wanted, count * sizeof *wanted);
}

static void one_that_differs(void)
{
    for (size_t count = 2; count <= MOST; count += count < 40 ? 1 : 15)
        for (size_t at = 0; at < count; at++)
            for (unsigned shift = 0; shift < 64; shift += 5) {
                uint64_t keys[MOST];
                for (size_t i = 0; i < count; i++)
                    keys[i] = UINT64_C(0x8080808080808080);
                keys[at] ^= UINT64_C(1) << shift;
                assert_ordered(keys, count);
            }
}

static void any_others(void)
{
    uint64_t chance = 1;
    for (int round = 0; round < 2000; round++) {
        uint64_t keys[MOST];
        const size_t count = (size_t)round % MOST + 1;
        const uint64_t mask = round % 3 ? UINT64_C(0xff00) << round % 48 : UINT64_MAX;
        for (size_t i = 0; i < count; i++) {
            chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            keys[i] = (chance ^ chance >> 29) & mask;
        }
        assert_ordered(keys, count);
    }
}

tests_main(plain_test(one_that_differs), plain_test(any_others))
