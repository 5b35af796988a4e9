// Floats or doubles: see items_decide. What floats keep is found out number by number while a file is read (digits.h).
#include "items_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// All lists of one decision.
typedef struct decision {
    items *const *lists;
    input *const *ins;
    size_t count;
    kept_digits all;      // what floats must keep
    size_t precise, from; // the first list that keeps doubles, and the first that needs them; or `count`
} decision;

enum { REASON = 256 };

static const char *name_of(const input *in)
{
    return strcmp(in->file, "-") == 0 ? "standard input" : in->file;
}

static bool keeps_doubles(const items *list)
{
    return list->exact && !list->open;
}

static bool needs_doubles(const items *list)
{
    return list->open && list->digits.lost;
}

// The first list of which that is so, or `count`.
static size_t find(const decision *d, bool (*is_so)(const items *list))
{
    size_t i = 0;
    while (i < d->count && !is_so(d->lists[i]))
        i++;
    return i;
}

// Why doubles are needed, as list `i` sees it: "500000.30 in row 1 needs them".
static void give_reason(char reason[REASON], const decision *d, size_t i)
{
    const size_t from = d->from;
    char number[DIGITS_TEXT], place[80];
    digits_text(&d->all, number);
    if (!d->all.lost) {
        snprintf(reason, REASON, "%.100s keeps them", name_of(d->ins[d->precise]));
    } else if (d->all.option != NULL) {
        snprintf(reason, REASON, "%s of --%s needs them", number, d->all.option);
    } else if (d->all.row == 0 || from == d->count) {
        snprintf(reason, REASON, "floats do not distinguish all numbers");
    } else {
        const items *list = d->lists[from];
        const uint64_t row = d->all.row;
        if (list->down)
            snprintf(place, sizeof place, "of item %.40s", items_text(list, (size_t)row - 1));
        else
            snprintf(place, sizeof place, "in %s %" PRIu64, list->kind == KIND_GEOJSON ? "feature" : "row", row);
        snprintf(reason, REASON, "%s %s%s%.100s needs them", number, place, from != i ? " of " : "",
                 from != i ? name_of(d->ins[from]) : "");
    }
}

bool items_are_written(items *list)
{
    if (!items_need_boxes(list))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const qd_box box = items_box(list, i);
        if (!digits_few(box.min.x) || !digits_few(box.min.y) || !digits_few(box.max.x) || !digits_few(box.max.y))
            return false;
    }
    return true;
}

// A list of floats beside what needs doubles. False: complained.
static bool may_be_doubles(const decision *d, size_t i)
{
    items *list = d->lists[i];
    if (list->exact || list->written || items_are_written(list))
        return true;
    char reason[REASON];
    give_reason(reason, d, i);
    complain_at(name_of(d->ins[i]), 0,
                "this index keeps no doubles, and %s; quadrille index --double makes one that does%s", reason,
                d->all.lost ? ", and --float rounds" : "");
    return false;
}

// Says as what list `i` is taken, and whether it is of floats or doubles, unless nothing was guessed.
static void tell(const decision *d, size_t i, bool doubles)
{
    items *list = d->lists[i];
    char reason[REASON] = "";
    const char *name = name_of(d->ins[i]), *kept = doubles ? "kept in doubles" : "kept in floats";
    if (doubles && list->open) {
        give_reason(reason, d, i);
        note_at(name, "%s%s%s, since %s%s", list->taken, list->taken[0] != 0 ? ", " : "", kept, reason,
                d->all.lost ? " (--float rounds)" : "");
    } else if (list->taken[0] != 0) {
        note_at(name, "%s, %s", list->taken, d->ins[i]->rounded ? "rounded to floats" : kept);
    }
    list->taken[0] = 0;
}

static void become_doubles(const decision *d, size_t i)
{
    tell(d, i, true);
    d->lists[i]->open = false;
    d->ins[i]->exact = true;
}

static void become_floats(const decision *d, size_t i)
{
    tell(d, i, false);
    if (d->lists[i]->open)
        items_to_floats(d->lists[i]);
    d->lists[i]->open = false;
    d->ins[i]->exact = false;
}

bool items_decide(items *const *lists, input *const *ins, size_t count)
{
    decision d = { .lists = lists, .ins = ins, .count = count };
    digits_begin(&d.all);
    for (size_t i = 0; i < count; i++)
        if (lists[i]->open)
            digits_add(&d.all, &lists[i]->digits);
        else if (ins[i]->asked != NULL && !ins[i]->rounded)
            digits_add(&d.all, ins[i]->asked);
    d.precise = find(&d, keeps_doubles);
    d.from = find(&d, needs_doubles);
    const bool doubles = d.all.lost || d.precise < count;
    for (size_t i = 0; doubles && i < count; i++)
        if (!may_be_doubles(&d, i))
            return false;
    for (size_t i = 0; i < count; i++)
        (doubles ? become_doubles : become_floats)(&d, i);
    return true;
}
