// The items of the smallest keys: see ranked_find.h.
//
// A few are kept in order (ranked_few.h). More are collected in any order, in room for twice as many:
//
//     wanted     [key, location][key, location] ... [key, location]
//     room       [key, location][key, location] ... [key, location][key, location] . . . . . . . . . . . . .
//
// When the room is full, those of the smallest keys are chosen by their digits, and the largest of these keys is the
// new cut. So an item costs the same however many are wanted. At the end they are sorted, by way of the other half. The
// room may be the caller's array of hits: then results are written from the last to the first, since each lies behind
// the items that are not results yet. Nothing is read of an item that goes again.
#include "ranked_find.h"

#include "binary_heap.h"

#include <assert.h>

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
    if (out->ids)
        out->ids[i] = item.id;
    if (out->users)
        out->users[i] = item.user;
    if (out->distances)
        out->distances[i] = ranking->kind->result(ranking, key);
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
    if (QD__CAN_BOUNDS && few->rough)
        qd__few_settle(few);
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
    size_t wanted, count, room;
    qd__mark mark; ///< Only what comes after it is wanted.
    char *items;   ///< They are copied, never pointed at: their bytes may lie where results will be.
} smallest;

typedef struct ranked_item {
    uint64_t key; ///< Its bits.
    uint64_t location;
} ranked_item;

static_assert(sizeof(ranked_item) == QD__RANKED_ITEM_BYTES && 2 * sizeof(ranked_item) <= sizeof(qd_hit),
              "items lie before the results that they become, and there is room for twice as many");

static inline ranked_item kept_at(const smallest *all, size_t i)
{
    ranked_item item;
    memcpy(&item, all->items + i * sizeof item, sizeof item);
    return item;
}

static inline void keep_at(const smallest *all, size_t i, ranked_item item)
{
    memcpy(all->items + i * sizeof item, &item, sizeof item);
}

static inline uint32_t slot_of_entry(const smallest *all, ranked_item item)
{
    return qd__slot_of_kept(all->ranking->tree, (uint32_t)item.location);
}

static bool item_is_after(const void *context, const void *one, const void *other)
{
    const smallest *all = (const smallest *)context;
    ranked_item a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return a.key > b.key || (a.key == b.key && slot_of_entry(all, a) > slot_of_entry(all, b));
}

static const qd__heap_kind items_kind = { sizeof(ranked_item), sizeof(ranked_item), item_is_after };

enum { KEY_DIGIT_BITS = 8, KEY_DIGITS = 1 << KEY_DIGIT_BITS, SORTED_BITS = 3 * KEY_DIGIT_BITS };

/// A digit of a key, from the highest on; behind those of the key come those of the slot.
static inline unsigned key_digit(const smallest *all, ranked_item item, unsigned number)
{
    const unsigned of_key = 64 / KEY_DIGIT_BITS;
    const uint64_t digits = number < of_key ? item.key >> (64 - KEY_DIGIT_BITS * (number + 1))
                                            : slot_of_entry(all, item) >> (32 - KEY_DIGIT_BITS * (number + 1 - of_key));
    return digits & (KEY_DIGITS - 1);
}

/// Lets only the wanted ones of the smallest keys stay, ties by slot, in any order. Digit by digit, from the highest
/// on: what has a smaller one than the last that stays is settled, and so is what has a larger one.
static void choose_smallest(smallest *all)
{
    size_t settled = 0, end = all->count; // those before `settled` stay, those from `end` on do not
    for (unsigned number = 0; end > all->wanted; number++) {
        size_t counts[KEY_DIGITS] = { 0 };
        for (size_t i = settled; i < end; i++)
            counts[key_digit(all, kept_at(all, i), number)]++;
        unsigned last = 0;
        for (size_t before = settled; before + counts[last] < all->wanted; last++)
            before += counts[last];
        for (size_t i = settled; i < end;) {
            const ranked_item item = kept_at(all, i);
            const unsigned digit = key_digit(all, item, number);
            if (digit > last) {
                keep_at(all, i, kept_at(all, --end));
                keep_at(all, end, item);
                continue;
            }
            if (digit < last) {
                keep_at(all, i, kept_at(all, settled));
                keep_at(all, settled++, item);
            }
            i++;
        }
    }
    all->count = all->wanted;
}

static double largest_key(const smallest *all)
{
    uint64_t most = 0;
    for (size_t i = 0; i < all->count; i++) {
        const uint64_t key = kept_at(all, i).key;
        most = key > most ? key : most;
    }
    return qd__key_from(most);
}

/// Sorts the items by the highest bits in which their keys differ, and then the few that have all of these in common.
static void sort_smallest(const smallest *all)
{
    const size_t count = all->count;
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++)
        differ |= kept_at(all, i).key ^ kept_at(all, 0).key;
    const unsigned highest = differ ? qd__highest_bit_long(differ) : 0;
    const unsigned shift = highest < SORTED_BITS ? 0 : highest + 1 - SORTED_BITS;
    size_t from = 0, to = count;
    for (unsigned at = shift; at < shift + SORTED_BITS; at += KEY_DIGIT_BITS) {
        size_t places[KEY_DIGITS + 1] = { 0 };
        for (size_t i = 0; i < count; i++)
            places[(kept_at(all, from + i).key >> at & (KEY_DIGITS - 1)) + 1]++;
        for (unsigned digit = 1; digit < KEY_DIGITS; digit++)
            places[digit] += places[digit - 1];
        for (size_t i = 0; i < count; i++) {
            const ranked_item item = kept_at(all, from + i);
            keep_at(all, to + places[item.key >> at & (KEY_DIGITS - 1)]++, item);
        }
        from = to;
        to = count - from;
    }
    memcpy(all->items, all->items + from * sizeof(ranked_item), count * sizeof(ranked_item));
    for (size_t first = 0, end; first < count; first = end) {
        const uint64_t high = kept_at(all, first).key >> shift;
        for (end = first + 1; end < count && kept_at(all, end).key >> shift == high;)
            end++;
        qd__heap_sort(&items_kind, all, all->items + first * sizeof(ranked_item), (end - first) / 2, end - first);
    }
}

static double collect(void *context, const qd__offered *items, double cut)
{
    smallest *all = (smallest *)context;
    for (uint64_t left = items->lanes; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left), location = qd__location_at(items->location, lane);
        double key = items->keys[lane];
        if (!(key <= cut) || !qd__is_after(all->ranking, &all->mark, &key, location, cut))
            continue;
        keep_at(all, all->count++, (ranked_item){ qd__key_bits(key), location });
        if (all->count == all->room)
            choose_smallest(all);
        cut = all->count == all->wanted ? largest_key(all) : cut;
    }
    return cut;
}

size_t qd__ranked_next(const qd__ranking *ranking, const qd__query_filter *filter, const qd__columns *out,
                       size_t capacity, qd__mark *mark, qd_cost *cost)
{
    qd_cost spent;
    size_t count;
    if (capacity == 0)
        return 0;
    if (capacity <= QD__FEW_RESULTS) {
        qd__few few; // what they are kept in stays as it is
        qd__few_begin(&few, ranking, filter, capacity, *mark);
        spent = qd__few_find(&few);
        write_few(&few, out);
        mark->key = few.mark.key;
        mark->slot = few.mark.slot;
        count = few.count;
    } else {
        assert(out->hits || out->room);
        smallest all = { ranking, capacity, 0, 2 * capacity, *mark, out->hits ? (char *)out->hits : out->room };
        spent = qd__ranked_search(ranking, filter, mark->key, collect, &all);
        if (all.count > capacity)
            choose_smallest(&all);
        sort_smallest(&all);
        count = all.count;
        for (size_t i = count; i-- > 0;) { // turns them into results, from the last to the first
            const ranked_item item = kept_at(&all, i);
            const double key = qd__key_from(item.key);
            const qd_id id = write_result(ranking, out, i, key, (uint32_t)item.location);
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
