// What a search looks for: a question made ready for one tree.
//
// Hooks compare AABBs with it. In a tree of floats these are the boxes and the hooks decide. In a tree of doubles they
// are rounded outward: the hooks find candidates, and `confirm` decides about each by its exact box. Of a window there
// is also the part that is certain, the window rounded inward:
//
//        +-----------------+        window, rounded outward: what overlaps the shape overlaps it
//        |  +-----------+  |
//        |  |  certain  |  |        an AABB that overlaps the inside of it is that of an item that overlaps the shape;
//        |  +-----------+  |        one that lies in the inside of it, that of an item that lies inside the shape
//        +-----------------+
//
// So candidates that are certain need no `confirm`, and nodes with bounds in the inside of it need no look at each
// item.
#ifndef QD_SHAPE_H
#define QD_SHAPE_H

#include "polygon.h"
#include "quad.h"
#include "simd.h"
#include "simd_base.h"

#include <quadrille/query.h>

typedef struct qd__shape qd__shape;

/// Which of some boxes overlap the shape (or lie inside, or contain it: whatever the question's relation is).
typedef uint64_t qd__hits_hook(const qd__shape *shape, qd__boxes boxes);

/// Which of the bounds of four nodes may have such boxes in them.
typedef uint32_t qd__nodes_hook(const qd__shape *shape, const qd__four *bounds);

struct qd__shape {
    const struct qd_tree *tree;
    const qd__simd *simd;
    qd__hits_hook *hits;                                    ///< NULL: those that overlap the probe.
    qd__nodes_hook *nodes;                                  ///< NULL: those that overlap the probe.
    bool (*confirm)(const qd__shape *shape, uint32_t slot); ///< By its exact box, is the item in a slot a hit? NULL, in
                                                            ///< a tree of floats: the hooks decide.
    qd__aabb window, probe; ///< What overlaps the shape overlaps the window, edges included.
    qd__aabb certain;       ///< AABBs that it covers are hits (see `strict`); where `hits` is NULL also those that
                            ///< overlap its inside. Empty: no AABB is certain.
    qd__aabb held;          ///< Contains: what contains the shape covers this.
    bool open;              ///< AABBs that only touch do not overlap.
    bool strict;            ///< `certain` covers only what does not touch its edges.

    qd__aabb center; ///< Circle in a tree of floats: the point in its middle.
    double radius_squared;

    qd_relation relation; ///< The rest is for `confirm`, and polygons.
    qd_box box;           ///< The shape, or the box around it.
    qd_vec2 middle;       ///< Circle.
    double radius;
    qd__polygon polygon;
};

/// False: the question is malformed and finds nothing. NULL: every item.
bool qd__shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape);

/// What overlaps a box, in a tree of floats: the question that is asked most.
static inline bool qd__shape_window(const struct qd_tree *tree, qd__fbox box, qd__shape *shape)
{
    shape->tree = tree;
    shape->simd = tree->simd;
    shape->hits = NULL;
    shape->nodes = NULL;
    shape->confirm = NULL;
    const qd__aabb window = qd__aabb_of(box);
    shape->window = shape->certain = window;
    shape->probe = qd__probe(window);
    shape->open = shape->strict = tree->open;
    // The comparisons of a search alone would let [5, 1] overlap [0, 10].
    return qd__one_overlaps(&shape->window, &shape->window, false);
}

/// The same as qd__shape_of, with a short way for the question that is asked most.
static inline bool qd__shape_ready(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    if (QD__CAN_FEW_SQUARES && query && query->shape.type == QD_BOX && query->relation == QD_OVERLAPS &&
        !qd__is_precise(tree)) {
        return qd__shape_window(tree, qd__fbox_of(&query->shape.box), shape);
    }
    return qd__shape_of(tree, query, shape);
}

#endif
