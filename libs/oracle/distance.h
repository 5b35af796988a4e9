// Distances between boxes, as keys and as results.
#ifndef QD_ORACLE_DISTANCE_H
#define QD_ORACLE_DISTANCE_H

#include <quadrille/geometry.h>

/// The distance between two boxes: a key that orders and limits as distances do, and its value in results. In a float
/// tree the key is the square.
double qd__oracle_distance_key(qd_precision precision, qd_box a, qd_box b);
double qd__oracle_key_of(qd_precision precision, double distance);
double qd__oracle_distance_of(qd_precision precision, double key);

/// The same to the corner of the box that is farthest from a point.
double qd__oracle_farthest_key(qd_precision precision, qd_box box, qd_vec2 point);

#endif
