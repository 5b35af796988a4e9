// How large a window must be to meet so many boxes is found by trying on some of them; sides are odd and corners even
// steps, as those of boxes are.
#include "ask.h"

#include "field_place.h"

#include <contenders.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t ask_mix(uint64_t bits)
{
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
    return bits ^ bits >> 32;
}

static fbox window_about(const field *f, scene_random *random, int32_t side)
{
    const float step = 1.0f / FIELD_STEPS;
    const mover *m = &f->movers[(size_t)(place_unit(random) * (double)f->count)];
    int32_t x = (m->x + m->side / 2 - side / 2) & ~1, y = (m->y + m->side / 2 - side / 2) & ~1;
    x = x < 0 ? 0 : x > FIELD_SIDE - 1 - side ? (FIELD_SIDE - 1 - side) & ~1 : x;
    y = y < 0 ? 0 : y > FIELD_SIDE - 1 - side ? (FIELD_SIDE - 1 - side) & ~1 : y;
    return (fbox){ { (float)x * step, (float)y * step }, { (float)(x + side) * step, (float)(y + side) * step } };
}

static void fill_windows(const field *f, fbox *windows, size_t count, int32_t side)
{
    scene_random random = { f->seed + 1 };
    for (size_t i = 0; i < count; i++)
        windows[i] = window_about(f, &random, side);
}

// Bisects the side until the first windows meet `hits` boxes on average.
static int32_t window_side(const field *f, contender *index, fbox *windows, size_t count, double hits)
{
    enum { TRIED = 200 };
    int32_t low = 1, high = FIELD_SIDE - 1;
    size_t tried = count < TRIED ? count : TRIED;
    while (high - low > 2) {
        int32_t side = (low + (high - low) / 2) | 1;
        uint64_t met = 0;
        fill_windows(f, windows, tried, side);
        for (size_t i = 0; i < tried; i++)
            met += contender_quadtree.window(index, windows[i], NULL, NULL).hits;
        if ((double)met < hits * (double)tried)
            low = side;
        else
            high = side;
    }
    return high | 1;
}

window_list *ask_windows(const field *f, size_t count, double hits)
{
    window_list *list = malloc(sizeof *list + count * sizeof *list->windows);
    contender *index = contender_quadtree.create(false);
    if (!list || !index || contender_quadtree.set(index, f->boxes, f->count)) {
        contender_quadtree.destroy(index);
        free(list);
        return NULL;
    }
    list->count = count;
    int32_t side = window_side(f, index, list->windows, count, hits);
    fill_windows(f, list->windows, count, side < FIELD_SIDE - 1 ? side : FIELD_SIDE - 1);
    contender_quadtree.destroy(index);
    return list;
}

typedef struct item_sum {
    uint64_t sum, salt;
} item_sum;

static bool add_items(void *context, const uint32_t *items, size_t count)
{
    item_sum *all = context;
    for (size_t i = 0; i < count; i++)
        all->sum += ask_mix(all->salt + items[i]);
    return true;
}

uint64_t ask_sum_windows(const turn *t, const window_list *list, const radix_item *order, size_t from, size_t to,
                         uint64_t *sum)
{
    item_sum all = { 0, 0 };
    uint64_t hits = 0;
    for (size_t i = from; i < to; i++) {
        size_t window = order ? order[i].item : i;
        all.salt = (uint64_t)window << 32;
        contender_found found = t->kind->window(t->self, list->windows[window], add_items, &all);
        hits += found.hits;
        t->row->tests += found.tests;
    }
    *sum = all.sum;
    return hits;
}

static bool add_answers(void *context, size_t question, const uint32_t *items, size_t count)
{
    item_sum *all = context;
    all->salt = (uint64_t)question << 32;
    return add_items(all, items, count);
}

uint64_t ask_sum_at_once(const turn *t, const window_list *list, uint64_t *sum)
{
    item_sum all = { 0, 0 };
    contender_found found = t->kind->windows(t->self, list->windows, list->count, add_answers, &all);
    t->row->tests += found.tests;
    *sum = all.sum;
    return found.hits;
}

// The lower sixteen bits, one in every second bit.
static uint32_t spread(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0fu;
    bits = (bits | bits << 2) & 0x33333333u;
    return (bits | bits << 1) & 0x55555555u;
}

// Twelve bits an axis are two passes of the sort, and parts of the world that are smaller than a window of ten hits.
const radix_item *ask_sort(const window_list *list, radix_item *room)
{
    enum { BITS = 12 };
    const float world = (float)FIELD_SIDE / FIELD_STEPS, per_unit = (1 << BITS) / world;
    for (size_t i = 0; i < list->count; i++) {
        fbox box = list->windows[i];
        float x = (box.min.x + box.max.x) / 2 * per_unit, y = (box.min.y + box.max.y) / 2 * per_unit;
        room[i] = (radix_item){ spread((uint32_t)x) | spread((uint32_t)y) << 1, (uint32_t)i };
    }
    return radix_sort(room, room + list->count, list->count, 2 * BITS);
}

bool ask_too_slow(turn *t, double ms, size_t some, size_t all)
{
    double expected = ms * (double)all / (double)(some > 0 ? some : 1), limit = 5 * t->plan->limit_ms;
    if (expected <= limit || entry_is_own(t->kind))
        return false;
    snprintf(t->row->left_out, sizeof t->row->left_out, "%zu operations would take %.3g s, and the limit is %.3g s",
             all, expected / 1e3, limit / 1e3);
    return true;
}

size_t ask_some(size_t all)
{
    return all < 64 ? all : all / 64;
}

// As when ticks are warmed up: what seems too slow on memory that has not been touched gets another go.
qd_result ask_set(turn *t, double *ms)
{
    qd_result result = QD_OK;
    *ms = INFINITY;
    for (int goes = 0; goes < 2 && !result && *ms > t->plan->limit_ms; goes++) {
        double start = turn_clock(t);
        result = t->kind->set(t->self, t->field->boxes, t->field->count);
        *ms = turn_clock(t) - start;
    }
    turn_too_slow(t, *ms);
    return result;
}
