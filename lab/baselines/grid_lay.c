/// The layout is learnt from a sample: it covers the middle of where the corners are. Cells are as wide as a box, for
/// few tests in vain, and several boxes high, for few runs to test; where items are much
/// smaller or larger than the space that each has, that space decides.
#include "grid_lay.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLE 256
#define MOST_CELLS 1000000.0 ///< Along one axis: floats count as far without a gap.
#define MOST_CELLS_A_BOX 16.0
#define MOST_CELLS_IN_ALL 2e9 ///< Their numbers have 32 bits.

/// What the sample says about one axis.
typedef struct extent {
    double low, length;
    double side, limit; ///< Three in four are not longer; longer ones than the limit are kept apart.
} extent;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Leaves out a thirty-second of the corners at each end, and as much room again is added there: evenly spread boxes
/// are covered exactly, a far one does not stretch the grid. The limit is four times what all but a sixty-fourth of
/// the boxes have: the few that are larger cost less apart than they would cost all others.
static extent learn(double *corners, double *sides, size_t count)
{
    qsort(corners, count, sizeof *corners, ascending);
    qsort(sides, count, sizeof *sides, ascending);
    double low = corners[count / 32], high = corners[count - 1 - count / 32];
    double margin = (high - low) / 30;
    return (extent){ low - margin, high - low + 2 * margin, sides[count - 1 - count / 4],
                     4 * sides[count - 1 - count / 64] };
}

static grid_axis lay_axis(extent along, double side)
{
    double cells = floor(along.length / side);
    cells = cells > MOST_CELLS ? MOST_CELLS : cells;
    float per_unit = (float)(cells / along.length);
    if (!(cells >= 2) || !(per_unit > 0) || isinf(per_unit) || !(fabs(along.low) < 1e38))
        return (grid_axis){ 0, 0, 1 };
    return (grid_axis){ (float)along.low, per_unit, (int32_t)cells };
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static void have_cells(grid_axis *axis, double cells)
{
    cells = cells < 1 ? 1 : floor(cells);
    axis->per_unit = cells > 1 ? axis->per_unit * (float)(cells / axis->cells) : 0;
    axis->cells = (int32_t)cells;
}

/// At most so many cells in all: first fewer along both axes, then along the one that still has most.
static void thin_out(grid_axis *columns, grid_axis *rows, double most)
{
    double excess = (double)columns->cells * rows->cells / most;
    if (excess <= 1)
        return;
    have_cells(columns, columns->cells / sqrt(excess));
    have_cells(rows, rows->cells / sqrt(excess));
    grid_axis *more = columns->cells > rows->cells ? columns : rows, *less = more == rows ? columns : rows;
    if ((double)columns->cells * rows->cells > most)
        have_cells(more, most / less->cells);
}

grid_layout grid_lay(const fbox *boxes, size_t count, grid_scale scale)
{
    double x[SAMPLE], y[SAMPLE], width[SAMPLE], height[SAMPLE];
    size_t sample = count / 16 + 16;
    sample = sample < count ? sample : count;
    sample = sample < SAMPLE ? sample : SAMPLE;
    if (sample == 0)
        return (grid_layout){ { 0, 0, 1 }, { 0, 0, 1 }, { 0, 0 } };
    for (size_t i = 0; i < sample; i++) {
        fbox box = boxes[count / sample * i];
        x[i] = box.min.x;
        y[i] = box.min.y;
        width[i] = (double)box.max.x - box.min.x;
        height[i] = (double)box.max.y - box.min.y;
    }
    extent across = learn(x, width, sample), up = learn(y, height, sample);

    // The room of an item is square, unless one axis has no length at all.
    double each_x = across.length / (double)count, each_y = up.length / (double)count;
    double room = sqrt(each_x * up.length);
    double room_x = up.length > 0 ? room : each_x, room_y = across.length > 0 ? room : each_y;
    double side_x = between(across.side, room_x / 4, 2 * room_x) * (scale.x > 0 ? scale.x : 1);
    double side_y = between(6 * up.side, room_y, 4 * room_y) * (scale.y > 0 ? scale.y : 1);
    double most = MOST_CELLS_A_BOX * (double)count;
    grid_axis columns = lay_axis(across, side_x), rows = lay_axis(up, side_y);
    thin_out(&columns, &rows, most < MOST_CELLS_IN_ALL ? most : MOST_CELLS_IN_ALL);
    return (grid_layout){ columns, rows, { (float)across.limit, (float)up.limit } };
}
