// The side of a line, exactly: against schoolbook arithmetic, with numbers of all magnitudes, on lines and one step
// beside them.
#include "orient.h"
#include "support.h"

#include "../../libs/oracle/exact.h"
#include <float.h>
#include <math.h>

static double of_any_size(struct prng *random)
{
    static const double ends[] = { 0, DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MIN,
                                   1, -1,      FLT_MAX,  1e308,        1e-308,        0x1p-537 };
    switch (prng_below(random, 4)) {
    case 0:
        return ends[prng_below(random, sizeof ends / sizeof *ends)];
    case 1:
        return ldexp((double)prng_below(random, 2001) - 1000, (int)prng_below(random, 2088) - 1074);
    case 2:
        return (double)prng_below(random, 7) - 3;
    default:
        return prng_between(random, -1, 1) * (1 + prng_below(random, 8) * DBL_EPSILON);
    }
}

static qd_vec2 some_point(struct prng *random)
{
    const double x = of_any_size(random), y = of_any_size(random);
    return (qd_vec2){ x, y };
}

static void signs_are_those_of_exact_arithmetic(void)
{
    struct prng random = { 12 };
    size_t on = 0, overflow = 0;
    for (int i = 0; i < 200000; i++) {
        const qd_vec2 p = some_point(&random), q = some_point(&random);
        qd_vec2 r = some_point(&random);
        if (i % 3 > 0) { // on the line through the two, or nearly
            const double t = prng_below(&random, 9) / 8.0;
            r.x = p.x * (1 - t) + q.x * t;
            r.y = p.y * (1 - t) + q.y * t;
            r.x = i % 3 == 1 ? r.x : nextafter(r.x, prng_below(&random, 2) ? DBL_MAX : -DBL_MAX);
        }
        const int side = qd__orient(p, q, r);
        assert_int_equal(side, qd__oracle_turn(p, q, r));
        assert_int_equal(side, qd__orient(q, r, p));
        assert_int_equal(side, -qd__orient(q, p, r));
        on += side == 0;
        overflow += !isfinite(q.x - p.x) || !isfinite((q.x - p.x) * (r.y - p.y));
    }
    assert_true(on > 10000 && overflow > 10000);
}

tests_main(plain_test(signs_are_those_of_exact_arithmetic))
