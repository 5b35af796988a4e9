// Few boxes compared, with the vector instructions that every processor of this kind has: inline, since a call through
// a pointer would cost more than it brings.
//
// A comparison of a record with a probe gives four lanes of all ones or all zeros; a record meets the probe where all
// four are ones. Packing halves the lanes' width twice, so that a record becomes one lane of four bytes, and four
// records one register:
//
//     compare   [a a a a] [b b b b] [c c c c] [d d d d]     32 bits a lane
//     pack      [a a a a b b b b]   [c c c c d d d d]       16
//     pack      [a a a a b b b b c c c c d d d d]            8
//     equal to all ones, in lanes of 32 bits: [A] [B] [C] [D], whose sign bits are the mask
#ifndef QD_LANES_BASE_H
#define QD_LANES_BASE_H

#include "bits.h"
#include "record.h"

#include <stdint.h>
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

typedef qd__record plain_wide;

static inline plain_wide plain_widen(qd__record probe)
{
    return probe;
}

static inline uint32_t plain_group(const qd__record *records, plain_wide probe, bool open)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        mask |= (uint32_t)qd__meets(records[i], probe, open) << i;
    }
    return mask;
}

static inline bool plain_one(const qd__record *record, const qd__record *other, bool open)
{
    return qd__meets(*record, qd__probe(*other), open);
}

#if defined(QD__SSE2)
#define QD__BASE(x) sse2_##x

typedef __m128 sse2_wide;

static inline sse2_wide sse2_widen(qd__record probe)
{
    return _mm_loadu_ps(probe.v);
}

static inline __m128i sse2_compare(const qd__record *record, sse2_wide probe, bool open)
{
    const __m128 lanes = _mm_loadu_ps(record->v);
    return _mm_castps_si128(open ? _mm_cmplt_ps(lanes, probe) : _mm_cmple_ps(lanes, probe));
}

static inline uint32_t sse2_group(const qd__record *records, sse2_wide probe, bool open)
{
    const __m128i ab = _mm_packs_epi32(sse2_compare(records, probe, open), sse2_compare(records + 1, probe, open));
    const __m128i cd = _mm_packs_epi32(sse2_compare(records + 2, probe, open), sse2_compare(records + 3, probe, open));
    const __m128i all = _mm_cmpeq_epi32(_mm_packs_epi16(ab, cd), _mm_set1_epi32(-1));
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(all));
}

static inline bool sse2_one(const qd__record *record, const qd__record *other, bool open)
{
    const __m128 lanes = _mm_loadu_ps(other->v), crossed = _mm_shuffle_ps(lanes, lanes, _MM_SHUFFLE(1, 0, 3, 2));
    const __m128 probe = _mm_xor_ps(crossed, _mm_set1_ps(-0.0f));
    return _mm_movemask_epi8(sse2_compare(record, probe, open)) == 0xffff;
}

#elif defined(QD__NEON)
#define QD__BASE(x) neon_##x

typedef float32x4_t neon_wide;

static inline neon_wide neon_widen(qd__record probe)
{
    return vld1q_f32(probe.v);
}

static inline uint16x4_t neon_compare(const qd__record *record, neon_wide probe, bool open)
{
    const float32x4_t lanes = vld1q_f32(record->v);
    return vmovn_u32(open ? vcltq_f32(lanes, probe) : vcleq_f32(lanes, probe));
}

static inline uint32_t neon_group(const qd__record *records, neon_wide probe, bool open)
{
    const uint16x8_t ab = vcombine_u16(neon_compare(records, probe, open), neon_compare(records + 1, probe, open));
    const uint16x8_t cd = vcombine_u16(neon_compare(records + 2, probe, open), neon_compare(records + 3, probe, open));
    const uint32x4_t packed = vreinterpretq_u32_u8(vcombine_u8(vmovn_u16(ab), vmovn_u16(cd)));
    static const uint32_t bits[4] = { 1, 2, 4, 8 };
    return vaddvq_u32(vandq_u32(vceqq_u32(packed, vdupq_n_u32(UINT32_MAX)), vld1q_u32(bits)));
}

static inline bool neon_one(const qd__record *record, const qd__record *other, bool open)
{
    const float32x4_t lanes = vld1q_f32(other->v), probe = vnegq_f32(vextq_f32(lanes, lanes, 2));
    return vminv_u16(neon_compare(record, probe, open)) != 0;
}

#elif defined(QD__WASM)
#define QD__BASE(x) wasm_##x

typedef v128_t wasm_wide;

static inline wasm_wide wasm_widen(qd__record probe)
{
    return wasm_v128_load(probe.v);
}

static inline v128_t wasm_compare(const qd__record *record, wasm_wide probe, bool open)
{
    const v128_t lanes = wasm_v128_load(record->v);
    return open ? wasm_f32x4_lt(lanes, probe) : wasm_f32x4_le(lanes, probe);
}

static inline uint32_t wasm_group(const qd__record *records, wasm_wide probe, bool open)
{
    const v128_t ab =
        wasm_i16x8_narrow_i32x4(wasm_compare(records, probe, open), wasm_compare(records + 1, probe, open));
    const v128_t cd =
        wasm_i16x8_narrow_i32x4(wasm_compare(records + 2, probe, open), wasm_compare(records + 3, probe, open));
    const v128_t all = wasm_i32x4_eq(wasm_i8x16_narrow_i16x8(ab, cd), wasm_i32x4_splat(-1));
    return (uint32_t)wasm_i32x4_bitmask(all);
}

static inline bool wasm_one(const qd__record *record, const qd__record *other, bool open)
{
    const v128_t lanes = wasm_v128_load(other->v);
    const v128_t probe = wasm_f32x4_neg(wasm_i32x4_shuffle(lanes, lanes, 2, 3, 0, 1));
    return wasm_i32x4_all_true(wasm_compare(record, probe, open));
}

#else
#define QD__BASE(x) plain_##x
#endif

/// qd__record_of, from memory.
static inline qd__record qd__record_from(const qd_box *box)
{
#if defined(QD__SSE2)
    const __m128 negated = _mm_xor_ps(_mm_loadu_ps(&box->min.x), _mm_setr_ps(0.0f, 0.0f, -0.0f, -0.0f));
    qd__record record;
    _mm_storeu_ps(record.v, _mm_add_ps(negated, _mm_setzero_ps())); // as there, no negative zero
    return record;
#else
    return qd__record_of(*box);
#endif
}

/// qd__box_is_valid, from memory.
static inline bool qd__box_is_sound(const qd_box *box)
{
#if defined(QD__SSE2)
    const __m128 lanes = _mm_loadu_ps(&box->min.x), upper = _mm_movehl_ps(lanes, lanes);
    const __m128 size = _mm_andnot_ps(_mm_set1_ps(-0.0f), lanes);
    return _mm_movemask_ps(_mm_cmple_ps(size, _mm_set1_ps(FLT_MAX))) == 0xf &&
           (_mm_movemask_ps(_mm_cmple_ps(lanes, upper)) & 3) == 3;
#else
    return qd__box_is_valid(*box);
#endif
}

/// The union of those records that are set in a mask.
static inline qd__record qd__unite_some(const qd__record *records, uint32_t mask)
{
#if defined(QD__SSE2)
    __m128 all = _mm_set1_ps(INFINITY);
    for (; mask; mask &= mask - 1) {
        all = _mm_min_ps(_mm_loadu_ps(records[qd__lowest_bit(mask)].v), all);
    }
    qd__record united;
    _mm_storeu_ps(united.v, all);
    return united;
#else
    qd__record united = qd__record_empty();
    for (; mask; mask &= mask - 1) {
        united = qd__union(united, records[qd__lowest_bit(mask)]);
    }
    return united;
#endif
}

/// Do two records meet?
static inline bool qd__one_meets(const qd__record *record, const qd__record *other, bool open)
{
    return QD__BASE(one)(record, other, open);
}

/// Which of four records, the cells of a quad, meet the probe.
static inline uint32_t qd__four_meet(const qd__record *bounds, qd__record probe, bool open)
{
    return QD__BASE(group)(bounds, QD__BASE(widen)(probe), open);
}

/// Which of four records a box covers; with open edges strictly, since a point on its edge is not in it.
static inline uint32_t qd__four_covered(const qd__record *bounds, const qd__record *box, bool open)
{
    // Negated, what is around becomes what is below.
    qd__record inner[4], outer;
    for (unsigned k = 0; k < 4; k++) {
        outer.v[k] = -box->v[k];
        for (unsigned i = 0; i < 4; i++) {
            inner[i].v[k] = -bounds[i].v[k];
        }
    }
    return QD__BASE(group)(inner, QD__BASE(widen)(outer), open);
}

/// Which of sixteen numbers are equal to one.
static inline uint32_t qd__sixteen_equal(const uint32_t *numbers, uint32_t number)
{
#if defined(QD__SSE2)
    const __m128i *lanes = (const __m128i *)(const void *)numbers, wanted = _mm_set1_epi32((int)number);
    __m128i same[4];
    for (int i = 0; i < 4; i++) {
        same[i] = _mm_cmpeq_epi32(_mm_loadu_si128(lanes + i), wanted);
    }
    const __m128i ab = _mm_packs_epi32(same[0], same[1]), cd = _mm_packs_epi32(same[2], same[3]);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(ab, cd));
#else
    uint32_t same = 0;
    for (unsigned i = 0; i < 16; i++) {
        same |= (uint32_t)(numbers[i] == number) << i;
    }
    return same;
#endif
}

/// Bit 4 * i + j: others[i] meets bounds[j], for the four cells of two quads.
static inline uint32_t qd__sixteen_meet(const qd__record *bounds, const qd__record *others, bool open)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        mask |= qd__four_meet(bounds, qd__probe(others[i]), open) << (4 * i);
    }
    return mask;
}

#endif
