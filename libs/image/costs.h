/// What decisions cost, as the encoder expects it: averages of what they have cost before.
#ifndef QUADRILLE_IMAGE_COSTS_H
#define QUADRILLE_IMAGE_COSTS_H

#include "contexts.h"
#include "join.h"

/// A mean of bits: their sum and number.
typedef struct qd__cost {
    float bits, count;
} qd__cost;

typedef struct qd__costs {
    qd__cost split[2][4][2];
    qd__cost join[2][4][QD__JOINS];
    qd__cost detail[2][8][4];
    qd__cost more[2][5][16][3][2];
    qd__cost coef[2][5][8][4][4];
    qd__cost haar[2][2];
    qd__cost quarter[2][2];
    qd__cost fine[2][2][4];
} qd__costs;

/// Before anything is known. Each count is 1.
void qd__costs_start(qd__costs *costs);

/// Means that lean on what was known before. Each count is 1 again.
void qd__costs_learn(qd__costs *costs, const qd__costs *seen);

/// The bits of a size of 3 or more.
float qd__costs_size(const qd__cost *costs, int32_t size);

/// The bits of a size of a number: four costs give 0, 1, 2, and 3 or more.
static inline float qd__costs_number(const qd__cost *costs, int32_t size)
{
    return size < 3 ? costs[size].bits : qd__costs_size(costs, size);
}

/// Bits of a decision by the chance of what came, in 512ths.
typedef struct qd__bits {
    float of[513];
} qd__bits;

void qd__bits_start(qd__bits *bits);

static inline float qd__bits_of(const qd__bits *bits, const qd__chance *chance, unsigned bit)
{
    return bits->of[(bit ? 65536u - chance->zero : chance->zero) >> 7];
}

static inline void qd__cost_note(qd__cost *cost, float bits)
{
    cost->bits += bits;
    cost->count += 1;
}

#endif
