// In each tick other boxes move, one in so many; the pairs that began and ended since the last tick go into a sum. A
// contender that remembers pairs (kind->changes) reports them. Others use the faster of two ways, by the two ticks
// before the timed ones:
//
//   pairs     all pairs again; those with a box that has moved are compared with those of the tick before
//   windows   what each box that moves meets, before and after it has moved
//
// A contender that does not remember is also timed while all boxes move, as T2 does it, in the same go: what the
// machine does besides changes within seconds, and hits both alike then.
#include "tasks.h"

#include <checksum.h>
#include <radix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum way { BY_CHANGES, BY_PAIRS, BY_WINDOWS } way;

static const char *const way_names[] = { "", "all pairs", "windows" };

typedef struct pair_list {
    radix_item *at; ///< Pairs: key and item are their a and b.
    size_t count, room;
} pair_list;

typedef struct few {
    turn *t;
    size_t share, ticks;
    double (*times)[SERIES_COUNT]; ///< By tick.
    uint32_t *moved, one;          ///< Boxes that move in this tick, and the box that is the question.
    size_t count;
    bool *moves; ///< By box.
    pair_list last, all, before, after, spare;
    pair_list *list; ///< Takes what windows find.
    bool no_memory;
    uint64_t found, sum;
} few;

static void push(few *f, pair_list *list, uint32_t a, uint32_t b)
{
    if (list->count == list->room) {
        size_t room = list->room * 2 + 1024;
        radix_item *grown = realloc(list->at, room * sizeof *grown);
        if (!grown) {
            f->no_memory = true;
            return;
        }
        list->at = grown;
        list->room = room;
    }
    list->at[list->count++] = (radix_item){ a, b };
}

static bool take_pairs(void *context, const contender_pair *pairs, size_t count)
{
    few *f = context;
    for (size_t i = 0; i < count; i++) {
        uint32_t a = pairs[i].a, b = pairs[i].b;
        push(f, &f->all, a, b);
        if (f->moves[a] || f->moves[b])
            push(f, &f->after, a, b);
    }
    return !f->no_memory;
}

// If both move, the lower number has the pair.
static bool take_items(void *context, const uint32_t *items, size_t count)
{
    few *f = context;
    for (size_t i = 0; i < count; i++)
        if (items[i] != f->one && (items[i] > f->one || !f->moves[items[i]]))
            push(f, f->list, f->one < items[i] ? f->one : items[i], f->one < items[i] ? items[i] : f->one);
    return !f->no_memory;
}

static void ask_windows_of_moved(few *f, pair_list *list)
{
    list->count = 0;
    f->list = list;
    for (size_t i = 0; i < f->count; i++) {
        f->one = f->moved[i];
        f->t->row->tests += f->t->kind->window(f->t->self, f->t->field->boxes[f->one], take_items, f).tests;
    }
}

// All pairs now, those with a moved box in `after`; those that were there before in `before`.
static void ask_pairs(few *f)
{
    pair_list held = f->last;
    f->last = f->all;
    f->all = held;
    f->all.count = f->before.count = f->after.count = 0;
    f->t->row->tests += f->t->kind->pairs(f->t->self, take_pairs, f).tests;
    for (size_t i = 0; i < f->last.count; i++) {
        radix_item pair = f->last.at[i];
        if (f->moves[pair.key] || f->moves[pair.item])
            push(f, &f->before, pair.key, pair.item);
    }
}

static void turn_round(pair_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->at[i] = (radix_item){ list->at[i].item, list->at[i].key };
}

static void sort_once(few *f, pair_list *list)
{
    unsigned bits = 1;
    while (f->t->field->count >> bits)
        bits++;
    radix_item *sorted = radix_sort(list->at, f->spare.at, list->count, bits);
    if (sorted != list->at)
        memcpy(list->at, sorted, list->count * sizeof *sorted);
}

static void sort(few *f, pair_list *list)
{
    while (f->spare.room < list->count && !f->no_memory) {
        f->spare.count = f->spare.room;
        push(f, &f->spare, 0, 0);
    }
    if (f->no_memory || list->count < 2)
        return;
    turn_round(list);
    sort_once(f, list);
    turn_round(list);
    sort_once(f, list);
}

static uint64_t number_of(radix_item pair)
{
    return (uint64_t)pair.key << 32 | pair.item;
}

static bool sum_began(void *context, const contender_pair *pairs, size_t count)
{
    few *f = context;
    f->found += count;
    return checksum_visitor(&f->sum, pairs, count);
}

static bool sum_ended(void *context, const contender_pair *pairs, size_t count)
{
    few *f = context;
    f->found += count;
    for (size_t i = 0; i < count; i++)
        f->sum += 3 * checksum_of_pair(pairs[i]);
    return true;
}

// What is in one list and not in the other.
static void compare(few *f)
{
    sort(f, &f->before);
    sort(f, &f->after);
    size_t i = 0, k = 0;
    while (i < f->before.count || k < f->after.count) {
        uint64_t old = i < f->before.count ? number_of(f->before.at[i]) : UINT64_MAX;
        uint64_t new = k < f->after.count ? number_of(f->after.at[k]) : UINT64_MAX;
        uint64_t next = old < new ? old : new;
        contender_pair pair = { (uint32_t)(next >> 32), (uint32_t)next };
        if (old < new)
            sum_ended(f, &pair, 1);
        else if (new < old)
            sum_began(f, &pair, 1);
        i += old <= new;
        k += new <= old;
    }
}

static qd_result find(few *f, way how)
{
    turn *t = f->t;
    if (how == BY_CHANGES)
        return t->kind->changes(t->self, sum_began, sum_ended, f);
    if (how == BY_PAIRS)
        ask_pairs(f);
    else
        ask_windows_of_moved(f, &f->after);
    compare(f);
    return f->no_memory ? QD_NO_MEMORY : QD_OK;
}

static void choose_moved(few *f, size_t tick)
{
    for (size_t i = 0; i < f->count; i++)
        f->moves[f->moved[i]] = false;
    f->count = 0;
    for (size_t i = tick % f->share; i < f->t->field->count; i += f->share) {
        f->moved[f->count++] = (uint32_t)i;
        f->moves[i] = true;
    }
}

// One tick; its times go to `ms`.
static qd_result step(few *f, size_t tick, way how, double ms[SERIES_COUNT])
{
    turn *t = f->t;
    choose_moved(f, tick);
    double begin = turn_clock(t);
    if (how == BY_WINDOWS)
        ask_windows_of_moved(f, &f->before);
    double asked = turn_clock(t);
    field_step_some(t->field, f->share, tick % f->share);
    f->found = f->sum = 0;
    double start = turn_clock(t);
    qd_result result = t->kind->shift ? t->kind->shift(t->self, t->field->boxes, f->moved, f->count)
                                      : t->kind->move(t->self, t->field->boxes);
    double middle = turn_clock(t);
    if (!result)
        result = find(f, how);
    double end = turn_clock(t);
    row_found(t->row, f->found, f->sum);
    ms[SERIES_BUILD] = ms[SERIES_WHOLE] = -1;
    ms[SERIES_MOVE] = middle - start;
    ms[SERIES_FIND] = asked - begin + (end - middle);
    ms[SERIES_ALL] = ms[SERIES_MOVE] + ms[SERIES_FIND];
    return result;
}

// Loads it and finds all pairs. One that seems too slow gets another go, on memory that has been touched.
static qd_result warm_up(few *f, way how)
{
    turn *t = f->t;
    qd_result result = QD_OK;
    double took = 2 * t->plan->limit_ms + 1;
    for (int goes = 0; goes < 2 && !result && took > t->plan->limit_ms; goes++) {
        double start = turn_clock(t);
        result = t->kind->set(t->self, t->field->boxes, t->field->count);
        if (!result)
            result = find(f, how);
        took = turn_clock(t) - start;
    }
    turn_too_slow(t, took);
    return result;
}

// Two ticks that are not timed; afterwards it is known how the contender does it.
static qd_result choose_way(few *f, way *how)
{
    turn *t = f->t;
    double windows[SERIES_COUNT] = { 0 }, pairs[SERIES_COUNT] = { 0 };
    bool free_to = !t->kind->changes && t->kind->window;
    qd_result result = step(f, 0, free_to ? BY_WINDOWS : *how, windows);
    if (!result && free_to)
        ask_pairs(f); // what there was before the next tick
    if (!result && !f->no_memory)
        result = step(f, 1, *how, pairs);
    if (free_to && windows[SERIES_ALL] < pairs[SERIES_ALL])
        *how = BY_WINDOWS;
    size_t used = strlen(t->row->tuned);
    if (t->run == 0 && *how != BY_CHANGES)
        snprintf(t->row->tuned + used, sizeof t->row->tuned - used, "%sby %s", used ? ", " : "", way_names[*how]);
    return result;
}

enum { UNTIMED = 2 };

// Ticks in which all move. What they find is compared in T2.
static qd_result time_whole(few *f)
{
    turn *t = f->t;
    qd_result result = QD_OK;
    for (size_t i = 0; i < f->ticks + UNTIMED && !result; i++) {
        uint64_t sum = 0;
        field_step(t->field);
        double start = turn_clock(t);
        result = t->kind->move(t->self, t->field->boxes);
        if (!result)
            t->kind->pairs(t->self, checksum_visitor, &sum);
        if (i >= UNTIMED)
            f->times[i - UNTIMED][SERIES_WHOLE] = turn_clock(t) - start;
    }
    return result;
}

static qd_result run_ticks(few *f)
{
    turn *t = f->t;
    way how = t->kind->changes ? BY_CHANGES : BY_PAIRS;
    qd_result result = warm_up(f, how);
    if (t->row->left_out[0])
        return result;
    if (!result)
        result = choose_way(f, &how);
    for (size_t i = 0; i < f->ticks && !result; i++)
        result = step(f, i + UNTIMED, how, f->times[i]);
    if (!result && how != BY_CHANGES)
        result = time_whole(f);
    for (size_t i = 0; i < f->ticks && !result; i++)
        result = row_keep(t->row, f->times[i]) ? QD_OK : QD_NO_MEMORY;
    return result;
}

static qd_result run(turn *t, size_t share)
{
    few f = { .t = t, .share = share, .ticks = plan_ticks(t->plan, t->field->count) };
    f.times = calloc(f.ticks, sizeof *f.times);
    f.moved = calloc(t->field->count / share + 1, sizeof *f.moved);
    f.moves = calloc(t->field->count + 1, sizeof *f.moves);
    qd_result result = f.times && f.moved && f.moves ? run_ticks(&f) : QD_NO_MEMORY;
    free(f.times);
    free(f.moved);
    free(f.moves);
    free(f.last.at);
    free(f.all.at);
    free(f.before.at);
    free(f.after.at);
    free(f.spare.at);
    return result;
}

static qd_result run_1(turn *t)
{
    return run(t, 100);
}

static qd_result run_10(turn *t)
{
    return run(t, 10);
}

size_t few_moved(const cell *c)
{
    return strcmp(c->task, "T3") != 0 ? 0 : strcmp(c->part, task_few_1.part) == 0 ? c->n / 100 : c->n / 10;
}

static bool able(const contender_kind *kind)
{
    return kind->set && kind->move && (kind->changes || kind->pairs);
}

static const char *const usual_scenes[] = { "U", "M", "C", NULL };
static const size_t usual_sizes[] = { 100000, 1000000, 0 };

const task task_few_1 = {
    TASK("T3", "1 %", "tick, few move: what began and ended since"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, NULL, NULL, run_1),
    .pairs = true,
};
const task task_few_10 = {
    TASK("T3", "10 %", "tick, few move: what began and ended since"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, NULL, NULL, run_10),
    .pairs = true,
};
