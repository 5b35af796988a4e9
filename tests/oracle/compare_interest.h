// Holds what observers see against the oracle: who came and who left must be the differences of what brute force finds,
// in order, observer by observer.
#ifndef TESTS_COMPARE_INTEREST_H
#define TESTS_COMPARE_INTEREST_H

#include "oracle.h"

struct watched { // what is known of one observer
    qd_id id;    // null: there is none
    qd_observer observer;
    qd_found *seen; // by slot
    size_t count;
};

struct compare_interest {
    qd_interest *interest;
    struct watched *watched;
    size_t count, room;
    char why[240];
};

void compare_interest_add(struct compare_interest *compare, qd_id id, qd_observer observer);
// The one of that id, or NULL.
struct watched *compare_interest_find(struct compare_interest *compare, qd_id id);
void compare_interest_remove(struct compare_interest *compare, qd_id id);

// After an update that worked, with this oracle's tree or, NULL, with none: is everything right?
bool compare_interest_updated(struct compare_interest *compare, const struct oracle *oracle);

// Frees all but the interest itself, and forgets it.
void compare_interest_end(struct compare_interest *compare);

#endif
