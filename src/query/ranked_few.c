// A few of the smallest keys: see ranked_few.h.
//
// An offer has an exact key or, `rough`, bounds of one; what follows is compiled for each of the two.
#include "ranked_few.h"

/// An item that may be kept.
typedef struct candidate {
    double key, most; ///< Its key is between these; or, exact, the first.
    uint32_t location;
} candidate;

static double exact_key(const qd__few *few, uint32_t location)
{
    return few->ranking->kind->exact(few->ranking, qd__exact_box(few->tree, qd__slot_of_kept(few->tree, location)));
}

static void settle_candidate(const qd__few *few, candidate *item)
{
    if (item->key < item->most) {
        item->key = item->most = exact_key(few, item->location);
    }
}

static void settle_kept(qd__few *few, size_t i)
{
    if (few->keys[i] < few->most[i]) {
        few->keys[i] = few->most[i] = exact_key(few, few->locations[i]);
    }
}

/// Does a candidate come before one of a few? Where their bounds overlap, their exact keys say it.
static QD__ALWAYS_INLINE bool comes_before(qd__few *few, candidate *item, size_t i, bool rough)
{
    if (rough) {
        if (item->most < few->keys[i] || few->most[i] < item->key) {
            return item->most < few->keys[i];
        }
        settle_candidate(few, item);
        settle_kept(few, i);
    }
    return item->key < few->keys[i] ||
           (item->key == few->keys[i] &&
            qd__slot_of_kept(few->tree, item->location) < qd__slot_of_kept(few->tree, few->locations[i]));
}

/// No cut need be larger than the last of as many keys as there is room for. Notes how sure that is.
static QD__ALWAYS_INLINE double cut_of(qd__few *few, double cut, bool rough)
{
    const size_t last = few->count - 1;
    const bool full = few->count == few->capacity;
    const double most = !full ? INFINITY : rough ? few->most[last] : few->keys[last];
    cut = most < cut ? most : cut;
    if (rough) {
        few->doubt.sure = full && few->keys[last] < cut ? few->keys[last] : INFINITY;
    }
    return cut;
}

static double settle_last(void *context, double cut)
{
    qd__few *few = (qd__few *)context;
    settle_kept(few, few->count - 1);
    return cut_of(few, cut, true);
}

static bool is_kept(const qd__few *few, uint32_t location)
{
    bool kept = false;
    for (size_t i = 0; i < few->count; i++) {
        kept |= few->locations[i] == location;
    }
    return kept;
}

static QD__ALWAYS_INLINE double offer_item(qd__few *few, double key, const qd__bucket *bucket, uint32_t location,
                                           double cut, bool rough)
{
    candidate item = { key, rough ? few->ranking->kind->most(few->ranking, key) : key, location };
    const bool full = few->count == few->capacity;
    size_t at = few->count;
    if (!rough && !qd__is_after(few->ranking, &few->mark, &item.key, location, cut)) {
        return cut;
    }
    if (rough && (item.most == INFINITY || (item.most > cut && !(full && cut == few->most[at - 1])))) {
        item.most = INFINITY;
        settle_candidate(few, &item);
        if (!(item.key <= cut)) {
            return cut;
        }
    }
    if ((full && !comes_before(few, &item, --at, rough)) || (few->again && is_kept(few, location))) {
        return cut_of(few, cut, rough);
    }
    qd__prefetch(qd__location_item(bucket, location), 1); // as likely as not it will be read
    for (; at > 0 && comes_before(few, &item, at - 1, rough); at--) {
        few->keys[at] = few->keys[at - 1];
        if (rough) {
            few->most[at] = few->most[at - 1];
        }
        few->locations[at] = few->locations[at - 1];
    }
    few->keys[at] = item.key;
    if (rough) {
        few->most[at] = item.most;
    }
    few->locations[at] = location;
    few->count += !full;
    return cut_of(few, cut, rough);
}

static double offer_exactly(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    return offer_item((qd__few *)context, key, bucket, location, cut, false);
}

static double offer_roughly(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    return offer_item((qd__few *)context, key, bucket, location, cut, true);
}

qd_cost qd__few_find(qd__few *few)
{
    const bool from_first = few->mark.key == 0 && few->mark.slot == 0;
    few->count = 0;
    few->again = false;
    few->rough = QD__CAN_BOUNDS && from_first && few->ranking->kind->most;
    if (few->rough) {
        few->doubt.sure = INFINITY;
        few->doubt.settle = settle_last;
    }
    return from_first ? qd__ranked_search_few(few->ranking, few->filter, (uint32_t)few->capacity,
                                              few->rough ? offer_roughly : offer_exactly, &few->again,
                                              few->rough ? &few->doubt : NULL, few)
                      : qd__ranked_search(few->ranking, few->filter, few->mark.key, offer_exactly, few);
}

void qd__few_settle(qd__few *few)
{
    for (size_t i = 0; i < few->count; i++) {
        settle_kept(few, i);
    }
}
