// Views are sorted by slot; the differences follow from going through two of them side by side.
#include "compare_interest.h"
#include "compare.h"
#include "room.h"
#include <string.h>

void compare_interest_add(struct compare_interest *compare, qd_id id, qd_observer observer)
{
    if (compare->count == compare->room) {
        compare->room = compare->room * 2 + 16;
        compare->watched = got(realloc(compare->watched, compare->room * sizeof *compare->watched));
    }
    struct watched *watched = &compare->watched[compare->count++];
    *watched = (struct watched){ .id = id };
    compare_interest_set(watched, observer);
}

void compare_interest_set(struct watched *watched, qd_observer observer)
{
    const qd_box box = observer.view.shape.box;
    watched->observer = observer;
    watched->half = (qd_vec2){ box.max.x / 2 - box.min.x / 2, box.max.y / 2 - box.min.y / 2 };
}

struct watched *compare_interest_find(struct compare_interest *compare, qd_id id)
{
    for (size_t i = 0; i < compare->count; i++)
        if (compare->watched[i].id == id)
            return &compare->watched[i];
    return NULL;
}

void compare_interest_remove(struct compare_interest *compare, qd_id id)
{
    struct watched *gone = compare_interest_find(compare, id);
    if (!gone)
        return;
    free(gone->seen);
    *gone = compare->watched[--compare->count];
}

void compare_interest_end(struct compare_interest *compare)
{
    for (size_t i = 0; i < compare->count; i++)
        free(compare->watched[i].seen);
    free(compare->watched);
    memset(compare, 0, sizeof *compare);
}

static int by_slot(const void *left, const void *right)
{
    const qd_entry *a = left, *b = right;
    return qd_id_slot(a->id) < qd_id_slot(b->id) ? -1 : qd_id_slot(a->id) > qd_id_slot(b->id);
}

static int by_observer(const void *left, const void *right)
{
    const struct watched *a = left, *b = right;
    return qd_id_slot(a->id) < qd_id_slot(b->id) ? -1 : qd_id_slot(a->id) > qd_id_slot(b->id);
}

struct sightings {
    const qd_interest_event *at;
    size_t count;
};

// Is the next sighting of the list this one? Then the list goes on behind it.
static bool is_next(struct sightings *list, const struct watched *watched, const qd_entry *item)
{
    if (list->count == 0)
        return false;
    const qd_interest_event next = *list->at++;
    list->count--;
    return next.observer == watched->id && next.observer_user == watched->observer.user && next.item.id == item->id &&
           next.item.user == item->user;
}

static bool view_is_right(struct compare_interest *compare, const struct watched *watched, const qd_entry *right,
                          size_t count)
{
    size_t seen = 77;
    const qd_entry *view = qd_interest_seen(compare->interest, watched->id, &seen);
    if (seen != count || (count == 0) != !view)
        return compare_fails(compare, "observer %u: a view of another size than %zu", qd_id_slot(watched->id), count);
    for (size_t i = 0; i < count; i++) {
        const qd_entry *same = bsearch(&view[i], right, count, sizeof *right, by_slot);
        if (!same || same->id != view[i].id || same->user != view[i].user)
            return compare_fails(compare, "observer %u: something else in view", qd_id_slot(watched->id));
    }
    return true;
}

// Goes through the views before and now, and through both lists.
static bool differences_are_right(struct compare_interest *compare, const struct watched *watched, const qd_entry *now,
                                  size_t count, struct sightings *entered, struct sightings *left)
{
    size_t i = 0, k = 0;
    while (i < watched->count || k < count) {
        const qd_entry *old = i < watched->count ? &watched->seen[i] : NULL, *new = k < count ? &now[k] : NULL;
        const uint32_t old_slot = old ? qd_id_slot(old->id) : UINT32_MAX,
                       new_slot = new ? qd_id_slot(new->id) : UINT32_MAX;
        const bool same = old && new && old->id == new->id;
        if (old && old_slot <= new_slot && !same && !is_next(left, watched, old))
            return compare_fails(compare, "observer %u: no event says that slot %u left", qd_id_slot(watched->id),
                                 old_slot);
        if (new &&new_slot <= old_slot && !same && !is_next(entered, watched, new))
            return compare_fails(compare, "observer %u: no event says that slot %u entered", qd_id_slot(watched->id),
                                 new_slot);
        i += old_slot <= new_slot;
        k += new_slot <= old_slot;
    }
    return true;
}

static bool sees(const struct watched *watched, qd_id item)
{
    const qd_entry entry = { item, 0 };
    const qd_entry *same =
        watched->count > 0 ? bsearch(&entry, watched->seen, watched->count, sizeof entry, by_slot) : NULL;
    return same && same->id == item;
}

// Observers must be ordered by slot.
static bool observers_of_are_right(struct compare_interest *compare, qd_id item)
{
    qd_entry *all = room_for(compare->count, sizeof *all);
    size_t total = 77, expected = 0;
    const size_t written = qd_interest_of(compare->interest, item, all, compare->count, &total);
    bool right = true;
    for (size_t i = 0; i < compare->count; i++) {
        const struct watched *watched = &compare->watched[i];
        if (!sees(watched, item))
            continue;
        right = right && expected < written && all[expected].id == watched->id &&
                all[expected].user == watched->observer.user;
        expected++;
    }
    right = right && written == expected && total == expected;
    if (right && expected > 1) { // as many as there is room for
        const size_t some = qd_interest_of(compare->interest, item, all + 1, expected - 1, NULL);
        right = some == expected - 1 && all[1].id == all[0].id;
    }
    free(all);
    return right ||
           compare_fails(compare, "slot %u: other observers than the %zu that see it", qd_id_slot(item), expected);
}

// The observers of some of the items that are seen, of an id that has ended, and of none.
bool compare_interest_observers(struct compare_interest *compare)
{
    enum { ASKED = 3 };
    if (compare->count > 0)
        qsort(compare->watched, compare->count, sizeof *compare->watched, by_observer);
    for (size_t i = 0; i < compare->count; i++) {
        const struct watched *watched = &compare->watched[i];
        const size_t step = watched->count / ASKED + 1;
        for (size_t k = 0; k < watched->count; k += step)
            if (!observers_of_are_right(compare, watched->seen[k].id) ||
                !observers_of_are_right(compare, watched->seen[k].id - ((qd_id)2 << 32)))
                return false;
    }
    return observers_of_are_right(compare, 0) && observers_of_are_right(compare, ~(qd_id)0);
}

bool compare_interest_updated(struct compare_interest *compare, const qd_oracle *oracle)
{
    const size_t items = oracle ? qd_oracle_count(oracle, NULL) : 0;
    struct sightings entered, left;
    entered.at = qd_interest_entered(compare->interest, &entered.count);
    left.at = qd_interest_left(compare->interest, &left.count);
    size_t seen = 0;
    if (compare->count > 0)
        qsort(compare->watched, compare->count, sizeof *compare->watched, by_observer);
    for (size_t i = 0; i < compare->count; i++) {
        struct watched *watched = &compare->watched[i];
        qd_entry *now = room_for(items, sizeof *now);
        size_t total = 0;
        const size_t count =
            oracle ? qd_oracle_observe(oracle, &watched->observer, watched->seen, watched->count, now, items, &total)
                   : 0;
        if (count != total)
            return compare_fails(compare, "observer %u: the oracle sees %zu of %zu items", qd_id_slot(watched->id),
                                 total, items);
        bool right = differences_are_right(compare, watched, now, count, &entered, &left) &&
                     view_is_right(compare, watched, now, count);
        free(watched->seen);
        watched->seen = now;
        watched->count = count;
        seen += count;
        if (!right)
            return false;
    }
    if (entered.count + left.count > 0)
        return compare_fails(compare, "%zu more events of what entered, %zu of what left", entered.count, left.count);
    qd_interest_stats figures;
    qd_interest_get_stats(compare->interest, &figures);
    if (figures.observers != compare->count || figures.seen != seen)
        return compare_fails(compare, "wrong figures");
    return compare_interest_observers(compare);
}
