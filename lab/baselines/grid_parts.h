/// The uniform grid's own parts, shared by its files: grid.c sorts items into cells and finds pairs, grid_ask.c answers
/// windows, nearest and rays, grid_change.c and grid_bag.c take items one by one.
///
/// A box lies in one cell only, the one with its lower corner, and no box but those kept apart is longer than `reach`.
/// So whatever meets a box begins in the cells that it touches, or at most `reach` before them. Cells are stored row
/// after row, so that what begins in a part of a row is one run of boxes, tested without a look at where cells end:
///
///        | . . . . . . . . . . . |
///        | . . {----reach----[a]} . . |   from the row above a's own on, one run in each row that a touches
///        | . . . . . . . . . [a   ]>} |   in a's own row, from the box after a to the end of a's last cell
#ifndef QUADRILLE_GRID_H
#define QUADRILLE_GRID_H

#include "boxes.h"
#include "contender.h"
#include "grid_lay.h"

typedef struct grid_bag grid_bag;

typedef struct grid {
    grid_layout layout;
    grid_scale scale; ///< As tuned.
    bool tuned, open_edges;
    size_t count, capacity;
    size_t small;      ///< So many lie in cells; those kept apart come after them.
    box_columns boxes; ///< Cell after cell.
    uint32_t *items;   ///< Whose they are.
    uint32_t *order;   ///< Room for the items as they were sorted before.
    uint32_t *keys;    ///< Their cells, and their boxes, before they are sorted.
    fbox *staged;
    uint32_t *starts; ///< Where each cell's boxes begin; then those kept apart; then their end; then one more.
    size_t start_capacity;
    fvec2 reach;    ///< No box in a cell is longer than this.
    uint32_t moves; ///< Since the layout was learnt.
    uint64_t upkeep;
    grid_bag *bag; ///< Once an item was inserted or removed, they are all in there.
} grid;

/// The cells of a rectangle, both ends included.
typedef struct grid_range {
    int32_t x0, y0, x1, y1;
} grid_range;

/// The cells that what meets a box may begin in. `from` is the box's lower corner less the reach, which rounding cannot
/// bring past a box that reaches the corner: its own lower corner is a float that is not below the exact difference.
static inline grid_range grid_before(const grid_layout *layout, fvec2 reach, fbox box)
{
    return (grid_range){ grid_cell(layout->x, box.min.x - reach.x), grid_cell(layout->y, box.min.y - reach.y),
                         grid_cell(layout->x, box.max.x), grid_cell(layout->y, box.max.y) };
}

/// Not less than the longest sides of the boxes taken in so far, whatever rounding did to their difference.
static inline fvec2 grid_longest(fvec2 longest, fbox box)
{
    float x = box.max.x - box.min.x, y = box.max.y - box.min.y;
    return (fvec2){ x > longest.x ? x : longest.x, y > longest.y ? y : longest.y };
}

static inline const uint32_t *grid_row(const grid *own, int32_t row)
{
    return own->starts + (size_t)row * (size_t)own->layout.x.cells;
}

contender_found grid_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context);
bool grid_collides(const contender *self, fbox box);
size_t grid_near(const contender *self, fvec2 point, size_t k, contender_near *out);
contender_hit grid_ray(const contender *self, contender_ray ray);
void grid_nodes(const contender *self, contender_node_visitor *visitor, void *context);
qd_result grid_insert(contender *self, fbox box);
bool grid_remove(contender *self, uint32_t item);

#endif
