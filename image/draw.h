/// Leaves to samples.
#ifndef QUADRILLE_IMAGE_DRAW_H
#define QUADRILLE_IMAGE_DRAW_H

#include "waves.h"

/// Draws all leaves, smooths their borders, and rounds to width * height bytes. False: out of memory.
bool qd__draw(const qd__plane *plane, const qd__waves *waves, uint8_t *samples, qd__blocks *memory);

#endif
