/// Sweep and prune: boxes sorted by their left side; each is tested against those that follow, as long as they begin
/// before it ends. Every pair is met once, by the box that begins first.
///
///        |---- a ----|
///             |-- b --|            a is tested against b and c, not d
///                |------- c -------|
///                        |-- d --|
#include "radix.h"
#include "scan.h"

#include <stdlib.h>

/// Boxes tested between two looks at where they begin: the last run of each box goes this far too far at most.
#define SWEEP_RUN 32

typedef struct sweep {
    box_columns sorted;        ///< By min_x.
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
    free(own->items);
    free(own->order);
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
    sweep_release(own);
    if (boxes_reserve(&own->sorted, count) || count > SIZE_MAX / (2 * sizeof *own->order))
        return QD_NO_MEMORY;
    own->items = malloc(count * sizeof *own->items);
    own->order = malloc(2 * count * sizeof *own->order);
    if (!own->items || !own->order) {
        sweep_release(own);
        return QD_NO_MEMORY;
    }
    own->spare = own->order + count;
    own->capacity = count;
    return QD_OK;
}

static qd_result sweep_move(contender *self, const qd_box *boxes)
{
    sweep *own = (sweep *)self;
    for (size_t i = 0; i < own->count; i++)
        own->order[i] = (radix_item){ radix_key(boxes[i].min.x), (uint32_t)i };
    const radix_item *order = radix_sort(own->order, own->spare, own->count);
    for (size_t i = 0; i < own->count; i++) {
        own->items[i] = order[i].item;
        boxes_put(&own->sorted, i, boxes[order[i].item]);
    }
    own->upkeep += RADIX_PASSES * own->count;
    return QD_OK;
}

static qd_result sweep_set(contender *self, const qd_box *boxes, size_t count)
{
    sweep *own = (sweep *)self;
    qd_result result = sweep_reserve(own, count);
    own->count = result ? 0 : count;
    return result ? result : sweep_move(self, boxes);
}

static contender_cost sweep_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const sweep *own = (const sweep *)self;
    const float *begin = own->sorted.min_x;
    batch out;
    batch_begin(&out, visitor, context);
    for (size_t i = 0; i < own->count && !out.stopped; i++) {
        float end = own->sorted.max_x[i];
        for (size_t from = i + 1, to; from < own->count && begin[from] <= end; from = to) {
            to = own->count - from > SWEEP_RUN ? from + SWEEP_RUN : own->count;
            scan(&own->sorted, own->items, i, from, to, own->open_edges, &out);
        }
    }
    return batch_end(&out);
}

static uint64_t sweep_upkeep(const contender *self)
{
    return ((const sweep *)self)->upkeep;
}

const contender_kind contender_sweep = {
    .name = "sweep",
    .create = sweep_create,
    .destroy = sweep_destroy,
    .set = sweep_set,
    .move = sweep_move,
    .pairs = sweep_pairs,
    .upkeep = sweep_upkeep,
};
