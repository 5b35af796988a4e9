// Views are sorted by slot; the differences follow from going through two of them side by side.
#include "compare_interest.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fails(struct compare_interest *compare, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(compare->why, sizeof compare->why, format, arguments);
    va_end(arguments);
    return false;
}

static void *need_memory(void *block)
{
    if (!block) {
        fputs("compare interest: no memory\n", stderr);
        exit(1);
    }
    return block;
}

void compare_interest_add(struct compare_interest *compare, qd_id id, qd_observer observer)
{
    if (compare->count == compare->room) {
        compare->room = compare->room * 2 + 16;
        compare->watched = need_memory(realloc(compare->watched, compare->room * sizeof *compare->watched));
    }
    compare->watched[compare->count++] = (struct watched){ id, observer, NULL, 0 };
}

struct watched *compare_interest_find(struct compare_interest *compare, qd_id id)
{
    for (size_t i = 0; i < compare->count; i++)
        if (qd_id_equal(compare->watched[i].id, id))
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
    const qd_found *a = left, *b = right;
    return a->id.slot < b->id.slot ? -1 : a->id.slot > b->id.slot;
}

static int by_observer(const void *left, const void *right)
{
    const struct watched *a = left, *b = right;
    return a->id.slot < b->id.slot ? -1 : a->id.slot > b->id.slot;
}

// Is the next sighting of the list this one? Then the list goes on behind it.
static bool is_next(qd_sighting_list *list, const struct watched *watched, const qd_found *item)
{
    if (list->count == 0)
        return false;
    const qd_sighting next = *list->sightings++;
    list->count--;
    return qd_id_equal(next.observer, watched->id) && next.observer_user == watched->observer.user &&
           qd_id_equal(next.item.id, item->id) && next.item.user == item->user;
}

static bool view_is_right(struct compare_interest *compare, const struct watched *watched, const qd_found *right,
                          size_t count)
{
    const qd_found *view;
    if (qd_interest_view(compare->interest, watched->id, &view) != count)
        return fails(compare, "observer %u: a view of another size than %zu", watched->id.slot, count);
    for (size_t i = 0; i < count; i++) {
        const qd_found *same = bsearch(&view[i], right, count, sizeof *right, by_slot);
        if (!same || !qd_id_equal(same->id, view[i].id) || same->user != view[i].user)
            return fails(compare, "observer %u: something else in view", watched->id.slot);
    }
    return true;
}

// Goes through the views before and now, and through both lists.
static bool differences_are_right(struct compare_interest *compare, const struct watched *watched, const qd_found *now,
                                  size_t count, qd_sighting_list *came, qd_sighting_list *left)
{
    size_t i = 0, k = 0;
    while (i < watched->count || k < count) {
        const qd_found *old = i < watched->count ? &watched->seen[i] : NULL, *new = k < count ? &now[k] : NULL;
        const uint32_t old_slot = old ? old->id.slot : UINT32_MAX, new_slot = new ? new->id.slot : UINT32_MAX;
        const bool same = old && new &&qd_id_equal(old->id, new->id);
        if (old && old_slot <= new_slot && !same && !is_next(left, watched, old))
            return fails(compare, "observer %u: it is not told that slot %u left", watched->id.slot, old_slot);
        if (new &&new_slot <= old_slot && !same && !is_next(came, watched, new))
            return fails(compare, "observer %u: it is not told that slot %u came", watched->id.slot, new_slot);
        i += old_slot <= new_slot;
        k += new_slot <= old_slot;
    }
    return true;
}

bool compare_interest_updated(struct compare_interest *compare, const struct oracle *oracle)
{
    qd_sighting_list came = qd_interest_came(compare->interest), left = qd_interest_left(compare->interest);
    size_t seen = 0;
    if (compare->count > 0)
        qsort(compare->watched, compare->count, sizeof *compare->watched, by_observer);
    for (size_t i = 0; i < compare->count; i++) {
        struct watched *watched = &compare->watched[i];
        qd_observer observer = watched->observer;
        qd_found *now = need_memory(calloc((oracle ? oracle->count : 0) + 1, sizeof *now));
        size_t count = oracle ? oracle_find_circle(oracle, observer.center, observer.radius, observer.filter, now) : 0;
        qsort(now, count, sizeof *now, by_slot);
        bool right = differences_are_right(compare, watched, now, count, &came, &left) &&
                     view_is_right(compare, watched, now, count);
        free(watched->seen);
        watched->seen = now;
        watched->count = count;
        seen += count;
        if (!right)
            return false;
    }
    if (came.count + left.count > 0)
        return fails(compare, "%zu more are told to have come, %zu to have left", came.count, left.count);
    qd_interest_stats figures = qd_interest_figures(compare->interest);
    return (figures.observers == compare->count && figures.seen == seen) || fails(compare, "wrong figures");
}
