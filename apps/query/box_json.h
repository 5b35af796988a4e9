/// Boxes as JSON and as GeoJSON, every number with all its digits: reading it gives the same float or double.
#ifndef QUADRILLE_QUERY_BOX_JSON_H
#define QUADRILLE_QUERY_BOX_JSON_H

#include "output.h"

#include <quadrille/geometry.h>

/// A number that a tree of doubles or of floats keeps; null where it is none.
void put_json_number(output *out, double value, bool exact);

/// [min_x, min_y, max_x, max_y]
void put_json_box(output *out, qd_box box, bool exact);

/// A geometry of GeoJSON: a Polygon, a LineString where the box has no width or no height, a Point where it has
/// neither.
void put_box_geometry(output *out, qd_box box, bool exact);

/// One of both boxes: a MultiPolygon, MultiLineString or MultiPoint, or a GeometryCollection where they are of two
/// kinds. That of b, from another file, may be exact where that of a is not.
void put_boxes_geometry(output *out, qd_box a, bool exact_a, qd_box b, bool exact_b);

#endif
