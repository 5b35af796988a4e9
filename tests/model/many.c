// The calls that change many items at once. Boxes come as doubles or as floats, as corners or with sizes, and what is
// the same for all items, or the default, comes without an array of its own.
#include "places.h"
#include "room.h"
#include "runner.h"
#include <stdlib.h>
#include <string.h>

static void *fresh(void *old, size_t count, size_t size)
{
    free(old);
    return room_for(count, size);
}

// What a call says of its boxes: bits 4 and 5 of its user value.
static qd_form form_of(const struct model_call *call)
{
    const qd_form forms[4] = { QD_CORNERS, QD_SIZES, QD_HALVES, QD_CORNERS };
    return forms[call->item.user >> 4 & 3];
}

// The four numbers of a box in a form.
static void spell(qd_form form, qd_box box, double numbers[4])
{
    const double low[2] = { box.min.x, box.min.y }, high[2] = { box.max.x, box.max.y };
    for (int axis = 0; axis < 2; axis++) {
        numbers[axis] = form == QD_HALVES ? low[axis] / 2 + high[axis] / 2 : low[axis];
        numbers[2 + axis] = form == QD_HALVES  ? high[axis] / 2 - low[axis] / 2
                            : form == QD_SIZES ? high[axis] - low[axis]
                                               : high[axis];
    }
}

// Copies the entries of a call to where the library can take them from.
static void lay_out(struct model_runner *runner, const struct model_call *call)
{
    if (runner->many.room <= call->count) {
        const size_t room = runner->many.room = call->count * 2 + 16;
        runner->many.boxes = fresh(runner->many.boxes, room, sizeof *runner->many.boxes);
        runner->many.floats = fresh(runner->many.floats, 4 * room, sizeof *runner->many.floats);
        runner->many.users = fresh(runner->many.users, room, sizeof *runner->many.users);
        runner->many.filters = fresh(runner->many.filters, room, sizeof *runner->many.filters);
        runner->many.values = fresh(runner->many.values, room, sizeof *runner->many.values);
        runner->many.ids = fresh(runner->many.ids, room, sizeof *runner->many.ids);
    }
    for (size_t i = 0; i < call->count; i++) {
        const struct model_entry *entry = &runner->script->entries[call->first + i];
        double numbers[4];
        spell(form_of(call), entry->item.box, numbers);
        for (size_t k = 0; k < 4; k++)
            runner->many.floats[4 * i + k] = (float)numbers[k];
        runner->many.boxes[i] = (qd_box){ { numbers[0], numbers[1] }, { numbers[2], numbers[3] } };
        runner->many.users[i] = entry->item.user;
        runner->many.filters[i] = entry->item.filter;
        runner->many.values[i] = entry->item.value;
        runner->many.ids[i] = model__id(runner, entry->ref);
    }
}

static bool takes_floats(const struct model_call *call)
{
    return call->item.user & 1;
}

static qd_boxes view_of(const struct model_runner *runner, const struct model_call *call)
{
    const qd_boxes none = { .stride = 0 };
    if (call->count == 0)
        return none;
    qd_boxes view = takes_floats(call) ? qd_boxes_float(runner->many.floats) : qd_boxes_double(runner->many.boxes);
    view.form = form_of(call);
    return view;
}

// The box that four numbers make, by the arithmetic of a caller who has them.
static qd_box box_of(qd_form form, const double numbers[4], bool floats)
{
    double low[2], high[2];
    for (int axis = 0; axis < 2; axis++) {
        const double at = numbers[axis], by = numbers[2 + axis];
        const float low_float = (float)at - (float)by, high_float = (float)at + (float)by;
        low[axis] = form == QD_HALVES ? floats ? (double)low_float : at - by : at;
        high[axis] = form == QD_CORNERS ? by : floats ? (double)high_float : at + by;
        if (form != QD_CORNERS && !(by >= 0))
            return (qd_box){ { 1, 1 }, { 0, 0 } };
    }
    return (qd_box){ { low[0], low[1] }, { high[0], high[1] } };
}

// Item i as the tree gets it.
static qd_item item_at(const struct model_runner *runner, const struct model_call *call, size_t i)
{
    qd_item item = runner->script->entries[call->first + i].item;
    double numbers[4];
    spell(form_of(call), item.box, numbers);
    for (size_t k = 0; takes_floats(call) && k < 4; k++)
        numbers[k] = (float)numbers[k] + 0.0f; // 0 keeps the rounding
    item.box = box_of(form_of(call), numbers, takes_floats(call));
    if (call->item.user & 2)
        item.user = 1000 + i;
    if (call->item.user & 4)
        item.filter = (qd_filter){ 2, 6 };
    if (call->item.user & 8)
        item.value = 0;
    return item;
}

static qd_items items_of(const struct model_runner *runner, const struct model_call *call)
{
    qd_items items = { .boxes = view_of(runner, call) };
    if (call->item.user & 2)
        items.first_user = 1000;
    else
        items.users = runner->many.users;
    if (call->item.user & 4)
        items.filter = (qd_filter){ 2, 6 };
    else
        items.filters = runner->many.filters;
    if (!(call->item.user & 8))
        items.values = runner->many.values;
    return items;
}

// The first result of one by one that is not QD_OK, and where it came.
struct outcome {
    qd_result result;
    size_t bad;
};

static const size_t no_bad = 77777777;

static void note(struct outcome *outcome, qd_result result, size_t at)
{
    if (outcome->result == QD_OK && result != QD_OK)
        *outcome = (struct outcome){ result, at };
}

static bool has_outcome(struct model_runner *runner, struct outcome outcome, struct outcome right)
{
    if (right.result != QD_OK)
        model__then(runner, "bad == %zu", right.bad);
    if (!model__has_result(runner, outcome.result, right.result))
        return false;
    return outcome.bad == right.bad ||
           model__fails(runner, "names entry %zu as the first bad one, not %zu", outcome.bad, right.bad);
}

static bool nothing_went_in(struct model_runner *runner, const struct model_call *call, struct outcome outcome)
{
    for (size_t i = 0; i < call->count; i++)
        if (runner->many.ids[i] != 0)
            return model__fails(runner, "nothing went in, but id %zu is not 0", i);
    qd_oracle_allow_slots(runner->oracle, call->count);
    return outcome.bad == no_bad || model__fails(runner, "nothing went in, but *bad is changed");
}

static bool insert_many(struct model_runner *runner, const struct model_call *call)
{
    const qd_items items = items_of(runner, call);
    struct outcome outcome = { QD_OK, no_bad }, right = outcome;
    memset(runner->many.ids, 0xff, call->count * sizeof *runner->many.ids);
    outcome.result =
        qd_tree_insert_many(runner->tree, &items, call->count, call->count > 0 ? runner->many.ids : NULL, &outcome.bad);
    size_t valid = 0;
    for (size_t i = 0; i < call->count; i++) {
        const bool good = model_is_valid(runner->def.precision, item_at(runner, call, i).box);
        valid += good;
        note(&right, good ? QD_OK : QD_BAD_VALUE, i);
        runner->ids[runner->script->entries[call->first + i].ref.handle] = runner->many.ids[i];
    }
    if (outcome.result == QD_FULL ? model__is_full(runner, valid)
                                  : outcome.result == QD_NO_MEMORY && runner->memory.refused > 0)
        return nothing_went_in(runner, call, outcome);
    qd_oracle_allow_slots(runner->oracle, valid); // they may come in any order
    for (size_t i = 0; i < call->count; i++) {
        const qd_item item = item_at(runner, call, i);
        const qd_id id = runner->many.ids[i];
        if (model_is_valid(runner->def.precision, item.box) ? !model__learn(runner, &item, id) : id != 0)
            return runner->why[0] ? false : model__fails(runner, "bad item %zu got an id", i);
    }
    return has_outcome(runner, outcome, right);
}

static bool move_many(struct model_runner *runner, const struct model_call *call)
{
    const qd_boxes view = view_of(runner, call);
    struct outcome outcome = { QD_OK, no_bad }, right = outcome;
    outcome.result = qd_tree_move_many(runner->tree, runner->many.ids, &view, call->count, &outcome.bad);
    for (size_t i = 0; i < call->count; i++) {
        const qd_box box = item_at(runner, call, i).box;
        note(&right, qd_oracle_set_box(runner->oracle, runner->many.ids[i], &box), i);
    }
    return has_outcome(runner, outcome, right);
}

static bool remove_many(struct model_runner *runner, const struct model_call *call)
{
    struct outcome outcome = { QD_OK, no_bad }, right = outcome;
    outcome.result = qd_tree_remove_many(runner->tree, runner->many.ids, call->count, &outcome.bad);
    for (size_t i = 0; i < call->count; i++)
        note(&right, qd_oracle_remove(runner->oracle, runner->many.ids[i]), i);
    return has_outcome(runner, outcome, right);
}

bool model__change_many(struct model_runner *runner, const struct model_call *call)
{
    lay_out(runner, call);
    return call->op == OP_INSERT_MANY ? insert_many(runner, call)
           : call->op == OP_MOVE_MANY ? move_many(runner, call)
                                      : remove_many(runner, call);
}
