// How many items entered and left the views in the last update.
#ifndef INTEREST_COUNTS_H
#define INTEREST_COUNTS_H

#include "support.h"

static inline size_t entered_count(const qd_interest *interest)
{
    size_t count = 77;
    assert_true((qd_interest_entered(interest, &count) == NULL) == (count == 0));
    return count;
}

static inline size_t left_count(const qd_interest *interest)
{
    size_t count = 77;
    assert_true((qd_interest_left(interest, &count) == NULL) == (count == 0));
    return count;
}

#endif
