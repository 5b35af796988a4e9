// A square of samples as a leaf: see fit.h.
#include "fit.h"

#include <string.h>

void qd__basis_start(qd__basis *basis, const qd__waves *waves)
{
    static const float roots[5] = { 2.0f, 2.82842712f, 4.0f, 5.65685425f, 8.0f };
    for (int z = 0; z < 5; z++) {
        for (int k = 0; k < QD__ORDERS; k++) {
            for (int x = 0; x < QD__WIDEST; x++) {
                const float value = (float)waves->of[z][k][x] / (4096.0f * roots[z]);
                basis->rows[z][k][x] = basis->columns[z][x][k] = value;
            }
        }
    }
}

/// Samples to coefficients: columns, then rows. Inline, so that small sizes are numbers and not variables.
static inline void project_by(const qd__basis *basis, int across, int down, int bits, const float *samples,
                              float *coefs)
{
    const int width = 1 << across, height = 1 << down, orders = 1 << bits;
    float sums[QD__WIDEST];
    for (int v = 0; v < orders; v++) {
        for (int x = 0; x < width; x++) {
            sums[x] = 0;
        }
        for (int y = 0; y < height; y++) {
            const float factor = basis->rows[down - QD__SMALLEST][v][y];
            for (int x = 0; x < width; x++) {
                sums[x] += factor * samples[y * QD__WIDEST + x];
            }
        }
        float row[QD__ORDERS] = { 0 };
        for (int x = 0; x < width; x++) {
            for (int u = 0; u < orders; u++) {
                row[u] += sums[x] * basis->columns[across - QD__SMALLEST][x][u];
            }
        }
        memcpy(coefs + (ptrdiff_t)v * orders, row, (size_t)orders * sizeof *row);
    }
}

/// Sides of small squares as numbers: with the number of functions alone as one, encoding takes 7 % longer.
static void project(const qd__basis *basis, int level, int shape, const float *samples, float *coefs)
{
    const int across = qd__leaf_across(level, shape), down = qd__leaf_down(level, shape);
    switch (across << 4 | down) {
    case 0x22:
        project_by(basis, 2, 2, 2, samples, coefs);
        break;
    case 0x32:
        project_by(basis, 3, 2, 2, samples, coefs);
        break;
    case 0x23:
        project_by(basis, 2, 3, 2, samples, coefs);
        break;
    case 0x33:
        project_by(basis, 3, 3, 3, samples, coefs);
        break;
    case 0x43:
        project_by(basis, 4, 3, 3, samples, coefs);
        break;
    case 0x34:
        project_by(basis, 3, 4, 3, samples, coefs);
        break;
    default:
        project_by(basis, across, down, qd__order_bits(level), samples, coefs);
        break;
    }
}

static float square_of(float value)
{
    return value * value;
}

/// The squared differences of 2^bits samples from their mean.
static float spread_of(const qd__area *area, int bits)
{
    const uint64_t parts = ((uint64_t)area->squares << bits) - (uint64_t)area->sum * area->sum;
    return (float)parts / (float)(1 << bits);
}

/// The highest degree with a coefficient that may be worth a bit.
static int highest_degree(const float *coefs, int orders, float least)
{
    for (int degree = 2 * (orders - 1); degree > 0; degree--) {
        const int first = degree < orders ? 0 : degree - orders + 1, last = degree < orders ? degree : orders - 1;
        for (int u = first; u <= last; u++) {
            const float value = coefs[(degree - u) * orders + u];
            if (value > least || value < -least) {
                return degree;
            }
        }
    }
    return 0;
}

int16_t qd__fit_larger(const qd__fit_by *by, const qd__cost *costs, float value, qd__price *price)
{
    const float size = value < 0 ? -value : value, steps = size * by->inverse;
    const int32_t nearest = steps < (float)QD__TOPMOST ? (int32_t)(steps + 0.5f) : QD__TOPMOST;
    const int32_t lowest = nearest > 2 ? nearest - 1 : 0;
    int32_t best = nearest;
    float least = 0;
    qd__price chosen = { 0, 0 };
    for (int32_t q = nearest; q >= lowest; q--) {
        const float part = (float)q * by->step, distortion = part * (part - 2 * size);
        const float bits = qd__costs_number(costs, q), cost = distortion + by->lambda * bits;
        if (q == nearest || cost < least) {
            least = cost;
            best = q;
            chosen = (qd__price){ distortion, bits };
        }
    }
    price->distortion += chosen.distortion;
    price->bits += chosen.bits;
    return (int16_t)(value < 0 ? -best : best);
}

/// Quantises the coefficients of a degree. Returns how many are not 0, up to 2.
static int fit_degree(const qd__fit_by *by, int level, int degree, const float *coefs, qd__fit *fit, qd__price *sum)
{
    const int bits = qd__order_bits(level), side = 1 << bits;
    const int first = degree >= side ? degree - side + 1 : 0, last = degree < side ? degree : side - 1;
    const qd__cost(*costs)[4] = by->costs->coef[by->kind][level - QD__SMALLEST][qd__degree_class(degree)];
    int busy = 0, left = qd__left_of(fit->coefs, bits, first, degree - first);
    for (int u = first; u <= last; u++) {
        const int at = ((degree - u) << bits) + u, around = qd__around(fit->coefs, bits, u, degree - u, &left);
        fit->coefs[at] = qd__fit_number(by, costs[around], coefs[at], sum);
        busy += fit->coefs[at] != 0;
    }
    return qd__up_to(busy, 2);
}

float qd__fit_leaf(const qd__fit_by *by, int level, int shape, const float *samples, const qd__area *area, qd__fit *fit)
{
    const int bits = qd__order_bits(level), orders = 1 << bits, last = 2 * (orders - 1);
    const int area_bits = qd__leaf_across(level, shape) + qd__leaf_down(level, shape);
    const qd__cost(*more)[3][2] = by->costs->more[by->kind][level - QD__SMALLEST];
    qd__price sum = { spread_of(area, area_bits), 0 };
    float coefs[QD__ORDERS * QD__ORDERS], least = sum.distortion + by->lambda * more[1][0][0].bits;
    memset(fit->coefs, 0, sizeof *fit->coefs << 2 * bits);
    fit->mean = (float)area->sum / (float)(1 << area_bits);
    fit->order = 0;
    fit->haar = false;
    const float worth = 0.7f * by->step;
    if (sum.distortion < square_of(worth)) {
        return least; // no coefficient is larger than all together
    }
    project(by->basis, level, shape, samples, coefs);
    const int highest = highest_degree(coefs, orders, worth);
    int busy = 0;
    for (int degree = 1; degree <= highest; degree++) {
        sum.bits += more[qd__up_to(degree, 15)][busy][1].bits;
        busy = fit_degree(by, level, degree, coefs, fit, &sum);
        const float stop = degree < last ? more[qd__up_to(degree + 1, 15)][busy][0].bits : 0;
        const float cost = sum.distortion + by->lambda * (sum.bits + stop);
        if (busy > 0 && cost < least) {
            least = cost;
            fit->order = degree;
        }
    }
    for (int v = 0; v < orders; v++) {
        for (int u = 0; u < orders; u++) {
            if (u + v > fit->order) {
                fit->coefs[(v << bits) + u] = 0;
            }
        }
    }
    return least;
}
