/// A picture as few cells: the cell that differs most from its mean is quartered, again and again.
///
/// The score of a cell is its contrast, the root of the mean square distance of its pixels from their mean, times a
/// power of its area. With the power 1/2 that is the root of the squared error, so each split is the one that gains
/// most; lower powers spend more cells on small details.
#ifndef QUADRILLE_APP_ART_CELLS_H
#define QUADRILLE_APP_ART_CELLS_H

#include "light.h"
#include "pixels.h"

typedef struct art_cell {
    uint32_t left, top, right, bottom; ///< In pixels; right and bottom are beyond it.
    light color;                       ///< The mean of its light.
    float contrast;
    float score;
    uint32_t born, gone; ///< It is there from when there are `born` cells on until there are `gone`, if not 0.
} art_cell;

typedef struct art_cells {
    art_cell *cells; ///< All that have been, in the order in which they came.
    size_t count, room;
    uint32_t alive; ///< How many there are at the end.
} art_cells;

typedef struct art_plan {
    uint32_t cells;    ///< How many are wanted.
    uint32_t smallest; ///< No side gets shorter than this.
    double weight;     ///< The power of the area.
    light ground;      ///< What shows where the picture is transparent.
} art_plan;

/// Splits until there are as many cells as wanted, or none can be split; it begins with a few that are nearly square.
/// False: no memory. Cost: each pixel is read once for each cell it is in.
bool art_split(art_cells *self, const pixels *picture, const art_plan *plan);

void art_free(art_cells *self);

/// Is it there when there are so many?
static inline bool art_is_there(const art_cell *cell, uint32_t cells)
{
    return cell->born <= cells && (cell->gone == 0 || cells < cell->gone);
}

#endif
