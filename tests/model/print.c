// One statement a call, numbers in hexadecimal so that none is rounded. A call is printed before it is made, so that
// the program is there even if the call never returns.
#include "print.h"
#include "print_value.h"

static void print_def(FILE *out, const char *variable, size_t items, const qd_tree_def *def, bool workers)
{
    fprintf(out, "    %s = %s%zu, &(qd_tree_def){ .world = ", variable, items > 0 ? "create_in(" : "create_with(",
            items);
    model__print_box(out, def->world);
    fprintf(out, ", .precision = (qd_precision)%d, .reserve = %zu, .edges = (qd_edges)%d,\n", (int)def->precision,
            def->reserve, (int)def->edges);
    fprintf(out, "        .leaf_capacity = %d, .max_depth = %d,%s%s .allocator = ledger_allocator(&memory) });\n",
            def->leaf_capacity, def->max_depth, def->totals ? " .totals = true," : "",
            def->executor.run || workers ? " .executor = scrambled_executor()," : "");
}

static void print_ids(FILE *out, const struct model_entry *entries, size_t count)
{
    fprintf(out, "    {\n        const qd_id names[] = {\n");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "            ");
        model__print_ref(out, entries[i].ref);
        fprintf(out, ",\n");
    }
    fprintf(out, "        };\n");
}

static void print_boxes(FILE *out, const struct model_entry *entries, size_t count)
{
    fprintf(out, "        const qd_box boxes[] = {\n");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "            ");
        model__print_box(out, entries[i].item.box);
        fprintf(out, ",\n");
    }
    fprintf(out, "        };\n");
}

static void print_inserts(FILE *out, const struct model_entry *entries, const struct model_call *call)
{
    fprintf(out, "    {\n        qd_id names[%zu];\n        const qd_item items[] = {\n", call->count);
    for (size_t i = 0; i < call->count; i++) {
        fprintf(out, "            { ");
        model__print_item(out, &entries[i].item);
        fprintf(out, " },\n");
    }
    fprintf(out, "        };\n        result = insert_many(items, %zu, 0x%llx, names, &bad);\n", call->count,
            (unsigned long long)call->item.user);
    for (size_t i = 0; i < call->count; i++)
        fprintf(out, "        ids[%u] = names[%zu];\n", entries[i].ref.handle, i);
    fprintf(out, "    }\n");
}

static void print_many(FILE *out, const struct model_script *script, const struct model_call *call)
{
    const struct model_entry *entries = model_entries(script, call);
    if (call->op == OP_INSERT_MANY && call->count > 0) {
        print_inserts(out, entries, call);
        return;
    }
    if (call->count == 0) {
        fprintf(out, "    result = %s;\n",
                call->op == OP_INSERT_MANY ? "qd_tree_insert_many(tree, &(qd_items){ .users = NULL }, 0, NULL, &bad)"
                : call->op == OP_MOVE_MANY ? "qd_tree_move_many(tree, NULL, &(qd_boxes){ .stride = 0 }, 0, &bad)"
                                           : "qd_tree_remove_many(tree, NULL, 0, &bad)");
        return;
    }
    print_ids(out, entries, call->count);
    if (call->op == OP_MOVE_MANY) {
        print_boxes(out, entries, call->count);
        fprintf(out, "        result = move_many(names, boxes, %zu, 0x%llx, &bad);\n", call->count,
                (unsigned long long)call->item.user);
    } else {
        fprintf(out, "        result = qd_tree_remove_many(tree, names, %zu, &bad);\n", call->count);
    }
    fprintf(out, "    }\n");
}

static void print_change(FILE *out, const struct model_script *script, const struct model_call *call)
{
    switch (call->op) {
    case OP_CREATE:
        fprintf(out, "    qd_tree_destroy(tree);\n    lose_interest();\n");
        print_def(out, "tree", call->count, &script->defs[call->first], script->workers > 1);
        break;
    case OP_CREATE_BAD:
        print_def(out, "bad_tree", 0, &script->defs[call->first], false);
        break;
    case OP_CLEAR:
        fprintf(out, "    result = qd_tree_clear(tree);\n");
        break;
    case OP_REBUILD:
        fprintf(out, "    result = qd_tree_rebuild(tree);\n");
        break;
    case OP_RELOAD:
        fprintf(out, "    tree = reload(tree);\n");
        break;
    case OP_INSERT:
        fprintf(out, "    ids[%u] = insert((qd_item){ ", call->ref.handle);
        model__print_item(out, &call->item);
        fprintf(out, " });\n");
        break;
    case OP_REMOVE_FOUND:
        fprintf(out, "    result = qd_tree_remove_found(tree, &(qd_query)");
        model__print_query(out, &call->question);
        fprintf(out, ", &count);\n");
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
    if (call->op == OP_INTEREST_UPDATE) {
        fprintf(out, "    result = update_interest();\n");
        return;
    }
    fprintf(out, "    observe(%zu, %zu, ", call->first, call->limit);
    model__print_vec(out, call->item.box.min);
    fprintf(out, ", (qd_observer){ ");
    model__print_query(out, &call->question);
    char margin[40];
    fprintf(out, ", %lluu, %s, %lluu });\n", (unsigned long long)call->item.user,
            model__number(call->question.number, margin), (unsigned long long)call->repeat);
}

static void print_about_one(FILE *out, const struct model_call *call)
{
    const qd_item *item = &call->item;
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
        model__print_box(out, item->box);
    } else if (call->op == OP_SET_USER) {
        fprintf(out, ", %lluu", (unsigned long long)item->user);
    } else if (call->op == OP_SET_VALUE && item->value == INT64_MIN) {
        fprintf(out, ", INT64_MIN");
    } else if (call->op == OP_SET_VALUE) {
        fprintf(out, ", %lld", (long long)item->value);
    } else if (call->op == OP_SET_FILTER) {
        fprintf(out, ", &(qd_filter){ 0x%xu, 0x%xu }", item->filter.layers, item->filter.mask);
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
    else if (call->op >= OP_FIND)
        model__print_question(out, script, call);
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
