/// Brute force: every box against every later one, n(n-1)/2 tests. Nothing to keep, nothing to go wrong: what the
/// others are compared with. Two boxes at a time go along the rest, so that each is loaded half as often.
#include "brute.h"

#include "catcher.h"
#include "memory.h"
#include "nearest.h"
#include "ray.h"
#include "scan.h"

#include <stdlib.h>

typedef struct brute {
    box_columns items;
    size_t count;
    bool open_edges;
} brute;

static contender *brute_create(bool open_edges)
{
    brute *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void brute_destroy(contender *self)
{
    brute *own = (brute *)self;
    if (!own)
        return;
    boxes_free(&own->items);
    free(own);
}

static qd_result brute_move(contender *self, const fbox *boxes)
{
    brute *own = (brute *)self;
    for (size_t i = 0; i < own->count; i++)
        boxes_put(&own->items, i, boxes[i]);
    boxes_end(&own->items, own->count);
    return QD_OK;
}

static qd_result brute_set(contender *self, const fbox *boxes, size_t count)
{
    brute *own = (brute *)self;
    size_t room = count > own->items.capacity ? memory_room(own->items.capacity, count) : count;
    qd_result result = boxes_reserve(&own->items, room);
    own->count = result ? 0 : count;
    return result ? result : brute_move(self, boxes);
}

/// The boxes at `one` and one + 1 against each other and all later ones.
static void scan_two(const brute *own, size_t one, bool open_edges, batch *out)
{
    const box_columns *all = &own->items;
    lanes_box a = lanes_at(all, one), b = lanes_at(all, one + 1);
    uint32_t item = (uint32_t)one;
    scan(all, NULL, a, item, one + 1, one + 2, open_edges, out);
    size_t from = one + 2;
    out->cost.tests += 2 * (own->count - from);
    for (size_t at = from; at < own->count; at += LANES) {
        unsigned first = lanes_meet(all, at, a, open_edges), second = lanes_meet(all, at, b, open_edges);
        if ((first | second) == 0)
            continue;
        unsigned meant = lanes_first(own->count - at);
        batch_add_lanes(out, item, NULL, at, first & meant);
        batch_add_lanes(out, item + 1, NULL, at, second & meant);
    }
}

// The visitor sees what there is, if anything, every so many boxes: it may want no more.
static contender_cost brute_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    enum { BOXES_AT_ONCE = 64 };
    const brute *own = (const brute *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (size_t i = 0; i + 1 < own->count && !out.stopped; i += 2) {
        if (own->open_edges)
            scan_two(own, i, true, &out);
        else
            scan_two(own, i, false, &out);
        if (i % BOXES_AT_ONCE == 0)
            batch_flush(&out);
    }
    return batch_end(&out);
}

static uint64_t brute_upkeep(const contender *self)
{
    (void)self;
    return 0;
}

static size_t brute_bytes(const contender *self)
{
    const brute *own = (const brute *)self;
    return sizeof *own + boxes_bytes(&own->items);
}

static contender_found brute_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    const brute *own = (const brute *)self;
    catcher out;
    catcher_begin(&out, visitor, context);
    lanes_box lanes = lanes_of(window);
    for (size_t from = 0, to; from < own->count && !out.stopped; from = to) {
        to = own->count - from > CATCHER_RUN ? from + CATCHER_RUN : own->count;
        if (own->open_edges)
            catcher_scan(&out, &own->items, NULL, lanes, from, to, true);
        else
            catcher_scan(&out, &own->items, NULL, lanes, from, to, false);
    }
    return catcher_end(&out);
}

static void scan_array(const fbox *boxes, size_t count, fbox window, bool open_edges, catcher *out)
{
    lanes_box lanes = lanes_of(window);
    size_t i = 0;
    for (; i + LANES <= count && !out->stopped; i += LANES) {
        unsigned mask = lanes_meet_array(boxes + i, lanes, open_edges);
        if (mask)
            catcher_add_lanes(out, NULL, i, mask);
    }
    fbox rest[LANES] = { 0 };
    size_t left = out->stopped ? 0 : count - i;
    for (size_t k = 0; k < left; k++)
        rest[k] = boxes[i + k];
    catcher_add_lanes(out, NULL, i, lanes_meet_array(rest, lanes, open_edges) & lanes_first(left));
    out->found.tests = i + left;
}

contender_found brute_window_of_array(const fbox *boxes, size_t count, fbox window, bool open_edges,
                                      contender_item_visitor *visitor, void *context)
{
    catcher out;
    catcher_begin(&out, visitor, context);
    if (open_edges)
        scan_array(boxes, count, window, true, &out);
    else
        scan_array(boxes, count, window, false, &out);
    return catcher_end(&out);
}

static bool brute_collides(const contender *self, fbox box)
{
    bool found = false;
    brute_window(self, box, catcher_any, &found);
    return found;
}

static size_t brute_near(const contender *self, fvec2 point, size_t k, contender_near *out)
{
    const brute *own = (const brute *)self;
    nearest best = { out, k, 0 };
    nearest_scan(&best, &own->items, NULL, point, 0, own->count);
    return best.count;
}

static contender_hit brute_ray(const contender *self, contender_ray ray)
{
    const brute *own = (const brute *)self;
    ray_search search = ray_begin(ray);
    ray_scan(&search, &own->items, NULL, 0, own->count);
    return search.first;
}

/// The loop that reads the caller's array where it lies.
typedef struct loop {
    const fbox *boxes; ///< The caller's.
    size_t count;
    bool open_edges;
} loop;

static contender *loop_create(bool open_edges)
{
    loop *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void loop_destroy(contender *self)
{
    free(self);
}

static qd_result loop_set(contender *self, const fbox *boxes, size_t count)
{
    loop *own = (loop *)self;
    own->boxes = boxes;
    own->count = count;
    return QD_OK;
}

static qd_result loop_move(contender *self, const fbox *boxes)
{
    ((loop *)self)->boxes = boxes;
    return QD_OK;
}

static contender_found loop_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    const loop *own = (const loop *)self;
    return brute_window_of_array(own->boxes, own->count, window, own->open_edges, visitor, context);
}

const contender_kind contender_loop = {
    .name = "loop",
    .borrows = true,
    .create = loop_create,
    .destroy = loop_destroy,
    .set = loop_set,
    .move = loop_move,
    .upkeep = brute_upkeep,
    .window = loop_window,
};

const contender_kind contender_brute = {
    .name = "brute",
    .create = brute_create,
    .destroy = brute_destroy,
    .set = brute_set,
    .move = brute_move,
    .pairs = brute_pairs,
    .upkeep = brute_upkeep,
    .bytes = brute_bytes,
    .window = brute_window,
    .collides = brute_collides,
    .near = brute_near,
    .ray = brute_ray,
};
