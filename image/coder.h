/// Planes to bytes and back: the decisions in their order, through the range coder.
#ifndef QUADRILLE_IMAGE_CODER_H
#define QUADRILLE_IMAGE_CODER_H

#include "costs.h"

/// Writes planes that are planned. Returns the size, which may be more than `room`; then only `room` bytes are there.
/// `seen`: what decisions have cost.
size_t qd__coder_write(qd__plane *planes, int count, uint8_t *bytes, size_t room, qd__costs *seen);

/// Reads planes that are created, as far as the bytes go. False: out of memory.
bool qd__coder_read(qd__plane *planes, int count, const uint8_t *bytes, size_t size, qd__blocks *memory);

#endif
