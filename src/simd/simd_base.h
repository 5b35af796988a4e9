// Few boxes compared: inline, since a call through a pointer would cost more than it saves.
//
// Boxes are compared by side (boxes.h): one vector comparison covers a side of four boxes, and four comparisons decide.
#ifndef QD_SIMD_BASE_H
#define QD_SIMD_BASE_H

#include "bits.h"
#include "boxes.h"
#include "narrow.h"
#include "simd_ops.h"

typedef QD__BASE(wide) qd__wide;

/// qd__aabb_of, from memory.
static inline qd__aabb qd__aabb_from(const qd__fbox *box)
{
#if defined(QD__SSE2)
    const __m128 negated = _mm_xor_ps(_mm_loadu_ps(&box->min.x), _mm_setr_ps(0.0f, 0.0f, -0.0f, -0.0f));
    qd__aabb aabb;
    _mm_storeu_ps(aabb.v, _mm_add_ps(negated, _mm_setzero_ps())); // as there, no negative zero
    return aabb;
#else
    return qd__aabb_of(*box);
#endif
}

/// qd__narrow_both, for a box that has just been written: each number is read by itself, since a wide load right after
/// narrow stores waits for all of them.
static inline void qd__narrow_window(const qd__origin *origin, const qd_box *box, qd__aabb *outward, qd__aabb *inward)
{
#if defined(QD__SSE2)
    const __m128d most = _mm_set1_pd(FLT_MAX), least = _mm_set1_pd(-FLT_MAX), sign = _mm_set1_pd(-0.0);
    const __m128d low = _mm_sub_pd(_mm_setr_pd(box->min.x, box->min.y), _mm_loadu_pd(origin->v));
    const __m128d high = _mm_sub_pd(_mm_setr_pd(-box->max.x, -box->max.y), _mm_loadu_pd(origin->v + 2));
    const __m128d a = _mm_max_pd(_mm_min_pd(low, most), least), b = _mm_max_pd(_mm_min_pd(high, most), least);
    const __m128 nearest = sse2_rounded(a, b);
    const __m128i bits = _mm_castps_si128(nearest), away = _mm_or_si128(_mm_srai_epi32(bits, 31), _mm_set1_epi32(1));
    const __m128 above = sse2_above_doubles(nearest, a, b);
    const __m128 below = sse2_above_doubles(sse2_negate(nearest), _mm_xor_pd(a, sign), _mm_xor_pd(b, sign));
    const __m128i down = _mm_sub_epi32(bits, _mm_and_si128(_mm_castps_si128(above), away));
    const __m128i up = _mm_add_epi32(bits, _mm_and_si128(_mm_castps_si128(below), away));
    _mm_storeu_ps(outward->v, _mm_add_ps(_mm_castsi128_ps(down), _mm_setzero_ps())); // no negative zero
    _mm_storeu_ps(inward->v, _mm_add_ps(_mm_castsi128_ps(up), _mm_setzero_ps()));
#else
    qd__narrow_both(origin, box, outward, inward);
#endif
}

/// Do all boxes that two AABBs can stand for overlap by more than an edge? Both are rounded about one origin.
///
/// A side's AABB number is the float below it, less than a step away. Where two sides lie apart by more than a step of
/// each, the exact ones lie apart the same way:
///
///     a's lower side  v[.)          v: its float, rounded down; it lies before the next float
///     b's upper side         (.]v      the same from above
///
/// A step is at most 2^-23 of its float, or the smallest float; twice that covers the sums' own rounding. False where
/// a side is the outermost float.
static inline bool qd__surely_overlap(qd__aabb a, qd__aabb b)
{
    const qd__aabb turned = { { b.v[2], b.v[3], b.v[0], b.v[1] } };
    const qd__wide v = QD__BASE(load)(a.v), w = QD__BASE(load)(turned.v);
    const qd__wide sizes =
        QD__BASE(plus)(QD__BASE(most)(v, QD__BASE(negate)(v)), QD__BASE(most)(w, QD__BASE(negate)(w)));
    const qd__wide margin = QD__BASE(plus)(QD__BASE(times)(sizes, QD__BASE(splat)(0x1p-22F)), QD__BASE(splat)(FLT_MIN));
    return QD__BASE(mask)(QD__BASE(below)(QD__BASE(plus)(v, w), QD__BASE(negate)(margin), true)) == 15;
}

/// The union of those boxes that are set in a mask. No bit beyond the boxes in use may be set.
static inline qd__aabb qd__unite_some(qd__boxes boxes, uint64_t mask)
{
    const qd__wide none = QD__BASE(splat)(INFINITY);
    qd__wide all[4] = { none, none, none, none };
    for (uint32_t i = 0; i < boxes.count; i += 4) {
        for (uint32_t side = 0; side < 4; side++) {
            const qd__wide sides = QD__BASE(load)(boxes.sides + (size_t)side * boxes.stride + i);
            all[side] = QD__BASE(least)(QD__BASE(keep)(sides, (uint32_t)(mask >> i)), all[side]);
        }
    }
    qd__aabb united;
    for (unsigned side = 0; side < 4; side++) {
        float lanes[4];
        QD__BASE(store)(lanes, all[side]);
        const float a = lanes[0] < lanes[1] ? lanes[0] : lanes[1], b = lanes[2] < lanes[3] ? lanes[2] : lanes[3];
        united.v[side] = a < b ? a : b;
    }
    return united;
}

/// Makes an AABB its union with another.
static inline void qd__unite_with(qd__aabb *all, const qd__aabb *more)
{
    QD__BASE(store)(all->v, QD__BASE(least)(QD__BASE(load)(more->v), QD__BASE(load)(all->v)));
}

/// In which lanes is `a` below `b` on all four sides?
static inline uint32_t qd__four_below(const qd__wide a[4], const qd__wide b[4], bool open)
{
    return QD__BASE(mask)(
        QD__BASE(both)(QD__BASE(both)(QD__BASE(below)(a[0], b[0], open), QD__BASE(below)(a[1], b[1], open)),
                       QD__BASE(both)(QD__BASE(below)(a[2], b[2], open), QD__BASE(below)(a[3], b[3], open))));
}

/// Each side of a box four times.
static inline void qd__four_splat(const qd__aabb *box, qd__wide sides[4])
{
    for (unsigned side = 0; side < 4; side++)
        sides[side] = QD__BASE(splat)(box->v[side]);
}

static inline void qd__four_load(const qd__four *bounds, qd__wide sides[4])
{
    for (unsigned side = 0; side < 4; side++)
        sides[side] = QD__BASE(load)(bounds->side[side]);
}

/// Which nodes of a quad have bounds that overlap the probe, of which each side is given four times.
static inline uint32_t qd__four_within(const qd__four *bounds, const qd__wide probe[4], bool open)
{
    qd__wide sides[4];
    qd__four_load(bounds, sides);
    return open ? qd__four_below(sides, probe, true) : qd__four_below(sides, probe, false);
}

/// Which nodes of a quad have bounds that a box covers; with open edges strictly, since a point on its edge is not in
/// it. Each side of the box is given four times.
static inline uint32_t qd__four_around(const qd__four *bounds, const qd__wide box[4], bool open)
{
    qd__wide sides[4];
    qd__four_load(bounds, sides);
    return open ? qd__four_below(box, sides, true) : qd__four_below(box, sides, false);
}

/// Which nodes of a quad have bounds that overlap the probe.
static inline uint32_t qd__four_overlap(const qd__four *bounds, qd__aabb probe, bool open)
{
    qd__wide wide[4];
    qd__four_splat(&probe, wide);
    return qd__four_within(bounds, wide, open);
}

static inline uint32_t qd__four_covered(const qd__four *bounds, const qd__aabb *box, bool open)
{
    qd__wide wide[4];
    qd__four_splat(box, wide);
    return qd__four_around(bounds, wide, open);
}

/// Bit 4 * i + j: others[i] overlaps bounds[j], for the first nodes of one quad with those of another.
static QD__ALWAYS_INLINE uint32_t qd__rows_overlap(const qd__four *bounds, const qd__four *others, unsigned rows,
                                                   bool open)
{
    qd__wide probes[4];
    for (unsigned side = 0; side < 4; side++)
        probes[side] = QD__BASE(negate)(QD__BASE(load)(bounds->side[side ^ 2]));
    uint32_t mask = 0;
    for (unsigned i = 0; i < rows; i++) {
        qd__wide one[4];
        for (unsigned side = 0; side < 4; side++)
            one[side] = QD__BASE(splat)(others->side[side][i]);
        mask |= qd__four_below(one, probes, open) << (4 * i);
    }
    return mask;
}

static inline uint32_t qd__sixteen_overlap(const qd__four *bounds, const qd__four *others, bool open)
{
    return qd__rows_overlap(bounds, others, 4, open);
}

enum { QD__SIX = 0x08ce }; ///< The pairs of a node with a later one, of sixteen.

/// The same for the nodes of one quad: bit 4 * i + j only where j comes after i.
static inline uint32_t qd__six_overlap(const qd__four *bounds, bool open)
{
    return qd__rows_overlap(bounds, bounds, 3, open) & QD__SIX;
}

/// Which of four numbers are equal to one.
static inline uint32_t qd__four_equal(const uint32_t *numbers, uint32_t number)
{
#if defined(QD__SSE2)
    const __m128i four = _mm_loadu_si128((const __m128i *)(const void *)numbers);
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(four, _mm_set1_epi32((int)number))));
#else
    uint32_t same = 0;
    for (unsigned i = 0; i < 4; i++)
        same |= (uint32_t)(numbers[i] == number) << i;
    return same;
#endif
}

/// Which of sixteen numbers are equal to one.
static inline uint32_t qd__sixteen_equal(const uint32_t *numbers, uint32_t number)
{
#if defined(QD__SSE2)
    const __m128i *lanes = (const __m128i *)(const void *)numbers, wanted = _mm_set1_epi32((int)number);
    __m128i same[4];
    for (int i = 0; i < 4; i++)
        same[i] = _mm_cmpeq_epi32(_mm_loadu_si128(lanes + i), wanted);
    const __m128i ab = _mm_packs_epi32(same[0], same[1]), cd = _mm_packs_epi32(same[2], same[3]);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(ab, cd));
#else
    uint32_t same = 0;
    for (unsigned i = 0; i < 16; i++)
        same |= (uint32_t)(numbers[i] == number) << i;
    return same;
#endif
}

#endif
