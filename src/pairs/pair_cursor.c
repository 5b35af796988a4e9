// The walk over all pairs, one pair at a time: the steps of walk.c, in the same order, with a stack of its own in place
// of the machine's. Each function of walk.c is a kind of frame here; a frame says what comes next in it, pushes the
// frame of a call, and is popped when nothing is left. Two buckets that overlap are gone through row by row.
//
// Every frame but a few goes down a level of nodes, so the stack is of fixed size.
#include "overlap.h"

#include <assert.h>
#include <quadrille/cursor.h>
#include <string.h>

enum { DEPTH = QD__LEVELS + 6 };

typedef enum kind {
    WITHIN,  ///< a: a quad.
    OWN,     ///< location: buckets of one node, from here on, with each other.
    BELOW,   ///< The buckets of node a from `location` on with all below node b; where `whole`, with b's own items too.
    NODE,    ///< The live items of a bucket of node a with all in and below node b.
    BETWEEN, ///< Nodes a and b.
    LEAVES,  ///< Leaves a and b, from a bucket of a on.
    CHAIN,   ///< The live items of a bucket with those of the buckets from `other` on.
} kind;

typedef struct frame {
    uint8_t kind, step;
    uint16_t met; ///< Pairs of nodes that are still to come, a bit each. Of BELOW: whole?
    uint32_t a, b, location, other;
    uint64_t live;
} frame;

typedef struct pair_state {
    const struct qd_tree *tree;
    uint64_t changes; ///< Of the tree when the walk began.
    uint32_t height;
    uint32_t bucket, other; ///< Places of the two buckets that overlap,
    uint32_t lane;          ///< the last item of the first that came,
    uint64_t rows;          ///< those that are still to come,
    uint64_t hits;          ///< and items of the other that it overlaps.
    frame stack[DEPTH];
} pair_state;

_Static_assert(sizeof(pair_state) <= sizeof((qd_pair_cursor *)0)->hidden, "a cursor has room for its state");

static pair_state *pair_state_of(qd_pair_cursor *cursor)
{
    return (pair_state *)(void *)cursor->hidden;
}

static void push_frame(pair_state *self, frame next)
{
    assert(self->height < DEPTH);
    self->stack[self->height++] = next;
}

static const qd__quad *quad_of(const pair_state *self, uint32_t node)
{
    return qd__quad_at(self->tree, node >> 2);
}

static bool cursor_filters_match(const pair_state *self, uint32_t a, uint32_t b)
{
    const qd__quad *quad_a = quad_of(self, a), *quad_b = quad_of(self, b);
    return !self->tree->filtered ||
           ((quad_a->masks[a & 3] & quad_b->layers[b & 3]) && (quad_b->masks[b & 3] & quad_a->layers[a & 3]));
}

static void push_chain(pair_state *self, uint32_t location, uint64_t live, uint32_t other)
{
    push_frame(self, (frame){ .kind = CHAIN, .location = location, .live = live, .other = other });
}

/// Which of the live items of a bucket may overlap the bounds of a node.
static uint64_t narrow_frame(const pair_state *self, uint32_t location, uint64_t live, uint32_t node, qd_cost *cost)
{
    const qd__bucket *bucket = qd__tree_bucket(self->tree, location);
    const qd__aabb bounds = qd__four_at(&quad_of(self, node)->bounds, node & 3);
    cost->tests += bucket->count;
    return live & self->tree->simd->overlap(qd__bucket_boxes(bucket), qd__probe(bounds), false);
}

static void pop(pair_state *self)
{
    self->height--;
}

/// The next of the pairs of nodes that are still to come.
static void push_between(pair_state *self, frame *at, uint32_t quad_a, uint32_t quad_b)
{
    if (at->met == 0) {
        pop(self);
        return;
    }
    const unsigned pair = qd__lowest_bit(at->met);
    at->met &= (uint16_t)(at->met - 1);
    push_frame(self, (frame){ .kind = BETWEEN, .a = quad_a << 2 | pair >> 2, .b = quad_b << 2 | (pair & 3) });
}

/// Three steps for each node, and one more before those for pairs of nodes.
static void step_within(pair_state *self, frame *at, qd_cost *cost)
{
    const qd__quad *quad = qd__quad_at(self->tree, at->a);
    if (at->step > 12) {
        push_between(self, at, at->a, at->a);
        return;
    }
    const uint32_t lane = at->step / 3, part = at->step % 3, node = at->a << 2 | (lane & 3);
    at->step++;
    if (lane == 4) {
        const uint32_t later = 0x08ce; // as in walk.c
        at->met = (uint16_t)(qd__sixteen_overlap(&quad->bounds, &quad->bounds, self->tree->open) & later);
    } else if (part == 0 && (qd__node_is_bare(quad, lane) || !cursor_filters_match(self, node, node))) {
        at->step += 2;
    } else if (part == 0) {
        cost->nodes++;
        push_frame(self, (frame){ .kind = OWN, .location = quad->bucket[lane] });
    } else if (quad->child[lane] != QD__NONE) {
        push_frame(self, part == 1 ? (frame){ .kind = BELOW, .a = node, .b = node, .location = quad->bucket[lane] }
                                   : (frame){ .kind = WITHIN, .a = quad->child[lane] });
    }
}

static void begin_rows(pair_state *self, uint32_t bucket, uint64_t rows, uint32_t other)
{
    self->bucket = bucket;
    self->rows = rows;
    self->other = other;
}

static void step_own(pair_state *self, frame *at, qd_cost *cost)
{
    if (at->location == QD__NONE) {
        pop(self);
        return;
    }
    const uint32_t location = at->location;
    const qd__bucket *bucket = qd__tree_bucket(self->tree, location);
    if (at->step == 0) {
        at->step = 1;
        cost->tests += (uint64_t)bucket->count * (bucket->count - 1) / 2;
        begin_rows(self, location, bucket->live, location);
        return;
    }
    at->step = 0;
    at->location = bucket->next;
    push_chain(self, location, bucket->live, bucket->next);
}

static void step_chain(pair_state *self, frame *at, qd_cost *cost)
{
    if (at->other == QD__NONE) {
        pop(self);
        return;
    }
    const qd__bucket *other = qd__tree_bucket(self->tree, at->other);
    const qd__bucket *bucket = qd__tree_bucket(self->tree, at->location);
    uint64_t live = at->live, some;
    cost->tests += qd__overlap_common(self->tree->simd, qd__bucket_boxes(bucket), bucket->bounds, other, &live, &some);
    begin_rows(self, at->location, some ? live : 0, at->other);
    at->other = other->next;
}

static void step_below(pair_state *self, frame *at)
{
    const bool whole = at->met;
    const uint32_t child = quad_of(self, at->b)->child[at->b & 3], location = at->location;
    if (location == QD__NONE || (!whole && child == QD__NONE)) {
        pop(self);
        return;
    }
    const qd__bucket *bucket = qd__tree_bucket(self->tree, location);
    const uint32_t node = whole ? at->b : child << 2 | at->step;
    at->step = whole ? 0 : (at->step + 1) & 3;
    at->location = at->step == 0 ? bucket->next : location;
    push_frame(self, (frame){ .kind = NODE, .a = at->a, .b = node, .location = location, .live = bucket->live });
}

static void step_node(pair_state *self, frame *at, qd_cost *cost)
{
    const qd__quad *quad = quad_of(self, at->b);
    const uint32_t lane = at->b & 3;
    if (at->step == 0) {
        const bool looked_into = !qd__node_is_bare(quad, lane) && cursor_filters_match(self, at->a, at->b);
        cost->nodes += looked_into;
        at->live = looked_into ? narrow_frame(self, at->location, at->live, at->b, cost) : 0;
        if (at->live == 0) {
            pop(self);
            return;
        }
        at->step = 1;
        push_chain(self, at->location, at->live, quad->bucket[lane]);
    } else if (at->step <= 4 && quad->child[lane] != QD__NONE) {
        const uint32_t node = quad->child[lane] << 2 | (at->step - 1u);
        at->step++;
        push_frame(self, (frame){ .kind = NODE, .a = at->a, .b = node, .location = at->location, .live = at->live });
    } else {
        pop(self);
    }
}

static void step_leaves(pair_state *self, frame *at)
{
    if (at->location == QD__NONE) {
        pop(self);
        return;
    }
    const uint32_t location = at->location;
    const qd__bucket *bucket = qd__tree_bucket(self->tree, location);
    at->location = bucket->next;
    push_chain(self, location, bucket->live, quad_of(self, at->b)->bucket[at->b & 3]);
}

static void step_between(pair_state *self, frame *at, qd_cost *cost)
{
    const qd__quad *a = quad_of(self, at->a), *b = quad_of(self, at->b);
    const uint32_t lane_a = at->a & 3, lane_b = at->b & 3;
    const uint32_t child_a = a->child[lane_a], child_b = b->child[lane_b];
    if (at->step == 0 && !cursor_filters_match(self, at->a, at->b)) {
        pop(self);
    } else if (at->step == 0 && qd__is_small_leaf(a, lane_a) && qd__is_small_leaf(b, lane_b)) {
        cost->nodes++;
        at->kind = LEAVES;
        at->location = a->bucket[lane_a];
    } else if (at->step == 0) {
        at->step = 1;
        cost->nodes++;
        push_frame(self, (frame){ .kind = BELOW, .met = 1, .a = at->a, .b = at->b, .location = a->bucket[lane_a] });
    } else if (at->step == 1) {
        at->step = 2;
        if (child_a != QD__NONE && child_b != QD__NONE) {
            at->met = (uint16_t)qd__sixteen_overlap(&qd__quad_at(self->tree, child_b)->bounds,
                                                    &qd__quad_at(self->tree, child_a)->bounds, self->tree->open);
        }
        push_frame(self, (frame){ .kind = BELOW, .a = at->b, .b = at->a, .location = b->bucket[lane_b] });
    } else {
        push_between(self, at, child_a, child_b);
    }
}

static void step_cursor(pair_state *self, qd_cost *cost)
{
    frame *at = &self->stack[self->height - 1];
    switch ((kind)at->kind) { // not covered: there are no other kinds
    case WITHIN:
        step_within(self, at, cost);
        break;
    case OWN:
        step_own(self, at, cost);
        break;
    case BELOW:
        step_below(self, at);
        break;
    case NODE:
        step_node(self, at, cost);
        break;
    case BETWEEN:
        step_between(self, at, cost);
        break;
    case LEAVES:
        step_leaves(self, at);
        break;
    case CHAIN:
        step_chain(self, at, cost);
        break;
    }
}

/// Compares the next item of the first bucket with the other bucket; of one bucket, with those that come after it.
static void open_row(pair_state *self)
{
    const qd__bucket *bucket = qd__tree_bucket(self->tree, self->bucket),
                     *other = qd__tree_bucket(self->tree, self->other);
    self->lane = qd__lowest_bit_long(self->rows);
    self->rows &= self->rows - 1;
    const qd__aabb probe = qd__probe(qd__bucket_aabb(bucket, self->lane));
    self->hits = self->tree->simd->overlap(qd__bucket_boxes(other), probe, self->tree->open);
    if (self->bucket == self->other) {
        self->hits &= ~qd__low_bits_long(self->lane + 1);
    }
}

/// Makes a pair of the next hit. False: the filters keep the two apart.
static bool tell_pairs(pair_state *self, qd_pair *pair)
{
    const qd__bucket *bucket = qd__tree_bucket(self->tree, self->bucket),
                     *other = qd__tree_bucket(self->tree, self->other);
    const uint32_t at = qd__lowest_bit_long(self->hits);
    self->hits &= self->hits - 1;
    if (self->tree->filtered && !qd__items_pair(bucket, self->lane, other, at)) {
        return false;
    }
    const qd_found one = qd__bucket_items(bucket)[self->lane], two = qd__bucket_items(other)[at];
    pair->a = one.id.slot < two.id.slot ? one : two;
    pair->b = one.id.slot < two.id.slot ? two : one;
    return true;
}

void qd_pair_cursor_begin(qd_pair_cursor *cursor, const qd_tree *tree)
{
    pair_state *self = pair_state_of(cursor);
    memset(cursor, 0, sizeof *cursor);
    self->tree = tree;
    self->changes = tree->changes;
    push_frame(self, (frame){ .kind = WITHIN });
}

bool qd_pair_cursor_next(qd_pair_cursor *cursor, qd_pair *pair)
{
    pair_state *self = pair_state_of(cursor);
    cursor->changed = cursor->changed || self->tree->changes != self->changes;
    while (!cursor->changed) {
        if (self->hits != 0) {
            if (tell_pairs(self, pair)) {
                cursor->cost.hits++;
                return true;
            }
        } else if (self->rows != 0) {
            open_row(self);
        } else if (self->height > 0) {
            step_cursor(self, &cursor->cost);
        } else {
            break;
        }
    }
    return false;
}
