// The operations that kernels are written over: one table for each kind of vector instructions.
//
// A kernel names an operation LANES(x), and simd.c compiles all kernels for each table. What every processor of this
// kind has is QD__BASE(x): simd_base.h compares few boxes with it, inline. A vector has LANES_WIDTH lanes of 32 bits,
// floats or integers:
//
//   wide                         a vector
//   truth                        the result of a comparison: all bits of a lane, or none; in plain C the mask itself
//   load, store, splat           lanes from memory, to memory; one float in all lanes
//   negate, plus, minus, times   arithmetic of floats
//   least(a, b)                  the minimum; b where a is NaN
//   most(a, b)                   the maximum; NaN where b is NaN
//   below(a, b, open)            a <= b, or a < b when open; false where either is NaN; above: b below a
//   both(a, b)                   a & b
//   mask(a)                      bit i set where lane i is true
//   count_bits                   of 64
//
// These are all that plain C has. Vectors have in addition:
//
//   either, differ, without      a | b, a ^ b, a & ~b
//   choose(set, a, b)            a where set, else b
//   splat_int, plus_int, minus_int, least_int, equal_int, greater_int, left, right   lanes as integers with a sign;
//                                shifts take a number of bits, and bring in zeros
//   signed_like(a, b)            a, or -a where the float b is negative
//   to_floats, to_ints           integers as floats, floats without their fractions as integers
//   low, high                    a0 b0 a1 b1, and a2 b2 a3 b3, of each four lanes
//   low_pairs, high_pairs        a0 a1 b0 b1, and a2 a3 b2 b3
//   alternate                    a0 b1 a2 b3
//   two(a, b)                    four floats each from two addresses, or those of `a` alone where a vector has four
//   store_four                   the least of each fourth lane
//   doubles                      half as many doubles: widen (from floats), load, two (of two addresses, or those of
//                                `a` alone where a vector has two), splat, plus, minus, times, least, most, differ,
//                                below (a mask of a <= b) and store, with the prefix double_
//   rounded(a, b)                the doubles of both as the nearest floats
//   above_doubles(x, a, b)       which of these floats lie above the doubles
//
// QD__BASE has one more for simd_base.h: keep(a, mask), NaN in lane i unless bit i is set.
#ifndef QD_SIMD_OPS_H
#define QD_SIMD_OPS_H

#include "aabb.h"
#include "bits.h"

#include <stdint.h>
#include <string.h>

#define QD__JOINED(set, name) set##_##name
#define QD__JOIN(set, name) QD__JOINED(set, name)
#define QD__BASE(x) QD__JOIN(QD__BASE_SET, x)

/// A line of a table: a function that returns a value.
#define QD__OP(type, name, arguments, value)                                                                           \
    static QD__ALWAYS_INLINE type name arguments                                                                       \
    {                                                                                                                  \
        return value;                                                                                                  \
    }
/// One that returns nothing.
#define QD__DO(name, arguments, statement)                                                                             \
    static QD__ALWAYS_INLINE void name arguments                                                                       \
    {                                                                                                                  \
        statement;                                                                                                     \
    }

#include "ops_plain.h"
#if defined(__SSE2__) || defined(_M_X64)
#define QD__SSE2 1
#define QD__BASE_SET sse2
#include <emmintrin.h>

#include "ops_sse2.h"
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define QD__BASE_SET neon
#include <arm_neon.h>

#include "ops_neon.h"
#elif defined(__wasm_simd128__)
#define QD__BASE_SET wasm
#include <wasm_simd128.h>

#include "ops_wasm.h"
#else
#define QD__BASE_SET plain
#define QD__BASE_IS_PLAIN 1
#endif

#endif
