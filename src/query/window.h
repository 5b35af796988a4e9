// Windows, points and circles as shapes.
#ifndef QD_WINDOW_H
#define QD_WINDOW_H

#include "shape.h"

/// False: it finds nothing, whatever there is.
bool qd__window_shape(const struct qd_tree *tree, qd_box box, qd__shape *shape);
bool qd__circle_shape(const struct qd_tree *tree, qd_vec2 center, float radius, qd__shape *shape);

#endif
