// The one search behind nearest and rays: see ranked.h.
//
// While it runs, the caller's array is a heap, the item to be pushed out first on top, and each entry keeps its key in
// the bits of its user value and its place instead of the id: so no memory is needed, however many are asked for, and
// nothing is read of an item that is pushed out again. What is asked for is put in at the end.
#include "ranked.h"

#include "ahead.h"
#include "seen.h"

#include <float.h>
#include <string.h>

/// The bits of a key, none of which is negative, ascend as the keys do.
static uint64_t bits_of(double key)
{
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits;
}

static double key_from(uint64_t bits)
{
    double key;
    memcpy(&key, &bits, sizeof key);
    return key;
}

/// A cell that waits. The two lowest bits of its key give way to its lane: the key gets no larger by that, so that
/// nothing is passed by, and one number says which cell comes first.
typedef struct waiting_cell {
    uint64_t rank;
    uint32_t quad;
} waiting_cell;

enum { LANE_BITS = 3 };

static inline void order_two(uint64_t *a, uint64_t *b)
{
    const uint64_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/// Without a branch: which cell comes first cannot be predicted.
static inline void order_four(uint64_t ranks[4])
{
    order_two(&ranks[0], &ranks[1]);
    order_two(&ranks[2], &ranks[3]);
    order_two(&ranks[0], &ranks[2]);
    order_two(&ranks[1], &ranks[3]);
    order_two(&ranks[1], &ranks[2]);
}

/// One search at work.
typedef struct searcher {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    const qd_query_filter *filter;
    bool unfiltered;
    double from; ///< Items of smaller keys are not wanted.
    qd_cost cost;
    waiting_cell stack[3 * QD__LEVELS + 8]; // each level leaves at most three cells behind
    size_t height;
} searcher;

/// Which cells of a quad may hold something within the cut. The bounds of those that hold nothing are infinitely far.
static uint32_t cells_within(const searcher *search, const qd__quad *quad, double cut, double *keys)
{
    const double finite = cut < DBL_MAX ? cut : DBL_MAX;
    const qd__boxes bounds = qd__four_boxes(&quad->bounds);
    const uint32_t within = (uint32_t)search->ranking->cell_keys(search->ranking, bounds, finite, keys);
    uint32_t seen = within;
    for (uint32_t left = search->from > 0 ? within : 0; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        const qd__record cell = qd__four_at(&quad->bounds, lane);
        seen &= ~((uint32_t)(search->ranking->latest(search->ranking, &cell) < search->from) << lane);
    }
    for (uint32_t left = search->unfiltered ? 0 : within; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        seen &= ~((uint32_t)!qd__cell_seen(quad, lane, search->filter) << lane);
    }
    return seen;
}

/// Puts the cells of a quad that may hold something within the cut on the stack, the first to look into on top.
static void push_cells(searcher *search, uint32_t index, double cut)
{
    double keys[4];
    const uint32_t cells = cells_within(search, qd__quad_at(search->tree, index), cut, keys);
    const size_t count = qd__count_bits(cells);
    uint64_t ranks[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        const uint64_t left_out = (uint64_t)(cells >> lane & 1) - 1; // all ones: comes last
        ranks[lane] = (bits_of(keys[lane]) & ~(uint64_t)LANE_BITS) | lane | left_out;
    }
    order_four(ranks);
    waiting_cell *top = search->stack + search->height;
    for (size_t i = 0; i < 4; i++) { // those left out lie above the top and are forgotten
        waiting_cell *at = top + (i < count ? count - 1 - i : i);
        at->rank = ranks[i];
        at->quad = index;
    }
    search->height += count;
}

/// Offers the items of a bucket that are within the cut; returns the new cut. `count`: of the cell's items.
static double search_bucket(searcher *search, uint32_t place, uint32_t count, double cut, qd__offer *offer,
                            void *context)
{
    const qd__bucket *bucket = qd__tree_bucket(search->tree, place);
    double keys[QD__LANES_MOST];
    qd__place_prefetch_boxes(bucket, place, count); // all at once, instead of the header first
    search->cost.tests += bucket->count;
    uint64_t near = search->ranking->keys(search->ranking, qd__bucket_boxes(bucket), cut, keys);
    for (; near && cut >= 0; near &= near - 1) {
        const uint32_t lane = qd__lowest_bit_long(near);
        if (keys[lane] <= cut && keys[lane] >= search->from &&
            (search->unfiltered || qd__item_seen(bucket, lane, search->filter))) {
            search->cost.hits++;
            cut = offer(context, keys[lane], bucket, qd__place_at(place, lane), cut);
        }
    }
    return cut;
}

qd_cost qd__ranked_search(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                          double from, double cut, qd__offer *offer, void *context)
{
    searcher search;
    search.tree = tree;
    search.ranking = ranking;
    search.filter = filter;
    search.unfiltered = qd__filter_is_open(filter);
    search.from = from;
    search.cost = (qd_cost){ 0, 0, 0 };
    search.height = 0;
    push_cells(&search, 0, cut);
    while (search.height > 0) {
        const waiting_cell top = search.stack[--search.height];
        if (key_from(top.rank & ~(uint64_t)LANE_BITS) > cut) {
            continue;
        }
        search.cost.nodes++;
        const qd__quad *quad = qd__quad_at(tree, top.quad);
        const uint32_t lane = top.rank & LANE_BITS;
        for (uint32_t place = quad->bucket[lane]; place != QD__NONE;) {
            cut = search_bucket(&search, place, quad->count[lane], cut, offer, context);
            if (cut < 0) {
                return search.cost;
            }
            place = qd__tree_bucket(tree, place)->next;
        }
        if (quad->child[lane] != QD__NONE) {
            push_cells(&search, quad->child[lane], cut);
        }
    }
    return search.cost;
}

/// The caller's array as a heap. While it is one, an entry is a key and a place.
typedef struct smallest {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    char *out;
    size_t stride, capacity, count;
    qd__mark mark; ///< Only what comes after it is wanted.
} smallest;

static qd_found *entry_at(const smallest *heap, size_t i)
{
    return (qd_found *)(void *)(heap->out + i * heap->stride);
}

static uint32_t slot_of(const smallest *heap, const qd_found *entry)
{
    const uint32_t place = entry->id.slot;
    return qd__bucket_slots(qd__tree_bucket(heap->tree, place))[qd__place_lane(place)];
}

static bool comes_after(const smallest *heap, const qd_found *a, const qd_found *b)
{
    return a->user > b->user || (a->user == b->user && slot_of(heap, a) > slot_of(heap, b));
}

/// Puts an entry among the others, which are in order, from the last on: for a few, less work than a heap.
static void insert_in_order(const smallest *heap, qd_found entry, size_t at)
{
    for (; at > 0 && comes_after(heap, entry_at(heap, at - 1), &entry); at--) {
        *entry_at(heap, at) = *entry_at(heap, at - 1);
    }
    *entry_at(heap, at) = entry;
}

/// Lets an entry sink from the top of the first `count` to where it belongs.
static void sift_down(const smallest *heap, qd_found entry, size_t count)
{
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_after(heap, entry_at(heap, child + 1), entry_at(heap, child))) {
            child++;
        }
        if (!comes_after(heap, entry_at(heap, child), &entry)) {
            break;
        }
        *entry_at(heap, at) = *entry_at(heap, child);
    }
    *entry_at(heap, at) = entry;
}

static void sift_up(const smallest *heap, qd_found entry, size_t at)
{
    while (at > 0 && comes_after(heap, &entry, entry_at(heap, (at - 1) / 2))) {
        *entry_at(heap, at) = *entry_at(heap, (at - 1) / 2);
        at = (at - 1) / 2;
    }
    *entry_at(heap, at) = entry;
}

/// Up to so many are kept in order; of more, the first is the last of all, as in a heap.
enum { FEW = 16 };

static double offer_to_heap(void *context, double key, const qd__bucket *bucket, uint32_t place, double cut)
{
    smallest *heap = context;
    if (heap->ranking->exact) {
        key = heap->ranking->exact(heap->ranking, qd__bucket_slots(bucket)[qd__place_lane(place)]);
        if (!(key <= cut)) {
            return cut;
        }
    }
    if (key <= heap->mark.key && qd__bucket_slots(bucket)[qd__place_lane(place)] <= heap->mark.slot) {
        return cut; // no key is less than the mark's
    }
    const qd_found entry = { { place, 0 }, bits_of(key) };
    const size_t last = heap->capacity <= FEW ? heap->capacity - 1 : 0;
    if (heap->count == heap->capacity && !comes_after(heap, entry_at(heap, last), &entry)) {
        return cut;
    }
    const bool full = heap->count == heap->capacity;
    heap->count += !full;
    if (heap->capacity <= FEW) {
        insert_in_order(heap, entry, heap->count - 1);
    } else if (full) {
        sift_down(heap, entry, heap->count);
    } else {
        sift_up(heap, entry, heap->count - 1);
    }
    return heap->count < heap->capacity ? cut : key_from(entry_at(heap, last)->user);
}

static void sort_heap(const smallest *heap)
{
    for (size_t last = heap->count; last-- > 1;) {
        const qd_found entry = *entry_at(heap, last);
        *entry_at(heap, last) = *entry_at(heap, 0);
        sift_down(heap, entry, last);
    }
}

size_t qd__ranked_find(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, const qd__results *results, qd__mark *mark, qd_cost *cost)
{
    smallest heap = { tree, ranking, results->out, results->stride, results->capacity, 0, *mark };
    if (results->capacity == 0) {
        return 0;
    }
    const qd_cost spent = qd__ranked_search(tree, ranking, filter, mark->key, cut, offer_to_heap, &heap);
    cost->nodes += spent.nodes;
    cost->tests += spent.tests;
    if (heap.capacity > FEW) {
        sort_heap(&heap);
    }
    for (size_t i = 0; i < heap.count; i++) {
        qd_found *found = entry_at(&heap, i);
        const double key = key_from(found->user);
        const uint32_t place = found->id.slot, lane = qd__place_lane(place);
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        *found = qd__bucket_items(bucket)[lane];
        *mark = (qd__mark){ key, found->id.slot };
        const qd__record record = qd__bucket_record(bucket, lane);
        ranking->describe(ranking, found, key, &record);
    }
    return heap.count;
}
