/// The functions that leaves are made of: the constant, the straight line, and from the second on cosines made
/// orthogonal to these. A leaf is a sum of products of one in x and one in y.
#ifndef QUADRILLE_IMAGE_WAVES_H
#define QUADRILLE_IMAGE_WAVES_H

#include "plane.h"

enum { QD__WIDEST = 1 << QD__LARGEST };

/// By level - QD__SMALLEST, in 4096ths; the mean square of each function is 1. The left half of each: the right one
/// mirrors it, negated where k is odd. Functions are in groups of four: two even ones and two odd ones, each two side
/// by side.
typedef struct qd__waves {
    int16_t pairs[5][QD__ORDERS / 2][QD__WIDEST / 2][2];
    int16_t at[5][QD__WIDEST / 2][QD__ORDERS]; ///< The same, by place.
} qd__waves;

/// Where function k is among those of its level: 0 2 1 3, 4 6 5 7 and so on.
static inline int qd__wave_place(int k)
{
    return (k & ~3) + (k % 2) * 2 + k / 2 % 2;
}

void qd__waves_start(qd__waves *waves);

#endif
