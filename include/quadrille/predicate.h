/// @file predicate.h
/// More questions of yes or no: which items lie wholly within a box, which hold all of a box, and which overlap or lie
/// within a convex polygon, such as a turned box or what a camera sees.
///
/// As in query.h, `find` fills an array and `visit` has no limit and returns what it cost; the rules about capacity,
/// order and visitors are the same.
#ifndef QUADRILLE_PREDICATE_H
#define QUADRILLE_PREDICATE_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The items that overlap a box, as qd_find_box decides it, and are fully contained in it. An item may share an edge
/// with the box whatever the tree's edges: only what has no size and lies on the edge overlaps nothing in a tree with
/// open edges. The box may be infinite. Cost as that of qd_find_box.
QD_API size_t qd_find_inside(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity);
QD_API qd_cost qd_visit_inside(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor,
                               void *context);

/// The items that contain a whole box: those that overlap it and extend at least as far on every side. Shared edges are
/// as in qd_find_inside. Cost O(depth + nodes with bounds that contain the box).
QD_API size_t qd_find_containing(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out,
                                 size_t capacity);
QD_API qd_cost qd_visit_containing(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor,
                                   void *context);

/// Most corners of a polygon.
#define QD_POLYGON_MOST 16

/// A convex polygon: its corners one after the other, either way round. The array is yours, and read only during the
/// call. Corners may lie on straight edges and come twice in a row.
typedef struct qd_polygon {
    const qd_vec2 *corners;
    size_t count; ///< 3 to QD_POLYGON_MOST.
} qd_polygon;

/// Is it one: finite, convex, with an area, and no more corners than there may be? Convexity is decided exactly: a
/// reflex corner of one last bit is refused. Any other polygon finds nothing. Cost O(count^3), which is 560 triangles
/// at most.
QD_API bool qd_polygon_is_valid(qd_polygon polygon);

/// The items that overlap a polygon: with closed edges touching counts, with open edges it does not. Decided exactly,
/// for all finite corners and items: nothing is rounded on the way to the answer. Cost O(count^2), and O(count) for
/// each node and item with a box that overlaps the polygon's.
QD_API size_t qd_find_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_found *out,
                              size_t capacity);
QD_API qd_cost qd_visit_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_visitor *visitor,
                                void *context);

/// The items that overlap a polygon and are fully contained in it. Exact; cost as that of qd_find_polygon.
QD_API size_t qd_find_inside_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_found *out,
                                     size_t capacity);
QD_API qd_cost qd_visit_inside_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter,
                                       qd_visitor *visitor, void *context);

#ifdef __cplusplus
}
#endif
#endif
