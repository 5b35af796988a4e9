/// @file oracle.h
/// For tests: brute force twins of the questions, and a checker that runs a program's own calls on a tree and on brute
/// force at once. A library of its own, quadrille-oracle; it uses the public headers of the index and shares no code
/// with it.
///
/// The oracle is a plain array of items. Each question looks at every one of them and applies the sentence of the
/// documentation, in double arithmetic. It is slow, and short enough to check by eye.
///
/// The checker has the calls of the tree, each of which it makes on a tree and on an oracle. A program that gets
/// answers it does not expect replaces qd_tree_ by qd_checker_: the first answer that is wrong is remembered, with the
/// calls that led there.
#ifndef QUADRILLE_ORACLE_H
#define QUADRILLE_ORACLE_H

#include <quadrille/quadrille.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Items in an array. One call at a time for one oracle, questions included.
typedef struct qd_oracle qd_oracle;

/// Of the definition precision, edges, totals and allocator count. NULL: the defaults. QD_NO_MEMORY; QD_BAD_VALUE as
/// qd_tree_create. Cost O(1).
QD_API qd_result qd_oracle_create(const qd_tree_def *def, qd_oracle **oracle);

/// Frees the oracle. Ignored when NULL.
QD_API void qd_oracle_destroy(qd_oracle *oracle);

/// Removes every item.
QD_API void qd_oracle_clear(qd_oracle *oracle);

/// Inserts an item under an id of the oracle's own: the lowest free slot. QD_BAD_VALUE, QD_NO_MEMORY. Cost O(n).
QD_API qd_result qd_oracle_insert(qd_oracle *oracle, const qd_item *item, qd_id *id);

/// Inserts an item under the id that a tree has given to it. QD_BAD_VALUE: the item is invalid, or the id is none that
/// a new item can get (see qd_oracle_id_problem). QD_NO_MEMORY. Cost O(1), amortised.
QD_API qd_result qd_oracle_insert_as(qd_oracle *oracle, const qd_item *item, qd_id id);

/// What is wrong with a new item having this id, as one line of English; NULL: nothing. It is null, its slot has a live
/// item, its slot has had it or a later one, or its slot is higher than the largest number of items that were ever live
/// at once. Cost O(1).
QD_API const char *qd_oracle_id_problem(const qd_oracle *oracle, qd_id id);

/// Slots may be higher by so many than the items that are live now explain: a call for many that ran out of memory
/// may have used and freed them.
QD_API void qd_oracle_allow_slots(qd_oracle *oracle, size_t more);

/// What the calls of the same names in tree.h do. QD_STALE_ID, QD_BAD_VALUE. Cost O(1).
QD_API qd_result qd_oracle_remove(qd_oracle *oracle, qd_id id);
QD_API qd_result qd_oracle_set_box(qd_oracle *oracle, qd_id id, const qd_box *box);
QD_API qd_result qd_oracle_set_user(qd_oracle *oracle, qd_id id, uint64_t user);
QD_API qd_result qd_oracle_set_filter(qd_oracle *oracle, qd_id id, const qd_filter *filter);
QD_API qd_result qd_oracle_set_value(qd_oracle *oracle, qd_id id, int64_t value);

/// An item as the tree must store it: its coordinates rounded to floats where the tree's are, -0.0 as 0.0, the defaults
/// of its filter resolved. QD_STALE_ID. Cost O(1).
QD_API qd_result qd_oracle_get(const qd_oracle *oracle, qd_id id, qd_item *item);

/// The bounding box of all items, as qd_tree_bounds. Cost O(n).
QD_API void qd_oracle_bounds(const qd_oracle *oracle, qd_box *bounds);

/// Does the tree take this question? As qd_query_check and qd_ranked_check. Cost O(1), of a polygon O(corners^3).
QD_API qd_result qd_oracle_check_query(const qd_oracle *oracle, const qd_query *query);
QD_API qd_result qd_oracle_check_ranked(const qd_oracle *oracle, const qd_ranked *ranked);

/// What the question finds, ordered by slot: the first `capacity` results, and how many there are. Cost O(n).
QD_API size_t qd_oracle_find(const qd_oracle *oracle, const qd_query *query, qd_entry *out, size_t capacity,
                             size_t *total);
QD_API size_t qd_oracle_count(const qd_oracle *oracle, const qd_query *query);
QD_API void qd_oracle_total(const qd_oracle *oracle, const qd_query *query, qd_total *total);

/// The same for ranked questions, best first. Casts of circles are computed in long double: see qd_oracle_accepts. Cost
/// O(n log n).
QD_API size_t qd_oracle_find_ranked(const qd_oracle *oracle, const qd_ranked *ranked, qd_hit *out, size_t capacity,
                                    size_t *total);

/// Is `hit` a right answer for this item; or, where `hit` is NULL, may the question leave it out? Where ranked.h lets
/// the tree round, what is as close as it says is right; everything else must be as qd_oracle_find_ranked says. False
/// for a stale id with a hit. Cost O(1).
QD_API bool qd_oracle_accepts(const qd_oracle *oracle, const qd_ranked *ranked, qd_id id, const qd_hit *hit);

/// Every pair, in no particular order, one at a time. `other` is the oracle of query->other, which is not looked at
/// itself; NULL: pairs within the oracle. Distances are always told. Cost O(n log n) and that of the items that are
/// near each other along x.
QD_API void qd_oracle_visit_pairs(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                                  qd_pair_visitor *visit, void *context);

/// The same, ordered by the slots of a, then of b. Where `capacity` is less than there are, the first in this order.
QD_API size_t qd_oracle_find_pairs(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                                   qd_pair *out, double *distances, size_t capacity, size_t *total);

/// A tree with its oracle. One call at a time.
typedef struct qd_checker qd_checker;

/// Creates both, as qd_tree_create does. Memory of the oracle and of the calls that are remembered comes from the C
/// library. QD_BAD_VALUE, QD_NO_MEMORY.
QD_API qd_result qd_checker_create(const qd_tree_def *def, qd_checker **checker);

/// Frees both, and the contacts that the checker has. Ignored when NULL.
QD_API void qd_checker_destroy(qd_checker *checker);

/// The tree, for questions of other kinds. Calls that change it must go through the checker.
QD_API const qd_tree *qd_checker_tree(const qd_checker *checker);

/// Has any answer been wrong? Stays true; the calls are then made on the tree alone.
QD_API bool qd_checker_failed(const qd_checker *checker);

/// What was wrong first, as one line of English; NULL: nothing.
QD_API const char *qd_checker_report(const qd_checker *checker);

/// Receives the next line of text, without its end.
typedef void qd_checker_line(void *context, const char *line);

/// The calls that led to the first wrong answer, or all calls so far, as the statements of a C program: of those that
/// ask, only the last. `line` gets them one by one.
QD_API void qd_checker_print(const qd_checker *checker, qd_checker_line *line, void *context);

/// The calls of the same names of the tree, with the same arguments and results: what the tree says is returned, right
/// or wrong. Each compares what it can: results, ids, everything that the call has changed.
QD_API qd_result qd_checker_clear(qd_checker *checker);
QD_API qd_result qd_checker_insert(qd_checker *checker, const qd_item *item, qd_id *id);
QD_API qd_result qd_checker_remove(qd_checker *checker, qd_id id);
QD_API qd_result qd_checker_set_box(qd_checker *checker, qd_id id, const qd_box *box);
QD_API qd_result qd_checker_set_user(qd_checker *checker, qd_id id, uint64_t user);
QD_API qd_result qd_checker_set_filter(qd_checker *checker, qd_id id, const qd_filter *filter);
QD_API qd_result qd_checker_set_value(qd_checker *checker, qd_id id, int64_t value);
QD_API qd_result qd_checker_get(qd_checker *checker, qd_id id, qd_item *item);
QD_API qd_result qd_checker_insert_many(qd_checker *checker, const qd_items *items, size_t count, qd_id *ids,
                                        size_t *bad);
QD_API qd_result qd_checker_move_many(qd_checker *checker, const qd_id *ids, const qd_boxes *boxes, size_t count,
                                      size_t *bad);
QD_API qd_result qd_checker_remove_many(qd_checker *checker, const qd_id *ids, size_t count, size_t *bad);
QD_API qd_result qd_checker_remove_found(qd_checker *checker, const qd_query *query, size_t *removed);
QD_API void qd_checker_bounds(qd_checker *checker, qd_box *bounds);
QD_API qd_result qd_checker_rebuild(qd_checker *checker);

/// Questions. Those that stop early (a capacity below what there is, without a total) are checked all the same.
QD_API size_t qd_checker_find(qd_checker *checker, const qd_query *query, qd_entry *out, size_t capacity,
                              size_t *total);
QD_API size_t qd_checker_count(qd_checker *checker, const qd_query *query);
QD_API void qd_checker_visit(qd_checker *checker, const qd_query *query, qd_visitor *visit, void *context,
                             qd_cost *cost);
QD_API void qd_checker_total(qd_checker *checker, const qd_query *query, qd_total *total, qd_cost *cost);
QD_API size_t qd_checker_find_ranked(qd_checker *checker, const qd_ranked *ranked, qd_hit *out, size_t capacity,
                                     size_t *total);

/// Pairs within the tree, or with that of another checker: `other`, in the place of query->other; NULL: none.
QD_API size_t qd_checker_find_pairs(qd_checker *checker, qd_checker *other, const qd_pair_query *query, qd_pair *out,
                                    double *distances, size_t capacity, size_t *total);

/// Contacts of the tree, made at the first update: what began and ended must be the difference of the sets of pairs,
/// and these must be those of brute force. The arrays are those of qd_contacts_began and qd_contacts_ended.
QD_API qd_result qd_checker_update_contacts(qd_checker *checker);
QD_API const qd_pair *qd_checker_began(const qd_checker *checker, size_t *count);
QD_API const qd_pair *qd_checker_ended(const qd_checker *checker, size_t *count);
QD_API size_t qd_checker_contacts_of(qd_checker *checker, qd_id id, qd_entry *out, size_t capacity, size_t *total);

/// Every item, every pair, the bounds, and every invariant of the tree. True: all is right. Once a frame it finds a
/// wrong answer soon after the call that caused it. Cost O(n log n + pairs).
QD_API bool qd_checker_check(qd_checker *checker);

/// Shortcut: the new checker, or NULL on failure.
QD_INLINE qd_checker *qd_checker_new(const qd_tree_def *def)
{
    qd_checker *checker = NULL;
    (void)qd_checker_create(def, &checker);
    return checker;
}

/// Shortcuts as those of the tree.
QD_INLINE qd_id qd_checker_add(qd_checker *checker, qd_box box, uint64_t user)
{
    qd_item item = { box, user, { 0, 0 }, 0 };
    qd_id id = 0;
    (void)qd_checker_insert(checker, &item, &id);
    return id;
}

/// Shortcut: qd_checker_set_box.
QD_INLINE qd_result qd_checker_move(qd_checker *checker, qd_id id, qd_box box)
{
    return qd_checker_set_box(checker, id, &box);
}

/// Shortcut: what overlaps a shape, without a filter.
QD_INLINE size_t qd_checker_find_shape(qd_checker *checker, qd_shape shape, qd_entry *out, size_t capacity)
{
    qd_query query = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    return qd_checker_find(checker, &query, out, capacity, NULL);
}

/// Shortcut: what overlaps a box.
QD_INLINE size_t qd_checker_find_box(qd_checker *checker, qd_box box, qd_entry *out, size_t capacity)
{
    return qd_checker_find_shape(checker, qd_shape_box(box), out, capacity);
}

/// Shortcut: the nearest to a point, without a filter.
QD_INLINE size_t qd_checker_find_nearest(qd_checker *checker, qd_vec2 point, double max_distance, qd_hit *out,
                                         size_t capacity)
{
    qd_ranked ranked = qd_nearest(qd_shape_point(point), max_distance);
    return qd_checker_find_ranked(checker, &ranked, out, capacity, NULL);
}

#ifdef __cplusplus
}
#endif
#endif
