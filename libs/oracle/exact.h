// Numbers without rounding: doubles, their differences and products, as whole multiples of the smallest double. Slow
// and simple.
#ifndef QD_ORACLE_EXACT_H
#define QD_ORACLE_EXACT_H

#include <quadrille/geometry.h>

/// The sign of the area of the triangle p, q, r, of finite corners: positive where it turns left.
int qd__oracle_turn(qd_vec2 p, qd_vec2 q, qd_vec2 r);

#endif
