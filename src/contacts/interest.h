// What observers saw and see: all views in one array, one after the other; each update makes another array.
#ifndef QD_INTEREST_H
#define QD_INTEREST_H

#include "tree_link.h"

#include <quadrille/interest.h>

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
};

#endif
