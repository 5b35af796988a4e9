/// Facts known before a decision, from means and leaves that are decoded already.
#ifndef QUADRILLE_IMAGE_GUESS_H
#define QUADRILLE_IMAGE_GUESS_H

#include "contexts.h"
#include "haar.h"
#include "join.h"

#include <string.h>

/// In a node: the differences between the means of its children, right from left, lower from upper, and crosswise.
typedef struct qd__guess {
    int32_t expected[3];
    float wish[3]; ///< When encoding.
    int rough;     ///< How much the means around differ, 0 to 2.
} qd__guess;

static inline void qd__guess_wish(qd__guess *guess, const qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    float four[4];
    for (uint32_t k = 0; k < 4; k++) { // a child that does not exist is as the one beside it
        uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        a = a < plane->across[s - 1] ? a : a - 1;
        b = b < plane->down[s - 1] ? b : b - 1;
        four[k] = plane->wish[s - 1][qd__plane_at(plane, s - 1, a, b)];
    }
    guess->wish[0] = (four[0] - four[1] + four[2] - four[3]) / 4;
    guess->wish[1] = (four[0] + four[1] - four[2] - four[3]) / 4;
    guess->wish[2] = (four[0] - four[1] - four[2] + four[3]) / 4;
    const int join = qd__join_of(plane, s, i, j);
    for (int which = 0; which < 2; which++)
        guess->wish[which] *= qd__join_is_of_pair(join, which) ? 2 : 1;
}

/// The means beside a node's: left, right, above, below.
static inline void qd__guess_beside(const qd__plane *plane, int s, uint32_t i, uint32_t j, int32_t means[4])
{
    const int16_t *at = &plane->mean[s][qd__plane_at(plane, s, i, j)];
    means[0] = i > 0 ? at[-1] : *at;
    means[1] = i + 1 < plane->across[s] ? at[1] : *at;
    means[2] = j > 0 ? at[-(ptrdiff_t)plane->across[s]] : *at;
    means[3] = j + 1 < plane->down[s] ? at[plane->across[s]] : *at;
}

/// How much the means around a node differ from its own, 0 to 2.
static inline int qd__guess_rough(const qd__plane *plane, int s, int32_t mean, const int32_t beside[4])
{
    int32_t rough = 0;
    for (int k = 0; k < 4; k++)
        rough += qd__magnitude(beside[k] - mean);
    const int32_t unit = (int32_t)(plane->step * 4 >> qd__up_to(s, QD__LARGEST)) + 1;
    return rough < 4 * unit ? 0 : rough < 16 * unit ? 1 : 2;
}

static inline int qd__rough(const qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    int32_t beside[4];
    qd__guess_beside(plane, s, i, j, beside);
    return qd__guess_rough(plane, s, plane->mean[s][qd__plane_at(plane, s, i, j)], beside);
}

static inline void qd__guess_node(qd__guess *guess, const qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    int32_t beside[4];
    qd__guess_beside(plane, s, i, j, beside);
    guess->rough = qd__guess_rough(plane, s, plane->mean[s][qd__plane_at(plane, s, i, j)], beside);
    guess->expected[0] = i > 0 && i + 1 < plane->across[s] ? (beside[0] - beside[1]) / 8 : 0;
    guess->expected[1] = j > 0 && j + 1 < plane->down[s] ? (beside[2] - beside[3]) / 8 : 0;
    guess->expected[2] = 0;
    if (plane->wish[s])
        qd__guess_wish(guess, plane, s, i, j);
}

/// The leaves left of a leaf and above it, or NULL.
typedef struct qd__beside {
    const qd__leaf *left, *up;
} qd__beside;

static inline qd__beside qd__beside_of(const qd__plane *plane, const qd__leaf *leaf)
{
    return (qd__beside){ .left = leaf->left == QD__NO_LEAF ? NULL : &plane->leaves[leaf->left],
                         .up = leaf->up == QD__NO_LEAF ? NULL : &plane->leaves[leaf->up] };
}

/// The coefficients of a degree of a leaf beside that is at most twice or half as large as another one, or none.
typedef struct qd__near {
    const int16_t *coefs; ///< By u,
    int16_t first, last;  ///< from and to.
} qd__near;

static inline qd__near qd__near_of(const qd__plane *plane, const qd__leaf *beside, const qd__leaf *leaf, int degree)
{
    static const int16_t none[QD__ORDERS] = { 0 };
    if (!beside || beside->reach < degree || beside->haar || beside->level > leaf->level + 1 ||
        beside->level + 1 < leaf->level)
        return (qd__near){ .coefs = none, .last = -1 };
    const qd__degree there = qd__degree_of(qd__order_bits(beside->level), degree);
    return (qd__near){ .coefs = plane->coefs + beside->at + there.start,
                       .first = (int16_t)there.first,
                       .last = (int16_t)there.last };
}

/// A size where it counts, else 0.
static inline int16_t qd__size_if(bool counts, int16_t size)
{
    return (int16_t)(size & -counts);
}

/// What surrounds each coefficient of a degree of a leaf, by u: three times what there is in the leaf, 0 to 3, and what
/// there is in the two beside it, 0 to 2. In groups of 8 numbers of 16 bits and without a branch, so that compilers
/// make vectors of it: a group reads up to 8 numbers more than the degree has, on either side, and what it finds for
/// these means nothing.
static inline void qd__find_around(const int16_t *coefs, int bits, int16_t degree, qd__near left, qd__near up,
                                   int16_t around[QD__ORDERS])
{
    const qd__degree these = qd__degree_of(bits, degree);
    const int16_t *one = coefs + qd__degree_of(bits, degree - 1).start,
                  *two = degree > 1 ? coefs + qd__degree_of(bits, degree - 2).start : one;
    for (int start = these.first / 8 * 8; start <= these.last; start += 8) {
        for (int k = start; k < start + 8; k++) {
            const int16_t u = (int16_t)k;
            const bool less_u = u > 0, less_v = u < degree; // is there one with less?
            const int16_t within =
                qd__around_of(qd__size_if(less_u, qd__small(one[k - 1])), qd__size_if(less_v, qd__small(one[k])),
                              qd__size_if(less_u & less_v, qd__small(two[k - 1])));
            const int16_t near = (int16_t)(qd__size_if((u >= left.first) & (u <= left.last), qd__small(left.coefs[k])) +
                                           qd__size_if((u >= up.first) & (u <= up.last), qd__small(up.coefs[k])));
            around[k] = (int16_t)(3 * within + (near < 2 ? near : 2));
        }
    }
}

#endif
