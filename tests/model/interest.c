// The calls about interest: it has the contacts' ledger, and lives as long as the script.
#include "runner.h"
#include <math.h>

enum { MOST_OBSERVERS = 24, MOST_ASKED = 4000 };

static bool is_good(const struct model_runner *runner, const qd_observer *observer)
{
    return qd_oracle_check_observer(runner->oracle, observer) == QD_OK;
}

static double stored(const struct model_runner *runner, double x)
{
    return runner->def.precision == QD_DOUBLE ? x : (double)((float)x + 0.0f);
}

// Half the sides of a view, as the tree has it: so large it is when it moves.
static qd_vec2 half_of(const struct model_runner *runner, qd_box box)
{
    return (qd_vec2){ stored(runner, box.max.x) / 2 - stored(runner, box.min.x) / 2,
                      stored(runner, box.max.y) / 2 - stored(runner, box.min.y) / 2 };
}

static bool add(struct model_runner *runner, const qd_observer *observer)
{
    struct compare_interest *compare = &runner->interest;
    qd_id id = 77;
    const qd_result result = qd_interest_add(compare->interest, observer, &id);
    if (result == QD_NO_MEMORY && runner->contacts_memory.refused > 0)
        return id == 0 || model__fails(runner, "an id for an observer that there was no memory for");
    const bool good = is_good(runner, observer);
    if (result != (good ? QD_OK : QD_BAD_VALUE) || (id != 0) != good)
        return model__fails(runner, "adding an observer: %d", (int)result);
    if (good) {
        compare_interest_add(compare, id, *observer);
        compare->watched[compare->count - 1].half = half_of(runner, observer->view.shape.box);
    }
    return true;
}

static bool remove_one(struct model_runner *runner, qd_id id)
{
    struct compare_interest *compare = &runner->interest;
    compare_interest_remove(compare, id);
    const qd_result first = qd_interest_remove(compare->interest, id);
    const qd_result second = qd_interest_remove(compare->interest, id); // it is stale by then
    return (first == QD_OK && second == QD_STALE_ID) || model__fails(runner, "removing: %d", (int)first);
}

static bool move(struct model_runner *runner, struct watched *one, qd_vec2 at)
{
    const qd_vec2 to = { stored(runner, at.x), stored(runner, at.y) };
    const qd_shape *shape = &one->observer.view.shape;
    const bool box = shape->type == QD_BOX, infinite = box && !(isfinite(one->half.x) && isfinite(one->half.y));
    qd_observer moved = one->observer;
    if (shape->type != QD_EVERYWHERE)
        moved.view.shape.box = box ? qd_box_around(to, one->half.x, one->half.y) : qd_box_at(to);
    const bool good = isfinite(to.x) && isfinite(to.y) && !infinite && (moved.nearest == 0 || is_good(runner, &moved));
    const qd_result right = good ? QD_OK : QD_BAD_VALUE;
    const qd_result result = qd_interest_move(runner->interest.interest, one->id, at);
    if (result != right)
        return model__fails(runner, "moving an observer: %d, not %d", (int)result, (int)right);
    if (good)
        one->observer = moved;
    return true;
}

// `first` says which observer is meant: there is one of that number, or it is added.
static bool observe(struct model_runner *runner, const struct model_call *call)
{
    struct compare_interest *compare = &runner->interest;
    const qd_observer observer = model_observer(call, model__id(runner, call->question.ignore));
    const size_t which = call->first % MOST_OBSERVERS;
    if (which >= compare->count)
        return add(runner, &observer);
    struct watched *one = &compare->watched[which];
    if (call->limit == 0)
        return remove_one(runner, one->id);
    if (call->limit == 1) // and is otherwise as it was
        return move(runner, one, call->item.box.min);
    const qd_result right = is_good(runner, &observer) ? QD_OK : QD_BAD_VALUE;
    const qd_result result = qd_interest_set(compare->interest, one->id, &observer);
    if (result != right)
        return model__fails(runner, "setting an observer: %d, not %d", (int)result, (int)right);
    if (right == QD_OK) {
        compare_interest_set(one, observer);
        one->half = half_of(runner, observer.view.shape.box);
    }
    return true;
}

static bool update(struct model_runner *runner)
{
    struct compare_interest *compare = &runner->interest;
    const qd_result result = qd_interest_update(compare->interest);
    if (result == QD_NO_MEMORY && runner->contacts_memory.refused > 0) {
        size_t entered, left;
        qd_interest_entered(compare->interest, &entered);
        qd_interest_left(compare->interest, &left);
        return entered + left == 0 || model__fails(runner, "an update that had no memory reports something");
    }
    if (result != QD_OK)
        return model__fails(runner, "returned %d (%s)", (int)result, qd_result_text(result));
    return compare_interest_updated(compare, runner->tree ? runner->oracle : NULL) ||
           model__fails(runner, "%s", compare->why);
}

// An interest observes one tree: with a new tree comes a new one.
bool model__change_interest(struct model_runner *runner, const struct model_call *call)
{
    struct compare_interest *compare = &runner->interest;
    if (model__count(runner) > MOST_ASKED) // every observer is a loop over all of them
        return true;
    if (!compare->interest) {
        const qd_interest_def def = { ledger_allocator(&runner->contacts_memory), runner->def.edges == QD_OPEN };
        compare->interest = (qd_interest *)compare;
        const qd_result result = qd_interest_create(runner->tree, &def, &compare->interest);
        if (!compare->interest)
            return (result == QD_NO_MEMORY && runner->contacts_memory.refused > 0) ||
                   model__fails(runner, "no interest: %d", (int)result);
    }
    return call->op == OP_INTEREST_UPDATE ? update(runner) : observe(runner, call);
}

bool model__end_interest(struct model_runner *runner)
{
    struct compare_interest *compare = &runner->interest;
    if (compare->interest && !update(runner)) // without a tree: all leave
        return false;
    qd_interest_destroy(compare->interest);
    compare_interest_end(compare);
    return true;
}
