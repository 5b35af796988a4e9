/// @file grid_lay.h
/// How a grid is laid over a set of boxes: which cells there are, and which of them a box touches.
///
/// Any layout gives right answers, because the cell of a coordinate never decreases as the coordinate grows, and the
/// outermost cells reach to infinity. So the layout may be learnt from a sample, and far items cannot stretch it.
#ifndef QUADRILLE_GRID_LAY_H
#define QUADRILLE_GRID_LAY_H

#include <quadrille/geometry.h>

/// The cells along one axis: cell i begins at origin + i / per_unit.
typedef struct grid_axis {
    double origin, per_unit;
    uint32_t cells;
} grid_axis;

typedef struct grid_layout {
    grid_axis x, y;
} grid_layout;

/// The cells that a box touches, both ends included.
typedef struct grid_span {
    uint16_t x0, y0, x1, y1;
} grid_span;

/// Lays cells over where most of the boxes are, as large as suits their sizes and density; about one for two boxes at
/// most.
grid_layout grid_lay(const qd_box *boxes, size_t count);

/// The same with half as many cells a side, rounded up.
grid_layout grid_coarser(grid_layout layout);

static inline uint64_t grid_cells(grid_layout layout)
{
    return (uint64_t)layout.x.cells * layout.y.cells;
}

static inline uint16_t grid_cell(grid_axis axis, float value)
{
    double at = ((double)value - axis.origin) * axis.per_unit;
    if (!(at > 0))
        return 0;
    return (uint16_t)(at < axis.cells ? (uint32_t)at : axis.cells - 1);
}

static inline grid_span grid_touched(grid_layout layout, qd_box box)
{
    return (grid_span){ grid_cell(layout.x, box.min.x), grid_cell(layout.y, box.min.y), grid_cell(layout.x, box.max.x),
                        grid_cell(layout.y, box.max.y) };
}

static inline uint64_t grid_area(grid_span span)
{
    return (uint64_t)(span.x1 - span.x0 + 1) * (uint64_t)(span.y1 - span.y0 + 1);
}

#endif
