/// Uniform grid: sorting items into cells, and pairs. See grid.h for the idea.
#include "grid_parts.h"

#include "grid_bag.h"
#include "memory.h"
#include "scan.h"
#include "tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_A_LAYOUT 16 ///< Moves until the layout is learnt again.
#define ROW_BLOCK 64

static contender *grid_create(bool open_edges)
{
    grid *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void release(grid *own)
{
    boxes_free(&own->boxes);
    memory_free(own->items);
    memory_free(own->order);
    memory_free(own->keys);
    memory_free(own->staged);
    memory_free(own->starts);
    grid_bag_destroy(own->bag);
    *own = (grid){ .scale = own->scale, .tuned = own->tuned, .upkeep = own->upkeep, .open_edges = own->open_edges };
}

static void grid_destroy(contender *self)
{
    if (!self)
        return;
    release((grid *)self);
    free(self);
}

static bool reserve_items(grid *own, size_t count)
{
    if (count <= own->capacity)
        return true;
    count = memory_room(own->capacity, count);
    release(own);
    if (boxes_reserve(&own->boxes, count))
        return false;
    own->items = memory_array(count + BOXES_BEYOND, sizeof *own->items);
    own->order = memory_array(count + BOXES_BEYOND, sizeof *own->order);
    own->keys = memory_array(count, sizeof *own->keys);
    own->staged = memory_array(count, sizeof *own->staged);
    own->capacity = count;
    return own->items && own->order && own->keys && own->staged;
}

static bool reserve_starts(grid *own, size_t starts)
{
    if (starts <= own->start_capacity)
        return true;
    memory_free(own->starts);
    own->starts = memory_array(starts, sizeof *own->starts);
    own->start_capacity = own->starts ? starts : 0;
    return own->starts != NULL;
}

/// The cell of a box; those kept apart have one behind all others.
static uint32_t key_of(const grid_layout *layout, fbox box)
{
    int32_t x = grid_cell(layout->x, box.min.x), y = grid_cell(layout->y, box.min.y);
    uint32_t key = (uint32_t)y * (uint32_t)layout->x.cells + (uint32_t)x;
    return grid_is_large(layout, box) ? (uint32_t)layout->x.cells * (uint32_t)layout->y.cells : key;
}

static void take(grid *own, fbox box, size_t at, uint32_t *counts)
{
    uint32_t key = key_of(&own->layout, box);
    if (!grid_is_large(&own->layout, box))
        own->reach = grid_longest(own->reach, box);
    own->keys[at] = key;
    counts[key]++;
}

/// Counts become places: starts[c + 1] serves as the place of cell c's next box, so that in the end it is where the
/// next cell begins.
static void count_to_places(grid *own)
{
    size_t cells = grid_cells(&own->layout);
    uint32_t *next = own->starts + 1, sum = 0;
    for (size_t c = 0; c <= cells; c++) {
        uint32_t here = next[c];
        next[c] = sum;
        sum += here;
    }
    next[cells + 1] = sum;
    own->small = next[cells];
    own->reach = (fvec2){ nextafterf(own->reach.x, INFINITY), nextafterf(own->reach.y, INFINITY) };
}

/// Counting sort of boxes about whose order nothing is known: first their numbers alone go to their places, then each
/// place fetches its box.
static void sort_from_scratch(grid *own, const fbox *boxes)
{
    uint32_t *next = own->starts + 1;
    for (size_t i = 0; i < own->count; i++)
        take(own, boxes[i], i, next);
    count_to_places(own);
    for (size_t i = 0; i < own->count; i++)
        own->items[next[own->keys[i]]++] = (uint32_t)i;
    for (size_t at = 0; at < own->count; at++) {
        if (at + LANES_AHEAD < own->count)
            lanes_prefetch(boxes + own->items[at + LANES_AHEAD]);
        boxes_put(&own->boxes, at, boxes[own->items[at]]);
    }
}

/// Counting sort of boxes that were sorted before: read in the old order, which is nearly the new one, so that only
/// this reading jumps about in memory, to places that are known beforehand.
static void sort_again(grid *own, const fbox *boxes)
{
    uint32_t *next = own->starts + 1, *old = own->items;
    own->items = own->order;
    own->order = old;
    for (size_t i = 0; i < own->count; i++) {
        if (i + LANES_AHEAD < own->count)
            lanes_prefetch(boxes + old[i + LANES_AHEAD]);
        own->staged[i] = boxes[old[i]];
        take(own, own->staged[i], i, next);
    }
    count_to_places(own);
    for (size_t i = 0; i < own->count; i++) {
        uint32_t at = next[own->keys[i]]++;
        boxes_put(&own->boxes, at, own->staged[i]);
        own->items[at] = old[i];
    }
}

static qd_result place_all(grid *own, const fbox *boxes, bool learn, bool again)
{
    if (learn) {
        own->layout = grid_lay(boxes, own->count, own->scale);
        own->moves = 0;
    }
    size_t starts = grid_cells(&own->layout) + 3;
    if (!reserve_starts(own, starts)) {
        release(own);
        return QD_NO_MEMORY;
    }
    memset(own->starts, 0, starts * sizeof *own->starts);
    own->reach = (fvec2){ 0, 0 };
    if (again)
        sort_again(own, boxes);
    else
        sort_from_scratch(own, boxes);
    boxes_end(&own->boxes, own->count);
    own->upkeep += own->count;
    grid_bag_destroy(own->bag);
    own->bag = NULL;
    return QD_OK;
}

static qd_result grid_move(contender *self, const fbox *boxes)
{
    grid *own = (grid *)self;
    return own->count == 0 ? QD_OK : place_all(own, boxes, ++own->moves >= MOVES_A_LAYOUT, true);
}

static qd_result grid_set(contender *self, const fbox *boxes, size_t count)
{
    grid *own = (grid *)self;
    if (!reserve_items(own, count)) {
        release(own);
        return QD_NO_MEMORY;
    }
    own->count = count;
    // An empty set teaches nothing: the tuning stays for items that come one by one.
    bool keep = count == 0 && own->tuned && grid_cells(&own->layout) > 0;
    return place_all(own, boxes, !keep, false);
}

/// Where the boxes of a block of a row have their cells, found for all of them at once: vectors again.
typedef struct row_block {
    int32_t before[ROW_BLOCK], last_x[ROW_BLOCK], last_y[ROW_BLOCK];
} row_block;

static void find_cells(const grid *own, size_t from, size_t count, row_block *block)
{
    const grid_axis x = own->layout.x, y = own->layout.y;
    const float *min_x = own->boxes.min_x + from, *max_x = own->boxes.max_x + from, *max_y = own->boxes.max_y + from;
    float reach = own->reach.x;
    for (size_t k = 0; k < count; k++) {
        block->before[k] = grid_cell(x, min_x[k] - reach);
        block->last_x[k] = grid_cell(x, max_x[k]);
        block->last_y[k] = grid_cell(y, max_y[k]);
    }
}

/// The pairs of which the earlier box begins in this row.
static inline void pairs_of_row(const grid *own, int32_t row, bool open_edges, batch *out)
{
    const uint32_t *starts = grid_row(own, row);
    int32_t columns = own->layout.x.cells;
    row_block block = { .before = { 0 } };
    for (size_t from = starts[0], end; from < starts[columns] && !out->stopped; from = end) {
        end = starts[columns] - from > ROW_BLOCK ? from + ROW_BLOCK : starts[columns];
        find_cells(own, from, end - from, &block);
        for (size_t i = from; i < end; i++) {
            size_t k = i - from;
            lanes_box box = lanes_at(&own->boxes, i);
            uint32_t item = own->items[i];
            scan(&own->boxes, own->items, box, item, i + 1, starts[block.last_x[k] + 1], open_edges, out);
            const uint32_t *above = starts + columns;
            for (int32_t y = row + 1; y <= block.last_y[k]; y++, above += columns)
                scan(&own->boxes, own->items, box, item, above[block.before[k]], above[block.last_x[k] + 1], open_edges,
                     out);
        }
    }
}

/// The boxes kept apart, against each other and against what lies in cells.
static inline void pairs_apart(const grid *own, bool open_edges, batch *out)
{
    for (size_t i = own->small; i < own->count && !out->stopped; i++) {
        fbox box = boxes_get(&own->boxes, i);
        lanes_box lanes = lanes_of(box);
        scan(&own->boxes, own->items, lanes, own->items[i], i + 1, own->count, open_edges, out);
        grid_range cells = grid_before(&own->layout, own->reach, box);
        for (int32_t y = cells.y0; y <= cells.y1 && !out->stopped; y++) {
            const uint32_t *starts = grid_row(own, y);
            scan(&own->boxes, own->items, lanes, own->items[i], starts[cells.x0], starts[cells.x1 + 1], open_edges,
                 out);
        }
    }
}

static inline void all_pairs(const grid *own, bool open_edges, batch *out)
{
    pairs_apart(own, open_edges, out);
    for (int32_t row = 0; row < own->layout.y.cells && !out->stopped; row++)
        pairs_of_row(own, row, open_edges, out);
}

static contender_cost grid_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const grid *own = (const grid *)self;
    batch out;
    batch_begin(&out, visitor, context);
    if (own->count > 0 && own->open_edges)
        all_pairs(own, true, &out);
    else if (own->count > 0)
        all_pairs(own, false, &out);
    return batch_end(&out);
}

static void grid_renew(contender *self)
{
    release((grid *)self);
}

static void grid_describe(const contender *self, char *text, size_t size)
{
    const grid_layout *layout = &((const grid *)self)->layout;
    snprintf(text, size, "%d x %d cells", layout->x.cells, layout->y.cells);
}

static uint64_t grid_upkeep(const contender *self)
{
    return ((const grid *)self)->upkeep;
}

static size_t grid_bytes(const contender *self)
{
    const grid *own = (const grid *)self;
    size_t an_item = 2 * sizeof *own->items + sizeof *own->keys + sizeof *own->staged;
    return sizeof *own + boxes_bytes(&own->boxes) + own->capacity * an_item +
           own->start_capacity * sizeof *own->starts + grid_bag_bytes(own->bag);
}

static void set_scale(contender *self, grid_scale scale)
{
    ((grid *)self)->scale = scale;
}

static qd_result grid_tune(contender *self, const fbox *boxes, size_t count, const fbox *windows, size_t window_count)
{
    grid *own = (grid *)self;
    qd_result result = tune(&contender_grid, self, set_scale, boxes, count, windows, window_count);
    own->tuned = !result;
    own->count = own->small = 0; // but the layout stays, for what is inserted one by one
    return result;
}

const contender_kind contender_grid = {
    .name = "grid",
    .create = grid_create,
    .destroy = grid_destroy,
    .set = grid_set,
    .move = grid_move,
    .pairs = grid_pairs,
    .upkeep = grid_upkeep,
    .bytes = grid_bytes,
    .tune = grid_tune,
    .describe = grid_describe,
    .renew = grid_renew,
    .window = grid_window,
    .nodes = grid_nodes,
    .collides = grid_collides,
    .near = grid_near,
    .ray = grid_ray,
    .insert = grid_insert,
    .remove = grid_remove,
};
