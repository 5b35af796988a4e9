/// Sums of functions that are mirrored at the middle, which are most of the work of drawing. An even function has the
/// same value at both of two places that mirror each other, and an odd one the negated value: so the sum of all even
/// ones and that of all odd ones are found for the first half of the places, and added and subtracted.
#ifndef QUADRILLE_IMAGE_SUM_ROW_H
#define QUADRILLE_IMAGE_SUM_ROW_H

#include "waves.h"

#if defined __SSE2__
#include <emmintrin.h>
#endif

/// (mean * 4096 + the sum of factors[k] * function k) / 4096, rounded: into `first` for as many places, and into
/// `second` for those that mirror them. Functions and factors lie in groups of four, as qd__waves has them. Sums are
/// taken modulo 2^32. What is read and written is a multiple of 4 places.
static inline void qd__sum_row(int16_t mean, const int16_t *factors, const int16_t (*pairs)[QD__WIDEST / 2][2],
                               int groups, size_t places, int16_t *first, int16_t *second)
{
    const uint32_t start = (uint32_t)((int32_t)mean * 4096) + 2048;
#if defined __SSE2__
    // One instruction multiplies two functions by their factors and adds, for four places.
    const __m128i least = _mm_set1_epi16(-QD__TOPMOST);
    for (size_t x = 0; x < places; x += 4) {
        __m128i even = _mm_set1_epi32((int32_t)start), odd = _mm_setzero_si128();
        for (int g = 0; g < groups; g++) {
            const ptrdiff_t two = (ptrdiff_t)2 * g;
            const __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)(factors + 2 * two)),
                          evens = _mm_loadu_si128((const __m128i *)(const void *)pairs[two][x]),
                          odds = _mm_loadu_si128((const __m128i *)(const void *)pairs[two + 1][x]);
            even = _mm_add_epi32(even, _mm_madd_epi16(evens, _mm_shuffle_epi32(four, 0x00)));
            odd = _mm_add_epi32(odd, _mm_madd_epi16(odds, _mm_shuffle_epi32(four, 0x55)));
        }
        const __m128i both = _mm_max_epi16(
            _mm_packs_epi32(_mm_srai_epi32(_mm_add_epi32(even, odd), 12), _mm_srai_epi32(_mm_sub_epi32(even, odd), 12)),
            least);
        _mm_storel_epi64((__m128i *)(void *)(first + x), both);
        _mm_storel_epi64((__m128i *)(void *)(second + x), _mm_srli_si128(both, 8));
    }
#else
    uint32_t even[QD__WIDEST / 2], odd[QD__WIDEST / 2];
    for (size_t x = 0; x < places; x++) {
        even[x] = start;
        odd[x] = 0;
    }
    for (int g = 0; g < groups; g++, factors += 4, pairs += 2) {
        for (size_t x = 0; x < places; x++) {
            even[x] += (uint32_t)(factors[0] * pairs[0][x][0]) + (uint32_t)(factors[1] * pairs[0][x][1]);
            odd[x] += (uint32_t)(factors[2] * pairs[1][x][0]) + (uint32_t)(factors[3] * pairs[1][x][1]);
        }
    }
    for (size_t x = 0; x < places; x++) {
        first[x] = (int16_t)qd__within((int32_t)(even[x] + odd[x]) >> 12);
        second[x] = (int16_t)qd__within((int32_t)(even[x] - odd[x]) >> 12);
    }
#endif
}

#endif
