/// Strip sweep: the plane is cut into horizontal strips, and each box is copied into those that it touches. In each,
/// boxes are sorted by their left side and swept as in sweep.c, but there are as many fewer to be met as there are
/// strips.
///
///        +----------------------------    a pair that shares strips is reported in the one where the later of the
///        |    +--b--+                     two begins: one of the copies must begin in the strip
///        +--+-|-----|-----------------
///        |  a +-----+
///        +--+-------------------------
///
/// Sorting is by strip and by x, in as many steps as the rest of the key has: boxes in one step are in no order, so
/// sweeping goes on to the end of the step in which the box ends.
#include "grid_lay.h"
#include "memory.h"
#include "radix.h"
#include "scan.h"
#include "tune.h"

#include <stdio.h>
#include <stdlib.h>

#define KEY_BITS 22 ///< Two passes.
#define KEY_BITS_MANY 24
#define MANY 200000
#define MOST_STRIP_BITS 12
#define MOST_COPIES 2 ///< A box, on average; more, and the strips become higher.
#define BEGINS 0x80000000u

typedef struct strips {
    box_columns boxes;         ///< The copies' boxes, strip after strip, along x.
    uint32_t *items;           ///< Whose they are.
    uint32_t *steps;           ///< Their steps along x, with BEGINS if the box begins in this strip.
    radix_item *order, *spare; ///< One block of memory, owned by order.
    uint32_t *starts;          ///< Where each strip begins; one more says where the last one ends.
    grid_axis x, y;            ///< Steps; strips.
    float scale;               ///< As tuned; zero: one.
    unsigned bits, x_bits;
    size_t count, copies, capacity;
    uint64_t upkeep;
    bool open_edges;
} strips;

static contender *strips_create(bool open_edges)
{
    strips *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void release(strips *own)
{
    boxes_free(&own->boxes);
    memory_free(own->items);
    memory_free(own->steps);
    memory_free(own->order);
    memory_free(own->starts);
    *own = (strips){ .scale = own->scale, .upkeep = own->upkeep, .open_edges = own->open_edges };
}

static void strips_destroy(contender *self)
{
    if (!self)
        return;
    release((strips *)self);
    free(self);
}

/// Room for as many copies as the most boxes so far can ever have.
static bool reserve(strips *own, size_t count)
{
    if (count <= own->capacity)
        return true;
    count = memory_room(own->capacity, count);
    release(own);
    if (count > UINT32_MAX / MOST_COPIES - BOXES_BEYOND)
        return false;
    size_t copies = MOST_COPIES * count;
    if (boxes_reserve(&own->boxes, copies))
        return false;
    own->items = memory_array(copies + BOXES_BEYOND, sizeof *own->items);
    own->steps = memory_array(copies + BOXES_BEYOND, sizeof *own->steps);
    own->order = memory_array(copies, 2 * sizeof *own->order);
    own->starts = memory_array(((size_t)1 << MOST_STRIP_BITS) + 1, sizeof *own->starts);
    own->spare = own->order ? own->order + copies : NULL;
    own->capacity = count;
    return own->items && own->steps && own->order && own->starts;
}

/// The grid's layout has strips by itself: the rows of its cells.
static void lay(strips *own, const fbox *boxes)
{
    grid_scale scale = { 1, own->scale > 0 ? own->scale : 1 };
    grid_layout layout = grid_lay(boxes, own->count, scale);
    own->bits = own->count > MANY ? KEY_BITS_MANY : KEY_BITS;
    own->y = layout.y;
    for (own->x_bits = own->bits; own->y.cells > 1 << (own->bits - own->x_bits); own->x_bits--)
        if (own->bits - own->x_bits == MOST_STRIP_BITS)
            own->y.cells = 1 << MOST_STRIP_BITS;
    own->x = layout.x;
    own->x.cells = 1 << own->x_bits;
    own->x.per_unit *= (float)own->x.cells / (float)layout.x.cells;
}

static void make_higher(strips *own)
{
    own->y.cells = (own->y.cells + 1) / 2;
    own->y.per_unit = own->y.cells > 1 ? own->y.per_unit / 2 : 0;
}

/// Writes each box's copies as keys; false: there are too many.
static bool write_keys(strips *own, const fbox *boxes)
{
    const grid_axis x = own->x, y = own->y;
    size_t copies = 0, most = MOST_COPIES * own->count;
    for (size_t i = 0; i < own->count; i++) {
        uint32_t step = (uint32_t)grid_cell(x, boxes[i].min.x);
        int32_t first = grid_cell(y, boxes[i].min.y), last = grid_cell(y, boxes[i].max.y);
        if (copies + (size_t)(last - first) + 1 + (own->count - 1 - i) > most)
            return false;
        for (int32_t strip = first; strip <= last; strip++)
            own->order[copies++] = (radix_item){ (uint32_t)strip << own->x_bits | step, (uint32_t)i };
    }
    own->copies = copies;
    return true;
}

static void fetch_boxes(strips *own, const radix_item *order, const fbox *boxes)
{
    uint32_t step_mask = (1u << own->x_bits) - 1;
    uint32_t strip = 0;
    for (size_t at = 0; at < own->copies; at++) {
        if (at + LANES_AHEAD < own->copies)
            lanes_prefetch(boxes + order[at + LANES_AHEAD].item);
        fbox box = boxes[order[at].item];
        uint32_t here = order[at].key >> own->x_bits;
        while (strip <= here)
            own->starts[strip++] = (uint32_t)at;
        bool begins = (uint32_t)grid_cell(own->y, box.min.y) == here;
        boxes_put(&own->boxes, at, box);
        own->items[at] = order[at].item;
        own->steps[at] = (order[at].key & step_mask) | (begins ? BEGINS : 0);
    }
    while (strip <= (uint32_t)own->y.cells)
        own->starts[strip++] = (uint32_t)own->copies;
    boxes_end(&own->boxes, own->copies);
}

static qd_result strips_move(contender *self, const fbox *boxes)
{
    strips *own = (strips *)self;
    if (own->count == 0)
        return QD_OK;
    lay(own, boxes);
    while (!write_keys(own, boxes))
        make_higher(own);
    const radix_item *order = radix_sort(own->order, own->spare, own->copies, own->bits);
    fetch_boxes(own, order, boxes);
    own->upkeep += radix_passes(own->bits) * own->copies + (own->copies - own->count);
    return QD_OK;
}

static qd_result strips_set(contender *self, const fbox *boxes, size_t count)
{
    strips *own = (strips *)self;
    if (!reserve(own, count)) {
        release(own);
        return QD_NO_MEMORY;
    }
    own->count = count;
    return strips_move(self, boxes);
}

/// The pairs of the box at `one` and those after it in its strip, which ends before `end`.
static inline void sweep_strip(const strips *own, size_t one, size_t end, bool open_edges, batch *out)
{
    lanes_box box = lanes_at(&own->boxes, one);
    uint32_t last = (uint32_t)grid_cell(own->x, own->boxes.max_x[one]);
    bool begins = own->steps[one] & BEGINS;
    size_t at = one + 1;
    for (; at < end && (own->steps[at] & ~BEGINS) <= last; at += LANES) {
        unsigned mask = lanes_meet(&own->boxes, at, box, open_edges) & lanes_first(end - at);
        if (!begins)
            mask &= lanes_top_bits(own->steps + at);
        if (mask)
            batch_add_lanes(out, own->items[one], own->items, at, mask);
    }
    out->cost.tests += (at < end ? at : end) - one - 1;
}

static contender_cost strips_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const strips *own = (const strips *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (int32_t strip = 0; own->count > 0 && strip < own->y.cells; strip++) {
        size_t end = own->starts[strip + 1];
        for (size_t i = own->starts[strip]; i < end && !out.stopped; i++)
            if (own->open_edges)
                sweep_strip(own, i, end, true, &out);
            else
                sweep_strip(own, i, end, false, &out);
    }
    return batch_end(&out);
}

static uint64_t strips_upkeep(const contender *self)
{
    return ((const strips *)self)->upkeep;
}

static size_t strips_bytes(const contender *self)
{
    const strips *own = (const strips *)self;
    size_t a_copy = sizeof *own->items + sizeof *own->steps + 2 * sizeof *own->order;
    size_t starts = own->capacity > 0 ? (((size_t)1 << MOST_STRIP_BITS) + 1) * sizeof *own->starts : 0;
    return sizeof *own + boxes_bytes(&own->boxes) + MOST_COPIES * own->capacity * a_copy + starts;
}

static void strips_renew(contender *self)
{
    release((strips *)self);
}

static void strips_describe(const contender *self, char *text, size_t size)
{
    snprintf(text, size, "%d strips", ((const strips *)self)->y.cells);
}

static void strips_set_scale(contender *self, grid_scale scale)
{
    ((strips *)self)->scale = scale.y;
}

static qd_result strips_tune(contender *self, const fbox *boxes, size_t count, const fbox *windows, size_t window_count)
{
    strips *own = (strips *)self;
    qd_result result = tune(&contender_strips, self, strips_set_scale, boxes, count, windows, window_count);
    own->count = own->copies = 0;
    return result;
}

const contender_kind contender_strips = {
    .name = "strips",
    .create = strips_create,
    .destroy = strips_destroy,
    .set = strips_set,
    .move = strips_move,
    .pairs = strips_pairs,
    .upkeep = strips_upkeep,
    .bytes = strips_bytes,
    .tune = strips_tune,
    .describe = strips_describe,
    .renew = strips_renew,
};
