// Turns bytes into boxes and points that are hard on a quadtree: on the borders of nodes and one ulp beside, equal, of
// no size, denormal, at the ends of the range, far outside, as large as the world, in clusters and on diagonals. For
// trees of doubles also steps that floats cannot tell apart, and magnitudes that floats do not have; for trees of
// floats also numbers that must be rounded.
#ifndef TESTS_MODEL_PLACES_H
#define TESTS_MODEL_PLACES_H

#include <quadrille/quadrille.h>

struct model_bytes {
    const unsigned char *data;
    size_t size, at;
};

// The next byte, zero beyond the end.
unsigned model_byte(struct model_bytes *bytes);
// The next number below n, which is at most 65536.
unsigned model_below(struct model_bytes *bytes, unsigned n);

enum { MODEL_RECENT = 8 };

struct model_places {
    struct model_bytes *bytes;
    qd_precision precision;
    double corner[2], side; // the world: a square
    unsigned family;
    double center[2]; // of the cluster
    qd_box recent[MODEL_RECENT];
    unsigned next_recent;
};

// Chooses a world for a new tree (all zero: to be learnt), and a family of places that goes with it. Only a `fine`
// world has room for a crowd: in some of the others there are but a few hundred places.
qd_box model_places_begin(struct model_places *places, struct model_bytes *bytes, qd_precision precision, bool fine);

qd_vec2 model_point(struct model_places *places);
qd_box model_box(struct model_places *places);                      // always valid
qd_box model_box_after(struct model_places *places, qd_box before); // where an item that was there might go
qd_box model_spoiled_box(struct model_places *places, qd_box box);  // never valid
double model_length(struct model_places *places);                   // radius or limit; may be infinite or bad
qd_vec2 model_direction(struct model_places *places);
qd_box model_window(struct model_places *places); // a question's box: may be infinite or bad

// Does a tree of this precision take the box?
bool model_is_valid(qd_precision precision, qd_box box);

// One of a crowd of `count`: small, spread evenly or around a few places, a very few large or far away.
qd_box model_crowd_box(const struct model_places *places, uint64_t random, size_t count);

// One of the `count` that fill a buffer: most in the world, the others to the right of it and above.
qd_box model_brim_box(const struct model_places *places, uint64_t random, size_t count);

// A step of constant velocity for the item of this handle.
qd_box model_drifted(const struct model_places *places, qd_box box, uint32_t handle);

uint64_t model_mixed(uint64_t x);

#endif
