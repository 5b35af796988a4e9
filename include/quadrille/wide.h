/// @file wide.h
/// Large worlds: the index for boxes and points in doubles.
///
/// Floats tell places on a map of the world two metres apart, and lose a millimetre eight kilometres from their origin.
/// A qd_wide keeps the doubles it is given. Inside it is a qd_tree of boxes rounded outward to floats, about an origin
/// near the items, which finds the candidates; what decides is always a test in doubles. So everything that tree.h,
/// query.h and pairs.h promise holds here for doubles: finite boxes anywhere, up to +-DBL_MAX and down to one step of a
/// double apart, give the answers of brute force. Filters, ids, users, threads and costs are those of a tree; each call
/// does what its namesake there does, and only what differs is said here.
///
/// Speed needs places that floats can tell apart once the origin is subtracted: where thousands of items crowd within
/// one part in ten million of their distance from the origin, or beyond FLT_MAX of it, they share a place in the tree,
/// and asking for one of them tests all of them. So name the world where the items are, or rebuild once they are there.
#ifndef QUADRILLE_WIDE_H
#define QUADRILLE_WIDE_H

#include <quadrille/nodes.h>
#include <quadrille/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_wide qd_wide;

typedef struct qd_dvec2 {
    double x, y;
} qd_dvec2;

/// As qd_box: two corners, valid when finite and min <= max on both axes.
typedef struct qd_dbox {
    qd_dvec2 min, max;
} qd_dbox;

/// Is the box finite and not inverted? Decided on the bits, so that it holds under -ffast-math too.
QD_API bool qd_dbox_is_valid(qd_dbox box);

/// Box from its lower corner and its size, both of which should not be negative.
static inline qd_dbox qd_dbox_xywh(double x, double y, double width, double height)
{
    qd_dbox box = { { x, y }, { x + width, y + height } };
    return box;
}

/// Box from its centre and half its size.
static inline qd_dbox qd_dbox_around(qd_dvec2 center, double half_width, double half_height)
{
    qd_dbox box = { { center.x - half_width, center.y - half_height },
                    { center.x + half_width, center.y + half_height } };
    return box;
}

/// Zero every field you do not care about; zero means "default". As qd_tree_def.
typedef struct qd_wide_def {
    qd_dbox world;     ///< Where most items will be; they may lie anywhere. The origin is its centre. Default (all
                       ///< zero): learnt from what comes first into the empty index, one item or many at once.
    size_t reserve;    ///< Items to make room for now.
    qd_edges edges;    ///< Default closed.
    int leaf_capacity; ///< 1..4096. Default 64.
    int max_depth;     ///< 1..QD_MAX_DEPTH. Default 16.
    qd_allocator allocator;
    qd_executor executor; ///< Threads for large jobs. Default: none.
} qd_wide_def;

/// New and empty. `def` is read, not kept; NULL means all defaults. NULL result: no memory, or a bad definition. Cost
/// O(reserve).
QD_API qd_wide *qd_wide_create(const qd_wide_def *def);

/// Frees the index and all it holds. NULL is allowed.
QD_API void qd_wide_destroy(qd_wide *wide);

/// Removes every item and keeps the memory. All ids go stale. Cost O(slots).
QD_API void qd_wide_clear(qd_wide *wide);

/// What an item is made of. `user` is yours and comes back with every result.
typedef struct qd_ditem {
    qd_dbox box;
    uint64_t user;
    qd_filter filter;
} qd_ditem;

/// Change one item. Costs are those of a tree.
QD_API qd_id qd_wide_insert(qd_wide *wide, qd_ditem item);
QD_API qd_result qd_wide_move(qd_wide *wide, qd_id id, qd_dbox box);
QD_API qd_result qd_wide_remove(qd_wide *wide, qd_id id);
QD_API qd_result qd_wide_set_user(qd_wide *wide, qd_id id, uint64_t user);
QD_API qd_result qd_wide_set_filter(qd_wide *wide, qd_id id, qd_filter filter);

/// Change many. Inserting asks for memory to copy the items into, and gives it back; moving keeps 16 bytes for each
/// item of its largest call, and does without where there is no memory.
QD_API qd_result qd_wide_insert_many(qd_wide *wide, const qd_ditem *items, size_t count, qd_id *ids, size_t *bad);
QD_API qd_result qd_wide_move_many(qd_wide *wide, const qd_id *ids, const qd_dbox *boxes, size_t count, size_t *bad);
QD_API qd_result qd_wide_remove_many(qd_wide *wide, const qd_id *ids, size_t count, size_t *bad);

/// Copies an item out, its box as it was given. False: stale id, and *item is left alone. Cost O(1).
QD_API bool qd_wide_get(const qd_wide *wide, qd_id id, qd_ditem *item);
QD_API bool qd_wide_contains(const qd_wide *wide, qd_id id);
QD_API size_t qd_wide_count(const qd_wide *wide);

/// The exact bounding box of all items. Empty: inverted, min +infinity and max -infinity. Cost about O(sqrt n), and
/// what shares its outermost floats.
QD_API qd_dbox qd_wide_bounds(const qd_wide *wide);

/// Rebuilds the tree, about a new origin if the definition named no world and all items have left the old one to
/// one side. QD_NO_MEMORY: every answer stays as it was. Cost O(n).
QD_API qd_result qd_wide_rebuild(qd_wide *wide);

/// Box, point and circle. A circle takes what qd_wide_find_near would tell to be no farther than its radius, nearer
/// where edges are open. In costs, nodes and tests are those of the tree inside, its hits being candidates; hits are
/// what was found. To the cost of the same question to a tree comes a look at the exact box of each candidate.
QD_API size_t qd_wide_find_box(const qd_wide *wide, qd_dbox box, qd_query_filter filter, qd_found *out,
                               size_t capacity);
QD_API size_t qd_wide_find_point(const qd_wide *wide, qd_dvec2 point, qd_query_filter filter, qd_found *out,
                                 size_t capacity);
QD_API size_t qd_wide_find_circle(const qd_wide *wide, qd_dvec2 center, double radius, qd_query_filter filter,
                                  qd_found *out, size_t capacity);
QD_API qd_cost qd_wide_visit_box(const qd_wide *wide, qd_dbox box, qd_query_filter filter, qd_visitor *visitor,
                                 void *context);
QD_API qd_cost qd_wide_visit_point(const qd_wide *wide, qd_dvec2 point, qd_query_filter filter, qd_visitor *visitor,
                                   void *context);
QD_API qd_cost qd_wide_visit_circle(const qd_wide *wide, qd_dvec2 center, double radius, qd_query_filter filter,
                                    qd_visitor *visitor, void *context);

/// The distance, from the point to the item's box, is the square root of the sum of the squares of its gaps on both
/// axes, each step rounded to the nearest double, without overflow or underflow on the way; DBL_MAX when the outcome is
/// beyond. Items rank by it, ties by slot.
typedef struct qd_dnear {
    qd_found item;
    double distance;
} qd_dnear;

QD_API size_t qd_wide_find_near(const qd_wide *wide, qd_dvec2 point, double max_distance, qd_query_filter filter,
                                qd_dnear *out, size_t capacity);

/// As qd_near_visitor: the result cuts the distance.
typedef double qd_dnear_visitor(void *context, const qd_dnear *near);
QD_API qd_cost qd_wide_visit_near(const qd_wide *wide, qd_dvec2 point, double max_distance, qd_query_filter filter,
                                  qd_dnear_visitor *visitor, void *context);

/// As qd_ray: origin + t * direction for 0 <= t <= t_max.
typedef struct qd_dray {
    qd_dvec2 origin, direction;
    double t_max;
} qd_dray;

/// The endless ray from a point.
static inline qd_dray qd_dray_toward(qd_dvec2 origin, qd_dvec2 direction)
{
    qd_dray ray = { origin, direction, INFINITY };
    return ray;
}

/// The segment between two points: t runs from 0 to 1.
static inline qd_dray qd_dray_between(qd_dvec2 from, qd_dvec2 to)
{
    qd_dray ray = { from, { to.x - from.x, to.y - from.y }, 1 };
    return ray;
}

typedef struct qd_dhit {
    qd_found item;
    double t;        ///< (face - origin) / direction, each step rounded to the nearest double; DBL_MAX when beyond.
    qd_dvec2 point;  ///< The place, on the box.
    qd_dvec2 normal; ///< Unit vector out of the face that was hit; at a corner the x face; zero if it starts inside.
} qd_dhit;

QD_API size_t qd_wide_find_ray(const qd_wide *wide, qd_dray ray, qd_query_filter filter, qd_dhit *out, size_t capacity);

/// As qd_ray_visitor: the result cuts the ray.
typedef double qd_dray_visitor(void *context, const qd_dhit *hit);
QD_API qd_cost qd_wide_visit_ray(const qd_wide *wide, qd_dray ray, qd_query_filter filter, qd_dray_visitor *visitor,
                                 void *context);

/// Each overlapping pair, once. The order is that of the tree inside: the same calls give it on every machine.
QD_API qd_cost qd_wide_visit_pairs(const qd_wide *wide, qd_pair_visitor *visitor, void *context);

/// Each item of `a` with each item of `b` that it overlaps, as qd_visit_join: a pair's a is of `a`; what only touches
/// counts if both have closed edges; an index joined with itself gives each of its pairs both ways round, and each item
/// with itself. The visitor may change neither.
///
/// Where both have one origin (qd_wide_origin), as those have that name one world, one walk goes down both trees
/// inside, on the threads of `a` if it has an executor. Otherwise each item of the one that has fewer asks the other
/// for a window, on this thread alone, and nodes and tests are those of all windows. The pairs are the same either way,
/// their order is not.
QD_API qd_cost qd_wide_visit_join(const qd_wide *a, const qd_wide *b, qd_pair_visitor *visitor, void *context);

/// Figures about the tree inside, `bytes` with the exact boxes in it: 32 an item more. Cost O(nodes).
QD_API qd_stats qd_wide_stats(const qd_wide *wide);

/// Does every invariant hold, here and in the tree inside? For tests. Cost O(n depth).
QD_API bool qd_wide_check(const qd_wide *wide);

/// The tree inside, for drawing: each item has the same id and user, and a box of floats around its own from which
/// qd_wide_origin was subtracted. Its edges are always closed. It belongs to the index and lives as long.
QD_API const qd_tree *qd_wide_tree(const qd_wide *wide);

/// What is subtracted from doubles before they are rounded. Changes only while the index is empty, and in
/// qd_wide_rebuild.
QD_API qd_dvec2 qd_wide_origin(const qd_wide *wide);

#ifdef __cplusplus
}
#endif
#endif
