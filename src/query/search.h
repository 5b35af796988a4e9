// The one search behind box, point and circle: down through the cells whose bounds meet a shape, block by block.
#ifndef QD_SEARCH_H
#define QD_SEARCH_H

#include "lanes.h"
#include "quad.h"

#include <quadrille/query.h>

/// What is searched for: which of up to 32 records meet it, as a mask. Asked of items and of bounds alike, so it must
/// be monotone: what meets a box meets every box around it.
typedef struct qd__shape {
    uint32_t (*meet)(const struct qd__shape *shape, const qd__record *records, unsigned count);
    const qd__lanes *lanes;
    bool is_window; ///< A box or a point: these two are set.
    qd__record window, probe;
    /// Does the item in a slot meet it? For records that are rounded: a window that meets one in all but edges when
    /// made smaller, `sure`, meets the item; of one that only the larger window meets, this decides. NULL: they are
    /// not.
    bool (*exact)(const struct qd__shape *shape, uint32_t slot);
    qd__record sure;
    qd_vec2 center; ///< For circles.
    double radius_squared;
    bool open;
} qd__shape;

/// Where results go: a buffer that is handed to the visitor whenever it is full, or, without a visitor, filled once.
typedef struct qd__sink {
    qd_found *buffer;
    size_t capacity, count;
    qd_visitor *visitor;
    void *context;
} qd__sink;

qd_cost qd__search(const struct qd_tree *tree, const qd__shape *shape, const qd_query_filter *filter, qd__sink *sink);

#endif
