// Holds what observers see against the oracle: what entered and what left must be the differences of what brute force
// says that they see, in order, observer by observer; and the observers of an item those that see it.
#ifndef TESTS_COMPARE_INTEREST_H
#define TESTS_COMPARE_INTEREST_H

#include <quadrille/oracle.h>

struct watched { // what is known of one observer
    qd_id id;    // 0: there is none
    qd_observer observer;
    qd_vec2 half;   // of the sides of a box that it sees: stays when it moves
    qd_entry *seen; // by slot
    size_t count;
};

struct compare_interest {
    qd_interest *interest;
    struct watched *watched;
    size_t count, room;
    char why[240];
};

void compare_interest_add(struct compare_interest *compare, qd_id id, qd_observer observer);
void compare_interest_set(struct watched *watched, qd_observer observer);
// The one of that id, or NULL.
struct watched *compare_interest_find(struct compare_interest *compare, qd_id id);
void compare_interest_remove(struct compare_interest *compare, qd_id id);

// After an update that worked, of this oracle's tree or, NULL, of one that is gone: is everything right?
bool compare_interest_updated(struct compare_interest *compare, const qd_oracle *oracle);

// Are the observers of some items those that saw them in the last update that worked?
bool compare_interest_observers(struct compare_interest *compare);

// Frees all but the interest itself, and forgets it.
void compare_interest_end(struct compare_interest *compare);

#endif
