// Random boxes for the checks of the lane operations. Nothing here needs more than a C compiler, so that they also run
// where there is no test library.
#ifndef TESTS_LANES_CROWD_H
#define TESTS_LANES_CROWD_H

#include <simd.h>
#include <simd_base.h>

/// Ends a check that does not hold.
#define HOLDS(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return #condition;                                                                                         \
        }                                                                                                              \
    } while (0)

/// Deterministic random numbers (splitmix64).
typedef struct prng {
    uint64_t state;
} prng;

static inline uint64_t prng_next(prng *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline uint32_t prng_below(prng *random, uint32_t limit)
{
    return (uint32_t)((prng_next(random) >> 32) * limit >> 32);
}

enum { ROUNDS = 20000 };

/// A few coordinates that often coincide, and some that are extreme.
static inline float coordinate(prng *random)
{
    static const float special[] = { -FLT_MAX, FLT_MAX, 0, 1e-45f, -1e-45f, 1e9f, -1e30f, 16777216, 0.5f };
    const uint32_t kind = prng_below(random, 20);
    if (kind < sizeof special / sizeof *special)
        return special[kind];
    return (float)prng_below(random, 12);
}

static inline qd__aabb some_aabb(prng *random)
{
    const qd_vec2 p = { coordinate(random), coordinate(random) }, q = { coordinate(random), coordinate(random) };
    const qd_box box = prng_below(random, 4) ? qd_box_between(p, q) : qd_box_at(p);
    return qd__aabb_of(qd__fbox_of(&box));
}

/// Boxes by side, as a bucket or a quad keeps them, and a guard behind the last side.
typedef struct crowd {
    float sides[4 * QD__BOXES_MOST + QD__GROUP];
    qd__boxes boxes;
} crowd;

static inline void set(crowd *all, uint32_t i, qd__aabb aabb)
{
    qd__boxes_set(all->sides, all->boxes.stride, i, aabb);
}

static inline qd__aabb at(const crowd *all, uint32_t i)
{
    return qd__boxes_at(all->boxes, i);
}

/// `count` boxes in arrays of any stride that a bucket may have; beyond them NaN.
static inline void fill(prng *random, crowd *all, uint32_t count)
{
    const uint32_t least = count ? (count + 15) / 16 : 1, stride = 16 * (least + prng_below(random, 5 - least));
    const qd__boxes boxes = { all->sides, stride, count };
    all->boxes = boxes;
    for (unsigned i = 0; i < sizeof all->sides / sizeof *all->sides; i++)
        all->sides[i] = i < 4 * stride ? NAN : 0; // the guard is a box that overlaps many
    for (uint32_t i = 0; i < count; i++)
        set(all, i, some_aabb(random));
}

/// 0 to 64 boxes; numbers about the size of a group, and the most, come often.
static inline uint32_t some_count(prng *random)
{
    static const uint32_t special[] = { 0, 1, 4, 7, 8, 9, 16, 17, 32, 56, 57, 63, 64 };
    const uint32_t kind = prng_below(random, 26);
    return kind < sizeof special / sizeof *special ? special[kind] : prng_below(random, QD__BOXES_MOST + 1);
}

/// The bounds of the nodes of a quad; some are those of nothing.
static inline qd__four some_four(prng *random)
{
    qd__four four;
    for (uint32_t lane = 0; lane < 4; lane++)
        qd__four_set(&four, lane, prng_below(random, 6) ? some_aabb(random) : qd__aabb_empty());
    return four;
}

/// Boxes as a quad has them, or as a bucket.
static inline void fill_either(prng *random, crowd *all, uint32_t count)
{
    fill(random, all, count);
    if (prng_below(random, 4) == 0) {
        const qd__four four = some_four(random);
        memcpy(all->sides, four.side, sizeof four.side);
        all->boxes.stride = all->boxes.count = 4;
    } else if (count) {
        set(all, prng_below(random, count), prng_below(random, 2) ? qd__aabb_empty() : some_aabb(random));
    }
}

static inline uint64_t some_mask(prng *random, uint32_t count)
{
    const uint64_t one = prng_next(random), other = prng_next(random);
    const uint64_t masks[] = {
        0, UINT64_MAX, one, one & other, UINT64_C(1) << prng_below(random, 64), UINT64_MAX << prng_below(random, 64)
    };
    return masks[prng_below(random, 6)] & qd__low_bits_long(count);
}

#endif
