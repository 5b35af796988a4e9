/// @file interest.h
/// Interest: for each of many observers, the items that entered and left its view since the last update.
///
/// An observer is a place with a radius: a player that a server informs of what happens nearby, a tower that looks for
/// targets. What it sees is what qd_find_circle finds there. Observers live apart from the tree: make a qd_interest,
/// add observers, move them as they go, and call qd_interest_update once a tick.
///
/// Threads: one call at a time for one qd_interest. An update reads the tree as a query does.
#ifndef QUADRILLE_INTEREST_H
#define QUADRILLE_INTEREST_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_interest qd_interest;

/// No observers yet. `allocator` is copied; NULL, or all zero, means the C library's. NULL result: no memory.
QD_API qd_interest *qd_interest_create(const qd_allocator *allocator);

/// Frees it with all its observers. NULL is allowed.
QD_API void qd_interest_destroy(qd_interest *interest);

typedef struct qd_observer {
    qd_vec2 center;
    float radius;           ///< 0 and more; INFINITY sees everything.
    qd_query_filter filter; ///< The items it can see; `ignore` is the place for its own item.
    uint64_t user;          ///< Yours; comes back with every sighting.
} qd_observer;

/// Adds an observer that has seen nothing yet. Its id follows the rules of items' ids, but is none. A null id means no
/// memory, a centre that is not finite, or a radius that is negative or NaN. Cost O(1).
QD_API qd_id qd_interest_add(qd_interest *interest, qd_observer observer);

/// Gives an observer another place, radius, filter, or user value. QD_STALE_ID, QD_BAD_VALUE: nothing has changed.
/// Cost O(1).
QD_API qd_result qd_interest_set(qd_interest *interest, qd_id id, qd_observer observer);

/// Moves an observer. QD_STALE_ID, QD_BAD_VALUE: nothing has changed. Cost O(1).
QD_API qd_result qd_interest_move(qd_interest *interest, qd_id id, qd_vec2 center);

/// Removes an observer; no item leaves its view any more. QD_STALE_ID: nothing has changed. Cost O(1).
QD_API qd_result qd_interest_remove(qd_interest *interest, qd_id id);

/// Finds what each observer sees now. It must be the same tree every time, or NULL, which means an empty tree: all
/// that was in view has left then. A removed item has left; an item that reuses its slot is a different item.
///
/// QD_NO_MEMORY: no events are reported; the next update that succeeds reports all since the last one that did.
/// No memory is needed once the scene is steady. Cost that of qd_find_circle for each observer, and O(seen).
QD_API qd_result qd_interest_update(qd_interest *interest, const qd_tree *tree);

typedef struct qd_sighting {
    qd_id observer;
    uint64_t observer_user; ///< As it was at the update.
    qd_found item;          ///< One that came, as it is; one that left, as it was when seen last.
} qd_sighting;

typedef struct qd_sighting_list {
    const qd_sighting *sightings;
    size_t count;
} qd_sighting_list;

/// The items that came into view and that left in the last update: all of one observer's together, observers by
/// slot, items by slot. The arrays hold until the next update. Cost O(1).
QD_API qd_sighting_list qd_interest_came(const qd_interest *interest);
QD_API qd_sighting_list qd_interest_left(const qd_interest *interest);

/// What an observer saw in the last update, in no particular order; returns how many, and *items is where they are, or
/// NULL if there are none. A stale id sees nothing. Holds until the next update. Cost O(1).
QD_API size_t qd_interest_view(const qd_interest *interest, qd_id id, const qd_found **items);

typedef struct qd_interest_stats {
    size_t observers;
    size_t seen;  ///< Sum of all views in the last update.
    size_t bytes; ///< Memory held.
} qd_interest_stats;

/// Figures. Cost O(1).
QD_API qd_interest_stats qd_interest_figures(const qd_interest *interest);

#ifdef __cplusplus
}
#endif
#endif
