// What decides in a tree of doubles: is an item with this exact box a hit?
#ifndef QD_CONFIRM_H
#define QD_CONFIRM_H

#include "shape.h"

bool qd__confirm_window(const qd__shape *shape, uint32_t slot);
bool qd__confirm_circle(const qd__shape *shape, uint32_t slot);
bool qd__confirm_polygon(const qd__shape *shape, uint32_t slot);

#endif
