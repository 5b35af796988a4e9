// Coefficients of squares of every level and shape, by sums over halves, beside sums over all samples one by one.
#include "project.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

struct stage {
    qd__waves waves;
    qd__basis basis;
    float samples[QD__WIDEST * QD__WIDEST], coefs[QD__ORDERS * QD__ORDERS];
};

// Function k of a side of 2^bits samples at a place: what is beyond the middle mirrors what is before it.
static double wave_of(const qd__waves *waves, int bits, int k, int x)
{
    const bool beyond = x >= 1 << bits >> 1;
    const int16_t value = waves->at[bits - QD__SMALLEST][beyond ? (1 << bits) - 1 - x : x][qd__wave_place(k)];
    return beyond && k % 2 == 1 ? -value : value;
}

// The functions are in 4096ths, with a mean square of 1.
static double slowly(const struct stage *stage, int across, int down, int u, int v)
{
    double sum = 0;
    for (int y = 0; y < 1 << down; y++) {
        for (int x = 0; x < 1 << across; x++) {
            sum += (double)stage->samples[y * QD__WIDEST + x] * wave_of(&stage->waves, across, u, x) *
                   wave_of(&stage->waves, down, v, y);
        }
    }
    return sum / (4096.0 * 4096.0) / sqrt((double)(1 << (across + down)));
}

static void check(struct stage *stage, int level, int shape)
{
    const int across = qd__leaf_across(level, shape), down = qd__leaf_down(level, shape);
    const int orders = 1 << qd__order_bits(level);
    qd__project(&stage->basis, level, shape, stage->samples, stage->coefs);
    for (int v = 0; v < orders; v++) {
        for (int u = 0; u < orders; u++) {
            const double expected = slowly(stage, across, down, u, v);
            assert_true(fabs(stage->coefs[v * orders + u] - expected) < 0.01);
        }
    }
}

static void coefficients_are_sums_over_all_samples(void)
{
    struct stage *stage = need(1, sizeof *stage);
    struct prng random = { 21 };
    qd__waves_start(&stage->waves);
    qd__basis_start(&stage->basis, &stage->waves);
    for (int round = 0; round < 20; round++) {
        for (size_t k = 0; k < sizeof stage->samples / sizeof *stage->samples; k++)
            stage->samples[k] = (float)prng_below(&random, 256);
        for (int level = QD__SMALLEST; level <= QD__LARGEST; level++) {
            check(stage, level, QD__LEAF);
            if (level < QD__LARGEST) { // two as large are wider than the largest
                check(stage, level, QD__WIDE);
                check(stage, level, QD__TALL);
            }
        }
    }
    free(stage);
}

tests_main(plain_test(coefficients_are_sums_over_all_samples))
