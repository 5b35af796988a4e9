/// The functions that leaves are made of: the constant, the straight line, and from the second on cosines made
/// orthogonal to these. A leaf is a sum of products of one in x and one in y.
#ifndef QUADRILLE_IMAGE_WAVES_H
#define QUADRILLE_IMAGE_WAVES_H

#include "plane.h"

enum { QD__WIDEST = 1 << QD__LARGEST };

/// of[level - QD__SMALLEST][k][x] in 4096ths; the mean square of each function is 1.
typedef struct qd__waves {
    int16_t of[5][QD__ORDERS][QD__WIDEST];
    int16_t at[5][QD__WIDEST][QD__ORDERS]; ///< The same, by place.
} qd__waves;

void qd__waves_start(qd__waves *waves);

#endif
