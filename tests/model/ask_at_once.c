// The calls that ask many questions at once: asked, and printed as C.
#include "compare_many.h"
#include "print_value.h"
#include "runner.h"

enum { QUESTIONS = 16 }; // the decoder makes fewer

bool model__ask_at_once(struct model_runner *runner, const struct model_call *call, qd_query_filter filter)
{
    struct compare *compare = &runner->compare;
    qd_box boxes[QUESTIONS];
    qd_vec2 points[QUESTIONS];
    qd_ray rays[QUESTIONS];
    for (size_t i = 0; i < call->count; i++) {
        boxes[i] = runner->script->entries[call->first + i].item.box;
        points[i] = boxes[i].min;
        rays[i] = (qd_ray){ boxes[i].min, boxes[i].max, call->number };
    }
    switch (call->op) {
    case OP_BOX_MANY:
        return compare_box_many(compare, boxes, call->count, call->repeat, filter, call->limit);
    case OP_NEAR_MANY:
        return compare_near_many(compare, points, call->count, call->repeat, call->number, filter, call->limit);
    default:
        return compare_ray_many(compare, rays, call->count, call->repeat, filter, call->limit);
    }
}

static void print_question(FILE *out, const struct model_call *call, qd_box box)
{
    char texts[5][32];
    const char *a = model__number(box.min.x, texts[0]), *b = model__number(box.min.y, texts[1]);
    const char *c = model__number(box.max.x, texts[2]), *d = model__number(box.max.y, texts[3]);
    if (call->op == OP_NEAR_MANY)
        fprintf(out, "            { %s, %s },\n", a, b);
    else if (call->op == OP_BOX_MANY)
        fprintf(out, "            { { %s, %s }, { %s, %s } },\n", a, b, c, d);
    else
        fprintf(out, "            { { %s, %s }, { %s, %s }, %s },\n", a, b, c, d,
                model__number(call->number, texts[4]));
}

void model__print_at_once(FILE *out, const struct model_script *script, const struct model_call *call)
{
    static const char *const types[] = { "qd_box", "qd_vec2", "qd_ray" };
    static const char *const names[] = { "boxes", "points", "rays" };
    const int kind = (int)call->op - (int)OP_BOX_MANY;
    char text[32];
    if (call->count == 0) {
        fprintf(out, "    count = 0;\n");
        return;
    }
    fprintf(out, "    {\n        const %s questions[] = {\n", types[kind]);
    for (size_t i = 0; i < call->count; i++)
        print_question(out, call, script->entries[call->first + i].item.box);
    fprintf(out, "        };\n        count = ask_%s(tree, questions, %zu, %zu", names[kind], call->count,
            call->repeat);
    if (call->op == OP_NEAR_MANY)
        fprintf(out, ", %s", model__number(call->number, text));
    model__print_filter(out, call);
    if (call->op != OP_BOX_MANY)
        fprintf(out, ", %zu", call->limit);
    fprintf(out, ");\n    }\n");
}
