// Vector instructions for many boxes at a time. See simd.h; what compares few boxes is in simd_base.h.
#include "simd.h"

#include "simd_base.h"
#include "sketch.h"

enum { PACKED_STRIDE = QD__BOXES_MOST + QD__GROUP };

/// Some boxes out of many, by side, negated, and followed by NaN up to a whole group, and the number of each among the
/// many.
struct packed {
    _Alignas(32) float sides[4][PACKED_STRIDE];
    uint8_t number[PACKED_STRIDE];
};

/// The results of comparing boxes with groups of others, where there is any: a mask | the code of the box and of the
/// group's first box << 16.
struct notes {
    uint32_t count;
    uint32_t note[QD__NOTES_MOST + 1]; // and one that does not stay
};

// What the kernels that rank have in common: see simd_ranked.h.

enum { COLUMNS = 2 * QD__GROUP };

static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

/// The least of some numbers, by halves: one after the other each would wait for the one before.
static inline float least_of(const float numbers[QD__GROUP])
{
    float least[QD__GROUP / 2];
    for (unsigned i = 0; i < QD__GROUP / 2; i++)
        least[i] = lesser(numbers[i], numbers[i + QD__GROUP / 2]);
    return lesser(lesser(least[0], least[1]), lesser(least[2], least[3]));
}

enum { PLACES = 0x7f };
_Static_assert(QD__RANKS_MOST <= PLACES + 1, "a place takes so many bits");

/// A number from 0 on as an integer; integers are in the order of numbers. The last bits give way to the number's place
/// among others, so that no two are equal.
static inline int32_t distinct(float number, uint32_t place)
{
    int32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (bits & ~PLACES) | (int32_t)place;
}

/// What floats say of squared distances up to one, and of those that are longer by the spread.
static inline float spread_cut(float squared, double spread)
{
    if (spread == 0)
        return qd__rough_cut(squared);
    const double reach = sqrt((double)qd__rough_cut(squared)) + spread;
    return qd__rough_cut(reach * reach);
}

static QD__ALWAYS_INLINE uint64_t near_exactly(qd__boxes boxes, uint64_t lanes, qd__aabb from, double cut,
                                               double *squares)
{
    uint64_t mask = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uint32_t lane = qd__lowest_bit_long(lanes);
        const qd__aabb aabb = qd__boxes_at(boxes, lane);
        squares[lane] = qd__gap_squared(&aabb, &from);
        mask |= (uint64_t)(squares[lane] <= cut) << lane;
    }
    return mask;
}

static QD__ALWAYS_INLINE uint64_t enter_exactly(qd__boxes boxes, const qd__line *line, double cut, double *enters)
{
    uint64_t mask = 0;
    for (uint32_t lane = 0; lane < boxes.count; lane++) {
        enters[lane] = qd__line_enters_aabb(qd__boxes_at(boxes, lane), line);
        mask |= (uint64_t)(enters[lane] <= cut) << lane;
    }
    return mask;
}

/// Which of some boxes floats say the line comes to first.
static inline uint32_t first_roughly(uint64_t lanes, const float *rough)
{
    uint32_t first = qd__lowest_bit_long(lanes);
    for (uint64_t left = lanes & (lanes - 1); left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        first = rough[lane] < rough[first] ? lane : first;
    }
    return first;
}

/// The same of the boxes that floats let through, for a line that a sketch is good for; none of them is that of
/// nothing. Where one box is wanted, the first as floats see it comes first, and few of the others need be asked
/// exactly.
static QD__ALWAYS_INLINE uint64_t enter_sifted(qd__boxes boxes, uint64_t lanes, const float *rough,
                                               const qd__line *line, double cut, uint32_t wanted, double *enters)
{
    uint64_t mask = 0, next = 0;
    float limit = INFINITY;
    for (uint64_t left = lanes; left; left &= ~next) {
        const uint32_t lane = left == lanes && wanted == 1 ? first_roughly(left, rough) : qd__lowest_bit_long(left);
        next = UINT64_C(1) << lane;
        if (rough[lane] > limit)
            continue;
        enters[lane] = qd__plain_line_enters(qd__boxes_at(boxes, lane), line);
        mask |= enters[lane] <= cut ? next : 0;
        if (wanted == 1 && enters[lane] <= cut) {
            cut = enters[lane];
            limit = qd__rough_cut(cut);
        }
    }
    return mask;
}

#define LANES(x) QD__JOIN(LANES_SET, x)
#define QD__QUOTED(x) #x
#define QD__TEXT(x) QD__QUOTED(x)

// The kernels for one set after the other.
#define LANES_SET plain
#define LANES_WIDTH 4
#define LANES_TARGET
#define LANES_PLAIN
#include "simd_plain.h"

#include "simd_kernels.h"
#undef LANES_SET
#undef LANES_PLAIN

#if !defined(QD__BASE_IS_PLAIN)
#define LANES_SET QD__BASE_SET
#include "simd_kernels.h"
#undef LANES_SET
#endif
#undef LANES_WIDTH
#undef LANES_TARGET

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2 1
#include "ops_avx2.h"
#define LANES_SET avx2
#define LANES_WIDTH 8
#define LANES_TARGET AVX2_TARGET
#include "simd_kernels.h"
#undef LANES_SET
#undef LANES_WIDTH
#undef LANES_TARGET
#endif
#undef LANES

const qd__simd *qd__simd_list(unsigned i)
{
    const qd__simd *list[4] = { &plain_simd };
    unsigned count = 1;
#if !defined(QD__BASE_IS_PLAIN)
    list[count++] = &QD__BASE(simd);
#endif
#if defined(HAVE_AVX2)
    // not covered: a processor has them or has not; `make lanes` tests as if it had not
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        list[count++] = &avx2_simd;
#endif
    return i < count ? list[i] : NULL;
}

const qd__simd *qd__simd_best(void)
{
    const qd__simd *best = NULL, *next;
    for (unsigned i = 0; (next = qd__simd_list(i)) != NULL; i++) {
#if defined(QD__LANES_ONLY)
        if (strcmp(next->name, QD__LANES_ONLY) != 0 && best)
            continue;
#endif
        best = next;
    }
    return best;
}
