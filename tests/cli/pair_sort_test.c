// Sorting pairs: in memory, by runs in a file, and by runs of runs.
#include <math.h>
#include <pair_sort.h>
#include <stdint.h>
#include <stdlib.h>
#include <unit.h>

typedef struct checked {
    uint64_t next, step, stop;
    bool distances;
} checked;

// A number that can be told from each key.
static double distance_of(uint64_t key)
{
    return sqrt((double)(key % 1000003));
}

static bool check_record(void *context, uint64_t key, double distance)
{
    checked *c = context;
    assert_true(key == c->next * c->step);
    assert_true(distance == (c->distances ? distance_of(key) : 0));
    return ++c->next != c->stop;
}

// Keys 0, step, 2 * step, ... in an order that goes back and forth; `odd` has no factor in common with `count`.
static void sort_and_check(uint64_t count, uint64_t step, size_t bytes, bool distances, uint64_t stop)
{
    const uint64_t odd = 1000003;
    pair_sorter sorter = pair_sorter_begin(bytes, distances);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t key = i * odd % count * step;
        assert_true(pair_sorter_add(&sorter, key, distance_of(key)));
    }
    checked c = { 0, step, stop, distances };
    assert_true(pair_sorter_take_all(&sorter, check_record, &c));
    assert_true(c.next == (stop < count ? stop : count));
    pair_sorter_end(&sorter);
}

static void pairs_come_in_order(void)
{
    static const uint64_t counts[] = { 0, 1, 2, 31, 32, 33, 4095, 4096, 4097, 8192, 30000, 300000 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int distances = 0; distances < 2; distances++) {
            sort_and_check(counts[i], 1, 0, distances, UINT64_MAX); // 4096 fit: runs of runs
            sort_and_check(counts[i], UINT64_C(0x10000000000) / 3, 1 << 20, distances, UINT64_MAX);
            sort_and_check(counts[i], UINT64_C(12345678901), SIZE_MAX / 64, distances, UINT64_MAX);
        }
}

static void enough_ends_it(void)
{
    sort_and_check(100000, 7, 0, true, 5);
    sort_and_check(100, 7, 0, false, 5);
}

tests_main(plain_test(pairs_come_in_order), plain_test(enough_ends_it))
