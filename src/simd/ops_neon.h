// The operations with NEON, four lanes: see simd_ops.h, which includes it once. Every 64-bit ARM has it.

typedef float32x4_t neon_wide, neon_truth;
typedef float64x2_t neon_doubles;
#define NEON_BITS(a) vreinterpretq_u32_f32(a)
#define NEON_INTS(a) vreinterpretq_s32_f32(a)
#define NEON_LONG(a) vreinterpretq_f64_f32(a)
#define NEON_WIDE(a) vreinterpretq_f32_u32(a)
#define NEON_WIDE_INTS(a) vreinterpretq_f32_s32(a)
#define NEON_WIDE_LONG(a) vreinterpretq_f32_f64(a)

static const uint32_t neon_bits[4] = { 1, 2, 4, 8 };

QD__OP(float32x4_t, neon_load, (const void *from), vld1q_f32((const float *)from))
QD__DO(neon_store, (void *to, float32x4_t a), vst1q_f32((float *)to, a))
QD__OP(float32x4_t, neon_splat, (float value), vdupq_n_f32(value))
QD__OP(float32x4_t, neon_negate, (float32x4_t a), vnegq_f32(a))
QD__OP(float32x4_t, neon_plus, (float32x4_t a, float32x4_t b), vaddq_f32(a, b))
QD__OP(float32x4_t, neon_minus, (float32x4_t a, float32x4_t b), vsubq_f32(a, b))
QD__OP(float32x4_t, neon_times, (float32x4_t a, float32x4_t b), vmulq_f32(a, b))
QD__OP(float32x4_t, neon_least, (float32x4_t a, float32x4_t b), vbslq_f32(vcltq_f32(a, b), a, b))
QD__OP(float32x4_t, neon_most, (float32x4_t a, float32x4_t b), vmaxq_f32(a, b))
QD__OP(float32x4_t, neon_below, (float32x4_t a, float32x4_t b, bool open),
       NEON_WIDE(open ? vcltq_f32(a, b) : vcleq_f32(a, b)))
QD__OP(float32x4_t, neon_above, (float32x4_t a, float32x4_t b, bool open), neon_below(b, a, open))
QD__OP(float32x4_t, neon_both, (float32x4_t a, float32x4_t b), NEON_WIDE(vandq_u32(NEON_BITS(a), NEON_BITS(b))))
QD__OP(uint32_t, neon_mask, (float32x4_t a), vaddvq_u32(vandq_u32(NEON_BITS(a), vld1q_u32(neon_bits))))
QD__OP(unsigned, neon_count_bits, (uint64_t bits), qd__count_bits_long(bits))

QD__OP(float32x4_t, neon_either, (float32x4_t a, float32x4_t b), NEON_WIDE(vorrq_u32(NEON_BITS(a), NEON_BITS(b))))
QD__OP(float32x4_t, neon_differ, (float32x4_t a, float32x4_t b), NEON_WIDE(veorq_u32(NEON_BITS(a), NEON_BITS(b))))
QD__OP(float32x4_t, neon_without, (float32x4_t a, float32x4_t b), NEON_WIDE(vbicq_u32(NEON_BITS(a), NEON_BITS(b))))
QD__OP(float32x4_t, neon_choose, (float32x4_t set, float32x4_t a, float32x4_t b), vbslq_f32(NEON_BITS(set), a, b))
QD__OP(float32x4_t, neon_splat_int, (int32_t value), NEON_WIDE_INTS(vdupq_n_s32(value)))
QD__OP(float32x4_t, neon_plus_int, (float32x4_t a, float32x4_t b), NEON_WIDE(vaddq_u32(NEON_BITS(a), NEON_BITS(b))))
QD__OP(float32x4_t, neon_minus_int, (float32x4_t a, float32x4_t b), NEON_WIDE(vsubq_u32(NEON_BITS(a), NEON_BITS(b))))
QD__OP(float32x4_t, neon_equal_int, (float32x4_t a, float32x4_t b), NEON_WIDE(vceqq_s32(NEON_INTS(a), NEON_INTS(b))))
QD__OP(float32x4_t, neon_greater_int, (float32x4_t a, float32x4_t b), NEON_WIDE(vcgtq_s32(NEON_INTS(a), NEON_INTS(b))))
QD__OP(float32x4_t, neon_least_int, (float32x4_t a, float32x4_t b),
       NEON_WIDE_INTS(vminq_s32(NEON_INTS(a), NEON_INTS(b))))
QD__OP(float32x4_t, neon_left, (float32x4_t a, unsigned by), NEON_WIDE(NEON_BITS(a) << by))
QD__OP(float32x4_t, neon_right, (float32x4_t a, unsigned by), NEON_WIDE(NEON_BITS(a) >> by))
QD__OP(float32x4_t, neon_to_floats, (float32x4_t a), vcvtq_f32_s32(NEON_INTS(a)))
QD__OP(float32x4_t, neon_to_ints, (float32x4_t a), NEON_WIDE_INTS(vcvtq_s32_f32(a)))

static QD__ALWAYS_INLINE float32x4_t neon_signed_like(float32x4_t a, float32x4_t b)
{
    const int32x4_t sign = vshrq_n_s32(NEON_INTS(b), 31);
    return NEON_WIDE_INTS(vsubq_s32(veorq_s32(NEON_INTS(a), sign), sign));
}

QD__OP(float32x4_t, neon_low, (float32x4_t a, float32x4_t b), vzip1q_f32(a, b))
QD__OP(float32x4_t, neon_high, (float32x4_t a, float32x4_t b), vzip2q_f32(a, b))
QD__OP(float32x4_t, neon_low_pairs, (float32x4_t a, float32x4_t b),
       NEON_WIDE_LONG(vzip1q_f64(NEON_LONG(a), NEON_LONG(b))))
QD__OP(float32x4_t, neon_high_pairs, (float32x4_t a, float32x4_t b),
       NEON_WIDE_LONG(vzip2q_f64(NEON_LONG(a), NEON_LONG(b))))
QD__OP(float32x4_t, neon_alternate, (float32x4_t a, float32x4_t b), vtrn2q_f32(vrev64q_f32(a), b))
QD__OP(float32x4_t, neon_two, (const void *a, const void *b), ((void)b, vld1q_f32((const float *)a)))
QD__DO(neon_store_four, (float to[4], float32x4_t a), vst1q_f32(to, a))

QD__OP(float64x2_t, neon_double_widen, (const float *from), vcvt_f64_f32(vld1_f32(from)))
QD__OP(float64x2_t, neon_double_load, (const double *from), vld1q_f64(from))
QD__OP(float64x2_t, neon_double_two, (const double *a, const double *b), ((void)b, vld1q_f64(a)))
QD__OP(float64x2_t, neon_double_splat, (double value), vdupq_n_f64(value))
QD__OP(float64x2_t, neon_double_plus, (float64x2_t a, float64x2_t b), vaddq_f64(a, b))
QD__OP(float64x2_t, neon_double_times, (float64x2_t a, float64x2_t b), vmulq_f64(a, b))
QD__OP(float64x2_t, neon_double_minus, (float64x2_t a, float64x2_t b), vsubq_f64(a, b))
QD__OP(float64x2_t, neon_double_least, (float64x2_t a, float64x2_t b), vminq_f64(a, b))
QD__OP(float64x2_t, neon_double_most, (float64x2_t a, float64x2_t b), vmaxq_f64(a, b))
QD__OP(float64x2_t, neon_double_differ, (float64x2_t a, float64x2_t b),
       vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b))))
QD__OP(float32x4_t, neon_rounded, (float64x2_t a, float64x2_t b), vcvt_high_f32_f64(vcvt_f32_f64(a), b))
QD__OP(float32x4_t, neon_above_doubles, (float32x4_t x, float64x2_t a, float64x2_t b),
       vreinterpretq_f32_u32(vcombine_u32(vmovn_u64(vcgtq_f64(vcvt_f64_f32(vget_low_f32(x)), a)),
                                          vmovn_u64(vcgtq_f64(vcvt_high_f64_f32(x), b)))))
QD__DO(neon_double_store, (double *to, float64x2_t a), vst1q_f64(to, a))

static QD__ALWAYS_INLINE uint32_t neon_double_below(float64x2_t a, float64x2_t b)
{
    return vaddv_u32(vand_u32(vmovn_u64(vcleq_f64(a, b)), vld1_u32(neon_bits)));
}

static QD__ALWAYS_INLINE float32x4_t neon_keep(float32x4_t a, uint32_t mask)
{
    return NEON_WIDE(vornq_u32(NEON_BITS(a), vtstq_u32(vdupq_n_u32(mask), vld1q_u32(neon_bits))));
}

#undef NEON_BITS
#undef NEON_INTS
#undef NEON_LONG
#undef NEON_WIDE
#undef NEON_WIDE_INTS
#undef NEON_WIDE_LONG
