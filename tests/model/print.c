// One statement a call, numbers in hexadecimal so that none is rounded. A call is printed before it is made, so that
// the program is there even if the call never returns.
#include "print.h"
#include "print_value.h"

static void print_def(FILE *out, const char *variable, size_t items, const qd_tree_def *def, bool workers)
{
    if (items > 0)
        fprintf(out, "    %s = create_in(%zu, &(qd_tree_def){ .world = ", variable, items);
    else
        fprintf(out, "    %s = qd_tree_create(&(qd_tree_def){ .world = ", variable);
    model__print_box(out, def->world);
    fprintf(out, ", .reserve = %zu, .edges = (qd_edges)%d, .leaf_capacity = %d, .max_depth = %d,\n", def->reserve,
            (int)def->edges, def->leaf_capacity, def->max_depth);
    if (def->totals)
        fprintf(out, "                                          .totals = true,\n");
    fprintf(out, "                                          %s.allocator = ledger_allocator(&memory) });\n",
            def->executor.run || workers ? ".executor = scrambled_executor(), " : "");
}

static void print_many(FILE *out, const struct model_script *script, const struct model_call *call)
{
    const struct model_entry *entries = script->entries + call->first;
    bool inserts = call->op == OP_INSERT_MANY;
    if (call->count == 0) {
        fprintf(out, "    result = qd_tree_%s_many(tree, NULL, %s0, %s&bad);\n",
                inserts                    ? "insert"
                : call->op == OP_MOVE_MANY ? "move"
                                           : "remove",
                call->op == OP_MOVE_MANY ? "NULL, " : "", inserts ? "NULL, " : "");
        return;
    }
    fprintf(out, "    {\n        qd_id names[%zu]%s", call->count, inserts ? ";\n" : " = {\n");
    for (size_t i = 0; i < call->count && !inserts; i++) {
        fprintf(out, "            ");
        model__print_ref(out, entries[i].ref);
        fprintf(out, ",\n");
    }
    fprintf(out, "%s", inserts ? "        const qd_item items[] = {\n" : "        };\n");
    if (call->op == OP_MOVE_MANY)
        fprintf(out, "        const qd_box boxes[] = {\n");
    for (size_t i = 0; i < call->count && call->op != OP_REMOVE_MANY; i++) {
        fprintf(out, "            ");
        if (inserts)
            model__print_item(out, &entries[i].item);
        else
            model__print_box(out, entries[i].item.box);
        fprintf(out, ",\n");
    }
    fprintf(out, "%s", call->op == OP_REMOVE_MANY ? "" : "        };\n");
    if (inserts)
        fprintf(out, "        result = qd_tree_insert_many(tree, items, %zu, names, &bad);\n", call->count);
    else if (call->op == OP_MOVE_MANY)
        fprintf(out, "        result = qd_tree_move_many(tree, names, boxes, %zu, &bad);\n", call->count);
    else
        fprintf(out, "        result = qd_tree_remove_many(tree, names, %zu, &bad);\n", call->count);
    for (size_t i = 0; i < call->count && inserts; i++)
        fprintf(out, "        ids[%u] = names[%zu];\n", entries[i].ref.handle, i);
    fprintf(out, "    }\n");
}

void model__print_filter(FILE *out, const struct model_call *call)
{
    fprintf(out, ", filter(0x%xu, 0x%xu, ", call->item.filter.mask, call->item.filter.layers);
    model__print_ref(out, call->ignore);
    fprintf(out, ")");
}

// Questions about pairs and totals. A join is printed as that of the tree with itself.
static bool print_about_many(FILE *out, const struct model_call *call)
{
    char text[32];
    switch (call->op) {
    case OP_VISIT_PAIRS:
        fprintf(out, ", see_pairs");
        break;
    case OP_VISIT_PAIRS_FILTERED:
        model__print_filter(out, call);
        fprintf(out, ", see_pairs");
        break;
    case OP_VISIT_PAIRS_WITHIN:
        fprintf(out, ", %s", model__number(call->number, text));
        model__print_filter(out, call);
        fprintf(out, ", see_near_pairs");
        break;
    case OP_VISIT_JOIN:
        fprintf(out, ", tree, see_pairs");
        break;
    case OP_VISIT_DETAIL:
        fprintf(out, ", ");
        model__print_box(out, call->item.box);
        fprintf(out, ", %s", model__number(call->number, text));
        model__print_filter(out, call);
        fprintf(out, ", see_details");
        break;
    default:
        return false;
    }
    fprintf(out, ", &left);\n    count = SIZE_MAX - left;\n");
    return true;
}

static void print_total(FILE *out, const struct model_call *call)
{
    fprintf(out, "    count = (size_t)qd_total_box(tree, ");
    model__print_box(out, call->item.box);
    model__print_filter(out, call);
    fprintf(out, ", NULL).count;\n");
}

// Which array takes the answers, or which visitor.
static const char *receiver(enum model_op op)
{
    switch (op) {
    case OP_FIND_NEAR:
        return "near";
    case OP_FIND_RAY:
        return "hits";
    case OP_VISIT_RAY:
        return "see_hit";
    default:
        return op >= OP_VISIT_BOX ? "see" : "found";
    }
}

static void print_question(FILE *out, const struct model_script *script, const struct model_call *call)
{
    char text[32];
    bool visits = call->op >= OP_VISIT_BOX;
    if (call->op == OP_TOTAL_BOX) {
        print_total(out, call);
        return;
    }
    if (visits && call->limit == SIZE_MAX)
        fprintf(out, "    left = SIZE_MAX;\n");
    else if (visits)
        fprintf(out, "    left = %zu;\n", call->limit > 0 ? call->limit : 1);
    fprintf(out, "    %sqd_%s(tree", visits ? "" : "count = ", model_op_name(call->op));
    if (print_about_many(out, call))
        return;
    fprintf(out, ", ");
    if (call->op == OP_FIND_RAY || call->op == OP_VISIT_RAY) {
        fprintf(out, "(qd_ray){ ");
        model__print_vec(out, call->item.box.min);
        fprintf(out, ", ");
        model__print_vec(out, call->item.box.max);
        fprintf(out, ", %s }", model__number(call->number, text));
    } else if (call->op == OP_FIND_BOX || call->op == OP_VISIT_BOX) {
        model__print_box(out, call->item.box);
    } else {
        model__print_vec(out, call->item.box.min);
        if (call->op != OP_FIND_POINT && call->op != OP_VISIT_POINT)
            fprintf(out, ", %s", model__number(call->number, text));
    }
    model__print_filter(out, call);
    size_t room = script->handles;
    if (visits)
        fprintf(out, ", %s, &left);\n    count = SIZE_MAX - left;\n", receiver(call->op));
    else
        fprintf(out, ", %s, %zu);\n", receiver(call->op), call->limit < room ? call->limit : room);
}

static void print_change(FILE *out, const struct model_script *script, const struct model_call *call)
{
    switch (call->op) {
    case OP_CREATE:
        fprintf(out, "    qd_tree_destroy(tree);\n");
        print_def(out, "tree", call->count, &script->defs[call->first], script->workers > 1);
        break;
    case OP_CREATE_BAD:
        print_def(out, "bad_tree", 0, &script->defs[call->first], false);
        break;
    case OP_CLEAR:
        fprintf(out, "    qd_tree_clear(tree);\n");
        break;
    case OP_REBUILD:
        fprintf(out, "    result = qd_tree_rebuild(tree);\n");
        break;
    case OP_RELOAD:
        fprintf(out, "    tree = reload(tree);\n");
        break;
    case OP_INSERT:
        fprintf(out, "    ids[%u] = qd_tree_insert(tree, (qd_item)", call->ref.handle);
        model__print_item(out, &call->item);
        fprintf(out, ");\n");
        break;
    default:
        print_many(out, script, call);
        break;
    }
}

static void print_about_contacts(FILE *out, const struct model_call *call)
{
    const size_t which = call->first % MODEL_CONTACTS;
    if (call->op == OP_CONTACTS_UPDATE) {
        fprintf(out, "    result = update_contacts(contacts[%zu]);\n", which);
        return;
    }
    fprintf(out, "    qd_contacts_destroy(contacts[%zu]);\n    contacts[%zu] = ", which, which);
    if (call->op == OP_CONTACTS_DESTROY)
        fprintf(out, "NULL;\n");
    else
        fprintf(out, "watch_contacts(%zu);\n", call->limit);
}

static void print_about_interest(FILE *out, const struct model_call *call)
{
    char text[32];
    if (call->op == OP_INTEREST_UPDATE) {
        fprintf(out, "    result = update_interest();\n");
        return;
    }
    fprintf(out, "    observe(%zu, %zu, (qd_observer){ ", call->first, call->limit);
    model__print_vec(out, call->item.box.min);
    fprintf(out, ", %s", model__number(call->number, text));
    model__print_filter(out, call);
    fprintf(out, ", %lluu });\n", (unsigned long long)call->item.user);
}

static void print_about_one(FILE *out, const struct model_call *call)
{
    if (call->op == OP_GET) {
        fprintf(out, "    id = ");
        model__print_ref(out, call->ref);
        fprintf(out, ";\n");
        return;
    }
    fprintf(out, "    result = qd_tree_%s(tree, ", model_op_name(call->op));
    model__print_ref(out, call->ref);
    if (call->op == OP_MOVE) {
        fprintf(out, ", ");
        model__print_box(out, call->item.box);
    } else if (call->op == OP_SET_USER) {
        fprintf(out, ", %lluu", (unsigned long long)call->item.user);
    } else if (call->op == OP_SET_VALUE) {
        fprintf(out, ", (int64_t)%lluu", (unsigned long long)call->item.user);
    } else if (call->op == OP_SET_FILTER) {
        fprintf(out, ", (qd_filter){ 0x%xu, 0x%xu }", call->item.filter.layers, call->item.filter.mask);
    }
    fprintf(out, ");\n");
}

void model_print_call(FILE *out, const struct model_script *script, const struct model_call *call)
{
    bool about_one = call->op == OP_MOVE || call->op == OP_REMOVE || call->op == OP_SET_USER ||
                     call->op == OP_SET_FILTER || call->op == OP_SET_VALUE || call->op == OP_GET;
    const bool watches = model_is_about_contacts(call->op) || model_is_about_interest(call->op);
    const char *memory = watches ? "contacts_memory" : "memory";
    if (call->starve)
        fprintf(out, "    ledger_refuse(&%s, %u, true);\n", memory, call->starve);
    if (model_is_about_contacts(call->op))
        print_about_contacts(out, call);
    else if (model_is_about_interest(call->op))
        print_about_interest(out, call);
    else if (about_one)
        print_about_one(out, call);
    else if (call->op < OP_GET)
        print_change(out, script, call);
    else if (model_asks_many(call->op))
        model__print_at_once(out, script, call);
    else if (call->op >= OP_CAST_BOX)
        model__print_more(out, script, call);
    else if (call->op >= OP_FIND_BOX)
        print_question(out, script, call);
    if (call->starve)
        fprintf(out, "    ledger_refuse(&%s, 0, false);\n", memory);
    fflush(out);
}

void model_print_then(FILE *out, const char *format, va_list arguments)
{
    fprintf(out, "    THEN(");
    vfprintf(out, format, arguments);
    fprintf(out, ");\n");
    fflush(out);
}

void model_print_begin(FILE *out, const struct model_script *script, const char *what)
{
    fprintf(out, "// %s\n#define HANDLES %u\n#include \"model/printed.h\"\n\nint main(void)\n{\n", what,
            script->handles);
    fflush(out);
}

void model_print_end(FILE *out)
{
    fprintf(out, "    return printed_end();\n}\n");
}
