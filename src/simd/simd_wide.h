// Four floats at a time, with the vector instructions that every processor of this kind has.
//
// For each kind of instructions, and in plain C, there is the same small set of primitives. simd_base.h and the
// kernels of simd_kernels.h are built on it:
//
//   wide                four floats
//   truth               the result of a comparison
//   load, splat         four floats from memory, or one float four times
//   store, negate
//   below(a, b, open)   a <= b, or a < b when open; false where either is NaN
//   both(a, b)          the conjunction of two results
//   mask(a)             bit i set where lane i is true
//   least(a, b)         the minimum; b where a is NaN
//   most(a, b)          the maximum; NaN where b is NaN
//   plus, times         the sum; the product
//   keep(a, mask)       NaN in lane i unless bit i is set
//
// and `one`, whether two AABBs overlap, lanes being the sides of one AABB here.
#ifndef QD_SIMD_WIDE_H
#define QD_SIMD_WIDE_H

#include "aabb.h"

#include <stdint.h>
#include <string.h>
#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define QD__SSE2 1
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define QD__NEON 1
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define QD__WASM 1
#endif

typedef struct plain_wide {
    float v[4];
} plain_wide;

typedef uint32_t plain_truth; ///< The mask itself.

static inline plain_wide plain_load(const float *from)
{
    const plain_wide wide = { { from[0], from[1], from[2], from[3] } };
    return wide;
}

static inline plain_wide plain_splat(float value)
{
    const plain_wide wide = { { value, value, value, value } };
    return wide;
}

static inline void plain_store(float *to, plain_wide wide)
{
    memcpy(to, wide.v, sizeof wide.v);
}

static inline plain_wide plain_negate(plain_wide a)
{
    const plain_wide wide = { { -a.v[0], -a.v[1], -a.v[2], -a.v[3] } };
    return wide;
}

static inline plain_truth plain_below(plain_wide a, plain_wide b, bool open)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        mask |= (uint32_t)(open ? a.v[i] < b.v[i] : a.v[i] <= b.v[i]) << i;
    }
    return mask;
}

static inline plain_truth plain_both(plain_truth a, plain_truth b)
{
    return a & b;
}

static inline uint32_t plain_mask(plain_truth a)
{
    return a;
}

static inline plain_wide plain_least(plain_wide a, plain_wide b)
{
    for (unsigned i = 0; i < 4; i++) {
        b.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
    }
    return b;
}

static inline plain_wide plain_most(plain_wide a, plain_wide b)
{
    for (unsigned i = 0; i < 4; i++) {
        b.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
    }
    return b;
}

static inline plain_wide plain_plus(plain_wide a, plain_wide b)
{
    for (unsigned i = 0; i < 4; i++) {
        b.v[i] = a.v[i] + b.v[i];
    }
    return b;
}

static inline plain_wide plain_times(plain_wide a, plain_wide b)
{
    for (unsigned i = 0; i < 4; i++) {
        b.v[i] = a.v[i] * b.v[i];
    }
    return b;
}

static inline plain_wide plain_keep(plain_wide a, uint32_t mask)
{
    for (unsigned i = 0; i < 4; i++) {
        a.v[i] = mask >> i & 1 ? a.v[i] : NAN;
    }
    return a;
}

static inline bool plain_one(const qd__aabb *aabb, const qd__aabb *other, bool open)
{
    return qd__overlaps(*aabb, qd__probe(*other), open);
}

#if defined(QD__SSE2)
#define QD__BASE(x) sse2_##x
#define QD__BASE_TEXT "sse2"

typedef __m128 sse2_wide;
typedef __m128 sse2_truth;

static inline sse2_wide sse2_load(const float *from)
{
    return _mm_loadu_ps(from);
}

static inline sse2_wide sse2_splat(float value)
{
    return _mm_set1_ps(value);
}

static inline void sse2_store(float *to, sse2_wide wide)
{
    _mm_storeu_ps(to, wide);
}

static inline sse2_wide sse2_negate(sse2_wide a)
{
    return _mm_xor_ps(a, _mm_set1_ps(-0.0f));
}

static inline sse2_truth sse2_below(sse2_wide a, sse2_wide b, bool open)
{
    return open ? _mm_cmplt_ps(a, b) : _mm_cmple_ps(a, b);
}

static inline sse2_truth sse2_both(sse2_truth a, sse2_truth b)
{
    return _mm_and_ps(a, b);
}

static inline uint32_t sse2_mask(sse2_truth a)
{
    return (uint32_t)_mm_movemask_ps(a);
}

static inline sse2_wide sse2_least(sse2_wide a, sse2_wide b)
{
    return _mm_min_ps(a, b); // the second operand where either is NaN
}

static inline sse2_wide sse2_most(sse2_wide a, sse2_wide b)
{
    return _mm_max_ps(a, b); // the second operand where either is NaN
}

static inline sse2_wide sse2_plus(sse2_wide a, sse2_wide b)
{
    return _mm_add_ps(a, b);
}

static inline sse2_wide sse2_times(sse2_wide a, sse2_wide b)
{
    return _mm_mul_ps(a, b);
}

static inline sse2_wide sse2_keep(sse2_wide a, uint32_t mask)
{
    const __m128i set = _mm_and_si128(_mm_set1_epi32((int)mask), _mm_setr_epi32(1, 2, 4, 8));
    return _mm_or_ps(a, _mm_castsi128_ps(_mm_cmpeq_epi32(set, _mm_setzero_si128())));
}

static inline bool sse2_one(const qd__aabb *aabb, const qd__aabb *other, bool open)
{
    const __m128 lanes = _mm_loadu_ps(other->v), crossed = _mm_shuffle_ps(lanes, lanes, _MM_SHUFFLE(1, 0, 3, 2));
    return sse2_mask(sse2_below(_mm_loadu_ps(aabb->v), sse2_negate(crossed), open)) == 0xf;
}

#elif defined(QD__NEON)
#define QD__BASE(x) neon_##x
#define QD__BASE_TEXT "neon"

typedef float32x4_t neon_wide;
typedef uint32x4_t neon_truth;

static inline neon_wide neon_load(const float *from)
{
    return vld1q_f32(from);
}

static inline neon_wide neon_splat(float value)
{
    return vdupq_n_f32(value);
}

static inline void neon_store(float *to, neon_wide wide)
{
    vst1q_f32(to, wide);
}

static inline neon_wide neon_negate(neon_wide a)
{
    return vnegq_f32(a);
}

static inline neon_truth neon_below(neon_wide a, neon_wide b, bool open)
{
    return open ? vcltq_f32(a, b) : vcleq_f32(a, b);
}

static inline neon_truth neon_both(neon_truth a, neon_truth b)
{
    return vandq_u32(a, b);
}

static inline uint32_t neon_mask(neon_truth a)
{
    static const uint32_t bits[4] = { 1, 2, 4, 8 };
    return vaddvq_u32(vandq_u32(a, vld1q_u32(bits)));
}

static inline neon_wide neon_least(neon_wide a, neon_wide b)
{
    return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline neon_wide neon_most(neon_wide a, neon_wide b)
{
    return vmaxq_f32(a, b);
}

static inline neon_wide neon_plus(neon_wide a, neon_wide b)
{
    return vaddq_f32(a, b);
}

static inline neon_wide neon_times(neon_wide a, neon_wide b)
{
    return vmulq_f32(a, b);
}

static inline neon_wide neon_keep(neon_wide a, uint32_t mask)
{
    static const uint32_t bits[4] = { 1, 2, 4, 8 };
    const uint32x4_t kept = vtstq_u32(vdupq_n_u32(mask), vld1q_u32(bits));
    return vreinterpretq_f32_u32(vornq_u32(vreinterpretq_u32_f32(a), kept));
}

static inline bool neon_one(const qd__aabb *aabb, const qd__aabb *other, bool open)
{
    const float32x4_t lanes = vld1q_f32(other->v), probe = vnegq_f32(vextq_f32(lanes, lanes, 2));
    return vminvq_u32(neon_below(vld1q_f32(aabb->v), probe, open)) != 0;
}

#elif defined(QD__WASM)
#define QD__BASE(x) wasm_##x
#define QD__BASE_TEXT "wasm"

typedef v128_t wasm_wide;
typedef v128_t wasm_truth;

static inline wasm_wide wasm_load(const float *from)
{
    return wasm_v128_load(from);
}

/// The number is loaded by itself: clang 14 makes a load and its splat one instruction, and moves that past later
/// stores and calls.
static inline wasm_wide wasm_splat(float value)
{
    __asm__("" : "+r"(value));
    return wasm_f32x4_splat(value);
}

static inline void wasm_store(float *to, wasm_wide wide)
{
    wasm_v128_store(to, wide);
}

static inline wasm_wide wasm_negate(wasm_wide a)
{
    return wasm_f32x4_neg(a);
}

static inline wasm_truth wasm_below(wasm_wide a, wasm_wide b, bool open)
{
    return open ? wasm_f32x4_lt(a, b) : wasm_f32x4_le(a, b);
}

static inline wasm_truth wasm_both(wasm_truth a, wasm_truth b)
{
    return wasm_v128_and(a, b);
}

static inline uint32_t wasm_mask(wasm_truth a)
{
    return (uint32_t)wasm_i32x4_bitmask(a);
}

static inline wasm_wide wasm_least(wasm_wide a, wasm_wide b)
{
    return wasm_f32x4_pmin(b, a); // a < b ? a : b
}

static inline wasm_wide wasm_most(wasm_wide a, wasm_wide b)
{
    return wasm_f32x4_pmax(b, a); // a > b ? a : b
}

static inline wasm_wide wasm_plus(wasm_wide a, wasm_wide b)
{
    return wasm_f32x4_add(a, b);
}

static inline wasm_wide wasm_times(wasm_wide a, wasm_wide b)
{
    return wasm_f32x4_mul(a, b);
}

static inline wasm_wide wasm_keep(wasm_wide a, uint32_t mask)
{
    const v128_t set = wasm_v128_and(wasm_i32x4_splat((int32_t)mask), wasm_i32x4_const(1, 2, 4, 8));
    return wasm_v128_or(a, wasm_i32x4_eq(set, wasm_i32x4_const(0, 0, 0, 0)));
}

static inline bool wasm_one(const qd__aabb *aabb, const qd__aabb *other, bool open)
{
    const v128_t lanes = wasm_v128_load(other->v);
    const v128_t probe = wasm_f32x4_neg(wasm_i32x4_shuffle(lanes, lanes, 2, 3, 0, 1));
    return wasm_i32x4_all_true(wasm_below(wasm_v128_load(aabb->v), probe, open));
}

#else
#define QD__BASE(x) plain_##x
#endif

#endif
