// Shares a walk out to the workers of an executor.
//
// The calling thread walks down from the root as ever, but does not compare a box. What it comes to in walk order it
// gathers in slots, a few pieces each, about equal by the items in them; pieces too large for a slot it takes apart by
// walking on. When all slots are full the workers go through them at once, each slot's pairs into a buffer of its own,
// and then the calling thread hands the buffers to the visitor in their order: a round. So the visitor sees what a walk
// by one thread would have shown it, batch by batch.
//
//     walk order   ->  [piece piece piece][piece][piece piece] ...     slots of one round
//                        | any thread      |      |
//                      [pairs.......... ][pairs][pairs full!]          a buffer each
//                        '--------> visitor, in order <---'            what did not fit is walked again, here
//
// All of it lies in one block of fixed size from the tree's allocator, which goes back to it at the end: a query leaves
// no trace in the tree, so any number of threads may still query a tree at once, if the allocator lets them. Without
// memory the calling thread walks alone, and shows the visitor the same. How much goes into a slot follows from how
// full the buffers of the rounds before were, which depends on the tree alone.
#ifndef QD_SCHEDULE_H
#define QD_SCHEDULE_H

#include "walk.h"

/// A whole walk, shared out to the workers of the tree that is home; without memory it is taken by this thread alone.
void qd__schedule_walk(qd__walk *walk, const qd__piece *everything);

// Each takes a piece from a walk that has a scheduler. False: it is too large, and the walk should take it apart.
bool qd__schedule_within(qd__walk *walk, const qd__quad *quad);
bool qd__schedule_between(qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b);
bool qd__schedule_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__bucket *bucket,
                       uint64_t live, const qd__quad *quad, uint32_t lane);

// These are always taken.
void qd__schedule_chain(qd__walk *walk, const qd__bucket *bucket, uint64_t live, uint32_t location);
void qd__schedule_own(qd__walk *walk, const qd__bucket *bucket);

#endif
