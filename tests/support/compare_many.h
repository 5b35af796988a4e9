// Many questions in one call, compared with the same questions one by one, which in turn are compared with the oracle.
// The call is given the questions `times` times over, one round after the other.
#ifndef TESTS_COMPARE_MANY_H
#define TESTS_COMPARE_MANY_H

#include "compare.h"

// Found into rows by offsets and into rows that name their question, with room, without and for all but one; counted.
// `expected_count` of these is the number of all results.
bool compare_find_many(struct compare *compare, const qd_query *queries, size_t count, size_t times);

// The same questions as views of arrays: boxes, or points and perhaps radii, of either precision; all else is `like`.
bool compare_find_views(struct compare *compare, const qd_query *like, const qd_box *boxes, const double *radii,
                        size_t count, size_t times, qd_precision precision);

bool compare_ranked_many(struct compare *compare, const qd_ranked *queries, size_t count, size_t times, size_t k);

#endif
