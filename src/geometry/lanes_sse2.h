// Many boxes at a time with SSE2: every x86-64. Part of lanes.c, which includes it once; see
// lanes_kernels.h for what an implementation is made of.
#define LANES(x) sse2_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "sse2"
#define LANES_BYTES 16
#define LANES_COARSEN plain_coarsen
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite
#define LANES_NEAR plain_near
#define LANES_ENTER plain_enter

/// A frame in the lanes of a record, negated where a record is.
typedef struct sse2_frame {
    __m128 corner, scale;
} sse2_frame;

static inline sse2_frame sse2_frame_of(const qd__frame *frame)
{
    const __m128 both = _mm_loadu_ps(frame->corner), upper = _mm_setr_ps(0.0f, 0.0f, -0.0f, -0.0f);
    const sse2_frame wide = { _mm_xor_ps(_mm_movelh_ps(both, both), upper),
                              _mm_xor_ps(_mm_movehl_ps(both, both), upper) };
    return wide;
}

/// The steps of a record's four sides, the lowest four bytes; packing cuts them off at 0. A minimum returns its second
/// operand when the first is NaN.
static inline __m128i sse2_steps(const qd__frame *frame, const qd__record *record)
{
    const sse2_frame wide = sse2_frame_of(frame);
    const __m128 steps = _mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(record->v), wide.corner), wide.scale);
    const __m128i whole = _mm_cvttps_epi32(_mm_min_ps(steps, _mm_set1_ps(QD__STEPS - 1)));
    const __m128i words = _mm_packs_epi32(whole, whole);
    return _mm_packus_epi16(words, words);
}

/// A side in every byte.
typedef struct sse2_sides {
    __m128i v[4];
} sse2_sides;

static inline sse2_sides sse2_sides_of(const qd__frame *frame, const qd__record *record)
{
    const __m128i steps = sse2_steps(frame, record), twice = _mm_unpacklo_epi8(steps, steps);
    const __m128i words = _mm_unpacklo_epi16(twice, twice);
    const sse2_sides sides = { { _mm_shuffle_epi32(words, 0x00), _mm_shuffle_epi32(words, 0x55),
                                 _mm_shuffle_epi32(words, 0xaa), _mm_shuffle_epi32(words, 0xff) } };
    return sides;
}

static inline sse2_sides sse2_sides_at(const uint8_t *sides, size_t lanes)
{
    const sse2_sides first = { { _mm_set1_epi8((char)sides[0]), _mm_set1_epi8((char)sides[lanes]),
                                 _mm_set1_epi8((char)sides[2 * lanes]), _mm_set1_epi8((char)sides[3 * lanes]) } };
    return first;
}

typedef __m128i sse2_bytes;

static inline sse2_bytes sse2_load_bytes(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/// Saturated differences are 0 where the first is not greater than the second.
static inline uint32_t sse2_coarse_group(sse2_bytes low_x, sse2_bytes low_y, sse2_bytes high_x, sse2_bytes high_y,
                                         const sse2_sides *probe)
{
    const __m128i above = _mm_or_si128(_mm_subs_epu8(low_x, probe->v[2]), _mm_subs_epu8(low_y, probe->v[3]));
    const __m128i below = _mm_or_si128(_mm_subs_epu8(probe->v[0], high_x), _mm_subs_epu8(probe->v[1], high_y));
    const __m128i meets = _mm_cmpeq_epi8(_mm_or_si128(above, below), _mm_setzero_si128());
    return (uint32_t)_mm_movemask_epi8(meets);
}

#include "lanes_kernels.h"
