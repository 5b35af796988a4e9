// The one search behind box, point, circle and polygon: see search.h.
#include "search.h"

#include "directory.h"

#include <assert.h>
#include <string.h>

/// Buckets that have been asked for and wait for the memory, so many at most: a search goes over the quads until there
/// are enough, compares them all, and reports what it found. Loops that each do one thing mispredict less than one that
/// does everything, and the memory answers meanwhile.
enum {
    SEARCH_WAITING = 12,                    ///< Buckets that wait for memory at once,
    FEW_WAITING = 8,                        ///< and in a search that may end soon.
    COVERED_AHEAD = 16,                     ///< Items of a bucket of which all are hits; no bucket has fewer lanes.
    BATCH_ROOM = QD__BATCH + QD__BATCH / 2, ///< So that there always is room for two buckets.
};
static_assert(QD__BATCH + QD__LANES_MOST + QD__PICKED_AT_ONCE <= BATCH_ROOM,
              "a batch that is not full has room for a bucket");

/// Where results go: into a batch, and from there to the visitor, or into the caller's array.
typedef struct result_sink {
    qd_entry *batch; ///< NULL: results are counted.
    size_t count;    ///< Results in it.
    qd_visitor *visitor;
    void *context;
    qd_entry *out; ///< Without a visitor: results are written up to a capacity,
    size_t capacity, written;
    bool counts_on; ///< and counted beyond it.
    bool whole;     ///< It takes the items of a bucket from where they lie: fewer at a time, but none is copied first.
} result_sink;

/// A bucket that waits.
typedef struct searched_bucket {
    const qd__bucket *bucket;
    uint32_t location;
    bool covered; ///< All of it is a hit.
} searched_bucket;

/// Nodes of one quad that wait.
typedef struct waiting_nodes {
    uint32_t quad;
    uint8_t lanes; ///< Which of its nodes.
    bool covered;  ///< The shape covers all of them.
    bool own;      ///< Their own items alone, not what is below.
} waiting_nodes;

enum {
    WINDOW_SQUARES_MOST = 64, ///< A search that overlaps more squares of the directory starts from the root.
    TOGETHER_WAITING = 48,    ///< Buckets of questions that are answered together, at most,
    TOGETHER_SQUARES = 16,    ///< and squares of one of them.
};

/// One search at work.
typedef struct window_searcher {
    const struct qd_tree *tree;
    const qd__shape *shape;
    const qd__query_filter *filter;
    bool unfiltered;
    bool few;         ///< Nodes are compared with the probe alone.
    bool picks;       ///< What overlaps the probe is a hit, or nearly always, whatever its filter.
    bool large;       ///< The tree is in no near cache: prefetch.
    bool together;    ///< Buckets of several questions wait: none is looked into before all do.
    uint64_t changes; ///< The tree's changes when the search began: a visitor must not change it.
    result_sink *sink;
    qd_cost cost;
    unsigned count, most; ///< Buckets that wait, and may before they are looked into.
    searched_bucket *waiting;
    qd__picked *found; ///< Their boxes, and which are hits.
    size_t height;
    waiting_nodes stack[4 * QD__LEVELS + 8]; // a level of squares, and each level below leaves three quads behind
} window_searcher;

static void ask_for_boxes(const searched_bucket *waiting)
{
    const qd__bucket *bucket = waiting->bucket;
    if (waiting->covered) { // the items alone are read, those behind the first ones without being asked for
        qd__prefetch(bucket, 1);
        qd__prefetch(qd__location_item(bucket, waiting->location), COVERED_AHEAD * sizeof(qd_entry));
    } else {
        qd__location_prefetch_boxes(bucket, waiting->location);
    }
}

static inline void await_bucket(window_searcher *search, uint32_t location, bool covered)
{
    const qd__bucket *bucket = qd__tree_bucket(search->tree, location);
    const searched_bucket waiting = { bucket, location, covered };
    if (search->large)
        ask_for_boxes(&waiting);
    search->waiting[search->count++] = waiting;
}

/// Hands the batch over, QD__BATCH results at a time. False: the search is over.
static bool flush_found(window_searcher *search)
{
    result_sink *sink = search->sink;
    size_t done = 0, left = sink->count;
    while (left > 0) {
        const size_t some = left < QD__BATCH ? left : QD__BATCH;
        const qd_flow flow = sink->visitor(sink->context, sink->batch + done, some);
        done += some;
        left -= some;
        if (!qd__unchanged(search->changes, search->tree->upkeep.changes) || flow != QD_CONTINUE) {
            search->cost.hits -= left;
            return false;
        }
        if (left < QD__BATCH)
            break;
    }
    sink->count = left;
    memcpy(sink->batch, sink->batch + done, left * sizeof *sink->batch);
    return true;
}

/// Copies results into the caller's array, as far as there is room. False: the search is over.
static bool write_found(result_sink *sink, const qd_entry *found, size_t count)
{
    const size_t room = sink->capacity - sink->written, some = count < room ? count : room;
    memcpy(sink->out + sink->written, found, some * sizeof *found);
    sink->written += some;
    sink->count = 0;
    return sink->written < sink->capacity || sink->counts_on;
}

/// Makes a bucket that has waited ready to be compared with a window; lanes that are not live are no hits.
static inline void pick_from(searched_bucket waiting, const qd__shape *shape, qd__picked *found)
{
    const qd__bucket *bucket = waiting.bucket;
    found->boxes.sides = qd__bucket_sides(bucket);
    found->boxes.stride = bucket->lanes;
    found->boxes.count = waiting.covered ? 0 : bucket->lanes;
    found->hits = bucket->live;
    found->items = qd__bucket_items(bucket);
    found->window = &shape->rounded.window;
}

/// Decides on the hits that are in doubt, by their exact boxes. False: none was in doubt, and nothing has changed.
static bool settle_doubtful(const qd__shape *shape, const searched_bucket *waiting, qd__picked *found, unsigned count)
{
    uint64_t doubtful = 0;
    for (unsigned i = 0; i < count; i++)
        doubtful |= found[i].doubtful;
    for (unsigned i = 0; doubtful && i < count; i++) {
        found[i].hits = qd__confirm_some(shape, waiting[i].bucket, found[i].hits, found[i].doubtful);
        found[i].boxes.count = 0;
    }
    return doubtful;
}

/// Makes the buckets that have waited longest ready to be compared. What the probe alone does not decide is decided
/// here.
static void open_waiting(window_searcher *search, unsigned count)
{
    uint64_t tests = 0;
    for (unsigned i = 0; i < count; i++) {
        const searched_bucket waiting = search->waiting[i];
        qd__picked *found = &search->found[i];
        pick_from(waiting, search->shape, found);
        tests += waiting.covered ? 0 : waiting.bucket->count;
        if (!search->picks) {
            uint64_t hits = waiting.covered ? found->hits : qd__items_met(search->shape, waiting.bucket);
            for (uint64_t left = search->unfiltered ? 0 : hits; left; left &= left - 1) {
                const unsigned lane = qd__lowest_bit_long(left);
                hits &= ~((uint64_t)!qd__item_seen(waiting.bucket, lane, search->filter) << lane);
            }
            found->hits = hits;
            found->boxes.count = 0;
        }
    }
    search->cost.tests += tests;
}

/// Copies the items of hits, or counts them where there is nothing to copy them to. Returns where they end.
static QD__ALWAYS_INLINE qd_entry *pick_waiting(window_searcher *search, unsigned first, unsigned count, qd_entry *to)
{
    const qd__shape *shape = search->shape;
    const bool doubts = QD__CAN_BOUNDS && shape->confirm;
    qd__picked *found = &search->found[first];
    qd_entry *end = shape->simd->pick(found, count, shape->rounded.open, doubts, to);
    if (doubts && settle_doubtful(shape, &search->waiting[first], found, count))
        end = shape->simd->pick(found, count, shape->rounded.open, false, to);
    return end;
}

/// Is every item of the bucket a hit, in lanes side by side? Such items need not be copied one by one.
static inline bool is_whole(const window_searcher *search, searched_bucket waiting)
{
    return QD__CAN_FEW_SQUARES && search->picks && search->sink->whole && waiting.covered &&
           waiting.bucket->count > 0 && !qd__bucket_has_gaps(waiting.bucket);
}

/// Reports all items of a bucket from where they lie, after what was found before. False: the search is over.
static bool report_whole(window_searcher *search, const qd__bucket *bucket)
{
    result_sink *sink = search->sink;
    const qd_entry *items = qd__bucket_items(bucket);
    if (!sink->visitor) {
        search->cost.hits += bucket->count;
        return write_found(sink, items, bucket->count);
    }
    while (sink->count > 0)
        if (!flush_found(search))
            return false;
    search->cost.hits += bucket->count;
    return sink->visitor(sink->context, items, bucket->count) == QD_CONTINUE;
}

/// Compares these buckets and reports what they have: as many buckets at a time as there is room for. False: the search
/// is over.
static bool report_waiting(window_searcher *search, unsigned count)
{
    result_sink *sink = search->sink;
    for (unsigned i = 0, some; i < count; i += some) {
        if (!sink->visitor && sink->written == sink->capacity) {
            pick_waiting(search, i, count - i, NULL); // the rest is counted
            for (; i < count; i++)
                search->cost.hits += search->found[i].found;
            return true;
        }
        if (is_whole(search, search->waiting[i])) {
            some = 1;
            if (!report_whole(search, search->waiting[i].bucket))
                return false;
            continue;
        }
        size_t most = sink->count;
        for (some = 0; i + some < count && !is_whole(search, search->waiting[i + some]); some++) {
            most += search->waiting[i + some].bucket->count;
            if (most > BATCH_ROOM - QD__PICKED_AT_ONCE)
                break;
        }
        qd_entry *from = sink->batch + sink->count;
        const size_t found = (size_t)(pick_waiting(search, i, some, from) - from);
        sink->count += found;
        search->cost.hits += found;
        if (sink->visitor ? sink->count >= QD__BATCH && !flush_found(search) : !write_found(sink, from, found))
            return false;
    }
    return true;
}

/// Looks into the buckets that have waited longest, half of them while there are more to come; the next ones of their
/// chains wait then. False: the search is over.
static bool search_waiting(window_searcher *search)
{
    if (QD__CAN_FEW_SQUARES && search->together)
        return false;
    const unsigned waiting = search->count, count = search->height > 0 ? (waiting + 1) / 2 : waiting;
    open_waiting(search, count);
    if (!report_waiting(search, count))
        return false;
    search->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const searched_bucket done = search->waiting[i]; // the next of its chain takes its place, or one before
        if (done.bucket->next != QD__NONE)
            await_bucket(search, done.bucket->next, done.covered);
    }
    for (unsigned i = count; i < waiting; i++)
        search->waiting[search->count++] = search->waiting[i];
    return true;
}

static void push_quad(window_searcher *search, uint32_t quad, uint32_t lanes, bool covered, bool own)
{
    if (search->large)
        qd__tree_prefetch_quad(search->tree, quad);
    const waiting_nodes nodes = { quad, (uint8_t)lanes, covered, own };
    search->stack[search->height++] = nodes;
}

/// Looks into the nodes of a quad: their buckets are to wait, their children go on the stack.
static inline void search_quad(window_searcher *search, waiting_nodes top, const qd__wide probe[4],
                               const qd__wide certain[4])
{
    const qd__shape *shape = search->shape;
    const qd__quad *quad = qd__quad_at(search->tree, top.quad);
    uint32_t nodes = top.lanes, covered = 0xf;
    if (!top.covered) {
        nodes &= shape->hooks.nodes ? shape->hooks.nodes(shape, &quad->bounds)
                                    : qd__four_within(&quad->bounds, probe, shape->rounded.open);
        covered = qd__four_around(&quad->bounds, certain, shape->rounded.certain_open);
    }
    for (uint32_t left = search->unfiltered ? 0 : nodes; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        nodes &= ~((uint32_t)!qd__node_seen(quad, lane, search->filter) << lane);
    }
    search->cost.nodes += UINT64_C(0x4332322132212110) >> 4 * nodes & 0xf; // as many as bits are set
    for (uint32_t left = top.own ? 0 : nodes & ~qd__four_equal(quad->child, QD__NONE); left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit(left);
        push_quad(search, quad->child[lane], 0xf, covered >> lane & 1, false);
    }
    for (uint32_t left = nodes & ~qd__four_equal(quad->bucket, QD__NONE); left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit(left);
        await_bucket(search, quad->bucket[lane], covered >> lane & 1);
    }
}

/// Looks into as many quads as there is room for. False: the search is over.
static bool run_search(window_searcher *search)
{
    qd__wide probe[4], certain[4];
    qd__four_splat(&search->shape->rounded.window.probe, probe);
    qd__four_splat(&search->shape->rounded.window.certain, certain);
    while (search->height > 0) {
        while (search->height > 0 && search->count + 4 <= search->most) // a quad adds four buckets at most
            search_quad(search, search->stack[--search->height], probe, certain);
        if (search->height > 0 && !search_waiting(search))
            return false;
    }
    return true;
}

/// Looks into a leaf: its bucket is to wait. False: the search is over.
static inline bool search_leaf(window_searcher *search, uint32_t node, const qd__wide probe[4],
                               const qd__wide certain[4])
{
    const qd__shape *shape = search->shape;
    const qd__quad *quad = qd__quad_of(search->tree, node);
    const uint32_t lane = qd__node_lane(node);
    const uint32_t met = shape->hooks.nodes ? shape->hooks.nodes(shape, &quad->bounds)
                                            : qd__four_within(&quad->bounds, probe, shape->rounded.open);
    if (!(met >> lane & 1) || !(search->unfiltered || qd__node_seen(quad, lane, search->filter)))
        return true;
    search->cost.nodes++;
    if (quad->bucket[lane] == QD__NONE)
        return true;
    while (search->count == search->most) // where buckets have others behind them, once may not make room
        if (!search_waiting(search))
            return false;
    await_bucket(search, quad->bucket[lane],
                 qd__four_around(&quad->bounds, certain, shape->rounded.certain_open) >> lane & 1);
    return true;
}

/// Looks into the leaves that the entries of the directory in a span name, and puts the quads on the stack.
static bool search_squares(window_searcher *search, qd__span span)
{
    const qd__directory *directory = &search->tree->directory.current;
    const size_t columns = (size_t)1 << directory->level;
    const uint32_t *row = qd__directory_row(directory, span.y0);
    qd__wide probe[4], certain[4];
    qd__four_splat(&search->shape->rounded.window.probe, probe);
    qd__four_splat(&search->shape->rounded.window.certain, certain);
    for (uint32_t y = span.y0; y <= span.y1; y++, row += columns) {
        for (uint32_t x = span.x0; x <= span.x1; x++) {
            const uint32_t entry = row[x];
            if (!(entry & 1)) {
                push_quad(search, entry >> 1, 0xf, false, false);
                if (search->height > QD__LEVELS && !run_search(search))
                    return false;
                continue;
            }
            const bool before = (x > span.x0 && row[x - 1] == entry) || (y > span.y0 && (row - columns)[x] == entry);
            if (!before && !search_leaf(search, entry >> 1, probe, certain))
                return false;
        }
    }
    return true;
}

/// The same where all leaves' buckets may wait: the usual question about a few squares. A loop without calls.
static QD__NEVER_INLINE void search_few_squares(window_searcher *search, qd__span span)
{
    const struct qd_tree *tree = search->tree;
    const qd__directory *directory = &tree->directory.current;
    const size_t columns = (size_t)1 << directory->level;
    const uint32_t *row = qd__directory_row(directory, span.y0), *above = row;
    const bool open = search->shape->rounded.open, certain_open = search->shape->rounded.certain_open;
    searched_bucket *waiting = &search->waiting[search->count];
    uint64_t nodes = 0;
    qd__wide probe[4], certain[4];
    qd__four_splat(&search->shape->rounded.window.probe, probe);
    qd__four_splat(&search->shape->rounded.window.certain, certain);
    for (uint32_t y = span.y0; y <= span.y1; y++, above = row, row += columns) {
        for (uint32_t x = span.x0; x <= span.x1; x++) {
            const uint32_t entry = row[x];
            if (!(entry & 1)) {
                push_quad(search, entry >> 1, 0xf, false, false);
                continue;
            }
            if ((x > span.x0 && row[x - 1] == entry) || (above != row && above[x] == entry))
                continue;
            const qd__quad *quad = qd__quad_of(tree, entry >> 1);
            const uint32_t lane = qd__node_lane(entry >> 1);
            if (!(qd__four_within(&quad->bounds, probe, open) >> lane & 1))
                continue;
            nodes++;
            const bool covered = qd__four_around(&quad->bounds, certain, certain_open) >> lane & 1;
            waiting->location = quad->bucket[lane];
            waiting->covered = covered;
            if (waiting->location != QD__NONE) {
                waiting->bucket = qd__tree_bucket(tree, waiting->location);
                waiting++;
            }
        }
    }
    search->cost.nodes += nodes;
    const unsigned first = search->count;
    search->count = (unsigned)(waiting - search->waiting);
    for (unsigned i = first; search->large && i < search->count; i++)
        ask_for_boxes(&search->waiting[i]);
}

/// The nodes of a level that have items of their own and overlap the window.
static bool search_owners(window_searcher *search, unsigned level)
{
    const qd__directory *directory = &search->tree->directory.current;
    const qd__span span = qd__directory_owners(search->tree, &search->shape->rounded.window.aabb, level);
    for (uint32_t y = span.y0; y <= span.y1; y++) {
        const uint32_t *row = qd__directory_own_row(directory, level, y);
        for (uint32_t x = span.x0; x <= span.x1; x++) {
            if (row[x] != QD__NONE)
                push_quad(search, qd__node_quad(row[x]), 1u << qd__node_lane(row[x]), false, true);
            if (search->height > QD__LEVELS && !run_search(search))
                return false;
        }
    }
    return true;
}

/// From the directory. False: the search is over.
static QD__ALWAYS_INLINE bool search_from_squares(window_searcher *search, qd__span span)
{
    const struct qd_tree *tree = search->tree;
    if (search->large)
        qd__directory_prefetch(tree, span);
    for (uint32_t left = tree->directory.current.owner_levels; left; left &= left - 1)
        if (!search_owners(search, qd__lowest_bit(left)))
            return false;
    if (tree->rest > 0)
        push_quad(search, 0, 1u << QD__REST, false, false);
    if (QD__CAN_FEW_SQUARES && search->few && search->count + qd__span_count(span) <= search->most)
        search_few_squares(search, span);
    else if (!search_squares(search, span))
        return false;
    return (search->height == 0 || run_search(search));
}

/// From the directory, or from the root. False: the search is over.
static bool search_all(window_searcher *search)
{
    if (qd__directory_serves(search->tree)) {
        const qd__aabb *window = &search->shape->rounded.window.aabb;
        const qd__span span =
            QD__CAN_FEW_SQUARES ? qd__squares_met(search->tree, window) : qd__directory_squares(search->tree, window);
        if (qd__span_count(span) <= WINDOW_SQUARES_MOST)
            return search_from_squares(search, span);
    }
    push_quad(search, 0, 0xf, false, false);
    return run_search(search);
}

static qd_cost search_for(const qd__shape *shape, const qd__query_filter *filter, result_sink *sink)
{
    const struct qd_tree *tree = shape->tree;
    searched_bucket waiting[SEARCH_WAITING];
    qd__picked found[SEARCH_WAITING];
    window_searcher search;
    search.waiting = waiting;
    search.found = found;
    search.together = false;
    search.tree = tree;
    search.shape = shape;
    search.filter = filter;
    search.unfiltered = qd__filter_is_open(filter);
    search.few = QD__CAN_FEW_SQUARES && search.unfiltered && !shape->hooks.nodes;
    search.picks = search.unfiltered && !shape->hooks.hits && !shape->rounded.doubts;
    search.large = tree->count > QD__LARGE / 4;
    search.changes = tree->upkeep.changes;
    search.sink = sink;
    search.cost = (qd_cost){ 0, 0, 0 };
    search.count = 0;
    // A search for one item alone should not wait for all there is.
    search.most = sink->visitor || sink->counts_on || sink->capacity > SEARCH_WAITING ? SEARCH_WAITING : FEW_WAITING;
    search.height = 0;
    bool goes_on = search_all(&search);
    while (goes_on && search.count > 0)
        goes_on = search_waiting(&search);
    if (goes_on && sink->visitor)
        flush_found(&search);
    return search.cost;
}

size_t qd__find_shape(const qd__shape *shape, const qd__query_filter *filter, qd_entry *out, size_t capacity,
                      size_t *total)
{
    qd_entry batch[BATCH_ROOM];
    result_sink sink = { .batch = batch, .out = out, .capacity = capacity, .counts_on = total != NULL, .whole = true };
    if (capacity > 0 || total) {
        const qd_cost cost = search_for(shape, filter, &sink);
        if (total)
            *total = (size_t)cost.hits;
    }
    return sink.written;
}

qd_cost qd__count_shape(const qd__shape *shape, const qd__query_filter *filter)
{
    result_sink sink = { .counts_on = true };
    return search_for(shape, filter, &sink);
}

/// Never inlined: what its caller does afterwards should not have the batch on the stack.
QD__NEVER_INLINE qd_cost qd__visit_shape(const qd__shape *shape, const qd__query_filter *filter, bool whole,
                                         qd_visitor *visitor, void *context)
{
    qd_entry batch[BATCH_ROOM];
    result_sink sink = { .batch = batch, .visitor = visitor, .context = context, .whole = whole };
    return search_for(shape, filter, &sink);
}

/// The squares of each window; in a large tree it prefetches what their entries name. Returns how many windows are
/// small, up to the first that is not.
static unsigned list_spans(const qd__shape *windows, unsigned count, qd__span *spans)
{
    for (unsigned i = 0; i < count; i++) {
        const struct qd_tree *tree = windows[i].tree;
        spans[i] = qd__squares_met(tree, &windows[i].rounded.window.aabb);
        if (qd__span_count(spans[i]) > TOGETHER_SQUARES)
            return i;
        if (tree->count >= QD__LARGE)
            qd__directory_prefetch(tree, spans[i]);
    }
    return count;
}

/// Makes the buckets ready to be compared that wait for some questions; `ends` is where those of each end. Returns of
/// how many questions: not of one with a bucket that others follow in a chain, nor if there may be more items than
/// there is room for.
static unsigned open_together(window_searcher *search, const qd__shape *windows, const unsigned *ends, unsigned asked,
                              size_t room)
{
    size_t most = 0;
    for (unsigned question = 0, i = 0; question < asked; question++) {
        const qd__shape *window = &windows[question];
        uint64_t tests = 0;
        for (; i < ends[question]; i++) {
            const searched_bucket *waiting = &search->waiting[i];
            const qd__bucket *bucket = waiting->bucket;
            qd__picked *found = &search->found[i];
            most += bucket->count;
            if (bucket->next != QD__NONE || most + QD__PICKED_AT_ONCE > room)
                return question;
            tests += waiting->covered ? 0 : bucket->count;
            pick_from(*waiting, window, found);
            if (!QD__CAN_BOUNDS && window->confirm && !waiting->covered) {
                found->hits = qd__items_met(window, bucket);
                found->boxes.count = 0;
            }
        }
        search->cost.tests += tests;
    }
    return asked;
}

unsigned qd__find_together(const qd__shape *windows, unsigned count, qd_entry *out, size_t room,
                           uint64_t hits[QD__TOGETHER], qd_cost *cost)
{
    if (!QD__CAN_FEW_SQUARES)
        return 0;
    const struct qd_tree *tree = windows[0].tree;
    const qd__query_filter open = { 0, 0, 0 };
    searched_bucket waiting[TOGETHER_WAITING];
    qd__picked found[TOGETHER_WAITING];
    unsigned ends[QD__TOGETHER] = { 0 };
    uint64_t nodes[QD__TOGETHER] = { 0 }; // up to and with each question
    window_searcher search;
    search.tree = tree;
    search.filter = &open;
    search.unfiltered = search.few = search.picks = search.together = true;
    search.large = tree->count >= QD__LARGE; // of fewer items, most is still in the cache from a neighbour's question
    search.cost = (qd_cost){ 0, 0, 0 };
    search.count = 0;
    search.most = TOGETHER_WAITING;
    search.waiting = waiting;
    search.found = found;
    qd__span spans[QD__TOGETHER];
    const unsigned small = list_spans(windows, count, spans);
    unsigned asked = 0;
    for (; asked < small; asked++) {
        search.shape = &windows[asked];
        search.height = 0;
        if (!search_from_squares(&search, spans[asked]))
            break; // it may have added some buckets, which are not looked at
        ends[asked] = search.count;
        nodes[asked] = search.cost.nodes;
    }
    asked = open_together(&search, windows, ends, asked, room);
    if (asked == 0)
        return 0;
    const bool doubts = QD__CAN_BOUNDS && windows[0].confirm;
    tree->settings.simd->pick(found, ends[asked - 1], windows[0].rounded.open, doubts, out);
    bool again = false;
    for (unsigned question = 0, i = 0; doubts && question < asked; i = ends[question++])
        again |= settle_doubtful(&windows[question], &waiting[i], &found[i], ends[question] - i);
    if (again)
        tree->settings.simd->pick(found, ends[asked - 1], windows[0].rounded.open, false, out);
    for (unsigned question = 0, i = 0; question < asked; question++) {
        hits[question] = 0;
        for (; i < ends[question]; i++)
            hits[question] += found[i].found;
        cost->hits += hits[question];
    }
    cost->nodes += nodes[asked - 1];
    cost->tests += search.cost.tests;
    return asked;
}
