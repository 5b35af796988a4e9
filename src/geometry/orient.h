// On which side of a line a point lies: exactly, for all finite floats.
//
// The product of two floats is exact in a double, and the determinant is a sum of six such products. A rounded value
// decides nearly always: it is trusted when it is larger than what rounding could have done to it. Where it is not, the
// six are added without loss. Both after Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates (1997).
#ifndef QD_ORIENT_H
#define QD_ORIENT_H

#include "strict.h"

#include <quadrille/geometry.h>

/// Positive where p, q, r turn left (with y upwards), negative where they turn right, 0 where they lie on one line.
int qd__orient(qd_vec2 p, qd_vec2 q, qd_vec2 r);

#endif
