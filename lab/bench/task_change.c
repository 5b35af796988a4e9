// What one-by-one changes leave behind is checked by windows, where the contender answers them.
#include "tasks.h"

#include "ask.h"
#include "field_place.h"

#include <memory.h>

#include <stdlib.h>

static const char *const usual_scenes[] = { "U", "M", "C", NULL };
static const size_t usual_sizes[] = { 100000, 1000000, 0 };

enum { CHECKED = 500 };

// Windows to check by, and all items' numbers in random order, in one block.
static void *prepare(const plan *p, const field *f)
{
    (void)p;
    window_list *list = ask_windows(f, CHECKED, 20);
    size_t begin = sizeof *list + CHECKED * sizeof *list->windows;
    window_list *grown = list ? realloc(list, begin + f->count * sizeof(uint32_t)) : NULL;
    if (!grown) {
        free(list);
        return NULL;
    }
    uint32_t *order = (uint32_t *)(void *)(grown->windows + CHECKED);
    scene_random random = { f->seed + 2 };
    for (size_t i = 0; i < f->count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = f->count; i > 1; i--) {
        size_t other = (size_t)(place_unit(&random) * (double)i);
        uint32_t held = order[i - 1];
        order[i - 1] = order[other];
        order[other] = held;
    }
    return grown;
}

static void check(turn *t)
{
    uint64_t sum = 0, hits = 0;
    if (!t->kind->window)
        return;
    hits = ask_sum_windows(t, t->prepared, NULL, 0, CHECKED, &sum);
    row_found(t->row, hits, sum);
}

static qd_result keep(turn *t, double ms)
{
    double all[SERIES_COUNT] = { ms, -1, -1, -1 };
    t->row->operations = t->field->count;
    return row_keep(t->row, all) ? QD_OK : QD_NO_MEMORY;
}

// For windows, not for pairs, of which a pile has too many.
static qd_result tune(turn *t)
{
    const window_list *list = t->prepared;
    return t->kind->tune(t->self, t->field->boxes, t->field->count, list->windows, list->count);
}

// Ready for the first box, in memory that is warm after the first run. What can be tuned is tuned again, since an empty
// set would have it forget for how many boxes.
static qd_result empty(turn *t)
{
    if (t->kind->tune)
        return t->run > 0 ? tune(t) : QD_OK;
    if (t->kind->set)
        return t->kind->set(t->self, t->field->boxes, 0);
    t->kind->destroy(t->self);
    t->self = t->kind->create(false);
    return t->self ? QD_OK : QD_NO_MEMORY;
}

// Inserts all boxes one by one; *ms: how long that took. Stops where it is too slow: looked at after some, twice as
// many, four times as many, since some contenders take the longer for a box the more there are.
static qd_result insert_all(turn *t, double *ms)
{
    size_t count = t->field->count, due = ask_some(count);
    qd_result result = empty(t);
    double start = turn_clock(t);
    for (size_t i = 0; i < count && !result; i++) {
        if (i == due && ask_too_slow(t, turn_clock(t) - start, i, count))
            break;
        due *= i == due ? 2 : 1;
        result = t->kind->insert(t->self, t->field->boxes[i]);
    }
    *ms = turn_clock(t) - start;
    return result;
}

static qd_result run_insert(turn *t)
{
    double ms = 0;
    qd_result result = insert_all(t, &ms);
    if (result || t->row->left_out[0])
        return result;
    check(t);
    return keep(t, ms);
}

static qd_result run_remove(turn *t)
{
    const window_list *list = t->prepared;
    const uint32_t *order = (const uint32_t *)(const void *)(list->windows + CHECKED);
    double ms = 0, start = 0;
    qd_result result = ask_set(t, &ms);
    size_t count = t->field->count, some = ask_some(count), removed = 0;
    ms = 0;
    start = turn_clock(t);
    for (size_t i = 0; i < count && !result && !t->row->left_out[0]; i++) {
        if (i == some)
            ask_too_slow(t, turn_clock(t) - start, some, count);
        removed += t->kind->remove(t->self, order[i]);
        if (i == count / 2) {
            ms = turn_clock(t) - start;
            check(t);
            start = turn_clock(t);
        }
    }
    ms += turn_clock(t) - start;
    if (result || t->row->left_out[0])
        return result;
    row_found(t->row, removed, 0);
    return keep(t, ms);
}

static qd_result run_bulk(turn *t)
{
    double ms = 0;
    qd_result result = ask_set(t, &ms);
    if (result || t->row->left_out[0])
        return result;
    check(t);
    return keep(t, ms);
}

// Windows as large as the boxes, to tune by.
static void *prepare_pile(const plan *p, const field *f)
{
    enum { WINDOWS = 16 };
    (void)p;
    window_list *list = malloc(sizeof *list + WINDOWS * sizeof *list->windows);
    if (!list)
        return NULL;
    list->count = WINDOWS;
    for (size_t i = 0; i < WINDOWS; i++)
        list->windows[i] = f->boxes[i * f->count / WINDOWS];
    return list;
}

// Then one question, for each of a few places, whether anything is there; the first in the middle of the pile.
static qd_result run_pile(turn *t)
{
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    qd_result result = insert_all(t, &ms[SERIES_BUILD]);
    if (result || t->row->left_out[0])
        return result;
    double start = turn_clock(t);
    bool there = t->kind->collides(t->self, (fbox){ { 384, 284 }, { 416 - 1.0f / FIELD_STEPS, 316 } });
    ms[SERIES_FIND] = turn_clock(t) - start;
    ms[SERIES_ALL] = ms[SERIES_BUILD] + ms[SERIES_FIND];
    row_found(t->row, there, !t->kind->collides(t->self, (fbox){ { 900, 0 }, { 901, 600 } }));
    return row_keep(t->row, ms) ? QD_OK : QD_NO_MEMORY;
}

// What it holds once all boxes are in, and the most that it held until then and in a few ticks that follow. The first
// watch is for a contender to notice while it is made again, the second one counts. What other libraries hold at their
// most is not known.
static qd_result run_memory(turn *t)
{
    enum { TICKS = 5 };
    double count = (double)t->field->count;
    memory_watch();
    qd_result result = turn_begin_anew(t);
    memory_watch();
    if (!result)
        result = t->kind->set(t->self, t->field->boxes, t->field->count);
    if (!result)
        t->row->bytes_per_item = (double)t->kind->bytes(t->self) / count;
    for (int i = 0; i < TICKS && !result; i++) {
        field_step(t->field);
        result = t->kind->move(t->self, t->field->boxes);
    }
    t->row->peak_bytes_per_item = (double)memory_most() / count;
    return result;
}

static bool able_to_insert(const contender_kind *kind)
{
    return kind->insert && kind->window;
}

static bool able_to_remove(const contender_kind *kind)
{
    return kind->set && kind->remove && kind->window && !kind->borrows;
}

static bool able_to_set(const contender_kind *kind)
{
    return kind->set && kind->window && !kind->borrows;
}

static bool able_to_pile(const contender_kind *kind)
{
    return kind->insert && kind->collides;
}

static bool able_to_weigh(const contender_kind *kind)
{
    return kind->set && kind->move && kind->bytes;
}

static const size_t million[] = { 1000000, 0 };
static const char *const pile[] = { "I", NULL };

const task task_insert = {
    TASK("T5", "insert one by one", "change"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able_to_insert, prepare, tune, run_insert),
    .between = true,
};
const task task_remove = {
    TASK("T5", "remove one by one", "change"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able_to_remove, prepare, tune, run_remove),
    .between = true,
};
const task task_bulk = {
    TASK("T5", "all at once", "change"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able_to_set, prepare, tune, run_bulk),
    .between = true,
};
const task task_pile = {
    TASK("T8", "", "pile: all one by one, then whether anything is at one place"),
    TASK_AT(pile, million),
    TASK_BY(able_to_pile, prepare_pile, tune, run_pile),
};
const task task_memory = {
    TASK("T9", "", "memory of the index"),
    TASK_AT(usual_scenes, million),
    TASK_BY(able_to_weigh, NULL, NULL, run_memory),
};
