/// Snapshots with a single lie and a sum that is right.
#ifndef TESTS_SNAPSHOTS_LIES_H
#define TESTS_SNAPSHOTS_LIES_H

#include "bytes.h"

/// Writes a number where it must not be, and expects it to be refused. The bytes are then as before.
void assert_refused(struct bytes bytes, size_t at, uint32_t number);
void assert_refused_float(struct bytes bytes, size_t at, float value);
void assert_refused_double(struct bytes bytes, size_t at, double value);

/// Another snapshot with zeros put in, or with bytes left out, and its size made right, but not its sum.
struct bytes resized(struct bytes from, size_t at, size_t more, size_t less);

/// Of a tree with a bucket of each size, none of them full, and an odd number of lanes of each not in use.
struct bytes sample_of_buckets(qd_precision precision);

#endif
