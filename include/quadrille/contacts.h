/// @file contacts.h
/// Contacts: which pairs began and ended since the last update. The cost follows the number of changes.
///
/// A contact is a pair that qd_tree_find_pairs finds with a NULL query. Create contacts for a tree, change the tree,
/// and call qd_contacts_update once a tick. Any number of contacts may observe one tree, each with its own last update.
/// A sensor is an item on a layer of its own.
///
/// Threads: an update questions the tree, so different contacts of one tree may be updated at once if their allocators
/// are thread-safe, and the tree's where it has an executor. Creating and destroying contacts counts as a change of the
/// tree.
#ifndef QUADRILLE_CONTACTS_H
#define QUADRILLE_CONTACTS_H

#include <quadrille/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Observes the pairs of one tree.
typedef struct qd_contacts qd_contacts;

/// Settings of contacts.
typedef struct qd_contacts_def {
    size_t budget;          ///< Most items that one update tests; the rest waits for the next, and comes first there.
                            ///< Default: no limit.
    qd_allocator allocator; ///< Default: the tree's; for a tree in a buffer the C library's.
} qd_contacts_def;

/// Creates contacts of a tree. The first update reports every existing pair as begun. QD_NO_MEMORY. Cost O(1).
QD_API qd_result qd_contacts_create(qd_tree *tree, const qd_contacts_def *def, qd_contacts **contacts);

/// Frees the contacts. Ignored when NULL. The tree may be destroyed first; an update then reports every contact as
/// ended.
QD_API void qd_contacts_destroy(qd_contacts *contacts);

/// Updates contacts with the changes since the last update. Tests items that are new, have another box, or had their
/// filter set; moving an item to its present place costs nothing. An item that reuses a slot is a different item, even
/// in the same place. Contacts that began and ended in between, or ended and began again, are not reported.
///
/// With a budget, contacts between a waiting item and an untested item stay as they were; contacts of removed items
/// end. Once no item waits, the contacts are exactly the pairs.
///
/// QD_NO_MEMORY: no events are reported; the next successful update reports them all. No memory is needed once the
/// scene is steady. Cost O(changed items * depth + their contacts); when more than about a quarter of the items has
/// changed, the cost of finding all pairs, on the tree's executor. Contacts of unchanged items are not touched.
QD_API qd_result qd_contacts_update(qd_contacts *contacts);

/// Events of the last update, ordered by slots, the same on every machine; a has the lower slot. The contacts own the
/// array, which is valid until the next update; NULL where *count is 0. User values are current; a removed item has its
/// last one. Cost O(1).
QD_API const qd_pair *qd_contacts_began(const qd_contacts *contacts, size_t *count);
QD_API const qd_pair *qd_contacts_ended(const qd_contacts *contacts, size_t *count);

/// Contacts that the last update left as they were, ordered by slots; written as by qd_tree_find. Cost O(slots +
/// contacts).
QD_API size_t qd_contacts_stayed(const qd_contacts *contacts, qd_pair *out, size_t capacity, size_t *total);

/// The items that one item is in contact with, as of the last update, in no particular order; written as by
/// qd_tree_find. A stale id: none. Cost O(its contacts).
QD_API size_t qd_contacts_of(const qd_contacts *contacts, qd_id id, qd_entry *out, size_t capacity, size_t *total);

/// Figures of contacts, and of their last update.
typedef struct qd_contacts_stats {
    size_t contacts; ///< Pairs in contact, as of the last update.
    size_t waiting;  ///< Items that need a test; after an update, those beyond its budget.
    size_t tested;   ///< Items that the last update tested.
    size_t bytes;    ///< Memory held.
    uint64_t swept;  ///< Places of contacts, empty ones included, that the last update searched for ended ones.
    qd_cost cost;    ///< Cost of its searches; two tested items may find each other.
} qd_contacts_stats;

/// Figures of the last update. Cost O(1).
QD_API void qd_contacts_get_stats(const qd_contacts *contacts, qd_contacts_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
