/// A call on an index as data: what records are made of.
#ifndef QUADRILLE_METHODS_CALL_H
#define QUADRILLE_METHODS_CALL_H

#include "index.h"

typedef enum call_kind {
    CALL_ADD,     ///< boxes[0..count) with one filter.
    CALL_REMOVE,  ///< item
    CALL_MOVE,    ///< item, item + 1 ... get boxes[0..count).
    CALL_BOX,     ///< box, mask
    CALL_TOUCHES, ///< box, mask, item: the one left aside
    CALL_CIRCLE,  ///< ray.origin, reach: the radius; mask
    CALL_NEAREST, ///< ray.origin, reach: no farther than it; mask, count: how many
    CALL_RAY,     ///< ray, mask
    CALL_PAIRS,
    CALL_WORLD, ///< box
    CALL_CONTACTS,
    CALL_KINDS
} call_kind;

typedef struct index_call {
    call_kind kind;
    uint32_t item, mask;
    size_t count;
    const fbox *boxes; ///< Not owned: there while the call is.
    qd_filter filter;
    fbox box;
    index_ray ray;
    float reach;
} index_call;

#endif
