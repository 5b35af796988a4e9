// Three growing lists: definitions, calls, and the entries of calls about many.
#include "script.h"
#include <stdio.h>
#include <stdlib.h>
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
    list = realloc(list, *room * size);
    if (!list) {
        fputs("model script: no memory\n", stderr);
        exit(1);
    }
    return list;
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
    return op == OP_BOX_MANY || op == OP_NEAR_MANY || op == OP_RAY_MANY;
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
    switch (forgery) {
    case NEXT_GENERATION:
        id.generation++;
        break;
    case LAST_GENERATION:
        id.generation = UINT32_MAX;
        break;
    case NEXT_SLOT:
        id.slot++;
        break;
    case FAR_SLOT:
        id.slot ^= 0xfff00000u;
        break;
    case NO_SLOT:
        id.slot = 0;
        break;
    default:
        break;
    }
    return id;
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
        [OP_FIND_BOX] = "find_box",
        [OP_FIND_POINT] = "find_point",
        [OP_FIND_CIRCLE] = "find_circle",
        [OP_FIND_NEAR] = "find_near",
        [OP_FIND_RAY] = "find_ray",
        [OP_VISIT_BOX] = "visit_box",
        [OP_VISIT_POINT] = "visit_point",
        [OP_VISIT_CIRCLE] = "visit_circle",
        [OP_VISIT_RAY] = "visit_ray",
        [OP_VISIT_PAIRS] = "visit_pairs",
        [OP_VISIT_PAIRS_FILTERED] = "visit_pairs_filtered",
        [OP_VISIT_PAIRS_WITHIN] = "visit_pairs_within",
        [OP_VISIT_JOIN] = "visit_join",
        [OP_VISIT_DETAIL] = "visit_detail",
        [OP_TOTAL_BOX] = "total_box",
        [OP_CAST_BOX] = "cast_box",
        [OP_CAST_CIRCLE] = "cast_circle",
        [OP_INSIDE] = "inside",
        [OP_CONTAINING] = "containing",
        [OP_POLYGON] = "polygon",
        [OP_INSIDE_POLYGON] = "inside_polygon",
        [OP_BOX_CURSOR] = "box_cursor",
        [OP_NEAR_CURSOR] = "near_cursor",
        [OP_RAY_CURSOR] = "ray_cursor",
        [OP_PAIR_CURSOR] = "pair_cursor",
        [OP_BOX_MANY] = "box_many",
        [OP_NEAR_MANY] = "near_many",
        [OP_RAY_MANY] = "ray_many",
    };
    return names[op];
}
