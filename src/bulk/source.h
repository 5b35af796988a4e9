// Items on their way into a tree: their boxes as the tree has them, packed, and what else comes with each.
#ifndef QD_SOURCE_H
#define QD_SOURCE_H

#include "bucket.h"

typedef struct qd__source {
    const qd__fbox *boxes;
    const uint64_t *users;    ///< NULL: first_user, first_user + 1, ...
    const qd_filter *filters; ///< NULL: `filter` for all.
    uint64_t first_user;
    qd_filter filter;
} qd__source;

static inline uint64_t qd__source_user(const qd__source *source, size_t index)
{
    return source->users ? source->users[index] : source->first_user + index;
}

/// With its defaults resolved.
static inline qd_filter qd__source_filter(const qd__source *source, size_t index)
{
    return qd__filter_of(source->filters ? source->filters[index] : source->filter);
}

static inline qd__entry qd__source_entry(const qd__source *source, size_t index, qd__fbox box, qd_id id)
{
    const qd_filter filter = qd__source_filter(source, index);
    return (qd__entry){ qd__aabb_of(box), { id, qd__source_user(source, index) }, filter.layers, filter.mask };
}

#endif
