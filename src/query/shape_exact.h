// Questions in a tree of doubles: the shape rounded about the tree's origin, and the exact boxes that decide.
#ifndef QD_SHAPE_EXACT_H
#define QD_SHAPE_EXACT_H

#include "shape.h"

// Each makes a shape ready but for its hooks for AABBs. False: it is malformed.

bool qd__exact_window(const struct qd_tree *tree, const qd_box *box, qd__shape *shape);
bool qd__exact_circle(const struct qd_tree *tree, const qd_shape *circle, qd__shape *shape);

/// The polygon is in shape->asked, and there is a box around it.
void qd__exact_polygon(const struct qd_tree *tree, const qd_box *around, qd__shape *shape);

/// A hook for nodes: by boxes around all that the AABBs can stand for, edges included.
uint32_t qd__nodes_exact_polygon(const qd__shape *shape, const qd__four *bounds);

#endif
