/// The layout is learnt from a sample: it covers the middle of where the centres are, and its cells are a few times as
/// large as the space an item has, or as most items are, whichever is more.
#include "grid_lay.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLE 256
#define MOST_CELLS 32768.0 ///< Along one axis: a grid_span holds their numbers in 16 bits.
#define BOXES_A_CELL 2.0   ///< Tuned, as SIDES_A_CELL, on even, mixed and clustered scenes.
#define SIDES_A_CELL 1.0

/// What the sample says about one axis.
typedef struct extent {
    double low, length, side;
} extent;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Leaves out a thirty-second of the centres at each end, and as much room again is added there: evenly spread boxes
/// are covered exactly, a far one does not stretch the grid.
static extent learn(double *centers, double *sides, size_t count)
{
    qsort(centers, count, sizeof *centers, ascending);
    qsort(sides, count, sizeof *sides, ascending);
    double low = centers[count / 32], high = centers[count - 1 - count / 32];
    double margin = (high - low) / 30;
    return (extent){ low - margin, high - low + 2 * margin, sides[count - 1 - count / 4] };
}

static grid_axis lay_axis(extent along, double cells)
{
    if (along.side * SIDES_A_CELL * cells > along.length)
        cells = along.length / (along.side * SIDES_A_CELL);
    cells = cells > MOST_CELLS ? MOST_CELLS : floor(cells);
    if (!(cells >= 2) || !(along.length > 0))
        return (grid_axis){ along.low, 0, 1 };
    return (grid_axis){ along.low, cells / along.length, (uint32_t)cells };
}

grid_layout grid_lay(const qd_box *boxes, size_t count)
{
    double x[SAMPLE], y[SAMPLE], width[SAMPLE], height[SAMPLE];
    size_t sample = count / 16 + 16;
    sample = sample < count ? sample : count;
    sample = sample < SAMPLE ? sample : SAMPLE;
    if (sample == 0)
        return (grid_layout){ { 0, 0, 1 }, { 0, 0, 1 } };
    for (size_t i = 0; i < sample; i++) {
        qd_box box = boxes[count / sample * i];
        x[i] = ((double)box.min.x + box.max.x) / 2;
        y[i] = ((double)box.min.y + box.max.y) / 2;
        width[i] = (double)box.max.x - box.min.x;
        height[i] = (double)box.max.y - box.min.y;
    }
    extent across = learn(x, width, sample), up = learn(y, height, sample);

    // Square cells, unless one axis has no length at all.
    double cells = (double)count / BOXES_A_CELL;
    double columns = up.length > 0 ? sqrt(cells * (across.length / up.length)) : cells;
    columns = columns < 1 ? 1 : columns > cells ? cells : columns;
    return (grid_layout){ lay_axis(across, columns), lay_axis(up, cells / columns) };
}

static grid_axis coarser_axis(grid_axis axis)
{
    uint32_t cells = (axis.cells + 1) / 2;
    return (grid_axis){ axis.origin, cells > 1 ? axis.per_unit / 2 : 0, cells };
}

grid_layout grid_coarser(grid_layout layout)
{
    return (grid_layout){ coarser_axis(layout.x), coarser_axis(layout.y) };
}
