// The operations with SSE2, four lanes: see simd_ops.h, which includes it once. Every x86-64 has it.

typedef __m128 sse2_wide, sse2_truth;
typedef __m128d sse2_doubles;
#define SSE2_INTS(a) _mm_castps_si128(a)
#define SSE2_WIDE(a) _mm_castsi128_ps(a)

QD__OP(__m128, sse2_load, (const void *from), _mm_loadu_ps((const float *)from))
QD__DO(sse2_store, (void *to, __m128 a), _mm_storeu_ps((float *)to, a))
QD__OP(__m128, sse2_splat, (float value), _mm_set1_ps(value))
QD__OP(__m128, sse2_negate, (__m128 a), _mm_xor_ps(a, _mm_set1_ps(-0.0f)))
QD__OP(__m128, sse2_plus, (__m128 a, __m128 b), _mm_add_ps(a, b))
QD__OP(__m128, sse2_minus, (__m128 a, __m128 b), _mm_sub_ps(a, b))
QD__OP(__m128, sse2_times, (__m128 a, __m128 b), _mm_mul_ps(a, b))
QD__OP(__m128, sse2_least, (__m128 a, __m128 b), _mm_min_ps(a, b)) // the second operand where either is NaN
QD__OP(__m128, sse2_most, (__m128 a, __m128 b), _mm_max_ps(a, b))
QD__OP(__m128, sse2_below, (__m128 a, __m128 b, bool open), open ? _mm_cmplt_ps(a, b) : _mm_cmple_ps(a, b))
QD__OP(__m128, sse2_above, (__m128 a, __m128 b, bool open), sse2_below(b, a, open))
QD__OP(__m128, sse2_both, (__m128 a, __m128 b), _mm_and_ps(a, b))
QD__OP(uint32_t, sse2_mask, (__m128 a), (uint32_t)_mm_movemask_ps(a))
QD__OP(unsigned, sse2_count_bits, (uint64_t bits), qd__count_bits_long(bits))

QD__OP(__m128, sse2_either, (__m128 a, __m128 b), _mm_or_ps(a, b))
QD__OP(__m128, sse2_differ, (__m128 a, __m128 b), _mm_xor_ps(a, b))
QD__OP(__m128, sse2_without, (__m128 a, __m128 b), _mm_andnot_ps(b, a))
QD__OP(__m128, sse2_choose, (__m128 set, __m128 a, __m128 b), _mm_or_ps(_mm_and_ps(set, a), _mm_andnot_ps(set, b)))
QD__OP(__m128, sse2_splat_int, (int32_t value), SSE2_WIDE(_mm_set1_epi32(value)))
QD__OP(__m128, sse2_plus_int, (__m128 a, __m128 b), SSE2_WIDE(_mm_add_epi32(SSE2_INTS(a), SSE2_INTS(b))))
QD__OP(__m128, sse2_minus_int, (__m128 a, __m128 b), SSE2_WIDE(_mm_sub_epi32(SSE2_INTS(a), SSE2_INTS(b))))
QD__OP(__m128, sse2_equal_int, (__m128 a, __m128 b), SSE2_WIDE(_mm_cmpeq_epi32(SSE2_INTS(a), SSE2_INTS(b))))
QD__OP(__m128, sse2_greater_int, (__m128 a, __m128 b), SSE2_WIDE(_mm_cmpgt_epi32(SSE2_INTS(a), SSE2_INTS(b))))
QD__OP(__m128, sse2_least_int, (__m128 a, __m128 b), sse2_choose(sse2_greater_int(a, b), b, a))
QD__OP(__m128, sse2_left, (__m128 a, unsigned by), SSE2_WIDE(_mm_slli_epi32(SSE2_INTS(a), (int)by)))
QD__OP(__m128, sse2_right, (__m128 a, unsigned by), SSE2_WIDE(_mm_srli_epi32(SSE2_INTS(a), (int)by)))
QD__OP(__m128, sse2_to_floats, (__m128 a), _mm_cvtepi32_ps(SSE2_INTS(a)))
QD__OP(__m128, sse2_to_ints, (__m128 a), SSE2_WIDE(_mm_cvttps_epi32(a)))

static QD__ALWAYS_INLINE __m128 sse2_signed_like(__m128 a, __m128 b)
{
    const __m128i sign = _mm_srai_epi32(SSE2_INTS(b), 31);
    return SSE2_WIDE(_mm_sub_epi32(_mm_xor_si128(SSE2_INTS(a), sign), sign));
}

QD__OP(__m128, sse2_low, (__m128 a, __m128 b), _mm_unpacklo_ps(a, b))
QD__OP(__m128, sse2_high, (__m128 a, __m128 b), _mm_unpackhi_ps(a, b))
QD__OP(__m128, sse2_low_pairs, (__m128 a, __m128 b), _mm_movelh_ps(a, b))
QD__OP(__m128, sse2_high_pairs, (__m128 a, __m128 b), _mm_movehl_ps(b, a))
QD__OP(__m128, sse2_alternate, (__m128 a, __m128 b), sse2_choose(SSE2_WIDE(_mm_setr_epi32(-1, 0, -1, 0)), a, b))
QD__OP(__m128, sse2_two, (const void *a, const void *b), ((void)b, _mm_loadu_ps((const float *)a)))
QD__DO(sse2_store_four, (float to[4], __m128 a), _mm_storeu_ps(to, a))

QD__OP(__m128d, sse2_double_widen, (const float *from),
       _mm_cvtps_pd(SSE2_WIDE(_mm_loadl_epi64((const __m128i *)(const void *)from))))
QD__OP(__m128d, sse2_double_load, (const double *from), _mm_loadu_pd(from))
QD__OP(__m128d, sse2_double_two, (const double *a, const double *b), ((void)b, _mm_loadu_pd(a)))
QD__OP(__m128d, sse2_double_splat, (double value), _mm_set1_pd(value))
QD__OP(__m128d, sse2_double_plus, (__m128d a, __m128d b), _mm_add_pd(a, b))
QD__OP(__m128d, sse2_double_times, (__m128d a, __m128d b), _mm_mul_pd(a, b))
QD__OP(__m128d, sse2_double_minus, (__m128d a, __m128d b), _mm_sub_pd(a, b))
QD__OP(__m128d, sse2_double_least, (__m128d a, __m128d b), _mm_min_pd(a, b))
QD__OP(__m128d, sse2_double_most, (__m128d a, __m128d b), _mm_max_pd(a, b))
QD__OP(__m128d, sse2_double_differ, (__m128d a, __m128d b), _mm_xor_pd(a, b))
QD__OP(__m128, sse2_rounded, (__m128d a, __m128d b), _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)))
QD__OP(__m128, sse2_above_doubles, (__m128 x, __m128d a, __m128d b),
       _mm_shuffle_ps(_mm_castpd_ps(_mm_cmpgt_pd(_mm_cvtps_pd(x), a)),
                      _mm_castpd_ps(_mm_cmpgt_pd(_mm_cvtps_pd(_mm_movehl_ps(x, x)), b)), 0x88))
QD__OP(uint32_t, sse2_double_below, (__m128d a, __m128d b), (uint32_t)_mm_movemask_pd(_mm_cmple_pd(a, b)))
QD__DO(sse2_double_store, (double *to, __m128d a), _mm_storeu_pd(to, a))

static QD__ALWAYS_INLINE __m128 sse2_keep(__m128 a, uint32_t mask)
{
    const __m128i set = _mm_and_si128(_mm_set1_epi32((int)mask), _mm_setr_epi32(1, 2, 4, 8));
    return _mm_or_ps(a, SSE2_WIDE(_mm_cmpeq_epi32(set, _mm_setzero_si128())));
}

#undef SSE2_INTS
#undef SSE2_WIDE
