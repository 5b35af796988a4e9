// The one search behind box, point, circle and polygon: see search.h.
#include "search.h"

#include "ahead.h"
#include "directory.h"
#include "meets.h"
#include "sink.h"
#include "visitor.h"

#include <string.h>

/// Buckets that have been asked for and wait for the memory, so many at most: a search goes over the quads until there
/// are enough, compares them all, and reports what it found. Three loops that each do one thing mispredict less than
/// one that does everything, and the memory answers meanwhile.
enum {
    SEARCH_WAITING = 12,
    COVERED_AHEAD = 16, ///< Items of a bucket of which all are hits; no bucket has fewer lanes.
};

typedef struct searched_bucket {
    const qd__bucket *bucket;
    uint64_t hits;
    bool covered; ///< All of it is a hit.
} searched_bucket;

/// Nodes of one quad that wait.
typedef struct waiting_nodes {
    uint32_t quad;
    uint8_t lanes; ///< Which of its nodes.
    bool covered;  ///< The shape covers all of them.
    bool own;      ///< Their own items alone, not what is below.
} waiting_nodes;

enum { WINDOW_SQUARES_MOST = 64 }; ///< A search that overlaps more squares of the directory starts from the root.

/// One search at work.
typedef struct window_searcher {
    const struct qd_tree *tree;
    const qd__shape *shape;
    const qd__query_filter *filter;
    bool unfiltered;
    uint64_t changes; ///< Of the tree when the search began: a visitor must not change it.
    qd__sink *sink;
    qd_cost cost;
    unsigned count, most; ///< Buckets that wait, and may before they are looked into.
    searched_bucket waiting[SEARCH_WAITING];
    size_t height;
    waiting_nodes stack[4 * QD__LEVELS + 8]; // a level of squares, and each level below leaves three quads behind
} window_searcher;

static void await_bucket(window_searcher *search, uint32_t location, bool covered)
{
    const qd__bucket *bucket = qd__tree_bucket(search->tree, location);
    if (covered) { // all are hits: the items alone are read, those behind the first ones without being asked for
        qd__prefetch(bucket, 1);
        qd__prefetch(qd__location_item(bucket, location), COVERED_AHEAD * sizeof(qd_entry));
    } else if (search->tree->count > QD__LARGE / 4) { // a smaller tree is in the cache, or near it
        qd__location_prefetch_boxes(bucket, location);
    }
    searched_bucket *waiting = &search->waiting[search->count++];
    waiting->bucket = bucket;
    waiting->covered = covered;
}

/// Hands the batch over. False: the search is over.
static bool flush_found(window_searcher *search)
{
    qd__sink *sink = search->sink;
    if (!sink->visitor) {
        return sink->counts_on; // the caller's array is full
    }
    if (sink->count == 0) {
        return true;
    }
    const qd_flow flow = sink->visitor(sink->context, sink->buffer, sink->count);
    sink->count = 0;
    return qd__unchanged(search->changes, search->tree->changes) && flow == QD_CONTINUE;
}

/// Of the hits of a bucket those that pass the filter.
static uint64_t seen_items(const window_searcher *search, const qd__bucket *bucket, uint64_t hits)
{
    for (uint64_t left = search->unfiltered ? 0 : hits; left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit_long(left);
        hits &= ~((uint64_t)!qd__item_seen(bucket, lane, search->filter) << lane);
    }
    return hits;
}

/// Reports hits of a bucket that pass the filter. False: the search is over.
static bool report_seen(window_searcher *search, const qd__bucket *bucket, uint64_t hits)
{
    qd__sink *sink = search->sink;
    const qd_entry *items = qd__bucket_items(bucket);
    while (hits && sink->count < sink->capacity) { // as many as there is room for
        const size_t before = sink->count;
        for (size_t room = sink->capacity - before; hits && room > 0; hits &= hits - 1, room--) {
            qd__sink_put(sink, &items[qd__lowest_bit_long(hits)]);
        }
        search->cost.hits += sink->count - before;
        if (sink->count == sink->capacity && !flush_found(search)) {
            return false;
        }
    }
    search->cost.hits += qd__count_bits_long(hits);
    return true;
}

/// Reports the hits of a bucket. False: the search is over.
static bool report_found(window_searcher *search, const searched_bucket *waiting)
{
    qd__sink *sink = search->sink;
    const qd__bucket *bucket = waiting->bucket;
    if (!search->unfiltered || sink->capacity - sink->count <= bucket->count) {
        return report_seen(search, bucket, seen_items(search, bucket, waiting->hits));
    }
    const bool whole = waiting->covered && !qd__bucket_has_gaps(bucket);
    if (sink->splits) {
        search->cost.hits += qd__sink_split(sink, bucket, waiting->hits, whole);
        return true;
    }
    const qd_entry *items = qd__bucket_items(bucket);
    qd_entry *to = sink->buffer + sink->count; // there is room for all of them, and more
    if (whole) {
        memcpy(to, items, bucket->count * sizeof *to);
        to += bucket->count;
    }
    for (uint64_t hits = whole ? 0 : waiting->hits; hits; hits &= hits - 1) {
        *to++ = items[qd__lowest_bit_long(hits)];
    }
    search->cost.hits += (size_t)(to - sink->buffer) - sink->count;
    sink->count = (size_t)(to - sink->buffer);
    return true;
}

/// Compares buckets with the shape, and asks for the first items that will be reported.
static void compare_bucket(window_searcher *search, searched_bucket *buckets, unsigned count)
{
    const qd__shape *shape = search->shape;
    for (unsigned i = 0; i < count; i++) {
        const qd__bucket *bucket = buckets[i].bucket;
        if (buckets[i].covered) {
            buckets[i].hits = bucket->live;
            continue;
        }
        search->cost.tests += bucket->count;
        buckets[i].hits = qd__items_met(shape, bucket);
        if (buckets[i].hits) {
            qd__prefetch(qd__bucket_items(bucket) + qd__lowest_bit_long(buckets[i].hits), 1);
        }
    }
}

/// Looks into the buckets that have waited longest, half of them while there are more to come; the next ones of their
/// chains wait then. False: the search is over.
static bool search_waiting(window_searcher *search)
{
    const unsigned count = search->height > 0 ? (search->count + 1) / 2 : search->count, waiting = search->count;
    compare_bucket(search, search->waiting, count);
    search->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const searched_bucket done = search->waiting[i]; // the next of its chain takes its place, or one before
        if (done.hits && !report_found(search, &done)) {
            return false;
        }
        if (done.bucket->next != QD__NONE) {
            await_bucket(search, done.bucket->next, done.covered);
        }
    }
    for (unsigned i = count; i < waiting; i++) {
        search->waiting[search->count++] = search->waiting[i];
    }
    return true;
}

/// Which of four numbers name something.
static uint32_t there(const uint32_t *numbers)
{
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < 4; lane++) {
        mask |= (uint32_t)(numbers[lane] != QD__NONE) << lane;
    }
    return mask;
}

static uint32_t seen_of(const window_searcher *search, const qd__quad *quad, uint32_t nodes)
{
    uint32_t seen = 0;
    for (; nodes; nodes &= nodes - 1) {
        const uint32_t lane = qd__lowest_bit(nodes);
        seen |= (uint32_t)qd__node_seen(quad, lane, search->filter) << lane;
    }
    return seen;
}

static void push_quad(window_searcher *search, uint32_t quad, uint32_t lanes, bool covered, bool own)
{
    qd__prefetch(qd__quad_at(search->tree, quad), QD__QUAD_LOOK);
    const waiting_nodes nodes = { quad, (uint8_t)lanes, covered, own };
    search->stack[search->height++] = nodes;
}

/// Looks into the nodes of a quad: their buckets are to wait, their children go on the stack.
static void search_quad(window_searcher *search, const waiting_nodes *top)
{
    const qd__shape *shape = search->shape;
    const qd__quad *quad = qd__quad_at(search->tree, top->quad);
    const bool own = top->own;
    uint32_t nodes = top->lanes, covered = 0xf;
    if (!top->covered) {
        nodes &= qd__nodes_met(shape, quad);
        covered = qd__nodes_covered(shape, quad);
    }
    if (!search->unfiltered) {
        nodes = seen_of(search, quad, nodes);
    }
    search->cost.nodes += qd__count_bits(nodes);
    for (uint32_t left = own ? 0 : nodes & there(quad->child); left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit(left);
        push_quad(search, quad->child[lane], 0xf, covered >> lane & 1, false);
    }
    for (uint32_t left = nodes & there(quad->bucket); left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit(left);
        await_bucket(search, quad->bucket[lane], covered >> lane & 1);
    }
}

/// Looks into as many quads as there is room for. False: the search is over.
static bool run_search(window_searcher *search)
{
    while (search->height > 0) {
        while (search->height > 0 && search->count + 4 <= search->most) { // a quad adds four buckets at most
            const waiting_nodes top = search->stack[--search->height];
            search_quad(search, &top);
        }
        if (search->height > 0 && !search_waiting(search)) {
            return false;
        }
    }
    return true;
}

/// Looks into a leaf: its bucket is to wait. False: the search is over.
static bool search_leaf(window_searcher *search, uint32_t node)
{
    const qd__shape *shape = search->shape;
    const qd__quad *quad = qd__quad_at(search->tree, node >> 2);
    const uint32_t lane = node & 3;
    if (!(qd__nodes_met(shape, quad) >> lane & 1) ||
        !(search->unfiltered || qd__node_seen(quad, lane, search->filter))) {
        return true;
    }
    search->cost.nodes++;
    if (quad->bucket[lane] == QD__NONE) {
        return true;
    }
    while (search->count == search->most) { // where buckets have others behind them, once may not make room
        if (!search_waiting(search)) {
            return false;
        }
    }
    await_bucket(search, quad->bucket[lane], qd__nodes_covered(shape, quad) >> lane & 1);
    return true;
}

/// Looks into the leaves that the entries of the directory in a span name, and puts the quads on the stack.
static bool search_squares(window_searcher *search, qd__span span)
{
    const qd__directory *directory = &search->tree->directory;
    const size_t columns = (size_t)1 << directory->level;
    const uint32_t *row = qd__directory_row(directory, span.y0);
    for (uint32_t y = span.y0; y <= span.y1; y++, row += columns) {
        for (uint32_t x = span.x0; x <= span.x1; x++) {
            const uint32_t entry = row[x];
            if (!(entry & 1)) {
                push_quad(search, entry >> 1, 0xf, false, false);
                if (search->height > QD__LEVELS && !run_search(search)) {
                    return false;
                }
                continue;
            }
            const bool before = (x > span.x0 && row[x - 1] == entry) || (y > span.y0 && row[x - columns] == entry);
            if (!before && !search_leaf(search, entry >> 1)) {
                return false;
            }
        }
    }
    return true;
}

/// The nodes of a level that have items of their own and overlap the window.
static bool search_owners(window_searcher *search, unsigned level)
{
    const qd__directory *directory = &search->tree->directory;
    const qd__span span = qd__directory_owners(search->tree, &search->shape->window, level);
    for (uint32_t y = span.y0; y <= span.y1; y++) {
        const uint32_t *row = qd__directory_own_row(directory, level, y);
        for (uint32_t x = span.x0; x <= span.x1; x++) {
            if (row[x] != QD__NONE) {
                push_quad(search, row[x] >> 2, 1u << (row[x] & 3), false, true);
            }
            if (search->height > QD__LEVELS && !run_search(search)) {
                return false;
            }
        }
    }
    return true;
}

/// From the directory. False: the search is over.
static bool search_from_squares(window_searcher *search, qd__span span)
{
    const struct qd_tree *tree = search->tree;
    if (tree->count > QD__LARGE / 4) { // a smaller tree is in the cache, or near it
        qd__directory_prefetch(tree, span);
    }
    for (uint32_t left = tree->directory.owner_levels; left; left &= left - 1) {
        if (!search_owners(search, qd__lowest_bit(left))) {
            return false;
        }
    }
    if (tree->rest > 0) {
        push_quad(search, 0, 1u << QD__REST, false, false);
    }
    return search_squares(search, span) && run_search(search);
}

/// From the root. False: the search is over.
static bool search_from_root(window_searcher *search)
{
    push_quad(search, 0, 0xf, false, false);
    return run_search(search);
}

/// The buckets that still wait. False: the search is over.
static bool search_last(window_searcher *search)
{
    while (search->count > 0) {
        if (!search_waiting(search)) {
            return false;
        }
    }
    return true;
}

static bool search_all(window_searcher *search)
{
    if (qd__directory_serves(search->tree)) {
        const qd__span span = qd__directory_squares(search->tree, &search->shape->window);
        if (qd__span_count(span) <= WINDOW_SQUARES_MOST) {
            return search_from_squares(search, span);
        }
    }
    return search_from_root(search);
}

static qd_cost search_for(const qd__shape *shape, const qd__query_filter *filter, qd__sink *sink)
{
    const struct qd_tree *tree = shape->tree;
    window_searcher search;
    search.tree = tree;
    search.shape = shape;
    search.filter = filter;
    search.unfiltered = qd__filter_is_open(filter);
    search.changes = tree->changes;
    search.sink = sink;
    search.cost = (qd_cost){ 0, 0, 0 };
    search.count = 0;
    // A search for one item alone should not wait for all there is.
    search.most = sink->visitor || sink->counts_on || sink->capacity > SEARCH_WAITING ? SEARCH_WAITING : 8;
    search.height = 0;
    if (search_all(&search) && search_last(&search)) {
        flush_found(&search);
    }
    return search.cost;
}

size_t qd__find_shape(const qd__shape *shape, const qd__query_filter *filter, qd_entry *out, size_t capacity,
                      size_t *total)
{
    qd__sink sink = { .buffer = out, .capacity = capacity, .counts_on = total != NULL };
    if (capacity > 0 || total) {
        const qd_cost cost = search_for(shape, filter, &sink);
        if (total) {
            *total = (size_t)cost.hits;
        }
    }
    return sink.count;
}

qd_cost qd__split_shape(const qd__shape *shape, const qd__query_filter *filter, qd_id *ids, uint64_t *users,
                        size_t capacity, bool counts_on)
{
    qd__sink sink = { .capacity = capacity, .counts_on = counts_on, .splits = true };
    sink.ids = ids;
    sink.users = users;
    return search_for(shape, filter, &sink);
}

qd_cost qd__count_shape(const qd__shape *shape, const qd__query_filter *filter)
{
    qd__sink sink = { .counts_on = true };
    return search_for(shape, filter, &sink);
}

qd_cost qd__visit_shape(const qd__shape *shape, const qd__query_filter *filter, qd_visitor *visitor, void *context)
{
    qd_entry buffer[QD__BATCH];
    qd__sink sink = { .buffer = buffer, .capacity = QD__BATCH, .visitor = visitor, .context = context };
    return search_for(shape, filter, &sink);
}
