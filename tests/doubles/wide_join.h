// Joins of an index with itself and with others, about its own origin and another, against the oracle.
#ifndef TESTS_WIDE_JOIN_H
#define TESTS_WIDE_JOIN_H

#include "wide_oracle.h"

// What is wrong, or NULL. Makes other indexes of some of the same items, in either kind of edges.
const char *wide_join_check(const qd_wide *wide, const struct wide_oracle *oracle);

#endif
