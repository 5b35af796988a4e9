/// @file query.h
/// Questions about a place: box, point, circle, nearest, ray. A query never writes to the tree.
///
/// Two families: `find` fills an array of the caller's; `visit` has no limit, hands out batches, and returns what it
/// cost. A query's own box, radius, ray length or distance may be infinite ("everything on that side"). One with a NaN,
/// an inverted box, a negative radius, or a centre or origin that is not finite finds nothing.
#ifndef QUADRILLE_QUERY_H
#define QUADRILLE_QUERY_H

#include <math.h>
#include <quadrille/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Which items a query sees. Zero sees everything.
typedef struct qd_query_filter {
    uint32_t mask;   ///< Only items on one of these layers; 0: all; QD_NO_LAYERS: none.
    uint32_t layers; ///< Layers of the query: an item is seen if its mask has one of them. 0: masks are ignored.
    qd_id ignore;    ///< All but this one.
} qd_query_filter;

typedef struct qd_found {
    qd_id id;
    uint64_t user;
} qd_found;

/// What a query cost. nodes: nodes looked into. tests: items with their own box compared. hits: results.
typedef struct qd_cost {
    uint64_t nodes, tests, hits;
} qd_cost;

/// Fill an array with the items that overlap a box, hold a point, or come within `radius` of a centre; return how many
/// were written, in no particular order. A result equal to `capacity` may mean there are more, and which ones were
/// written is then unspecified; capacity 1 asks "is there any?". In a tree with open edges touching is no overlap (a
/// circle then finds what is nearer than its radius). Cost O(depth + nodes overlapped + results).
QD_API size_t qd_find_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity);
QD_API size_t qd_find_point(const qd_tree *tree, qd_vec2 point, qd_query_filter filter, qd_found *out, size_t capacity);
QD_API size_t qd_find_circle(const qd_tree *tree, qd_vec2 center, float radius, qd_query_filter filter, qd_found *out,
                             size_t capacity);

typedef struct qd_near {
    qd_found item;
    float distance; ///< From the point to the item's box, 0 inside it; FLT_MAX when a float cannot say.
} qd_near;

/// The nearest items to a point, nearest first, ties by slot; none farther than `max_distance` (INFINITY: however far;
/// the limit itself is included whatever the tree's edges). Returns how many were written. Cost about O(depth +
/// capacity log capacity).
QD_API size_t qd_find_near(const qd_tree *tree, qd_vec2 point, float max_distance, qd_query_filter filter, qd_near *out,
                           size_t capacity);

/// For narrow-phase tests behind the boxes, and for continuing a search: called for each item no farther than
/// `max_distance`, in no particular order, near ones early. The result limits the distance from here on: INFINITY to
/// ignore the item and continue, near->distance to accept it, a smaller distance to search less far, a negative value
/// or NaN to stop. Cost as that of qd_find_near while the limit shrinks as fast.
typedef float qd_near_visitor(void *context, const qd_near *near);
QD_API qd_cost qd_visit_near(const qd_tree *tree, qd_vec2 point, float max_distance, qd_query_filter filter,
                             qd_near_visitor *visitor, void *context);

/// origin + t * direction for 0 <= t <= t_max (INFINITY: endless). The direction need not be of unit length; one that
/// is zero or not finite hits nothing.
typedef struct qd_ray {
    qd_vec2 origin, direction;
    float t_max;
} qd_ray;

/// The endless ray from a point.
static inline qd_ray qd_ray_toward(qd_vec2 origin, qd_vec2 direction)
{
    qd_ray ray = { origin, direction, INFINITY };
    return ray;
}

/// The segment between two points: t runs from 0 to 1.
static inline qd_ray qd_ray_between(qd_vec2 from, qd_vec2 to)
{
    qd_ray ray = { from, { to.x - from.x, to.y - from.y }, 1 };
    return ray;
}

typedef struct qd_hit {
    qd_found item;
    float t;       ///< Where along the ray, in lengths of its direction; FLT_MAX when a float cannot say.
    qd_vec2 point; ///< The place.
    qd_vec2
        normal; ///< Unit vector out of the face that was hit; at a corner the x face; zero if the ray starts inside.
} qd_hit;

/// The items that a ray hits, first hit first, ties by slot; capacity 1 finds the first. A ray that starts inside a box
/// hits it at t = 0. With open edges touching is not a hit. Returns how many were written.
QD_API size_t qd_find_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, qd_hit *out, size_t capacity);

/// Gets each batch of results; returns false to stop. Runs on the calling thread and must not change the tree: that is
/// asserted in debug builds, and ends the query in others.
typedef bool qd_visitor(void *context, const qd_found *items, size_t count);

QD_API qd_cost qd_visit_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor,
                            void *context);
QD_API qd_cost qd_visit_point(const qd_tree *tree, qd_vec2 point, qd_query_filter filter, qd_visitor *visitor,
                              void *context);
QD_API qd_cost qd_visit_circle(const qd_tree *tree, qd_vec2 center, float radius, qd_query_filter filter,
                               qd_visitor *visitor, void *context);

/// For narrow-phase tests behind the boxes: called for each box that is hit, in no particular order. The result limits
/// the ray from here on: INFINITY to ignore the hit and continue, hit->t to clip the ray there, a smaller t to clip it
/// further, a negative value or NaN to stop.
typedef float qd_ray_visitor(void *context, const qd_hit *hit);
QD_API qd_cost qd_visit_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, qd_ray_visitor *visitor,
                            void *context);

#ifdef __cplusplus
}
#endif
#endif
