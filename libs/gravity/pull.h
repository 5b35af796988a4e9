// What acts on some places: bodies and nodes, one after the other, on many places at a time.
//
// The lanes of a register are the places, and each adds up what comes in the same order, so the sums are the same bits
// for registers of any width. One over the root comes from a float, which has 23 bits of it, and one step that triples
// them:
//
//     y = 1 / sqrtf(u),  h = 1 - u y y,  y (1 + h / 2 + 3 h h / 8)
//
// which needs u to be in the range of floats: the scale sees to that from above, QD__LEAST_SQUARE from below.
#ifndef QD_GRAVITY_PULL_H
#define QD_GRAVITY_PULL_H

#include "masses.h"

enum {
    QD__PULLED_MOST = 64, ///< Places that are worked on together: with what pulls them they lie on the stack.
    QD__PULLED_TILE = 8,  ///< They come in so many.
    QD__PULLING_MOST = 1024,
};

/// Squared distances are at least this, by our scale, softening included.
#define QD__LEAST_SQUARE 0x1p-120

/// Places, and what acts on them: sums that begin at 0. Arrays are filled to a multiple of QD__PULLED_TILE with any
/// place.
typedef struct qd__pulled {
    uint32_t count;
    double x[QD__PULLED_MOST], y[QD__PULLED_MOST];
    double ax[QD__PULLED_MOST], ay[QD__PULLED_MOST], potential[QD__PULLED_MOST];
} qd__pulled;

/// Bodies that pull.
typedef struct qd__pulling {
    const double *x, *y, *mass;
    uint32_t count;
} qd__pulling;

/// A node that acts as one.
typedef struct qd__pulling_node {
    double x, y, mass, dx, dy, sxx, sxy, syy;
} qd__pulling_node;

/// How.
typedef struct qd__pull_rule {
    double softening; ///< Squared, by our scale.
    double shift;     ///< In a logarithmic potential: that of our unit of length.
    bool plane;       ///< QD_GRAVITY_PLANE.
    bool potential;   ///< Is wanted.
} qd__pull_rule;

/// One kind of vector instructions.
typedef struct qd__pull_simd {
    const char *name;
    void (*bodies)(qd__pulled *to, const qd__pulling *from, const qd__pull_rule *rule);
    void (*nodes)(qd__pulled *to, const qd__pulling_node *from, uint32_t count, const qd__pull_rule *rule);
} qd__pull_simd;

/// The i-th kind that this processor has, NULL behind the last; 0 is plain C.
const qd__pull_simd *qd__pull_simd_list(unsigned i);

/// The fastest.
const qd__pull_simd *qd__pull_simd_best(void);

#endif
