// Boxes by side: four arrays, one for each side of an AABB, so that one vector comparison covers as many boxes as the
// vector has lanes.
//
//     sides      v[0] of all boxes | v[1] of all | v[2] of all | v[3] of all      `stride` floats each
//                [ a b c d . . . . ]                                              `count` of them in use
//
// The signs are those of an AABB (aabb.h): the upper corner is negated, so a union is a minimum and an overlap a
// comparison on every side. Entries from `count` on are NaN on all sides and overlap nothing. A kernel may read them,
// up to the next multiple of QD__GROUP, so no loop has a tail.
#ifndef QD_BOXES_H
#define QD_BOXES_H

#include "aabb.h"

#include <stddef.h>
#include <stdint.h>

enum {
    QD__GROUP = 8,
    QD__BOXES_MOST = 64, ///< Boxes of one call: a 64-bit mask names each of them.
};

typedef struct qd__boxes {
    const float *sides; ///< Side s of box i is sides[s * stride + i].
    uint32_t stride;    ///< A multiple of QD__GROUP.
    uint32_t count;     ///< At most QD__BOXES_MOST.
} qd__boxes;

static inline qd__aabb qd__boxes_at(qd__boxes boxes, uint32_t i)
{
    const float *at = boxes.sides + i;
    const size_t stride = boxes.stride;
    return (qd__aabb){ { at[0], at[stride], at[2 * stride], at[3 * stride] } };
}

/// Writes a box into arrays of `stride` floats.
static inline void qd__boxes_set(float *sides, uint32_t stride, uint32_t i, qd__aabb aabb)
{
    for (uint32_t side = 0; side < 4; side++)
        sides[(size_t)side * stride + i] = aabb.v[side];
}

/// Four boxes by side: the bounds of the nodes of a quad. All four are in use; empty bounds are infinite.
typedef struct qd__four {
    float side[4][4]; ///< By side, then by node.
} qd__four;

static inline qd__aabb qd__four_at(const qd__four *four, uint32_t lane)
{
    return (qd__aabb){ { four->side[0][lane], four->side[1][lane], four->side[2][lane], four->side[3][lane] } };
}

static inline void qd__four_set(qd__four *four, uint32_t lane, qd__aabb aabb)
{
    for (int side = 0; side < 4; side++)
        four->side[side][lane] = aabb.v[side];
}

/// The same as boxes, for kernels that go by fours.
static inline qd__boxes qd__four_boxes(const qd__four *four)
{
    return (qd__boxes){ four->side[0], 4, 4 };
}

#endif
