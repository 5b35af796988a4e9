/// Eight boxes at a time: the only file of the baselines that knows of vector instructions. AVX2 where the compiler may
/// use it (QUADRILLE_NATIVE_BASELINES), WebAssembly's vectors on the page, plain C elsewhere and under
/// QUADRILLE_PLAIN_LANES, with the same answers.
///
/// Loads may go up to LANES - 1 boxes beyond those that are meant: box_columns have room for that, and lanes_first
/// takes them out of the outcome.
#ifndef QUADRILLE_LANES_H
#define QUADRILLE_LANES_H

#include "boxes.h"
#include "contender.h"

#define LANES 8

/// The lowest `count` bits, or all: of a mask of outcomes, those of the boxes that are meant.
static inline unsigned lanes_first(size_t count)
{
    return (1u << (count < LANES ? (unsigned)count : LANES)) - 1;
}

/// How many elements ahead a loop should ask for what it will read at a place that no hardware can foresee.
#define LANES_AHEAD 24

#ifdef __SSE2__
#include <emmintrin.h>

static inline void lanes_prefetch(const void *place)
{
    _mm_prefetch(place, _MM_HINT_T0);
}
#else
static inline void lanes_prefetch(const void *place)
{
    (void)place;
}
#endif

#if defined __AVX2__ && defined __BMI2__ && !defined QUADRILLE_PLAIN_LANES
#include <immintrin.h>

/// One box in every lane.
typedef struct lanes_box {
    __m256 left, low, right, high;
} lanes_box;

static inline lanes_box lanes_of(fbox box)
{
    return (lanes_box){ _mm256_set1_ps(box.min.x), _mm256_set1_ps(box.min.y), _mm256_set1_ps(box.max.x),
                        _mm256_set1_ps(box.max.y) };
}

static inline lanes_box lanes_at(const box_columns *all, size_t one)
{
    return (lanes_box){ _mm256_broadcast_ss(all->min_x + one), _mm256_broadcast_ss(all->min_y + one),
                        _mm256_broadcast_ss(all->max_x + one), _mm256_broadcast_ss(all->max_y + one) };
}

static inline __m256 lanes_not_above(__m256 a, __m256 b, bool open_edges)
{
    return open_edges ? _mm256_cmp_ps(a, b, _CMP_LT_OQ) : _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

/// Which of the boxes from `at` meet this one: bit k for box at + k. Written with the edge rule as a constant in sight,
/// so that each rule gets a loop of its own.
static inline unsigned lanes_meet(const box_columns *all, size_t at, lanes_box one, bool open_edges)
{
    __m256 x = _mm256_and_ps(lanes_not_above(one.left, _mm256_loadu_ps(all->max_x + at), open_edges),
                             lanes_not_above(_mm256_loadu_ps(all->min_x + at), one.right, open_edges));
    __m256 y = _mm256_and_ps(lanes_not_above(one.low, _mm256_loadu_ps(all->max_y + at), open_edges),
                             lanes_not_above(_mm256_loadu_ps(all->min_y + at), one.high, open_edges));
    return (unsigned)_mm256_movemask_ps(_mm256_and_ps(x, y));
}

/// The same where closed boxes are known to meet along x.
static inline unsigned lanes_meet_y(const box_columns *all, size_t at, lanes_box one)
{
    __m256 y = _mm256_and_ps(lanes_not_above(one.low, _mm256_loadu_ps(all->max_y + at), false),
                             lanes_not_above(_mm256_loadu_ps(all->min_y + at), one.high, false));
    return (unsigned)_mm256_movemask_ps(y);
}

/// Moves the lanes whose bit is set to the front.
static inline __m256i lanes_pack(__m256i lanes, unsigned mask)
{
    uint64_t bytes = _pdep_u64(mask, 0x0101010101010101u) * 0xff;
    uint64_t from = _pext_u64(0x0706050403020100u, bytes);
    return _mm256_permutevar8x32_epi32(lanes, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)from)));
}

static inline __m256i lanes_items(const uint32_t *items, size_t at)
{
    if (items)
        return _mm256_loadu_si256((const __m256i *)(const void *)(items + at));
    return _mm256_add_epi32(_mm256_set1_epi32((int)at), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/// Writes the pairs of `one` and the items from `at` whose bit is set; `out` has room for LANES. Without items (NULL)
/// item i lies at i.
static inline void lanes_write_pairs(contender_pair *out, uint32_t one, const uint32_t *items, size_t at, unsigned mask)
{
    __m256i others = lanes_pack(lanes_items(items, at), mask), same = _mm256_set1_epi32((int)one);
    __m256i a = _mm256_min_epu32(others, same), b = _mm256_max_epu32(others, same);
    __m256i even = _mm256_unpacklo_epi32(a, b), odd = _mm256_unpackhi_epi32(a, b);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(out + 4), _mm256_permute2x128_si256(even, odd, 0x31));
}

/// Writes the items from `at` whose bit is set; `out` has room for LANES.
static inline void lanes_write_items(uint32_t *out, const uint32_t *items, size_t at, unsigned mask)
{
    _mm256_storeu_si256((__m256i *)(void *)out, lanes_pack(lanes_items(items, at), mask));
}

/// Which of eight numbers are not less than a bound.
static inline unsigned lanes_not_below(const float *numbers, float bound)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(numbers), _mm256_set1_ps(bound), _CMP_GE_OQ));
}

/// The top bits of eight numbers.
static inline unsigned lanes_top_bits(const uint32_t *numbers)
{
    return (unsigned)_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_loadu_si256((const __m256i *)(const void *)numbers)));
}

static inline unsigned lanes_count(unsigned mask)
{
    return (unsigned)_mm_popcnt_u32(mask);
}

/// Which of the eight boxes from `boxes` on, as the caller has them, meet the window: bit k for boxes[k].
static inline unsigned lanes_meet_array(const fbox *boxes, lanes_box window, bool open_edges)
{
    const float *from = &boxes->min.x;
    __m256 a = _mm256_loadu_ps(from), b = _mm256_loadu_ps(from + 8); // boxes 0 1, 2 3
    __m256 c = _mm256_loadu_ps(from + 16), d = _mm256_loadu_ps(from + 24);
    __m256 ab_low = _mm256_unpacklo_ps(a, b), ab_high = _mm256_unpackhi_ps(a, b); // x0 x2 y0 y2 | x1 x3 y1 y3
    __m256 cd_low = _mm256_unpacklo_ps(c, d), cd_high = _mm256_unpackhi_ps(c, d);
    __m256 min_x = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0)); // 0 2 4 6 | 1 3 5 7
    __m256 min_y = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    __m256 max_x = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    __m256 max_y = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
    __m256 x = _mm256_and_ps(lanes_not_above(window.left, max_x, open_edges),
                             lanes_not_above(min_x, window.right, open_edges));
    __m256 y =
        _mm256_and_ps(lanes_not_above(window.low, max_y, open_edges), lanes_not_above(min_y, window.high, open_edges));
    unsigned mask = (unsigned)_mm256_movemask_ps(_mm256_and_ps(x, y));
    return _pdep_u32(mask, 0x55) | _pdep_u32(mask >> 4, 0xaa);
}

#else

typedef struct lanes_box {
    float left, low, right, high;
} lanes_box;

static inline lanes_box lanes_of(fbox box)
{
    return (lanes_box){ box.min.x, box.min.y, box.max.x, box.max.y };
}

static inline lanes_box lanes_at(const box_columns *all, size_t one)
{
    return (lanes_box){ all->min_x[one], all->min_y[one], all->max_x[one], all->max_y[one] };
}

static inline unsigned lanes_count(unsigned mask)
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static inline void lanes_write_items(uint32_t *out, const uint32_t *items, size_t at, unsigned mask)
{
    for (; mask; mask >>= 1, at++)
        if (mask & 1)
            *out++ = items ? items[at] : (uint32_t)at;
}

static inline void lanes_write_pairs(contender_pair *out, uint32_t one, const uint32_t *items, size_t at, unsigned mask)
{
    for (; mask; mask >>= 1, at++)
        if (mask & 1) {
            uint32_t other = items ? items[at] : (uint32_t)at;
            *out++ = one < other ? (contender_pair){ one, other } : (contender_pair){ other, one };
        }
}

#if defined __wasm_simd128__ && !defined QUADRILLE_PLAIN_LANES
#include <wasm_simd128.h>

static inline v128_t lanes_not_above(v128_t a, v128_t b, bool open_edges)
{
    return open_edges ? wasm_f32x4_lt(a, b) : wasm_f32x4_le(a, b);
}

/// Bits 0 to 3: which of four boxes meet.
static inline unsigned lanes_meet_four(v128_t left, v128_t low, v128_t right, v128_t high, lanes_box one,
                                       bool open_edges)
{
    v128_t x = wasm_v128_and(lanes_not_above(wasm_f32x4_splat(one.left), right, open_edges),
                             lanes_not_above(left, wasm_f32x4_splat(one.right), open_edges));
    v128_t y = wasm_v128_and(lanes_not_above(wasm_f32x4_splat(one.low), high, open_edges),
                             lanes_not_above(low, wasm_f32x4_splat(one.high), open_edges));
    return wasm_i32x4_bitmask(wasm_v128_and(x, y));
}

static inline unsigned lanes_meet(const box_columns *all, size_t at, lanes_box one, bool open_edges)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k += 4)
        mask |=
            lanes_meet_four(wasm_v128_load(all->min_x + at + k), wasm_v128_load(all->min_y + at + k),
                            wasm_v128_load(all->max_x + at + k), wasm_v128_load(all->max_y + at + k), one, open_edges)
            << k;
    return mask;
}

static inline unsigned lanes_meet_y(const box_columns *all, size_t at, lanes_box one)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k += 4) {
        v128_t above = lanes_not_above(wasm_f32x4_splat(one.low), wasm_v128_load(all->max_y + at + k), false);
        v128_t below = lanes_not_above(wasm_v128_load(all->min_y + at + k), wasm_f32x4_splat(one.high), false);
        mask |= wasm_i32x4_bitmask(wasm_v128_and(above, below)) << k;
    }
    return mask;
}

static inline unsigned lanes_not_below(const float *numbers, float bound)
{
    v128_t least = wasm_f32x4_splat(bound);
    return wasm_i32x4_bitmask(wasm_f32x4_ge(wasm_v128_load(numbers), least)) |
           wasm_i32x4_bitmask(wasm_f32x4_ge(wasm_v128_load(numbers + 4), least)) << 4;
}

static inline unsigned lanes_top_bits(const uint32_t *numbers)
{
    return wasm_i32x4_bitmask(wasm_v128_load(numbers)) | wasm_i32x4_bitmask(wasm_v128_load(numbers + 4)) << 4;
}

static inline unsigned lanes_meet_array(const fbox *boxes, lanes_box window, bool open_edges)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k += 4) {
        v128_t a = wasm_v128_load(boxes + k), b = wasm_v128_load(boxes + k + 1);
        v128_t c = wasm_v128_load(boxes + k + 2), d = wasm_v128_load(boxes + k + 3);
        v128_t ab_min = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), ab_max = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
        v128_t cd_min = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), cd_max = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
        mask |= lanes_meet_four(wasm_i32x4_shuffle(ab_min, cd_min, 0, 1, 4, 5),
                                wasm_i32x4_shuffle(ab_min, cd_min, 2, 3, 6, 7),
                                wasm_i32x4_shuffle(ab_max, cd_max, 0, 1, 4, 5),
                                wasm_i32x4_shuffle(ab_max, cd_max, 2, 3, 6, 7), window, open_edges)
                << k;
    }
    return mask;
}

#else

static inline unsigned lanes_not_above(float a, float b, bool open_edges)
{
    return open_edges ? a < b : a <= b;
}

static inline unsigned lanes_meet(const box_columns *all, size_t at, lanes_box one, bool open_edges)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k++)
        mask |= (lanes_not_above(one.left, all->max_x[at + k], open_edges) &
                 lanes_not_above(all->min_x[at + k], one.right, open_edges) &
                 lanes_not_above(one.low, all->max_y[at + k], open_edges) &
                 lanes_not_above(all->min_y[at + k], one.high, open_edges))
                << k;
    return mask;
}

static inline unsigned lanes_meet_y(const box_columns *all, size_t at, lanes_box one)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k++)
        mask |=
            (lanes_not_above(one.low, all->max_y[at + k], false) & lanes_not_above(all->min_y[at + k], one.high, false))
            << k;
    return mask;
}

static inline unsigned lanes_not_below(const float *numbers, float bound)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k++)
        mask |= (unsigned)(numbers[k] >= bound) << k;
    return mask;
}

static inline unsigned lanes_top_bits(const uint32_t *numbers)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k++)
        mask |= numbers[k] >> 31 << k;
    return mask;
}

static inline unsigned lanes_meet_array(const fbox *boxes, lanes_box window, bool open_edges)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k++)
        mask |= (lanes_not_above(window.left, boxes[k].max.x, open_edges) &
                 lanes_not_above(boxes[k].min.x, window.right, open_edges) &
                 lanes_not_above(window.low, boxes[k].max.y, open_edges) &
                 lanes_not_above(boxes[k].min.y, window.high, open_edges))
                << k;
    return mask;
}

#endif
#endif
#endif
