// From places to keys: a lattice of 2^32 by 2^32 cells over the plane, and the Hilbert curve through them.
//
//     y
//     ^   5---6   9---10
//     |   |   |   |   |        A key is the number of a cell along the curve. The cells of a square with a side that is
//     a |   4   7---8   11       power of two, at a multiple of that side, have keys in one range, and ranges of keys
//     |   |           |        are connected places: that is what makes good regions.
//     |   3---2   13--12
//     |       |   |
//     |   0---1   14--15
//     +------------------> x
//
// The map to cells is what ownership rests on. It need not be exact, but for two things that hold whatever is rounded:
// every rank computes the same cell of the same number, and a larger number never has a lower cell.
#ifndef QD_MPI_CURVE_H
#define QD_MPI_CURVE_H

#include <quadrille/geometry.h>

/// Cells lie over most boxes; what lies outside them belongs to the outermost. Numbers are halved first, so that none
/// of the differences overflows.
typedef struct qd__curve_axis {
    double low;   ///< Half of the lattice's lower end.
    double scale; ///< Cells to a half unit, finite.
} qd__curve_axis;

/// The whole lattice.
typedef struct qd__curve_lattice {
    qd__curve_axis x, y;
} qd__curve_lattice;

/// The cell of a finite number.
static inline uint32_t qd__curve_cell(const qd__curve_axis *axis, double value)
{
    const double step = (value / 2 - axis->low) * axis->scale;
    if (!(step > 0))
        return 0;
    return step < (double)UINT32_MAX ? (uint32_t)step : UINT32_MAX;
}

/// How the curve lies in a square: it is that of the whole with both axes turned round (`flip`, 0 or 1) and then
/// exchanged (`turn`).
typedef struct qd__curve_pose {
    uint32_t flip, turn;
} qd__curve_pose;

/// The digit of the quarter at (x, y), each 0 or 1, of a square, and the pose in that quarter.
static inline uint32_t qd__curve_digit(qd__curve_pose *pose, uint32_t x, uint32_t y)
{
    const uint32_t along = (pose->turn ? y : x) ^ pose->flip, across = (pose->turn ? x : y) ^ pose->flip;
    if (!across) {
        pose->flip ^= along;
        pose->turn ^= 1;
    }
    return (3 * along) ^ across;
}

/// The key of a cell.
static inline uint64_t qd__curve_key(uint32_t x, uint32_t y)
{
    qd__curve_pose pose = { 0, 0 };
    uint64_t key = 0;
    for (int bit = 31; bit >= 0; bit--)
        key = key << 2 | qd__curve_digit(&pose, x >> bit & 1, y >> bit & 1);
    return key;
}

#endif
