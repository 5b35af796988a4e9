// All pairs in one walk.
//
// A cell's items meet each other, and those of the cells below it; two cells whose bounds meet are taken apart
// together:
//
//     within(quad):  for each cell    own x own,   own x all below,   within(child)
//                    for each two     between(a, b)
//     between(a, b): a's own x all of b,   b's own x all below a,   the 16 pairs of their children
//
// Where a cell's own items go down into others, a whole block goes at once, with a mask of those that meet the bounds
// so far. Straddlers thus cost what they touch, not what lies below them. Nothing comes twice, since each item lives in
// one cell. The order follows from the cells and lanes alone, so it is the same on every machine.
#include "lanes.h"
#include "quad.h"

#include <assert.h>
#include <quadrille/pairs.h>

enum { BATCH = 128 };

/// One walk at work.
typedef struct walker {
    const struct qd_tree *tree;
    uint64_t changes; ///< Of the tree when the walk began: a visitor must not change it.
    qd_pair_visitor *visitor;
    void *context;
    bool stopped;
    size_t count;
    qd_cost cost;
    qd_pair batch[BATCH];
} walker;

static void flush(walker *walk)
{
    if (walk->count == 0 || walk->stopped) {
        return;
    }
    walk->stopped = !walk->visitor(walk->context, walk->batch, walk->count);
    walk->count = 0;
    const bool unchanged = walk->tree->changes == walk->changes;
    assert(unchanged && "a visitor must not change the tree");
    walk->stopped |= !unchanged;
}

static qd_found found_at(const qd__block *block, uint32_t lane)
{
    const qd_found found = { qd__block_ids(block)[lane], qd__block_users(block)[lane] };
    return found;
}

/// Reports an item of one block with each of the hits in another, where their filters let them meet.
static void report(walker *walk, const qd__block *block, uint32_t lane, const qd__block *other, uint32_t hits)
{
    const qd_found self = found_at(block, lane);
    const uint32_t layers = qd__block_layers(block)[lane], mask = qd__block_masks(block)[lane];
    for (; hits && !walk->stopped; hits &= hits - 1) {
        const unsigned at = qd__lowest_bit(hits);
        if (!(mask & qd__block_layers(other)[at]) || !(layers & qd__block_masks(other)[at])) {
            continue;
        }
        const qd_found found = found_at(other, at);
        const bool self_first = self.id.slot < found.id.slot;
        const qd_pair pair = { self_first ? self : found, self_first ? found : self };
        walk->batch[walk->count++] = pair;
        walk->cost.hits++;
        if (walk->count == BATCH) {
            flush(walk);
        }
    }
}

static void block_with_itself(walker *walk, const qd__block *block)
{
    const qd__record *records = qd__block_records(block);
    for (uint32_t lane = 0; lane + 1 < block->count; lane++) {
        const uint32_t first = lane + 1;
        const uint32_t hits =
            qd__lanes_meet(records + first, block->count - first, qd__probe(records[lane]), walk->tree->open);
        walk->cost.tests += block->count - first;
        if (hits) {
            report(walk, block, lane, block, hits << first);
        }
    }
}

static void block_with_block(walker *walk, const qd__block *block, uint32_t live, const qd__block *other)
{
    for (; live; live &= live - 1) {
        const unsigned lane = qd__lowest_bit(live);
        const qd__record probe = qd__probe(qd__block_records(block)[lane]);
        const uint32_t hits = qd__lanes_meet(qd__block_records(other), other->count, probe, walk->tree->open);
        walk->cost.tests += other->count;
        if (hits) {
            report(walk, block, lane, other, hits);
        }
    }
}

static void block_with_chain(walker *walk, const qd__block *block, uint32_t live, uint32_t place)
{
    while (place != QD__NONE && !walk->stopped) {
        const qd__block *other = qd__tree_block(walk->tree, place);
        block_with_block(walk, block, live, other);
        place = other->next;
    }
}

/// Could any item of the one cell and below meet any of the other, by their filters?
static bool filters_meet(const walker *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    return !walk->tree->filtered || ((a->masks[lane_a] & b->layers[lane_b]) && (b->masks[lane_b] & a->layers[lane_a]));
}

/// The items of a block, of cell `lane_home` of `home`, with all in and below another cell.
static void block_with_cell(walker *walk, const qd__quad *home, uint32_t lane_home, const qd__block *block,
                            uint32_t live, const qd__quad *quad, uint32_t lane)
{
    if ((quad->count[lane] == 0 && quad->child[lane] == QD__NONE) || !filters_meet(walk, home, lane_home, quad, lane)) {
        return;
    }
    walk->cost.nodes++;
    walk->cost.tests += block->count;
    live &= qd__lanes_meet(qd__block_records(block), block->count, qd__probe(quad->bounds[lane]), walk->tree->open);
    if (!live) {
        return;
    }
    block_with_chain(walk, block, live, quad->block[lane]);
    if (quad->child[lane] != QD__NONE) {
        const qd__quad *child = qd__quad_at(walk->tree, quad->child[lane]);
        for (uint32_t i = 0; i < 4 && !walk->stopped; i++) {
            block_with_cell(walk, home, lane_home, block, live, child, i);
        }
    }
}

/// A cell's own items with all below another cell, or, where `whole`, with that cell's own items too.
static void own_with_cell(walker *walk, const qd__quad *home, uint32_t lane_home, const qd__quad *quad, uint32_t lane,
                          bool whole)
{
    for (uint32_t place = home->block[lane_home]; place != QD__NONE && !walk->stopped;) {
        const qd__block *block = qd__tree_block(walk->tree, place);
        const uint32_t live = qd__low_bits(block->count);
        if (whole) {
            block_with_cell(walk, home, lane_home, block, live, quad, lane);
        } else if (quad->child[lane] != QD__NONE) {
            const qd__quad *child = qd__quad_at(walk->tree, quad->child[lane]);
            for (uint32_t i = 0; i < 4 && !walk->stopped; i++) {
                block_with_cell(walk, home, lane_home, block, live, child, i);
            }
        }
        place = block->next;
    }
}

static bool cells_meet(const walker *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    return qd__lanes_meet(&a->bounds[lane_a], 1, qd__probe(b->bounds[lane_b]), walk->tree->open) &&
           filters_meet(walk, a, lane_a, b, lane_b);
}

static void between(walker *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->stopped || !cells_meet(walk, a, lane_a, b, lane_b)) {
        return;
    }
    walk->cost.nodes++;
    own_with_cell(walk, a, lane_a, b, lane_b, true);
    own_with_cell(walk, b, lane_b, a, lane_a, false);
    if (a->child[lane_a] != QD__NONE && b->child[lane_b] != QD__NONE) {
        const qd__quad *child_a = qd__quad_at(walk->tree, a->child[lane_a]);
        const qd__quad *child_b = qd__quad_at(walk->tree, b->child[lane_b]);
        for (uint32_t i = 0; i < 16; i++) {
            between(walk, child_a, i >> 2, child_b, i & 3);
        }
    }
}

static void own_with_own(walker *walk, uint32_t place)
{
    while (place != QD__NONE && !walk->stopped) {
        const qd__block *block = qd__tree_block(walk->tree, place);
        block_with_itself(walk, block);
        block_with_chain(walk, block, qd__low_bits(block->count), block->next);
        place = block->next;
    }
}

static void within(walker *walk, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(walk->tree, index);
    for (uint32_t lane = 0; lane < 4 && !walk->stopped; lane++) {
        if ((quad->count[lane] == 0 && quad->child[lane] == QD__NONE) || !filters_meet(walk, quad, lane, quad, lane)) {
            continue;
        }
        walk->cost.nodes++;
        own_with_own(walk, quad->block[lane]);
        own_with_cell(walk, quad, lane, quad, lane, false);
        if (quad->child[lane] != QD__NONE) {
            within(walk, quad->child[lane]);
        }
    }
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = a + 1; b < 4; b++) {
            between(walk, quad, a, quad, b);
        }
    }
}

qd_cost qd_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context)
{
    walker walk;
    walk.tree = tree;
    walk.changes = tree->changes;
    walk.visitor = visitor;
    walk.context = context;
    walk.stopped = false;
    walk.count = 0;
    walk.cost = (qd_cost){ 0, 0, 0 };
    within(&walk, 0);
    flush(&walk);
    return walk.cost;
}
