// All boxes move, and one in ten of them is an observer that gets what came within a radius of its corner and
// what left it. A contender without interest of its own answers a window around each circle; the boxes found
// are measured and compared with the view before: a mark for each box has its place there, if any.
#include "tasks.h"

#include "ask.h"

#include <math.h>
#include <stdlib.h>

enum { SHARE = 10, IN_VIEW = 50 };

typedef struct view {
    uint32_t *items;
    size_t count, room;
} view;

typedef struct interest {
    turn *t;
    fvec2 *centers;
    size_t count; ///< Observers.
    float radius;
    view *views, next; ///< By observer, and the one at work.
    uint32_t *marks;   ///< By box.
    size_t at;         ///< The observer whose view that is.
    bool no_memory;
    uint64_t found, sum;
} interest;

static void add_came(void *context, uint32_t observer, uint32_t item)
{
    interest *all = context;
    all->found++;
    all->sum += ask_mix((uint64_t)observer << 32 | item);
}

static void add_left(void *context, uint32_t observer, uint32_t item)
{
    interest *all = context;
    all->found++;
    all->sum += 3 * ask_mix((uint64_t)observer << 32 | item);
}

static bool is_near(fbox b, fvec2 center, float radius)
{
    double x = center.x, y = center.y;
    double dx = fmax(fmax(b.min.x - x, x - b.max.x), 0), dy = fmax(fmax(b.min.y - y, y - b.max.y), 0);
    return dx * dx + dy * dy <= (double)radius * radius;
}

static bool take(void *context, const uint32_t *items, size_t count)
{
    interest *all = context;
    view *next = &all->next;
    if (next->count + count > next->room) {
        size_t room = next->room * 2 + count + 64;
        uint32_t *grown = realloc(next->items, room * sizeof *grown);
        if (!grown) {
            all->no_memory = true;
            return false;
        }
        next->items = grown;
        next->room = room;
    }
    for (size_t i = 0; i < count; i++) {
        next->items[next->count] = items[i];
        next->count += is_near(all->t->field->boxes[items[i]], all->centers[all->at], all->radius);
    }
    return true;
}

// A box without its mark is still seen; marks that stay are boxes that left.
static void compare(interest *all, const view *before)
{
    const view *now = &all->next;
    for (size_t i = 0; i < before->count; i++)
        all->marks[before->items[i]] = (uint32_t)all->at + 1;
    for (size_t i = 0; i < now->count; i++) {
        if (all->marks[now->items[i]] != all->at + 1)
            add_came(all, (uint32_t)all->at, now->items[i]);
        all->marks[now->items[i]] = 0;
    }
    for (size_t i = 0; i < before->count; i++)
        if (all->marks[before->items[i]] != 0) {
            add_left(all, (uint32_t)all->at, before->items[i]);
            all->marks[before->items[i]] = 0;
        }
}

static qd_result observe_by_windows(interest *all)
{
    turn *t = all->t;
    for (all->at = 0; all->at < all->count && !all->no_memory; all->at++) {
        fvec2 c = all->centers[all->at];
        fbox around = { { nextafterf(c.x - all->radius, -INFINITY), nextafterf(c.y - all->radius, -INFINITY) },
                        { nextafterf(c.x + all->radius, INFINITY), nextafterf(c.y + all->radius, INFINITY) } };
        all->next.count = 0;
        t->row->tests += t->kind->window(t->self, around, take, all).tests;
        compare(all, &all->views[all->at]);
        view held = all->views[all->at];
        all->views[all->at] = all->next;
        all->next = held;
    }
    return all->no_memory ? QD_NO_MEMORY : QD_OK;
}

static qd_result observe(interest *all)
{
    turn *t = all->t;
    all->found = all->sum = 0;
    for (size_t i = 0; i < all->count; i++)
        all->centers[i] = t->field->boxes[i * SHARE].min;
    if (t->kind->observe)
        return t->kind->observe(t->self, all->centers, all->count, all->radius, add_came, add_left, all);
    return observe_by_windows(all);
}

static qd_result run_ticks(interest *all)
{
    enum { UNTIMED = 2 };
    turn *t = all->t;
    double start = turn_clock(t);
    qd_result result = t->kind->set(t->self, t->field->boxes, t->field->count);
    if (!result)
        result = observe(all);
    turn_too_slow(t, (turn_clock(t) - start) / 2); // the first look takes longer than those that follow
    size_t ticks = plan_ticks(t->plan, t->field->count) + UNTIMED;
    for (size_t i = 0; i < ticks && !result && !t->row->left_out[0]; i++) {
        field_step(t->field);
        start = turn_clock(t);
        result = t->kind->move(t->self, t->field->boxes);
        double moved = turn_clock(t);
        if (!result)
            result = observe(all);
        double end = turn_clock(t);
        double ms[SERIES_COUNT] = SERIES_NO_TIMES;
        ms[SERIES_ALL] = end - start;
        ms[SERIES_MOVE] = moved - start;
        ms[SERIES_FIND] = end - moved;
        row_found(t->row, all->found, all->sum);
        if (!result && i >= UNTIMED && !row_keep(t->row, ms))
            result = QD_NO_MEMORY;
    }
    return result;
}

static qd_result run(turn *t)
{
    const double share = IN_VIEW / (double)(t->field->count + 1) / 3.14159265, world = (double)FIELD_SIDE / FIELD_STEPS;
    interest all = { .t = t, .count = t->field->count / SHARE, .radius = (float)(world * sqrt(share)) };
    all.centers = calloc(all.count + 1, sizeof *all.centers);
    all.views = calloc(all.count + 1, sizeof *all.views);
    all.marks = calloc(t->field->count + 1, sizeof *all.marks);
    qd_result result = all.centers && all.views && all.marks ? run_ticks(&all) : QD_NO_MEMORY;
    for (size_t i = 0; all.views && i < all.count; i++)
        free(all.views[i].items);
    free(all.next.items);
    free(all.centers);
    free(all.views);
    free(all.marks);
    return result;
}

// Windows around what is wanted; for tuning.
static void *prepare(const plan *p, const field *f)
{
    (void)p;
    return ask_windows(f, 500, IN_VIEW);
}

static qd_result tune(turn *t)
{
    const window_list *list = t->prepared;
    return t->kind->tune(t->self, t->field->boxes, t->field->count, list->windows, list->count);
}

static bool able(const contender_kind *kind)
{
    return kind->set && kind->move && kind->window;
}

static const char *const usual_scenes[] = { "U", "M", NULL };
static const size_t usual_sizes[] = { 100000, 0 };

const task task_interest = {
    TASK("T12", "", "interest: all move, one in ten observes what entered and left"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, prepare, tune, run),
};
