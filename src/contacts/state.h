// What contacts consist of.
#ifndef QD_STATE_H
#define QD_STATE_H

#include "adjacency.h"
#include "change_log.h"

#include <quadrille/contacts.h>

/// The item of a slot is tested again in this update.
#define QD__SELECTED QD__CHANGE_LOG_FREE

/// How many steps ahead to prefetch: first the place that names a thing, and when that has come, the thing.
enum { QD__LATER = 16, QD__SOON = 8 };

/// A list of numbers that keeps its memory.
typedef struct qd__numbers {
    uint64_t *all;
    size_t count, room;
} qd__numbers;

/// The same for pairs.
typedef struct qd__pairs {
    qd_pair *all;
    size_t count, room;
} qd__pairs;

struct qd_contacts {
    qd__memory memory;
    size_t budget;
    qd__change_log change_log;
    qd__adjacency adjacency;
    size_t selected;     ///< The first so many of those touched are tested in it.
    qd__numbers sought;  ///< Locations of those that get a window, in the order of their nodes.
    qd__numbers keys;    ///< Pairs that it found which are no contacts yet.
    qd__numbers over;    ///< Contacts that have ended.
    qd__numbers scratch; ///< For sorting.
    qd__pairs began, ended;
    qd_cost cost;   ///< The cost of the update's searches,
    uint64_t swept; ///< and places of contacts that it looked at.
};

/// A pair as one number, the lower slot in the upper half.
static inline uint64_t qd__key(uint32_t slot, uint32_t other)
{
    return slot < other ? (uint64_t)slot << 32 | other : (uint64_t)other << 32 | slot;
}

static inline uint32_t qd__key_low(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

static inline uint32_t qd__key_high(uint64_t key)
{
    return (uint32_t)key;
}

/// Room for so many numbers in all. False: no memory, and nothing has changed.
static inline bool qd__numbers_reserve(qd__numbers *numbers, qd__memory *memory, size_t count)
{
    return qd__memory_reserve(memory, &numbers->all, numbers->count, &numbers->room, count, sizeof *numbers->all);
}

/// Appends a number. False: no memory.
static inline bool qd__numbers_add(qd__numbers *numbers, qd__memory *memory, uint64_t number)
{
    if (numbers->count == numbers->room && !qd__numbers_reserve(numbers, memory, numbers->count + 1))
        return false;
    numbers->all[numbers->count++] = number;
    return true;
}

/// Has an item of this slot left since the last update? Its contacts are not those of the item that has the slot now.
static inline bool qd__is_gone(const qd_contacts *contacts, uint32_t slot)
{
    return contacts->change_log.flags[slot] & QD__GONE;
}

/// Takes a pair that was found, of a selected item and another: marks it if it is a contact, and lists it if not. Where
/// both are selected it may be found from both sides, and the one with the lower slot lists it. Most pairs are
/// contacts, and to mark one costs less than to look up which slot has it. False: no memory.
static inline bool qd__take_pair(qd_contacts *contacts, uint32_t slot, uint32_t other)
{
    const bool again =
        contacts->change_log.gone_count > 0 && (qd__is_gone(contacts, slot) || qd__is_gone(contacts, other));
    if (!again && qd__adjacency_see(&contacts->adjacency, slot, other))
        return true;
    const bool has_pair = slot < other || !(contacts->change_log.flags[other] & QD__SELECTED);
    return !has_pair || qd__numbers_add(&contacts->keys, &contacts->memory, qd__key(slot, other));
}

#endif
