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

// "Below", by the tree's rule of edges.
static inline bool oracle_below(const struct oracle *oracle, double a, double b)
{
    return oracle->edges == QD_EDGES_OPEN ? a < b : a <= b;
}

static inline bool oracle_boxes_meet(const struct oracle *oracle, qd_box a, qd_box b)
{
    return oracle_below(oracle, a.min.x, b.max.x) && oracle_below(oracle, b.min.x, a.max.x) &&
           oracle_below(oracle, a.min.y, b.max.y) && oracle_below(oracle, b.min.y, a.max.y);
}

// The order of hits.
static inline int oracle_by_t_then_slot(const void *left, const void *right)
{
    const oracle_hit *a = left, *b = right;
    if (a->t != b->t)
        return a->t < b->t ? -1 : 1;
    return a->hit.item.id.slot < b->hit.item.id.slot ? -1 : 1;
}

#endif
