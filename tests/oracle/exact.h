// Numbers without rounding: floats, their differences and products, as whole multiples of the smallest float. Slow and
// simple, for oracles.
#ifndef TESTS_EXACT_H
#define TESTS_EXACT_H

#include <quadrille/geometry.h>

enum { EXACT_LIMBS = 20 };

// Sign and size, the lowest 32 bits first. A product counts in the square of the smallest float.
typedef struct exact {
    bool negative;
    uint32_t limbs[EXACT_LIMBS];
} exact;

exact exact_of(float x); // finite
exact exact_minus(exact a, exact b);
exact exact_times(exact a, exact b); // of two differences of floats at most
int exact_sign(exact a);

// The sign of the area of the triangle p, q, r: positive where it turns left.
int exact_turn(qd_vec2 p, qd_vec2 q, qd_vec2 r);

#endif
