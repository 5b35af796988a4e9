// Delta debugging: try without each half, then each quarter, and so on down to single calls; start again while anything
// could be taken out.
#include "shrink.h"
#include <string.h>

struct shrinker {
    struct model_script *script;
    struct model_script shorter;
    model_fails *fails;
    void *context;
    size_t patience; // calls and entries that may still be run
};

// Keeps `shorter` if it fails.
static bool try_shorter(struct shrinker *shrinker)
{
    size_t cost = shrinker->shorter.call_count + shrinker->shorter.entry_count + 1000;
    if (cost > shrinker->patience)
        return false;
    shrinker->patience -= cost;
    if (!shrinker->fails(shrinker->context, &shrinker->shorter))
        return false;
    model_script_copy(shrinker->script, &shrinker->shorter);
    return true;
}

static bool without_calls(struct shrinker *shrinker, size_t first, size_t count)
{
    struct model_script *shorter = &shrinker->shorter;
    model_script_copy(shorter, shrinker->script);
    size_t after = first + count;
    memmove(shorter->calls + first, shorter->calls + after, (shorter->call_count - after) * sizeof *shorter->calls);
    shorter->call_count -= count;
    return try_shorter(shrinker);
}

// The entries of a call stay where they are: those in front of a hole are moved up to it.
static bool without_entries(struct shrinker *shrinker, size_t call_index, size_t first, size_t count)
{
    struct model_script *shorter = &shrinker->shorter;
    model_script_copy(shorter, shrinker->script);
    struct model_call *call = &shorter->calls[call_index];
    struct model_entry *entries = shorter->entries + call->first;
    memmove(entries + count, entries, first * sizeof *entries);
    call->first += count;
    call->count -= count;
    return try_shorter(shrinker);
}

static bool shrink_calls(struct shrinker *shrinker)
{
    bool any = false;
    for (size_t size = shrinker->script->call_count / 2; size > 0; size /= 2) {
        // From the end: what came last depends on what came first, not the other way round.
        for (size_t end = shrinker->script->call_count; end >= size; end -= size)
            any |= without_calls(shrinker, end - size, size);
    }
    return any;
}

static bool shrink_entries(struct shrinker *shrinker)
{
    bool any = false;
    for (size_t i = 0; i < shrinker->script->call_count; i++) {
        const struct model_call *calls = shrinker->script->calls;
        if (!model_is_about_many(calls[i].op))
            continue;
        for (size_t size = calls[i].count; size > 0; size /= 2)
            for (size_t end = shrinker->script->calls[i].count; end >= size; end -= size)
                any |= without_entries(shrinker, i, end - size, size);
    }
    return any;
}

// The definition's numbers, one by one, if it fails without them too.
static void shrink_defs(struct shrinker *shrinker)
{
    for (size_t i = 0; i < shrinker->script->def_count; i++) {
        for (int field = 0; field < 7; field++) {
            model_script_copy(&shrinker->shorter, shrinker->script);
            qd_tree_def *def = &shrinker->shorter.defs[i];
            if (field == 0)
                def->leaf_capacity = 0;
            else if (field == 1)
                def->max_depth = 0;
            else if (field == 2)
                def->reserve = 0;
            else if (field == 3)
                def->edges = QD_CLOSED;
            else if (field == 4)
                def->precision = QD_FLOAT;
            else if (field == 5)
                def->executor = (qd_executor){ 0 };
            else
                def->totals = false;
            if (!qd_tree_def_problem(def)) // a world of doubles may be none of floats
                try_shorter(shrinker);
        }
    }
}

void model_shrink(struct model_script *script, model_fails *fails, void *context)
{
    struct shrinker shrinker = { .script = script, .fails = fails, .context = context, .patience = 200000000 };
    bool again = true;
    while (again) {
        again = shrink_calls(&shrinker);
        again |= shrink_entries(&shrinker);
    }
    shrink_defs(&shrinker);
    model_script_destroy(&shrinker.shorter);
}
