// All pairs in one walk: see walk.h.
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
//
// A walk that is dealt out (deal.h) asks at each step whether others take it; what they do not take it does itself.
#include "walk.h"

#include "deal.h"
#include "lanes_base.h"

#include <assert.h>

void qd__walk_flush(qd__walk *walk)
{
    if (walk->count == 0 || walk->stopped) {
        return;
    }
    if (!walk->visitor) {
        walk->stopped = true; // the batch is all the room there is
        return;
    }
    walk->stopped = !walk->visitor(walk->context, walk->batch, walk->count);
    walk->count = 0;
    const bool unchanged = walk->tree->changes == walk->changes;
    assert(unchanged && "a visitor must not change the tree");
    walk->stopped |= !unchanged;
}

/// Does each one's mask hold one of the other's layers?
static bool items_pair(const qd__block *a, uint32_t lane_a, const qd__block *b, uint32_t lane_b)
{
    return (qd__item_mask(a, lane_a) & qd__item_layers(b, lane_b)) &&
           (qd__item_mask(b, lane_b) & qd__item_layers(a, lane_a));
}

/// Makes a pair. The one with the lower slot comes first, picked by an index: a branch would be guessed
/// wrong half the time.
static inline void put(qd_pair *pair, const qd_found *one, const qd_found *other)
{
    const qd_found both[2] = { *one, *other };
    const unsigned first = both[0].id.slot > both[1].id.slot;
    *pair = (qd_pair){ both[first], both[1 - first] };
}

/// Reports the pairs of two blocks, as long as there is room for all of them and no filter.
static void report_freely(qd__walk *walk, const qd__block *block, const qd__block *other, const uint16_t *hits,
                          unsigned count)
{
    const qd_found *items = qd__block_items(block), *other_items = qd__block_items(other);
    const qd__record *records = qd__block_records(block), *other_records = qd__block_records(other);
    const bool open = walk->tree->open;
    qd_pair *pair = walk->batch + walk->count;
    for (unsigned i = 0; i < count; i++) {
        const unsigned lane = hits[i] & 0xff, at = hits[i] >> 8;
        put(pair, &items[lane], &other_items[at]);
        pair += qd__one_meets(&records[lane], &other_records[at], open);
    }
    const size_t found = (size_t)(pair - walk->batch) - walk->count;
    walk->count += found;
    walk->cost.hits += found;
}

/// The same where the batch may become full on the way, or filters decide.
static void report_with_care(qd__walk *walk, const qd__block *block, const qd__block *other, const uint16_t *hits,
                             unsigned count)
{
    for (unsigned i = 0; i < count && !walk->stopped; i++) {
        const unsigned lane = hits[i] & 0xff, at = hits[i] >> 8;
        if (!qd__one_meets(&qd__block_records(block)[lane], &qd__block_records(other)[at], walk->tree->open) ||
            (walk->tree->filtered && !items_pair(block, lane, other, at))) {
            continue;
        }
        put(&walk->batch[walk->count], &qd__block_items(block)[lane], &qd__block_items(other)[at]);
        walk->cost.hits++;
        if (++walk->count == walk->room) {
            qd__walk_flush(walk);
        }
    }
}

static void report(qd__walk *walk, const qd__block *block, const qd__block *other, const uint16_t *hits, unsigned count)
{
    if (walk->room - walk->count > count && !walk->tree->filtered) {
        report_freely(walk, block, other, hits, count);
    } else {
        report_with_care(walk, block, other, hits, count);
    }
}

static void block_with_itself(qd__walk *walk, const qd__block *block)
{
    uint16_t hits[QD__HITS_MOST];
    const qd__coarse boxes = qd__block_coarse(block);
    walk->cost.tests += (uint64_t)block->count * (block->count - 1) / 2;
    report(walk, block, block, hits, walk->tree->lanes->may_meet_within(&boxes, hits));
}

/// Which of a block's items may meet the bounds of others.
static uint32_t narrow(qd__walk *walk, const qd__block *block, const qd__record *bounds)
{
    const qd__coarse boxes = qd__block_coarse(block);
    walk->cost.tests += block->count;
    return walk->tree->lanes->may_meet(&boxes, bounds);
}

static void block_with_block(qd__walk *walk, const qd__block *block, uint32_t live, const qd__block *other)
{
    uint16_t hits[QD__HITS_MOST];
    const qd__coarse boxes = qd__block_coarse(other);
    const qd__record *records = qd__block_records(block);
    walk->cost.tests += (uint64_t)qd__count_bits(live) * other->count;
    report(walk, block, other, hits, walk->tree->lanes->may_meet_each(&boxes, records, live, hits));
}

static void block_with_chain(qd__walk *walk, const qd__block *block, uint32_t live, uint32_t place)
{
    while (place != QD__NONE && !walk->stopped) {
        const qd__block *other = qd__tree_block(walk->tree, place);
        block_with_block(walk, block, live, other);
        place = other->next;
    }
}

/// Could any item of the one cell and below meet any of the other, by their filters?
static bool filters_meet(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    return !walk->tree->filtered || ((a->masks[lane_a] & b->layers[lane_b]) && (b->masks[lane_b] & a->layers[lane_a]));
}

/// The items of a block, of cell `lane_home` of `home`, with all in and below another cell.
static void block_with_cell(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__block *block,
                            uint32_t live, const qd__quad *quad, uint32_t lane)
{
    if ((quad->count[lane] == 0 && quad->child[lane] == QD__NONE) || !filters_meet(walk, home, lane_home, quad, lane)) {
        return;
    }
    if (walk->dealer && qd__deal_cell(walk, home, lane_home, block, live, quad, lane)) {
        return;
    }
    walk->cost.nodes++;
    live &= narrow(walk, block, &quad->bounds[lane]);
    if (!live) {
        return;
    }
    if (!walk->dealer || !qd__deal_chain(walk, block, live, quad->block[lane])) {
        block_with_chain(walk, block, live, quad->block[lane]);
    }
    if (quad->child[lane] != QD__NONE) {
        const qd__quad *child = qd__quad_at(walk->tree, quad->child[lane]);
        for (uint32_t i = 0; i < 4 && !walk->stopped; i++) {
            block_with_cell(walk, home, lane_home, block, live, child, i);
        }
    }
}

/// A cell's own items with all below another cell, or, where `whole`, with that cell's own items too.
static void own_with_cell(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__quad *quad, uint32_t lane,
                          bool whole)
{
    if (!whole && quad->child[lane] == QD__NONE) {
        return;
    }
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

/// Two leaves of few blocks.
static void leaf_with_leaf(qd__walk *walk, uint32_t place, const qd__quad *quad, uint32_t lane)
{
    walk->cost.nodes++;
    while (place != QD__NONE && !walk->stopped) {
        const qd__block *block = qd__tree_block(walk->tree, place);
        const uint32_t live = narrow(walk, block, &quad->bounds[lane]);
        if (live) {
            block_with_chain(walk, block, live, quad->block[lane]);
        }
        place = block->next;
    }
}

/// Two cells whose bounds meet.
static void between(qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->stopped || !filters_meet(walk, a, lane_a, b, lane_b)) {
        return;
    }
    if (walk->dealer && qd__deal_between(walk, a, lane_a, b, lane_b)) {
        return;
    }
    if (qd__is_small_leaf(a, lane_a) && qd__is_small_leaf(b, lane_b)) {
        leaf_with_leaf(walk, a->block[lane_a], b, lane_b);
        return;
    }
    walk->cost.nodes++;
    own_with_cell(walk, a, lane_a, b, lane_b, true);
    own_with_cell(walk, b, lane_b, a, lane_a, false);
    if (a->child[lane_a] != QD__NONE && b->child[lane_b] != QD__NONE) {
        const qd__quad *child_a = qd__quad_at(walk->tree, a->child[lane_a]);
        const qd__quad *child_b = qd__quad_at(walk->tree, b->child[lane_b]);
        uint32_t met = qd__sixteen_meet(child_b->bounds, child_a->bounds, walk->tree->open);
        for (; met; met &= met - 1) {
            const unsigned pair = qd__lowest_bit(met);
            between(walk, child_a, pair >> 2, child_b, pair & 3);
        }
    }
}

/// A block's items with each other and with the cell's own items in the blocks that follow.
static void own_block(qd__walk *walk, const qd__block *block)
{
    block_with_itself(walk, block);
    block_with_chain(walk, block, qd__low_bits(block->count), block->next);
}

/// Asks for all that will be read of a block: most of it is.
static void prefetch_block(const qd__walk *walk, uint32_t place)
{
    if (place != QD__NONE) {
        qd__block_prefetch(qd__tree_block(walk->tree, place), qd__place_size(place));
    }
}

static void own_with_own(qd__walk *walk, uint32_t place)
{
    while (place != QD__NONE && !walk->stopped) {
        const qd__block *block = qd__tree_block(walk->tree, place);
        prefetch_block(walk, block->next);
        if (!walk->dealer || !qd__deal_own(walk, block)) {
            own_block(walk, block);
        }
        place = block->next;
    }
}

static void within(qd__walk *walk, const qd__quad *quad)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        prefetch_block(walk, quad->block[lane]);
    }
    if (walk->dealer && qd__deal_within(walk, quad)) {
        return;
    }
    for (uint32_t lane = 0; lane < 4 && !walk->stopped; lane++) {
        if ((quad->count[lane] == 0 && quad->child[lane] == QD__NONE) || !filters_meet(walk, quad, lane, quad, lane)) {
            continue;
        }
        walk->cost.nodes++;
        own_with_own(walk, quad->block[lane]);
        own_with_cell(walk, quad, lane, quad, lane, false);
        if (quad->child[lane] != QD__NONE) {
            within(walk, qd__quad_at(walk->tree, quad->child[lane]));
        }
    }
    const uint32_t later = 0x08ce; // of the sixteen pairs, those of a cell with one that comes after it
    uint32_t met = qd__sixteen_meet(quad->bounds, quad->bounds, walk->tree->open) & later;
    for (; met; met &= met - 1) {
        const unsigned pair = qd__lowest_bit(met);
        between(walk, quad, pair >> 2, quad, pair & 3);
    }
}

void qd__walk_piece(qd__walk *walk, const qd__piece *piece)
{
    switch (piece->kind) {
    case QD__PIECE_WITHIN:
        within(walk, piece->quad);
        break;
    case QD__PIECE_BETWEEN:
        between(walk, piece->home, piece->lane_home, piece->quad, piece->lane);
        break;
    case QD__PIECE_CELL:
        block_with_cell(walk, piece->home, piece->lane_home, piece->block, piece->live, piece->quad, piece->lane);
        break;
    case QD__PIECE_CHAIN:
        block_with_chain(walk, piece->block, piece->live, piece->place);
        break;
    case QD__PIECE_OWN:
        own_block(walk, piece->block);
        break;
    }
}
