// Many boxes at a time with AVX2: picked at run time. Part of lanes.c, which includes it once; see
// lanes_kernels.h for what an implementation is made of.
#include <immintrin.h>

#define LANES(x) avx2_##x
#define LANES_TARGET __attribute__((target("avx2,bmi")))
#define LANES_WIDTH 8
#define LANES_TEXT "avx2"
#define LANES_BYTES 32
#define LANES_COARSEN avx2_coarsen
#define LANES_LEAVERS avx2_leavers
#define LANES_UNITE avx2_unite
#define LANES_NEAR avx2_near
#define LANES_ENTER avx2_enter

typedef __m256 avx2_wide;

LANES_TARGET static inline avx2_wide avx2_widen(qd__record probe)
{
    return _mm256_broadcast_ps((const __m128 *)(const void *)probe.v);
}

LANES_TARGET static inline __m256i avx2_compare(const qd__record *records, avx2_wide probe, bool open)
{
    const __m256 lanes = _mm256_loadu_ps(records->v);
    return _mm256_castps_si256(open ? _mm256_cmp_ps(lanes, probe, _CMP_LT_OQ)
                                    : _mm256_cmp_ps(lanes, probe, _CMP_LE_OQ));
}

/// The mask of eight records, from two comparisons a register.
LANES_TARGET static inline uint32_t avx2_mask(__m256i ab, __m256i cd, __m256i ef, __m256i gh)
{
    const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(ab, cd), _mm256_packs_epi32(ef, gh));
    const __m256i all = _mm256_cmpeq_epi32(bytes, _mm256_set1_epi32(-1));
    // Packing works within halves and leaves the order a c e g b d f h.
    const __m256i in_order = _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(in_order));
}

LANES_TARGET static inline uint32_t avx2_group(const qd__record *records, avx2_wide probe, bool open)
{
    return avx2_mask(avx2_compare(records, probe, open), avx2_compare(records + 2, probe, open),
                     avx2_compare(records + 4, probe, open), avx2_compare(records + 6, probe, open));
}

/// A side in every byte.
typedef struct avx2_sides {
    __m256i v[4];
} avx2_sides;

LANES_TARGET static inline avx2_sides avx2_sides_of(const qd__frame *frame, const qd__record *record)
{
    const __m128i steps = sse2_steps(frame, record);
    const avx2_sides sides = { { _mm256_broadcastb_epi8(steps), _mm256_broadcastb_epi8(_mm_srli_epi64(steps, 8)),
                                 _mm256_broadcastb_epi8(_mm_srli_epi64(steps, 16)),
                                 _mm256_broadcastb_epi8(_mm_srli_epi64(steps, 24)) } };
    return sides;
}

LANES_TARGET static inline avx2_sides avx2_sides_at(const uint8_t *sides, size_t lanes)
{
    const avx2_sides first = { { _mm256_set1_epi8((char)sides[0]), _mm256_set1_epi8((char)sides[lanes]),
                                 _mm256_set1_epi8((char)sides[2 * lanes]), _mm256_set1_epi8((char)sides[3 * lanes]) } };
    return first;
}

typedef __m256i avx2_bytes;

LANES_TARGET static inline avx2_bytes avx2_load_bytes(const uint8_t *bytes)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)bytes);
}

/// As sse2_coarse_group.
LANES_TARGET static inline uint32_t avx2_coarse_group(avx2_bytes low_x, avx2_bytes low_y, avx2_bytes high_x,
                                                      avx2_bytes high_y, const avx2_sides *probe)
{
    const __m256i above = _mm256_or_si256(_mm256_subs_epu8(low_x, probe->v[2]), _mm256_subs_epu8(low_y, probe->v[3]));
    const __m256i below = _mm256_or_si256(_mm256_subs_epu8(probe->v[0], high_x), _mm256_subs_epu8(probe->v[1], high_y));
    const __m256i meets = _mm256_cmpeq_epi8(_mm256_or_si256(above, below), _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_epi8(meets);
}

/// Two records' steps, cut off above.
LANES_TARGET static inline __m256i avx2_steps_of(const qd__record *records, __m256 corner, __m256 scale)
{
    const __m256 steps = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(records->v), corner), scale);
    return _mm256_cvttps_epi32(_mm256_min_ps(steps, _mm256_set1_ps(QD__STEPS - 1)));
}

/// Eight records at a time become eight bytes of each side.
LANES_TARGET static void avx2_coarsen(const qd__record *records, unsigned count, const qd__frame *frame, uint8_t *sides,
                                      size_t lanes)
{
    const sse2_frame narrow = sse2_frame_of(frame);
    const __m256 corner = _mm256_set_m128(narrow.corner, narrow.corner);
    const __m256 scale = _mm256_set_m128(narrow.scale, narrow.scale);
    // Packing within halves leaves, in each of them, the four sides of each second record.
    const __m256i by_side = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9,
                                             13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (unsigned i = 0; i < count; i += 8) {
        const __m256i ab = avx2_steps_of(records + i, corner, scale),
                      cd = avx2_steps_of(records + i + 2, corner, scale);
        const __m256i ef = avx2_steps_of(records + i + 4, corner, scale);
        const __m256i gh = avx2_steps_of(records + i + 6, corner, scale);
        const __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(ab, cd), _mm256_packs_epi32(ef, gh));
        const __m256i halves = _mm256_shuffle_epi8(bytes, by_side);
        const __m128i even = _mm256_castsi256_si128(halves), odd = _mm256_extracti128_si256(halves, 1);
        const __m128i lower = _mm_unpacklo_epi8(even, odd), upper = _mm_unpackhi_epi8(even, odd);
        _mm_storel_epi64((__m128i *)(void *)(sides + i), lower);
        _mm_storel_epi64((__m128i *)(void *)(sides + lanes + i), _mm_srli_si128(lower, 8));
        _mm_storel_epi64((__m128i *)(void *)(sides + 2 * lanes + i), upper);
        _mm_storel_epi64((__m128i *)(void *)(sides + 3 * lanes + i), _mm_srli_si128(upper, 8));
    }
}

/// The bounds of a cell in steps from the world's centre, in every register as often as it has room for.
typedef struct avx2_fence {
    __m256 center, scale;
    __m256i corner, largest, smallest;
    __m128i shift;
} avx2_fence;

LANES_TARGET static inline avx2_fence avx2_fence_of(const qd__lattice *lattice, const qd__home *home)
{
    const qd__square square = home->square;
    const int x = (int)(square.x - QD__LATTICE_ORIGIN), y = (int)(square.y - QD__LATTICE_ORIGIN);
    const int largest = 1 << square.shift; // a cell of the world: 2^24 at most
    avx2_fence fence;
    fence.center = _mm256_broadcast_ps((const __m128 *)(const void *)lattice->center);
    fence.scale = _mm256_set1_ps(lattice->scale);
    fence.corner = _mm256_setr_epi32(x, y, 0, 0, x, y, 0, 0);
    fence.largest = _mm256_set1_epi32(largest);
    fence.smallest = _mm256_set1_epi32(home->leaf ? -1 : largest / 2);
    fence.shift = _mm_cvtsi32_si128((int)square.shift);
    return fence;
}

/// qd__lattice_steps of two records.
LANES_TARGET static inline __m256i avx2_steps(const qd__record *records, const avx2_fence *fence)
{
    const __m256 u = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(records->v), fence->center), fence->scale);
    const __m256 sign = _mm256_set1_ps(-0.0f), one = _mm256_set1_ps(1.0f);
    const __m256i bits = _mm256_castps_si256(_mm256_add_ps(one, _mm256_andnot_ps(sign, u)));
    const __m256i steps =
        _mm256_min_epi32(_mm256_sub_epi32(bits, _mm256_castps_si256(one)), _mm256_set1_epi32(QD__LATTICE_REACH));
    const __m256i negative = _mm256_srai_epi32(_mm256_castps_si256(u), 31);
    return _mm256_sub_epi32(_mm256_xor_si256(steps, negative), negative);
}

/// Of two records, all ones in each lane where it does not break a fence: those of x and y for the centre, the other
/// two for the size. In `small`, all ones in the lanes of records that would fit a cell below.
LANES_TARGET static inline __m256i avx2_fenced(const qd__record *records, const avx2_fence *fence, __m256i *small)
{
    const __m256i low = avx2_steps(records, fence), high = _mm256_shuffle_epi32(low, _MM_SHUFFLE(1, 0, 3, 2));
    const __m256i center = _mm256_srai_epi32(_mm256_sub_epi32(low, high), 1); // high is negated, as in a record
    const __m256i size = _mm256_sub_epi32(_mm256_setzero_si256(), _mm256_add_epi32(low, high));
    const __m256i within = _mm256_srl_epi32(_mm256_sub_epi32(center, fence->corner), fence->shift);
    const __m256i inside = _mm256_cmpeq_epi32(within, _mm256_setzero_si256());
    const __m256i too_large = _mm256_cmpgt_epi32(size, fence->largest);
    const __m256i fits = _mm256_xor_si256(too_large, _mm256_set1_epi32(-1));
    *small = _mm256_xor_si256(_mm256_cmpgt_epi32(size, fence->smallest), _mm256_set1_epi32(-1));
    return _mm256_blend_epi32(inside, fits, 0xcc);
}

/// What is sure to keep a record in a leaf of the world, in lanes as in a record and counted from the world's centre: a
/// sum of the two sides of each axis, twice the centre, well within the cell, and a size well below the cell's.
typedef struct avx2_yard {
    __m256 center, inside, size;
} avx2_yard;

LANES_TARGET static inline avx2_yard avx2_yard_of(const qd__lattice *lattice, const qd__home *home)
{
    // The sides, their sum and the steps are each rounded by half a step at most.
    const int margin = 2, side = 1 << home->square.shift;
    const int x = (int)(home->square.x - QD__LATTICE_ORIGIN), y = (int)(home->square.y - QD__LATTICE_ORIGIN);
    const float step = 1.0f / (float)(1 << 23) / lattice->scale; // powers of two, and exact
    const __m128i low = _mm_setr_epi32(x + margin, y + margin, margin - side - x, margin - side - y);
    const __m128 inside = _mm_mul_ps(_mm_cvtepi32_ps(low), _mm_set1_ps(2 * step));
    avx2_yard yard;
    yard.center = _mm256_broadcast_ps((const __m128 *)(const void *)lattice->center);
    yard.inside = _mm256_set_m128(inside, inside);
    yard.size = _mm256_set1_ps((float)(margin - side) * step); // negated
    return yard;
}

LANES_TARGET static inline __m256i avx2_in_yard(const qd__record *records, const avx2_yard *yard)
{
    const __m256 sides = _mm256_sub_ps(_mm256_loadu_ps(records->v), yard->center);
    const __m256 crossed = _mm256_permute_ps(sides, _MM_SHUFFLE(1, 0, 3, 2));
    const __m256 inside = _mm256_cmp_ps(_mm256_sub_ps(sides, crossed), yard->inside, _CMP_GE_OQ);
    const __m256 small = _mm256_cmp_ps(_mm256_add_ps(sides, crossed), yard->size, _CMP_GE_OQ);
    return _mm256_castps_si256(_mm256_and_ps(inside, small));
}

/// Does every record stay in its leaf, at a glance? False: some may not.
LANES_TARGET static inline bool avx2_all_stay(const qd__record *records, unsigned count, const qd__lattice *lattice,
                                              const qd__home *home)
{
    const avx2_yard yard = avx2_yard_of(lattice, home);
    uint32_t stay = 0;
    for (unsigned i = 0; i < count; i += 8) {
        stay |= avx2_mask(avx2_in_yard(records + i, &yard), avx2_in_yard(records + i + 2, &yard),
                          avx2_in_yard(records + i + 4, &yard), avx2_in_yard(records + i + 6, &yard))
                << i;
    }
    return !(~stay & qd__low_bits(count));
}

LANES_TARGET static uint32_t avx2_leavers(const qd__record *records, unsigned count, const qd__lattice *lattice,
                                          const qd__home *home)
{
    if (!home->in_world) {
        return plain_leavers(records, count, lattice, home); // few, and a rule more
    }
    if (home->leaf && avx2_all_stay(records, count, lattice, home)) {
        return 0;
    }
    const avx2_fence fence = avx2_fence_of(lattice, home);
    uint32_t stay = 0, small = 0;
    for (unsigned i = 0; i < count; i += 8) {
        __m256i kept[4], less[4];
        for (size_t k = 0; k < 4; k++) {
            kept[k] = avx2_fenced(records + i + 2 * k, &fence, &less[k]);
        }
        stay |= avx2_mask(kept[0], kept[1], kept[2], kept[3]) << i;
        small |= avx2_mask(less[0], less[1], less[2], less[3]) << i;
    }
    return ~(stay & ~small) & qd__low_bits(count);
}

/// A minimum returns its second operand when the first is NaN: unused records leave no trace.
LANES_TARGET static qd__record avx2_unite(const qd__record *records, unsigned count)
{
    __m256 a = _mm256_set1_ps(INFINITY), b = a, c = a, d = a;
    for (unsigned i = 0; i < count; i += 8) {
        a = _mm256_min_ps(_mm256_loadu_ps(records[i].v), a);
        b = _mm256_min_ps(_mm256_loadu_ps(records[i + 2].v), b);
        c = _mm256_min_ps(_mm256_loadu_ps(records[i + 4].v), c);
        d = _mm256_min_ps(_mm256_loadu_ps(records[i + 6].v), d);
    }
    a = _mm256_min_ps(_mm256_min_ps(a, b), _mm256_min_ps(c, d));
    qd__record all;
    _mm_storeu_ps(all.v, _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1)));
    return all;
}

/// How far two records are from a point on each axis, squared: x, y, x, y. `point`: -x, -y, x, y.
LANES_TARGET static inline __m256d avx2_gaps(const qd__record *records, __m256d point)
{
    const __m256d a = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(records[0].v)), point);
    const __m256d b = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(records[1].v)), point);
    const __m256d below = _mm256_permute2f128_pd(a, b, 0x20), above = _mm256_permute2f128_pd(a, b, 0x31);
    const __m256d gap = _mm256_max_pd(_mm256_max_pd(below, above), _mm256_setzero_pd());
    return _mm256_mul_pd(gap, gap);
}

/// The same steps as qd__distance_squared, in double, each rounded alike.
LANES_TARGET static uint32_t avx2_near(const qd__record *records, unsigned count, qd_vec2 point, double cut,
                                       double *squares)
{
    const double x = point.x, y = point.y;
    const __m256d at = _mm256_setr_pd(-x, -y, x, y), most = _mm256_set1_pd(cut);
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i += 4) {
        const __m256d sums = _mm256_hadd_pd(avx2_gaps(records + i, at), avx2_gaps(records + i + 2, at)); // 0 2 1 3
        const __m256d in_order = _mm256_permute4x64_pd(sums, _MM_SHUFFLE(3, 1, 2, 0));
        _mm256_storeu_pd(squares + i, in_order);
        mask |= (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(in_order, most, _CMP_LE_OQ)) << i;
    }
    return mask & qd__low_bits(count);
}

/// Where a line crosses the sides of a record: the near ones on x and y, then the far ones. NaN nowhere, since neither
/// axis of the direction is 0.
LANES_TARGET static inline __m256d avx2_crossings(const qd__record *record, __m256d origin, __m256d direction)
{
    const __m256d upper = _mm256_setr_pd(0.0, 0.0, -0.0, -0.0); // is negated in a record
    const __m256d sides = _mm256_xor_pd(_mm256_cvtps_pd(_mm_loadu_ps(record->v)), upper);
    const __m256d ahead = _mm256_div_pd(_mm256_sub_pd(sides, origin), direction);
    return _mm256_blendv_pd(ahead, _mm256_permute2f128_pd(ahead, ahead, 1), direction);
}

LANES_TARGET static inline __m256d avx2_before(__m256d a, __m256d b, bool open)
{
    return open ? _mm256_cmp_pd(a, b, _CMP_LT_OQ) : _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}

/// The same steps as qd__line_enters.
LANES_TARGET static uint32_t avx2_enter(const qd__record *records, unsigned count, const qd__line *line, double cut,
                                        double *enters)
{
    const double dx = line->direction[0], dy = line->direction[1];
    if (dx == 0 || dy == 0) {
        return plain_enter(records, count, line, cut, enters);
    }
    // The side that goes ahead meets what comes first, the one that comes last what comes last.
    const __m256d origin = _mm256_setr_pd(line->high[0], line->high[1], line->low[0], line->low[1]);
    const __m256d direction = _mm256_setr_pd(dx, dy, dx, dy), zero = _mm256_setzero_pd();
    const __m256d end = _mm256_set1_pd(line->end), most = _mm256_set1_pd(cut);
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i += 4) {
        __m256d at[4];
        for (unsigned k = 0; k < 4; k++) {
            at[k] = avx2_crossings(records + i + k, origin, direction);
        }
        const __m256d near_01 = _mm256_permute2f128_pd(at[0], at[1], 0x20),
                      far_01 = _mm256_permute2f128_pd(at[0], at[1], 0x31);
        const __m256d near_23 = _mm256_permute2f128_pd(at[2], at[3], 0x20),
                      far_23 = _mm256_permute2f128_pd(at[2], at[3], 0x31);
        // From here on a lane for each record, in the order 0 2 1 3.
        const __m256d near_x = _mm256_unpacklo_pd(near_01, near_23), near_y = _mm256_unpackhi_pd(near_01, near_23);
        const __m256d far_x = _mm256_unpacklo_pd(far_01, far_23), far_y = _mm256_unpackhi_pd(far_01, far_23);
        const __m256d enter = _mm256_max_pd(near_x, near_y), leave = _mm256_min_pd(far_x, far_y);
        const __m256d key = _mm256_max_pd(enter, zero);
        __m256d meets =
            _mm256_and_pd(_mm256_cmp_pd(near_x, far_x, _CMP_LE_OQ), _mm256_cmp_pd(near_y, far_y, _CMP_LE_OQ));
        meets = _mm256_and_pd(meets, avx2_before(enter, leave, line->open));
        meets = _mm256_and_pd(meets, avx2_before(enter, end, line->open));
        meets = _mm256_and_pd(meets, avx2_before(zero, leave, line->open));
        meets = _mm256_and_pd(meets, _mm256_cmp_pd(key, most, _CMP_LE_OQ));
        _mm256_storeu_pd(enters + i, _mm256_permute4x64_pd(key, _MM_SHUFFLE(3, 1, 2, 0)));
        const __m256d in_order = _mm256_permute4x64_pd(meets, _MM_SHUFFLE(3, 1, 2, 0));
        mask |= (uint32_t)_mm256_movemask_pd(in_order) << i;
    }
    return mask & qd__low_bits(count);
}

#include "lanes_kernels.h"
