// A tree and its oracle with the same boxes in them, and coordinates that are hard on geometry.
#ifndef TESTS_CASTS_FIELD_H
#define TESTS_CASTS_FIELD_H

#include "compare.h"
#include "support.h"

struct field {
    qd_tree *tree;
    qd_oracle *oracle;
    struct compare compare;
};

void field_open(struct field *field, qd_precision precision, qd_edges edges);
qd_id field_add(struct field *field, qd_box box);
void field_close(struct field *field);

// Some kinds of numbers: small whole ones, which meet and touch all the time; those and their neighbours, one ulp of a
// float off; all magnitudes of floats; places in a world of a thousand. For doubles also steps that floats cannot tell
// apart, and all magnitudes of doubles.
enum numbers { WHOLE, NEIGHBOURS, EXTREME, WORLD, STEPS, VAST, NUMBERS };

// The first so many are for trees of this precision.
static inline int numbers_for(qd_precision precision)
{
    return precision == QD_DOUBLE ? NUMBERS : STEPS;
}

double number_of(struct prng *random, enum numbers kind);
qd_vec2 point_of(struct prng *random, enum numbers kind);
qd_box box_of(struct prng *random, enum numbers kind);
double length_of(struct prng *random, enum numbers kind); // not negative

// Fills a field with so many boxes.
void field_fill(struct field *field, struct prng *random, enum numbers kind, size_t count);

#endif
