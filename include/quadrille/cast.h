/// @file cast.h
/// Casts: a box or a circle moves through the tree, and hits what lies in its way. However fast it is, it passes
/// nothing by: the whole way is looked at, not places along it.
///
/// What holds for rays (query.h) holds here: first hit first, ties by slot; a visitor cuts the way. A shape of no size
/// hits what a ray hits. One that does not move hits what it overlaps, at t = 0.
#ifndef QUADRILLE_CAST_H
#define QUADRILLE_CAST_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The box + t * motion for 0 <= t <= t_max (INFINITY: for ever). With the motion of one step and t_max 1, t tells the
/// part of the step that is free.
typedef struct qd_moving_box {
    qd_box box;
    qd_vec2 motion;
    float t_max;
} qd_moving_box;

/// The same for a circle. The radius is finite, 0 or more.
typedef struct qd_moving_circle {
    qd_vec2 center;
    float radius;
    qd_vec2 motion;
    float t_max;
} qd_moving_circle;

/// What a moving shape hits, first hit first, ties by slot; capacity 1 gives the first. Returns how many were written.
/// A shape, a motion or a t_max that is NaN, infinite (t_max may be), inverted or negative hits nothing.
///
/// In a hit, t is when they first touch, 0 if they overlap at the start. `point` is the shape's centre then; across the
/// face that was hit it is exactly where it must be, but for rounding to float. `normal` points out of the item: out of
/// the face that was hit, the x face where two corners meet; out of the item's corner towards a circle's centre; zero
/// if they have met before the start, so that a box that leans on a wall and pushes on has the wall's normal, and one
/// that slides along it has none. With open edges touching is not a hit, at the start as well as on the way.
///
/// Computed in double: whether something is just met or just missed is decided to within 2^-45 of the coordinates and
/// the way, and exactly where these are whole numbers below some thousands. Cost as that of a ray that is as thick.
QD_API size_t qd_find_cast_box(const qd_tree *tree, qd_moving_box box, qd_query_filter filter, qd_hit *out,
                               size_t capacity);
QD_API size_t qd_find_cast_circle(const qd_tree *tree, qd_moving_circle circle, qd_query_filter filter, qd_hit *out,
                                  size_t capacity);

/// For exact shapes behind the boxes: called per hit, in no particular order, near ones early. The result cuts the way
/// as it cuts a ray.
QD_API qd_cost qd_visit_cast_box(const qd_tree *tree, qd_moving_box box, qd_query_filter filter,
                                 qd_ray_visitor *visitor, void *context);
QD_API qd_cost qd_visit_cast_circle(const qd_tree *tree, qd_moving_circle circle, qd_query_filter filter,
                                    qd_ray_visitor *visitor, void *context);

/// When two moving things meet: as in a hit, the normal pointing out of the second.
typedef struct qd_impact {
    float t;
    qd_vec2 normal;
} qd_impact;

/// Do two moving boxes meet while both move, that is up to the smaller t_max? If so, *impact says when they first touch
/// and on which side; false leaves it alone. False for a bad box, motion or t_max. Asks no tree. Cost O(1).
QD_API bool qd_moving_boxes_meet(qd_moving_box a, qd_moving_box b, qd_edges edges, qd_impact *impact);

#ifdef __cplusplus
}
#endif
#endif
