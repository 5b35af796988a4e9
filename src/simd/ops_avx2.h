// The operations with AVX2, eight lanes: see simd_ops.h. Part of simd.c, which includes it once and picks it at run
// time.
#include <immintrin.h>

#define AVX2_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX2_OP(type, name, arguments, value) AVX2_TARGET QD__OP(type, name, arguments, value)
#define AVX2_DO(name, arguments, statement) AVX2_TARGET QD__DO(name, arguments, statement)

typedef __m256 avx2_wide, avx2_truth;
typedef __m256d avx2_doubles;
#define AVX2_INTS(a) _mm256_castps_si256(a)
#define AVX2_WIDE(a) _mm256_castsi256_ps(a)

AVX2_OP(__m256, avx2_load, (const void *from), _mm256_loadu_ps((const float *)from))
AVX2_DO(avx2_store, (void *to, __m256 a), _mm256_storeu_ps((float *)to, a))
AVX2_OP(__m256, avx2_splat, (float value), _mm256_set1_ps(value))
AVX2_OP(__m256, avx2_negate, (__m256 a), _mm256_xor_ps(a, _mm256_set1_ps(-0.0f)))
AVX2_OP(__m256, avx2_plus, (__m256 a, __m256 b), _mm256_add_ps(a, b))
AVX2_OP(__m256, avx2_minus, (__m256 a, __m256 b), _mm256_sub_ps(a, b))
AVX2_OP(__m256, avx2_times, (__m256 a, __m256 b), _mm256_mul_ps(a, b))
AVX2_OP(__m256, avx2_least, (__m256 a, __m256 b), _mm256_min_ps(a, b)) // the second operand where either is NaN
AVX2_OP(__m256, avx2_most, (__m256 a, __m256 b), _mm256_max_ps(a, b))
// The other way round: `a` most often comes from memory, and only the second operand may.
AVX2_OP(__m256, avx2_below, (__m256 a, __m256 b, bool open),
        open ? _mm256_cmp_ps(b, a, _CMP_GT_OQ) : _mm256_cmp_ps(b, a, _CMP_GE_OQ))
AVX2_OP(__m256, avx2_above, (__m256 a, __m256 b, bool open),
        open ? _mm256_cmp_ps(b, a, _CMP_LT_OQ) : _mm256_cmp_ps(b, a, _CMP_LE_OQ))
AVX2_OP(__m256, avx2_both, (__m256 a, __m256 b), _mm256_and_ps(a, b))
AVX2_OP(uint32_t, avx2_mask, (__m256 a), (uint32_t)_mm256_movemask_ps(a))
AVX2_OP(unsigned, avx2_count_bits, (uint64_t bits), (unsigned)__builtin_popcountll(bits))

AVX2_OP(__m256, avx2_either, (__m256 a, __m256 b), _mm256_or_ps(a, b))
AVX2_OP(__m256, avx2_differ, (__m256 a, __m256 b), _mm256_xor_ps(a, b))
AVX2_OP(__m256, avx2_without, (__m256 a, __m256 b), _mm256_andnot_ps(b, a))
AVX2_OP(__m256, avx2_choose, (__m256 set, __m256 a, __m256 b), _mm256_blendv_ps(b, a, set))
AVX2_OP(__m256, avx2_splat_int, (int32_t value), AVX2_WIDE(_mm256_set1_epi32(value)))
AVX2_OP(__m256, avx2_plus_int, (__m256 a, __m256 b), AVX2_WIDE(_mm256_add_epi32(AVX2_INTS(a), AVX2_INTS(b))))
AVX2_OP(__m256, avx2_minus_int, (__m256 a, __m256 b), AVX2_WIDE(_mm256_sub_epi32(AVX2_INTS(a), AVX2_INTS(b))))
AVX2_OP(__m256, avx2_equal_int, (__m256 a, __m256 b), AVX2_WIDE(_mm256_cmpeq_epi32(AVX2_INTS(a), AVX2_INTS(b))))
AVX2_OP(__m256, avx2_greater_int, (__m256 a, __m256 b), AVX2_WIDE(_mm256_cmpgt_epi32(AVX2_INTS(a), AVX2_INTS(b))))
AVX2_OP(__m256, avx2_least_int, (__m256 a, __m256 b), AVX2_WIDE(_mm256_min_epi32(AVX2_INTS(a), AVX2_INTS(b))))
AVX2_OP(__m256, avx2_left, (__m256 a, unsigned by), AVX2_WIDE(_mm256_slli_epi32(AVX2_INTS(a), (int)by)))
AVX2_OP(__m256, avx2_right, (__m256 a, unsigned by), AVX2_WIDE(_mm256_srli_epi32(AVX2_INTS(a), (int)by)))
AVX2_OP(__m256, avx2_to_floats, (__m256 a), _mm256_cvtepi32_ps(AVX2_INTS(a)))
AVX2_OP(__m256, avx2_to_ints, (__m256 a), AVX2_WIDE(_mm256_cvttps_epi32(a)))
AVX2_OP(__m256, avx2_signed_like, (__m256 a, __m256 b),
        AVX2_WIDE(_mm256_sign_epi32(AVX2_INTS(a), _mm256_or_si256(AVX2_INTS(b), _mm256_set1_epi32(1)))))

AVX2_OP(__m256, avx2_low, (__m256 a, __m256 b), _mm256_unpacklo_ps(a, b))
AVX2_OP(__m256, avx2_high, (__m256 a, __m256 b), _mm256_unpackhi_ps(a, b))
AVX2_OP(__m256, avx2_low_pairs, (__m256 a, __m256 b), _mm256_shuffle_ps(a, b, 0x44))
AVX2_OP(__m256, avx2_high_pairs, (__m256 a, __m256 b), _mm256_shuffle_ps(a, b, 0xee))
AVX2_OP(__m256, avx2_alternate, (__m256 a, __m256 b), _mm256_blend_ps(a, b, 0xaa))
AVX2_OP(__m256, avx2_two, (const void *a, const void *b),
        _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((const float *)a)), _mm_loadu_ps((const float *)b), 1))
AVX2_DO(avx2_store_four, (float to[4], __m256 a),
        _mm_storeu_ps(to, _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1))))

AVX2_OP(__m256d, avx2_double_widen, (const float *from), _mm256_cvtps_pd(_mm_loadu_ps(from)))
AVX2_OP(__m256d, avx2_double_load, (const double *from), _mm256_loadu_pd(from))
AVX2_OP(__m256d, avx2_double_two, (const double *a, const double *b),
        _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(a)), _mm_loadu_pd(b), 1))
AVX2_OP(__m256d, avx2_double_splat, (double value), _mm256_set1_pd(value))
AVX2_OP(__m256d, avx2_double_plus, (__m256d a, __m256d b), _mm256_add_pd(a, b))
AVX2_OP(__m256d, avx2_double_times, (__m256d a, __m256d b), _mm256_mul_pd(a, b))
AVX2_OP(__m256d, avx2_double_minus, (__m256d a, __m256d b), _mm256_sub_pd(a, b))
AVX2_OP(__m256d, avx2_double_least, (__m256d a, __m256d b), _mm256_min_pd(a, b))
AVX2_OP(__m256d, avx2_double_most, (__m256d a, __m256d b), _mm256_max_pd(a, b))
AVX2_OP(__m256d, avx2_double_differ, (__m256d a, __m256d b), _mm256_xor_pd(a, b))
AVX2_OP(__m256, avx2_rounded, (__m256d a, __m256d b),
        _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(a)), _mm256_cvtpd_ps(b), 1))
// The halves of four doubles' masks, brought together and into order.
AVX2_OP(__m256, avx2_above_doubles, (__m256 x, __m256d a, __m256d b),
        _mm256_castpd_ps(_mm256_permute4x64_pd(
            _mm256_castps_pd(_mm256_shuffle_ps(
                _mm256_castpd_ps(_mm256_cmp_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(x)), a, _CMP_GT_OQ)),
                _mm256_castpd_ps(_mm256_cmp_pd(_mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)), b, _CMP_GT_OQ)), 0x88)),
            0xd8)))
AVX2_OP(uint32_t, avx2_double_below, (__m256d a, __m256d b),
        (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LE_OQ)))
AVX2_DO(avx2_double_store, (double *to, __m256d a), _mm256_storeu_pd(to, a))

// What only lanes that a table moves can do. Four lanes have simpler forms: simd_kernels.h.

// The numbers of the bits set in each mask of eight, one a byte and lowest first, then zeros. BITS_4 makes the sixteen
// entries that have the same upper four bits: the numbers of the lower bits, then `high`, those of the upper ones.
#define BITS_4(high)                                                                                                   \
    (high), (high) << 8, (high) << 8 | 1, (high) << 16 | 0x0100, (high) << 8 | 2, (high) << 16 | 0x0200,               \
        (high) << 16 | 0x0201, (high) << 24 | 0x020100, (high) << 8 | 3, (high) << 16 | 0x0300, (high) << 16 | 0x0301, \
        (high) << 24 | 0x030100, (high) << 16 | 0x0302, (high) << 24 | 0x030200, (high) << 24 | 0x030201,              \
        (high) << 32 | 0x03020100
static const uint64_t avx2_bits[256] = {
    BITS_4(UINT64_C(0)),      BITS_4(UINT64_C(4)),        BITS_4(UINT64_C(5)),        BITS_4(UINT64_C(0x0504)),
    BITS_4(UINT64_C(6)),      BITS_4(UINT64_C(0x0604)),   BITS_4(UINT64_C(0x0605)),   BITS_4(UINT64_C(0x060504)),
    BITS_4(UINT64_C(7)),      BITS_4(UINT64_C(0x0704)),   BITS_4(UINT64_C(0x0705)),   BITS_4(UINT64_C(0x070504)),
    BITS_4(UINT64_C(0x0706)), BITS_4(UINT64_C(0x070604)), BITS_4(UINT64_C(0x070605)), BITS_4(UINT64_C(0x07060504)),
};
#undef BITS_4

AVX2_TARGET static QD__ALWAYS_INLINE __m128i avx2_bits_of(uint32_t mask)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)&avx2_bits[mask]);
}

AVX2_TARGET static QD__ALWAYS_INLINE unsigned avx2_list(qd__code *codes, uint32_t note)
{
    const uint32_t mask = note & 0xff;
    const __m128i bits = _mm_cvtepu8_epi16(avx2_bits_of(mask)), code = _mm_set1_epi16((short)(note >> 16));
    _mm_storeu_si128((__m128i *)(void *)codes, _mm_add_epi16(bits, code));
    return (unsigned)_mm_popcnt_u32(mask);
}

AVX2_TARGET static inline uint32_t avx2_pack(qd__boxes boxes, uint64_t some, struct packed *packed)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < boxes.count; i += 8) {
        const uint32_t mask = some >> i & 0xff;
        const __m128i bits = avx2_bits_of(mask);
        const __m256i lanes = _mm256_cvtepu8_epi32(bits);
        for (unsigned side = 0; side < 4; side++) {
            const __m256 sides = avx2_negate(avx2_load(boxes.sides + (size_t)side * boxes.stride + i));
            avx2_store(&packed->sides[side][count], _mm256_permutevar8x32_ps(sides, lanes));
        }
        const __m128i number = _mm_add_epi8(bits, _mm_set1_epi8((char)i));
        _mm_storel_epi64((__m128i *)(void *)&packed->number[count], number);
        count += (unsigned)_mm_popcnt_u32(mask);
    }
    for (unsigned side = 0; side < 4; side++)
        avx2_store(&packed->sides[side][count], _mm256_set1_ps(NAN));
    return count;
}

/// Notes of boxes and eight others, of which these are the numbers, as codes.
AVX2_TARGET static QD__ALWAYS_INLINE unsigned avx2_list_one(uint32_t note, __m128i numbers, qd__code *codes)
{
    const uint32_t mask = note & 0xff;
    const __m128i some = _mm_cvtepu8_epi16(_mm_shuffle_epi8(numbers, avx2_bits_of(mask)));
    const __m128i code = _mm_set1_epi16((short)(note >> 24 << 8));
    _mm_storeu_si128((__m128i *)(void *)codes, _mm_add_epi16(some, code));
    return (unsigned)_mm_popcnt_u32(mask);
}

/// The same steps as LANES(list_packed).
AVX2_TARGET static QD__ALWAYS_INLINE unsigned avx2_list_packed(const struct notes *notes, const struct packed *packed,
                                                               qd__code *codes)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < notes->count; i++) {
        const uint8_t *number = &packed->number[notes->note[i] >> 16 & 0xff];
        const __m128i numbers = _mm_loadl_epi64((const __m128i *)(const void *)number);
        count += avx2_list_one(notes->note[i], numbers, codes + count);
    }
    return count;
}

AVX2_TARGET static QD__ALWAYS_INLINE unsigned avx2_list_few(const struct notes *notes, uint64_t numbers,
                                                            qd__code *codes)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < notes->count; i++)
        count += avx2_list_one(notes->note[i], _mm_cvtsi64_si128((long long)numbers), codes + count);
    return count;
}

/// Up to eight boxes out of many, by side, negated, NaN behind the last. Returns the number of each, a byte. Group
/// after group, those that are set come behind the ones there are.
AVX2_TARGET static QD__ALWAYS_INLINE uint64_t avx2_gather(qd__boxes boxes, uint64_t some, avx2_wide few[4])
{
    const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    uint32_t count = 0;
    uint64_t found = 0;
    few[0] = few[1] = few[2] = few[3] = _mm256_setzero_ps();
    while (some) {
        const uint32_t i = qd__lowest_bit_long(some) & ~7u, mask = some >> i & 0xff;
        some &= ~(UINT64_C(0xff) << i);
        const uint64_t lanes = (uint64_t)_mm_cvtsi128_si64(avx2_bits_of(mask));
        const uint64_t numbered = lanes + i * UINT64_C(0x0101010101010101);
        const uint64_t placed = lanes << 8 * count;
        const __m256i from = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)placed));
        const __m256 behind = _mm256_castsi256_ps(_mm256_cmpgt_epi32(places, _mm256_set1_epi32((int)count - 1)));
        for (unsigned side = 0; side < 4; side++) {
            const __m256 sides = avx2_load(boxes.sides + (size_t)side * boxes.stride + i);
            few[side] = _mm256_blendv_ps(few[side], _mm256_permutevar8x32_ps(sides, from), behind);
        }
        found = (found & ~(UINT64_MAX << 8 * count)) | numbered << 8 * count;
        count += (unsigned)_mm_popcnt_u32(mask);
    }
    for (unsigned side = 0; side < 4; side++)
        few[side] = avx2_negate(few[side]);
    const __m256 beyond = _mm256_castsi256_ps(_mm256_cmpgt_epi32(places, _mm256_set1_epi32((int)count - 1)));
    few[0] = _mm256_or_ps(few[0], beyond); // no number: such a box is above nothing
    return found;
}

/// The numbers of the last boxes, and for those beyond the last that of one of them again. Returns which these are, all
/// ones.
AVX2_TARGET static QD__ALWAYS_INLINE __m256 avx2_last_from(const uint32_t *given, uint32_t count, uint32_t from[8])
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i within = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lanes);
    const __m256i numbers = _mm256_maskload_epi32((const int *)(const void *)given, within);
    const __m256i filled = _mm256_blendv_epi8(_mm256_set1_epi32((int)given[0]), numbers, within);
    _mm256_storeu_si256((__m256i *)(void *)from, filled);
    return _mm256_castsi256_ps(_mm256_xor_si256(within, _mm256_set1_epi32(-1)));
}
#undef AVX2_INTS
#undef AVX2_WIDE
#undef AVX2_OP
#undef AVX2_DO
