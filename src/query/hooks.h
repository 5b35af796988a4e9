// The hooks of shapes: AABBs against windows, circles and polygons.
#ifndef QD_HOOKS_H
#define QD_HOOKS_H

#include "shape.h"

/// By the window: what lies inside it and overlaps it; what covers `held` and overlaps it.
qd__hits_hook qd__hits_inside, qd__hits_contain;
qd__nodes_hook qd__nodes_contain;

/// By a circle, in a tree of floats.
qd__hits_hook qd__hits_circle, qd__hits_inside_circle, qd__hits_contain_circle;
qd__nodes_hook qd__nodes_circle, qd__nodes_contain_circle;

/// By a polygon, in a tree of floats; nodes also in a tree of doubles.
qd__hits_hook qd__hits_polygon, qd__hits_inside_polygon;
qd__nodes_hook qd__nodes_polygon, qd__nodes_polygon_wide;

#endif
