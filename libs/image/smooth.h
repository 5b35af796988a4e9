/// Samples on both sides of a border between two leaves, four lines across it at a time, as docs/image-format.md has
/// it. A jump larger than `limit` is an edge of the picture and not of the leaves: the larger, the less is smoothed.
#ifndef QUADRILLE_IMAGE_SMOOTH_H
#define QUADRILLE_IMAGE_SMOOTH_H

#include "plane.h"

#if defined __SSE2__
#include <emmintrin.h>

/// Each of four numbers divided by 2^bits, towards zero.
static inline __m128i qd__smooth_part(__m128i numbers, int bits)
{
    const __m128i below = _mm_srli_epi32(_mm_srai_epi32(numbers, 31), 32 - bits); // 2^bits - 1 for those less than 0
    return _mm_srai_epi32(_mm_add_epi32(numbers, below), bits);
}

static inline __m128i qd__smooth_choose(__m128i which, __m128i a, __m128i b)
{
    return _mm_or_si128(_mm_and_si128(which, a), _mm_andnot_si128(which, b));
}

/// Smooths samples of four lines, those before the border and those beyond it: `lines` has 2 * reach, four numbers of
/// 32 bits each. False: there is nothing to smooth.
static inline bool qd__smooth_lines(__m128i *lines, int reach, int32_t limit)
{
    const __m128i zero = _mm_setzero_si128(), before = lines[reach - 2], a = lines[reach - 1], b = lines[reach],
                  beyond = lines[reach + 1];
    const __m128i slopes = _mm_add_epi32(_mm_sub_epi32(a, before), _mm_sub_epi32(beyond, b));
    const __m128i jump = _mm_sub_epi32(_mm_sub_epi32(b, a), qd__smooth_part(slopes, 2));
    const __m128i sign = _mm_srai_epi32(jump, 31), size = _mm_sub_epi32(_mm_xor_si128(jump, sign), sign);
    const __m128i rest = _mm_sub_epi32(_mm_set1_epi32(2 * limit), size);
    const __m128i kept = _mm_andnot_si128(_mm_srai_epi32(rest, 31), rest);
    const __m128i less = qd__smooth_choose(_mm_cmpgt_epi32(size, _mm_set1_epi32(limit)), kept, size);
    if (_mm_movemask_epi8(_mm_cmpeq_epi32(less, zero)) == 0xffff)
        return false;
    const __m128i shift = _mm_sub_epi32(_mm_xor_si128(less, sign), sign);
    __m128i share = shift; // once at the far ends, three times beside these, and so on
    for (int k = reach - 1; k >= 0; k--) {
        const __m128i part = qd__smooth_part(share, reach == 4 ? 4 : 3);
        lines[reach + k] = _mm_sub_epi32(lines[reach + k], part);
        lines[reach - 1 - k] = _mm_add_epi32(lines[reach - 1 - k], part);
        share = _mm_add_epi32(share, _mm_add_epi32(shift, shift));
    }
    return true;
}

/// The four low numbers of 16 bits, or the four high ones, as numbers of 32 bits; and back, from two.
static inline __m128i qd__smooth_low(__m128i numbers)
{
    return _mm_srai_epi32(_mm_unpacklo_epi16(numbers, numbers), 16);
}

static inline __m128i qd__smooth_high(__m128i numbers)
{
    return _mm_srai_epi32(_mm_unpackhi_epi16(numbers, numbers), 16);
}

static inline __m128i qd__smooth_pack(__m128i low, __m128i high)
{
    return _mm_max_epi16(_mm_packs_epi32(low, high), _mm_set1_epi16(-QD__TOPMOST));
}

/// A border above: `at` is the first sample below it.
static inline void qd__smooth_down(int16_t *at, size_t apart, int reach, int32_t limit)
{
    __m128i lines[8];
    int16_t *first = at - (size_t)reach * apart;
    for (int k = 0; k < 2 * reach; k++)
        lines[k] = qd__smooth_low(_mm_loadl_epi64((const __m128i *)(const void *)(first + (size_t)k * apart)));
    if (qd__smooth_lines(lines, reach, limit))
        for (int k = 0; k < 2 * reach; k++)
            _mm_storel_epi64((__m128i *)(void *)(first + (size_t)k * apart), qd__smooth_pack(lines[k], lines[k]));
}

/// A border to the left: `at` is the first sample right of it. Four rows are turned into columns and back.
static inline void qd__smooth_right(int16_t *at, size_t apart, int reach, int32_t limit)
{
    __m128i rows[4], lines[8];
    int16_t *first = at - reach;
    for (int n = 0; n < 4; n++) {
        const __m128i *from = (const __m128i *)(const void *)(first + (size_t)n * apart);
        rows[n] = reach == 4 ? _mm_loadu_si128(from) : _mm_loadl_epi64(from);
    }
    const __m128i low01 = _mm_unpacklo_epi16(rows[0], rows[1]), low23 = _mm_unpacklo_epi16(rows[2], rows[3]);
    const __m128i high01 = _mm_unpackhi_epi16(rows[0], rows[1]), high23 = _mm_unpackhi_epi16(rows[2], rows[3]);
    const __m128i pairs[4] = { _mm_unpacklo_epi32(low01, low23), _mm_unpackhi_epi32(low01, low23),
                               _mm_unpacklo_epi32(high01, high23), _mm_unpackhi_epi32(high01, high23) };
    for (size_t k = 0; k < (size_t)reach; k++) {
        lines[2 * k] = qd__smooth_low(pairs[k]);
        lines[2 * k + 1] = qd__smooth_high(pairs[k]);
    }
    if (!qd__smooth_lines(lines, reach, limit))
        return;
    __m128i mixed[4] = { _mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128() };
    for (size_t k = 0; k < (size_t)reach; k++) {
        const __m128i pair = qd__smooth_pack(lines[2 * k], lines[2 * k + 1]);
        mixed[k] = _mm_unpacklo_epi16(pair, _mm_srli_si128(pair, 8));
    }
    const __m128i left[2] = { _mm_unpacklo_epi32(mixed[0], mixed[1]), _mm_unpackhi_epi32(mixed[0], mixed[1]) };
    const __m128i right[2] = { _mm_unpacklo_epi32(mixed[2], mixed[3]), _mm_unpackhi_epi32(mixed[2], mixed[3]) };
    for (int n = 0; n < 4; n++) {
        __m128i *to = (__m128i *)(void *)(first + (size_t)n * apart);
        const __m128i row =
            n % 2 == 0 ? _mm_unpacklo_epi64(left[n / 2], right[n / 2]) : _mm_unpackhi_epi64(left[n / 2], right[n / 2]);
        if (reach == 4)
            _mm_storeu_si128(to, row);
        else
            _mm_storel_epi64(to, row);
    }
}
#else
static inline void qd__smooth_by(int16_t *at, ptrdiff_t by, ptrdiff_t next, int reach, int32_t limit)
{
    int32_t jumps[4], any = 0;
    for (ptrdiff_t n = 0; n < 4; n++) {
        const int16_t *row = at + n * next;
        const int32_t a = row[-by], b = row[0], jump = b - a - (a - row[-2 * by] + row[by] - b) / 4;
        const int32_t size = jump < 0 ? -jump : jump, rest = 2 * limit - size, kept = rest > 0 ? rest : 0;
        const int32_t less = size > limit ? kept : size;
        jumps[n] = jump < 0 ? -less : less;
        any |= less;
    }
    for (int k = 0; any != 0 && k < reach; k++) {
        for (int n = 0; n < 4; n++) {
            const int32_t part = jumps[n] * (2 * reach - 2 * k - 1) / (4 * reach);
            int16_t *on = at + n * next + k * by, *before = at + n * next - (k + 1) * by;
            *on = (int16_t)qd__within(*on - part);
            *before = (int16_t)qd__within(*before + part);
        }
    }
}

static inline void qd__smooth_down(int16_t *at, size_t apart, int reach, int32_t limit)
{
    qd__smooth_by(at, (ptrdiff_t)apart, 1, reach, limit);
}

static inline void qd__smooth_right(int16_t *at, size_t apart, int reach, int32_t limit)
{
    qd__smooth_by(at, 1, (ptrdiff_t)apart, reach, limit);
}
#endif

#endif
