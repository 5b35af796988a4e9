/// @file query.h
/// Which items? The question is a value: a shape, a relation, a filter, an item to ignore. Find, count, visit, cursor
/// and find many take every question.
#ifndef QUADRILLE_QUERY_H
#define QUADRILLE_QUERY_H

#include <quadrille/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of shapes. Zero: everywhere.
typedef enum qd_shape_type { QD_EVERYWHERE = 0, QD_BOX = 1, QD_POINT = 2, QD_CIRCLE = 3, QD_POLYGON = 4 } qd_shape_type;

/// Most corners of a polygon.
#define QD_MAX_CORNERS 16

/// Made by the functions below. Sides of a box and radii may be infinite; points, centres and corners are finite.
typedef struct qd_shape {
    qd_shape_type type;
    uint32_t corner_count;  ///< Polygon: 3..QD_MAX_CORNERS.
    const qd_vec2 *corners; ///< Polygon: convex, either way round; corners may repeat or lie on a side. Read during
                            ///< calls, not kept.
    qd_box box;             ///< Box. Point, and centre of a circle: box.min.
    double radius;          ///< Circle: 0 or more.
} qd_shape;

/// A box as a shape.
QD_INLINE qd_shape qd_shape_box(qd_box box)
{
    qd_shape shape = { QD_BOX, 0, NULL, box, 0 };
    return shape;
}

/// A point as a shape.
QD_INLINE qd_shape qd_shape_point(qd_vec2 point)
{
    qd_shape shape = { QD_POINT, 0, NULL, { point, point }, 0 };
    return shape;
}

/// A circle as a shape.
QD_INLINE qd_shape qd_shape_circle(qd_vec2 center, double radius)
{
    qd_shape shape = { QD_CIRCLE, 0, NULL, { center, center }, radius };
    return shape;
}

/// A polygon as a shape. The caller owns the array of corners, which must outlive the shape.
QD_INLINE qd_shape qd_shape_polygon(const qd_vec2 *corners, uint32_t count)
{
    qd_shape shape = { QD_POLYGON, count, corners, { { 0, 0 }, { 0, 0 } }, 0 };
    return shape;
}

/// The item overlaps the shape, lies inside it, or contains it. INSIDE and CONTAINS imply OVERLAPS, and the item may
/// share edges with the shape whatever the tree's edges. With open edges, an item or shape without width or height that
/// lies on the other's edge does not overlap it, so it is not inside it either. Every item overlaps QD_EVERYWHERE and
/// lies inside it; no item contains it. With a point, INSIDE finds only items equal to it.
///
/// Boxes, points and polygons are decided exactly, without intermediate rounding. Circles use the distance, in double,
/// of a nearest neighbour search: an item overlaps a circle when its distance from the centre is at most the radius
/// (open edges: less), and lies inside when the distance of its farthest corner is at most the radius. (A float tree
/// rounds radii, and distances in its results: a circle with a result's distance as its radius may miss that result.)
/// An item contains the circle when it contains the box from centre - radius to centre + radius, computed in double.
typedef enum qd_relation { QD_OVERLAPS = 0, QD_INSIDE = 1, QD_CONTAINS = 2 } qd_relation;

/// Which items. Zeroed, or a NULL pointer in its place: every item.
typedef struct qd_query {
    qd_shape shape;
    qd_relation relation;
    qd_filter filter;
    qd_id ignore; ///< An item to leave out. 0: none.
} qd_query;

/// QD_BAD_VALUE: the question is malformed for this tree and finds nothing: NaN, an inverted box, a negative radius, a
/// point that is not finite, a polygon that is not convex or has no area, an unknown shape or relation. Cost O(1); for
/// a polygon O(corners^3).
QD_API qd_result qd_query_check(const qd_tree *tree, const qd_query *query);

/// A result.
typedef struct qd_entry {
    qd_id id;
    uint64_t user;
} qd_entry;

/// Work of a question: nodes visited, items compared by their own box, results.
typedef struct qd_cost {
    uint64_t nodes, tests, hits;
} qd_cost;

/// Writes at most `capacity` results, in no particular order, and returns how many it wrote. *total: the number of all
/// results. With a NULL `total` the search stops once `out` is full, with any of the results (capacity 1: is there
/// any?). Cost O(depth + nodes overlapped + results).
QD_API size_t qd_tree_find(const qd_tree *tree, const qd_query *query, qd_entry *out, size_t capacity, size_t *total);

/// The number of results. NULL query: all items, O(1). Cost as find; with totals and a zeroed filter O(depth + sqrt n).
QD_API size_t qd_tree_count(const qd_tree *tree, const qd_query *query);

/// Receives a batch of results; returns QD_STOP to end the search. `entries` may lie inside the tree and is valid
/// during this call only. Runs on the calling thread and must not change the tree: debug builds assert this, others end
/// the search.
typedef qd_flow qd_visitor(void *context, const qd_entry *entries, size_t count);

/// Hands out all results in batches. `cost` may be NULL. Cost as find.
QD_API void qd_tree_visit(const qd_tree *tree, const qd_query *query, qd_visitor *visit, void *context, qd_cost *cost);

/// Removes every item that the question finds. *removed: how many. QD_READ_ONLY; QD_BAD_VALUE: a malformed question.
/// Needs no memory. Cost as find, plus removing them; for thousands also O(slots).
QD_API qd_result qd_tree_remove_found(qd_tree *tree, const qd_query *query, size_t *removed);

/// Many questions, fewer than 2^32. Question i is each[i]. Without `each` it is `like` with another shape: box i; or
/// point i, if the view has points; or the circle of radii[i] around point i, if there are radii. With a zeroed view it
/// is `like` itself. With `each` the fields below it are not used.
typedef struct qd_queries {
    size_t count;
    const qd_query *each;
    qd_query like;
    qd_boxes boxes;
    const void *radii;   ///< Packed, of the precision of `boxes`; circles lie around min. NULL: boxes or points.
    const qd_id *ignore; ///< For each question. NULL: like.ignore.
} qd_queries;

/// Results of many questions, in arrays of the caller. NULL: not needed. With `offsets`, the results of question i are
/// at offsets[i] <= j < offsets[i + 1], in no particular order. Without `offsets` all results come in the library's own
/// order, which is faster, and `questions` has the question of each.
typedef struct qd_rows {
    size_t capacity;     ///< Elements in each of questions, ids and users.
    uint64_t *offsets;   ///< count + 1.
    uint32_t *questions; ///< Which question each result answers.
    qd_id *ids;
    uint64_t *users;
    qd_cost *cost; ///< Sum of the questions' costs. NULL: not needed.
} qd_rows;

/// The results of single calls, faster: sorted by place, pipelined, on the executor. QD_TOO_SMALL: *total exceeds the
/// capacity, the offsets are complete, the rest is unspecified; enlarge the arrays and repeat, or call with capacity 0
/// first to count. QD_BAD_VALUE: 2^32 questions or more. A malformed question has an empty row. Needs some 20 bytes a
/// question from the allocator, and 16 bytes a result for up to a million results; out of memory, it gives the same
/// answers more slowly. Costs less than single calls.
QD_API qd_result qd_tree_find_many(const qd_tree *tree, const qd_queries *queries, const qd_rows *rows, size_t *total);

/// A search that pauses: a struct of the caller that owns nothing; copy or drop it at any time. The tree must outlive
/// the last call of next: a cursor cannot detect a destroyed tree. begin copies the query, a polygon's corners
/// included. next writes up to `capacity` more results and returns how many, 0 at the end. Once the tree has changed,
/// next always returns 0 and `changed` is true. `cost` is the cost so far. A zeroed cursor is at its end. Cost of all
/// calls together as find.
typedef struct qd_cursor {
    qd_cost cost;
    bool changed;
    uint64_t opaque[128];
} qd_cursor;

/// Begins a search.
QD_API void qd_cursor_begin(qd_cursor *cursor, const qd_tree *tree, const qd_query *query);
/// Writes the next results.
QD_API size_t qd_cursor_next(qd_cursor *cursor, qd_entry *out, size_t capacity);

/// Shortcut: items that overlap a shape, without a filter.
QD_INLINE size_t qd_tree_find_shape(const qd_tree *tree, qd_shape shape, qd_entry *out, size_t capacity)
{
    qd_query query = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    return qd_tree_find(tree, &query, out, capacity, NULL);
}

/// Shortcut: items that overlap a box.
QD_INLINE size_t qd_tree_find_box(const qd_tree *tree, qd_box box, qd_entry *out, size_t capacity)
{
    return qd_tree_find_shape(tree, qd_shape_box(box), out, capacity);
}

/// Shortcut: items that contain a point.
QD_INLINE size_t qd_tree_find_point(const qd_tree *tree, qd_vec2 point, qd_entry *out, size_t capacity)
{
    return qd_tree_find_shape(tree, qd_shape_point(point), out, capacity);
}

/// Shortcut: items that overlap a circle.
QD_INLINE size_t qd_tree_find_circle(const qd_tree *tree, qd_vec2 center, double radius, qd_entry *out, size_t capacity)
{
    return qd_tree_find_shape(tree, qd_shape_circle(center, radius), out, capacity);
}

/// What the shortcuts with `_with` in their names take beside a shape or a ranked question. Zeroed: as those without.
typedef struct qd_find_options {
    qd_filter filter;
    qd_id ignore;         ///< An item to leave out. 0: none.
    qd_relation relation; ///< Default QD_OVERLAPS. Nearest, rays and casts do not use it.
} qd_find_options;

/// Shortcut: items that meet a shape as the options say.
QD_INLINE size_t qd_tree_find_with(const qd_tree *tree, qd_shape shape, qd_find_options options, qd_entry *out,
                                   size_t capacity)
{
    qd_query query = { shape, options.relation, options.filter, options.ignore };
    return qd_tree_find(tree, &query, out, capacity, NULL);
}

/// Shortcut: one of the items that overlap a shape, the first that the search meets. Its id is 0 if no item does. The
/// search ends there: cost of qd_tree_find with capacity 1, usually O(depth).
QD_INLINE qd_entry qd_tree_first(const qd_tree *tree, qd_shape shape)
{
    qd_query query = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    qd_entry entry = { 0, 0 };
    (void)qd_tree_find(tree, &query, &entry, 1, NULL);
    return entry;
}

/// Shortcut: qd_tree_first with options.
QD_INLINE qd_entry qd_tree_first_with(const qd_tree *tree, qd_shape shape, qd_find_options options)
{
    qd_entry entry = { 0, 0 };
    (void)qd_tree_find_with(tree, shape, options, &entry, 1);
    return entry;
}

/// Shortcut: does any item overlap a shape? Cost as qd_tree_first.
QD_INLINE bool qd_tree_any(const qd_tree *tree, qd_shape shape)
{
    return qd_tree_first(tree, shape).id != 0;
}

/// Shortcut: qd_tree_any with options.
QD_INLINE bool qd_tree_any_with(const qd_tree *tree, qd_shape shape, qd_find_options options)
{
    return qd_tree_first_with(tree, shape, options).id != 0;
}

#ifdef __cplusplus
}
#endif
#endif
