// Observers come, change and go; see interest_update.c for what they see.
#include "interest.h"
#include "aabb.h"

#include <string.h>

qd_interest *qd_interest_create(const qd_allocator *allocator)
{
    const qd_allocator none = { NULL, NULL };
    qd__memory memory = { qd__memory_choose(allocator ? *allocator : none), 0 };
    qd_interest *interest = qd__memory_get(&memory, 1, sizeof *interest);
    if (!interest) {
        return NULL;
    }
    memset(interest, 0, sizeof *interest);
    interest->memory = memory;
    qd__slots_open(&interest->slots);
    return interest;
}

void qd_interest_destroy(qd_interest *interest)
{
    if (!interest) {
        return;
    }
    qd__memory memory = interest->memory;
    qd__pool_close(&interest->slots, &memory);
    qd__memory_give(&memory, interest->viewers, interest->room, sizeof *interest->viewers);
    qd__memory_give(&memory, interest->before.all, interest->before.room, sizeof *interest->before.all);
    qd__memory_give(&memory, interest->now.all, interest->now.room, sizeof *interest->now.all);
    qd__memory_give(&memory, interest->came.all, interest->came.room, sizeof *interest->came.all);
    qd__memory_give(&memory, interest->left.all, interest->left.room, sizeof *interest->left.all);
    qd__memory_give(&memory, interest->marks, interest->mark_room, sizeof *interest->marks);
    qd__memory_give(&memory, interest->seen, interest->seen_room, sizeof *interest->seen);
    qd__memory_give(&memory, interest, 1, sizeof *interest);
}

static bool observer_is_valid(const qd_observer *observer)
{
    const qd_box at = { observer->center, observer->center };
    return qd__box_is_valid(at) && observer->radius >= 0;
}

/// Room for a viewer in a slot. False: no memory, and nothing has changed.
static bool reserve_viewer(qd_interest *interest, size_t slot)
{
    return qd__memory_reserve(&interest->memory, &interest->viewers, interest->room, &interest->room, slot,
                              sizeof *interest->viewers);
}

qd_id qd_interest_add(qd_interest *interest, qd_observer observer)
{
    const qd_id null = { 0, 0 };
    // Every slot that was ever used has a viewer.
    if (!observer_is_valid(&observer) || !reserve_viewer(interest, (size_t)interest->slots.used + 1)) {
        return null;
    }
    const qd_id id = qd__slots_acquire(&interest->slots, &interest->memory);
    if (qd_id_is_null(id)) {
        return null;
    }
    interest->viewers[id.slot - 1] = (qd__viewer){ .observer = observer };
    interest->observers++;
    return id;
}

qd_result qd_interest_set(qd_interest *interest, qd_id id, qd_observer observer)
{
    if (!qd__slots_find(&interest->slots, id)) {
        return QD_STALE_ID;
    }
    if (!observer_is_valid(&observer)) {
        return QD_BAD_VALUE;
    }
    interest->viewers[id.slot - 1].observer = observer;
    return QD_OK;
}

qd_result qd_interest_move(qd_interest *interest, qd_id id, qd_vec2 center)
{
    if (!qd__slots_find(&interest->slots, id)) {
        return QD_STALE_ID;
    }
    qd_observer observer = interest->viewers[id.slot - 1].observer;
    observer.center = center;
    return qd_interest_set(interest, id, observer);
}

qd_result qd_interest_remove(qd_interest *interest, qd_id id)
{
    if (!qd__slots_find(&interest->slots, id)) {
        return QD_STALE_ID;
    }
    qd__slots_release(&interest->slots, id);
    interest->observers--;
    return QD_OK;
}

static qd_sighting_list sightings_of(const qd__sightings *sightings)
{
    const qd_sighting_list list = { sightings->all, sightings->count };
    return list;
}

qd_sighting_list qd_interest_came(const qd_interest *interest)
{
    return sightings_of(&interest->came);
}

qd_sighting_list qd_interest_left(const qd_interest *interest)
{
    return sightings_of(&interest->left);
}

size_t qd_interest_view(const qd_interest *interest, qd_id id, const qd_found **items)
{
    *items = NULL;
    if (!qd__slots_find(&interest->slots, id) || interest->viewers[id.slot - 1].count == 0) {
        return 0;
    }
    *items = interest->before.all + interest->viewers[id.slot - 1].first;
    return interest->viewers[id.slot - 1].count;
}

qd_interest_stats qd_interest_figures(const qd_interest *interest)
{
    const qd_interest_stats stats = { interest->observers, interest->before.count, interest->memory.bytes };
    return stats;
}
