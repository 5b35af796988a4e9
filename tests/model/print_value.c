// Values as C: numbers in hexadecimal, so that none is rounded.
#include "print_value.h"
#include <math.h>

const char *model__number(double x, char text[40])
{
    if (isnan(x))
        return signbit(x) ? "-NAN" : "NAN";
    if (isinf(x))
        return x > 0 ? "INFINITY" : "-INFINITY";
    snprintf(text, 40, "%a", x);
    return text;
}

void model__print_box(FILE *out, qd_box box)
{
    char a[40], b[40], c[40], d[40];
    fprintf(out, "box(%s, %s, %s, %s)", model__number(box.min.x, a), model__number(box.min.y, b),
            model__number(box.max.x, c), model__number(box.max.y, d));
}

void model__print_vec(FILE *out, qd_vec2 v)
{
    char a[40], b[40];
    fprintf(out, "vec(%s, %s)", model__number(v.x, a), model__number(v.y, b));
}

void model__print_item(FILE *out, const qd_item *item)
{
    model__print_box(out, item->box);
    fprintf(out, ", %lluu, { 0x%xu, 0x%xu }", (unsigned long long)item->user, item->filter.layers, item->filter.mask);
    if (item->value == INT64_MIN)
        fprintf(out, ", INT64_MIN");
    else
        fprintf(out, ", %lld", (long long)item->value);
}

void model__print_ref(FILE *out, struct model_ref ref)
{
    static const char *const names[MODEL_FORGERIES] = {
        [NEXT_GENERATION] = "next_generation",
        [LAST_GENERATION] = "last_generation",
        [NEXT_SLOT] = "next_slot",
        [FAR_SLOT] = "far_slot",
        [NO_SLOT] = "no_slot",
    };
    if (ref.forgery == NOT_FORGED)
        fprintf(out, "ids[%u]", ref.handle);
    else
        fprintf(out, "%s(ids[%u])", names[ref.forgery], ref.handle);
}

static void print_shape(FILE *out, const struct model_question *question)
{
    const qd_shape *shape = &question->shape;
    char x[40], y[40];
    switch (shape->type) {
    case QD_BOX:
        fprintf(out, "qd_shape_box(");
        model__print_box(out, shape->box);
        fprintf(out, ")");
        return;
    case QD_POINT:
        fprintf(out, "qd_shape_point(");
        model__print_vec(out, shape->box.min);
        fprintf(out, ")");
        return;
    case QD_CIRCLE:
        fprintf(out, "qd_shape_circle(");
        model__print_vec(out, shape->box.min);
        fprintf(out, ", %s)", model__number(shape->radius, x));
        return;
    case QD_POLYGON:
        fprintf(out, "qd_shape_polygon((const qd_vec2[]){ ");
        for (uint32_t i = 0; i < shape->corner_count; i++)
            fprintf(out, "{ %s, %s }, ", model__number(question->corners[i].x, x),
                    model__number(question->corners[i].y, y));
        fprintf(out, "{ 0 } }, %u)", shape->corner_count);
        return;
    default:
        fprintf(out, "{ .type = (qd_shape_type)%d }", (int)shape->type);
        return;
    }
}

static void print_seen(FILE *out, const struct model_question *question)
{
    if (question->filter.layers || question->filter.mask)
        fprintf(out, ", .filter = { 0x%xu, 0x%xu }", question->filter.layers, question->filter.mask);
    if (question->ignore.handle || question->ignore.forgery) {
        fprintf(out, ", .ignore = ");
        model__print_ref(out, question->ignore);
    }
}

void model__print_query(FILE *out, const struct model_question *question)
{
    fprintf(out, "{ .shape = ");
    print_shape(out, question);
    if (question->relation != QD_OVERLAPS)
        fprintf(out, ", .relation = (qd_relation)%d", (int)question->relation);
    print_seen(out, question);
    fprintf(out, " }");
}

void model__print_ranked(FILE *out, const struct model_question *question)
{
    char text[40];
    fprintf(out, "{ .rank = (qd_rank)%d, .shape = ", (int)question->rank);
    print_shape(out, question);
    fprintf(out, ", .motion = ");
    model__print_vec(out, question->motion);
    fprintf(out, ", .limit = %s", model__number(question->number, text));
    print_seen(out, question);
    fprintf(out, " }");
}

void model__print_pair_query(FILE *out, const struct model_question *question)
{
    char text[40];
    fprintf(out, "{ .distance = %s", model__number(question->number, text));
    print_seen(out, question);
    fprintf(out, " }");
}
