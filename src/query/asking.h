// What every kind of question has: a filter, which says what items it sees, and perhaps a visitor, which gets what it
// finds.
#ifndef QD_ASKING_H
#define QD_ASKING_H

#include "quad.h"

#include <quadrille/query.h>

#include <assert.h>

/// What a question sees. A field of 0 is not tested.
typedef struct qd__query_filter {
    uint32_t layers, mask;
    qd_id ignore;
} qd__query_filter;

static inline qd__query_filter qd__query_filter_of(qd_filter filter, qd_id ignore)
{
    return (qd__query_filter){ filter.layers, filter.mask, ignore };
}

/// The same for a question, or for NULL.
static inline qd__query_filter qd__query_filter_in(const qd_query *query)
{
    const qd_filter every = { 0, 0 };
    return query ? qd__query_filter_of(query->filter, query->ignore) : qd__query_filter_of(every, 0);
}

/// Nothing to look at in the filter at all?
static inline bool qd__filter_is_open(const qd__query_filter *filter)
{
    return !filter->mask && !filter->layers && filter->ignore == 0;
}

/// Does the question find every item, whatever there is?
static inline bool qd__finds_all(const qd_query *query)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    return !query || (query->shape.type == QD_EVERYWHERE && qd__filter_is_open(&filter) &&
                      (query->relation == QD_OVERLAPS || query->relation == QD_INSIDE));
}

/// Could anything in or below the node pass? Decided on the unions, so that a search for one layer costs nothing
/// elsewhere.
static inline bool qd__node_seen(const qd__quad *quad, uint32_t lane, const qd__query_filter *filter)
{
    return (!filter->mask || (quad->layers[lane] & filter->mask)) &&
           (!filter->layers || (quad->masks[lane] & filter->layers & QD__ALL_LAYERS));
}

static inline bool qd__item_seen(const qd__bucket *bucket, uint32_t lane, const qd__query_filter *filter)
{
    return (!filter->mask || (qd__item_layers(bucket, lane) & filter->mask)) &&
           (!filter->layers || (qd__item_mask(bucket, lane) & filter->layers & QD__ALL_LAYERS)) &&
           qd__bucket_items(bucket)[lane].id != filter->ignore;
}

/// The most items or pairs that a visitor gets in one call: what passes on some of them has room for as many.
enum { QD__BATCH = 256 };

/// Has the visitor left the tree as it was? By the count of its changes before and after. If not, it ends a debug
/// build, and the query in others.
static inline bool qd__unchanged(uint64_t before, uint64_t after)
{
    assert(before == after && "a visitor must not change the tree");
    return before == after;
}

#endif
