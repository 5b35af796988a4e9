/// How a grid is laid over a set of boxes: which cells there are, and which of them a coordinate falls into.
///
/// Any layout gives right answers, because the cell of a coordinate never decreases as the coordinate grows, and the
/// outermost cells reach to infinity. So the layout may be learnt from a sample, and far items cannot stretch it.
#ifndef QUADRILLE_GRID_LAY_H
#define QUADRILLE_GRID_LAY_H

#include "fbox.h"

/// The cells along one axis: cell i begins near origin + i / per_unit.
typedef struct grid_axis {
    float origin, per_unit;
    int32_t cells;
} grid_axis;

typedef struct grid_layout {
    grid_axis x, y;
    fvec2 limit; ///< Boxes larger than this are kept apart.
} grid_layout;

/// Sides of cells, as multiples of what the rule of thumb says. Zero: one.
typedef struct grid_scale {
    float x, y;
} grid_scale;

/// Lays cells over where most of the boxes are, as large as suits their sizes and density. At most 16 cells a box and
/// 64 more.
grid_layout grid_lay(const fbox *boxes, size_t count, grid_scale scale);

static inline size_t grid_cells(const grid_layout *layout)
{
    return (size_t)layout->x.cells * (size_t)layout->y.cells;
}

/// The comparisons also bring what is not a number, infinity times zero, to the first cell.
static inline int32_t grid_cell(grid_axis axis, float value)
{
    float at = (value - axis.origin) * axis.per_unit, last = (float)(axis.cells - 1);
    at = at > 0 ? at : 0;
    return (int32_t)(at < last ? at : last);
}

/// Is the box to be kept apart?
static inline bool grid_is_large(const grid_layout *layout, fbox box)
{
    return !(box.max.x - box.min.x <= layout->limit.x && box.max.y - box.min.y <= layout->limit.y);
}

#endif
