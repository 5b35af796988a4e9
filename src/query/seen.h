// Which items a query filter lets through, of a bucket and of a node.
#ifndef QD_SEEN_H
#define QD_SEEN_H

#include "quad.h"

#include <quadrille/query.h>

/// Could anything in or below the node pass? Decided on the unions, so that a search for one layer costs nothing
/// elsewhere.
static inline bool qd__node_seen(const qd__quad *quad, uint32_t lane, const qd_query_filter *filter)
{
    return (!filter->mask || (quad->layers[lane] & filter->mask)) &&
           (!filter->layers || (quad->masks[lane] & filter->layers & QD_ALL_LAYERS));
}

static inline bool qd__item_seen(const qd__bucket *bucket, uint32_t lane, const qd_query_filter *filter)
{
    return (!filter->mask || (qd__item_layers(bucket, lane) & filter->mask)) &&
           (!filter->layers || (qd__item_mask(bucket, lane) & filter->layers & QD_ALL_LAYERS)) &&
           !qd_id_equal(qd__bucket_items(bucket)[lane].id, filter->ignore);
}

/// Nothing to look at in the filter at all?
static inline bool qd__filter_is_open(const qd_query_filter *filter)
{
    return !filter->mask && !filter->layers && qd_id_is_null(filter->ignore);
}

#endif
