// Calls about casts, predicates and cursors as C.
#include "print_value.h"

static void print_moving(FILE *out, const struct model_call *call)
{
    char text[32];
    if (call->op == OP_CAST_BOX) {
        fprintf(out, "(qd_moving_box){ ");
        model__print_box(out, call->item.box);
    } else {
        fprintf(out, "(qd_moving_circle){ ");
        model__print_vec(out, call->item.box.min);
        fprintf(out, ", %s", model__number(call->number, text));
    }
    fprintf(out, ", ");
    model__print_vec(out, call->motion);
    fprintf(out, ", %s }", model__number(call->t_max, text));
}

static void print_polygon(FILE *out, const struct model_call *call)
{
    if (call->corner_count == 0) {
        fprintf(out, "(qd_polygon){ NULL, 0 }");
        return;
    }
    fprintf(out, "(qd_polygon){ (const qd_vec2[]){ ");
    for (size_t i = 0; i < call->corner_count; i++) {
        char x[32], y[32];
        fprintf(out, "{ %s, %s }, ", model__number(call->corners[i].x, x), model__number(call->corners[i].y, y));
    }
    fprintf(out, "}, %zu }", call->corner_count);
}

// All arguments of a cursor but the tree, the filter and the limit.
static void print_cursor(FILE *out, const struct model_call *call)
{
    char text[32];
    if (call->op == OP_BOX_CURSOR) {
        fprintf(out, "    count = browse_box(tree, ");
        model__print_box(out, call->item.box);
        return;
    }
    fprintf(out, "    count = browse_%s(tree, %s", call->op == OP_RAY_CURSOR ? "ray" : "near",
            call->op == OP_RAY_CURSOR ? "(qd_ray){ " : "");
    model__print_vec(out, call->item.box.min);
    if (call->op == OP_RAY_CURSOR) {
        fprintf(out, ", ");
        model__print_vec(out, call->item.box.max);
    }
    fprintf(out, ", %s%s", model__number(call->number, text), call->op == OP_RAY_CURSOR ? " }" : "");
}

void model__print_more(FILE *out, const struct model_script *script, const struct model_call *call)
{
    const size_t room = script->handles, limit = call->limit < room ? call->limit : room;
    if (call->op == OP_PAIR_CURSOR) {
        if (call->limit == SIZE_MAX)
            fprintf(out, "    count = browse_pairs(tree, SIZE_MAX);\n");
        else
            fprintf(out, "    count = browse_pairs(tree, %zu);\n", call->limit);
        return;
    }
    if (call->op >= OP_BOX_CURSOR) {
        print_cursor(out, call);
        model__print_filter(out, call);
        fprintf(out, ", %zu);\n", limit);
        return;
    }
    const bool casts = call->op == OP_CAST_BOX || call->op == OP_CAST_CIRCLE;
    fprintf(out, "    count = qd_find_%s(tree, ", model_op_name(call->op));
    if (casts)
        print_moving(out, call);
    else if (call->op == OP_POLYGON || call->op == OP_INSIDE_POLYGON)
        print_polygon(out, call);
    else
        model__print_box(out, call->item.box);
    model__print_filter(out, call);
    fprintf(out, ", %s, %zu);\n", casts ? "hits" : "found", limit);
}
