// Holds contacts against the oracle: what began and ended must be the differences of the sets of pairs, in order, and
// the sets must be those of brute force.
#ifndef TESTS_COMPARE_CONTACTS_H
#define TESTS_COMPARE_CONTACTS_H

#include <quadrille/oracle.h>

struct contact_pairs {
    qd_pair *all;
    size_t count, room;
};

struct compare_contacts {
    qd_contacts *contacts;
    const qd_oracle *oracle; // NULL: the tree is gone
    struct contact_pairs known, truth, next;
    char why[240];
};

// Begins with contacts that were just made. All zero before the first time.
void compare_contacts_begin(struct compare_contacts *compare, qd_contacts *contacts, const qd_oracle *oracle);
void compare_contacts_end(struct compare_contacts *compare); // leaves the contacts themselves alone

// Before items go: their user values are those that will be told.
void compare_contacts_note(struct compare_contacts *compare);

// The tree goes: nothing is a pair any more.
void compare_contacts_lose_tree(struct compare_contacts *compare);

// After an update that worked: is everything right? When not, `why` says what is not.
bool compare_contacts_updated(struct compare_contacts *compare);

#endif
