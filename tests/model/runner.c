// The calls that change a tree. After each one the count must be right and the allocator's books in order, on small
// trees all invariants hold, on larger ones every so many calls; at the end of a script all there is must be found.
#include "runner.h"
#include "places.h"
#include "print.h"
#include "room.h"
#include <string.h>

static bool destroy_tree(struct model_runner *runner)
{
    model__lose_tree(runner);
    qd_tree_destroy(runner->tree);
    runner->tree = NULL;
    free(runner->buffer);
    runner->buffer = NULL;
    compare_destroy(&runner->compare);
    qd_oracle_destroy(runner->oracle);
    runner->oracle = NULL;
    if (!model__end_interest(runner))
        return false;
    if (runner->memory.bytes == 0 && runner->memory.blocks == 0)
        return true;
    return model__fails(runner, "destroying the tree left %zu bytes in %zu blocks", runner->memory.bytes,
                        runner->memory.blocks);
}

// One tree in two is made by the shortcut.
static bool create(struct model_runner *runner, const struct model_call *call)
{
    if (!destroy_tree(runner))
        return false;
    runner->def = runner->script->defs[call->first];
    if (qd_oracle_create(&runner->def, &runner->oracle) != QD_OK)
        return model__fails(runner, "no oracle for a good definition");
    runner->def.allocator = ledger_allocator(&runner->memory);
    if (runner->script->workers > 1) {
        runner->def.executor = qd_threads_executor(runner->pool);
        runner->def.executor.least_items = 1;
    }
    if (call->count > 0)
        model__get_buffer(runner, call->count);
    if (runner->def.leaf_capacity % 2)
        runner->tree = qd_tree_new(&runner->def);
    else
        (void)qd_tree_create(&runner->def, &runner->tree);
    model__then(runner, "tree");
    if (!runner->tree)
        return model__fails(runner, "no tree for a good definition");
    compare_create(&runner->compare, runner->tree, runner->oracle);
    memset(runner->ids, 0, runner->handle_room * sizeof *runner->ids);
    return true;
}

static bool create_bad(struct model_runner *runner, const struct model_call *call)
{
    struct ledger books = { 0 };
    qd_tree_def def = runner->script->defs[call->first];
    def.allocator = ledger_allocator(&books);
    qd_tree *tree = (qd_tree *)&def;
    const qd_result result = qd_tree_create(&def, &tree);
    model__then(runner, "!bad_tree");
    return (result == QD_BAD_VALUE && !tree && books.bytes == 0 && qd_tree_def_problem(&def)) ||
           model__fails(runner, "a tree for a bad definition, or no problem, or memory lost");
}

static bool rebuild(struct model_runner *runner)
{
    qd_result result = qd_tree_rebuild(runner->tree);
    if ((result == QD_NO_MEMORY && runner->memory.refused > 0) || (result == QD_FULL && runner->buffer))
        return true;
    return model__has_result(runner, result, QD_OK);
}

static bool set_filter(struct model_runner *runner, qd_id id, const qd_filter *filter)
{
    const qd_result result = qd_tree_set_filter(runner->tree, id, filter);
    if (result == QD_NO_MEMORY && runner->memory.refused > 0)
        return true;
    return model__has_result(runner, result, qd_oracle_set_filter(runner->oracle, id, filter));
}

static bool insert(struct model_runner *runner, const struct model_call *call)
{
    const qd_item *item = &call->item;
    const bool plain = item->user % 4 == 0 && item->filter.layers == 0 && item->filter.mask == 0 && !runner->def.totals;
    qd_id id = 77;
    qd_result result = QD_OK;
    if (plain)
        id = qd_tree_add(runner->tree, item->box, item->user);
    else
        result = qd_tree_insert(runner->tree, item, &id);
    runner->ids[call->ref.handle] = id;
    if (qd_box_is_valid(&item->box) != model_is_valid(QD_DOUBLE, item->box))
        return model__fails(runner, "qd_box_is_valid is wrong about the box");
    const bool good = model_is_valid(runner->def.precision, item->box);
    const qd_result full = model__is_full(runner, 1) ? QD_FULL : QD_NO_MEMORY;
    if (good && id == 0 && (runner->memory.refused > 0 || full == QD_FULL) && (plain || result == full))
        return true;
    if (!plain && result != (good ? QD_OK : QD_BAD_VALUE))
        return model__fails(runner, "returned %d", (int)result);
    model__then(runner, "%sids[%u]", good ? "" : "!", call->ref.handle);
    return good ? model__learn(runner, item, id) : id == 0 || model__fails(runner, "a bad item got an id");
}

static bool move(struct model_runner *runner, qd_id id, const qd_item *item)
{
    const qd_result result =
        item->user % 2 ? qd_tree_move(runner->tree, id, item->box) : qd_tree_set_box(runner->tree, id, &item->box);
    return model__has_result(runner, result, qd_oracle_set_box(runner->oracle, id, &item->box));
}

static bool clear(struct model_runner *runner)
{
    const qd_result result = qd_tree_clear(runner->tree);
    qd_oracle_clear(runner->oracle);
    return model__has_result(runner, result, QD_OK);
}

static bool remove_found(struct model_runner *runner, const struct model_call *call)
{
    const qd_query query = model_query(&call->question, model__id(runner, call->question.ignore));
    const qd_result right = qd_oracle_check_query(runner->oracle, &query);
    const size_t room = model__count(runner), untouched = 77777;
    size_t removed = untouched;
    qd_entry *found = room_for(room, sizeof *found);
    const size_t count = qd_oracle_find(runner->oracle, &query, found, room, NULL);
    const qd_result result = qd_tree_remove_found(runner->tree, &query, &removed);
    for (size_t i = 0; i < count; i++)
        qd_oracle_remove(runner->oracle, found[i].id);
    free(found);
    if (right == QD_OK)
        model__then(runner, "count == %zu", count);
    if (!model__has_result(runner, result, right))
        return false;
    return removed == (right == QD_OK ? count : untouched) ||
           model__fails(runner, "says that %zu of %zu were removed", removed, count);
}

static bool change_one(struct model_runner *runner, const struct model_call *call)
{
    qd_oracle *oracle = runner->oracle;
    qd_tree *tree = runner->tree;
    const qd_item *item = &call->item;
    qd_id id = model__id(runner, call->ref);
    switch (call->op) {
    case OP_INSERT:
        return insert(runner, call);
    case OP_MOVE:
        return move(runner, id, item);
    case OP_REMOVE:
        return model__has_result(runner, qd_tree_remove(tree, id), qd_oracle_remove(oracle, id));
    case OP_SET_USER:
        return model__has_result(runner, qd_tree_set_user(tree, id, item->user),
                                 qd_oracle_set_user(oracle, id, item->user));
    case OP_SET_VALUE:
        return model__has_result(runner, qd_tree_set_value(tree, id, item->value),
                                 qd_oracle_set_value(oracle, id, item->value));
    default:
        return set_filter(runner, id, &item->filter);
    }
}

static bool change(struct model_runner *runner, const struct model_call *call)
{
    if (model_is_about_contacts(call->op))
        return model__change_contacts(runner, call);
    if (model_is_about_interest(call->op))
        return model__change_interest(runner, call);
    if (call->op == OP_CLEAR || call->op == OP_REMOVE || call->op == OP_REMOVE_MANY || call->op == OP_REMOVE_FOUND)
        model__note_contacts(runner);
    if (model_is_about_many(call->op))
        return model__change_many(runner, call);
    switch (call->op) {
    case OP_CREATE:
        return create(runner, call);
    case OP_CREATE_BAD:
        return create_bad(runner, call);
    case OP_CLEAR:
        return clear(runner);
    case OP_REBUILD:
        return rebuild(runner);
    case OP_RELOAD:
        return model__reload(runner);
    case OP_REMOVE_FOUND:
        return remove_found(runner, call);
    default:
        return change_one(runner, call);
    }
}

static bool is_sound(struct model_runner *runner)
{
    const size_t count = model__count(runner);
    if (runner->memory.complaint)
        return model__fails(runner, "allocator: %s", runner->memory.complaint);
    if (qd_tree_count(runner->tree, NULL) != count)
        return model__fails(runner, "the tree counts %zu items of %zu", qd_tree_count(runner->tree, NULL), count);
    size_t period = count <= 64 ? 1 : count < 6400 ? count / 64 : 100;
    if (++runner->since_check < period)
        return true;
    runner->since_check = 0;
    return qd_tree_check(runner->tree) || model__fails(runner, "qd_tree_check found an invariant broken");
}

// May a question call the allocator?
static bool may_ask(const struct model_runner *runner, enum model_op op)
{
    return model_asks_many(op) || (model_finds_all_pairs(op) && runner->def.executor.workers > 1);
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
    if (good && call->op >= OP_GET && runner->memory.bytes != bytes)
        return model__fails(runner, "a question kept memory");
    if (good && call->op >= OP_GET && !may_ask(runner, call->op) && runner->memory.calls != before)
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
    model__then(runner, "count_all(tree) == %zu", model__count(runner));
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
        runner->ids = room_for(runner->handle_room, sizeof *runner->ids);
    }
    if (script->workers > 1 && !runner->pool) {
        const qd_threads_def def = { .workers = script->workers };
        if (script->workers % 2)
            (void)qd_threads_create(&def, &runner->pool);
        else
            runner->pool = qd_threads_new(script->workers);
        if (!runner->pool || qd_threads_workers(runner->pool) < script->workers) {
            fputs("model runner: too few threads\n", stderr);
            exit(1);
        }
    }
    runner->memory = runner->contacts_memory = (struct ledger){ 0 };
    runner->since_check = 0;
    // Shortening a script may have taken the tree away; then there is nothing to run.
    if (script->call_count == 0 || script->calls[0].op != OP_CREATE)
        return true;
    bool good = run_calls(runner);
    if (!good) { // what is broken must not be touched any more: its memory is given up
        runner->tree = NULL;
        runner->buffer = NULL;
        compare_destroy(&runner->compare);
        qd_oracle_destroy(runner->oracle);
        runner->oracle = NULL;
        model__forget_contacts(runner);
        compare_interest_end(&runner->interest);
        return false;
    }
    good = destroy_tree(runner) && model__end_contacts(runner);
    model__forget_contacts(runner);
    compare_interest_end(&runner->interest);
    return good;
}

void model_runner_destroy(struct model_runner *runner)
{
    qd_threads_destroy(runner->pool);
    free(runner->ids);
    free(runner->many.boxes);
    free(runner->many.floats);
    free(runner->many.users);
    free(runner->many.filters);
    free(runner->many.values);
    free(runner->many.ids);
    memset(runner, 0, sizeof *runner);
}
