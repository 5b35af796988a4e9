// Values as C: numbers in hexadecimal, so that none is rounded.
#include "print_value.h"
#include <math.h>

const char *model__number(float x, char text[32])
{
    if (isnan(x))
        return signbit(x) ? "-NAN" : "NAN";
    if (isinf(x))
        return x > 0 ? "INFINITY" : "-INFINITY";
    snprintf(text, 32, "%af", (double)x);
    return text;
}

void model__print_box(FILE *out, qd_box box)
{
    char a[32], b[32], c[32], d[32];
    fprintf(out, "box(%s, %s, %s, %s)", model__number(box.min.x, a), model__number(box.min.y, b),
            model__number(box.max.x, c), model__number(box.max.y, d));
}

void model__print_vec(FILE *out, qd_vec2 v)
{
    char a[32], b[32];
    fprintf(out, "vec(%s, %s)", model__number(v.x, a), model__number(v.y, b));
}

void model__print_item(FILE *out, const qd_item *item)
{
    fprintf(out, "{ ");
    model__print_box(out, item->box);
    fprintf(out, ", %lluu, { 0x%xu, 0x%xu } }", (unsigned long long)item->user, item->filter.layers, item->filter.mask);
}

void model__print_ref(FILE *out, struct model_ref ref)
{
    static const char *const changes[MODEL_FORGERIES] = {
        [NEXT_GENERATION] = "ids[%u].slot, ids[%u].generation + 1",
        [LAST_GENERATION] = "ids[%u].slot, UINT32_MAX",
        [NEXT_SLOT] = "ids[%u].slot + 1, ids[%u].generation",
        [FAR_SLOT] = "ids[%u].slot ^ 0xfff00000u, ids[%u].generation",
        [NO_SLOT] = "0, ids[%u].generation",
    };
    if (ref.forgery == NOT_FORGED) {
        fprintf(out, "ids[%u]", ref.handle);
        return;
    }
    fprintf(out, "(qd_id){ ");
    for (const char *c = changes[ref.forgery]; *c; c++) {
        if (*c == '%')
            fprintf(out, "%u", ref.handle);
        else if (!(*c == 'u' && c[-1] == '%'))
            fputc(*c, out);
    }
    fprintf(out, " }");
}
