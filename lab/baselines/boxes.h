/// Boxes as a structure of arrays: what a vector loop reads.
#ifndef QUADRILLE_BOXES_H
#define QUADRILLE_BOXES_H

#include "fbox.h"

/// Room behind the last box, for loops that go in steps of sixteen.
#define BOXES_BEYOND 16

typedef struct box_columns {
    float *min_x, *min_y, *max_x, *max_y; ///< One block of memory, owned by min_x.
    size_t capacity;
} box_columns;

/// Makes room for so many boxes and BOXES_BEYOND more. What was there before may be lost. QD_NO_MEMORY also when they
/// could not be numbered in 32 bits.
qd_result boxes_reserve(box_columns *all, size_t count);

/// Gives the memory back.
void boxes_free(box_columns *all);

/// Bytes that they take.
size_t boxes_bytes(const box_columns *all);

static inline void boxes_put(box_columns *all, size_t at, fbox box)
{
    all->min_x[at] = box.min.x;
    all->min_y[at] = box.min.y;
    all->max_x[at] = box.max.x;
    all->max_y[at] = box.max.y;
}

static inline fbox boxes_get(const box_columns *all, size_t at)
{
    return (fbox){ { all->min_x[at], all->min_y[at] }, { all->max_x[at], all->max_y[at] } };
}

/// The box around all boxes, as a world for a tree; around none, some box.
fbox boxes_around(const fbox *boxes, size_t count);

/// Clears the lanes beyond the last box, so that no read meets unwritten memory.
void boxes_end(box_columns *all, size_t count);

#endif
