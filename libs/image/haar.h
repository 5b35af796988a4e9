/// Leaves of 4 x 4 samples as a quadtree of means down to single samples, for edges that waves are too smooth for: the
/// differences between the four quarters, and between the four samples of each quarter that splits (Haar's functions).
/// Quantised, they lie where the 16 coefficients of the leaf would: three between quarters, three for each quarter.
#ifndef QUADRILLE_IMAGE_HAAR_H
#define QUADRILLE_IMAGE_HAAR_H

#include "plane.h"

enum { QD__HAAR_NUMBERS = 15 };

/// Where the differences within a quarter are.
static inline int16_t *qd__haar_quarter(int16_t *coefs, size_t quarter)
{
    return coefs + 3 + 3 * quarter;
}

/// A quarter that does not split has differences of 0.
static inline bool qd__haar_splits(const int16_t by[3])
{
    return by[0] != 0 || by[1] != 0 || by[2] != 0;
}

#endif
