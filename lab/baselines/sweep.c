/// Sweep and prune: boxes sorted by their left side; each is tested against those that follow, as long as they begin
/// before it ends. Every pair is met once, by the box that begins first.
///
///        |---- a ----|
///             |-- b --|            a is tested against b and c, not d
///                |------- c -------|
///                        |-- d --|
///
/// Closed boxes that begin within another need no second look along x: whole blocks of them are tested by y alone.
#include "memory.h"
#include "radix.h"
#include "scan.h"

#include <stdlib.h>

/// Boxes between two looks at where they begin.
#define SWEEP_BLOCK ((size_t)2 * LANES)

#define KEY_BITS 32

typedef struct sweep {
    box_columns sorted;        ///< By min_x; behind the last one, boxes that begin at infinity.
    uint32_t *items;           ///< Item of each sorted box.
    radix_item *order, *spare; ///< One block of memory, owned by order.
    size_t count, capacity;
    uint64_t upkeep;
    bool open_edges;
} sweep;

static contender *sweep_create(bool open_edges)
{
    sweep *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void sweep_release(sweep *own)
{
    boxes_free(&own->sorted);
    memory_free(own->items);
    memory_free(own->order);
    own->items = NULL;
    own->order = own->spare = NULL;
    own->count = own->capacity = 0;
}

static void sweep_destroy(contender *self)
{
    if (!self)
        return;
    sweep_release((sweep *)self);
    free(self);
}

static qd_result sweep_reserve(sweep *own, size_t count)
{
    if (count <= own->capacity)
        return QD_OK;
    count = memory_room(own->capacity, count);
    sweep_release(own);
    if (boxes_reserve(&own->sorted, count))
        return QD_NO_MEMORY;
    own->items = memory_array(count + BOXES_BEYOND, sizeof *own->items);
    own->order = memory_array(count, 2 * sizeof *own->order);
    if (!own->items || !own->order) {
        sweep_release(own);
        return QD_NO_MEMORY;
    }
    own->spare = own->order + count;
    own->capacity = count;
    return QD_OK;
}

static qd_result sweep_move(contender *self, const fbox *boxes)
{
    sweep *own = (sweep *)self;
    for (size_t i = 0; i < own->count; i++)
        own->order[i] = (radix_item){ radix_key(boxes[i].min.x), (uint32_t)i };
    const radix_item *order = radix_sort(own->order, own->spare, own->count, KEY_BITS);
    for (size_t i = 0; i < own->count; i++) {
        if (i + LANES_AHEAD < own->count)
            lanes_prefetch(boxes + order[i + LANES_AHEAD].item);
        own->items[i] = order[i].item;
        boxes_put(&own->sorted, i, boxes[order[i].item]);
    }
    boxes_end(&own->sorted, own->count);
    own->upkeep += radix_passes(KEY_BITS) * own->count;
    return QD_OK;
}

static qd_result sweep_set(contender *self, const fbox *boxes, size_t count)
{
    sweep *own = (sweep *)self;
    qd_result result = sweep_reserve(own, count);
    own->count = result ? 0 : count;
    return result ? result : sweep_move(self, boxes);
}

/// Pairs the box at `one` with those that begin within it and meet it, open edges: along x, more is certain only
/// with knowledge of which boxes are points.
static void sweep_open(const sweep *own, size_t one, batch *out)
{
    lanes_box box = lanes_at(&own->sorted, one);
    float end = own->sorted.max_x[one];
    for (size_t at = one + 1; own->sorted.min_x[at] <= end; at += LANES) {
        unsigned mask = lanes_meet(&own->sorted, at, box, true);
        out->cost.tests += own->count - at < LANES ? own->count - at : LANES;
        if (mask)
            batch_add_lanes(out, own->items[one], own->items, at, mask);
    }
}

static void sweep_closed(const sweep *own, size_t one, batch *out)
{
    const box_columns *all = &own->sorted;
    lanes_box box = lanes_at(all, one);
    float end = all->max_x[one];
    size_t at = one + 1;
    for (; at + SWEEP_BLOCK <= own->count && all->min_x[at + SWEEP_BLOCK - 1] <= end; at += SWEEP_BLOCK) {
        unsigned first = lanes_meet_y(all, at, box), second = lanes_meet_y(all, at + LANES, box);
        if ((first | second) == 0)
            continue;
        batch_add_lanes(out, own->items[one], own->items, at, first);
        batch_add_lanes(out, own->items[one], own->items, at + LANES, second);
    }
    for (; all->min_x[at] <= end; at += LANES) {
        unsigned mask = lanes_meet(all, at, box, false);
        if (mask)
            batch_add_lanes(out, own->items[one], own->items, at, mask);
    }
    out->cost.tests += (at < own->count ? at : own->count) - one - 1;
}

static contender_cost sweep_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const sweep *own = (const sweep *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (size_t i = 0; i < own->count && !out.stopped; i++)
        if (own->open_edges)
            sweep_open(own, i, &out);
        else
            sweep_closed(own, i, &out);
    return batch_end(&out);
}

static uint64_t sweep_upkeep(const contender *self)
{
    return ((const sweep *)self)->upkeep;
}

static size_t sweep_bytes(const contender *self)
{
    const sweep *own = (const sweep *)self;
    return sizeof *own + boxes_bytes(&own->sorted) + own->capacity * (sizeof *own->items + 2 * sizeof *own->order);
}

const contender_kind contender_sweep = {
    .name = "sweep",
    .create = sweep_create,
    .destroy = sweep_destroy,
    .set = sweep_set,
    .move = sweep_move,
    .pairs = sweep_pairs,
    .upkeep = sweep_upkeep,
    .bytes = sweep_bytes,
};
