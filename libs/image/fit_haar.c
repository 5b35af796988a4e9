// A square of 4 x 4 samples as a Haar leaf: see fit_haar.h and haar.h.
#include "fit_haar.h"

#include "haar.h"

#include <string.h>

/// Differences between four means, times what makes them orthonormal.
static void differences_of(const float four[4], float scale, float by[3])
{
    by[0] = (four[0] - four[1] + four[2] - four[3]) * scale;
    by[1] = (four[0] + four[1] - four[2] - four[3]) * scale;
    by[2] = (four[0] - four[1] - four[2] + four[3]) * scale;
}

static void fit_square(const qd__fit_by *by, bool within, const float values[3], int16_t q[3], qd__price *price)
{
    for (int k = 0; k < 3; k++)
        q[k] = qd__fit_number(by, by->costs->fine[by->kind][within], values[k], price);
}

/// The differences within a quarter, where it pays that it splits.
static void fit_quarter(const qd__fit_by *by, const float values[3], int16_t q[3], qd__price *sum)
{
    const qd__cost *quarter = by->costs->quarter[by->kind];
    qd__price price = { 0, quarter[1].bits };
    fit_square(by, true, values, q, &price);
    if (!qd__haar_splits(q) || price.distortion + by->lambda * (price.bits - quarter[0].bits) >= 0) {
        q[0] = q[1] = q[2] = 0;
        price = (qd__price){ 0, quarter[0].bits };
    }
    sum->distortion += price.distortion;
    sum->bits += price.bits;
}

static float energy_of_three(const float values[3])
{
    return values[0] * values[0] + values[1] * values[1] + values[2] * values[2];
}

float qd__fit_haar(const qd__fit_by *by, const float *samples, float least, qd__fit *fit)
{
    const qd__cost *haar = by->costs->haar[by->kind];
    float quarters[4], values[3];
    int16_t numbers[QD__HAAR_NUMBERS];
    qd__price sum = { 0, haar[1].bits };
    for (size_t k = 0; k < 4; k++) {
        const float *at = samples + (k & 2) * QD__WIDEST + 2 * (k & 1);
        const float four[4] = { at[0], at[1], at[QD__WIDEST], at[QD__WIDEST + 1] };
        quarters[k] = four[0] + four[1] + four[2] + four[3];
        differences_of(four, 0.5f, values);
        sum.distortion += energy_of_three(values);
        fit_quarter(by, values, qd__haar_quarter(numbers, k), &sum);
    }
    differences_of(quarters, 0.25f, values);
    sum.distortion += energy_of_three(values);
    fit_square(by, false, values, numbers, &sum);
    const float cost = sum.distortion + by->lambda * sum.bits, other = least + by->lambda * haar[0].bits;
    if (cost >= other)
        return other;
    memset(fit->coefs, 0, sizeof fit->coefs);
    memcpy(fit->coefs, numbers, sizeof numbers);
    fit->order = 0;
    fit->haar = true;
    return cost;
}
