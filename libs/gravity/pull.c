// Vector instructions for forces: see pull.h.
#include "pull.h"

#include "log.h"
#include "vector.h"

#include <math.h>
#include <string.h>

// Plain C: registers of one place.
#define LANES(x) pull_plain_##x
#define LANES_TEXT "plain"
#define LANES_TARGET
#define LANES_WIDTH 1
typedef double pull_plain_v;

static inline double pull_plain_all(double value)
{
    return value;
}

static inline double pull_plain_load(const double *from)
{
    return *from;
}

static inline void pull_plain_store(double *to, double value)
{
    *to = value;
}

static inline double pull_plain_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double pull_plain_where_positive(double test, double value)
{
    return test > 0 ? value : 0;
}

static inline double pull_plain_rough_root(double u)
{
    return (double)(1.0f / sqrtf((float)u));
}
#include "pull_kernels.h"

#if defined(PULL_HAS_SSE2)
#define LANES(x) pull_sse2_##x
#define LANES_TEXT "sse2"
#define LANES_TARGET
#define LANES_WIDTH 2
typedef __m128d pull_sse2_v;

static inline __m128d pull_sse2_all(double value)
{
    return _mm_set1_pd(value);
}

static inline __m128d pull_sse2_load(const double *from)
{
    return _mm_loadu_pd(from);
}

static inline void pull_sse2_store(double *to, __m128d value)
{
    _mm_storeu_pd(to, value);
}

static inline __m128d pull_sse2_larger(__m128d a, __m128d b)
{
    return _mm_max_pd(a, b);
}

static inline __m128d pull_sse2_where_positive(__m128d test, __m128d value)
{
    return _mm_and_pd(_mm_cmpgt_pd(test, _mm_setzero_pd()), value);
}

static inline __m128d pull_sse2_rough_root(__m128d u)
{
    const __m128 both = _mm_cvtpd_ps(u), twice = _mm_movelh_ps(both, both);
    return _mm_cvtps_pd(_mm_div_ps(_mm_set1_ps(1), _mm_sqrt_ps(twice)));
}
#include "pull_kernels.h"
#endif

#if defined(PULL_HAS_AVX2)
#define LANES(x) pull_avx2_##x
#define LANES_TEXT "avx2"
#define LANES_TARGET __attribute__((target("avx2")))
#define LANES_WIDTH 4
typedef __m256d pull_avx2_v;

LANES_TARGET static inline __m256d pull_avx2_all(double value)
{
    return _mm256_set1_pd(value);
}

LANES_TARGET static inline __m256d pull_avx2_load(const double *from)
{
    return _mm256_loadu_pd(from);
}

LANES_TARGET static inline void pull_avx2_store(double *to, __m256d value)
{
    _mm256_storeu_pd(to, value);
}

LANES_TARGET static inline __m256d pull_avx2_larger(__m256d a, __m256d b)
{
    return _mm256_max_pd(a, b);
}

LANES_TARGET static inline __m256d pull_avx2_where_positive(__m256d test, __m256d value)
{
    return _mm256_and_pd(_mm256_cmp_pd(test, _mm256_setzero_pd(), _CMP_GT_OQ), value);
}

LANES_TARGET static inline __m256d pull_avx2_rough_root(__m256d u)
{
    return _mm256_cvtps_pd(_mm_div_ps(_mm_set1_ps(1), _mm_sqrt_ps(_mm256_cvtpd_ps(u))));
}
#include "pull_kernels.h"
#endif

// AVX-512: eight places.
#if defined(PULL_HAS_AVX2)
#define LANES(x) pull_avx512_##x
#define LANES_TEXT "avx512"
#define LANES_TARGET __attribute__((target("avx512f")))
#define LANES_WIDTH 8
typedef __m512d pull_avx512_v;

LANES_TARGET static inline __m512d pull_avx512_all(double value)
{
    return _mm512_set1_pd(value);
}

LANES_TARGET static inline __m512d pull_avx512_load(const double *from)
{
    return _mm512_loadu_pd(from);
}

LANES_TARGET static inline void pull_avx512_store(double *to, __m512d value)
{
    _mm512_storeu_pd(to, value);
}

LANES_TARGET static inline __m512d pull_avx512_larger(__m512d a, __m512d b)
{
    return _mm512_max_pd(a, b);
}

LANES_TARGET static inline __m512d pull_avx512_where_positive(__m512d test, __m512d value)
{
    return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(test, _mm512_setzero_pd(), _CMP_GT_OQ), value);
}

LANES_TARGET static inline __m512d pull_avx512_rough_root(__m512d u)
{
    return _mm512_cvtps_pd(_mm256_div_ps(_mm256_set1_ps(1), _mm256_sqrt_ps(_mm512_cvtpd_ps(u))));
}
#include "pull_kernels.h"
#endif

#if defined(PULL_HAS_NEON)
#define LANES(x) pull_neon_##x
#define LANES_TEXT "neon"
#define LANES_TARGET
#define LANES_WIDTH 2
typedef float64x2_t pull_neon_v;

static inline float64x2_t pull_neon_all(double value)
{
    return vdupq_n_f64(value);
}

static inline float64x2_t pull_neon_load(const double *from)
{
    return vld1q_f64(from);
}

static inline void pull_neon_store(double *to, float64x2_t value)
{
    vst1q_f64(to, value);
}

static inline float64x2_t pull_neon_larger(float64x2_t a, float64x2_t b)
{
    return vmaxq_f64(a, b);
}

static inline float64x2_t pull_neon_where_positive(float64x2_t test, float64x2_t value)
{
    return vreinterpretq_f64_u64(vandq_u64(vcgtzq_f64(test), vreinterpretq_u64_f64(value)));
}

static inline float64x2_t pull_neon_rough_root(float64x2_t u)
{
    return vcvt_f64_f32(vdiv_f32(vdup_n_f32(1), vsqrt_f32(vcvt_f32_f64(u))));
}
#include "pull_kernels.h"
#endif

const qd__pull_simd *qd__pull_simd_list(unsigned i)
{
    const qd__pull_simd *list[4] = { &pull_plain_simd };
    unsigned count = 1;
#if defined(PULL_HAS_SSE2)
    list[count++] = &pull_sse2_simd;
#endif
#if defined(PULL_HAS_AVX2)
    // not covered: a processor has them or has not; `make lanes` tests as if it had not
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &pull_avx2_simd;
    if (__builtin_cpu_supports("avx512f")) // not covered: likewise
        list[count++] = &pull_avx512_simd;
#endif
#if defined(PULL_HAS_NEON)
    list[count++] = &pull_neon_simd;
#endif
    return i < count ? list[i] : NULL;
}

const qd__pull_simd *qd__pull_simd_best(void)
{
    const qd__pull_simd *best = NULL, *next;
    for (unsigned i = 0; (next = qd__pull_simd_list(i)) != NULL; i++) {
#if defined(QD__LANES_ONLY)
        if (strcmp(next->name, QD__LANES_ONLY) != 0 && best)
            continue;
#endif
        best = next;
    }
    return best;
}
