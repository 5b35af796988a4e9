/// Leaves to samples.
#ifndef QUADRILLE_IMAGE_DRAW_H
#define QUADRILLE_IMAGE_DRAW_H

#include "waves.h"

/// How many numbers drawing takes room for: samples up to a multiple of 4 in width and height.
static inline size_t qd__draw_room(const qd__plane *plane)
{
    return (size_t)plane->across[QD__SMALLEST] * plane->down[QD__SMALLEST] * 16;
}

/// Samples of a plane that is read. What is in the room does not matter.
void qd__draw(const qd__plane *plane, const qd__waves *waves, int16_t *room, uint8_t *samples);

#endif
