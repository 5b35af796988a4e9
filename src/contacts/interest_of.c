// Which observers see an item: the views the other way round. Where an interest lists them, each update sorts the
// observers by the slots of the items that they see, by counting; elsewhere the views are searched.
#include "steps.h"

#include <string.h>

bool qd__by_item_list(qd_interest *interest, const qd_tree *tree)
{
    qd__by_item *by_item = &interest->by_item;
    const size_t slots = tree ? (size_t)tree->pools.slots.used + 1 : 0;
    qd__memory *memory = &interest->memory;
    if (!qd__memory_reserve(memory, &by_item->items, by_item->slots, &by_item->room, slots, sizeof *by_item->items) ||
        !qd__memory_reserve(memory, &by_item->observers, 0, &by_item->observer_room, interest->now.count,
                            sizeof *by_item->observers))
        return false; // what the first array has is kept, and the second one is as it was
    by_item->slots = slots;
    if (slots > 0)
        memset(by_item->items, 0, slots * sizeof *by_item->items);
    for (size_t i = 0; i < interest->now.count; i++) {
        const qd_id id = interest->now.all[i].id;
        qd__watchers *watchers = &by_item->items[qd_id_slot(id)];
        watchers->count++;
        watchers->generation = qd__id_generation(id);
    }
    size_t first = 0;
    for (size_t slot = 0; slot < slots; slot++) {
        by_item->items[slot].first = first;
        first += by_item->items[slot].count;
        by_item->items[slot].count = 0;
    }
    for (uint32_t slot = 1; slot <= interest->slots.used; slot++) {
        const qd__viewer *viewer = &interest->viewers[slot - 1];
        const qd__view_part view = qd__view_part_of(&interest->now, viewer->next_first, viewer->next_count);
        for (size_t i = 0; i < view.count; i++) {
            qd__watchers *watchers = &by_item->items[qd_id_slot(view.items[i].id)];
            by_item->observers[watchers->first + watchers->count++] = slot;
        }
    }
    return true;
}

/// Results that are written as far as there is room, and counted.
typedef struct answer {
    qd_entry *out;
    size_t capacity, count;
} answer;

/// The observer in a slot saw the item: unless it has been removed, it is one of them.
static void answer_with(const qd_interest *interest, answer *to, uint32_t slot)
{
    const uint32_t generation = qd__slot_at(&interest->slots, slot)->generation;
    if (!(generation & 1) || interest->viewers[slot - 1].count == 0) // an observer that is new has seen nothing
        return;
    if (to->count < to->capacity) {
        const qd_entry entry = { qd__id_of(slot, generation), interest->viewers[slot - 1].observer.user };
        to->out[to->count] = entry;
    }
    to->count++;
}

size_t qd_interest_of(const qd_interest *interest, qd_id item, qd_entry *out, size_t capacity, size_t *total)
{
    const qd__by_item *by_item = &interest->by_item;
    answer to = { out, capacity, 0 };
    if (by_item->listed) {
        const size_t slot = qd_id_slot(item);
        const qd__watchers *watchers = slot < by_item->slots ? &by_item->items[slot] : NULL;
        const bool seen = watchers && watchers->generation == qd__id_generation(item);
        for (uint32_t i = 0; seen && i < watchers->count; i++)
            answer_with(interest, &to, by_item->observers[watchers->first + i]);
    }
    for (uint32_t slot = 1; !by_item->listed && slot <= interest->slots.used; slot++) {
        const qd__viewer *viewer = &interest->viewers[slot - 1];
        const qd__view_part view = qd__view_part_of(&interest->before, viewer->first, viewer->count);
        size_t i = 0;
        while (i < view.count && view.items[i].id != item)
            i++;
        if (i < view.count)
            answer_with(interest, &to, slot);
    }
    if (total)
        *total = to.count;
    return to.count < capacity ? to.count : capacity;
}
