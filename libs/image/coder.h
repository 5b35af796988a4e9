/// Planes to bytes and back: the decisions in their order, through the range coder.
#ifndef QUADRILLE_IMAGE_CODER_H
#define QUADRILLE_IMAGE_CODER_H

#include "costs.h"

/// What writing needs, which is too large for the stack.
typedef struct qd__coder qd__coder;

/// NULL: out of memory.
qd__coder *qd__coder_create(qd__blocks *memory);

/// Writes planes that are planned. Returns the size, which may be more than `room`; then only `room` bytes are there.
/// `seen`: what decisions have cost, until it writes again.
size_t qd__coder_write(qd__coder *coder, qd__plane *planes, int count, uint8_t *bytes, size_t room,
                       const qd__costs **seen);

/// Reads planes that are created, as far as the bytes go. False: out of memory.
bool qd__coder_read(qd__plane *planes, int count, const uint8_t *bytes, size_t size, qd__blocks *memory);

#endif
