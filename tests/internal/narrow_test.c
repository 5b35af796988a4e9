// How doubles become floats: both roundings at once beside each by itself, and which AABBs are sure to stand for boxes
// that overlap. Boxes here touch, overlap by less than a step of a float, or by some steps, about all kinds of origins.
#include "exact.h"
#include "narrow.h"
#include "simd_base.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 400000 };

static double unit(struct prng *random)
{
    return (double)(prng_next(random) >> 11) * 0x1p-53;
}

static double odd_number(struct prng *random)
{
    const double special[] = { 0,       -0.0,     1,        -1,      FLT_MAX,     -FLT_MAX,  3e38,    1e300,
                               DBL_MAX, -DBL_MAX, 4.9e-324, 1e-45,   1 + 0x1p-24, INFINITY,  -1e-310, -1e-45,
                               FLT_MIN, 1.5,      16777217, 0x1p-30, 1 - 0x1p-25, -INFINITY, 1e-40,   -1.25 };
    const uint32_t which = prng_below(random, 60);
    return which < 24 ? special[which] : unit(random) * ldexp(1, (int)prng_below(random, 80) - 40) - 1;
}

static bool are_equal(qd__aabb a, qd__aabb b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/// The box rounded inward: what lies beyond a side, rounded away from the box as if it were its own.
static qd__aabb rounded_inward(const qd__origin *origin, qd_box box)
{
    const double sides[4] = { box.min.x, box.min.y, -box.max.x, -box.max.y };
    qd__aabb aabb;
    for (int i = 0; i < 4; i++)
        aabb.v[i] = 0.0f - qd__round_down(origin->v[i] - sides[i]);
    return aabb;
}

static void both_roundings_are_those_of_each(void)
{
    struct prng random = { 27 };
    for (int round = 0; round < ROUNDS; round++) {
        const qd_box box = { { odd_number(&random), odd_number(&random) },
                             { odd_number(&random), odd_number(&random) } };
        const double x = odd_number(&random), y = odd_number(&random);
        const qd__origin origin = qd__origin_at((qd_vec2){ isfinite(x) ? x / 4 : 0, isfinite(y) ? y / 4 : 0 });
        qd__aabb outward, inward;
        qd__narrow_both(&origin, &box, &outward, &inward);
        assert_true(are_equal(outward, qd__aabb_of(qd__narrow(&origin, box))));
        assert_true(are_equal(inward, rounded_inward(&origin, box)));
        qd__narrow_window(&origin, &box, &outward, &inward);
        assert_true(are_equal(outward, qd__aabb_of(qd__narrow(&origin, box))));
        assert_true(are_equal(inward, rounded_inward(&origin, box)));
    }
}

/// A number that is some quarters of a float's step away from another.
static double near_number(struct prng *random, double from, double origin)
{
    const float at = (float)(from - origin);
    const double step = (double)nextafterf(fabsf(at), INFINITY) - fabs((double)at);
    return from + ((double)prng_below(random, 97) - 48) * step / 4;
}

static void sure_boxes_overlap_by_more_than_an_edge(void)
{
    struct prng random = { 28 };
    size_t sure = 0, unsure = 0, apart = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double scale = ldexp(1, (int)prng_below(&random, 200) - 152);
        const qd__origin origin = qd__origin_at((qd_vec2){ unit(&random) * scale, 0 });
        const double x = (unit(&random) - 0.5) * scale, y = prng_below(&random, 4) == 0 ? 0 : x;
        const qd_box a = { { x - scale, y - scale }, { x, y } };
        const qd_vec2 corner = { near_number(&random, x, origin.v[0]), near_number(&random, y, origin.v[1]) };
        const qd_box b = { corner, { fmax(corner.x, x) + scale, fmax(corner.y, y) + scale } };
        const qd__aabb narrow_a = qd__aabb_of(qd__narrow(&origin, a)), narrow_b = qd__aabb_of(qd__narrow(&origin, b));
        const bool overlap = qd__boxes_overlap(&a, &b, true), is_sure = qd__surely_overlap(narrow_a, narrow_b);
        assert_true(overlap || !is_sure);
        assert_true(is_sure == qd__surely_overlap(narrow_b, narrow_a));
        sure += is_sure;
        unsure += overlap && !is_sure;
        apart += !overlap;
    }
    assert_true(sure > ROUNDS / 50 && unsure > ROUNDS / 50 && apart > ROUNDS / 50);
    const qd__aabb outermost = { { FLT_MAX, 0, -FLT_MAX, -FLT_MAX } }, all = { { -FLT_MAX, -1, -FLT_MAX, -FLT_MAX } };
    assert_false(qd__surely_overlap(outermost, all));
    assert_true(qd__surely_overlap((qd__aabb){ { 0, 0, -10, -10 } }, (qd__aabb){ { 9, 9, -19, -19 } }));
}

tests_main(plain_test(both_roundings_are_those_of_each), plain_test(sure_boxes_overlap_by_more_than_an_edge))
