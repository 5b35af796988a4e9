/// @file oracle.h
/// For tests: brute force twins of the questions, and a checker that runs a program's own calls on a tree and on brute
/// force at once. A library of its own, quadrille-oracle; it uses the public headers of the index and shares no code
/// with it.
///
/// The oracle is a plain array of items. Each question looks at every item and applies the documentation's rule in
/// double arithmetic. Its code is slow, and short enough to check by eye.
///
/// The checker has the calls of the tree and makes each on a tree and on an oracle. To examine an unexpected answer,
/// replace qd_tree_ with qd_checker_ in the program: the checker remembers the first wrong answer, with the calls that
/// led to it.
#ifndef QUADRILLE_ORACLE_H
#define QUADRILLE_ORACLE_H

#include <quadrille/quadrille.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Items in an array. One call at a time for one oracle, questions included.
typedef struct qd_oracle qd_oracle;

/// Uses precision, edges, totals and allocator from the definition. NULL: the defaults. QD_NO_MEMORY; QD_BAD_VALUE as
/// qd_tree_create. Cost O(1).
QD_API qd_result qd_oracle_create(const qd_tree_def *def, qd_oracle **oracle);

/// Frees the oracle. Ignored when NULL.
QD_API void qd_oracle_destroy(qd_oracle *oracle);

/// Removes every item.
QD_API void qd_oracle_clear(qd_oracle *oracle);

/// Inserts an item under an id of the oracle's own: the lowest free slot. QD_BAD_VALUE, QD_NO_MEMORY. Cost O(n).
QD_API qd_result qd_oracle_insert(qd_oracle *oracle, const qd_item *item, qd_id *id);

/// Inserts an item under the id that a tree gave it. QD_BAD_VALUE: the item is invalid, or no new item can have this id
/// (see qd_oracle_id_problem). QD_NO_MEMORY. Cost O(1), amortised.
QD_API qd_result qd_oracle_insert_as(qd_oracle *oracle, const qd_item *item, qd_id id);

/// Why no new item can have this id, as one line of English; NULL: it can. The id is 0, its slot has a live item, its
/// slot has had this id or a later one, or its slot is higher than the largest number of items ever live at once. Cost
/// O(1).
QD_API const char *qd_oracle_id_problem(const qd_oracle *oracle, qd_id id);

/// Allows slots to be higher by `more`: a call for many items that ran out of memory may have used and freed them.
QD_API void qd_oracle_allow_slots(qd_oracle *oracle, size_t more);

/// The same as the calls of these names in tree.h. QD_STALE_ID, QD_BAD_VALUE. Cost O(1).
QD_API qd_result qd_oracle_remove(qd_oracle *oracle, qd_id id);
QD_API qd_result qd_oracle_set_box(qd_oracle *oracle, qd_id id, const qd_box *box);
QD_API qd_result qd_oracle_set_user(qd_oracle *oracle, qd_id id, uint64_t user);
QD_API qd_result qd_oracle_set_filter(qd_oracle *oracle, qd_id id, const qd_filter *filter);
QD_API qd_result qd_oracle_set_value(qd_oracle *oracle, qd_id id, int64_t value);

/// An item as the tree must store it: coordinates rounded to floats for a float tree, -0.0 as 0.0, the defaults of its
/// filter resolved. QD_STALE_ID. Cost O(1).
QD_API qd_result qd_oracle_get(const qd_oracle *oracle, qd_id id, qd_item *item);

/// The bounding box of all items, as qd_tree_bounds. Cost O(n).
QD_API void qd_oracle_bounds(const qd_oracle *oracle, qd_box *bounds);

/// Is the question valid? As qd_query_check and qd_ranked_check. Cost O(1); for a polygon O(corners^3).
QD_API qd_result qd_oracle_check_query(const qd_oracle *oracle, const qd_query *query);
QD_API qd_result qd_oracle_check_ranked(const qd_oracle *oracle, const qd_ranked *ranked);

/// The question's results, ordered by slot: the first `capacity`, and the number of all. Cost O(n).
QD_API size_t qd_oracle_find(const qd_oracle *oracle, const qd_query *query, qd_entry *out, size_t capacity,
                             size_t *total);
QD_API size_t qd_oracle_count(const qd_oracle *oracle, const qd_query *query);
QD_API void qd_oracle_total(const qd_oracle *oracle, const qd_query *query, qd_total *total);

/// The same for nearest, rays and casts, best first. Casts of circles are computed in long double: see
/// qd_oracle_accepts. Cost O(n log n).
QD_API size_t qd_oracle_find_ranked(const qd_oracle *oracle, const qd_ranked *ranked, qd_hit *out, size_t capacity,
                                    size_t *total);

/// Is `hit` a correct answer for this item; or, where `hit` is NULL, may the question omit the item? Where ranked.h
/// allows rounding, a hit within its bounds is correct; everything else must equal qd_oracle_find_ranked. False for a
/// stale id with a hit. Cost O(1).
QD_API bool qd_oracle_accepts(const qd_oracle *oracle, const qd_ranked *ranked, qd_id id, const qd_hit *hit);

/// Is the observer valid? As qd_interest_add. Cost O(1).
QD_API QD_EXPERIMENTAL qd_result qd_oracle_check_observer(const qd_oracle *oracle, const qd_observer *observer);

/// What an observer sees in an update, ordered by slot: the first `capacity` in this order, and the number of all.
/// `seen`: what it saw in the update before, in the same order. Cost O(n log n).
QD_API QD_EXPERIMENTAL size_t qd_oracle_observe(const qd_oracle *oracle, const qd_observer *observer,
                                                const qd_entry *seen, size_t seen_count, qd_entry *out, size_t capacity,
                                                size_t *total);

/// Every pair, in no particular order, one at a time. `other` is the oracle of query->other, which itself is not used;
/// NULL: pairs within the oracle. Each pair comes with its distance. Cost O(n log n), plus comparing the items near
/// each other along x.
QD_API void qd_oracle_visit_pairs(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                                  qd_pair_visitor *visit, void *context);

/// The same, ordered by the slots of a, then of b: the first `capacity` in this order.
QD_API size_t qd_oracle_find_pairs(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                                   qd_pair *out, double *distances, size_t capacity, size_t *total);

/// A tree with its oracle. One call at a time.
typedef struct qd_checker qd_checker;

/// Creates both, as qd_tree_create does. The oracle and the remembered calls use the C library's memory. QD_BAD_VALUE,
/// QD_NO_MEMORY.
QD_API qd_result qd_checker_create(const qd_tree_def *def, qd_checker **checker);

/// Frees both, and the checker's contacts. Ignored when NULL.
QD_API void qd_checker_destroy(qd_checker *checker);

/// The tree, for questions of other kinds. Calls that change it must go through the checker.
QD_API const qd_tree *qd_checker_tree(const qd_checker *checker);

/// Has any answer been wrong? Stays true; further calls use the tree alone.
QD_API bool qd_checker_failed(const qd_checker *checker);

/// The first wrong answer, as one line of English; NULL: none so far.
QD_API const char *qd_checker_report(const qd_checker *checker);

/// Receives the next line of text, without its end.
typedef void qd_checker_line(void *context, const char *line);

/// Prints the calls that led to the first wrong answer, or all calls so far, as statements of a C program; only the
/// last question is included. `line` gets them one by one.
QD_API void qd_checker_print(const qd_checker *checker, qd_checker_line *line, void *context);

/// The tree's calls of the same names, with the same arguments and results: they return the tree's answer, right or
/// wrong. Each compares all it can: results, ids, everything that the call changed.
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

/// Questions. One that stops early (full `out`, NULL `total`) is checked too.
QD_API size_t qd_checker_find(qd_checker *checker, const qd_query *query, qd_entry *out, size_t capacity,
                              size_t *total);
QD_API size_t qd_checker_count(qd_checker *checker, const qd_query *query);
QD_API void qd_checker_visit(qd_checker *checker, const qd_query *query, qd_visitor *visit, void *context,
                             qd_cost *cost);
QD_API void qd_checker_total(qd_checker *checker, const qd_query *query, qd_total *total, qd_cost *cost);
QD_API size_t qd_checker_find_ranked(qd_checker *checker, const qd_ranked *ranked, qd_hit *out, size_t capacity,
                                     size_t *total);

/// Pairs within the tree, or with the tree of `other`, which replaces query->other; NULL: within the tree.
QD_API size_t qd_checker_find_pairs(qd_checker *checker, qd_checker *other, const qd_pair_query *query, qd_pair *out,
                                    double *distances, size_t capacity, size_t *total);

/// Contacts of the tree, created at the first update: the events must be the difference of the sets of pairs, and these
/// sets must equal brute force. The arrays are those of qd_contacts_began and qd_contacts_ended.
QD_API qd_result qd_checker_update_contacts(qd_checker *checker);
QD_API const qd_pair *qd_checker_began(const qd_checker *checker, size_t *count);
QD_API const qd_pair *qd_checker_ended(const qd_checker *checker, size_t *count);
QD_API size_t qd_checker_contacts_of(qd_checker *checker, qd_id id, qd_entry *out, size_t capacity, size_t *total);

/// Checks every item, every pair, the bounds, and every invariant of the tree. True: all correct. Called once a frame,
/// it finds a wrong answer soon after the call that caused it. Cost O(n log n + pairs).
QD_API bool qd_checker_check(qd_checker *checker);

/// Shortcut: the new checker, or NULL on failure.
QD_INLINE qd_checker *qd_checker_new(const qd_tree_def *def)
{
    qd_checker *checker = NULL;
    (void)qd_checker_create(def, &checker);
    return checker;
}

/// Shortcut: inserts a box with the default filter; returns its id, or 0 on failure.
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

/// Shortcut: items that overlap a shape, without a filter.
QD_INLINE size_t qd_checker_find_shape(qd_checker *checker, qd_shape shape, qd_entry *out, size_t capacity)
{
    qd_query query = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    return qd_checker_find(checker, &query, out, capacity, NULL);
}

/// Shortcut: items that overlap a box.
QD_INLINE size_t qd_checker_find_box(qd_checker *checker, qd_box box, qd_entry *out, size_t capacity)
{
    return qd_checker_find_shape(checker, qd_shape_box(box), out, capacity);
}

/// Shortcut: items that contain a point.
QD_INLINE size_t qd_checker_find_point(qd_checker *checker, qd_vec2 point, qd_entry *out, size_t capacity)
{
    return qd_checker_find_shape(checker, qd_shape_point(point), out, capacity);
}

/// Shortcut: items that overlap a circle.
QD_INLINE size_t qd_checker_find_circle(qd_checker *checker, qd_vec2 center, double radius, qd_entry *out,
                                        size_t capacity)
{
    return qd_checker_find_shape(checker, qd_shape_circle(center, radius), out, capacity);
}

/// Shortcut: items that meet a shape as the options say.
QD_INLINE size_t qd_checker_find_with(qd_checker *checker, qd_shape shape, qd_find_options options, qd_entry *out,
                                      size_t capacity)
{
    qd_query query = { shape, options.relation, options.filter, options.ignore };
    return qd_checker_find(checker, &query, out, capacity, NULL);
}

/// Shortcut: one of the items that overlap a shape, the first that the search meets. Its id is 0 if no item does.
QD_INLINE qd_entry qd_checker_first(qd_checker *checker, qd_shape shape)
{
    qd_query query = { shape, QD_OVERLAPS, { 0, 0 }, 0 };
    qd_entry entry = { 0, 0 };
    (void)qd_checker_find(checker, &query, &entry, 1, NULL);
    return entry;
}

/// Shortcut: qd_checker_first with options.
QD_INLINE qd_entry qd_checker_first_with(qd_checker *checker, qd_shape shape, qd_find_options options)
{
    qd_entry entry = { 0, 0 };
    (void)qd_checker_find_with(checker, shape, options, &entry, 1);
    return entry;
}

/// Shortcut: does any item overlap a shape?
QD_INLINE bool qd_checker_any(qd_checker *checker, qd_shape shape)
{
    return qd_checker_first(checker, shape).id != 0;
}

/// Shortcut: qd_checker_any with options.
QD_INLINE bool qd_checker_any_with(qd_checker *checker, qd_shape shape, qd_find_options options)
{
    return qd_checker_first_with(checker, shape, options).id != 0;
}

/// Shortcut: the nearest to a point, without a filter.
QD_INLINE size_t qd_checker_find_nearest(qd_checker *checker, qd_vec2 point, double max_distance, qd_hit *out,
                                         size_t capacity)
{
    qd_ranked ranked = qd_nearest(qd_shape_point(point), max_distance);
    return qd_checker_find_ranked(checker, &ranked, out, capacity, NULL);
}

/// Shortcut: the first items that a ray hits, without a filter.
QD_INLINE size_t qd_checker_find_ray(qd_checker *checker, qd_vec2 origin, qd_vec2 direction, double t_max, qd_hit *out,
                                     size_t capacity)
{
    qd_ranked ranked = qd_ray(origin, direction, t_max);
    return qd_checker_find_ranked(checker, &ranked, out, capacity, NULL);
}

/// Shortcut: the first items on the way between two points, without a filter.
QD_INLINE size_t qd_checker_find_segment(qd_checker *checker, qd_vec2 from, qd_vec2 to, qd_hit *out, size_t capacity)
{
    qd_ranked ranked = qd_segment(from, to);
    return qd_checker_find_ranked(checker, &ranked, out, capacity, NULL);
}

/// Shortcut: the first items that a moving point, box or circle hits, without a filter.
QD_INLINE size_t qd_checker_find_cast(qd_checker *checker, qd_shape shape, qd_vec2 motion, double t_max, qd_hit *out,
                                      size_t capacity)
{
    qd_ranked ranked = qd_cast(shape, motion, t_max);
    return qd_checker_find_ranked(checker, &ranked, out, capacity, NULL);
}

/// Shortcut: the first results of qd_nearest, qd_ray, qd_segment or qd_cast, with the filter and the item to ignore of
/// the options in place of its own.
QD_INLINE size_t qd_checker_find_ranked_with(qd_checker *checker, qd_ranked ranked, qd_find_options options,
                                             qd_hit *out, size_t capacity)
{
    ranked.filter = options.filter;
    ranked.ignore = options.ignore;
    return qd_checker_find_ranked(checker, &ranked, out, capacity, NULL);
}

#ifdef __cplusplus
}
#endif
#endif
