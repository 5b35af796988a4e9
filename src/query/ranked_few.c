// A few of the smallest keys: see ranked_few.h.
#include "ranked_few.h"

/// Does an item come before one of a few?
static bool comes_before(const qd__few *few, double key, uint32_t location, size_t i)
{
    return key < few->keys[i] || (key == few->keys[i] && qd__slot_of_kept(few->tree, location) <
                                                             qd__slot_of_kept(few->tree, few->locations[i]));
}

/// No cut need be larger than the last of as many keys as there is room for.
static double cut_of(const qd__few *few, double cut)
{
    return few->count == few->capacity && few->keys[few->count - 1] < cut ? few->keys[few->count - 1] : cut;
}

static double offer_to_few(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    qd__few *few = (qd__few *)context;
    if (!qd__is_after(few->ranking, &few->mark, &key, location, cut)) {
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
    const qd__few *few = (const qd__few *)context;
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

/// Does a candidate come before one of a few?
static bool ranks_before(qd__few *few, candidate *item, size_t i)
{
    if (item->most < few->keys[i] || few->most[i] < item->key) {
        return item->most < few->keys[i];
    }
    settle_candidate(few, item);
    settle_kept(few, i);
    return comes_before(few, item->key, item->location, i);
}

/// The cut that follows from the last of a few, and how sure it is.
static double rough_cut_of(qd__few *few, double cut)
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
    qd__few *few = (qd__few *)context;
    settle_kept(few, few->count - 1);
    return rough_cut_of(few, cut);
}

static double offer_roughly(void *context, double key, const qd__bucket *bucket, uint32_t location, double cut)
{
    qd__few *few = (qd__few *)context;
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
    if (full && !ranks_before(few, &item, --at)) {
        return rough_cut_of(few, cut);
    }
    qd__prefetch(qd__location_item(bucket, location), 1); // as likely as not it will be read
    for (; at > 0 && ranks_before(few, &item, at - 1); at--) {
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
    qd__few *few = (qd__few *)context;
    for (size_t i = 0; i < few->count; i++) {
        if (few->locations[i] == location) {
            return rough_cut_of(few, cut);
        }
    }
    return offer_roughly(few, key, bucket, location, cut);
}

static const qd__few_offers exact_offers = { offer_to_few, offer_to_few_again };
static const qd__few_offers rough_offers = { offer_roughly, offer_roughly_again };

qd_cost qd__few_find(qd__few *few)
{
    const uint32_t wanted = (uint32_t)few->capacity;
    const bool from_first = few->mark.key == 0 && few->mark.slot == 0;
    few->count = 0;
    few->rough = QD__CAN_BOUNDS && from_first && few->ranking->kind->most;
    if (!from_first) {
        return qd__ranked_search(few->tree, few->ranking, few->filter, few->mark.key, offer_to_few, few);
    }
    if (!few->rough) {
        return qd__ranked_search_few(few->tree, few->ranking, few->filter, wanted, &exact_offers, NULL, few);
    }
    few->doubt.sure = INFINITY;
    few->doubt.settle = settle_last;
    return qd__ranked_search_few(few->tree, few->ranking, few->filter, wanted, &rough_offers, &few->doubt, few);
}

void qd__few_settle(qd__few *few)
{
    for (size_t i = 0; i < few->count; i++) {
        settle_kept(few, i);
    }
}
