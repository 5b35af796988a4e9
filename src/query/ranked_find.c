// The items of the smallest keys: see ranked.h.
//
// A few are kept in order. More are kept in the caller's array of hits, as a heap with the item to be pushed out first
// on top:
//
//     heap       [key, location][key, location][key, location] . . . . . . .
//     results    [ hit                        ][ hit                        ][ hit                        ]
//
// So it needs no memory for any number of results, and reads nothing of an item that is pushed out again. Results
// are written at the end, from the last to the first: each lies behind all entries that are still to be turned into
// one. Without such an array the heap has some room of its own, and results go right into the other columns.
#include "ranked_find.h"
#include "ranked.h"

#include "binary_heap.h"

enum { FEW_RESULTS = 16 };

typedef struct smallest {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    const qd__query_filter *filter;
    const qd__columns *out;
    size_t capacity, count;
    qd__mark mark; ///< Only what comes after it is wanted.
    char *heap;    ///< Entries; they are copied, never pointed at: their bytes may lie where results will be.

    double keys[FEW_RESULTS]; ///< The keys of a few, in order.
    double most[FEW_RESULTS]; ///< With `rough` offers: what they can be at most; where they are exact, the same.
    uint32_t locations[FEW_RESULTS];
    qd__doubt doubt;
} smallest;

static uint32_t slot_of_kept(const smallest *kept, uint32_t location)
{
    return qd__bucket_slots(qd__tree_bucket(kept->tree, location))[qd__location_lane(location)];
}

/// Does an item come after the mark, and up to the cut? Makes its key exact.
static inline bool is_wanted(const smallest *kept, double *key, uint32_t location, double cut)
{
    if (kept->ranking->kind->exact) {
        *key = kept->ranking->kind->exact(kept->ranking, qd__exact_box(kept->tree, slot_of_kept(kept, location)));
        if (!(*key <= cut)) {
            return false;
        }
    }
    return *key > kept->mark.key || (*key == kept->mark.key && slot_of_kept(kept, location) > kept->mark.slot);
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
    smallest *few = (smallest *)context;
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
    const smallest *few = (const smallest *)context;
    for (size_t i = 0; i < few->count; i++) {
        if (few->locations[i] == location) {
            return cut_of(few, cut);
        }
    }
    return offer_to_few(context, key, bucket, location, cut);
}

// The same with bounds of keys instead of exact keys, where these decide. An exact box lies far off in memory: it is
// fetched while the search goes on, and read at the end, or where the bounds of two items overlap.

/// An item that may be kept.
typedef struct candidate {
    double key, most; ///< Its key is between these.
    uint32_t location;
} candidate;

static double exact_key(const smallest *few, uint32_t location)
{
    return few->ranking->kind->exact(few->ranking, qd__exact_box(few->tree, slot_of_kept(few, location)));
}

static void settle_candidate(const smallest *few, candidate *item)
{
    if (item->key < item->most) {
        item->key = item->most = exact_key(few, item->location);
    }
}

static void settle_kept(smallest *few, size_t i)
{
    if (few->keys[i] < few->most[i]) {
        few->keys[i] = few->most[i] = exact_key(few, few->locations[i]);
    }
}

/// Does a candidate come before one of a few?
static bool is_before(smallest *few, candidate *item, size_t i)
{
    if (item->most < few->keys[i] || few->most[i] < item->key) {
        return item->most < few->keys[i];
    }
    settle_candidate(few, item);
    settle_kept(few, i);
    return comes_before(few, item->key, item->location, i);
}

/// The cut that follows from the last of a few, and how sure it is.
static double rough_cut_of(smallest *few, double cut)
{
    few->doubt.sure = INFINITY;
    if (few->count < few->capacity) {
        return cut;
    }
    const size_t last = few->count - 1;
    cut = few->most[last] < cut ? few->most[last] : cut;
    few->doubt.sure = few->keys[last] < cut ? few->keys[last] : INFINITY;
    return cut;
}

static double settle_last(void *context, double cut)
{
    smallest *few = (smallest *)context;
    settle_kept(few, few->count - 1);
    return rough_cut_of(few, cut);
}

static double offer_roughly(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    smallest *few = (smallest *)context;
    candidate item = { key, few->ranking->kind->most(few->ranking, key), location };
    const bool full = few->count == few->capacity;
    size_t at = few->count;
    if (item.most == INFINITY || (item.most > cut && !(full && cut == few->most[at - 1]))) {
        item.most = INFINITY;
        settle_candidate(few, &item);
        if (!(item.key <= cut)) {
            return cut;
        }
    }
    if (full && !is_before(few, &item, --at)) {
        return rough_cut_of(few, cut);
    }
    qd__prefetch(qd__location_item(bucket, location), 1); // as likely as not it will be read
    for (; at > 0 && is_before(few, &item, at - 1); at--) {
        few->keys[at] = few->keys[at - 1];
        few->most[at] = few->most[at - 1];
        few->locations[at] = few->locations[at - 1];
    }
    few->keys[at] = item.key;
    few->most[at] = item.most;
    few->locations[at] = location;
    few->count += !full;
    return rough_cut_of(few, cut);
}

static double offer_roughly_again(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    smallest *few = (smallest *)context;
    for (size_t i = 0; i < few->count; i++) {
        if (few->locations[i] == location) {
            return rough_cut_of(few, cut);
        }
    }
    return offer_roughly(few, key, bucket, location, cut);
}

/// What the heap keeps of an item.
typedef struct heap_entry {
    uint64_t key; ///< Its bits.
    uint64_t location;
} heap_entry;

_Static_assert(sizeof(heap_entry) <= sizeof(qd_hit), "entries lie before the results that they become");

static inline heap_entry entry_at(const smallest *heap, size_t i)
{
    heap_entry entry;
    memcpy(&entry, heap->heap + i * sizeof entry, sizeof entry);
    return entry;
}

static inline bool entry_is_after(const void *context, const void *one, const void *other)
{
    const smallest *heap = (const smallest *)context;
    heap_entry a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return a.key > b.key ||
           (a.key == b.key && slot_of_kept(heap, (uint32_t)a.location) > slot_of_kept(heap, (uint32_t)b.location));
}

static const qd__heap_kind entries_kind = { sizeof(heap_entry), sizeof(heap_entry), entry_is_after };

static double offer_to_heap(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    smallest *heap = (smallest *)context;
    (void)bucket;
    if (!is_wanted(heap, &key, location, cut)) {
        return cut;
    }
    const heap_entry entry = { qd__key_bits(key), location };
    if (heap->count < heap->capacity) {
        qd__heap_rise(&entries_kind, heap, heap->heap, heap->count++, &entry);
    } else if (entry_is_after(heap, heap->heap, &entry)) {
        qd__heap_sink(&entries_kind, heap, heap->heap, 0, heap->count, &entry);
    }
    return heap->count < heap->capacity ? cut : qd__key_from(entry_at(heap, 0).key);
}

/// Writes a result, whatever there are arrays for. Returns its item's id.
static inline qd_id write_result(const smallest *kept, size_t i, double key, uint32_t location)
{
    const qd__ranking *ranking = kept->ranking;
    const qd__columns *out = kept->out;
    const qd__bucket *bucket = qd__tree_bucket(kept->tree, location);
    const qd_entry item = *qd__location_item(bucket, location);
    if (out->hits) {
        const qd_box box = qd__item_box(kept->tree, bucket, qd__location_lane(location));
        out->hits[i].item = item;
        ranking->kind->describe(ranking, &out->hits[i], key, &box);
    }
    if (out->ids) {
        out->ids[i] = item.id;
    }
    if (out->users) {
        out->users[i] = item.user;
    }
    if (out->distances) {
        out->distances[i] = ranking->kind->result(ranking, key);
    }
    return item.id;
}

static const qd__few_offers exact_offers = { offer_to_few, offer_to_few_again };
static const qd__few_offers rough_offers = { offer_roughly, offer_roughly_again };

/// Finds a few. `rough`: keeps bounds of their keys first.
static qd_cost search_few(smallest *few, bool rough)
{
    const uint32_t wanted = (uint32_t)few->capacity;
    if (!rough) {
        return qd__ranked_search_few(few->tree, few->ranking, few->filter, wanted, &exact_offers, NULL, few);
    }
    few->doubt.sure = INFINITY;
    few->doubt.settle = settle_last;
    const qd_cost cost =
        qd__ranked_search_few(few->tree, few->ranking, few->filter, wanted, &rough_offers, &few->doubt, few);
    for (size_t i = 0; i < few->count; i++) {
        settle_kept(few, i);
    }
    return cost;
}

/// Finds a few and writes them. Moves the mark to the last.
static qd_cost find_few(smallest *few)
{
    const bool from_first = few->mark.key == 0 && few->mark.slot == 0;
    const qd_cost cost =
        from_first ? search_few(few, few->ranking->kind->most != NULL)
                   : qd__ranked_search(few->tree, few->ranking, few->filter, few->mark.key, offer_to_few, few);
    for (size_t i = 0; i < few->count; i++) {
        const qd_id id = write_result(few, i, few->keys[i], few->locations[i]);
        few->mark.slot = qd_id_slot(id);
    }
    few->mark.key = few->count > 0 ? few->keys[few->count - 1] : few->mark.key;
    return cost;
}

/// The same by the heap.
static qd_cost find_many(smallest *heap)
{
    char own[QD__COLUMN_RESULTS * sizeof(heap_entry)];
    heap->heap = heap->out->hits ? (char *)heap->out->hits : own;
    const qd_cost cost =
        qd__ranked_search(heap->tree, heap->ranking, heap->filter, heap->mark.key, offer_to_heap, heap);
    qd__heap_sort(&entries_kind, heap, heap->heap, 0, heap->count);
    for (size_t i = heap->count; i-- > 0;) { // turns them into results, from the last to the first
        const heap_entry entry = entry_at(heap, i);
        const qd_id id = write_result(heap, i, qd__key_from(entry.key), (uint32_t)entry.location);
        if (i + 1 == heap->count) {
            heap->mark.key = qd__key_from(entry.key);
            heap->mark.slot = qd_id_slot(id);
        }
    }
    return cost;
}

size_t qd__ranked_next(const struct qd_tree *tree, const qd__ranking *ranking, const qd__query_filter *filter,
                       const qd__columns *out, size_t capacity, qd__mark *mark, qd_cost *cost)
{
    smallest kept; // what a few are kept in stays as it is
    kept.tree = tree;
    kept.ranking = ranking;
    kept.filter = filter;
    kept.out = out;
    kept.capacity = out->hits || capacity < QD__COLUMN_RESULTS ? capacity : QD__COLUMN_RESULTS;
    kept.count = 0;
    kept.mark.key = mark->key; // each as it was written: whole, it would have to wait
    kept.mark.slot = mark->slot;
    if (capacity == 0) {
        return 0;
    }
    const qd_cost spent = capacity <= FEW_RESULTS ? find_few(&kept) : find_many(&kept);
    mark->key = kept.mark.key;
    mark->slot = kept.mark.slot;
    cost->nodes += spent.nodes;
    cost->tests += spent.tests;
    return kept.count;
}
