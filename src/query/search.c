// The one search behind box, point and circle: see search.h.
#include "search.h"

#include "seen.h"

#include <assert.h>
#include <string.h>

/// Blocks that have been asked for and wait for the memory: so many misses are under way at once.
enum { WAITING = 8 };

typedef struct waiting_block {
    const qd__block *block;
    bool covered; ///< All of it is a hit.
} waiting_block;

/// One search at work.
typedef struct searcher {
    const struct qd_tree *tree;
    const qd__shape *shape;
    const qd_query_filter *filter;
    bool unfiltered;
    uint64_t changes; ///< Of the tree when the search began: a visitor must not change it.
    qd__sink *sink;
    qd_cost cost;
    waiting_block waiting[WAITING];
    unsigned first, end; ///< Of those waiting, counted on and on.
} searcher;

static void await_block(searcher *search, uint32_t place, bool covered)
{
    const waiting_block waiting = { qd__tree_block(search->tree, place), covered };
    const size_t lanes = qd__size_lanes(qd__place_size(place));
    qd__prefetch(waiting.block, 1);
    // What will be read: the boxes, or where all are hits the items.
    const char *records = (const char *)waiting.block + QD__BLOCK_HEADER + 4 * lanes;
    qd__prefetch(covered ? records + lanes * sizeof(qd__record) : records, lanes * sizeof(qd__record));
    search->waiting[search->end++ % WAITING] = waiting;
}

/// Hands the batch over. False: the search is over.
static bool flush(searcher *search)
{
    qd__sink *sink = search->sink;
    if (!sink->visitor) {
        return false; // the caller's array is full
    }
    if (sink->count == 0) {
        return true;
    }
    const bool go_on = sink->visitor(sink->context, sink->buffer, sink->count);
    sink->count = 0;
    const bool unchanged = search->tree->changes == search->changes;
    assert(unchanged && "a visitor must not change the tree");
    return go_on && unchanged;
}

/// Reports the hits of a block. False: the search is over.
static bool report(searcher *search, const qd__block *block, uint32_t hits)
{
    qd__sink *sink = search->sink;
    const qd_found *items = qd__block_items(block);
    for (; hits; hits &= hits - 1) {
        const unsigned lane = qd__lowest_bit(hits);
        if (!search->unfiltered && !qd__item_seen(block, lane, search->filter)) {
            continue;
        }
        sink->buffer[sink->count++] = items[lane];
        search->cost.hits++;
        if (sink->count == sink->capacity && !flush(search)) {
            return false;
        }
    }
    return true;
}

/// Reports a whole block that nothing filters: a copy, as long as there is room.
static bool report_whole(searcher *search, const qd__block *block)
{
    qd__sink *sink = search->sink;
    if (!search->unfiltered || sink->capacity - sink->count <= block->count) {
        return report(search, block, qd__low_bits(block->count));
    }
    memcpy(sink->buffer + sink->count, qd__block_items(block), block->count * sizeof *sink->buffer);
    sink->count += block->count;
    search->cost.hits += block->count;
    return true;
}

/// Does the shape cover all there is in the bounds, so that nothing in them needs a test? With open edges strictly,
/// since a point on the window's edge is not in it.
static bool covers(const qd__shape *shape, const qd__record *bounds)
{
    const float *outer = shape->window.v, *inner = bounds->v;
    if (!shape->is_window) {
        return false;
    }
    return shape->open ? outer[0] < inner[0] && outer[1] < inner[1] && outer[2] < inner[2] && outer[3] < inner[3]
                       : outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] <= inner[2] && outer[3] <= inner[3];
}

/// Looks into a block; `covered`: all its items are hits. False: the search is over.
static bool search_block(searcher *search, const qd__block *block, bool covered)
{
    if (covered) {
        return report_whole(search, block);
    }
    search->cost.tests += block->count;
    const uint32_t hits = search->shape->meet(search->shape, qd__block_records(block), block->count);
    return !hits || report(search, block, hits);
}

/// Looks into the block that has waited longest, and lets the next of its chain wait. False: the search is over.
static bool search_waiting(searcher *search)
{
    const waiting_block oldest = search->waiting[search->first++ % WAITING];
    const uint32_t next = oldest.block->next;
    if (!search_block(search, oldest.block, oldest.covered)) {
        return false;
    }
    if (next != QD__NONE) {
        await_block(search, next, oldest.covered);
    }
    return true;
}

#define COVERED (UINT32_C(1) << 31) ///< Beside a quad's number on the stack: the shape covers all of it.

/// Looks into the cells of a quad: their blocks are to wait, their children go on the stack. Returns its new height.
static size_t search_quad(searcher *search, uint32_t top, uint32_t *stack, size_t height)
{
    const uint32_t inherited = top & COVERED;
    const qd__quad *quad = qd__quad_at(search->tree, top & ~COVERED);
    uint32_t cells = inherited ? 0xf : search->shape->meet(search->shape, quad->bounds, 4);
    for (; cells; cells &= cells - 1) {
        const unsigned lane = qd__lowest_bit(cells);
        if (!search->unfiltered && !qd__cell_seen(quad, lane, search->filter)) {
            continue;
        }
        const uint32_t covered = inherited || covers(search->shape, &quad->bounds[lane]) ? COVERED : 0;
        search->cost.nodes++;
        if (quad->block[lane] != QD__NONE) {
            await_block(search, quad->block[lane], covered != 0);
        }
        if (quad->child[lane] != QD__NONE) {
            qd__prefetch(qd__quad_at(search->tree, quad->child[lane]), QD__QUAD_LOOK);
            stack[height++] = quad->child[lane] | covered;
        }
    }
    return height;
}

qd_cost qd__search(const struct qd_tree *tree, const qd__shape *shape, const qd_query_filter *filter, qd__sink *sink)
{
    searcher search;
    search.tree = tree;
    search.shape = shape;
    search.filter = filter;
    search.unfiltered = qd__filter_is_open(filter);
    search.changes = tree->changes;
    search.sink = sink;
    search.cost = (qd_cost){ 0, 0, 0 };
    search.first = search.end = 0;
    uint32_t stack[3 * QD__LEVELS + 4]; // each level leaves at most three quads behind
    size_t height = 0;
    stack[height++] = 0;
    while (height > 0 || search.first != search.end) {
        // A quad adds four blocks at most, and each block that is looked into one.
        if (height > 0 && search.end - search.first <= WAITING - 4) {
            height--;
            height = search_quad(&search, stack[height], stack, height);
        } else if (!search_waiting(&search)) {
            return search.cost;
        }
    }
    flush(&search);
    return search.cost;
}
