// What hashes.c prints: one subject a line, each a sum over all answers of one kind of question, over every field of
// boxes, with closed edges and with open ones. A sum takes in each number in order, so the order of results counts.
#ifndef TESTS_PLATFORMS_SUBJECTS_H
#define TESTS_PLATFORMS_SUBJECTS_H

#include <quadrille/quadrille.h>
#include <stdio.h>
#include <string.h>

// The sum of what came out, and that of what it cost.
typedef struct hash_sums {
    uint64_t answers, costs;
} hash_sums;

static inline void hash_take(uint64_t *sum, uint64_t number)
{
    *sum = (*sum ^ number) * UINT64_C(0xd6e8feb86659fd93);
    *sum ^= *sum >> 32;
}

static inline void hash_take_double(uint64_t *sum, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    hash_take(sum, bits);
}

static inline void hash_take_vec(uint64_t *sum, qd_vec2 vec)
{
    hash_take_double(sum, vec.x);
    hash_take_double(sum, vec.y);
}

static inline void hash_take_box(uint64_t *sum, qd_box box)
{
    hash_take_vec(sum, box.min);
    hash_take_vec(sum, box.max);
}

static inline void hash_take_entry(uint64_t *sum, qd_entry entry)
{
    hash_take(sum, entry.id);
    hash_take(sum, entry.user);
}

static inline void hash_take_pair(uint64_t *sum, qd_pair pair)
{
    hash_take_entry(sum, pair.a);
    hash_take_entry(sum, pair.b);
}

static inline void hash_take_hit(uint64_t *sum, const qd_hit *hit)
{
    hash_take_entry(sum, hit->item);
    hash_take_double(sum, hit->distance);
    hash_take_vec(sum, hit->point);
    hash_take_vec(sum, hit->normal);
}

static inline void hash_take_total(uint64_t *sum, const qd_total *total)
{
    hash_take(sum, total->count);
    hash_take(sum, (uint64_t)total->sum);
    hash_take(sum, (uint64_t)total->least);
    hash_take(sum, (uint64_t)total->greatest);
}

static inline void hash_take_cost(uint64_t *sum, qd_cost cost)
{
    hash_take(sum, cost.nodes);
    hash_take(sum, cost.tests);
    hash_take(sum, cost.hits);
}

// A kind of question: adds what a tree answers to all questions of that kind. The tree may be changed.
typedef struct hash_place hash_place;
typedef void hash_subject(hash_place *place, hash_sums *sums);

hash_subject hash_boxes, hash_circles, hash_points, hash_polygons, hash_cursors;  // ask.c
hash_subject hash_nearest, hash_rays, hash_casts, hash_meetings;                  // ask_ranked.c
hash_subject hash_many, hash_many_ranked;                                         // ask_many.c
hash_subject hash_pairs, hash_near_pairs, hash_joins;                             // ask_pairs.c
hash_subject hash_contacts, hash_interest, hash_chosen;                           // over_time.c
hash_subject hash_changes, hash_nodes, hash_totals, hash_details, hash_snapshots; // whole.c
hash_subject hash_large;                                                          // large.c

// Those without a tree of ours: each prints its lines, by hash_print.
void hash_gravity(void); // gravity.c
void hash_scenes(void);  // scenes.c

void hash_print(const char *name, const char *kind, uint64_t sum);

// Lines are compared with those of a file from now on, and only those that differ are printed; NULL: all are printed.
void hash_compare_with(FILE *expected);

// Prints the last line, about all of them. How many lines differed.
size_t hash_finish(void);

// Takes every request for memory into a sum, which is the same wherever pointers have as many bytes.
qd_allocator hash_allocator(void);

// That sum, which starts again at 0.
uint64_t hash_requests(void);

// No memory, or a call has failed: says so and ends the program.
void hash_fail(const char *what);
static inline void hash_expect(bool holds, const char *what)
{
    if (!holds)
        hash_fail(what);
}

#endif
