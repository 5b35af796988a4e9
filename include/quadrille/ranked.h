/// @file ranked.h
/// Nearest, rays, casts: which items first? Nearest to a point or a box; hit by a ray, a segment, a moving box or a
/// moving circle. The verbs are the same as in query.h; results come best first, ties by slot.
#ifndef QUADRILLE_RANKED_H
#define QUADRILLE_RANKED_H

#include <math.h>
#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Nearest, or a kind of ray or cast. Zero: malformed.
typedef enum qd_rank { QD_UNRANKED = 0, QD_NEAREST = 1, QD_CAST = 2, QD_SEGMENT = 3 } qd_rank;

/// A ranked question: nearest, ray, segment or cast. Made by the functions below; then set filter and ignore. Zeroed:
/// malformed, finds nothing. Unlike a qd_query it must not be NULL.
typedef struct qd_ranked {
    qd_rank rank;
    qd_shape shape; ///< Nearest: point or box, finite. Cast: point (a ray), box or circle, finite. Segment: point.
    qd_vec2 motion; ///< Cast: the way from t = 0 to t = 1. Segment: the other end, as a position.
    double limit; ///< Largest distance or t, inclusive; a segment always ends at t = 1. 0 is 0, not a default. INFINITY
                  ///< means no limit.
    qd_filter filter;
    qd_id ignore;
} qd_ranked;

/// By distance from a point or box to the item's box; 0 where they overlap or touch, and only there. The limit itself
/// is included, whatever the tree's edges. A distance beyond DBL_MAX counts as DBL_MAX, also against the limit.
QD_INLINE qd_ranked qd_nearest(qd_shape shape, double max_distance)
{
    qd_ranked ranked = { QD_NEAREST, shape, { 0, 0 }, max_distance, { 0, 0 }, 0 };
    return ranked;
}

/// By t: the shape moves along shape + t * motion, 0 <= t <= t_max (INFINITY: without end); each item is hit where they
/// first touch, at any speed. Items that overlap at the start are hit at t = 0; zero motion finds only these. With open
/// edges touching is a hit only where the motion goes on into the item. A motion that is NaN or infinite is malformed.
///
/// Casts are computed in double, to within 2^-45 of the coordinates and the way; exactly where these are whole numbers
/// up to some thousands. The rule for points and boxes: on each axis the shape meets the item's side at t = (side -
/// shape) / motion. The difference and the quotient (and a segment's motion, to - from) are each rounded to the 53 bits
/// of a double with an unlimited exponent, and these numbers are compared. A t beyond DBL_MAX is reported as DBL_MAX,
/// and is a hit only where t_max is INFINITY; a t below the smallest double is reported as the smallest double. A float
/// tree reports at most FLT_MAX. A circle's hit beyond DBL_MAX is reported at DBL_MAX or omitted.
QD_INLINE qd_ranked qd_cast(qd_shape shape, qd_vec2 motion, double t_max)
{
    qd_ranked ranked = { QD_CAST, shape, motion, t_max, { 0, 0 }, 0 };
    return ranked;
}

/// A ray: the cast of a point. The direction need not have length 1; with length zero it answers as the point.
QD_INLINE qd_ranked qd_ray(qd_vec2 origin, qd_vec2 direction, double t_max)
{
    return qd_cast(qd_shape_point(origin), direction, t_max);
}

/// By t from 0 to 1 between two points, however far apart: no difference overflows.
QD_INLINE qd_ranked qd_segment(qd_vec2 from, qd_vec2 to)
{
    qd_ranked ranked = { QD_SEGMENT, qd_shape_point(from), to, 1, { 0, 0 }, 0 };
    return ranked;
}

/// QD_BAD_VALUE: the question is malformed for this tree and finds nothing: a shape that its rank does not take, a
/// shape or motion that is not finite, a limit that is negative or NaN. Cost O(1).
QD_API qd_result qd_ranked_check(const qd_tree *tree, const qd_ranked *ranked);

/// A result.
typedef struct qd_hit {
    qd_entry item;
    union {
        double distance, t; ///< One number: a distance for nearest, t for a cast or segment. At most DBL_MAX, or
                            ///< FLT_MAX in a float tree.
    };
    qd_vec2 point;  ///< Nearest: the item's closest point. Cast, segment: the shape's centre at t.
    qd_vec2 normal; ///< Cast, segment: unit vector out of the face or corner hit, the x face at a tie; zero for an
                    ///< overlap at the start, unless they only touch at a face or corner and the motion leads into it.
                    ///< Nearest: zero.
} qd_hit;

/// Writes the first `capacity` results in order and returns how many it wrote. *total: the number of results up to the
/// limit; NULL: stops after `capacity` results. Cost about O(depth + capacity log capacity + nodes along the way).
QD_API size_t qd_tree_find_ranked(const qd_tree *tree, const qd_ranked *ranked, qd_hit *out, size_t capacity,
                                  size_t *total);

/// The number of results up to the limit. Cost of finding them all.
QD_API size_t qd_tree_count_ranked(const qd_tree *tree, const qd_ranked *ranked);

/// For exact shapes behind the boxes: called for each hit up to *limit, near ones early, in no exact order. Leave
/// *limit as it is to ignore the hit; set it to hit->t to accept the hit and drop those beyond. The limit only shrinks:
/// a larger number and NaN change nothing, a negative number ends the search. Returns QD_STOP to end the search. Must
/// not change the tree.
typedef qd_flow qd_hit_visitor(void *context, const qd_hit *hit, double *limit);

/// Hands out the hits one by one. `cost` may be NULL. Costs at most as much as all results up to the limit.
QD_API void qd_tree_visit_ranked(const qd_tree *tree, const qd_ranked *ranked, qd_hit_visitor *visit, void *context,
                                 qd_cost *cost);

/// Many of nearest, rays or casts, fewer than 2^32. Question i is each[i]; without `each` it is `like` with the
/// elements i of the arrays. With `each` the fields below it are not used.
typedef struct qd_ranked_queries {
    size_t count;
    const qd_ranked *each;
    qd_ranked like;
    qd_boxes boxes;       ///< Zeroed: like.shape, as for the rays of one lamp.
    const void *radii;    ///< As in qd_queries.
    qd_boxes motions;     ///< Points. Zeroed: like.motion.
    const double *limits; ///< Packed. NULL: like.limit.
    const qd_id *ignore;  ///< NULL: like.ignore.
} qd_ranked_queries;

/// Rows of `k` results. NULL: not needed. Result r of question i is at i * k + r for r < counts[i]; further ids of a
/// row are 0, its other elements are left alone.
typedef struct qd_ranked_rows {
    size_t k;
    uint32_t *counts;
    qd_id *ids;
    uint64_t *users;
    double *distances; ///< Or t.
    qd_hit *hits;
    qd_cost *cost; ///< Sum of the questions' costs. NULL: not needed.
} qd_ranked_rows;

/// As qd_tree_find_many, each row in order. QD_BAD_VALUE: 2^32 questions or more, k is 0, or count * k overflows.
/// For more than 64 results a row without `hits`, it also needs 32 bytes a result of one row from the allocator, for
/// each part of the work; out of memory, it gives the same answers more slowly.
QD_API qd_result qd_tree_find_many_ranked(const qd_tree *tree, const qd_ranked_queries *queries,
                                          const qd_ranked_rows *rows);

/// As qd_cursor, in order, any number of results: distance browsing (Hjaltason and Samet, 1999). Their queue grows
/// without limit; this cursor fetches 4, 8, 16, then always 32 results. Each fetch visits the nodes across the last
/// result again, so with very many ties qd_tree_find_ranked is faster.
typedef struct qd_ranked_cursor {
    qd_cost cost;
    bool changed;
    uint64_t opaque[320];
} qd_ranked_cursor;

/// Begins a search for the nearest, or along a ray or cast.
QD_API void qd_ranked_cursor_begin(qd_ranked_cursor *cursor, const qd_tree *tree, const qd_ranked *ranked);
/// Writes the next results, in order.
QD_API size_t qd_ranked_cursor_next(qd_ranked_cursor *cursor, qd_hit *out, size_t capacity);

/// Do two casts of boxes or points meet while both move, up to the smaller limit? Needs no tree. hit->t is the time of
/// first touch, hit->normal points out of b, hit->point is the centre of a; hit->item is left alone. Malformed casts do
/// not meet. Cost O(1).
QD_API bool qd_casts_meet(const qd_ranked *a, const qd_ranked *b, qd_edges edges, qd_hit *hit);

/// Shortcut: the nearest to a point, without a filter.
QD_INLINE size_t qd_tree_find_nearest(const qd_tree *tree, qd_vec2 point, double max_distance, qd_hit *out,
                                      size_t capacity)
{
    qd_ranked ranked = qd_nearest(qd_shape_point(point), max_distance);
    return qd_tree_find_ranked(tree, &ranked, out, capacity, NULL);
}

/// Shortcut: the first items that a ray hits, without a filter.
QD_INLINE size_t qd_tree_find_ray(const qd_tree *tree, qd_vec2 origin, qd_vec2 direction, double t_max, qd_hit *out,
                                  size_t capacity)
{
    qd_ranked ranked = qd_ray(origin, direction, t_max);
    return qd_tree_find_ranked(tree, &ranked, out, capacity, NULL);
}

/// Shortcut: the first items on the way between two points, without a filter.
QD_INLINE size_t qd_tree_find_segment(const qd_tree *tree, qd_vec2 from, qd_vec2 to, qd_hit *out, size_t capacity)
{
    qd_ranked ranked = qd_segment(from, to);
    return qd_tree_find_ranked(tree, &ranked, out, capacity, NULL);
}

/// Shortcut: the first items that a moving point, box or circle hits, without a filter.
QD_INLINE size_t qd_tree_find_cast(const qd_tree *tree, qd_shape shape, qd_vec2 motion, double t_max, qd_hit *out,
                                   size_t capacity)
{
    qd_ranked ranked = qd_cast(shape, motion, t_max);
    return qd_tree_find_ranked(tree, &ranked, out, capacity, NULL);
}

/// Shortcut: the first results of qd_nearest, qd_ray, qd_segment or qd_cast, with the filter and the item to ignore of
/// the options in place of its own.
QD_INLINE size_t qd_tree_find_ranked_with(const qd_tree *tree, qd_ranked ranked, qd_find_options options, qd_hit *out,
                                          size_t capacity)
{
    ranked.filter = options.filter;
    ranked.ignore = options.ignore;
    return qd_tree_find_ranked(tree, &ranked, out, capacity, NULL);
}

#ifdef __cplusplus
}
#endif
#endif
