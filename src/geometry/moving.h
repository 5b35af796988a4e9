// Moving boxes and circles against a box: when they first touch it, and with which normal.
//
// A moving box is a qd__line. A moving circle is a point against the box with rounded corners that it makes of every
// box:
//
//            .---------.         the square around the circle asks first, of items and of bounds alike: what it
//          (  .-------.  )       does not meet, the circle does not meet either
//          |  |  box  |  |
//          (  '-------'  )       then the bars, which are the circle as wide as it is and of no height, and as high
//            '---------'         as it is and of no width; and the circle against the four corners
//
// The earliest of these is the answer; they overlap where they meet, so that no rounding can open a gap between them.
#ifndef QD_MOVING_H
#define QD_MOVING_H

#include "distance.h"

/// How a moving shape meets a box.
typedef struct qd__impact {
    double enter;     ///< When: negative if they have met before the start; NaN if they never meet.
    double normal[2]; ///< Unit vector out of the box, zero if they have met before the start.
    double center[2]; ///< The middle of the shape then; on the axis of a face it is exactly there.
} qd__impact;

void qd__box_impact(const qd_box *box, const qd__line *line, qd__impact *impact);

typedef struct qd__disc {
    double center[2], radius; ///< The radius is positive.
    qd__line square;          ///< Around it.
} qd__disc;

/// `direction`, `end` and `open` as in qd__line.
qd__disc qd__disc_of(qd_vec2 center, double radius, const qd__line *line);

/// Never before the square enters, nor after it has left.
void qd__disc_impact(const qd_box *box, const qd__disc *disc, qd__impact *impact);

/// Where the circle comes to the box, 0 when they meet at the start, NaN if they never do.
double qd__disc_enters(const qd_box *box, const qd__disc *disc);

#endif
