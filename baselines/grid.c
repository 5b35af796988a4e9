/// Uniform grid: a box is entered into every cell it touches, and boxes are tested against those in the same cell. A
/// pair that shares several cells is reported only in the one where its intersection begins:
///
///        +------+------+------+       a begins in cells 0 and 3, b in 1 and 4: in cell 4 the later of the
///        |  6   | 7  +-|--+   |       two beginnings coincides with the cell on both axes, in 7 it does not.
///        |   +--|----|-|+ |b  |
///        +---|--+----|-+|-|---+
///        |   |a |    +-|+-+   |
///        |   +--|------|+     |
///        +------+------+------+
///
/// Boxes that touch a good part of all cells are kept apart and tested against everything. Where boxes touch many cells
/// each, the grid becomes coarser: memory stays below a fixed number of entries a box, whatever the boxes.
#include "grid_lay.h"
#include "scan.h"

#include <stdlib.h>
#include <string.h>

#define LARGE_SHARE 4     ///< A box that touches more than this part of the cells is kept apart.
#define ENTRIES_AN_ITEM 8 ///< More entries than that, and the grid becomes coarser.
#define FEW_ENTRIES 64
#define BEGINS_X 1
#define BEGINS_Y 2
#define BEGINS_BOTH (BEGINS_X | BEGINS_Y)

typedef struct entry {
    uint32_t item;
    uint32_t begins; ///< BEGINS_X, BEGINS_Y: the item's box begins in this cell's column, row.
} entry;

typedef struct grid {
    entry *entries;    ///< Cell after cell.
    box_columns boxes; ///< Their boxes.
    size_t entry_capacity;
    size_t *starts; ///< Where each cell's entries begin; one more says where the last cell's end.
    size_t cells, start_capacity;
    grid_span *spans; ///< By item.
    size_t count, span_capacity;
    uint32_t *apart_items; ///< The large boxes' items, then all others; only made when there is a large one.
    box_columns apart;     ///< Their boxes.
    size_t large, apart_capacity;
    uint64_t upkeep;
    bool open_edges;
} grid;

static contender *grid_create(bool open_edges)
{
    grid *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void grid_release(grid *own)
{
    boxes_free(&own->boxes);
    boxes_free(&own->apart);
    free(own->entries);
    free(own->starts);
    free(own->spans);
    free(own->apart_items);
    *own = (grid){ .upkeep = own->upkeep, .open_edges = own->open_edges };
}

static void grid_destroy(contender *self)
{
    if (!self)
        return;
    grid_release((grid *)self);
    free(self);
}

/// Room for `count` elements in an array whose content is not needed any more, and a little more, as the need changes
/// with every move. NULL: no memory, and the old array is gone.
static void *renew(void *array, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity)
        return array;
    free(array);
    size_t roomy = count > SIZE_MAX / 2 ? count : count + count / 8;
    array = roomy > SIZE_MAX / size ? NULL : malloc(roomy * size);
    *capacity = array ? roomy : 0;
    return array;
}

static bool is_large(grid_span span, uint64_t cells)
{
    return grid_area(span) > cells / LARGE_SHARE;
}

/// Finds which cells each box touches, and how many entries and large boxes that makes.
static uint64_t measure(grid *own, grid_layout layout, const qd_box *boxes)
{
    uint64_t entries = 0, cells = grid_cells(layout);
    own->large = 0;
    for (size_t i = 0; i < own->count; i++) {
        own->spans[i] = grid_touched(layout, boxes[i]);
        if (is_large(own->spans[i], cells))
            own->large++;
        else
            entries += grid_area(own->spans[i]);
    }
    own->upkeep += own->count;
    return entries;
}

static qd_result reserve(grid *own, size_t cells, size_t entries)
{
    size_t apart = own->large > 0 ? own->count : 0;
    own->entries = renew(own->entries, &own->entry_capacity, entries, sizeof *own->entries);
    own->starts = renew(own->starts, &own->start_capacity, cells + 2, sizeof *own->starts);
    own->apart_items = renew(own->apart_items, &own->apart_capacity, apart, sizeof *own->apart_items);
    bool enough = own->entry_capacity >= entries && own->start_capacity >= cells + 2 && own->apart_capacity >= apart;
    if (!enough || boxes_reserve(&own->boxes, own->entry_capacity) || boxes_reserve(&own->apart, own->apart_capacity))
        return QD_NO_MEMORY;
    own->cells = cells;
    return QD_OK;
}

/// Counting sort by cell. Entry c + 1 of starts serves as the place of cell c's next entry, so that in the end it is
/// where the next cell begins.
static void fill_cells(grid *own, const qd_box *boxes, size_t columns)
{
    size_t *next = own->starts + 1;
    memset(own->starts, 0, (own->cells + 2) * sizeof *own->starts);
    for (size_t i = 0; i < own->count; i++) {
        grid_span span = own->spans[i];
        if (is_large(span, own->cells))
            continue;
        for (size_t y = span.y0; y <= span.y1; y++)
            for (size_t x = span.x0; x <= span.x1; x++)
                next[y * columns + x + 1]++;
    }
    for (size_t cell = 0; cell < own->cells; cell++)
        next[cell + 1] += next[cell];

    for (size_t i = 0; i < own->count; i++) {
        grid_span span = own->spans[i];
        if (is_large(span, own->cells))
            continue;
        for (size_t y = span.y0; y <= span.y1; y++)
            for (size_t x = span.x0; x <= span.x1; x++) {
                size_t at = next[y * columns + x]++;
                uint32_t begins = (x == span.x0 ? BEGINS_X : 0u) | (y == span.y0 ? BEGINS_Y : 0u);
                own->entries[at] = (entry){ (uint32_t)i, begins };
                boxes_put(&own->boxes, at, boxes[i]);
            }
    }
}

static void fill_apart(grid *own, const qd_box *boxes)
{
    size_t large = 0, other = own->large;
    for (size_t i = 0; i < own->count; i++) {
        size_t at = is_large(own->spans[i], own->cells) ? large++ : other++;
        own->apart_items[at] = (uint32_t)i;
        boxes_put(&own->apart, at, boxes[i]);
    }
    own->upkeep += own->count;
}

static qd_result grid_move(contender *self, const qd_box *boxes)
{
    grid *own = (grid *)self;
    grid_layout layout = grid_lay(boxes, own->count);
    uint64_t entries = measure(own, layout, boxes);
    while (entries > ENTRIES_AN_ITEM * (uint64_t)own->count + FEW_ENTRIES) {
        layout = grid_coarser(layout);
        entries = measure(own, layout, boxes);
    }
    if (reserve(own, (size_t)grid_cells(layout), (size_t)entries)) {
        grid_release(own);
        return QD_NO_MEMORY;
    }
    fill_cells(own, boxes, layout.x.cells);
    if (own->large > 0)
        fill_apart(own, boxes);
    own->upkeep += entries - (own->count - own->large);
    return QD_OK;
}

static qd_result grid_set(contender *self, const qd_box *boxes, size_t count)
{
    grid *own = (grid *)self;
    bool numbered = count <= UINT32_MAX;
    if (numbered)
        own->spans = renew(own->spans, &own->span_capacity, count, sizeof *own->spans);
    if (!numbered || own->span_capacity < count) {
        grid_release(own);
        return QD_NO_MEMORY;
    }
    own->count = count;
    return grid_move(self, boxes);
}

static void pairs_in_cell(const grid *own, size_t begin, size_t end, batch *out)
{
    uint32_t met[BOXES_RUN];
    for (size_t i = begin; i < end; i++)
        for (size_t from = i + 1, to; from < end && !out->stopped; from = to) {
            to = scan_run_end(from, end);
            size_t found = boxes_meeting(&own->boxes, i, from, to, own->open_edges, met);
            out->cost.tests += to - from;
            for (size_t k = 0; k < found; k++)
                if ((own->entries[i].begins | own->entries[met[k]].begins) == BEGINS_BOTH)
                    batch_add(out, own->entries[i].item, own->entries[met[k]].item);
        }
}

static void pairs_apart(const grid *own, batch *out)
{
    for (size_t i = 0; i < own->large && !out->stopped; i++)
        scan(&own->apart, own->apart_items, i, i + 1, own->count, own->open_edges, out);
}

static contender_cost grid_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const grid *own = (const grid *)self;
    batch out;
    batch_begin(&out, visitor, context);
    pairs_apart(own, &out);
    for (size_t cell = 0; cell < own->cells && !out.stopped; cell++)
        pairs_in_cell(own, own->starts[cell], own->starts[cell + 1], &out);
    return batch_end(&out);
}

static uint64_t grid_upkeep(const contender *self)
{
    return ((const grid *)self)->upkeep;
}

const contender_kind contender_grid = {
    .name = "grid",
    .create = grid_create,
    .destroy = grid_destroy,
    .set = grid_set,
    .move = grid_move,
    .pairs = grid_pairs,
    .upkeep = grid_upkeep,
};
