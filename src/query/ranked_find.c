// The items of the smallest keys: see ranked.h.
//
// While the search runs, the caller's array is a heap, the item to be pushed out first on top, and each entry keeps its
// key in the bits of its user value and its place instead of the id: so no memory is needed, however many are asked
// for, and nothing is read of an item that is pushed out again. What is asked for is put in at the end.
#include "ranked.h"

#include <string.h>

/// The caller's array as a heap. While it is one, an entry is a key and a place.
typedef struct smallest {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    char *out;
    size_t stride, capacity, count;
    bool again; ///< An item may be offered more than once.
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

/// Has an item been offered before? A search that did not end near its point begins once more.
static bool holds(const smallest *heap, uint32_t place)
{
    for (size_t i = 0; i < heap->count; i++) {
        if (entry_at(heap, i)->id.slot == place) {
            return true;
        }
    }
    return false;
}

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
    const qd_found entry = { { place, 0 }, qd__key_bits(key) };
    const size_t last = heap->capacity <= FEW ? heap->capacity - 1 : 0;
    if (heap->count == heap->capacity && !comes_after(heap, entry_at(heap, last), &entry)) {
        return cut;
    }
    if (heap->again && holds(heap, place)) {
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
    return heap->count < heap->capacity ? cut : qd__key_from(entry_at(heap, last)->user);
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
    const bool few = results->capacity <= FEW && mark->key == 0 && mark->slot == 0 && !ranking->exact;
    smallest heap = { tree, ranking, results->out, results->stride, results->capacity, 0, few, *mark };
    if (results->capacity == 0) {
        return 0;
    }
    const qd_cost spent =
        few ? qd__ranked_search_few(tree, ranking, filter, cut, (uint32_t)results->capacity, offer_to_heap, &heap)
            : qd__ranked_search(tree, ranking, filter, mark->key, cut, offer_to_heap, &heap);
    cost->nodes += spent.nodes;
    cost->tests += spent.tests;
    if (heap.capacity > FEW) {
        sort_heap(&heap);
    }
    for (size_t i = 0; i < heap.count; i++) {
        qd_found *found = entry_at(&heap, i);
        const double key = qd__key_from(found->user);
        const uint32_t place = found->id.slot, lane = qd__place_lane(place);
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        *found = qd__bucket_items(bucket)[lane];
        *mark = (qd__mark){ key, found->id.slot };
        const qd__record record = qd__bucket_record(bucket, lane);
        ranking->describe(ranking, found, key, &record);
    }
    return heap.count;
}
