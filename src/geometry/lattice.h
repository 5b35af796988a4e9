// Where a box belongs, in whole numbers: the lattice.
//
// Every float coordinate has a place on a lattice of 2^31 steps a side. The map is monotone and total: it is linear in
// the world (the square where most items are expected), and beyond it each doubling of the distance from the world's
// centre takes as many steps as half the world did. So nothing is ever outside, nothing is clamped, and a point a
// thousand worlds away still differs from its neighbour.
//
//     u = (coordinate - centre) / half the world's side
//     steps = sign(u) * (bits of the float 1 + |u|, less the bits of 1.0)
//
//     u          -3      -1       0       1       3               7
//     1 + |u|     4       2       1       2       4               8
//     steps    -2^24   -2^23      0      2^23    2^24          3 * 2^23
//                        |<- the world ->|<- one ->|<---- one ----->|   each as many steps as half the world
//
// The bits of a positive float, read as an integer, grow by 2^23 with each doubling and evenly in between: the map
// costs a subtraction, a multiplication, an addition and two integer operations.
//
// The lattice decides only where an item is put, never whether it is found: rounding here makes an item slower to find
// at the very worst. All of placing goes through qd__lattice_spot, so that a box always gets the same place.
#ifndef QD_LATTICE_H
#define QD_LATTICE_H

#include "aabb.h"
#include "bits.h"

#include <string.h>

enum {
    QD__WORLD_SHIFT = 24, ///< The world is a node of 2^24 steps a side,
    QD__REST_SHIFT = 31,  ///< and everything one of 2^31.
    QD__FAR_FLOOR =
        2, ///< Nodes outside the world are never smaller than 2^2 steps: 29 levels, as QD_MAX_NODE_DEPTH says.
};
#define QD__WORLD_CORNER (UINT32_C(1) << 30)                        ///< Lowest step of the world, on both axes.
#define QD__LATTICE_ORIGIN (QD__WORLD_CORNER + (UINT32_C(1) << 23)) ///< Step of the world's centre.
#define QD__LATTICE_REACH ((int32_t)((UINT32_C(1) << 30) - (UINT32_C(1) << 23) - 1)) ///< Steps to either side of it.

/// All zero: nothing is known about the world yet, and every box has the same place.
typedef struct qd__lattice {
    float center[4]; ///< In the lanes of an AABB: x, y, -x, -y.
    float scale;     ///< 1 / half the world's side; 0 when not laid yet.
} qd__lattice;

/// A square of lattice steps, or the lower or upper half of one: a node.
typedef struct qd__square {
    uint32_t x, y;  ///< Lowest step.
    unsigned shift; ///< It is 2^shift steps high,
    bool wide;      ///< and 2^(shift + wide) wide.
    bool in_world;  ///< It is the world's node or below it: the node knows. The steps do not, since the rest may have a
                    ///< node just where the world is.
} qd__square;

/// Where a box belongs: its centre, and the smallest node as large as it.
typedef struct qd__spot {
    uint32_t x, y;
    unsigned shift;
} qd__spot;

static inline bool qd__lattice_is_laid(const qd__lattice *lattice)
{
    return lattice->scale != 0;
}

/// Lays the lattice with the world over a box: its square, widened to a power of two. A box without extent on either
/// axis lays nothing and returns false.
bool qd__lattice_lay(qd__lattice *lattice, qd__fbox world);

/// The same with the world a square of any side greater than 0 about a point; a side that is too small or too large for
/// floats becomes the nearest that is not.
void qd__lattice_lay_square(qd__lattice *lattice, double x, double y, double side);

/// The square in coordinates of the world's space, for drawing; what lies at the lattice's ends reaches to +-FLT_MAX.
qd__fbox qd__lattice_box(const qd__lattice *lattice, qd__square square);

/// Signed steps from the world's centre. `value` and `center` are finite; their difference may overflow to infinity.
static inline int32_t qd__lattice_steps(float value, float center, float scale)
{
    float u = (value - center) * scale;
    float v = 1.0f + fabsf(u);
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    int32_t steps = (int32_t)(bits - UINT32_C(0x3f800000)); // infinity is 2^30 steps away: clipped below
    steps = steps < QD__LATTICE_REACH ? steps : QD__LATTICE_REACH;
    return u < 0 ? -steps : steps;
}

/// Where a box lies on the lattice: its centre, and the longer of its sides. Plain enough for a loop over many boxes to
/// become vector instructions.
static inline void qd__lattice_span(const qd__lattice *lattice, qd__aabb aabb, uint32_t *x, uint32_t *y, uint32_t *side)
{
    int32_t steps[4];
    for (int i = 0; i < 4; i++)
        steps[i] = qd__lattice_steps(aabb.v[i], lattice->center[i], lattice->scale);
    // Upper corners are negated in an AABB, and so are their steps: the map is odd.
    uint32_t min_x = QD__LATTICE_ORIGIN + (uint32_t)steps[0], max_x = QD__LATTICE_ORIGIN - (uint32_t)steps[2];
    uint32_t min_y = QD__LATTICE_ORIGIN + (uint32_t)steps[1], max_y = QD__LATTICE_ORIGIN - (uint32_t)steps[3];
    uint32_t width = max_x - min_x, height = max_y - min_y;
    *x = (min_x + max_x) / 2;
    *y = (min_y + max_y) / 2;
    *side = width > height ? width : height;
}

/// The shift of the smallest node with at least this side.
static inline unsigned qd__side_shift(uint32_t side)
{
    return side ? qd__bit_width(side - 1) : 0;
}

static inline qd__spot qd__lattice_spot(const qd__lattice *lattice, qd__aabb aabb)
{
    uint32_t x, y, side;
    qd__lattice_span(lattice, aabb, &x, &y, &side);
    return (qd__spot){ x, y, qd__side_shift(side) };
}

static inline bool qd__is_in_world(uint32_t x, uint32_t y, unsigned shift)
{
    return ((x ^ QD__WORLD_CORNER) | (y ^ QD__WORLD_CORNER)) >> QD__WORLD_SHIFT == 0 && shift <= QD__WORLD_SHIFT;
}

/// Does the spot belong into the world's node, rather than into the rest?
static inline bool qd__spot_in_world(qd__spot spot)
{
    return qd__is_in_world(spot.x, spot.y, spot.shift);
}

/// Is the spot's centre in the square, and is the square large enough for it?
static inline bool qd__square_takes(qd__square square, qd__spot spot)
{
    return ((spot.x ^ square.x) >> square.wide | (spot.y ^ square.y)) >> square.shift == 0 &&
           spot.shift <= square.shift;
}

/// A node's square and what else decides which items belong there: looked up once for all items of a bucket.
typedef struct qd__home {
    qd__square square;
    bool leaf;
} qd__home;

/// Does the spot belong into this very node? The one test of whether an item has left its node.
static inline bool qd__home_keeps(const qd__home *home, qd__spot spot)
{
    return qd__square_takes(home->square, spot) && (home->leaf || spot.shift == home->square.shift) &&
           (home->square.in_world || !qd__spot_in_world(spot));
}

#endif
