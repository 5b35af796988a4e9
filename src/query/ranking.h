// A ranked question made ready for one tree: by which key a search ranks nodes and items, smallest first.
//
//     nearest                                   cast
//                    +-------+                                    +-------+
//           key .....|       |                       key     .    |       |
//          .         +-------+                 +---+ .   +---+    |       |
//       from     (its square, in floats)       | > |.....| > |    +-------+
//                                              +---+     +---+    t of the first touch
//
// In a tree of floats the key of an AABB is that of the item. In a tree of doubles it is a lower bound, that of a box
// around all that the AABB may stand for, and the item's own box decides.
#ifndef QD_RANKING_H
#define QD_RANKING_H

#include "moving.h"
#include "quad.h"
#include "simd.h"

#include <quadrille/ranked.h>
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
    /// No item within these bounds that has a key has a larger one: for cursors, which go on where they were.
    double (*latest)(const qd__ranking *ranking, const qd__aabb *bounds);
    /// For searches that look around a place first. A window that all items with a key up to the cut, which is finite,
    /// meet; and the key of what lies so far from the place. NULL: none.
    void (*window)(const qd__ranking *ranking, double cut, qd__aabb *window);
    double (*key_at)(const qd__ranking *ranking, double distance);
    /// The largest key of an item with this distance in its result. NULL: that distance.
    double (*key_within)(double limit);
    /// The distance or t of a result, from a key.
    double (*result)(const qd__ranking *ranking, double key);
    /// Writes all of a result but the item; the box is the item's.
    void (*describe)(const qd__ranking *ranking, qd_hit *hit, double key, const qd_box *box);
    /// The key of an item with that box, NaN where it has none. Where the keys of AABBs are only lower bounds; NULL:
    /// they are not.
    double (*exact)(const qd__ranking *ranking, const qd_box *box);
    /// The largest key that an item can have if its AABB has this one; larger than it, and it ascends as keys do.
    /// INFINITY: unknown. NULL: always unknown.
    double (*most)(const qd__ranking *ranking, double key);
} qd__ranking_kind;

/// Nearest: what distances are from.
typedef struct qd__ranking_near {
    qd__aabb from; ///< In a tree of doubles rounded about its origin, and then also
    qd_box exact;  ///< as the question says it;
    double slack;  ///< how much nearer rounding may have brought the two and an AABB;
    double spread; ///< an item may be nearer by this than another with a nearer AABB.
} qd__ranking_near;

/// Rays, segments and casts: what moves.
typedef struct qd__ranking_cast {
    bool ray, segment; ///< A point that moves: a hit is exactly on the face. It moves to another:
    qd_vec2 to;        ///< that one.
    bool circle;       ///< A circle moves, rather than a point or a box.
    qd__line line;     ///< The moving shape's; a circle's is around its square.
    qd__line around;   ///< In a tree of doubles: that of a larger shape, in floats about the origin.
    qd__sketch sketch; ///< The line's, or that of `around`.
    qd__disc disc;     ///< A moving circle's.
} qd__ranking_cast;

/// A ranked question made ready for one tree.
struct qd__ranking {
    const qd__ranking_kind *kind;
    const qd__simd *simd;
    const struct qd_tree *tree;
    double limit;   ///< The largest distance or t,
    double cut;     ///< and the largest key.
    uint32_t entry; ///< The directory's entry where to look first; QD__NONE: at the root.
    bool left,
        down; ///< Which way the squares of a window are gone through, so that the first to come is the first seen.
    qd__ranking_near near;
    qd__ranking_cast cast;
};

/// False: the question is malformed for this tree and finds nothing.
bool qd__ranking_of(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking);

/// The same for nearest (ranking_near.c), where the tree and its instructions are set. False: the box is not finite, or
/// the limit is none.
bool qd__rank_nearest(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking);

#endif
