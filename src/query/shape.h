// What a search looks for: which boxes overlap it.
#ifndef QD_SHAPE_H
#define QD_SHAPE_H

#include "polygon.h"
#include "quad.h"
#include "simd.h"

#include <quadrille/query.h>

/// What is searched for: which boxes overlap it, as a mask.
typedef struct qd__shape {
    /// Of items.
    uint64_t (*overlap)(const struct qd__shape *shape, qd__boxes boxes);
    /// Of the bounds of four nodes: none around an item that overlaps the shape may be missing.
    uint32_t (*overlap_nodes)(const struct qd__shape *shape, const qd__four *bounds);
    const qd__simd *simd;
    bool is_window;         ///< A box or a point: items overlap it just when they overlap the probe.
    bool nodes_by_window;   ///< Nodes do; where the window covers a node, all items in it overlap the shape.
    qd__aabb window, probe; ///< What overlaps the shape overlaps the window, edges included.
    /// Does the item in a slot overlap it? For AABBs that are rounded: a window that overlaps one in all but edges when
    /// made smaller, `sure`, overlaps the item; of one that only the larger window overlaps, this decides. NULL: they
    /// are not.
    bool (*exact)(const struct qd__shape *shape, uint32_t slot);
    qd__aabb sure;
    qd_vec2 center; ///< For circles.
    double radius_squared;
    const qd__polygon *polygon; ///< For polygons.
    bool open;
} qd__shape;

#endif
