/// @file contacts.h
/// Contacts: which pairs began, stayed and ended since the last look, at the cost of what has moved.
///
/// A contact is a pair of items with overlapping boxes and filters that let them pair: what qd_visit_pairs finds.
/// Contacts are watched from outside the tree: make a qd_contacts for it, change the tree as you like, and call
/// qd_contacts_update once a tick. Any number of them may watch one tree, each with its own idea of "last". A sensor is
/// an item on a layer of its own.
///
/// Threads: an update reads the tree as a query does, so different contacts of one tree may be updated at once, while
/// the tree does not change, if their allocators are thread-safe. Making and destroying contacts counts as a change
/// of the tree.
#ifndef QUADRILLE_CONTACTS_H
#define QUADRILLE_CONTACTS_H

#include <quadrille/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_contacts qd_contacts;

/// Zero every field you do not care about; zero means "default".
typedef struct qd_contacts_def {
    size_t budget;          ///< Items that one update tests again at most; the others come first in the next one,
                            ///< before what is touched after this. Default 0: no limit.
    qd_allocator allocator; ///< Default: that of the tree, if it has one: in a buffer it may have none.
} qd_contacts_def;

/// Contacts of a tree. The first update reports every existing pair as begun. `def` is read during the call and not
/// kept; NULL means all defaults. Returns NULL when out of memory. Cost O(1).
QD_API qd_contacts *qd_contacts_create(qd_tree *tree, const qd_contacts_def *def);

/// Frees the contacts. Ignored when NULL. The tree may be destroyed before; one more update then reports every contact
/// as ended.
QD_API void qd_contacts_destroy(qd_contacts *contacts);

/// Finds out what has changed since the last update. An item is tested again if it came, if its box is another or
/// if its filter was set; moving it to where it is already costs nothing. The contacts of an item that was removed have
/// ended: an item that reuses its slot is a different item, even in the same place. A contact that began and ended
/// in between is not reported, and neither is one of the same two items that ended and began again.
///
/// With a budget, contacts between an item that waits and one that was not tested either are as they were, but those of
/// removed items have ended. Nothing is lost: once nothing waits, the contacts are exactly the pairs there are.
///
/// QD_NO_MEMORY: nothing began and nothing ended yet; the next update tells all that has happened since the last one
/// that worked. No memory is needed once the scene is steady. A tree that has had 2^31 items at a time is too large.
///
/// Cost O(changed items * depth + their contacts); where more than about a quarter of the items has changed, that of
/// qd_visit_pairs, with its threads. Never a walk over contacts that nothing touched. The first update, and one after
/// qd_tree_move_many has moved many, look at every slot once.
QD_API qd_result qd_contacts_update(qd_contacts *contacts);

/// Pairs in the order of their slots, that of `a` first: the same on every machine, with any executor. a has the lower
/// slot. User values are those of now; of an item that is gone, the one it had then.
typedef struct qd_contact_list {
    const qd_pair *pairs;
    size_t count;
} qd_contact_list;

/// What the last update found to have begun and ended. The arrays belong to the contacts and hold until the next
/// update. Cost O(1).
QD_API qd_contact_list qd_contacts_began(const qd_contacts *contacts);
QD_API qd_contact_list qd_contacts_ended(const qd_contacts *contacts);

/// The contacts of the last update that had been there before it. They are listed only here, so that an update need not
/// look at them. What has changed since that update does not show yet. QD_NO_MEMORY: the list is empty. The array holds
/// until the next call of this or of qd_contacts_update. Cost O(slots + contacts).
QD_API qd_result qd_contacts_stayed(qd_contacts *contacts, qd_contact_list *list);

typedef struct qd_contacts_stats {
    size_t contacts; ///< Pairs in contact, as of the last update.
    size_t waiting;  ///< Items to be tested that are known by now: right after an update, those for which its budget
                     ///< was too small; what is touched later is added.
    size_t tested;   ///< Items that the last update tested again; those that are gone by now count too.
    uint64_t looked; ///< Places of contacts that it went through for those that ended, some of them empty.
    size_t bytes;    ///< Memory held.
    qd_cost cost;    ///< Of the searches of the last update; two items that were both tested may find each other.
} qd_contacts_stats;

/// Figures about the last update. Cost O(1).
QD_API qd_contacts_stats qd_contacts_figures(const qd_contacts *contacts);

#ifdef __cplusplus
}
#endif
#endif
