/// @file many.h
/// Many questions in one call: windows, nearest, rays. The answers are those of single calls, found faster: the
/// questions are sorted by place, so that what one of them reads is in the cache for the next, and the threads of an
/// executor share them.
///
/// Rules of all calls here: `count` questions are in an array; where `count` is 0 it may be NULL, as may the output
/// arrays that would have no entries. One filter holds for all questions. A malformed question, one of those that find
/// nothing by query.h, finds nothing here either. The other questions are answered; the result is then QD_BAD_VALUE and
/// *bad the index of the first malformed question. Otherwise *bad is unchanged. `bad` may be NULL.
///
/// Memory: 12 bytes a question, for sorting, from the tree's allocator; all of it is returned before the call ends.
/// Without memory the answers are the same, but take longer; no call here fails for it. The tree does not change:
/// several threads may ask many questions of one tree at once, if the allocator and the executor are thread-safe.
///
/// Executor: results, their order and the result code do not depend on it.
#ifndef QUADRILLE_MANY_H
#define QUADRILLE_MANY_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Receives results of the question with index `query`, at least one; returns false to end the whole call. `items` may
/// lie inside the tree and is valid during this call only. Runs on the calling thread and must not change the tree:
/// that is asserted in debug builds, and ends the call in others.
typedef bool qd_many_visitor(void *context, size_t query, const qd_found *items, size_t count);

/// The items that overlap each of many boxes. The questions are answered by place, in an order that is not specified,
/// and each completely before the next: all results of a question come in consecutive calls of the visitor, in the
/// order of qd_visit_box. A question without results has no call. Once the visitor has returned false it is not called
/// again; the result of this call is the same as without.
///
/// *cost is the sum of the costs of the questions answered; `cost` may be NULL. With an executor, if the visitor ends
/// the call, it includes what the threads had found beyond. The call then takes 256 KiB of this thread's stack, and
/// questions with more than some hundreds of results are answered on this thread alone (by qd_find_box_many on all).
QD_API qd_result qd_visit_box_many(const qd_tree *tree, const qd_box *boxes, size_t count, qd_query_filter filter,
                                   qd_many_visitor *visitor, void *context, size_t *bad, qd_cost *cost);

/// The same into one array, in the order of the questions: the results of question i are out[offsets[i]] to
/// out[offsets[i + 1] - 1], in the order of qd_visit_box. `offsets` has count + 1 entries; the last is the number of
/// all results. Takes longer than qd_visit_box_many, by a third to a half with ten results a question: rows are found
/// in the order of place and then copied to their own; long rows, of some 50 results and more, are found in the order
/// given, as fast as one by one. The copies take at most 20 bytes a result from the allocator, and 21
/// MiB in all; where that is not enough, questions are answered twice.
///
/// QD_TOO_SMALL: there are more results than `capacity`. The offsets are complete, so that offsets[count] is the
/// capacity needed; the contents of `out` are unspecified, and *bad is set as otherwise. With capacity 0 `out` may be
/// NULL, and the call only counts.
QD_API qd_result qd_find_box_many(const qd_tree *tree, const qd_box *boxes, size_t count, qd_query_filter filter,
                                  size_t *offsets, qd_found *out, size_t capacity, size_t *bad);

/// The k nearest items to each of many points, as by qd_find_near and in its order: the results of question i are
/// out[i * k] to out[i * k + counts[i] - 1]; the rest of the row is unchanged. `out` has count * k entries, `counts`
/// has count. With k 0 all counts are 0. With a `max_distance` that is negative or NaN all questions are malformed.
QD_API qd_result qd_find_near_many(const qd_tree *tree, const qd_vec2 *points, size_t count, float max_distance,
                                   qd_query_filter filter, qd_near *out, size_t k, uint32_t *counts, size_t *bad);

/// The first k boxes that each of many rays meets, as by qd_find_ray and in its order. Arrays as for qd_find_near_many.
QD_API qd_result qd_find_ray_many(const qd_tree *tree, const qd_ray *rays, size_t count, qd_query_filter filter,
                                  qd_hit *out, size_t k, uint32_t *counts, size_t *bad);

#ifdef __cplusplus
}
#endif
#endif
