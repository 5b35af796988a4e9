// Coarse boxes: many boxes near one another, each in four bytes, so that one comparison tells about 32 of them.
//
// A frame lays 256 steps over each side of what the boxes cover together:
//
//     step(v) = (v - corner) * scale, cut to a whole number from 0 to 255
//
//     coordinate   10.0           12.5                15.0           corner 10, scale 256 / 5
//     step          0     51      128       204        255
//                   |------|-------|---------|----------|
//
// Nothing is rounded up or down for safety's sake, since the map never falls: a.min <= b.max holds for the steps
// wherever it holds for the coordinates. So coarse boxes that do not meet belong to boxes that do not meet, whatever
// the frame, even for boxes that reach out of it. Those that do meet are compared once more, exactly; with a frame that
// fits, few of them in vain.
#ifndef QD_COARSE_H
#define QD_COARSE_H

#include "record.h"

#include <stddef.h>
#include <stdint.h>

typedef struct qd__frame {
    float corner[2]; ///< Lowest x and y.
    float scale[2];  ///< Steps a unit, greater than 0 and finite: so neither 0 * infinity nor NaN ever comes up.
} qd__frame;

enum {
    QD__STEPS = 256,
    QD__COARSE_MOST = 32, ///< Boxes that one call is about.
};

/// Boxes, and their coarse boxes in arrays by side: the lower x of all, then the lower y, the upper x, the upper y.
typedef struct qd__coarse {
    const qd__record *records;
    const uint8_t *sides;
    const qd__frame *frame;
    size_t lanes;   ///< Length of each array. Reading 32 bytes from the start of any side's must be allowed.
    unsigned count; ///< Those in use, QD__COARSE_MOST at most.
} qd__coarse;

static inline float qd__frame_scale(float lowest, float highest)
{
    const float scale = QD__STEPS / (highest - lowest);
    // A side without extent would have an infinite scale, and one of infinite extent none.
    return scale > FLT_MAX ? FLT_MAX : scale > 0 ? scale : QD__STEPS / FLT_MAX;
}

/// The frame that fits what all boxes cover together, which must not be nothing.
static inline qd__frame qd__frame_of(qd__record bounds)
{
    const qd__frame frame = { { bounds.v[0], bounds.v[1] },
                              { qd__frame_scale(bounds.v[0], -bounds.v[2]),
                                qd__frame_scale(bounds.v[1], -bounds.v[3]) } };
    return frame;
}

/// The step of one side of a record, 0..3. The upper sides are negated there, and so is all here.
static inline uint8_t qd__frame_step(const qd__frame *frame, qd__record record, unsigned side)
{
    const float corner = frame->corner[side & 1], scale = frame->scale[side & 1];
    const float steps = side < 2 ? (record.v[side] - corner) * scale : (record.v[side] + corner) * -scale;
    const float least = steps > 0 ? steps : 0;
    return (uint8_t)(least < QD__STEPS - 1 ? least : QD__STEPS - 1);
}

#endif
