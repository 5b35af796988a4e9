// Many boxes at a time with AVX2: picked at run time. Part of simd.c, which includes it once; see simd_kernels.h
// for what an implementation is made of.
#include <immintrin.h>

#define LANES(x) avx2_##x
#define LANES_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define LANES_WIDTH 8
#define LANES_TEXT "avx2"
#define LANES_COUNT (unsigned)__builtin_popcountll
#if defined(__clang__)
#define LANES_UNROLL _Pragma("unroll")
#else
#define LANES_UNROLL _Pragma("GCC unroll 8")
#endif
#define LANES_ABOVE avx2_above
#define LANES_LIST_PACKED avx2_list_packed
#define LANES_GATHER avx2_gather
#define LANES_LIST_FEW avx2_list_few
#define LANES_ALL_SOUND avx2_all_sound
#define LANES_ALL_LIVE avx2_all_live
#define LANES_SPOTS avx2_list_spots
#define LANES_LEAVERS avx2_leavers
#define LANES_TAKE_IN avx2_take_in
#define LANES_LAY avx2_lay
#define LANES_CODES avx2_codes
#define LANES_KEYS avx2_keys
#define LANES_RANKED avx2_ranked
#define LANES_NEAR avx2_near

typedef __m256 avx2_wide;
typedef __m256 avx2_truth;

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_load(const float *from)
{
    return _mm256_loadu_ps(from);
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_splat(float value)
{
    return _mm256_set1_ps(value);
}

LANES_TARGET static QD__ALWAYS_INLINE void avx2_store(float *to, avx2_wide wide)
{
    _mm256_storeu_ps(to, wide);
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_negate(avx2_wide a)
{
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f));
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_truth avx2_below(avx2_wide a, avx2_wide b, bool open)
{
    // The other way round: `a` most often comes from memory, and only the second operand may.
    return open ? _mm256_cmp_ps(b, a, _CMP_GT_OQ) : _mm256_cmp_ps(b, a, _CMP_GE_OQ);
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_truth avx2_above(avx2_wide a, avx2_wide b, bool open)
{
    return open ? _mm256_cmp_ps(b, a, _CMP_LT_OQ) : _mm256_cmp_ps(b, a, _CMP_LE_OQ); // as in avx2_below
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_truth avx2_both(avx2_truth a, avx2_truth b)
{
    return _mm256_and_ps(a, b);
}

LANES_TARGET static QD__ALWAYS_INLINE uint32_t avx2_mask(avx2_truth a)
{
    return (uint32_t)_mm256_movemask_ps(a);
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_least(avx2_wide a, avx2_wide b)
{
    return _mm256_min_ps(a, b); // the second operand where either is NaN
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_most(avx2_wide a, avx2_wide b)
{
    return _mm256_max_ps(a, b); // the second operand where either is NaN
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_plus(avx2_wide a, avx2_wide b)
{
    return _mm256_add_ps(a, b);
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_wide avx2_times(avx2_wide a, avx2_wide b)
{
    return _mm256_mul_ps(a, b);
}

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

LANES_TARGET static QD__ALWAYS_INLINE __m128i avx2_bits_of(uint32_t mask)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)&avx2_bits[mask]);
}

LANES_TARGET static QD__ALWAYS_INLINE unsigned avx2_list(qd__code *codes, uint32_t note)
{
    const uint32_t mask = note & 0xff;
    const __m128i bits = _mm_cvtepu8_epi16(avx2_bits_of(mask)), code = _mm_set1_epi16((short)(note >> 16));
    _mm_storeu_si128((__m128i *)(void *)codes, _mm_add_epi16(bits, code));
    return (unsigned)_mm_popcnt_u32(mask);
}

LANES_TARGET static inline uint32_t avx2_pack(qd__boxes boxes, uint64_t some, struct packed *packed)
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
    for (unsigned side = 0; side < 4; side++) {
        avx2_store(&packed->sides[side][count], _mm256_set1_ps(NAN));
    }
    return count;
}

/// Notes of boxes and eight others, of which these are the numbers, as codes.
LANES_TARGET static QD__ALWAYS_INLINE unsigned avx2_list_one(uint32_t note, __m128i numbers, qd__code *codes)
{
    const uint32_t mask = note & 0xff;
    const __m128i some = _mm_cvtepu8_epi16(_mm_shuffle_epi8(numbers, avx2_bits_of(mask)));
    const __m128i code = _mm_set1_epi16((short)(note >> 24 << 8));
    _mm_storeu_si128((__m128i *)(void *)codes, _mm_add_epi16(some, code));
    return (unsigned)_mm_popcnt_u32(mask);
}

/// The same steps as plain_list_packed.
LANES_TARGET static QD__ALWAYS_INLINE unsigned avx2_list_packed(const struct notes *notes, const struct packed *packed,
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

LANES_TARGET static QD__ALWAYS_INLINE unsigned avx2_list_few(const struct notes *notes, uint64_t numbers,
                                                             qd__code *codes)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < notes->count; i++) {
        count += avx2_list_one(notes->note[i], _mm_cvtsi64_si128((long long)numbers), codes + count);
    }
    return count;
}

/// Up to eight boxes out of many, by side, negated, NaN behind the last. Returns the number of each, a byte. Group
/// after group, those that are set come behind the ones there are.
LANES_TARGET static QD__ALWAYS_INLINE uint64_t avx2_gather(qd__boxes boxes, uint64_t some, avx2_wide few[4])
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
    for (unsigned side = 0; side < 4; side++) {
        few[side] = avx2_negate(few[side]);
    }
    const __m256 beyond = _mm256_castsi256_ps(_mm256_cmpgt_epi32(places, _mm256_set1_epi32((int)count - 1)));
    few[0] = _mm256_or_ps(few[0], beyond); // no number: such a box is above nothing
    return found;
}

LANES_TARGET static inline qd__aabb avx2_fold(const avx2_wide sides[4])
{
    const __m256 a = _mm256_min_ps(_mm256_unpacklo_ps(sides[0], sides[1]), _mm256_unpackhi_ps(sides[0], sides[1]));
    const __m256 b = _mm256_min_ps(_mm256_unpacklo_ps(sides[2], sides[3]), _mm256_unpackhi_ps(sides[2], sides[3]));
    const __m256 all = _mm256_min_ps(_mm256_shuffle_ps(a, b, 0x44), _mm256_shuffle_ps(a, b, 0xee));
    qd__aabb aabb;
    _mm_storeu_ps(aabb.v, _mm_min_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1)));
    return aabb;
}

/// Eight boxes by side, as in an AABB: upper corners negated.
typedef struct avx2_eight {
    avx2_wide sides[4];
} avx2_eight;

LANES_TARGET static QD__ALWAYS_INLINE avx2_eight avx2_get_eight(const float *sides, size_t stride)
{
    const avx2_eight eight = { { avx2_load(sides), avx2_load(sides + stride), avx2_load(sides + 2 * stride),
                                 avx2_load(sides + 3 * stride) } };
    return eight;
}

LANES_TARGET static QD__ALWAYS_INLINE void avx2_put_eight(float *sides, size_t stride, avx2_eight eight)
{
    avx2_store(sides, eight.sides[0]);
    avx2_store(sides + stride, eight.sides[1]);
    avx2_store(sides + 2 * stride, eight.sides[2]);
    avx2_store(sides + 3 * stride, eight.sides[3]);
}

/// qd__lattice_steps of one side of eight boxes.
LANES_TARGET static QD__ALWAYS_INLINE __m256i avx2_steps(avx2_eight boxes, const qd__lattice *lattice, unsigned side)
{
    const __m256 from_center = _mm256_sub_ps(boxes.sides[side], _mm256_set1_ps(lattice->center[side]));
    const __m256 u = _mm256_mul_ps(from_center, _mm256_set1_ps(lattice->scale));
    const __m256 sign = _mm256_set1_ps(-0.0f), one = _mm256_set1_ps(1.0f);
    const __m256i bits = _mm256_castps_si256(_mm256_add_ps(one, _mm256_andnot_ps(sign, u)));
    const __m256i steps =
        _mm256_min_epi32(_mm256_sub_epi32(bits, _mm256_castps_si256(one)), _mm256_set1_epi32(QD__LATTICE_REACH));
    return _mm256_sign_epi32(steps, _mm256_or_si256(_mm256_castps_si256(u), _mm256_set1_epi32(1)));
}

/// What qd__home_keeps compares with.
typedef struct avx2_fence {
    __m256i x, y, smallest, largest;
    __m128i wide, shift;
} avx2_fence;

/// The centres of eight boxes in steps, and their longer sides, negated.
typedef struct avx2_spots {
    __m256i x, y, size;
} avx2_spots;

LANES_TARGET static QD__ALWAYS_INLINE avx2_spots avx2_spots_of(avx2_eight boxes, const qd__lattice *lattice)
{
    // Upper corners are negated in an AABB, and so are their steps.
    const __m256i low_x = avx2_steps(boxes, lattice, 0), high_x = avx2_steps(boxes, lattice, 2);
    const __m256i low_y = avx2_steps(boxes, lattice, 1), high_y = avx2_steps(boxes, lattice, 3);
    const __m256i twice = _mm256_set1_epi32((int)(2 * QD__LATTICE_ORIGIN));
    const avx2_spots spots = {
        _mm256_srli_epi32(_mm256_add_epi32(_mm256_sub_epi32(low_x, high_x), twice), 1),
        _mm256_srli_epi32(_mm256_add_epi32(_mm256_sub_epi32(low_y, high_y), twice), 1),
        _mm256_min_epi32(_mm256_add_epi32(low_x, high_x), _mm256_add_epi32(low_y, high_y)),
    };
    return spots;
}

/// Which of eight boxes are in their node and of a size for it; all ones.
LANES_TARGET static QD__ALWAYS_INLINE __m256 avx2_kept(avx2_eight boxes, const qd__lattice *lattice,
                                                       const avx2_fence *fence)
{
    const avx2_spots spots = avx2_spots_of(boxes, lattice);
    const __m256i off_x = _mm256_srl_epi32(_mm256_xor_si256(spots.x, fence->x), fence->wide);
    const __m256i off = _mm256_or_si256(off_x, _mm256_xor_si256(spots.y, fence->y));
    const __m256i inside = _mm256_cmpeq_epi32(_mm256_srl_epi32(off, fence->shift), _mm256_setzero_si256());
    const __m256i fits = _mm256_and_si256(_mm256_cmpgt_epi32(spots.size, fence->largest),
                                          _mm256_cmpgt_epi32(fence->smallest, spots.size));
    return _mm256_castsi256_ps(_mm256_and_si256(inside, fits));
}

LANES_TARGET static QD__ALWAYS_INLINE avx2_fence avx2_fence_of(const qd__home *home)
{
    const qd__square square = home->square;
    const int largest = 1 << square.shift; // a node of the world: 2^24 at most
    const int smallest = home->leaf || largest == 1 ? -1 : largest / 2;
    const avx2_fence fence = { _mm256_set1_epi32((int)square.x),    _mm256_set1_epi32((int)square.y),
                               _mm256_set1_epi32(-smallest),        _mm256_set1_epi32(-largest - 1),
                               _mm_cvtsi32_si128((int)square.wide), _mm_cvtsi32_si128((int)square.shift) };
    return fence;
}

LANES_TARGET static void avx2_list_spots(qd__boxes boxes, const qd__lattice *lattice, qd__spots *spots)
{
    for (uint32_t i = 0; i < boxes.count; i += 8) {
        const avx2_spots eight = avx2_spots_of(avx2_get_eight(boxes.sides + i, boxes.stride), lattice);
        _mm256_storeu_si256((__m256i *)(void *)(spots->x + i), eight.x);
        _mm256_storeu_si256((__m256i *)(void *)(spots->y + i), eight.y);
        _mm256_storeu_si256((__m256i *)(void *)(spots->sides + i),
                            _mm256_sub_epi32(_mm256_setzero_si256(), eight.size));
    }
}

LANES_TARGET static uint64_t avx2_leavers(qd__boxes boxes, const qd__lattice *lattice, const qd__home *home)
{
    if (!home->square.in_world) {
        return plain_leavers(boxes, lattice, home); // few, and a rule more
    }
    const avx2_fence fence = avx2_fence_of(home);
    uint64_t kept = 0;
    for (uint32_t i = 0; i < boxes.count; i += 8) {
        const avx2_eight eight = avx2_get_eight(boxes.sides + i, boxes.stride);
        kept |= (uint64_t)avx2_mask(avx2_kept(eight, lattice, &fence)) << i;
    }
    return ~kept & qd__low_bits_long(boxes.count);
}

/// Two boxes in one register, each the first four floats of a record of `bytes`.
LANES_TARGET static QD__ALWAYS_INLINE __m256 avx2_two_boxes(const void *boxes, size_t bytes, uint32_t low,
                                                            uint32_t high)
{
    const __m128 a = _mm_loadu_ps((const float *)(const void *)((const char *)boxes + low * bytes));
    const __m128 b = _mm_loadu_ps((const float *)(const void *)((const char *)boxes + high * bytes));
    return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}

LANES_TARGET static bool avx2_all_sound(const void *boxes, size_t bytes, size_t count)
{
    const __m256 sign = _mm256_set1_ps(-0.0f);
    __m256 ordered = _mm256_cmp_ps(sign, sign, _CMP_EQ_OQ), farthest = _mm256_setzero_ps();
    for (size_t i = 0; i + 2 <= count; i += 2) {
        const __m256 two = avx2_two_boxes((const char *)boxes + i * bytes, bytes, 0, 1);
        const __m256d corners = _mm256_castps_pd(two);
        const __m256 low = _mm256_castpd_ps(_mm256_unpacklo_pd(corners, corners));
        const __m256 high = _mm256_castpd_ps(_mm256_unpackhi_pd(corners, corners));
        ordered = _mm256_and_ps(_mm256_cmp_ps(low, high, _CMP_LE_OQ), ordered); // false of NaN
        farthest = _mm256_max_ps(_mm256_andnot_ps(sign, two), farthest);
    }
    const __m256 near = _mm256_cmp_ps(farthest, _mm256_set1_ps(FLT_MAX), _CMP_LE_OQ);
    return avx2_mask(_mm256_and_ps(ordered, near)) == 0xff &&
           (count % 2 == 0 || plain_all_sound((const char *)boxes + (count - 1) * bytes, bytes, 1));
}

/// Four ids and four slots at a time.
LANES_TARGET static bool avx2_all_live(const qd_id *ids, const uint32_t *slots, uint32_t first, size_t count)
{
    const size_t whole = count & ~(size_t)3;
    const __m256i step = _mm256_set1_epi64x(4);
    __m256i numbers = _mm256_add_epi64(_mm256_set1_epi64x(first), _mm256_setr_epi64x(0, 1, 2, 3));
    __m256i differing = _mm256_setzero_si256(), common = _mm256_set1_epi32(-1);
    for (size_t i = 0; i < whole; i += 4) {
        const __m256i four = _mm256_loadu_si256((const __m256i *)(const void *)(ids + i));
        const __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)(slots + 2 * i));
        const __m256i live = _mm256_blend_epi32(places, numbers, 0x55); // generations stay
        differing = _mm256_or_si256(_mm256_xor_si256(four, live), differing);
        common = _mm256_and_si256(four, common);
        numbers = _mm256_add_epi64(numbers, step);
    }
    const int odd = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_slli_epi64(common, 31)));
    return odd == 0xf && _mm256_testz_si256(differing, differing) &&
           (whole == count || plain_all_live(ids + whole, slots + 2 * whole, first + (uint32_t)whole, count - whole));
}

/// Eight boxes out of many, those of eight numbers counted from `first`, by side.
LANES_TARGET static QD__ALWAYS_INLINE avx2_eight avx2_transpose(const void *boxes, size_t bytes, const uint32_t from[8],
                                                                uint32_t first)
{
    const void *origin = (const void *)((uintptr_t)boxes - first * bytes); // where number 0 would be
    const __m256 a = avx2_two_boxes(origin, bytes, from[0], from[4]);
    const __m256 b = avx2_two_boxes(origin, bytes, from[1], from[5]);
    const __m256 c = avx2_two_boxes(origin, bytes, from[2], from[6]);
    const __m256 d = avx2_two_boxes(origin, bytes, from[3], from[7]);
    const __m256 ab_x = _mm256_unpacklo_ps(a, b), ab_y = _mm256_unpackhi_ps(a, b); // lower corners, upper corners
    const __m256 cd_x = _mm256_unpacklo_ps(c, d), cd_y = _mm256_unpackhi_ps(c, d);
    const __m256 zero = _mm256_setzero_ps(); // adding it leaves no negative zero, as in qd__aabb_of
    const avx2_eight eight = { {
        _mm256_add_ps(_mm256_shuffle_ps(ab_x, cd_x, 0x44), zero),
        _mm256_add_ps(_mm256_shuffle_ps(ab_x, cd_x, 0xee), zero),
        _mm256_sub_ps(zero, _mm256_shuffle_ps(ab_y, cd_y, 0x44)),
        _mm256_sub_ps(zero, _mm256_shuffle_ps(ab_y, cd_y, 0xee)),
    } };
    return eight;
}

/// Where a box lies if it stays in its leaf beyond doubt: twice its centre, from the lattice's, between `low` and
/// `high`, and no side above `side`. Doubt is a few steps at the leaf's edges, and a quarter of it at the world's,
/// beyond which steps are not even.
typedef struct avx2_inside {
    __m256 low_x, low_y, high_x, high_y, side;
} avx2_inside;

/// Twice the least and the greatest centre on one axis of a leaf `width` steps wide, from a step counted from the
/// world's centre on.
LANES_TARGET static inline void avx2_inside_axis(int32_t from, int32_t width, int32_t side, float step, __m256 *low,
                                                 __m256 *high)
{
    const int32_t doubt = 16, edge = (1 << QD__WORLD_SHIFT) - doubt - side;
    const int32_t least = 2 * from + doubt, greatest = 2 * (from + width) - doubt;
    *low = _mm256_set1_ps((float)(least > -edge ? least : -edge) * step);
    *high = _mm256_set1_ps((float)(greatest < edge ? greatest : edge) * step);
}

LANES_TARGET static inline avx2_inside avx2_inside_of(const qd__home *home, const qd__lattice *lattice)
{
    const qd__square square = home->square;
    const int32_t x = (int32_t)(square.x - QD__LATTICE_ORIGIN), y = (int32_t)(square.y - QD__LATTICE_ORIGIN);
    const int32_t height = (int32_t)1 << square.shift, width = height << square.wide, half = 1 << (QD__WORLD_SHIFT - 1);
    const bool at_edge = x == -half || y == -half || x + width == half || y + height == half;
    const int32_t side = at_edge ? height / 4 : height - 16;
    const float step = 1.0f / (lattice->scale * (float)half);
    avx2_inside inside;
    avx2_inside_axis(x, width, side, step, &inside.low_x, &inside.high_x);
    avx2_inside_axis(y, height, side, step, &inside.low_y, &inside.high_y);
    const bool known = home->leaf && qd__lattice_is_laid(lattice);
    inside.side = _mm256_set1_ps(known ? (float)side * step : NAN); // which no side is below
    return inside;
}

/// Are eight boxes valid, and does each stay beyond doubt? What is not finite lies outside.
LANES_TARGET static QD__ALWAYS_INLINE bool avx2_all_inside(avx2_eight boxes, const qd__lattice *lattice,
                                                           const avx2_inside *inside)
{
    __m256 from_center[4];
    for (unsigned side = 0; side < 4; side++) {
        from_center[side] = _mm256_sub_ps(boxes.sides[side], _mm256_set1_ps(lattice->center[side]));
    }
    // Upper corners are negated in an AABB.
    const __m256 x = _mm256_sub_ps(from_center[0], from_center[2]), y = _mm256_sub_ps(from_center[1], from_center[3]);
    const __m256 smaller =
        _mm256_min_ps(_mm256_add_ps(from_center[0], from_center[2]), _mm256_add_ps(from_center[1], from_center[3]));
    const __m256 in_x =
        _mm256_and_ps(_mm256_cmp_ps(x, inside->low_x, _CMP_GT_OQ), _mm256_cmp_ps(x, inside->high_x, _CMP_LT_OQ));
    const __m256 in_y =
        _mm256_and_ps(_mm256_cmp_ps(y, inside->low_y, _CMP_GT_OQ), _mm256_cmp_ps(y, inside->high_y, _CMP_LT_OQ));
    const __m256 sizes = _mm256_cmp_ps(avx2_negate(smaller), inside->side, _CMP_LE_OQ);
    const __m256 ordered_x = _mm256_cmp_ps(boxes.sides[0], avx2_negate(boxes.sides[2]), _CMP_LE_OQ);
    const __m256 ordered_y = _mm256_cmp_ps(boxes.sides[1], avx2_negate(boxes.sides[3]), _CMP_LE_OQ);
    const __m256 sound = _mm256_and_ps(ordered_x, ordered_y);
    return avx2_mask(_mm256_and_ps(_mm256_and_ps(_mm256_and_ps(in_x, in_y), sizes), sound)) == 0xff;
}

/// Are all of eight boxes valid? Those that are in order are finite if no side is below all floats.
LANES_TARGET static QD__ALWAYS_INLINE bool avx2_sound(avx2_eight boxes)
{
    const __m256 x = _mm256_cmp_ps(boxes.sides[0], avx2_negate(boxes.sides[2]), _CMP_LE_OQ);
    const __m256 y = _mm256_cmp_ps(boxes.sides[1], avx2_negate(boxes.sides[3]), _CMP_LE_OQ);
    const __m256 least =
        _mm256_min_ps(_mm256_min_ps(boxes.sides[0], boxes.sides[2]), _mm256_min_ps(boxes.sides[1], boxes.sides[3]));
    const __m256 finite = _mm256_cmp_ps(least, _mm256_set1_ps(-FLT_MAX), _CMP_GE_OQ);
    return avx2_mask(_mm256_and_ps(_mm256_and_ps(x, y), finite)) == 0xff;
}

/// The numbers of the last boxes, and for those beyond the last that of one of them again. Returns which these are, all
/// ones.
LANES_TARGET static QD__ALWAYS_INLINE __m256 avx2_last_from(const uint32_t *given, uint32_t count, uint32_t from[8])
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i within = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lanes);
    const __m256i numbers = _mm256_maskload_epi32((const int *)(const void *)given, within);
    const __m256i filled = _mm256_blendv_epi8(_mm256_set1_epi32((int)given[0]), numbers, within);
    _mm256_storeu_si256((__m256i *)(void *)from, filled);
    return _mm256_castsi256_ps(_mm256_xor_si256(within, _mm256_set1_epi32(-1)));
}

LANES_TARGET static uint64_t avx2_take_in(float *sides, uint32_t stride, uint32_t count, qd__fresh fresh,
                                          const qd__lattice *lattice, const qd__home *home, qd__aabb *bounds)
{
    if (!home->square.in_world) {
        return plain_take_in(sides, stride, count, fresh, lattice, home, bounds);
    }
    const avx2_inside inside = avx2_inside_of(home, lattice);
    const __m256 nothing = _mm256_set1_ps(INFINITY);
    avx2_wide all[4] = { nothing, nothing, nothing, nothing };
    uint64_t left = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        uint32_t last[8];
        const bool whole = i + 8 <= count;
        const __m256 beyond = whole ? _mm256_setzero_ps() : avx2_last_from(fresh.from + i, count - i, last);
        avx2_eight boxes = avx2_transpose(fresh.boxes, sizeof *fresh.boxes, whole ? fresh.from + i : last, fresh.first);
        avx2_eight stayers = boxes;
        if (!avx2_all_inside(boxes, lattice, &inside)) {
            if (!avx2_sound(boxes)) {
                return plain_take_in(sides, stride, count, fresh, lattice, home, bounds);
            }
            const avx2_fence fence = avx2_fence_of(home);
            const __m256 stay = avx2_kept(boxes, lattice, &fence);
            for (unsigned side = 0; side < 4; side++) {
                stayers.sides[side] = _mm256_blendv_ps(nothing, boxes.sides[side], stay);
            }
            left |= (uint64_t)(~avx2_mask(stay) & 0xff) << i;
        }
        for (unsigned side = 0; side < 4; side++) {
            all[side] = _mm256_min_ps(stayers.sides[side], all[side]);
            boxes.sides[side] = _mm256_or_ps(boxes.sides[side], beyond); // no number
        }
        avx2_put_eight(sides + i, stride, boxes);
    }
    *bounds = avx2_fold(all);
    return left & qd__low_bits_long(count);
}

#include "simd_avx2_load.h"

/// The same steps as plain_ranked, in one register.
LANES_TARGET static QD__ALWAYS_INLINE float avx2_ranked(const float *numbers, uint32_t count, float most, uint32_t rank)
{
    const __m256i before = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6);
    const __m256 lowest = _mm256_set1_ps(-INFINITY), limit = _mm256_set1_ps(most);
    __m256 kept = _mm256_set1_ps(INFINITY);
    for (uint32_t i = 0; i < count; i += 8) {
        for (uint32_t near = avx2_mask(_mm256_cmp_ps(avx2_load(numbers + i), limit, _CMP_LE_OQ)); near;
             near &= near - 1) {
            const __m256 number = _mm256_set1_ps(numbers[i + qd__lowest_bit(near)]);
            const __m256 shifted = _mm256_blend_ps(_mm256_permutevar8x32_ps(kept, before), lowest, 1);
            kept = _mm256_min_ps(kept, _mm256_max_ps(shifted, number));
        }
    }
    float sorted[8];
    _mm256_storeu_ps(sorted, kept);
    return sorted[rank - 1];
}

/// How far four boxes are from one on an axis, squared. Upper sides are negated, as in an AABB.
LANES_TARGET static QD__ALWAYS_INLINE __m256d avx2_gaps(const float *low, const float *high, __m256d from_low,
                                                        __m256d from_high)
{
    const __m256d below = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(low)), from_high);
    const __m256d above = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(high)), from_low);
    const __m256d gap = _mm256_max_pd(_mm256_max_pd(below, above), _mm256_setzero_pd());
    return _mm256_mul_pd(gap, gap);
}

/// The same steps as qd__gap_squared, in double, each rounded alike.
LANES_TARGET static uint64_t avx2_near(qd__boxes boxes, qd__aabb from, double cut, double *squares)
{
    const __m256d low_x = _mm256_set1_pd(from.v[0]), high_x = _mm256_set1_pd(from.v[2]);
    const __m256d low_y = _mm256_set1_pd(from.v[1]), high_y = _mm256_set1_pd(from.v[3]), most = _mm256_set1_pd(cut);
    const size_t stride = boxes.stride;
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i += 4) {
        const float *at = boxes.sides + i;
        const __m256d x = avx2_gaps(at, at + 2 * stride, low_x, high_x);
        const __m256d sum = _mm256_add_pd(x, avx2_gaps(at + stride, at + 3 * stride, low_y, high_y));
        _mm256_storeu_pd(squares + i, sum);
        mask |= (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_cmp_pd(sum, most, _CMP_LE_OQ)) << i;
    }
    return mask & qd__low_bits_long(boxes.count);
}

#include "simd_kernels.h"
