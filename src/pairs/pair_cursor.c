// Some pairs at a time: the steps of walk.c, in the same order, and the rows that they leave.
//
// What is asked for is made ready again in each call: a walk on this thread's stack, which lends its sides to whatever
// frame is on top.
#include "overlap.h"
#include "pair_question.h"
#include "pair_steps.h"

#include <string.h>

_Static_assert(sizeof(qd__pair_state) <= sizeof((qd_pair_cursor *)0)->opaque, "a cursor has room for its state");

static qd__pair_state *pair_state_of(qd_pair_cursor *cursor)
{
    return (qd__pair_state *)(void *)cursor->opaque;
}

/// Compares the next item of the first bucket with the other bucket; of one bucket, with those that come after it and
/// those that have no row.
static void open_row(qd__pair_state *self, qd__walk *walk)
{
    qd__turn_to(walk, self->turned);
    const qd__bucket *bucket = qd__tree_bucket(walk->home, self->bucket),
                     *other = qd__tree_bucket(walk->other, self->other);
    self->lane = qd__lowest_bit_long(self->rows);
    self->rows &= self->rows - 1;
    self->hits = self->among & qd__overlap_row(walk, bucket, self->lane, other);
    if (self->own) {
        self->hits &= ~(self->live & qd__low_bits_long(self->lane + 1));
    }
}

/// Makes a pair of the next hit. False: it is none.
static bool take_hit(qd__pair_state *self, qd__walk *walk, qd_pair *pair, double *distance)
{
    qd__turn_to(walk, self->turned);
    const qd__bucket *bucket = qd__tree_bucket(walk->home, self->bucket),
                     *other = qd__tree_bucket(walk->other, self->other);
    const uint32_t lane = self->lane, at = qd__lowest_bit_long(self->hits);
    self->hits &= self->hits - 1;
    *distance = 0;
    if ((!walk->plain || walk->exact) && !qd__overlap_is_pair(walk, bucket, lane, other, at, distance)) {
        return false;
    }
    qd__overlap_put(pair, &qd__bucket_items(bucket)[lane], &qd__bucket_items(other)[at], walk, walk->join);
    return true;
}

/// Goes on to the next pair. False: there is none.
static bool next_pair(qd__pair_state *self, qd__walk *walk, qd_pair *pair, double *distance)
{
    for (;;) {
        if (self->hits != 0) {
            if (take_hit(self, walk, pair, distance)) {
                walk->cost.hits++;
                return true;
            }
        } else if (self->rows != 0) {
            open_row(self, walk);
        } else if (self->height > 0) {
            qd__step_pairs(self, walk);
        } else {
            return false;
        }
    }
}

void qd_pair_cursor_begin(qd_pair_cursor *cursor, const qd_tree *tree, const qd_pair_query *query)
{
    const qd_pair_query every = { .other = NULL };
    qd__pair_state *self = pair_state_of(cursor);
    qd__walk walk; // too large to be cleared for nothing
    memset(cursor, 0, sizeof *cursor);
    self->tree = tree;
    self->query = query ? *query : every;
    if (qd__walk_begin(&walk, tree, query)) {
        qd__push_frame(self, &walk, (qd__pair_frame){ .kind = walk.join ? QD__FRAME_ROOTS : QD__FRAME_WITHIN });
    }
    self->changes = walk.changes;
}

size_t qd_pair_cursor_next(qd_pair_cursor *cursor, qd_pair *out, double *distances, size_t capacity)
{
    qd__pair_state *self = pair_state_of(cursor);
    qd__walk walk;
    size_t count = 0;
    if (!self->tree || cursor->changed) {
        return 0;
    }
    qd__walk_begin(&walk, self->tree, &self->query);
    cursor->changed = walk.changes != self->changes;
    walk.cost = cursor->cost;
    for (double distance; !cursor->changed && count < capacity; count++) {
        if (!next_pair(self, &walk, &out[count], &distance)) {
            break;
        }
        if (distances) {
            distances[count] = distance;
        }
    }
    cursor->cost = walk.cost;
    return count;
}
