/// @file interest.h
/// Interest: what entered and left the view of each of many observers since the last update.
///
/// An observer is a question that each update asks: the range of a tower, the area that a server reports to a player.
/// Create an interest for a tree, add observers, move them, and call qd_interest_update once a tick.
///
/// Threads: one call at a time for one interest. An update questions the tree. Creating and destroying an interest
/// counts as a change of the tree.
#ifndef QUADRILLE_INTEREST_H
#define QUADRILLE_INTEREST_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Observers of one tree, and what they see.
typedef struct qd_interest qd_interest;

/// Settings of an interest.
typedef struct qd_interest_def {
    qd_allocator allocator; ///< Default: the tree's; for a tree in a buffer the C library's.
    bool by_item; ///< Each update also lists the observers of each item: see qd_interest_of. Costs O(slots + seen) an
                  ///< update; 16 bytes a slot of the tree and 4 bytes a view's item of memory. Default: it does not.
} qd_interest_def;

/// Creates an interest without observers. QD_NO_MEMORY. Cost O(1).
QD_API QD_EXPERIMENTAL qd_result qd_interest_create(qd_tree *tree, const qd_interest_def *def, qd_interest **interest);

/// Frees it with all observers. Ignored when NULL. The tree may be destroyed first; an update then reports everything
/// in view as left.
QD_API QD_EXPERIMENTAL void qd_interest_destroy(qd_interest *interest);

/// A view that each update asks.
///
/// An item enters when it answers the view. With a margin it leaves only when it no longer answers a larger view, so an
/// item that goes to and fro across the edge causes no events:
///
///     +------------------+
///     |      margin      |         a  enters
///     |   +----------+   |         b  stays if the last update saw it, and does not enter
///     |   |  view  a | b |  c      c  leaves
///     |   +----------+   |
///     +------------------+
///
/// The larger view is the same question about a larger shape: a box with each side farther out by the margin; a circle
/// with a radius larger by the margin; for a point, the circle with the margin as its radius; with an infinite margin
/// everywhere. Sums are computed in double. An item of the last update stays if it answers either view.
///
/// With `nearest`, only so many of these items are seen: those that a qd_nearest from the view's centre (the middle of
/// a box is min / 2 + max / 2) has first; ties by slot. The reported distance of an item of the last update counts as
/// smaller by the margin, so another takes its place only if it is nearer by more than that.
typedef struct qd_observer {
    qd_query view;  ///< Any question but a polygon. `ignore` is the place for the observer's own item.
    uint64_t user;  ///< The caller's; comes back with every sighting.
    double margin;  ///< 0 or more; INFINITY: what entered stays until it is removed or the filter excludes it. With
                    ///< QD_CONTAINS, which fewer items answer for a larger view, only 0.
    size_t nearest; ///< Most items in view. 0: all. Otherwise the view must have a finite centre.
} qd_observer;

/// Adds an observer that has seen nothing yet. Observers have their own ids, with the same rules as items' ids.
/// QD_BAD_VALUE (a view that is malformed or a polygon; a margin that is negative, NaN, or not 0 with QD_CONTAINS;
/// `nearest` without a finite centre), QD_NO_MEMORY. Cost O(1).
QD_API QD_EXPERIMENTAL qd_result qd_interest_add(qd_interest *interest, const qd_observer *observer, qd_id *id);

/// Replaces an observer and keeps what it has seen. QD_STALE_ID; QD_BAD_VALUE as above. Cost O(1).
QD_API QD_EXPERIMENTAL qd_result qd_interest_set(qd_interest *interest, qd_id id, const qd_observer *observer);

/// Moves the centres of views and changes nothing else; a view of everywhere stays as it is. Elements of `centers` are
/// points. A bad entry (stale id, centre that is not finite, infinite box, one with `nearest` that would become
/// infinite) is skipped, as in qd_tree_move_many. Cost O(count).
QD_API QD_EXPERIMENTAL qd_result qd_interest_move_many(qd_interest *interest, const qd_id *ids, const qd_boxes *centers,
                                                       size_t count, size_t *bad);

/// Removes an observer; later updates report no events of it, not even what it saw as left. QD_STALE_ID. Cost O(1).
QD_API QD_EXPERIMENTAL qd_result qd_interest_remove(qd_interest *interest, qd_id id);

/// Answers every observer's question. A removed item has left; an item that reuses its slot is a different item.
/// QD_NO_MEMORY: no events are reported; the next successful update reports them all. No memory is needed once the
/// scene is steady. Cost of the questions, plus O(seen). A margin adds O(1) for each item that an observer saw, and a
/// test of each that its view has lost. With `nearest`, a view of at least three times as many items costs as much as
/// finding the nearest by qd_tree_find_nearest. It costs O(log nearest) for each of its items if it has fewer, if some
/// of the nearest lie outside it (a long box), or with another relation than QD_OVERLAPS.
QD_API QD_EXPERIMENTAL qd_result qd_interest_update(qd_interest *interest);

/// One item that entered or left the view of one observer.
typedef struct qd_sighting {
    qd_id observer;
    uint64_t observer_user; ///< As of the update.
    qd_entry item;          ///< Entered: as it is. Left: as it was when last seen.
} qd_sighting;

/// Events of the last update, ordered by the observer's slot, then the item's. The interest owns the array, which is
/// valid until the next update; NULL where *count is 0. Cost O(1).
QD_API QD_EXPERIMENTAL const qd_sighting *qd_interest_entered(const qd_interest *interest, size_t *count);
QD_API QD_EXPERIMENTAL const qd_sighting *qd_interest_left(const qd_interest *interest, size_t *count);

/// Everything that one observer saw in the last update, in no particular order. A stale id: nothing. Otherwise as
/// above.
QD_API QD_EXPERIMENTAL const qd_entry *qd_interest_seen(const qd_interest *interest, qd_id observer, size_t *count);

/// The observers that saw an item in the last update, ordered by their slots: their ids and user values; written as by
/// qd_tree_find. An item that has been removed since is listed; an observer that has been is not. An id that no
/// observer saw: none. Cost O(its observers) with qd_interest_def.by_item; without it O(observers + seen).
QD_API QD_EXPERIMENTAL size_t qd_interest_of(const qd_interest *interest, qd_id item, qd_entry *out, size_t capacity,
                                             size_t *total);

/// Figures of an interest.
typedef struct qd_interest_stats {
    size_t observers;
    size_t seen;  ///< Sum over all observers in the last update.
    size_t bytes; ///< Memory held.
} qd_interest_stats;

/// Figures of the last update. Cost O(1).
QD_API QD_EXPERIMENTAL void qd_interest_get_stats(const qd_interest *interest, qd_interest_stats *stats);

/// Shortcut: moves one observer.
QD_INLINE QD_EXPERIMENTAL qd_result qd_interest_move(qd_interest *interest, qd_id id, qd_vec2 center)
{
    qd_boxes view = qd_points_double(&center);
    return qd_interest_move_many(interest, &id, &view, 1, NULL);
}

#ifdef __cplusplus
}
#endif
#endif
