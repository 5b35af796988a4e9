// What loading many items at once takes, eight boxes at a time with AVX2. Part of simd_avx2.h, which includes it once.

LANES_TARGET static qd__aabb avx2_lay(float *sides, uint32_t stride, uint32_t count, qd__laid laid)
{
    const __m256 nothing = _mm256_set1_ps(INFINITY);
    __m256 all[4] = { nothing, nothing, nothing, nothing };
    for (uint32_t i = 0; i < count; i += 8) {
        uint32_t last[8];
        const bool whole = i + 8 <= count;
        const __m256 beyond = whole ? _mm256_setzero_ps() : avx2_last_from(laid.from + i, count - i, last);
        avx2_eight boxes = avx2_transpose(laid.boxes, sizeof *laid.boxes, whole ? laid.from + i : last, 0);
        for (unsigned side = 0; side < 4; side++) {
            all[side] = _mm256_min_ps(boxes.sides[side], all[side]);
            boxes.sides[side] = _mm256_or_ps(boxes.sides[side], beyond); // no number
        }
        avx2_put_eight(sides + i, stride, boxes);
    }
    return avx2_fold(all);
}

/// qd__spread of eight numbers.
LANES_TARGET static QD__ALWAYS_INLINE __m256i avx2_spread(__m256i bits)
{
    bits = _mm256_and_si256(_mm256_or_si256(bits, _mm256_slli_epi32(bits, 8)), _mm256_set1_epi32(0x00ff00ff));
    bits = _mm256_and_si256(_mm256_or_si256(bits, _mm256_slli_epi32(bits, 4)), _mm256_set1_epi32(0x0f0f0f0f));
    bits = _mm256_and_si256(_mm256_or_si256(bits, _mm256_slli_epi32(bits, 2)), _mm256_set1_epi32(0x33333333));
    return _mm256_and_si256(_mm256_or_si256(bits, _mm256_slli_epi32(bits, 1)), _mm256_set1_epi32(0x55555555));
}

LANES_TARGET static bool avx2_codes(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned shift,
                                    uint32_t *codes)
{
    static const uint32_t in_a_row[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    const __m256i corner = _mm256_set1_epi32((int)QD__WORLD_CORNER), beyond = _mm256_set1_epi32(-(1 << shift) - 1);
    const __m128i by = _mm_cvtsi32_si128((int)shift);
    const uint32_t whole = count & ~7u;
    __m256i all_good = _mm256_set1_epi32(-1);
    for (uint32_t i = 0; i < whole; i += 8) {
        const avx2_eight boxes = avx2_transpose(given + i, sizeof *given, in_a_row, 0);
        const avx2_spots spots = avx2_spots_of(boxes, lattice);
        const __m256i x = _mm256_xor_si256(spots.x, corner), y = _mm256_xor_si256(spots.y, corner);
        const __m256i outside = _mm256_srli_epi32(_mm256_or_si256(x, y), QD__WORLD_SHIFT);
        const __m256i good = _mm256_and_si256(_mm256_cmpeq_epi32(outside, _mm256_setzero_si256()),
                                              _mm256_cmpgt_epi32(spots.size, beyond));
        const __m256i code = _mm256_or_si256(avx2_spread(_mm256_srl_epi32(x, by)),
                                             _mm256_slli_epi32(avx2_spread(_mm256_srl_epi32(y, by)), 1));
        const __m256i none = _mm256_set1_epi32(-1); // QD__NO_CODE
        _mm256_storeu_si256((__m256i *)(void *)(codes + i), _mm256_or_si256(code, _mm256_andnot_si256(good, none)));
        all_good = _mm256_and_si256(all_good, good);
    }
    // A call of plain code costs more than its few boxes: no call without boxes.
    const bool rest = whole == count || plain_codes(given + whole, count - whole, lattice, shift, codes + whole);
    return rest && _mm256_movemask_epi8(all_good) == -1;
}

/// qd__smear of eight numbers.
LANES_TARGET static QD__ALWAYS_INLINE __m256i avx2_smear(__m256i bits)
{
    bits = _mm256_or_si256(bits, _mm256_srli_epi32(bits, 1));
    bits = _mm256_or_si256(bits, _mm256_srli_epi32(bits, 2));
    bits = _mm256_or_si256(bits, _mm256_srli_epi32(bits, 4));
    bits = _mm256_or_si256(bits, _mm256_srli_epi32(bits, 8));
    return _mm256_or_si256(bits, _mm256_srli_epi32(bits, 16));
}

/// Writes four keys.
LANES_TARGET static QD__ALWAYS_INLINE void avx2_put_keys(uint64_t *keys, __m128i code, __m128i rank, __m128i good)
{
    const __m256i key =
        _mm256_or_si256(_mm256_slli_epi64(_mm256_cvtepu32_epi64(code), QD__KEY_RANK_BITS), _mm256_cvtepu32_epi64(rank));
    const __m256i none = _mm256_andnot_si256(_mm256_cvtepi32_epi64(good), _mm256_set1_epi32(-1)); // QD__NO_KEY
    _mm256_storeu_si256((__m256i *)(void *)keys, _mm256_or_si256(key, none));
}

/// The same steps as plain_keys.
LANES_TARGET static void avx2_keys(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned floor,
                                   uint64_t *keys)
{
    static const uint32_t in_a_row[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    const __m256i corner = _mm256_set1_epi32((int)QD__WORLD_CORNER), one = _mm256_set1_epi32(1);
    const __m256i least = _mm256_set1_epi32((int)qd__low_bits(floor)), zero = _mm256_setzero_si256();
    const __m128i by = _mm_cvtsi32_si128((int)floor);
    const uint32_t whole = count & ~7u;
    for (uint32_t i = 0; i < whole; i += 8) {
        const avx2_eight boxes = avx2_transpose(given + i, sizeof *given, in_a_row, 0);
        const avx2_spots spots = avx2_spots_of(boxes, lattice);
        const __m256i side = _mm256_max_epi32(_mm256_sub_epi32(_mm256_sub_epi32(zero, spots.size), one), zero);
        const __m256i within = avx2_smear(_mm256_or_si256(side, least));
        const __m256i x = _mm256_andnot_si256(within, _mm256_xor_si256(spots.x, corner));
        const __m256i y = _mm256_andnot_si256(within, _mm256_xor_si256(spots.y, corner));
        const __m256i both = _mm256_or_si256(x, y);
        const __m256i long_code = _mm256_srli_epi32(_mm256_srl_epi32(both, by), 16);
        const __m256i outside = _mm256_srli_epi32(_mm256_or_si256(both, within), QD__WORLD_SHIFT);
        const __m256i good = _mm256_cmpeq_epi32(_mm256_or_si256(long_code, outside), zero);
        const __m256i code = _mm256_or_si256(avx2_spread(_mm256_srl_epi32(x, by)),
                                             _mm256_slli_epi32(avx2_spread(_mm256_srl_epi32(y, by)), 1));
        // The exponent of within + 1, a power of two.
        const __m256i power = _mm256_castps_si256(_mm256_cvtepi32_ps(_mm256_add_epi32(within, one)));
        const __m256i rank = _mm256_sub_epi32(_mm256_set1_epi32(31 + 127), _mm256_srli_epi32(power, 23));
        avx2_put_keys(keys + i, _mm256_castsi256_si128(code), _mm256_castsi256_si128(rank),
                      _mm256_castsi256_si128(good));
        avx2_put_keys(keys + i + 4, _mm256_extracti128_si256(code, 1), _mm256_extracti128_si256(rank, 1),
                      _mm256_extracti128_si256(good, 1));
    }
    if (whole < count) {
        plain_keys(given + whole, count - whole, lattice, floor, keys + whole);
    }
}
