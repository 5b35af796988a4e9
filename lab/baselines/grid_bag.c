/// Blocks lie in one array and are named by their number; number 0 is never used. A block that becomes empty goes to a
/// list of free ones. Where an item is, is the number of its block and its place there, in one number.
#include "grid_bag.h"

#include "grid_parts.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ITEMS 6
#define FIRST_LAYOUT 64
#define LAYOUT_GROWTH 4
#define PLACE_BITS 3
#define NOWHERE 0

typedef struct block {
    uint32_t next, count;
    uint32_t items[BLOCK_ITEMS];
    fbox boxes[BLOCK_ITEMS];
} block;

struct grid_bag {
    grid_layout layout;
    grid_scale scale;
    bool fixed;
    size_t learn_at; ///< The layout is learnt when there are so many items.
    uint32_t *heads; ///< By cell: its first block, the only one that may have room. Then that of the large boxes.
    block *blocks;
    uint32_t used, room, free; ///< Blocks: those ever used, allocated, and the first one given back.
    uint32_t *where;           ///< By item.
    uint32_t next, where_room;
    size_t count;
    fvec2 longest;
};

static size_t cell_of(const grid_bag *bag, fbox box)
{
    if (grid_is_large(&bag->layout, box))
        return grid_cells(&bag->layout);
    int32_t x = grid_cell(bag->layout.x, box.min.x), y = grid_cell(bag->layout.y, box.min.y);
    return (size_t)y * (size_t)bag->layout.x.cells + (size_t)x;
}

static bool lay(grid_bag *bag, const grid_layout *layout)
{
    size_t cells = grid_cells(layout) + 1;
    uint32_t *heads = memory_array(cells, sizeof *heads);
    if (!heads)
        return false;
    memset(heads, 0, cells * sizeof *heads);
    memory_free(bag->heads);
    bag->heads = heads;
    bag->layout = *layout;
    bag->longest = (fvec2){ 0, 0 };
    return true;
}

grid_bag *grid_bag_create(const grid_layout *fixed, grid_scale scale, uint32_t next)
{
    grid_bag *bag = calloc(1, sizeof *bag);
    if (!bag)
        return NULL;
    bag->scale = scale;
    bag->next = next;
    bag->fixed = fixed != NULL;
    bag->learn_at = FIRST_LAYOUT;
    bag->where_room = next + 64;
    bag->where = memory_array(bag->where_room, sizeof *bag->where);
    grid_layout one_cell = { { 0, 0, 1 }, { 0, 0, 1 }, { INFINITY, INFINITY } };
    if (bag->where && lay(bag, fixed ? fixed : &one_cell)) {
        memset(bag->where, 0, bag->where_room * sizeof *bag->where);
        return bag;
    }
    grid_bag_destroy(bag);
    return NULL;
}

void grid_bag_destroy(grid_bag *bag)
{
    if (!bag)
        return;
    memory_free(bag->heads);
    memory_free(bag->blocks);
    memory_free(bag->where);
    free(bag);
}

/// A block that is not in use; 0: no memory.
static uint32_t take_block(grid_bag *bag)
{
    uint32_t number = bag->free;
    if (number != NOWHERE) {
        bag->free = bag->blocks[number].next;
        return number;
    }
    if (bag->used + 1 >= bag->room) {
        uint32_t room = 2 * bag->room + 16;
        block *blocks = room >> (32 - PLACE_BITS)
                            ? NULL
                            : memory_grown(bag->blocks, bag->blocks ? bag->used + 1 : 0, room, sizeof *blocks);
        if (!blocks)
            return NOWHERE;
        bag->blocks = blocks;
        bag->room = room;
    }
    return ++bag->used;
}

static bool put(grid_bag *bag, uint32_t item, fbox box)
{
    uint32_t *head = bag->heads + cell_of(bag, box), number = *head;
    if (number == NOWHERE || bag->blocks[number].count == BLOCK_ITEMS) {
        number = take_block(bag);
        if (number == NOWHERE)
            return false;
        bag->blocks[number].next = *head;
        bag->blocks[number].count = 0;
        *head = number;
    }
    block *into = bag->blocks + number;
    uint32_t place = into->count++;
    into->items[place] = item;
    into->boxes[place] = box;
    bag->where[item] = number << PLACE_BITS | place;
    if (!grid_is_large(&bag->layout, box))
        bag->longest = grid_longest(bag->longest, box);
    return true;
}

/// All items, and their boxes, out of the blocks.
static void gather(const grid_bag *bag, uint32_t *items, fbox *boxes)
{
    size_t at = 0;
    for (uint32_t item = 0; item < bag->next; item++) {
        uint32_t where = bag->where[item];
        if (where == NOWHERE)
            continue;
        items[at] = item;
        boxes[at++] = bag->blocks[where >> PLACE_BITS].boxes[where & ((1u << PLACE_BITS) - 1)];
    }
}

/// Lays the grid out again for the items there are. Without memory for that the old layout is as right as it was.
static void learn(grid_bag *bag)
{
    bag->learn_at = LAYOUT_GROWTH * bag->count;
    uint32_t *items = memory_array(bag->count, sizeof *items);
    fbox *boxes = memory_array(bag->count, sizeof *boxes);
    // A cell may leave a block with a single box, so this many blocks are enough for any layout.
    uint32_t room = (uint32_t)bag->count + 2;
    block *blocks = items && boxes && !(room >> (32 - PLACE_BITS)) ? memory_array(room, sizeof *blocks) : NULL;
    if (blocks) {
        gather(bag, items, boxes);
        grid_layout layout = grid_lay(boxes, bag->count, bag->scale);
        if (lay(bag, &layout)) {
            block *old = bag->blocks;
            bag->blocks = blocks;
            blocks = old;
            bag->room = room;
            bag->used = bag->free = 0;
            for (size_t i = 0; i < bag->count; i++)
                put(bag, items[i], boxes[i]);
        }
    }
    memory_free(blocks);
    memory_free(boxes);
    memory_free(items);
}

qd_result grid_bag_insert(grid_bag *bag, uint32_t item, fbox box)
{
    if (item >= bag->where_room) {
        uint32_t room = item > UINT32_MAX / 4 ? 0 : 2 * item;
        uint32_t *where = room == 0 ? NULL : memory_grown(bag->where, bag->where_room, room, sizeof *where);
        if (!where)
            return QD_NO_MEMORY;
        memset(where + bag->where_room, 0, (room - bag->where_room) * sizeof *where);
        bag->where = where;
        bag->where_room = room;
    }
    if (!put(bag, item, box))
        return QD_NO_MEMORY;
    bag->next = item >= bag->next ? item + 1 : bag->next;
    if (++bag->count >= bag->learn_at && !bag->fixed)
        learn(bag);
    return QD_OK;
}

bool grid_bag_remove(grid_bag *bag, uint32_t item)
{
    uint32_t where = item < bag->next ? bag->where[item] : NOWHERE;
    if (where == NOWHERE)
        return false;
    block *from = bag->blocks + (where >> PLACE_BITS);
    uint32_t place = where & ((1u << PLACE_BITS) - 1);
    uint32_t *head = bag->heads + cell_of(bag, from->boxes[place]), number = *head;
    block *first = bag->blocks + number;
    uint32_t last = --first->count;
    from->items[place] = first->items[last];
    from->boxes[place] = first->boxes[last];
    bag->where[first->items[last]] = where;
    bag->where[item] = NOWHERE;
    bag->count--;
    if (last == 0) {
        *head = first->next;
        first->next = bag->free;
        bag->free = number;
    }
    return true;
}

uint32_t grid_bag_next(const grid_bag *bag)
{
    return bag->next;
}

static void offer_cell(const grid_bag *bag, size_t cell, fbox window, bool open_edges, catcher *out)
{
    for (uint32_t number = bag->heads[cell]; number != NOWHERE; number = bag->blocks[number].next) {
        const block *here = bag->blocks + number;
        out->found.tests += here->count;
        for (uint32_t k = 0; k < here->count; k++)
            if (fbox_overlap(here->boxes[k], window, open_edges))
                catcher_add(out, here->items[k]);
    }
}

void grid_bag_window(const grid_bag *bag, fbox window, bool open_edges, catcher *out)
{
    fvec2 reach = { nextafterf(bag->longest.x, INFINITY), nextafterf(bag->longest.y, INFINITY) };
    grid_range cells = grid_before(&bag->layout, reach, window);
    for (int32_t y = cells.y0; y <= cells.y1; y++)
        for (int32_t x = cells.x0; x <= cells.x1 && !out->stopped; x++)
            offer_cell(bag, (size_t)y * (size_t)bag->layout.x.cells + (size_t)x, window, open_edges, out);
    offer_cell(bag, grid_cells(&bag->layout), window, open_edges, out);
}

size_t grid_bag_bytes(const grid_bag *bag)
{
    if (!bag)
        return 0;
    return sizeof *bag + (grid_cells(&bag->layout) + 1) * sizeof *bag->heads + bag->room * sizeof *bag->blocks +
           bag->where_room * sizeof *bag->where;
}
