/// The pairs that a contender finds, against those that a plain double loop finds.
#ifndef QUADRILLE_TEST_FOUND_H
#define QUADRILLE_TEST_FOUND_H

#include <contender.h>

/// Pairs in order of (a, b).
typedef struct found {
    contender_pair *pairs;
    size_t count, room;
} found;

/// Every overlapping pair, by a double loop.
found found_by_loop(const fbox *boxes, size_t count, bool open_edges);

/// Every pair that the contender hands out, each as often as it does so.
found found_by(const contender_kind *kind, const contender *self);

bool found_equal(const found *a, const found *b);
void found_free(found *list);

#endif
