/// Neighbouring leaves that are joined: two children of a node as one leaf, side by side or one above the other, or two
/// such pairs.
///
///     +---+---+    +-------+    +---+---+    +-------+    +---+---+    +---+---+    +---+---+
///     | 0 | 1 |    |  top  |    | 0 | 1 |    |       |    |   | 1 |    | 0 |   |    |   |   |
///     +---+---+    +---+---+    +---+---+    +-------+    |left---+    +---right    |   |   |
///     | 2 | 3 |    | 2 | 3 |    |bottom |    |       |    |   | 3 |    | 2 |   |    |   |   |
///     +---+---+    +---+---+    +-------+    +-------+    +---+---+    +---+---+    +---+---+
///       apart         top         bottom        rows         left        right       columns
///
/// The first child of a pair is a wide or a tall leaf of the children's level, the other is absent; they have one mean.
#ifndef QUADRILLE_IMAGE_JOIN_H
#define QUADRILLE_IMAGE_JOIN_H

#include "plane.h"

enum { QD__APART, QD__TOP, QD__BOTTOM, QD__ROWS, QD__LEFT, QD__RIGHT, QD__COLUMNS, QD__JOINS };

/// What is at a child's place.
static inline uint8_t qd__join_state(int join, uint32_t child)
{
    const bool lower = child > 1, right = (child & 1) != 0;
    if (join == QD__ROWS || join == (lower ? QD__BOTTOM : QD__TOP))
        return right ? QD__ABSENT : QD__WIDE;
    if (join == QD__COLUMNS || join == (right ? QD__RIGHT : QD__LEFT))
        return lower ? QD__ABSENT : QD__TALL;
    return QD__LEAF;
}

/// How the children of a node that splits are joined, by what is at their places.
static inline int qd__join_of(const qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    if (!qd__plane_has(plane, s - 1, 2 * i + 1, 2 * j + 1))
        return QD__APART;
    const uint8_t *first = &plane->state[s - 1][qd__plane_at(plane, s - 1, 2 * i, 2 * j)];
    const uint8_t right = first[1], below = first[plane->across[s - 1]];
    if (*first == QD__WIDE || below == QD__WIDE)
        return *first != QD__WIDE ? QD__BOTTOM : below != QD__WIDE ? QD__TOP : QD__ROWS;
    if (*first == QD__TALL || right == QD__TALL)
        return *first != QD__TALL ? QD__RIGHT : right != QD__TALL ? QD__LEFT : QD__COLUMNS;
    return QD__APART;
}

/// Which of the differences h, v and d a join has: a pair that is not joined has its own instead of the common one.
static inline bool qd__join_has(int join, int which)
{
    return which == 0 ? join != QD__ROWS : which == 1 ? join != QD__COLUMNS : join == QD__APART;
}

/// Is the difference that of one pair alone, which lies beside a joined one?
static inline bool qd__join_is_of_pair(int join, int which)
{
    return which == 0 ? join == QD__TOP || join == QD__BOTTOM : which == 1 && (join == QD__LEFT || join == QD__RIGHT);
}

/// The means of the children, left to right and top to bottom, by the differences between them: right from left, lower
/// from upper, and crosswise. Those that a join does not have are 0.
static inline void qd__join_means(int32_t mean, const int32_t by[3], int join, int16_t children[4])
{
    for (uint32_t k = 0; k < 4; k++) {
        const bool wide = join == QD__ROWS || join == (k > 1 ? QD__BOTTOM : QD__TOP);
        const bool tall = join == QD__COLUMNS || join == (k & 1 ? QD__RIGHT : QD__LEFT);
        const int32_t h = k & 1 ? -by[0] : by[0], v = k & 2 ? -by[1] : by[1], d = k == 1 || k == 2 ? -by[2] : by[2];
        children[k] = (int16_t)qd__within((int64_t)mean + (wide ? 0 : h) + (tall ? 0 : v) + d);
    }
}

#endif
