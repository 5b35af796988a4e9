// A square of samples as a leaf: see fit.h.
#include "fit.h"

#include <string.h>

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
    int highest = 0;
    for (int v = 0; v < orders; v++) {
        for (int u = orders - 1; u >= 0 && u + v > highest; u--) {
            const float value = coefs[v * orders + u];
            if (value > least || value < -least) {
                highest = u + v;
            }
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
    qd__project(by->basis, level, shape, samples, coefs);
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
    for (int v = 0; v < orders; v++) { // degrees that were tried and are not worth it
        for (int u = v > fit->order ? 0 : fit->order + 1 - v; u < orders && u + v <= highest; u++) {
            fit->coefs[(v << bits) + u] = 0;
        }
    }
    return least;
}
