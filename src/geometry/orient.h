// On which side of a line a point lies: exactly, for all finite doubles.
//
//                r
//       q      .         the sign of the determinant
//        \   .               | q - p |
//         \.                 | r - p |
//          p             is that of q.x r.y - q.x p.y - p.x r.y - q.y r.x + q.y p.x + p.y r.x
//
// A rounded value decides nearly always: it is trusted when it is larger than what rounding could have done to it
// (Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997). Where it is not,
// the six products are added as whole numbers times a power of two, without loss, whatever their size.
#ifndef QD_ORIENT_H
#define QD_ORIENT_H

#include "strict.h"

#include <quadrille/geometry.h>

/// Positive where p, q, r turn left (with y upwards), negative where they turn right, 0 where they lie on one line.
int qd__orient(qd_vec2 p, qd_vec2 q, qd_vec2 r);

#endif
