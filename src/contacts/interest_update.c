// What observers see: the view of each one is found again, and compared with the one before.
//
//     before  [ 7 3 9 ]           marks by slot: 7 -> 0, 3 -> 1, 9 -> 2
//     now     [ 3 9 4 ]           3 and 9 are where their marks say: seen; 4 entered; 7 was not seen: it left
//
// Marks are never cleared: one that says nothing true names a place with another item, or none. So comparing two views
// costs a few instructions an item, whatever their order. Most often it is the same but for a few: what two views have
// in common at their beginnings and ends gets no marks.
#include "binary_heap.h"
#include "steps.h"

#include <string.h>

/// Marks for all slots of a tree. False: no memory.
static bool reserve_marks(qd_interest *interest, const qd_tree *tree)
{
    const size_t slots = tree ? (size_t)tree->pools.slots.used + 1 : 0, old = interest->mark_room;
    if (slots <= old)
        return true;
    if (!qd__memory_reserve(&interest->memory, &interest->marks, old, &interest->mark_room, slots,
                            sizeof *interest->marks))
        return false;
    memset(interest->marks + old, 0, (interest->mark_room - old) * sizeof *interest->marks);
    return true;
}

/// Appends all that answers a view to the views of now. False: no memory.
static bool find_all(qd_interest *interest, qd__viewer *viewer, const qd__shape *shape, const qd__query_filter *filter)
{
    qd__views *now = &interest->now;
    const size_t left = now->room - now->count;
    size_t total = 0;
    viewer->next_count = qd__find_shape(shape, filter, left > 0 ? now->all + now->count : NULL, left, &total);
    if (total > left) { // once more, with room for all of them
        if (!qd__memory_reserve(&interest->memory, &now->all, now->count, &now->room, now->count + total,
                                sizeof *now->all))
            return false;
        viewer->next_count = qd__find_shape(shape, filter, now->all + now->count, total, &total);
    }
    now->count += viewer->next_count;
    return true;
}

/// Appends what an observer sees to the views of now. False: no memory.
static bool look_around(qd_interest *interest, const qd_tree *tree, qd__viewer *viewer)
{
    const qd_query *view = &viewer->observer.view;
    const qd__query_filter filter = qd__query_filter_of(view->filter, view->ignore);
    qd__shape shape;
    viewer->next_first = interest->now.count;
    viewer->next_count = 0;
    if (!tree || !qd__shape_of(tree, view, &shape))
        return true;
    if (!qd__observer_chooses(&viewer->observer))
        return find_all(interest, viewer, &shape, &filter);
    qd__finding finding = qd__observer_find_nearest(interest, viewer, &shape, &filter);
    if (finding == QD__FOUND_NONE)
        finding = find_all(interest, viewer, &shape, &filter) ? QD__FOUND_ALL : QD__FOUND_NO_MEMORY;
    return finding != QD__FOUND_NO_MEMORY && qd__observer_choose(interest, viewer, &shape, finding);
}

static bool report(qd_interest *interest, qd__sightings *list, uint32_t slot, const qd_entry *item)
{
    if (!qd__memory_reserve(&interest->memory, &list->all, list->count, &list->room, list->count + 1,
                            sizeof *list->all))
        return false;
    const qd_id observer = qd__id_of(slot, qd__slot_at(&interest->slots, slot)->generation);
    const uint64_t user = interest->viewers[slot - 1].observer.user;
    list->all[list->count++] = (qd_interest_event){ observer, user, *item };
    return true;
}

static bool sighting_is_after(const void *context, const void *a, const void *b)
{
    qd_interest_event one, other;
    (void)context;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return qd_id_slot(one.item.id) > qd_id_slot(other.item.id);
}

/// Puts the sightings of one observer in the order of their slots: mostly few, so by a heap, which needs no memory.
static void order(qd__sightings *list, size_t first)
{
    static const qd__heap_kind kind = { sizeof(qd_interest_event), sizeof(qd_interest_event), sighting_is_after };
    const size_t count = list->count - first;
    qd__heap_sort(&kind, NULL, (char *)(list->all + first), count / 2, count);
}

/// Lists the items that entered an observer's view and that left it. False: no memory.
static bool compare_views(qd_interest *interest, uint32_t slot)
{
    const qd__viewer *viewer = &interest->viewers[slot - 1];
    const size_t entered = interest->entered.count, left = interest->left.count;
    qd__view_part before = qd__view_part_of(&interest->before, viewer->first, viewer->count);
    qd__view_part now = qd__view_part_of(&interest->now, viewer->next_first, viewer->next_count);
    // What they have in common at their beginnings and at their ends is left out.
    while (before.count > 0 && now.count > 0 && before.items->id == now.items->id) {
        before.items++;
        before.count--;
        now.items++;
        now.count--;
    }
    while (before.count > 0 && now.count > 0 && before.items[before.count - 1].id == now.items[now.count - 1].id) {
        before.count--;
        now.count--;
    }
    if (!qd__interest_reserve_seen(interest, before.count))
        return false;
    qd__interest_mark(interest, before);
    bool good = true;
    for (size_t i = 0; i < now.count && good; i++) {
        size_t at;
        if (qd__interest_find_marked(interest, before, now.items[i].id, &at))
            interest->seen[at] = 1;
        else
            good = report(interest, &interest->entered, slot, &now.items[i]);
    }
    for (size_t i = 0; i < before.count && good; i++)
        good = interest->seen[i] || report(interest, &interest->left, slot, &before.items[i]);
    if (interest->entered.count > entered)
        order(&interest->entered, entered);
    if (interest->left.count > left)
        order(&interest->left, left);
    return good;
}

qd_result qd_interest_update(qd_interest *interest)
{
    const qd_tree *tree = interest->link.tree;
    interest->entered.count = interest->left.count = 0;
    interest->now.count = 0;
    bool good = reserve_marks(interest, tree);
    for (uint32_t slot = 1; slot <= interest->slots.used && good; slot++) {
        qd__viewer *viewer = &interest->viewers[slot - 1];
        if (qd__slot_at(&interest->slots, slot)->generation & 1)
            good = look_around(interest, tree, viewer) && compare_views(interest, slot);
        else
            viewer->next_first = viewer->next_count = 0;
    }
    if (!good || (interest->by_item.listed && !qd__by_item_list(interest, tree))) {
        interest->entered.count = interest->left.count = 0;
        return QD_NO_MEMORY;
    }
    // The items that are seen now become those that were seen before.
    const qd__views last = interest->before;
    interest->before = interest->now;
    interest->now = last;
    for (uint32_t i = 0; i < interest->slots.used; i++) {
        interest->viewers[i].first = interest->viewers[i].next_first;
        interest->viewers[i].count = interest->viewers[i].next_count;
    }
    return QD_OK;
}
