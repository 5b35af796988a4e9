// A few of the smallest keys: see ranked_few.h.
//
// What gets an offer is compiled twice: with exact keys, and for lower bounds, `rough`.
#include "ranked_few.h"

enum { INSERTED_MOST = 4 }; ///< More that are offered at once are sorted.

static bool comes_before(const qd__few *few, double key, uint32_t location, size_t i)
{
    return key < few->keys[i] || (key == few->keys[i] && qd__slot_of_kept(few->tree, location) <
                                                             qd__slot_of_kept(few->tree, few->locations[i]));
}

/// Sorts items that are nearly in order, the first `first` of them in order; exact ones with equal keys by their slots.
static QD__ALWAYS_INLINE void put_right(qd__few *few, size_t first, size_t count, bool rough)
{
    bool ordered = true;
    first += first == 0;
    for (size_t i = first; i < count; i++)
        ordered &= rough ? few->keys[i - 1] <= few->keys[i] : few->keys[i - 1] < few->keys[i];
    for (size_t i = first; !ordered && i < count; i++) {
        const double key = few->keys[i];
        const uint32_t location = few->locations[i];
        size_t at = i;
        for (; at > 0 && (rough ? key < few->keys[at - 1] : comes_before(few, key, location, at - 1)); at--) {
            few->keys[at] = few->keys[at - 1];
            few->locations[at] = few->locations[at - 1];
        }
        few->keys[at] = key;
        few->locations[at] = location;
    }
}

/// Puts items in order, or nearly, without a branch on their keys, which cannot be predicted; nor can how many there
/// are, so all loops run on to the end of a group.
static void sort_items(qd__few *few, size_t count)
{
    uint32_t ranks[QD__RANKS_MOST];
    double keys[QD__RANKS_MOST];
    uint32_t locations[QD__RANKS_MOST];
    const size_t end = (count + QD__GROUP - 1) & ~(size_t)(QD__GROUP - 1);
    for (size_t i = 0; i < QD__GROUP; i++)
        few->keys[count + i] = INFINITY;
    few->ranking->simd->order(few->keys, (uint32_t)few->count, (uint32_t)end, ranks);
    for (size_t i = 0; i < end; i++) {
        keys[ranks[i]] = few->keys[i];
        locations[ranks[i]] = few->locations[i];
    }
    for (size_t i = 0; i < end; i++) {
        few->keys[i] = keys[i];
        few->locations[i] = locations[i];
    }
}

/// Makes keys exact, from one on. Items beyond the question's limit go: their lower bounds were not. Returns how many
/// are left.
static size_t settle_items(qd__few *few, size_t from, size_t count)
{
    const qd__ranking *ranking = few->ranking;
    for (size_t i = from; i < count; i++) {
        const uint32_t slot = qd__slot_of_kept(few->tree, few->locations[i]);
        few->keys[i] = ranking->kind->exact(ranking, qd__exact_box(few->tree, slot));
    }
    put_right(few, 0, count, false);
    while (count > 0 && few->keys[count - 1] > ranking->cut)
        count--;
    return count;
}

void qd__few_settle(qd__few *few)
{
    few->count = settle_items(few, 0, few->count);
}

/// The same of those alone that may come behind the last.
static size_t settle_end(qd__few *few, size_t last, size_t count)
{
    size_t from = last;
    while (from > 0 && few->ranking->kind->most(few->ranking, few->keys[from - 1]) >= few->keys[last])
        from--;
    return settle_items(few, from, count);
}

/// No cut need be larger than the last of as many keys as there is room for. Notes how sure that is.
static QD__ALWAYS_INLINE double cut_of(qd__few *few, double cut, bool rough)
{
    const bool full = few->count == few->capacity;
    const double last = full ? few->keys[few->count - 1] : INFINITY;
    const double most = rough && full ? few->ranking->kind->most(few->ranking, last) : last;
    cut = most < cut ? most : cut;
    few->doubt.sure = rough && last < cut ? last : INFINITY;
    return cut;
}

static double settle_last(void *context, double cut)
{
    qd__few *few = (qd__few *)context;
    few->count = settle_end(few, few->count - 1, few->count);
    return cut_of(few, cut, false);
}

static bool is_kept(const qd__few *few, uint32_t location)
{
    bool kept = false;
    for (size_t i = 0; i < few->count; i++)
        kept |= few->locations[i] == location;
    return kept;
}

/// Keeps those of the first `count` items that come first. Returns the new cut.
static QD__ALWAYS_INLINE double keep_first(qd__few *few, size_t count, double cut, bool rough)
{
    const size_t capacity = few->capacity;
    const bool many = count > few->count + INSERTED_MOST;
    if (many)
        sort_items(few, count);
    put_right(few, many ? 0 : few->count, count, rough);
    if (rough && count > capacity &&
        few->keys[capacity] <= few->ranking->kind->most(few->ranking, few->keys[capacity - 1])) {
        count = settle_end(few, capacity - 1, count); // bounds leave open which of them is kept
        rough = false;
    }
    few->count = count < capacity ? count : capacity;
    return cut_of(few, cut, rough);
}

/// The first alone: each item that comes before it leaves fewer that need an exact key.
static double offer_one(void *context, const qd__offered *items, double cut)
{
    qd__few *few = (qd__few *)context;
    for (uint64_t left = items->lanes; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left), location = qd__location_at(items->location, lane);
        double key = items->keys[lane];
        if (key <= cut && qd__is_after(few->ranking, &few->mark, &key, location, cut) &&
            (few->count == 0 || comes_before(few, key, location, 0))) {
            few->keys[0] = cut = key;
            few->locations[0] = location;
            few->count = 1;
        }
    }
    if (few->count > 0)
        qd__prefetch(qd__location_item(qd__tree_bucket(few->tree, few->locations[0]), few->locations[0]), 1);
    return cut;
}

static QD__ALWAYS_INLINE double offer_items(qd__few *few, const qd__offered *items, double cut, bool rough)
{
    for (uint64_t left = items->lanes; left;) {
        size_t count = few->count;
        for (; left && count < QD__RANKS_MOST; left &= left - 1) {
            const uint32_t lane = qd__lowest_bit_long(left), location = qd__location_at(items->location, lane);
            double key = items->keys[lane];
            if ((rough || qd__is_after(few->ranking, &few->mark, &key, location, cut)) &&
                !(few->again && is_kept(few, location))) {
                qd__prefetch(qd__location_item(items->bucket, location), 1); // as likely as not it will be read
                few->keys[count] = key;
                few->locations[count++] = location;
            }
        }
        cut = count > few->count ? keep_first(few, count, cut, rough) : cut;
    }
    return cut;
}

static double offer_exactly(void *context, const qd__offered *items, double cut)
{
    return offer_items((qd__few *)context, items, cut, false);
}

static double offer_roughly(void *context, const qd__offered *items, double cut)
{
    return offer_items((qd__few *)context, items, cut, true);
}

qd_cost qd__few_find(qd__few *few)
{
    const qd__ranking *ranking = few->ranking;
    const bool from_first = few->mark.key == 0 && few->mark.slot == 0;
    few->count = 0;
    few->again = false;
    few->rough = QD__CAN_BOUNDS && from_first && ranking->kind->most;
    few->doubt.sure = INFINITY;
    few->doubt.settle = settle_last;
    qd__offer *offer = few->rough ? offer_roughly : few->capacity == 1 ? offer_one : offer_exactly;
    if (!from_first)
        return qd__ranked_search(ranking, few->filter, few->mark.key, offer, few);
    const qd_cost cost = qd__ranked_search_few(ranking, few->filter, (uint32_t)few->capacity, offer, &few->again,
                                               few->rough ? &few->doubt : NULL, few);
    if (few->rough && few->count > 0 && ranking->kind->most(ranking, few->keys[few->count - 1]) > ranking->cut)
        qd__few_settle(few); // some may be beyond the limit
    return cost;
}
