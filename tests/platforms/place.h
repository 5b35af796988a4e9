// A tree with items in it, and random numbers to ask it by: the same on every machine. Numbers are made by sums,
// products and quotients alone, each in a statement of its own order.
#ifndef TESTS_PLATFORMS_PLACE_H
#define TESTS_PLATFORMS_PLACE_H

#include "subjects.h"

// Where the items of a tree are.
typedef enum hash_field {
    FIELD_EVEN,    // small boxes all over
    FIELD_CROWDED, // points and boxes in a few places, most of them in one
    FIELD_WHOLE,   // small whole numbers: edges touch, distances tie
    FIELD_WIDE,    // all magnitudes, from 2^-30 to 2^30
    HASH_FIELDS
} hash_field;

enum { HASH_ITEMS = 1200, HASH_QUESTIONS = 48 };

struct hash_place {
    qd_tree *tree;
    qd_precision precision;
    qd_edges edges;
    hash_field field;
    uint64_t random;
    size_t count;
    qd_id ids[2 * HASH_ITEMS]; // of items that have lived in it; some are stale
};

uint64_t hash_bits(hash_place *place);
uint64_t hash_below(hash_place *place, uint64_t end); // in 0..end-1
double hash_between(hash_place *place, double low, double high);

// Coordinates, lengths and boxes such as the field has.
qd_vec2 hash_point(hash_place *place);
double hash_length(hash_place *place);
qd_box hash_box(hash_place *place);
// A box to ask by: from one item's size to a good part of the field.
qd_box hash_window(hash_place *place);
// Mostly none.
qd_filter hash_filter(hash_place *place);
// One that is or was an item; mostly 0.
qd_id hash_ignored(hash_place *place);

// Fills it by every kind of change: many at once, one by one, moved, removed. A place is too large for a stack.
void hash_open(hash_place *place, qd_precision precision, qd_edges edges, hash_field field);
// Moves some items, removes some and adds as many.
void hash_stir(hash_place *place);
void hash_close(hash_place *place);

#endif
