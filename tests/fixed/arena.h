/// A tree in a buffer of just the size for so many items, with its oracle and what it must not touch around it.
#ifndef TESTS_FIXED_ARENA_H
#define TESTS_FIXED_ARENA_H

#include "compare.h"
#include "ledger.h"
#include "support.h"

struct arena {
    size_t items;          // that it is for
    unsigned char *memory; // the buffer, and a margin before and behind it
    size_t size;           // of the buffer
    struct ledger books;   // nothing may be asked for
    qd_tree *tree;
    qd_oracle *oracle;
    struct compare compare;
    qd_id *ids; // of the items that are in it
    size_t count;
    struct prng random;
};

struct arena *arena_create(size_t items, qd_tree_def def); // of the precision that the environment asks for
void arena_destroy(struct arena *arena);

// One item, which must be taken while there are fewer than `items`, and refused when there are not.
void arena_insert(struct arena *arena, qd_box where);
void arena_fill(struct arena *arena, qd_box region, double side); // until it is full, at random places
void arena_move(struct arena *arena, size_t which, qd_box to);
void arena_move_all(struct arena *arena, qd_box region, double side); // by one call, or one by one, by turns
void arena_remove(struct arena *arena, size_t which);

qd_box arena_box(struct arena *arena, qd_box region, double side);

// Every answer, every invariant, the margins, and that nothing was allocated.
void arena_check(struct arena *arena);
void arena_check_little(struct arena *arena); // all but the answers

#endif
