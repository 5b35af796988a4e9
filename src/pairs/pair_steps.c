// The walk over all pairs in steps: see pair_steps.h.
#include "pair_steps.h"

#include "overlap.h"

#include <assert.h>

void qd__push_frame(qd__pair_state *self, const qd__walk *walk, qd__pair_frame next)
{
    assert(self->height < QD__PAIR_FRAMES);
    next.turned = walk->turned;
    self->stack[self->height++] = next;
}

static const qd__quad *quad_of(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_at(tree, node >> 2);
}

static bool cursor_filters_match(const qd__walk *walk, uint32_t a, uint32_t b)
{
    return walk->plain || qd__match_filters(walk, quad_of(walk->home, a), a & 3, quad_of(walk->other, b), b & 3);
}

static void push_chain(qd__pair_state *self, const qd__walk *walk, uint32_t location, uint64_t live, uint32_t other)
{
    qd__push_frame(self, walk,
                   (qd__pair_frame){ .kind = QD__FRAME_CHAIN, .location = location, .live = live, .other = other });
}

static void pop(qd__pair_state *self)
{
    self->height--;
}

/// The next of the pairs of nodes that are still to come.
static void push_between(qd__pair_state *self, const qd__walk *walk, qd__pair_frame *at, uint32_t quad_a,
                         uint32_t quad_b)
{
    if (at->met == 0) {
        pop(self);
        return;
    }
    const unsigned pair = qd__lowest_bit(at->met);
    at->met &= (uint16_t)(at->met - 1);
    qd__push_frame(
        self, walk,
        (qd__pair_frame){ .kind = QD__FRAME_BETWEEN, .a = quad_a << 2 | pair >> 2, .b = quad_b << 2 | (pair & 3) });
}

/// Three steps for each node, and one more before those for pairs of nodes.
static void step_within(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    const qd__quad *quad = qd__quad_at(walk->home, at->a);
    if (at->step > 12) {
        push_between(self, walk, at, at->a, at->a);
        return;
    }
    const uint32_t lane = at->step / 3, part = at->step % 3, node = at->a << 2 | (lane & 3);
    at->step++;
    if (lane == 4) {
        const uint32_t later = 0x08ce; // as in walk.c
        at->met = (uint16_t)(qd__overlap_quads(walk, quad, quad) & later);
    } else if (part == 0 && (qd__node_is_bare(quad, lane) || !cursor_filters_match(walk, node, node))) {
        at->step += 2;
    } else if (part == 0) {
        walk->cost.nodes++;
        qd__push_frame(self, walk, (qd__pair_frame){ .kind = QD__FRAME_OWN, .location = quad->bucket[lane] });
    } else if (quad->child[lane] != QD__NONE) {
        qd__push_frame(
            self, walk,
            part == 1
                ? (qd__pair_frame){ .kind = QD__FRAME_BELOW, .a = node, .b = node, .location = quad->bucket[lane] }
                : (qd__pair_frame){ .kind = QD__FRAME_WITHIN, .a = quad->child[lane] });
    }
}

static void begin_rows(qd__pair_state *self, const qd__walk *walk, uint32_t bucket, uint32_t other)
{
    self->bucket = bucket;
    self->other = other;
    self->turned = walk->turned;
}

static void step_own(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    if (at->location == QD__NONE) {
        pop(self);
        return;
    }
    const uint32_t location = at->location;
    const qd__bucket *bucket = qd__tree_bucket(walk->home, location);
    if (at->step == 0) {
        at->step = 1;
        begin_rows(self, walk, location, location);
        self->own = true;
        self->rows = self->live = qd__overlap_own(walk, bucket);
        self->among = bucket->live;
        return;
    }
    at->step = 0;
    at->location = bucket->next;
    push_chain(self, walk, location, bucket->live, bucket->next);
}

static void step_chain(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    if (at->other == QD__NONE) {
        pop(self);
        return;
    }
    const qd__bucket *other = qd__tree_bucket(walk->other, at->other);
    const qd__bucket *bucket = qd__tree_bucket(walk->home, at->location);
    begin_rows(self, walk, at->location, at->other);
    self->own = false;
    self->rows = at->live;
    qd__overlap_reaching(walk, bucket, other, &self->rows, &self->among);
    self->rows = self->among ? self->rows : 0;
    at->other = other->next;
}

static void step_below(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    const bool whole = at->met;
    const uint32_t child = quad_of(walk->other, at->b)->child[at->b & 3], location = at->location;
    if (location == QD__NONE || (!whole && child == QD__NONE)) {
        pop(self);
        return;
    }
    const qd__bucket *bucket = qd__tree_bucket(walk->home, location);
    const uint32_t node = whole ? at->b : child << 2 | at->step;
    at->step = whole ? 0 : (at->step + 1) & 3;
    at->location = at->step == 0 ? bucket->next : location;
    qd__push_frame(
        self, walk,
        (qd__pair_frame){ .kind = QD__FRAME_NODE, .a = at->a, .b = node, .location = location, .live = bucket->live });
}

static void step_node(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    const qd__quad *quad = quad_of(walk->other, at->b);
    const uint32_t lane = at->b & 3;
    if (at->step == 0) {
        const bool looked_into = !qd__node_is_bare(quad, lane) && cursor_filters_match(walk, at->a, at->b);
        walk->cost.nodes += looked_into;
        at->live =
            looked_into ? at->live & qd__overlap_node(walk, qd__tree_bucket(walk->home, at->location), quad, lane) : 0;
        if (at->live == 0) {
            pop(self);
            return;
        }
        at->step = 1;
        push_chain(self, walk, at->location, at->live, quad->bucket[lane]);
    } else if (at->step <= 4 && quad->child[lane] != QD__NONE) {
        const uint32_t node = quad->child[lane] << 2 | (at->step - 1u);
        at->step++;
        qd__push_frame(self, walk,
                       (qd__pair_frame){
                           .kind = QD__FRAME_NODE, .a = at->a, .b = node, .location = at->location, .live = at->live });
    } else {
        pop(self);
    }
}

static void step_leaves(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    if (at->location == QD__NONE) {
        pop(self);
        return;
    }
    const uint32_t location = at->location;
    const qd__bucket *bucket = qd__tree_bucket(walk->home, location);
    at->location = bucket->next;
    push_chain(self, walk, location, bucket->live, quad_of(walk->other, at->b)->bucket[at->b & 3]);
}

static void step_between(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    const qd__quad *a = quad_of(walk->home, at->a), *b = quad_of(walk->other, at->b);
    const uint32_t lane_a = at->a & 3, lane_b = at->b & 3;
    const uint32_t child_a = a->child[lane_a], child_b = b->child[lane_b];
    if (at->step == 0 && !cursor_filters_match(walk, at->a, at->b)) {
        pop(self);
    } else if (at->step == 0 && qd__is_small_leaf(a, lane_a) && qd__is_small_leaf(b, lane_b)) {
        walk->cost.nodes++;
        at->kind = QD__FRAME_LEAVES;
        at->location = a->bucket[lane_a];
    } else if (at->step == 0) {
        at->step = 1;
        walk->cost.nodes++;
        qd__push_frame(self, walk,
                       (qd__pair_frame){
                           .kind = QD__FRAME_BELOW, .met = 1, .a = at->a, .b = at->b, .location = a->bucket[lane_a] });
    } else if (at->step == 1) {
        at->step = 2;
        if (child_a != QD__NONE && child_b != QD__NONE) {
            at->met =
                (uint16_t)qd__overlap_quads(walk, qd__quad_at(walk->home, child_a), qd__quad_at(walk->other, child_b));
        }
        qd__walk_turn(walk);
        qd__push_frame(
            self, walk,
            (qd__pair_frame){ .kind = QD__FRAME_BELOW, .a = at->b, .b = at->a, .location = b->bucket[lane_b] });
        qd__walk_turn(walk);
    } else {
        push_between(self, walk, at, child_a, child_b);
    }
}

/// All pairs of the nodes of two quads, one of each tree.
static void step_roots(qd__pair_state *self, qd__pair_frame *at, qd__walk *walk)
{
    if (at->step == 0) {
        at->step = 1;
        at->met = (uint16_t)qd__overlap_quads(walk, qd__quad_at(walk->home, at->a), qd__quad_at(walk->other, at->b));
    }
    push_between(self, walk, at, at->a, at->b);
}

void qd__step_pairs(qd__pair_state *self, qd__walk *walk)
{
    qd__pair_frame *at = &self->stack[self->height - 1];
    qd__turn_to(walk, at->turned);
    switch ((qd__frame_kind)at->kind) { // not covered: there are no other kinds
    case QD__FRAME_ROOTS:
        step_roots(self, at, walk);
        break;
    case QD__FRAME_WITHIN:
        step_within(self, at, walk);
        break;
    case QD__FRAME_OWN:
        step_own(self, at, walk);
        break;
    case QD__FRAME_BELOW:
        step_below(self, at, walk);
        break;
    case QD__FRAME_NODE:
        step_node(self, at, walk);
        break;
    case QD__FRAME_BETWEEN:
        step_between(self, at, walk);
        break;
    case QD__FRAME_LEAVES:
        step_leaves(self, at, walk);
        break;
    case QD__FRAME_CHAIN:
        step_chain(self, at, walk);
        break;
    }
}
