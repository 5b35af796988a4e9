/// @file many.h
/// Many questions in one call: windows, nearest, rays. The answers are those of single calls, found faster: the
/// questions are sorted by place, so that what one of them reads is in the cache for the next, and an executor in the
/// tree has its threads answer them.
///
/// All calls here share these rules. `count` questions are in an array; where `count` is 0 no array is read and NULL is
/// allowed. One filter holds for all questions. A malformed question, one that finds nothing for what it is (query.h),
/// finds nothing here either; all others are answered, the result is then QD_BAD_VALUE and *bad the index of the first
/// malformed one. Without one, *bad is unchanged. `bad` may be NULL.
///
/// Sorting takes 12 bytes a question from the tree's allocator, returned before the call ends. Without that memory
/// (a tree in a buffer may have none) the questions are answered in the order given, which is slower; a call never
/// fails for it. The tree is not changed: several threads may ask many questions of one tree at once if its allocator
/// and its executor can be called by several threads at once.
///
/// Cost: below that of single calls, and O(count) for sorting.
#ifndef QUADRILLE_MANY_H
#define QUADRILLE_MANY_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Receives results of question `query`, its index in the array; returns false to end the whole call. `items` may lie
/// inside the tree, and is valid during the call only. Runs on the calling thread and must not change the tree: that is
/// asserted in debug builds, and ends the call in others.
typedef bool qd_many_visitor(void *context, size_t query, const qd_found *items, size_t count);

/// The items that overlap each of many boxes, as qd_visit_box finds them. The questions are answered in an order of the
/// library's (by place, not by index), each completely before the next: its results come in one call or more in a row,
/// none of them empty; a question without results has no call. Results of one question come in the order of
/// qd_visit_box. The visitor is not called again once it has returned false, and the result is the same as without.
///
/// *cost, NULL allowed, is what all questions that were answered cost together. Executor: threads search and the
/// visitor is called on this thread, with the same results in the same order and the same cost, unless the visitor ends
/// the call: the cost then includes what threads had already found. Takes 256 KiB of this thread's stack. A question
/// with many hundreds of results is answered by this thread; qd_find_box_many has no such limit.
QD_API qd_result qd_visit_box_many(const qd_tree *tree, const qd_box *boxes, size_t count, qd_query_filter filter,
                                   qd_many_visitor *visitor, void *context, size_t *bad, qd_cost *cost);

/// The same into one array, rows in the order of the questions: the results of question i are at out[offsets[i]] up to,
/// not including, out[offsets[i + 1]], in the order of qd_visit_box. `offsets` has count + 1 entries; the last is the
/// number of all results.
///
/// QD_TOO_SMALL: more results than `capacity`. The offsets are complete then, so that offsets[count] says how much is
/// needed, and the contents of `out` are unspecified; *bad is set as ever. With capacity 0 `out` may be NULL, and the
/// call counts. Rows are found in the order of place and then put into that of the questions, for which 16 bytes a
/// result come from the tree's allocator; without this memory every question is answered twice.
QD_API qd_result qd_find_box_many(const qd_tree *tree, const qd_box *boxes, size_t count, qd_query_filter filter,
                                  size_t *offsets, qd_found *out, size_t capacity, size_t *bad);

/// The k nearest items to each of many points, as qd_find_near finds them, in its order: row i is at out + i * k and
/// has counts[i] results; what follows them in the row is unchanged. `out` has count * k entries, `counts` has count.
/// With k 0 all counts are 0. Where `max_distance` is negative or NaN every question is malformed.
QD_API qd_result qd_find_near_many(const qd_tree *tree, const qd_vec2 *points, size_t count, float max_distance,
                                   qd_query_filter filter, qd_near *out, size_t k, uint32_t *counts, size_t *bad);

/// The first k boxes that each of many rays meets, as qd_find_ray finds them, in its order. Rows and counts as above.
QD_API qd_result qd_find_ray_many(const qd_tree *tree, const qd_ray *rays, size_t count, qd_query_filter filter,
                                  qd_hit *out, size_t k, uint32_t *counts, size_t *bad);

#ifdef __cplusplus
}
#endif
#endif
