/// @file boxes.h
/// Boxes as a structure of arrays, and the one loop that all baselines share: a box against a run of others.
#ifndef QUADRILLE_BOXES_H
#define QUADRILLE_BOXES_H

#include <quadrille/geometry.h>

/// Most boxes that boxes_meeting takes at once.
#define BOXES_RUN 128

typedef struct box_columns {
    float *min_x, *min_y, *max_x, *max_y; ///< One block of memory, owned by min_x.
    size_t capacity;
} box_columns;

/// Makes room for so many boxes. What was there before may be lost. QD_NO_MEMORY also when they could not be numbered
/// in 32 bits.
qd_result boxes_reserve(box_columns *all, size_t count);

/// Gives the memory back.
void boxes_free(box_columns *all);

static inline void boxes_put(box_columns *all, size_t at, qd_box box)
{
    all->min_x[at] = box.min.x;
    all->min_y[at] = box.min.y;
    all->max_x[at] = box.max.x;
    all->max_y[at] = box.max.y;
}

/// Writes the positions in [from, to) of the boxes that meet the box at `one`; returns how many there are. The range is
/// BOXES_RUN long at most, and `met` has room for that many.
size_t boxes_meeting(const box_columns *all, size_t one, size_t from, size_t to, bool open_edges, uint32_t *met);

#endif
