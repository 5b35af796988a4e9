// Calls that ask as C. Each becomes a call of a function in printed.h, which does what the library's callers would, and
// returns how many results there were.
#include "print_value.h"

static void print_limit(FILE *out, size_t limit)
{
    if (limit == SIZE_MAX)
        fprintf(out, ", SIZE_MAX);\n");
    else
        fprintf(out, ", %zu);\n", limit);
}

static void print_box(FILE *out, const qd_box *box)
{
    const double sides[4] = { box->min.x, box->min.y, box->max.x, box->max.y };
    static const char *const before[4] = { "{ { ", ", ", " }, { ", ", " };
    char text[40];
    for (int k = 0; k < 4; k++)
        fprintf(out, "%s%s", before[k], model__number(sides[k], text));
    fprintf(out, " } }");
}

static void print_views(FILE *out, const struct model_entry *entries, const struct model_call *call)
{
    char text[40];
    fprintf(out, "        const double radii[] = { ");
    for (size_t i = 0; i < call->count; i++)
        fprintf(out, "%s, ", model__number(entries[i].question.shape.radius, text));
    fprintf(out, "};\n        count = ask_views(&(qd_query)");
    model__print_query(out, &call->question);
    fprintf(out, ", questions, %s, %zu, %zu, %s);\n", call->item.user & 2 ? "radii" : "NULL", call->count, call->repeat,
            call->item.user & 1 ? "QD_DOUBLE" : "QD_FLOAT");
    fprintf(out, "        (void)radii;\n");
}

// Many questions in one call.
static void print_at_once(FILE *out, const struct model_script *script, const struct model_call *call)
{
    const struct model_entry *entries = model_entries(script, call);
    const bool ranked = call->op == OP_RANKED_MANY, views = call->op == OP_FIND_VIEWS;
    if (call->count == 0) {
        fprintf(out, "    count = 0;\n");
        return;
    }
    fprintf(out, "    {\n        const %s questions[] = {\n", ranked ? "qd_ranked" : views ? "qd_box" : "qd_query");
    for (size_t i = 0; i < call->count; i++) {
        const struct model_question *question = &entries[i].question;
        fprintf(out, "            ");
        if (ranked)
            model__print_ranked(out, question);
        else if (views)
            print_box(out, &question->shape.box);
        else
            model__print_query(out, question);
        fprintf(out, ",\n");
    }
    fprintf(out, "        };\n");
    if (ranked)
        fprintf(out, "        count = ask_ranked(questions, %zu, %zu, %zu);\n", call->count, call->repeat, call->limit);
    else if (views)
        print_views(out, entries, call);
    else
        fprintf(out, "        count = ask_queries(questions, %zu, %zu);\n", call->count, call->repeat);
    fprintf(out, "    }\n");
}

static const char *helper_of(enum model_op op)
{
    switch (op) {
    case OP_FIND:
        return "find";
    case OP_VISIT:
        return "visit";
    case OP_CURSOR:
        return "browse";
    case OP_FIND_RANKED:
        return "find_ranked";
    case OP_VISIT_RANKED:
        return "visit_ranked";
    case OP_RANKED_CURSOR:
        return "browse_ranked";
    case OP_PAIRS:
        return "visit_pairs";
    default: // printed as a question about the tree with itself
        return "join";
    }
}

void model__print_question(FILE *out, const struct model_script *script, const struct model_call *call)
{
    const struct model_question *question = &call->question;
    char text[40];
    if (model_asks_many(call->op)) {
        print_at_once(out, script, call);
        return;
    }
    if (call->op == OP_TOTAL) {
        fprintf(out, "    count = total(&(qd_query)");
        model__print_query(out, question);
        fprintf(out, ");\n");
        return;
    }
    if (call->op == OP_DETAILS) {
        fprintf(out, "    count = details(&(qd_query)");
        model__print_query(out, question);
        fprintf(out, ", %s", model__number(question->number, text));
        print_limit(out, call->limit);
        return;
    }
    fprintf(out, "    count = %s(&", helper_of(call->op));
    if (call->op <= OP_CURSOR) {
        fprintf(out, "(qd_query)");
        model__print_query(out, question);
    } else if (call->op <= OP_RANKED_CURSOR) {
        fprintf(out, "(qd_ranked)");
        model__print_ranked(out, question);
    } else {
        fprintf(out, "(qd_pair_query)");
        model__print_pair_query(out, question);
    }
    print_limit(out, call->limit);
}
