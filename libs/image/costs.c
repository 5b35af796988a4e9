// What decisions cost: see costs.h.
#include "costs.h"

/// Weight of what was known before.
#define BEFORE_WEIGHT 4.0f

static void start_leaves(qd__costs *costs, int kind, int level)
{
    static const float stops[3] = { 0.6f, 1.0f, 1.5f }, goes_on[3] = { 2.0f, 1.0f, 0.6f };
    static const float zero[4] = { 0.3f, 0.6f, 0.9f, 1.5f }, one[4] = { 3.5f, 3.0f, 2.5f, 2.0f };
    for (int busy = 0; busy < 3; busy++) {
        for (int degree = 0; degree < 16; degree++) {
            costs->more[kind][level][degree][busy][0] = (qd__cost){ stops[busy], 1 };
            costs->more[kind][level][degree][busy][1] = (qd__cost){ goes_on[busy], 1 };
        }
    }
    for (int degrees = 0; degrees < 8; degrees++) {
        for (int around = 0; around < 4; around++) {
            for (int q = 0; q < 4; q++) {
                const float bits = q == 0 ? zero[around] : one[around] + 1.5f * (float)(q - 1);
                costs->coef[kind][level][degrees][around][q] = (qd__cost){ bits, 1 };
            }
        }
    }
}

void qd__costs_start(qd__costs *costs)
{
    static const float detail[4] = { 1.2f, 3.0f, 4.5f, 8.0f };
    for (int kind = 0; kind < 2; kind++) {
        for (int level = 0; level < 8; level++)
            for (int q = 0; q < 4; q++)
                costs->detail[kind][level][q] = (qd__cost){ detail[q], 1 };
        for (int q = 0; q < 4; q++)
            costs->fine[kind][0][q] = costs->fine[kind][1][q] = (qd__cost){ detail[q], 1 };
        costs->haar[kind][0] = (qd__cost){ 0.4f, 1 };
        costs->haar[kind][1] = (qd__cost){ 2, 1 };
        costs->quarter[kind][0] = costs->quarter[kind][1] = (qd__cost){ 1, 1 };
        for (int level = 0; level < 4; level++) {
            costs->split[kind][level][0] = costs->split[kind][level][1] = (qd__cost){ 1, 1 };
            for (int join = QD__APART; join < QD__JOINS; join++)
                costs->join[kind][level][join] = (qd__cost){ join == QD__APART ? 1 : 3, 1 };
        }
        for (int level = 0; level < 5; level++)
            start_leaves(costs, kind, level);
    }
}

void qd__costs_learn(qd__costs *costs, const qd__costs *seen)
{
    qd__cost *to = (qd__cost *)(void *)costs;
    const qd__cost *from = (const qd__cost *)(const void *)seen;
    for (size_t k = 0; k < sizeof *costs / sizeof *to; k++)
        to[k].bits = (to[k].bits * BEFORE_WEIGHT + from[k].bits) / (BEFORE_WEIGHT + from[k].count);
}

float qd__costs_size(const qd__cost *costs, int32_t size)
{
    float bits = costs[2].bits + 1.0f + (float)qd__up_to(size - 3, 11);
    for (; size > 14; size /= 2)
        bits += 2;
    return bits;
}

/// The logarithm by squaring, so that it is the same everywhere.
void qd__bits_start(qd__bits *bits)
{
    for (int k = 0; k <= 512; k++) {
        double x = 1024.0 / (2 * k + 1), power = 1, sum = 0;
        while (x >= 2) {
            x /= 2;
            sum += 1;
        }
        for (int digit = 0; digit < 12; digit++) {
            power /= 2;
            x *= x;
            if (x >= 2) {
                x /= 2;
                sum += power;
            }
        }
        bits->of[k] = (float)sum;
    }
}
