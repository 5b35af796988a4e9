// Vector instructions, all that there are in the library. See lanes.h.
//
// A comparison of a record with a probe gives four lanes of all ones or all zeros; a record meets the probe where all
// four are ones. Packing halves the lanes' width twice, so that a record becomes one lane of four bytes, and a group of
// records one register:
//
//     compare   [a a a a] [b b b b] [c c c c] [d d d d]     32 bits a lane
//     pack      [a a a a b b b b]   [c c c c d d d d]       16
//     pack      [a a a a b b b b c c c c d d d d]            8
//     equal to all ones, in lanes of 32 bits: [A] [B] [C] [D], whose sign bits are the mask
#include "lanes.h"

// ---- Plain C
// ----------------------------------------------------------------------------------------------------------

#define LANES(x) plain_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "plain"
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite

typedef qd__record plain_wide;

static inline plain_wide plain_widen(qd__record probe)
{
    return probe;
}

static inline uint32_t plain_group(const qd__record *records, plain_wide probe, bool open)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < LANES_WIDTH; i++) {
        const float *v = records[i].v;
        const bool meets =
            open ? (v[0] < probe.v[0]) & (v[1] < probe.v[1]) & (v[2] < probe.v[2]) & (v[3] < probe.v[3])
                 : (v[0] <= probe.v[0]) & (v[1] <= probe.v[1]) & (v[2] <= probe.v[2]) & (v[3] <= probe.v[3]);
        mask |= (uint32_t)meets << i;
    }
    return mask;
}

static uint32_t plain_leavers(const qd__record *records, unsigned count, const qd__lattice *lattice,
                              const qd__home *home)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        mask |= (uint32_t)!qd__home_keeps(home, qd__lattice_spot(lattice, records[i])) << i;
    }
    return mask;
}

static qd__record plain_unite(const qd__record *records, unsigned count)
{
    qd__record all = qd__record_empty();
    for (unsigned i = 0; i < count; i++) {
        all = qd__union(all, records[i]);
    }
    return all;
}

#include "lanes_kernels.h"

// ---- SSE2: every x86-64
// -----------------------------------------------------------------------------------------------

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define HAVE_SSE2 1

#define LANES(x) sse2_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "sse2"
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite

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

#include "lanes_kernels.h"
#endif

// ---- AVX2: picked at run time
// -----------------------------------------------------------------------------------------

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HAVE_AVX2 1

#define LANES(x) avx2_##x
#define LANES_TARGET __attribute__((target("avx2")))
#define LANES_WIDTH 8
#define LANES_TEXT "avx2"
#define LANES_LEAVERS avx2_leavers
#define LANES_UNITE avx2_unite

typedef __m256 avx2_wide;

LANES_TARGET static inline avx2_wide avx2_widen(qd__record probe)
{
    return _mm256_broadcast_ps((const __m128 *)(const void *)probe.v);
}

LANES_TARGET static inline __m256i avx2_compare(const qd__record *records, avx2_wide probe, bool open)
{
    const __m256 lanes = _mm256_loadu_ps(records->v);
    return _mm256_castps_si256(open ? _mm256_cmp_ps(lanes, probe, _CMP_LT_OQ)
                                    : _mm256_cmp_ps(lanes, probe, _CMP_LE_OQ));
}

/// The mask of eight records, from two comparisons a register.
LANES_TARGET static inline uint32_t avx2_mask(__m256i ab, __m256i cd, __m256i ef, __m256i gh)
{
    const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(ab, cd), _mm256_packs_epi32(ef, gh));
    const __m256i all = _mm256_cmpeq_epi32(bytes, _mm256_set1_epi32(-1));
    // Packing works within halves and leaves the order a c e g b d f h.
    const __m256i in_order = _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(in_order));
}

LANES_TARGET static inline uint32_t avx2_group(const qd__record *records, avx2_wide probe, bool open)
{
    return avx2_mask(avx2_compare(records, probe, open), avx2_compare(records + 2, probe, open),
                     avx2_compare(records + 4, probe, open), avx2_compare(records + 6, probe, open));
}

/// The bounds of a cell in steps from the world's centre, in every register as often as it has room for.
typedef struct avx2_fence {
    __m256 center, scale;
    __m256i corner, largest, smallest;
    __m128i shift;
} avx2_fence;

LANES_TARGET static inline avx2_fence avx2_fence_of(const qd__lattice *lattice, const qd__home *home)
{
    const qd__square square = home->square;
    const int x = (int)(square.x - QD__LATTICE_ORIGIN), y = (int)(square.y - QD__LATTICE_ORIGIN);
    const int largest = 1 << square.shift; // a cell of the world: 2^24 at most
    avx2_fence fence;
    fence.center = _mm256_broadcast_ps((const __m128 *)(const void *)lattice->center);
    fence.scale = _mm256_set1_ps(lattice->scale);
    fence.corner = _mm256_setr_epi32(x, y, 0, 0, x, y, 0, 0);
    fence.largest = _mm256_set1_epi32(largest);
    fence.smallest = _mm256_set1_epi32(home->leaf ? -1 : largest / 2);
    fence.shift = _mm_cvtsi32_si128((int)square.shift);
    return fence;
}

/// qd__lattice_steps of two records.
LANES_TARGET static inline __m256i avx2_steps(const qd__record *records, const avx2_fence *fence)
{
    const __m256 u = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(records->v), fence->center), fence->scale);
    const __m256 sign = _mm256_set1_ps(-0.0f), one = _mm256_set1_ps(1.0f);
    const __m256i bits = _mm256_castps_si256(_mm256_add_ps(one, _mm256_andnot_ps(sign, u)));
    const __m256i steps =
        _mm256_min_epi32(_mm256_sub_epi32(bits, _mm256_castps_si256(one)), _mm256_set1_epi32(QD__LATTICE_REACH));
    const __m256i negative = _mm256_srai_epi32(_mm256_castps_si256(u), 31);
    return _mm256_sub_epi32(_mm256_xor_si256(steps, negative), negative);
}

/// Of two records, all ones in each lane where it does not break a fence: those of x and y for the centre, the other
/// two for the size. In `small`, all ones in the lanes of records that would fit a cell below.
LANES_TARGET static inline __m256i avx2_fenced(const qd__record *records, const avx2_fence *fence, __m256i *small)
{
    const __m256i low = avx2_steps(records, fence), high = _mm256_shuffle_epi32(low, _MM_SHUFFLE(1, 0, 3, 2));
    const __m256i center = _mm256_srai_epi32(_mm256_sub_epi32(low, high), 1); // high is negated, as in a record
    const __m256i size = _mm256_sub_epi32(_mm256_setzero_si256(), _mm256_add_epi32(low, high));
    const __m256i within = _mm256_srl_epi32(_mm256_sub_epi32(center, fence->corner), fence->shift);
    const __m256i inside = _mm256_cmpeq_epi32(within, _mm256_setzero_si256());
    const __m256i too_large = _mm256_cmpgt_epi32(size, fence->largest);
    const __m256i fits = _mm256_xor_si256(too_large, _mm256_set1_epi32(-1));
    *small = _mm256_xor_si256(_mm256_cmpgt_epi32(size, fence->smallest), _mm256_set1_epi32(-1));
    return _mm256_blend_epi32(inside, fits, 0xcc);
}

LANES_TARGET static uint32_t avx2_leavers(const qd__record *records, unsigned count, const qd__lattice *lattice,
                                          const qd__home *home)
{
    if (!home->in_world) {
        return plain_leavers(records, count, lattice, home); // few, and a rule more
    }
    const avx2_fence fence = avx2_fence_of(lattice, home);
    uint32_t stay = 0, small = 0;
    for (unsigned i = 0; i < count; i += 8) {
        __m256i kept[4], less[4];
        for (size_t k = 0; k < 4; k++) {
            kept[k] = avx2_fenced(records + i + 2 * k, &fence, &less[k]);
        }
        stay |= avx2_mask(kept[0], kept[1], kept[2], kept[3]) << i;
        small |= avx2_mask(less[0], less[1], less[2], less[3]) << i;
    }
    return ~(stay & ~small) & qd__low_bits(count);
}

/// A minimum returns its second operand when the first is NaN: unused records leave no trace.
LANES_TARGET static qd__record avx2_unite(const qd__record *records, unsigned count)
{
    __m256 a = _mm256_set1_ps(INFINITY), b = a, c = a, d = a;
    for (unsigned i = 0; i < count; i += 8) {
        a = _mm256_min_ps(_mm256_loadu_ps(records[i].v), a);
        b = _mm256_min_ps(_mm256_loadu_ps(records[i + 2].v), b);
        c = _mm256_min_ps(_mm256_loadu_ps(records[i + 4].v), c);
        d = _mm256_min_ps(_mm256_loadu_ps(records[i + 6].v), d);
    }
    a = _mm256_min_ps(_mm256_min_ps(a, b), _mm256_min_ps(c, d));
    qd__record all;
    _mm_storeu_ps(all.v, _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1)));
    return all;
}

#include "lanes_kernels.h"
#endif

// ---- NEON: every 64-bit ARM
// -------------------------------------------------------------------------------------------

#if defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define HAVE_NEON 1

#define LANES(x) neon_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "neon"
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite

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

#include "lanes_kernels.h"
#endif

// ---- WebAssembly SIMD
// -------------------------------------------------------------------------------------------------

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define HAVE_WASM 1

#define LANES(x) wasm_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "wasm"
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite

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

#include "lanes_kernels.h"
#endif

// ---- Which there are
// --------------------------------------------------------------------------------------------------

const qd__lanes *qd__lanes_list(unsigned i)
{
    const qd__lanes *list[4] = { &plain_lanes };
    unsigned count = 1;
#if defined(HAVE_SSE2)
    list[count++] = &sse2_lanes;
#endif
#if defined(HAVE_AVX2)
    if (__builtin_cpu_supports("avx2")) {
        list[count++] = &avx2_lanes;
    }
#endif
#if defined(HAVE_NEON)
    list[count++] = &neon_lanes;
#endif
#if defined(HAVE_WASM)
    list[count++] = &wasm_lanes;
#endif
    return i < count ? list[i] : NULL;
}

const qd__lanes *qd__lanes_best(void)
{
    const qd__lanes *best = NULL, *next;
    for (unsigned i = 0; (next = qd__lanes_list(i)) != NULL; i++) {
#if defined(QD__LANES_ONLY)
        if (strcmp(next->name, QD__LANES_ONLY) != 0 && best) {
            continue;
        }
#endif
        best = next;
    }
    return best;
}

// The cells of a quad are four, and asked about so often that a call through a pointer would cost more than it brings.
#if defined(HAVE_SSE2)
#define BASE(x) sse2_##x
#elif defined(HAVE_NEON)
#define BASE(x) neon_##x
#elif defined(HAVE_WASM)
#define BASE(x) wasm_##x
#else
#define BASE(x) plain_##x
#endif

uint32_t qd__four_meet(const qd__record *bounds, qd__record probe, bool open)
{
    return BASE(group)(bounds, BASE(widen)(probe), open);
}

uint32_t qd__sixteen_meet(const qd__record *bounds, const qd__record *others, bool open)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        mask |= qd__four_meet(bounds, qd__probe(others[i]), open) << (4 * i);
    }
    return mask;
}
