// Borders smoothed by whatever instructions there are, beside samples that are smoothed one by one: numbers at the
// limits and steps that no picture has that was encoded, too.
#include "smooth.h"
#include "support.h"

#include <string.h>

enum { ACROSS = 12, DOWN = 12, BORDER = 4, LINE = 4 }; // lines 4 to 7 across the border before sample 4

static int16_t any_sample(struct prng *random, int kind)
{
    static const int16_t ends[4] = { INT16_MAX, -INT16_MAX, 0, -1 };
    switch (kind) {
    case 0: // slopes and small steps
        return (int16_t)prng_below(random, 600);
    case 1:
        return ends[prng_below(random, 4)];
    default:
        return (int16_t)((int32_t)prng_below(random, 65535) - INT16_MAX);
    }
}

// As docs/image-format.md has it, for a line of samples that are `by` apart.
static void slowly(int16_t *at, ptrdiff_t by, int reach, int32_t limit)
{
    const int32_t a = at[-by], b = at[-2 * by], c = at[0], d = at[by];
    int32_t jump = c - a - (a - b + d - c) / 4;
    const int32_t size = jump < 0 ? -jump : jump;
    if (size >= 2 * limit)
        return;
    if (size > limit)
        jump = jump < 0 ? size - 2 * limit : 2 * limit - size;
    for (int k = 0; k < reach; k++) {
        const int32_t part = jump * (2 * reach - 2 * k - 1) / (4 * reach);
        at[k * by] = (int16_t)qd__within(at[k * by] - part);
        at[-(k + 1) * by] = (int16_t)qd__within(at[-(k + 1) * by] + part);
    }
}

static void borders_are_the_same_one_by_one(void)
{
    static const int32_t limits[] = { 0, 1, 20, 300, 4000, 32767, 520192 };
    struct prng random = { 22 };
    for (int round = 0; round < 40000; round++) {
        int16_t samples[DOWN * ACROSS], expected[DOWN * ACROSS];
        const int kind = round % 3, reach = round % 2 == 0 ? 2 : 4;
        const bool down = round % 4 < 2;
        const int32_t limit = limits[prng_below(&random, sizeof limits / sizeof *limits)];
        for (size_t k = 0; k < DOWN * ACROSS; k++)
            samples[k] = any_sample(&random, kind);
        memcpy(expected, samples, sizeof samples);
        int16_t *first = &samples[down ? BORDER * ACROSS + LINE : LINE * ACROSS + BORDER];
        (down ? qd__smooth_down : qd__smooth_right)(first, ACROSS, reach, limit);
        for (ptrdiff_t n = 0; n < 4; n++) {
            slowly(&expected[down ? BORDER * ACROSS + LINE + n : (LINE + n) * ACROSS + BORDER], down ? ACROSS : 1,
                   reach, limit);
        }
        assert_memory_equal(samples, expected, sizeof samples);
    }
}

tests_main(plain_test(borders_are_the_same_one_by_one))
