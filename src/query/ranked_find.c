// The items of the smallest keys: see ranked.h.
//
// A few are kept in order. More are kept in the caller's array, as a heap with the item to be pushed out first on top:
// an entry has its key in the bits of its user value and its location instead of the id. So no memory is needed,
// however many are asked for, and nothing is read of an item that is pushed out again. What is asked for is put in at
// the end.
#include "ranked_find.h"
#include "ranked.h"

#include "bits.h"

enum { FEW_RESULTS = 16 };

typedef struct smallest {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    const qd_query_filter *filter;
    char *out;
    size_t stride, capacity, count;
    qd__mark mark; ///< Only what comes after it is wanted.

    double keys[FEW_RESULTS]; ///< Of a few, in order.
    uint32_t locations[FEW_RESULTS];
} smallest;

static uint32_t slot_of_kept(const smallest *kept, uint32_t location)
{
    return qd__bucket_slots(qd__tree_bucket(kept->tree, location))[qd__location_lane(location)];
}

/// Does an item come after the mark, and up to the cut? Makes its key exact.
static bool is_wanted(const smallest *kept, double *key, uint32_t location, double cut)
{
    if (kept->ranking->kind->exact) {
        *key = kept->ranking->kind->exact(kept->ranking, slot_of_kept(kept, location));
        if (!(*key <= cut)) {
            return false;
        }
    }
    // No key is less than the mark's.
    return *key > kept->mark.key || slot_of_kept(kept, location) > kept->mark.slot;
}

/// Does an item come before one of a few?
static bool comes_before(const smallest *few, double key, uint32_t location, size_t i)
{
    return key < few->keys[i] ||
           (key == few->keys[i] && slot_of_kept(few, location) < slot_of_kept(few, few->locations[i]));
}

/// No cut need be larger than the last of as many keys as there is room for.
static double cut_of(const smallest *few, double cut)
{
    return few->count == few->capacity && few->keys[few->count - 1] < cut ? few->keys[few->count - 1] : cut;
}

static double offer_to_few(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    smallest *few = context;
    if (!is_wanted(few, &key, location, cut)) {
        return cut;
    }
    const bool full = few->count == few->capacity;
    size_t at = few->count;
    if (full && !comes_before(few, key, location, --at)) {
        return cut_of(few, cut);
    }
    qd__prefetch(qd__location_item(bucket, location), 1); // as likely as not it will be read
    for (; at > 0 && comes_before(few, key, location, at - 1); at--) {
        few->keys[at] = few->keys[at - 1];
        few->locations[at] = few->locations[at - 1];
    }
    few->keys[at] = key;
    few->locations[at] = location;
    few->count += !full;
    return cut_of(few, cut);
}

/// The same for an item that may have been offered before.
static double offer_to_few_again(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    const smallest *few = context;
    for (size_t i = 0; i < few->count; i++) {
        if (few->locations[i] == location) {
            return cut_of(few, cut);
        }
    }
    return offer_to_few(context, key, bucket, location, cut);
}

static qd_found *entry_at(const smallest *heap, size_t i)
{
    return (qd_found *)(void *)(heap->out + i * heap->stride);
}

static bool comes_after(const smallest *heap, const qd_found *a, const qd_found *b)
{
    return a->user > b->user || (a->user == b->user && slot_of_kept(heap, a->id.slot) > slot_of_kept(heap, b->id.slot));
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

static double offer_to_heap(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    smallest *heap = context;
    (void)bucket;
    if (!is_wanted(heap, &key, location, cut)) {
        return cut;
    }
    const qd_found entry = { { location, 0 }, qd__key_bits(key) };
    if (heap->count < heap->capacity) {
        sift_up(heap, entry, heap->count++);
    } else if (comes_after(heap, entry_at(heap, 0), &entry)) {
        sift_down(heap, entry, heap->count);
    }
    return heap->count < heap->capacity ? cut : qd__key_from(entry_at(heap, 0)->user);
}

static void sort_heap(const smallest *heap)
{
    for (size_t last = heap->count; last-- > 1;) {
        const qd_found entry = *entry_at(heap, last);
        *entry_at(heap, last) = *entry_at(heap, 0);
        sift_down(heap, entry, last);
    }
}

/// Writes a result; returns how it is marked.
static qd__mark write_result(const smallest *kept, size_t i, double key, uint32_t location)
{
    const uint32_t lane = qd__location_lane(location);
    const qd__bucket *bucket = qd__tree_bucket(kept->tree, location);
    const qd__aabb aabb = qd__bucket_aabb(bucket, lane);
    qd_found *result = entry_at(kept, i);
    *result = qd__bucket_items(bucket)[lane];
    kept->ranking->kind->describe(kept->ranking, result, key, &aabb);
    const qd__mark mark = { key, result->id.slot };
    return mark;
}

/// Writes the results of a few. Returns the mark of the last.
static qd__mark write_few(const smallest *few)
{
    qd__mark last = few->mark;
    for (size_t i = 0; i < few->count; i++) {
        last = write_result(few, i, few->keys[i], few->locations[i]);
    }
    return last;
}

/// Turns the entries of the heap, in order, into results. Returns the mark of the last.
static qd__mark write_sorted(const smallest *heap)
{
    qd__mark last = heap->mark;
    for (size_t i = 0; i < heap->count; i++) {
        const qd_found entry = *entry_at(heap, i);
        last = write_result(heap, i, qd__key_from(entry.user), entry.id.slot);
    }
    return last;
}

static qd_cost find_few(smallest *few, double cut)
{
    const bool from_first = few->mark.key == 0 && few->mark.slot == 0;
    return from_first && !few->ranking->kind->exact
               ? qd__ranked_search_few(few->tree, few->ranking, few->filter, cut, (uint32_t)few->capacity, offer_to_few,
                                       offer_to_few_again, few)
               : qd__ranked_search(few->tree, few->ranking, few->filter, few->mark.key, cut, offer_to_few, few);
}

static qd_cost find_many(smallest *heap, double cut)
{
    const qd_cost cost =
        qd__ranked_search(heap->tree, heap->ranking, heap->filter, heap->mark.key, cut, offer_to_heap, heap);
    sort_heap(heap);
    return cost;
}

static void begin_results(smallest *kept, const struct qd_tree *tree, const qd__ranking *ranking,
                          const qd_query_filter *filter, const qd__results *results)
{
    kept->tree = tree;
    kept->ranking = ranking;
    kept->filter = filter;
    kept->out = results->out;
    kept->stride = results->stride;
    kept->capacity = results->capacity;
    kept->count = 0;
}

size_t qd__ranked_first(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                        double cut, const qd__results *results)
{
    smallest kept;
    begin_results(&kept, tree, ranking, filter, results);
    kept.mark.key = 0;
    kept.mark.slot = 0;
    if (kept.capacity > FEW_RESULTS) {
        find_many(&kept, cut);
        write_sorted(&kept);
    } else if (kept.capacity > 0) {
        find_few(&kept, cut);
        write_few(&kept);
    }
    return kept.count;
}

size_t qd__ranked_next(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, const qd__results *results, qd__mark *mark, qd_cost *cost)
{
    smallest kept;
    begin_results(&kept, tree, ranking, filter, results);
    kept.mark = *mark;
    if (kept.capacity == 0) {
        return 0;
    }
    const bool few = kept.capacity <= FEW_RESULTS;
    const qd_cost spent = few ? find_few(&kept, cut) : find_many(&kept, cut);
    *mark = few ? write_few(&kept) : write_sorted(&kept);
    cost->nodes += spent.nodes;
    cost->tests += spent.tests;
    return kept.count;
}
