// A square of samples as a leaf: see fit.h.
#include "fit.h"

#include <string.h>

/// The squared differences of 2^bits samples from their mean.
static float spread_of(const qd__area *area, int bits)
{
    const uint64_t parts = ((uint64_t)area->squares << bits) - (uint64_t)area->sum * area->sum;
    return (float)parts / (float)(1 << bits);
}

/// The highest degree with a coefficient that may be worth a bit.
static int highest_degree(const float *coefs, int orders, float least)
{
    int highest = 0;
    for (int v = 0; v < orders; v++) {
        for (int u = orders - 1; u >= 0 && u + v > highest; u--) {
            const float value = coefs[v * orders + u];
            if (value > least || value < -least)
                highest = u + v;
        }
    }
    return highest;
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

/// Sizes of the coefficients of a degree, up to 2, by u + 1; beside the first and the last is a 0.
typedef uint8_t degree_sizes[QD__ORDERS + 2];

/// Quantises the coefficients of a degree. Its sizes come to sizes[degree % 3]; those of the two degrees before are in
/// the other two. Returns how many are not 0, up to 2.
static int fit_degree(const qd__fit_by *by, int level, int degree, const float *coefs, degree_sizes *sizes,
                      qd__fit *fit, qd__price *sum)
{
    const int bits = qd__order_bits(level);
    const qd__degree these = qd__degree_of(bits, degree);
    const qd__cost(*costs)[4] = by->costs->coef[by->kind][level - QD__SMALLEST][qd__degree_class(degree)];
    const uint8_t *one = sizes[(degree + 2) % 3], *two = sizes[(degree + 1) % 3];
    uint8_t *size = sizes[degree % 3];
    int16_t *numbers = fit->coefs + these.start;
    int busy = 0;
    size[these.first] = size[these.last + 2] = 0;
    for (int u = these.first; u <= these.last; u++) {
        const int around = qd__around_of(one[u], one[u + 1], two[u]);
        numbers[u] = qd__fit_number(by, costs[around], coefs[((degree - u) << bits) + u], sum);
        size[u + 1] = (uint8_t)qd__small(numbers[u]);
        busy += numbers[u] != 0;
    }
    return qd__up_to(busy, 2);
}

/// The rest of a leaf's coefficients is 0.
static void end_fit(int bits, qd__fit *fit)
{
    const size_t all = (size_t)1 << 2 * bits;
    const qd__degree reached = qd__degree_of(bits, fit->order);
    const size_t from = (size_t)reached.start + (size_t)reached.last + 1;
    memset(fit->coefs + from, 0, (all - from) * sizeof *fit->coefs);
}

float qd__fit_leaf(const qd__fit_by *by, int level, int shape, const float *samples, const qd__area *area, qd__fit *fit)
{
    const int bits = qd__order_bits(level), orders = 1 << bits, last = 2 * (orders - 1);
    const int area_bits = qd__leaf_across(level, shape) + qd__leaf_down(level, shape);
    const qd__cost(*more)[3][2] = by->costs->more[by->kind][level - QD__SMALLEST];
    qd__price sum = { spread_of(area, area_bits), 0 };
    float coefs[QD__ORDERS * QD__ORDERS], least = sum.distortion + by->lambda * more[1][0][0].bits;
    degree_sizes sizes[3] = { { 0 } };
    fit->coefs[0] = 0;
    fit->mean = (float)area->sum / (float)(1 << area_bits);
    fit->order = 0;
    fit->haar = false;
    const float worth = 0.7f * by->step;
    int highest = 0, busy = 0;
    if (sum.distortion >= worth * worth) { // otherwise no coefficient is larger than all together
        qd__project(by->basis, level, shape, samples, coefs);
        highest = highest_degree(coefs, orders, worth);
    }
    for (int degree = 1; degree <= highest; degree++) {
        sum.bits += more[qd__up_to(degree, 15)][busy][1].bits;
        busy = fit_degree(by, level, degree, coefs, sizes, fit, &sum);
        const float stop = degree < last ? more[qd__up_to(degree + 1, 15)][busy][0].bits : 0;
        const float cost = sum.distortion + by->lambda * (sum.bits + stop);
        if (busy > 0 && cost < least) {
            least = cost;
            fit->order = degree;
        }
    }
    end_fit(bits, fit);
    return least;
}
