// The items of the smallest keys: see ranked_find.h.
//
// A few are kept in order (ranked_few.h). More are kept in the caller's array of hits, as a heap with the item to be
// pushed out first on top:
//
//     heap       [key, location][key, location][key, location] . . . . . . .
//     results    [ hit                        ][ hit                        ][ hit                        ]
//
// So it needs no memory for any number of results, and reads nothing of an item that is pushed out again. Results
// are written at the end, from the last to the first: each lies behind all entries that are still to be turned into
// one. Without such an array the heap has some room of its own, and results go right into the other columns.
#include "ranked_find.h"

#include "binary_heap.h"

/// Writes a result, whatever there are arrays for. Returns its item's id.
static inline qd_id write_result(const qd__ranking *ranking, const qd__columns *out, size_t i, double key,
                                 uint32_t location)
{
    const qd__bucket *bucket = qd__tree_bucket(ranking->tree, location);
    const qd_entry item = *qd__location_item(bucket, location);
    if (out->hits) {
        const qd_box box = qd__item_box(ranking->tree, bucket, qd__location_lane(location));
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

#if defined(__wasm__) // a page waits for code
#define WRITE_TWICE static
#else
#define WRITE_TWICE static QD__ALWAYS_INLINE
#endif

/// Writes a few. Moves their mark to the last.
WRITE_TWICE void write_few(qd__few *few, const qd__columns *out)
{
    if (QD__CAN_BOUNDS && few->rough) {
        qd__few_settle(few);
    }
    for (size_t i = 0; i < few->count; i++) {
        const qd_id id = write_result(few->ranking, out, i, few->keys[i], few->locations[i]);
        few->mark.slot = qd_id_slot(id);
    }
    few->mark.key = few->count > 0 ? few->keys[few->count - 1] : few->mark.key;
}

void qd__few_write(qd__few *few, const qd__columns *out)
{
    write_few(few, out);
}

typedef struct smallest {
    const qd__ranking *ranking;
    size_t capacity, count;
    qd__mark mark; ///< Only what comes after it is wanted.
    char *heap;    ///< Entries; they are copied, never pointed at: their bytes may lie where results will be.
} smallest;

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
    return a.key > b.key || (a.key == b.key && qd__slot_of_kept(heap->ranking->tree, (uint32_t)a.location) >
                                                   qd__slot_of_kept(heap->ranking->tree, (uint32_t)b.location));
}

static const qd__heap_kind entries_kind = { sizeof(heap_entry), sizeof(heap_entry), entry_is_after };

static double offer_to_heap(void *context, const qd__offered *items, double cut)
{
    smallest *heap = (smallest *)context;
    for (uint64_t left = items->lanes; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left), location = qd__location_at(items->location, lane);
        double key = items->keys[lane];
        if (!(key <= cut) || !qd__is_after(heap->ranking, &heap->mark, &key, location, cut)) {
            continue;
        }
        const heap_entry entry = { qd__key_bits(key), location };
        if (heap->count < heap->capacity) {
            qd__heap_rise(&entries_kind, heap, heap->heap, heap->count++, &entry);
        } else if (entry_is_after(heap, heap->heap, &entry)) {
            qd__heap_sink(&entries_kind, heap, heap->heap, 0, heap->count, &entry);
        }
        cut = heap->count < heap->capacity ? cut : qd__key_from(entry_at(heap, 0).key);
    }
    return cut;
}

size_t qd__ranked_next(const qd__ranking *ranking, const qd__query_filter *filter, const qd__columns *out,
                       size_t capacity, qd__mark *mark, qd_cost *cost)
{
    qd_cost spent;
    size_t count;
    if (capacity == 0) {
        return 0;
    }
    if (capacity <= QD__FEW_RESULTS) {
        qd__few few; // what they are kept in stays as it is
        qd__few_begin(&few, ranking, filter, capacity, *mark);
        spent = qd__few_find(&few);
        write_few(&few, out);
        mark->key = few.mark.key;
        mark->slot = few.mark.slot;
        count = few.count;
    } else {
        char own[QD__COLUMN_RESULTS * sizeof(heap_entry)];
        const size_t most = out->hits || capacity < QD__COLUMN_RESULTS ? capacity : QD__COLUMN_RESULTS;
        smallest heap = { ranking, most, 0, *mark, out->hits ? (char *)out->hits : own };
        spent = qd__ranked_search(ranking, filter, mark->key, offer_to_heap, &heap);
        count = heap.count;
        qd__heap_sort(&entries_kind, &heap, heap.heap, 0, count);
        for (size_t i = count; i-- > 0;) { // turns them into results, from the last to the first
            const heap_entry entry = entry_at(&heap, i);
            const double key = qd__key_from(entry.key);
            const qd_id id = write_result(ranking, out, i, key, (uint32_t)entry.location);
            if (i + 1 == count) {
                mark->key = key;
                mark->slot = qd_id_slot(id);
            }
        }
    }
    cost->nodes += spent.nodes;
    cost->tests += spent.tests;
    return count;
}
