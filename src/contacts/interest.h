// What observers saw and see: all views in one array, one after the other; each update makes another array. Where the
// observers of each item are listed, another array has them by the item's slot:
//
//     views        observer 1: [ 7 3 ]   observer 2: [ 3 9 ]
//     by item      slot 3: [ 1 2 ]   slot 7: [ 1 ]   slot 9: [ 2 ]
#ifndef QD_INTEREST_H
#define QD_INTEREST_H

#include "tree_link.h"

#include <math.h>
#include <quadrille/interest.h>
#include <quadrille/ranked.h>
#include <string.h>

typedef struct qd__viewer {
    qd_observer observer;
    qd_vec2 half;                  ///< Half the size of a box: moving it must not wear it down.
    size_t first, count;           ///< Its view among those of the last update,
    size_t next_first, next_count; ///< and of the one that is at work.
} qd__viewer;

typedef struct qd__views {
    qd_entry *all;
    size_t count, room;
} qd__views;

typedef struct qd__sightings {
    qd_interest_event *all;
    size_t count, room;
} qd__sightings;

/// How near an item is to the centre of a view.
typedef struct qd__view_rank {
    double distance; ///< As reported, less the margin if it was seen.
    double key;      ///< Not rounded: orders equal distances of items that both were seen, or were not.
    uint32_t slot;
    bool seen; ///< And there is a margin: before others at an equal distance.
} qd__view_rank;

/// Where the observers of an item lie: by its slot.
typedef struct qd__watchers {
    size_t first;
    uint32_t count;
    uint32_t generation; ///< The item's.
} qd__watchers;

typedef struct qd__by_item {
    bool listed; ///< Each update lists them.
    qd__watchers *items;
    size_t slots, room;
    uint32_t *observers; ///< Their slots.
    size_t observer_room;
} qd__by_item;

struct qd_interest {
    qd__memory memory;
    qd__tree_link link; ///< The tree it is about.
    bool precise;       ///< The tree stores, or stored, doubles.
    qd__pool slots;     ///< The observers' slots.
    qd__viewer *viewers;
    size_t room; ///< Slots for which `viewers` has room; they count from 1.
    size_t observers;
    qd__views before, now;
    qd__sightings entered, left;

    uint32_t *marks; ///< By slot of an item: where it may be in the view before. Anything, if it was not there.
    size_t mark_room;
    uint8_t *seen; ///< By place in the view before: is it there still?
    size_t seen_room;
    qd__view_rank *ranks; ///< One for each item of a view, and after these the nearest.
    size_t rank_room;
    qd_hit *hits; ///< The nearest of a crowd.
    size_t hit_room;
    qd__by_item by_item;
};

/// A part of the views.
typedef struct qd__view_part {
    const qd_entry *items;
    size_t count;
} qd__view_part;

static inline qd__view_part qd__view_part_of(const qd__views *views, size_t first, size_t count)
{
    return (qd__view_part){ count > 0 ? views->all + first : NULL, count };
}

/// Room for a flag for each item of a view. False: no memory.
static inline bool qd__interest_reserve_seen(qd_interest *interest, size_t count)
{
    return qd__memory_reserve(&interest->memory, &interest->seen, 0, &interest->seen_room, count,
                              sizeof *interest->seen);
}

/// Marks the places of a view's items, which are not seen yet. There must be room for both.
static inline void qd__interest_mark(qd_interest *interest, qd__view_part before)
{
    uint32_t *marks = interest->marks;
    for (size_t i = 0; i < before.count; i++)
        marks[qd_id_slot(before.items[i].id)] = (uint32_t)i;
    if (before.count > 0)
        memset(interest->seen, 0, before.count);
}

/// Where an item lies in a view that has been marked. False: it is not there.
static inline bool qd__interest_find_marked(const qd_interest *interest, qd__view_part before, qd_id id, size_t *place)
{
    *place = interest->marks[qd_id_slot(id)];
    return *place < before.count && before.items[*place].id == id;
}

/// The middle of a view; NaN or infinite where it has none.
static inline qd_vec2 qd__view_center(const qd_shape *shape)
{
    const qd_vec2 none = { NAN, NAN };
    return shape->type == QD_EVERYWHERE ? none : shape->type == QD_BOX ? qd__box_middle(&shape->box) : shape->box.min;
}

#endif
