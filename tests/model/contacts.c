// The calls about contacts. They have a ledger of their own, and may outlive their tree.
#include "runner.h"

static struct compare_contacts *compare_of(struct model_runner *runner, const struct model_call *call)
{
    return &runner->contacts[call->first % MODEL_CONTACTS];
}

static bool create(struct model_runner *runner, const struct model_call *call)
{
    struct compare_contacts *compare = compare_of(runner, call);
    qd_contacts_def def = { .budget = call->limit, .allocator = ledger_allocator(&runner->contacts_memory) };
    qd_contacts_destroy(compare->contacts);
    qd_contacts *contacts = (qd_contacts *)&def;
    const qd_result result = qd_contacts_create(runner->tree, &def, &contacts);
    compare_contacts_begin(compare, contacts, runner->oracle);
    if (result == QD_OK ? contacts != NULL : !contacts && result == QD_NO_MEMORY && runner->contacts_memory.refused > 0)
        return true;
    return model__fails(runner, "no contacts: %d", (int)result);
}

static size_t count_events(const qd_contacts *contacts)
{
    size_t began, ended;
    qd_contacts_began(contacts, &began);
    qd_contacts_ended(contacts, &ended);
    return began + ended;
}

static size_t count_contacts(const qd_contacts *contacts, size_t *waiting)
{
    qd_contacts_stats stats;
    qd_contacts_get_stats(contacts, &stats);
    *waiting = stats.waiting;
    return stats.contacts;
}

static bool update(struct model_runner *runner, const struct model_call *call)
{
    struct compare_contacts *compare = compare_of(runner, call);
    if (!compare->contacts)
        return true;
    qd_result result = qd_contacts_update(compare->contacts);
    const bool refused = runner->contacts_memory.refused > 0;
    if (result == QD_NO_MEMORY && refused)
        return count_events(compare->contacts) == 0 ||
               model__fails(runner, "an update that had no memory reports something");
    if (result != QD_OK)
        return model__fails(runner, "returned %d (%s)", (int)result, qd_result_text(result));
    size_t waiting;
    const size_t contacts = count_contacts(compare->contacts, &waiting);
    if (waiting == 0)
        model__then(runner, "count_contacts(contacts[%zu]) == %zu", call->first % MODEL_CONTACTS, contacts);
    return compare_contacts_updated(compare) || model__fails(runner, "%s", compare->why);
}

bool model__change_contacts(struct model_runner *runner, const struct model_call *call)
{
    struct compare_contacts *compare = compare_of(runner, call);
    switch (call->op) {
    case OP_CONTACTS_CREATE:
        return create(runner, call);
    case OP_CONTACTS_UPDATE:
        return update(runner, call);
    default:
        qd_contacts_destroy(compare->contacts);
        compare->contacts = NULL;
        return true;
    }
}

void model__note_contacts(struct model_runner *runner)
{
    for (size_t i = 0; i < MODEL_CONTACTS; i++)
        if (runner->contacts[i].contacts)
            compare_contacts_note(&runner->contacts[i]);
}

void model__lose_tree(struct model_runner *runner)
{
    for (size_t i = 0; i < MODEL_CONTACTS; i++)
        if (runner->contacts[i].contacts)
            compare_contacts_lose_tree(&runner->contacts[i]);
}

void model__forget_contacts(struct model_runner *runner)
{
    for (size_t i = 0; i < MODEL_CONTACTS; i++)
        compare_contacts_end(&runner->contacts[i]);
}

bool model__end_contacts(struct model_runner *runner)
{
    for (size_t i = 0; i < MODEL_CONTACTS; i++) {
        struct compare_contacts *compare = &runner->contacts[i];
        const struct model_call last = { .op = OP_CONTACTS_UPDATE, .first = i };
        if (!update(runner, &last))
            return false;
        size_t waiting;
        if (compare->contacts && count_contacts(compare->contacts, &waiting) > 0)
            return model__fails(runner, "contacts of a tree that is gone");
        qd_contacts_destroy(compare->contacts);
    }
    model__forget_contacts(runner);
    if (runner->contacts_memory.complaint)
        return model__fails(runner, "allocator of contacts: %s", runner->contacts_memory.complaint);
    return runner->contacts_memory.bytes == 0 || model__fails(runner, "contacts left memory behind");
}
