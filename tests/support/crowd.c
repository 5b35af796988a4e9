// Crowds: see crowd.h.
#include "crowd.h"
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

static qd_box squarish(struct prng *random, float span, float side)
{
    float x = prng_between(random, 0, span), y = prng_between(random, 0, span);
    float width = prng_between(random, 0, side), height = prng_between(random, 0, side);
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
        return squarish(random, 100, 0.01f * (float)(1u << prng_below(random, 14)));
    case TILES: {
        float x = (float)prng_below(random, 30), y = (float)prng_below(random, 30);
        return box(x, y, x + 1 + (float)prng_below(random, 2), y + 1);
    }
    case ONE_PLACE:
        return prng_below(random, 2) ? point_at(5, 5) : box(4, 4, 5, 5);
    case ULPS:
        return on_steps(random);
    case EXTREMES:
        return at_extremes(random);
    default: {
        qd_box near = squarish(random, 1, 0.01f);
        float far = ldexpf(1, (int)prng_below(random, 126));
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
    crowd->tree = qd_tree_create(def);
    assert_non_null(crowd->tree);
    oracle_create(&crowd->oracle, def ? def->edges : QD_EDGES_CLOSED);
    compare_create(&crowd->compare, crowd->tree, &crowd->oracle);
    for (size_t i = 0; i < count; i++) {
        qd_item item = { crowd_box(kind, &random), i, { 0, 0 } };
        if (filters) {
            item.filter.layers = 1u << prng_below(&random, 4);
            item.filter.mask = prng_below(&random, 16);
        }
        assert_int_equal(oracle_insert(&crowd->oracle, item, qd_tree_insert(crowd->tree, item)), QD_OK);
    }
    assert_null(crowd->oracle.complaint);
    assert_true(qd_tree_check(crowd->tree));
}

void crowd_close(struct crowd *crowd)
{
    compare_destroy(&crowd->compare);
    oracle_destroy(&crowd->oracle);
    qd_tree_destroy(crowd->tree);
}

void crowd_expect(const struct crowd *crowd, bool same)
{
    if (!same)
        fail_msg("%s", crowd->compare.why);
}
