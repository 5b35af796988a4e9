// How a kind of search ranks nodes and items: by a key, smallest first.
#ifndef QD_RANKING_H
#define QD_RANKING_H

#include "moving.h"
#include "quad.h"
#include "simd.h"

#include <quadrille/query.h>
#include <string.h>

/// The bits of a key, none of which is negative, ascend as the keys do.
static inline uint64_t qd__key_bits(double key)
{
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits;
}

static inline double qd__key_from(uint64_t bits)
{
    double key;
    memcpy(&key, &bits, sizeof key);
    return key;
}

typedef struct qd__ranking qd__ranking;

/// How a kind of search ranks. Keys are never negative, and monotone: that of an item is never less than that of bounds
/// around it, nor more than the latest of those bounds.
typedef struct qd__ranking_kind {
    /// The keys of boxes: of the bounds of four nodes, and of items. Returns which are no more than `cut`; of items no
    /// more than the `wanted` first are of interest. `keys` has room for the next multiple of 4.
    uint64_t (*node_keys)(const qd__ranking *ranking, qd__boxes boxes, double cut, double *keys);
    uint64_t (*keys)(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys);
    /// No item within these bounds that has a key has a larger one. For cursors, which go on where they were; NULL: the
    /// search is always from the first key on.
    double (*latest)(const qd__ranking *ranking, const qd__aabb *bounds);
    /// For searches that look around a point first. A window that all items with a key up to the cut meet; and the key
    /// of what lies so far from the point. NULL: there is none.
    void (*window)(const qd__ranking *ranking, double cut, qd__aabb *window);
    double (*key_at)(const qd__ranking *ranking, double distance);
    /// Writes all of a result but the item.
    void (*describe)(const qd__ranking *ranking, void *result, double key, const qd__aabb *aabb);
    /// The key of the item in a slot, NaN where it has none. For rounded AABBs, with keys that are only lower
    /// bounds; NULL: they are not.
    double (*exact)(const qd__ranking *ranking, uint32_t slot);
} qd__ranking_kind;

/// What one search ranks by. What its kind does not look at need not be set.
struct qd__ranking {
    const qd__ranking_kind *kind;
    const qd__simd *simd;
    qd_vec2 point;     ///< Of nearest; the centre of what moves along a line.
    bool left, down;   ///< Which way the line of a kind with a window runs.
    qd__line line;     ///< Of a ray or a moving box.
    qd__sketch sketch; ///< Of the line.
    qd__disc disc;     ///< Of a moving circle.
};

#endif
