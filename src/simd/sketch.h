// Distances and rays approximately, in floats, to rule boxes out before the exact test.
//
// Exact keys (distance.h) take doubles and divisions. So floats sift first, with room for all that their rounding can
// do: a difference of two floats, a product and a sum are each off by no more than 2^-24 of what they should be, all of
// them together by less than QD__SLACK, and by no more than FLT_MIN where they are too small for that. What floats let
// through is asked exactly; it is seldom more than is wanted.
#ifndef QD_SKETCH_H
#define QD_SKETCH_H

#include "distance.h"
#include "simd_base.h"

#include <float.h>
#include <math.h>

#define QD__SLACK 0x1p-20f

/// Where an exact key is no more than the cut, the float is no more than this.
static inline float qd__rough_cut(double cut)
{
    const double rough = cut * (1 + 2 * (double)QD__SLACK) + FLT_MIN;
    return rough < FLT_MAX ? (float)rough : INFINITY;
}

/// How far four nodes are from a box, squared, at the least. Returns which of them are within the cut. Nodes
/// farther than FLT_MAX count as that far.
static inline uint32_t qd__four_near(qd__boxes nodes, qd__aabb from, double cut, double *squares)
{
    const qd__wide zero = QD__BASE(splat)(0);
    qd__wide gap[4]; // on one axis the nodes end before the box begins, or the other way round
    for (unsigned i = 0; i < 4; i++)
        gap[i] = QD__BASE(plus)(QD__BASE(load)(nodes.sides + (size_t)i * nodes.stride), QD__BASE(splat)(from.v[i ^ 2]));
    const qd__wide off_x = QD__BASE(most)(zero, QD__BASE(most)(gap[0], gap[2]));
    const qd__wide off_y = QD__BASE(most)(zero, QD__BASE(most)(gap[1], gap[3]));
    qd__wide sum = QD__BASE(plus)(QD__BASE(times)(off_x, off_x), QD__BASE(times)(off_y, off_y));
    sum = QD__BASE(plus)(QD__BASE(times)(sum, QD__BASE(splat)(1 - QD__SLACK)), QD__BASE(splat)(-FLT_MIN));
    sum = QD__BASE(most)(zero, QD__BASE(least)(sum, QD__BASE(splat)(FLT_MAX)));
    float keys[4];
    QD__BASE(store)(keys, sum);
    for (unsigned i = 0; i < 4; i++)
        squares[i] = keys[i];
    return QD__BASE(mask)(QD__BASE(below)(sum, QD__BASE(splat)(qd__rough_cut(cut)), false));
}

/// A line along one axis, in floats: it comes to the side `first` of an AABB at (side + from_first) * inverse, and
/// leaves by the side `last` at -(side + from_last) * inverse.
typedef struct qd__sketch_axis {
    unsigned first, last;
    float from_first, from_last, inverse;
} qd__sketch_axis;

typedef struct qd__sketch {
    qd__sketch_axis axis[2];
    float low, high; ///< Where a line along an axis lies on the other one. Both of `axis` are then that of its motion.
    unsigned still;  ///< Where it does not move: 1 on x, 2 on y. 0: it moves on both.
    bool good;       ///< False: floats cannot say, since the line is not one of floats of middling size.
} qd__sketch;

static inline qd__sketch qd__sketch_of(const qd__line *line)
{
    qd__sketch sketch;
    sketch.good = true;
    sketch.still = line->direction[0] == 0 ? 1 : line->direction[1] == 0 ? 2 : 0;
    for (unsigned axis = 0; axis < 2; axis++) {
        const double direction = line->direction[sketch.still == axis + 1 ? 1 - axis : axis], size = fabs(direction);
        const float low = (float)line->low[axis], high = (float)line->high[axis], sides[2] = { -high, low };
        const unsigned back = !(direction > 0); // by index: a branch would be a toss-up
        const qd__sketch_axis way = { axis + 2 * back, axis + 2 - 2 * back, sides[back], sides[1 - back],
                                      (float)(1 / size) };
        sketch.axis[axis] = way;
        const bool exact = low == line->low[axis] && high == line->high[axis];
        const bool middling = low > -0x1p100f && high < 0x1p100f && size > 0x1p-100 && size < 0x1p100;
        sketch.good = sketch.good && exact && middling; // then no difference overflows that is not infinite
    }
    if (sketch.still) {
        const unsigned axis = sketch.still - 1;
        sketch.low = (float)line->low[axis];
        sketch.high = (float)line->high[axis];
        sketch.axis[axis] = sketch.axis[1 - axis];
    }
    return sketch;
}

/// Which of four nodes overlaps or touches a line along an axis on the other one?
static inline uint32_t qd__four_beside(qd__boxes nodes, const qd__sketch *sketch)
{
    const float *sides = nodes.sides + (size_t)(sketch->still - 1) * nodes.stride;
    const qd__wide low = QD__BASE(load)(sides), high = QD__BASE(load)(sides + 2 * (size_t)nodes.stride); // negated
    return QD__BASE(mask)(QD__BASE(below)(low, QD__BASE(splat)(sketch->high), false)) &
           QD__BASE(mask)(QD__BASE(below)(high, QD__BASE(splat)(-sketch->low), false));
}

/// Where a line may come to four nodes at the earliest. Returns which of them it may meet up to the cut.
static inline uint32_t qd__four_enter(qd__boxes nodes, const qd__sketch *sketch, double cut, double *enters)
{
    const qd__wide zero = QD__BASE(splat)(0);
    qd__wide come = zero, leave = QD__BASE(splat)(INFINITY);
    for (unsigned i = 0; i < 2; i++) {
        const qd__sketch_axis *axis = &sketch->axis[i];
        const qd__wide first = QD__BASE(load)(nodes.sides + (size_t)axis->first * nodes.stride);
        const qd__wide last = QD__BASE(load)(nodes.sides + (size_t)axis->last * nodes.stride);
        const qd__wide near =
            QD__BASE(times)(QD__BASE(plus)(first, QD__BASE(splat)(axis->from_first)), QD__BASE(splat)(axis->inverse));
        const qd__wide far =
            QD__BASE(times)(QD__BASE(plus)(last, QD__BASE(splat)(axis->from_last)), QD__BASE(splat)(-axis->inverse));
        come = QD__BASE(most)(come, near);
        leave = QD__BASE(least)(far, leave);
    }
    come = QD__BASE(plus)(QD__BASE(times)(come, QD__BASE(splat)(1 - QD__SLACK)), QD__BASE(splat)(-FLT_MIN));
    come = QD__BASE(most)(zero, QD__BASE(least)(come, QD__BASE(splat)(FLT_MAX))); // an overflow passes nothing by
    leave = QD__BASE(plus)(QD__BASE(times)(leave, QD__BASE(splat)(1 + QD__SLACK)), QD__BASE(splat)(FLT_MIN));
    leave = QD__BASE(least)(leave, QD__BASE(splat)(qd__rough_cut(cut)));
    float keys[4];
    QD__BASE(store)(keys, come);
    for (unsigned i = 0; i < 4; i++)
        enters[i] = keys[i];
    const uint32_t met = QD__BASE(mask)(QD__BASE(below)(come, leave, false));
    return sketch->still ? met & qd__four_beside(nodes, sketch) : met;
}

#endif
