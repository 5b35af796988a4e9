// Three growing lists: definitions, calls, and the entries of calls about many.
#include "script.h"
#include "room.h"
#include <string.h>

void model_script_destroy(struct model_script *script)
{
    free(script->defs);
    free(script->calls);
    free(script->entries);
    memset(script, 0, sizeof *script);
}

void model_script_empty(struct model_script *script)
{
    script->def_count = script->call_count = script->entry_count = 0;
    script->handles = 0;
}

static void *more(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    *room = count < 32 ? 64 : count * 2;
    return got(realloc(list, *room * size));
}

qd_tree_def *model_script_def(struct model_script *script)
{
    script->defs = more(script->defs, script->def_count, &script->def_room, sizeof *script->defs);
    qd_tree_def *def = &script->defs[script->def_count++];
    memset(def, 0, sizeof *def);
    return def;
}

struct model_call *model_script_call(struct model_script *script, enum model_op op)
{
    script->calls = more(script->calls, script->call_count, &script->call_room, sizeof *script->calls);
    struct model_call *call = &script->calls[script->call_count++];
    memset(call, 0, sizeof *call);
    call->op = op;
    return call;
}

struct model_entry *model_script_entry(struct model_script *script)
{
    script->entries = more(script->entries, script->entry_count, &script->entry_room, sizeof *script->entries);
    struct model_entry *entry = &script->entries[script->entry_count++];
    memset(entry, 0, sizeof *entry);
    return entry;
}

bool model_is_about_many(enum model_op op)
{
    return op == OP_INSERT_MANY || op == OP_MOVE_MANY || op == OP_REMOVE_MANY || model_asks_many(op);
}

bool model_asks_many(enum model_op op)
{
    return op == OP_FIND_MANY || op == OP_FIND_VIEWS || op == OP_RANKED_MANY;
}

bool model_finds_all_pairs(enum model_op op)
{
    return op == OP_PAIRS || op == OP_TWO_TREES;
}

bool model_is_about_contacts(enum model_op op)
{
    return op == OP_CONTACTS_CREATE || op == OP_CONTACTS_UPDATE || op == OP_CONTACTS_DESTROY;
}

bool model_is_about_interest(enum model_op op)
{
    return op == OP_INTEREST_OBSERVE || op == OP_INTEREST_UPDATE;
}

void model_script_copy(struct model_script *to, const struct model_script *from)
{
    model_script_empty(to);
    for (size_t i = 0; i < from->def_count; i++)
        *model_script_def(to) = from->defs[i];
    for (size_t i = 0; i < from->call_count; i++) {
        struct model_call *call = model_script_call(to, OP_CREATE);
        *call = from->calls[i];
        if (!model_is_about_many(call->op))
            continue;
        call->first = to->entry_count;
        for (size_t j = 0; j < call->count; j++)
            *model_script_entry(to) = from->entries[from->calls[i].first + j];
    }
    to->handles = from->handles;
    to->workers = from->workers;
}

qd_id model_forged(qd_id id, enum model_forgery forgery)
{
    const uint64_t generation = id >> 32 << 32, slot = qd_id_slot(id);
    switch (forgery) {
    case NEXT_GENERATION:
        return id + (UINT64_C(1) << 32);
    case LAST_GENERATION:
        return UINT64_C(0xffffffff) << 32 | slot;
    case NEXT_SLOT:
        return generation | (uint32_t)(slot + 1);
    case FAR_SLOT:
        return id ^ 0xfff00000u;
    case NO_SLOT:
        return generation;
    default:
        return id;
    }
}

qd_query model_query(const struct model_question *question, qd_id ignore)
{
    qd_query query = { question->shape, question->relation, question->filter, ignore };
    query.shape.corners = question->corners;
    return query;
}

qd_ranked model_ranked(const struct model_question *question, qd_id ignore)
{
    qd_ranked ranked = {
        question->rank, question->shape, question->motion, question->number, question->filter, ignore
    };
    ranked.shape.corners = question->corners;
    return ranked;
}

qd_pair_query model_pair_query(const struct model_question *question, qd_id ignore)
{
    const qd_pair_query query = { NULL, question->number, question->filter, ignore };
    return query;
}

qd_observer model_observer(const struct model_call *call, qd_id ignore)
{
    const qd_observer observer = { model_query(&call->question, ignore), call->item.user, call->question.number,
                                   call->repeat };
    return observer;
}

const char *model_op_name(enum model_op op)
{
    static const char *const names[MODEL_OPS] = {
        [OP_CREATE] = "create",
        [OP_CREATE_BAD] = "create with a bad definition",
        [OP_CLEAR] = "clear",
        [OP_REBUILD] = "rebuild",
        [OP_INSERT] = "insert",
        [OP_MOVE] = "move",
        [OP_REMOVE] = "remove",
        [OP_INSERT_MANY] = "insert_many",
        [OP_MOVE_MANY] = "move_many",
        [OP_REMOVE_MANY] = "remove_many",
        [OP_REMOVE_FOUND] = "remove_found",
        [OP_SET_USER] = "set_user",
        [OP_SET_FILTER] = "set_filter",
        [OP_SET_VALUE] = "set_value",
        [OP_RELOAD] = "reload",
        [OP_CONTACTS_CREATE] = "contacts_create",
        [OP_CONTACTS_UPDATE] = "contacts_update",
        [OP_CONTACTS_DESTROY] = "contacts_destroy",
        [OP_INTEREST_OBSERVE] = "interest_add",
        [OP_INTEREST_UPDATE] = "interest_update",
        [OP_GET] = "get",
        [OP_BOUNDS] = "bounds",
        [OP_STATS] = "stats",
        [OP_FIND] = "find",
        [OP_VISIT] = "visit",
        [OP_CURSOR] = "cursor",
        [OP_FIND_RANKED] = "find_ranked",
        [OP_VISIT_RANKED] = "visit_ranked",
        [OP_RANKED_CURSOR] = "ranked_cursor",
        [OP_PAIRS] = "pairs",
        [OP_TWO_TREES] = "two_trees",
        [OP_DETAILS] = "details",
        [OP_TOTAL] = "total",
        [OP_FIND_MANY] = "find_many",
        [OP_FIND_VIEWS] = "find_many with views",
        [OP_RANKED_MANY] = "find_many_ranked",
    };
    return names[op];
}
