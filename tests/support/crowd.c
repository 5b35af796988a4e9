// Crowds: see crowd.h.
#include "crowd.h"
#include "workers.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

static float extreme(struct prng *random)
{
    static const float values[] = {
        0,       FLT_TRUE_MIN, -FLT_TRUE_MIN,   3 * FLT_TRUE_MIN, FLT_MIN,    -FLT_MIN,  1, -1, 1e-30f, 1e20f, -1e20f,
        FLT_MAX, -FLT_MAX,     0x1.fffffcp127f, -0x1.fffffcp127f, 16777216.f, 16777218.f
    };
    return values[prng_below(random, sizeof values / sizeof *values)];
}

static float stepped(float value, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++)
        value = nextafterf(value, INFINITY);
    return value;
}

static qd_box squarish(struct prng *random, double span, double side)
{
    double x = prng_between(random, 0, span), y = prng_between(random, 0, span);
    double width = prng_between(random, 0, side), height = prng_between(random, 0, side);
    return qd_box_xywh(x, y, width, height);
}

static qd_box on_steps(struct prng *random)
{
    float corner[4];
    for (int i = 0; i < 4; i++) {
        float base = (float)prng_below(random, 3) + 7.1f;
        corner[i] = stepped(base, prng_below(random, 3));
    }
    qd_vec2 p = { corner[0], corner[1] }, q = { corner[2], corner[3] };
    return qd_box_between(p, q);
}

static double step_of_double(struct prng *random)
{
    return prng_below(random, 3) + 1e7 + prng_below(random, 5) * 0x1p-29;
}

static double end_of_double(struct prng *random)
{
    static const double values[] = { 0,       DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MIN, -DBL_MIN, 1,
                                     -1,      1e-30,        1e200,         -1e200,  FLT_MAX,  -FLT_MAX,
                                     DBL_MAX, -DBL_MAX,     DBL_MAX / 2,   0x1p53,  0x1.8p53, 1e-310 };
    return values[prng_below(random, sizeof values / sizeof *values)];
}

static qd_box of_doubles(struct prng *random, double (*number)(struct prng *random))
{
    const double x = number(random), y = number(random);
    const qd_vec2 p = { x, y };
    if (prng_below(random, 3) == 0)
        return qd_box_at(p);
    const double other_x = number(random), other_y = number(random);
    return qd_box_between(p, (qd_vec2){ other_x, other_y });
}

static qd_box at_extremes(struct prng *random)
{
    qd_vec2 p, q;
    p.x = extreme(random);
    p.y = extreme(random);
    q = p;
    if (prng_below(random, 3) > 0) {
        q.x = extreme(random);
        q.y = extreme(random);
    }
    return qd_box_between(p, q);
}

qd_box crowd_box(enum crowd_kind kind, struct prng *random)
{
    switch (kind) {
    case UNIFORM:
        return squarish(random, 100, 3);
    case SIZES:
        return squarish(random, 100, 0.01 * (1u << prng_below(random, 14)));
    case TILES: {
        double x = prng_below(random, 30), y = prng_below(random, 30);
        return box(x, y, x + 1 + prng_below(random, 2), y + 1);
    }
    case ONE_PLACE:
        return prng_below(random, 2) ? point_at(5, 5) : box(4, 4, 5, 5);
    case ULPS:
        return on_steps(random);
    case EXTREMES:
        return at_extremes(random);
    case STEPS_OF_DOUBLES:
        return of_doubles(random, step_of_double);
    case ENDS_OF_DOUBLES:
        return of_doubles(random, end_of_double);
    default: {
        qd_box near = squarish(random, 1, 0.01);
        double far = ldexp(1, (int)prng_below(random, 126));
        if (prng_below(random, 8) > 0)
            return near;
        return box(near.min.x * far, near.min.y * -far, near.min.x * far, near.min.y * -far + far / 16);
    }
    }
}

void crowd_open(struct crowd *crowd, enum crowd_kind kind, const qd_tree_def *def, size_t count, uint64_t seed,
                bool filters)
{
    struct prng random = { seed };
    qd_tree_def own = def ? *def : (qd_tree_def){ 0 };
    own.precision = trees_precision() == QD_DOUBLE ? QD_DOUBLE : own.precision;
    crowd->tree = tree_of(&own);
    assert_int_equal(qd_oracle_create(&own, &crowd->oracle), QD_OK);
    compare_create(&crowd->compare, crowd->tree, crowd->oracle);
    for (size_t i = 0; i < count; i++) {
        qd_item item = { crowd_box(kind, &random), i, { 0, 0 }, 0 };
        if (filters) {
            item.filter.layers = 1u << prng_below(&random, 4);
            item.filter.mask = prng_below(&random, 16);
        }
        const qd_id id = put(crowd->tree, item);
        assert_null(qd_oracle_id_problem(crowd->oracle, id));
        assert_int_equal(qd_oracle_insert_as(crowd->oracle, &item, id), QD_OK);
    }
    assert_true(qd_tree_check(crowd->tree));
}

void crowd_close(struct crowd *crowd)
{
    compare_destroy(&crowd->compare);
    qd_oracle_destroy(crowd->oracle);
    qd_tree_destroy(crowd->tree);
}

void crowd_expect(const struct crowd *crowd, bool same)
{
    if (!same)
        fail_msg("%s", crowd->compare.why);
}
