// The calls about interest: it has the contacts' ledger, and lives as long as the script.
#include "runner.h"
#include <string.h>

enum { MOST_OBSERVERS = 24, MOST_ASKED = 4000 };

static qd_observer observer_of(struct model_runner *runner, const struct model_call *call)
{
    qd_observer observer = { call->item.box.min, call->number, { 0, 0, { 0, 0 } }, call->item.user };
    observer.filter.mask = call->item.filter.mask;
    observer.filter.layers = call->item.filter.layers;
    observer.filter.ignore = model__id(runner, call->ignore);
    return observer;
}

static bool is_good(qd_observer observer)
{
    return qd_box_is_valid((qd_box){ observer.center, observer.center }) && observer.radius >= 0;
}

// `first` says which observer is meant: there is one of that number, or it is added.
static bool observe(struct model_runner *runner, const struct model_call *call)
{
    struct compare_interest *compare = &runner->interest;
    const qd_observer observer = observer_of(runner, call);
    const size_t which = call->first % MOST_OBSERVERS;
    if (which >= compare->count) {
        const qd_id id = qd_interest_add(compare->interest, observer);
        if (qd_id_is_null(id))
            return runner->contacts_memory.refused > 0 || !is_good(observer) ||
                   model__fails(runner, "a good observer got the null id");
        compare_interest_add(compare, id, observer);
        return is_good(observer) || model__fails(runner, "a bad observer got an id");
    }
    struct watched *one = &compare->watched[which];
    const qd_id id = one->id;
    if (call->limit == 0) {
        compare_interest_remove(compare, id);
        const qd_result first = qd_interest_remove(compare->interest, id);
        const qd_result second = qd_interest_remove(compare->interest, id); // it is stale by then
        return (first == QD_OK && second == QD_STALE_ID) || model__fails(runner, "removing: %d", (int)first);
    }
    qd_observer next = observer;
    const bool moves = call->limit == 1; // and is otherwise as it was
    if (moves) {
        next = one->observer;
        next.center = observer.center;
    }
    const qd_result right = is_good(next) ? QD_OK : QD_BAD_VALUE;
    const qd_result result =
        moves ? qd_interest_move(compare->interest, id, next.center) : qd_interest_set(compare->interest, id, next);
    if (result != right)
        return model__fails(runner, "not %d", (int)right);
    if (right == QD_OK)
        one->observer = next;
    return true;
}

static bool update(struct model_runner *runner)
{
    struct compare_interest *compare = &runner->interest;
    const qd_result result = qd_interest_update(compare->interest, runner->tree);
    if (result == QD_NO_MEMORY && runner->contacts_memory.refused > 0)
        return qd_interest_came(compare->interest).count + qd_interest_left(compare->interest).count == 0 ||
               model__fails(runner, "an update that had no memory tells something");
    if (result != QD_OK)
        return model__fails(runner, "returned %d (%s)", (int)result, qd_result_text(result));
    return compare_interest_updated(compare, runner->tree ? &runner->oracle : NULL) ||
           model__fails(runner, "%s", compare->why);
}

bool model__change_interest(struct model_runner *runner, const struct model_call *call)
{
    struct compare_interest *compare = &runner->interest;
    if (runner->oracle.count > MOST_ASKED) // every observer is a loop over all of them
        return true;
    if (!compare->interest) {
        const qd_allocator allocator = ledger_allocator(&runner->contacts_memory);
        compare->interest = qd_interest_create(&allocator);
        if (!compare->interest)
            return runner->contacts_memory.refused > 0 || model__fails(runner, "no interest");
    }
    return call->op == OP_INTEREST_UPDATE ? update(runner) : observe(runner, call);
}

bool model__end_interest(struct model_runner *runner)
{
    struct compare_interest *compare = &runner->interest;
    if (compare->interest && !update(runner)) // without a tree: all leave
        return false;
    qd_interest_destroy(compare->interest);
    compare->interest = NULL;
    return true;
}
