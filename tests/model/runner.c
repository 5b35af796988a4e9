// The calls that change a tree. After each one the count must be right and the allocator's books in order, on small
// trees all invariants hold, on larger ones every so many calls; at the end of a script all there is must be found.
#include "runner.h"
#include "print.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool model__fails(struct model_runner *runner, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(runner->why, sizeof runner->why, format, arguments);
    va_end(arguments);
    return false;
}

void model__then(struct model_runner *runner, const char *format, ...)
{
    if (!runner->transcript)
        return;
    va_list arguments;
    va_start(arguments, format);
    model_print_then(runner->transcript, format, arguments);
    va_end(arguments);
}

qd_id model__id(const struct model_runner *runner, struct model_ref ref)
{
    return model_forged(runner->ids[ref.handle], ref.forgery);
}

static bool out_of_memory(void)
{
    fputs("model runner: no memory\n", stderr);
    exit(1);
}

static bool has_result(struct model_runner *runner, qd_result result, qd_result right)
{
    model__then(runner, "result == %d", (int)right);
    return result == right ||
           model__fails(runner, "returned %d (%s), not %d", (int)result, qd_result_text(result), (int)right);
}

static bool destroy_tree(struct model_runner *runner)
{
    model__lose_tree(runner);
    qd_tree_destroy(runner->tree);
    runner->tree = NULL;
    free(runner->buffer);
    runner->buffer = NULL;
    compare_destroy(&runner->compare);
    oracle_destroy(&runner->oracle);
    if (runner->memory.bytes == 0 && runner->memory.blocks == 0)
        return true;
    return model__fails(runner, "destroying the tree left %zu bytes in %zu blocks", runner->memory.bytes,
                        runner->memory.blocks);
}

static bool create(struct model_runner *runner, const struct model_call *call)
{
    if (!destroy_tree(runner))
        return false;
    qd_tree_def def = runner->script->defs[call->first];
    def.allocator = ledger_allocator(&runner->memory);
    if (runner->script->workers > 1)
        def.executor = pool_executor(runner->pool);
    runner->def = def;
    if (call->count > 0) {
        if (!model__create_in(runner, call->count))
            return false;
    } else {
        runner->tree = qd_tree_create(&def);
        model__then(runner, "tree");
    }
    if (!runner->tree)
        return model__fails(runner, "no tree for a good definition");
    oracle_create(&runner->oracle, def.edges);
    runner->oracle.totals = def.totals;
    compare_create(&runner->compare, runner->tree, &runner->oracle);
    memset(runner->ids, 0, runner->handle_room * sizeof *runner->ids);
    return true;
}

static bool create_bad(struct model_runner *runner, const struct model_call *call)
{
    struct ledger books = { 0 };
    qd_tree_def def = runner->script->defs[call->first];
    def.allocator = ledger_allocator(&books);
    qd_tree *tree = qd_tree_create(&def);
    qd_tree_destroy(tree);
    model__then(runner, "!bad_tree");
    return (!tree && books.bytes == 0) || model__fails(runner, "a tree for a bad definition, or memory lost");
}

static bool rebuild(struct model_runner *runner)
{
    qd_result result = qd_tree_rebuild(runner->tree);
    if (result == QD_NO_MEMORY && (runner->memory.refused > 0 || runner->buffer))
        return true;
    return has_result(runner, result, QD_OK);
}

static bool set_filter(struct model_runner *runner, qd_id id, qd_filter filter)
{
    const qd_result result = qd_tree_set_filter(runner->tree, id, filter);
    const bool out_of_memory = result == QD_NO_MEMORY && runner->memory.refused > 0;
    return out_of_memory || has_result(runner, result, oracle_set_filter(&runner->oracle, id, filter));
}

static bool insert(struct model_runner *runner, const struct model_call *call)
{
    qd_id id = qd_tree_insert(runner->tree, call->item);
    runner->ids[call->ref.handle] = id;
    qd_item plain = { .box = call->item.box };
    if (qd_box_is_valid(plain.box) != (oracle_judge(&plain) == QD_OK))
        return model__fails(runner, "qd_box_is_valid is wrong about the box");
    bool good = oracle_judge(&call->item) == QD_OK;
    if (good && (runner->memory.refused > 0 || model__is_full(runner, 1)) && qd_id_is_null(id) && id.generation == 0)
        return true;
    oracle_insert(&runner->oracle, call->item, id);
    model__then(runner, "%sqd_id_is_null(ids[%u])", good ? "!" : "", call->ref.handle);
    return true;
}

// Copies the entries of a call about many to where the library can take them from.
static void lay_out(struct model_runner *runner, const struct model_call *call)
{
    if (runner->many_room <= call->count) {
        free(runner->items);
        free(runner->boxes);
        free(runner->names);
        runner->many_room = call->count * 2 + 16;
        runner->items = calloc(runner->many_room, sizeof *runner->items);
        runner->boxes = calloc(runner->many_room, sizeof *runner->boxes);
        runner->names = calloc(runner->many_room, sizeof *runner->names);
        if (!runner->items || !runner->boxes || !runner->names)
            out_of_memory();
    }
    for (size_t i = 0; i < call->count; i++) {
        const struct model_entry *entry = &runner->script->entries[call->first + i];
        runner->items[i] = entry->item;
        runner->boxes[i] = entry->item.box;
        runner->names[i] = model__id(runner, entry->ref);
    }
}

static const size_t no_bad = 77777777;

static bool has_bad(struct model_runner *runner, qd_result result, qd_result right, size_t bad, size_t right_bad)
{
    if (right != QD_OK)
        model__then(runner, "bad == %zu", right_bad);
    if (!has_result(runner, result, right))
        return false;
    return bad == right_bad || model__fails(runner, "names entry %zu as the first bad one, not %zu", bad, right_bad);
}

static bool insert_many(struct model_runner *runner, const struct model_call *call)
{
    size_t bad = no_bad, right_bad = no_bad;
    lay_out(runner, call);
    memset(runner->names, 0xff, call->count * sizeof *runner->names);
    qd_result result =
        qd_tree_insert_many(runner->tree, runner->items, call->count, call->count > 0 ? runner->names : NULL, &bad);
    for (size_t i = 0; i < call->count; i++)
        runner->ids[runner->script->entries[call->first + i].ref.handle] = runner->names[i];
    size_t valid = 0;
    for (size_t i = 0; i < call->count; i++)
        valid += oracle_judge(&runner->items[i]) == QD_OK;
    if (result == QD_NO_MEMORY && (runner->memory.refused > 0 || model__is_full(runner, valid))) {
        for (size_t i = 0; i < call->count; i++) {
            if (runner->names[i].slot != 0 || runner->names[i].generation != 0)
                return model__fails(runner, "QD_NO_MEMORY, but id %zu is not null", i);
        }
        oracle_insert_failed(&runner->oracle, call->count);
        return true;
    }
    qd_result right = oracle_insert_many(&runner->oracle, runner->items, call->count, runner->names, &right_bad);
    return has_bad(runner, result, right, bad, right_bad);
}

static bool move_many(struct model_runner *runner, const struct model_call *call)
{
    size_t bad = no_bad, right_bad = no_bad;
    lay_out(runner, call);
    qd_result result = qd_tree_move_many(runner->tree, runner->names, runner->boxes, call->count, &bad);
    qd_result right = oracle_move_many(&runner->oracle, runner->names, runner->boxes, call->count, &right_bad);
    return has_bad(runner, result, right, bad, right_bad);
}

static bool remove_many(struct model_runner *runner, const struct model_call *call)
{
    size_t bad = no_bad, right_bad = no_bad;
    lay_out(runner, call);
    qd_result result = qd_tree_remove_many(runner->tree, runner->names, call->count, &bad);
    qd_result right = oracle_remove_many(&runner->oracle, runner->names, call->count, &right_bad);
    return has_bad(runner, result, right, bad, right_bad);
}

static bool change(struct model_runner *runner, const struct model_call *call)
{
    struct oracle *oracle = &runner->oracle;
    qd_tree *tree = runner->tree;
    qd_id id = model__id(runner, call->ref);
    if (model_is_about_contacts(call->op))
        return model__change_contacts(runner, call);
    if (model_is_about_interest(call->op))
        return model__change_interest(runner, call);
    if (call->op == OP_CLEAR || call->op == OP_REMOVE || call->op == OP_REMOVE_MANY)
        model__note_contacts(runner);
    switch (call->op) {
    case OP_CREATE:
        return create(runner, call);
    case OP_CREATE_BAD:
        return create_bad(runner, call);
    case OP_CLEAR:
        qd_tree_clear(tree);
        oracle_clear(oracle);
        return true;
    case OP_REBUILD:
        return rebuild(runner);
    case OP_INSERT:
        return insert(runner, call);
    case OP_MOVE:
        return has_result(runner, qd_tree_move(tree, id, call->item.box), oracle_move(oracle, id, call->item.box));
    case OP_REMOVE:
        return has_result(runner, qd_tree_remove(tree, id), oracle_remove(oracle, id));
    case OP_INSERT_MANY:
        return insert_many(runner, call);
    case OP_MOVE_MANY:
        return move_many(runner, call);
    case OP_REMOVE_MANY:
        return remove_many(runner, call);
    case OP_RELOAD:
        return model__reload(runner);
    case OP_SET_USER:
        return has_result(runner, qd_tree_set_user(tree, id, call->item.user),
                          oracle_set_user(oracle, id, call->item.user));
    case OP_SET_VALUE:
        return has_result(runner, qd_tree_set_value(tree, id, (int64_t)call->item.user),
                          oracle_set_value(oracle, id, (int64_t)call->item.user));
    default:
        return set_filter(runner, id, call->item.filter);
    }
}

static bool is_sound(struct model_runner *runner)
{
    size_t count = runner->oracle.count;
    if (runner->oracle.complaint)
        return model__fails(runner, "%s", runner->oracle.complaint);
    if (runner->memory.complaint)
        return model__fails(runner, "allocator: %s", runner->memory.complaint);
    if (qd_tree_count(runner->tree) != count)
        return model__fails(runner, "the tree counts %zu items of %zu", qd_tree_count(runner->tree), count);
    size_t period = count <= 64 ? 1 : count < 6400 ? count / 64 : 100;
    if (++runner->since_check < period)
        return true;
    runner->since_check = 0;
    return qd_tree_check(runner->tree) || model__fails(runner, "qd_tree_check found an invariant broken");
}

static bool run_call(struct model_runner *runner, const struct model_call *call)
{
    const bool watches = model_is_about_contacts(call->op) || model_is_about_interest(call->op);
    struct ledger *memory = watches ? &runner->contacts_memory : &runner->memory;
    ledger_refuse(memory, call->starve, true);
    uint64_t before = runner->memory.calls;
    size_t bytes = runner->memory.bytes;
    bool good = call->op < OP_GET ? change(runner, call) : model__ask(runner, call);
    ledger_refuse(memory, 0, false);
    if (good && model_asks_many(call->op) && runner->memory.bytes != bytes)
        return model__fails(runner, "questions kept memory");
    if (good && call->op >= OP_GET && !model_asks_many(call->op) && runner->memory.calls != before)
        return model__fails(runner, "a question called the allocator");
    return good && is_sound(runner);
}

static bool run_calls(struct model_runner *runner)
{
    const struct model_script *script = runner->script;
    for (runner->call = 0; runner->call < script->call_count; runner->call++) {
        const struct model_call *call = &script->calls[runner->call];
        if (runner->transcript)
            model_print_call(runner->transcript, script, call);
        if (!run_call(runner, call))
            return false;
    }
    runner->call--;
    if (!qd_tree_check(runner->tree))
        return model__fails(runner, "qd_tree_check found an invariant broken");
    bool same = compare_everything(&runner->compare) && compare_stats(&runner->compare, model__bytes(runner));
    model__then(runner, "count_all(tree) == %zu", runner->oracle.count);
    model__then(runner, "count_pairs(tree) == %zu", runner->compare.expected_count);
    return same || model__fails(runner, "at the end: %s", runner->compare.why);
}

bool model_run(struct model_runner *runner, const struct model_script *script, FILE *transcript)
{
    runner->script = script;
    runner->transcript = transcript;
    runner->why[0] = '\0';
    if (runner->handle_room < script->handles) {
        free(runner->ids);
        runner->handle_room = (size_t)script->handles * 2;
        runner->ids = calloc(runner->handle_room, sizeof *runner->ids);
        if (!runner->ids)
            out_of_memory();
    }
    if (script->workers > 1 && !runner->pool) {
        runner->pool = pool_create(script->workers);
        if (!runner->pool || pool_workers(runner->pool) < script->workers)
            out_of_memory();
    }
    runner->memory = runner->contacts_memory = (struct ledger){ 0 };
    runner->since_check = 0;
    // Whoever shortens a script may have taken the tree away; then there is nothing to run.
    if (script->call_count == 0 || script->calls[0].op != OP_CREATE)
        return true;
    bool good = run_calls(runner);
    if (!good) { // what is broken must not be touched any more: its memory is given up
        runner->tree = NULL;
        runner->buffer = NULL;
        compare_destroy(&runner->compare);
        oracle_destroy(&runner->oracle);
        model__forget_contacts(runner);
        compare_interest_end(&runner->interest);
        return false;
    }
    good = destroy_tree(runner) && model__end_interest(runner) && model__end_contacts(runner);
    model__forget_contacts(runner);
    compare_interest_end(&runner->interest);
    return good;
}

void model_runner_destroy(struct model_runner *runner)
{
    pool_destroy(runner->pool);
    free(runner->ids);
    free(runner->items);
    free(runner->boxes);
    free(runner->names);
    memset(runner, 0, sizeof *runner);
}
