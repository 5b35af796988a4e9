// Many questions in one call, compared with the same questions one by one, which in turn are compared with the oracle.
// The call is given the questions `times` times over, one round after the other.
#ifndef TESTS_COMPARE_MANY_H
#define TESTS_COMPARE_MANY_H

#include "compare.h"

// Visited, with a visitor that stops after `limit` results (SIZE_MAX: never), counted and found. `expected_count` of
// these three is the number of all results.
bool compare_box_many(struct compare *compare, const qd_box *boxes, size_t count, size_t times, qd_query_filter filter,
                      size_t limit);
bool compare_near_many(struct compare *compare, const qd_vec2 *points, size_t count, size_t times, float max_distance,
                       qd_query_filter filter, size_t k);
bool compare_ray_many(struct compare *compare, const qd_ray *rays, size_t count, size_t times, qd_query_filter filter,
                      size_t k);

#endif
