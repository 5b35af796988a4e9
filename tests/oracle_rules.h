// What the oracle's questions share: what a query filter lets through, and what is told of an item.
#ifndef TESTS_ORACLE_RULES_H
#define TESTS_ORACLE_RULES_H

#include "oracle.h"

static inline bool is_seen(const oracle_entry *entry, qd_query_filter filter)
{
    if (entry->id.slot == filter.ignore.slot && entry->id.generation == filter.ignore.generation)
        return false;
    if (filter.mask != 0 && (entry->item.filter.layers & filter.mask) == 0)
        return false;
    return filter.layers == 0 || (entry->item.filter.mask & filter.layers & 0x7fffffffu) != 0;
}

static inline qd_found found(const oracle_entry *entry)
{
    qd_found result = { entry->id, entry->item.user };
    return result;
}

#endif
