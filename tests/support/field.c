// A tree and its oracle with the same boxes in them: see field.h.
#include "field.h"

#include <float.h>
#include <math.h>

void field_open(struct field *field, qd_edges edges)
{
    field->tree = tree_with(edges, 4, 0);
    oracle_create(&field->oracle, edges);
    compare_create(&field->compare, field->tree, &field->oracle);
}

qd_id field_add(struct field *field, qd_box box)
{
    const qd_item item = item_at(box);
    const qd_id id = qd_tree_insert(field->tree, item);
    assert_false(qd_id_is_null(id));
    oracle_insert(&field->oracle, item, id);
    return id;
}

void field_close(struct field *field)
{
    compare_destroy(&field->compare);
    oracle_destroy(&field->oracle);
    qd_tree_destroy(field->tree);
}

float number_of(struct prng *random, enum numbers kind)
{
    static const float extremes[] = { 0,      FLT_MAX, FLT_TRUE_MIN, FLT_MIN, 1,       3,
                                      1e-30f, 1e30f,   16777216,     1e10f,   FLT_MAX, 0x1.fffffep-1f };
    const float sign = prng_below(random, 2) ? 1.0f : -1.0f;
    switch (kind) {
    case WHOLE:
        return (float)prng_below(random, 13) - 6;
    case NEIGHBOURS: {
        const float whole = (float)prng_below(random, 7) - 3, towards = sign * 100;
        return prng_below(random, 2) ? whole : nextafterf(whole, towards);
    }
    case EXTREME:
        return sign * extremes[prng_below(random, sizeof extremes / sizeof *extremes)];
    default:
        return prng_between(random, 0, 1000);
    }
}

qd_vec2 point_of(struct prng *random, enum numbers kind)
{
    const float x = number_of(random, kind);
    const float y = number_of(random, kind);
    return (qd_vec2){ x, y };
}

qd_box box_of(struct prng *random, enum numbers kind)
{
    const qd_vec2 p = point_of(random, kind);
    if (kind == WORLD) {
        const float width = prng_between(random, 0, 20);
        const float height = prng_between(random, 0, 20);
        return qd_box_xywh(p.x, p.y, width, height);
    }
    const qd_vec2 q = point_of(random, kind);
    return qd_box_between(p, prng_below(random, 4) ? q : p);
}

float length_of(struct prng *random, enum numbers kind)
{
    return kind == WORLD ? prng_between(random, 0, 30) : fabsf(number_of(random, kind));
}

void field_fill(struct field *field, struct prng *random, enum numbers kind, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        field_add(field, box_of(random, kind));
    }
}
