// Crowds: trees full of boxes of every awkward kind, each with its oracle.
#ifndef TESTS_PAIRS_CROWD_H
#define TESTS_PAIRS_CROWD_H

#include "compare.h"
#include "support.h"

enum crowd_kind {
    UNIFORM,      // small boxes
    SIZES,        // of all sizes, small ones mostly
    TILES,        // side by side, all touching
    ONE_PLACE,    // equal points and boxes
    ULPS,         // edges one or two steps of a float apart
    EXTREMES,     // zeros, denormals, the ends of the range, and all of it
    FAR_AND_NEAR, // most in one place, some anywhere between here and the end of the range
    CROWDS,
    STEPS_OF_DOUBLES = CROWDS, // edges that floats cannot tell apart: for trees of doubles
    ENDS_OF_DOUBLES,           // zeros, denormals, the ends of the range, and all of it
    DOUBLE_CROWDS
};

struct crowd {
    qd_tree *tree;
    qd_oracle *oracle;
    struct compare compare;
};

// `filters`: each item has one.
void crowd_open(struct crowd *crowd, enum crowd_kind kind, const qd_tree_def *def, size_t count, uint64_t seed,
                bool filters);
void crowd_close(struct crowd *crowd);

// Fails the test if the comparison found something.
void crowd_expect(const struct crowd *crowd, bool same);

qd_box crowd_box(enum crowd_kind kind, struct prng *random);

#endif
