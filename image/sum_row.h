/// A row of samples as a sum of functions, which is most of the work of drawing.
#ifndef QUADRILLE_IMAGE_SUM_ROW_H
#define QUADRILLE_IMAGE_SUM_ROW_H

#include "waves.h"

#if defined __SSE2__
#include <emmintrin.h>
#include <string.h>
#endif

/// row[x] = mean + the sum of factors[u] * waves[u][x] / 4096, rounded. Sums are taken modulo 2^32. `count` is even,
/// `across` a multiple of 4. Of `waves` up to 4 samples beyond `across` are read, which every row has.
static inline void qd__sum_row(int16_t mean, const int16_t *factors, const int16_t waves[][QD__WIDEST], int count,
                               size_t across, int16_t *row)
{
    const uint32_t start = (uint32_t)((int32_t)mean * 4096) + 2048;
#if defined __SSE2__
    // One instruction multiplies two functions by their factors and adds, for four samples.
    for (size_t x = 0; x < across; x += 8) {
        __m128i low = _mm_set1_epi32((int32_t)start), high = low;
        for (int u = 0; u < count; u += 2) {
            int32_t both;
            memcpy(&both, factors + u, sizeof both);
            const __m128i by = _mm_set1_epi32(both);
            const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)(waves[u] + x)),
                          b = _mm_loadu_si128((const __m128i *)(const void *)(waves[u + 1] + x));
            low = _mm_add_epi32(low, _mm_madd_epi16(_mm_unpacklo_epi16(a, b), by));
            high = _mm_add_epi32(high, _mm_madd_epi16(_mm_unpackhi_epi16(a, b), by));
        }
        __m128i sums = _mm_packs_epi32(_mm_srai_epi32(low, 12), _mm_srai_epi32(high, 12));
        sums = _mm_max_epi16(sums, _mm_set1_epi16(-QD__TOPMOST));
        if (across - x >= 8) {
            _mm_storeu_si128((__m128i *)(void *)(row + x), sums);
        } else {
            _mm_storel_epi64((__m128i *)(void *)(row + x), sums);
        }
    }
#else
    uint32_t sums[QD__WIDEST];
    for (size_t x = 0; x < across; x++) {
        sums[x] = start;
    }
    for (int u = 0; u < count; u++) {
        for (size_t x = 0; x < across; x++) {
            sums[x] += (uint32_t)((int32_t)factors[u] * waves[u][x]);
        }
    }
    for (size_t x = 0; x < across; x++) {
        row[x] = (int16_t)qd__within((int32_t)sums[x] >> 12);
    }
#endif
}

#endif
