/// Brute force: every box against every later one, n(n-1)/2 tests. Nothing to keep, nothing to go wrong: what the
/// others are compared with.
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

static qd_result brute_move(contender *self, const qd_box *boxes)
{
    brute *own = (brute *)self;
    for (size_t i = 0; i < own->count; i++)
        boxes_put(&own->items, i, boxes[i]);
    return QD_OK;
}

static qd_result brute_set(contender *self, const qd_box *boxes, size_t count)
{
    brute *own = (brute *)self;
    qd_result result = boxes_reserve(&own->items, count);
    own->count = result ? 0 : count;
    return result ? result : brute_move(self, boxes);
}

static contender_cost brute_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const brute *own = (const brute *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (size_t i = 0; i < own->count && !out.stopped; i++)
        scan(&own->items, NULL, i, i + 1, own->count, own->open_edges, &out);
    return batch_end(&out);
}

static uint64_t brute_upkeep(const contender *self)
{
    (void)self;
    return 0;
}

const contender_kind contender_brute = {
    .name = "brute",
    .create = brute_create,
    .destroy = brute_destroy,
    .set = brute_set,
    .move = brute_move,
    .pairs = brute_pairs,
    .upkeep = brute_upkeep,
};
