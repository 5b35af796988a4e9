// The one search behind box, point and circle: see search.h.
#include "search.h"

#include "seen.h"

#include <assert.h>

/// One search at work.
typedef struct searcher {
    const struct qd_tree *tree;
    const qd__shape *shape;
    const qd_query_filter *filter;
    bool unfiltered;
    uint64_t changes; ///< Of the tree when the search began: a visitor must not change it.
    qd__sink *sink;
    qd_cost cost;
} searcher;

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
    for (; hits; hits &= hits - 1) {
        const unsigned lane = qd__lowest_bit(hits);
        if (!search->unfiltered && !qd__item_seen(block, lane, search->filter)) {
            continue;
        }
        qd_found *found = &sink->buffer[sink->count++];
        found->id = qd__block_ids(block)[lane];
        found->user = qd__block_users(block)[lane];
        search->cost.hits++;
        if (sink->count == sink->capacity && !flush(search)) {
            return false;
        }
    }
    return true;
}

static bool search_chain(searcher *search, uint32_t place)
{
    while (place != QD__NONE) {
        const qd__block *block = qd__tree_block(search->tree, place);
        search->cost.tests += block->count;
        const uint32_t hits = search->shape->meet(search->shape, qd__block_records(block), block->count);
        if (hits && !report(search, block, hits)) {
            return false;
        }
        place = block->next;
    }
    return true;
}

qd_cost qd__search(const struct qd_tree *tree, const qd__shape *shape, const qd_query_filter *filter, qd__sink *sink)
{
    searcher search = { tree, shape, filter, qd__filter_is_open(filter), tree->changes, sink, { 0, 0, 0 } };
    uint32_t stack[3 * QD__LEVELS + 4]; // each level leaves at most three quads behind
    size_t height = 0;
    stack[height++] = 0;
    while (height > 0) {
        const qd__quad *quad = qd__quad_at(tree, stack[--height]);
        for (uint32_t cells = shape->meet(shape, quad->bounds, 4); cells; cells &= cells - 1) {
            const unsigned lane = qd__lowest_bit(cells);
            if (!search.unfiltered && !qd__cell_seen(quad, lane, filter)) {
                continue;
            }
            search.cost.nodes++;
            if (!search_chain(&search, quad->block[lane])) {
                return search.cost;
            }
            if (quad->child[lane] != QD__NONE) {
                stack[height++] = quad->child[lane];
            }
        }
    }
    flush(&search);
    return search.cost;
}
