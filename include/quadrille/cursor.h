/// @file cursor.h
/// Resumable queries: begin one, and get the next result at any time.
///
///     qd_near_cursor cursor;
///     qd_near near;
///     qd_near_cursor_begin(&cursor, tree, here, INFINITY, filter);
///     while (qd_near_cursor_next(&cursor, &near) && !is_enough(&near))
///         ...
///
/// A cursor is a struct of the caller, of fixed size whatever the tree holds. It owns nothing: it may be dropped at any
/// time, and copied to continue twice from the same result. Any number of cursors may be in use on a tree at once, on
/// any threads, each of them by one thread at a time.
///
/// A cursor is valid while the tree does not change. After a change next returns false for good, and `changed` is true;
/// begin again then. (In a loop that changes the tree, find first and change after.) The tree must
/// still be there. A question that finds nothing because it is bad, as the header of that question says, gives a cursor
/// without results.
#ifndef QUADRILLE_CURSOR_H
#define QUADRILLE_CURSOR_H

#include <quadrille/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Over what qd_find_box finds, in no particular order.
typedef struct qd_box_cursor {
    qd_cost cost;         ///< So far.
    bool changed;         ///< Has the tree changed since the beginning?
    uint64_t hidden[104]; ///< The library's own.
} qd_box_cursor;

/// Cost of all calls to next together as that of qd_find_box; of one call no more than that, and O(1) while the last
/// block of items has more to give.
QD_API void qd_box_cursor_begin(qd_box_cursor *cursor, const qd_tree *tree, qd_box box, qd_query_filter filter);

/// The next result. False: there are no more, or the tree has changed; *found is left alone then.
QD_API bool qd_box_cursor_next(qd_box_cursor *cursor, qd_found *found);

/// Over the items from the nearest to the farthest, ties by slot, just as qd_find_near has them, without saying
/// beforehand how many: distance browsing (Hjaltason and Samet, 1999). Theirs keeps a queue of whatever size it takes;
/// this one keeps the next few, and searches again for what comes after them when they run out.
typedef struct qd_near_cursor {
    qd_cost cost;
    bool changed;
    uint64_t hidden[144];
} qd_near_cursor;

/// Searches fetch 4, 8, 16 and then always 32 results. Each costs as qd_find_near of so many, and looks again into the
/// nodes that reach both nearer and farther than the last result: about the square root of those passed where items are
/// spread evenly. Many at one and the same distance, such as boxes that all hold the point, are all compared in each
/// search: ask qd_visit_near or qd_find_near for such crowds.
QD_API void qd_near_cursor_begin(qd_near_cursor *cursor, const qd_tree *tree, qd_vec2 point, float max_distance,
                                 qd_query_filter filter);
QD_API bool qd_near_cursor_next(qd_near_cursor *cursor, qd_near *near);

/// Over the boxes a ray meets, first hit first, ties by slot, just as qd_find_ray has them.
typedef struct qd_ray_cursor {
    qd_cost cost;
    bool changed;
    uint64_t hidden[208];
} qd_ray_cursor;

/// Searches as those of qd_near_cursor_begin: each looks again into the nodes that the place of the last hit lies in.
QD_API void qd_ray_cursor_begin(qd_ray_cursor *cursor, const qd_tree *tree, qd_ray ray, qd_query_filter filter);
QD_API bool qd_ray_cursor_next(qd_ray_cursor *cursor, qd_hit *hit);

/// Over all overlapping pairs, in the order of qd_visit_pairs. The walk over the tree stops where it is and goes on
/// from there: nothing is looked at twice.
typedef struct qd_pair_cursor {
    qd_cost cost;
    bool changed;
    uint64_t hidden[168];
} qd_pair_cursor;

/// Cost of all calls to next together as that of qd_visit_pairs without an executor, some more for each box, since
/// pairs are made one by one; of one call up to all of that where pairs are few.
QD_API void qd_pair_cursor_begin(qd_pair_cursor *cursor, const qd_tree *tree);
QD_API bool qd_pair_cursor_next(qd_pair_cursor *cursor, qd_pair *pair);

#ifdef __cplusplus
}
#endif
#endif
