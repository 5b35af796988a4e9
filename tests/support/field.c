// A tree and its oracle with the same boxes in them: see field.h.
#include "field.h"

#include <float.h>
#include <math.h>

void field_open(struct field *field, qd_precision precision, qd_edges edges)
{
    const qd_tree_def def = { .precision = precision, .edges = edges, .leaf_capacity = 4 };
    field->tree = tree_of(&def);
    assert_int_equal(qd_oracle_create(&def, &field->oracle), QD_OK);
    compare_create(&field->compare, field->tree, field->oracle);
}

qd_id field_add(struct field *field, qd_box box)
{
    const qd_item item = item_at(box);
    const qd_id id = put(field->tree, item);
    assert_int_equal(qd_oracle_insert_as(field->oracle, &item, id), QD_OK);
    return id;
}

void field_close(struct field *field)
{
    compare_destroy(&field->compare);
    qd_oracle_destroy(field->oracle);
    qd_tree_destroy(field->tree);
}

static double extreme_float(struct prng *random)
{
    static const float extremes[] = { 0,      FLT_MAX, FLT_TRUE_MIN, FLT_MIN, 1,       3,
                                      1e-30f, 1e30f,   16777216,     1e10f,   FLT_MAX, 0x1.fffffep-1f };
    return extremes[prng_below(random, sizeof extremes / sizeof *extremes)];
}

static double extreme_double(struct prng *random)
{
    static const double extremes[] = { 0,    DBL_MAX, DBL_TRUE_MIN, DBL_MIN,         1,     3,
                                       1e30, 1e300,   0x1p53,       0x1.fffffffp-1,  1e-30, 1e-310,
                                       1e10, FLT_MAX, 3.5e38,       1 + DBL_EPSILON, 1e155, 1e-160 };
    return extremes[prng_below(random, sizeof extremes / sizeof *extremes)];
}

double number_of(struct prng *random, enum numbers kind)
{
    const float sign = prng_below(random, 2) ? 1.0f : -1.0f;
    switch (kind) {
    case WHOLE:
        return (double)prng_below(random, 13) - 6;
    case NEIGHBOURS: {
        const float whole = (float)prng_below(random, 7) - 3, towards = sign * 100;
        return prng_below(random, 2) ? whole : nextafterf(whole, towards);
    }
    case EXTREME:
        return sign * extreme_float(random);
    case STEPS:
        return 1e7 + prng_below(random, 12) * 0x1p-29;
    case VAST:
        return sign * extreme_double(random);
    default:
        return prng_between(random, 0, 1000);
    }
}

qd_vec2 point_of(struct prng *random, enum numbers kind)
{
    const double x = number_of(random, kind);
    const double y = number_of(random, kind);
    return (qd_vec2){ x, y };
}

qd_box box_of(struct prng *random, enum numbers kind)
{
    const qd_vec2 p = point_of(random, kind);
    if (kind == WORLD) {
        const double width = prng_between(random, 0, 20);
        const double height = prng_between(random, 0, 20);
        return qd_box_xywh(p.x, p.y, width, height);
    }
    const qd_vec2 q = point_of(random, kind);
    return qd_box_between(p, prng_below(random, 4) ? q : p);
}

double length_of(struct prng *random, enum numbers kind)
{
    if (kind == STEPS)
        return prng_below(random, 12) * 0x1p-29;
    return kind == WORLD ? prng_between(random, 0, 30) : fabs(number_of(random, kind));
}

void field_fill(struct field *field, struct prng *random, enum numbers kind, size_t count)
{
    for (size_t i = 0; i < count; i++)
        field_add(field, box_of(random, kind));
}
