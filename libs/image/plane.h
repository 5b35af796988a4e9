/// One plane of samples (luma, a chroma, alpha) as a quadtree: grids of its nodes by level, its leaves in Z order, and
/// their coefficients. A node of level s has 2^s samples a side; the root is the first level that covers the plane.
/// Nodes that lie wholly outside of the plane do not exist.
#ifndef QUADRILLE_IMAGE_PLANE_H
#define QUADRILLE_IMAGE_PLANE_H

#include "memory.h"

enum {
    QD__SMALLEST = 2, ///< Leaves have 4 samples a side at least,
    QD__LARGEST = 6,  ///< and 64 at most.
    QD__PLANE_LEVELS = 25,
    QD__ORDERS = 16, ///< Coefficients a side at most; small leaves have as many as samples.
    QD__FINE = 6,    ///< Means and coefficients are in 64ths of a sample.
    QD__TOPMOST = 32767,
    QD__BESIDE_COEFS = 8, ///< Numbers that lie on either side of all coefficients, for those that read groups of 8.
};
#define QD__NO_LEAF UINT32_MAX

/// What is at a place of a level's grid. A wide leaf is as large as two side by side, a tall one as two one above the
/// other: see join.h.
enum { QD__ABSENT, QD__LEAF, QD__SPLIT, QD__WIDE, QD__TALL };

typedef struct qd__leaf {
    uint32_t x, y;     ///< Its first sample.
    uint32_t left, up; ///< The leaves left of and above that sample, or QD__NO_LEAF.
    uint32_t at;       ///< Where its coefficients are: degrees.h has their order.
    uint8_t level;
    uint8_t shape; ///< QD__LEAF, QD__WIDE or QD__TALL.
    uint8_t reach; ///< The highest degree that has been coded.
    uint8_t busy;  ///< How many of that degree are not 0, up to 2.
    uint8_t order; ///< When encoding: the highest degree that it has.
    bool haar;     ///< Not a sum of functions, but a quadtree down to single samples: see haar.h.
} qd__leaf;

typedef struct qd__plane {
    uint32_t width, height;
    int kind;      ///< 0: luma or alpha, 1: a chroma
    int top;       ///< Level of the root.
    uint32_t step; ///< The quantiser's step, in 16ths.
    uint32_t across[QD__PLANE_LEVELS], down[QD__PLANE_LEVELS];
    uint8_t *state[QD__PLANE_LEVELS];
    int16_t *mean[QD__PLANE_LEVELS]; ///< At every place, those without a node included.
    float *wish[QD__PLANE_LEVELS];   ///< When encoding: what the means should be.
    qd__leaf *leaves;
    uint32_t leaf_count, alive_count;
    int16_t *coefs; ///< Quantised.
    size_t coef_count;
    uint32_t *map;   ///< The leaf of every 4 x 4 samples.
    uint32_t *alive; ///< Leaves of which another degree may come.
} qd__plane;

/// Grids for a plane. `encoding`: with wishes, and room for the leaves of any tree.
bool qd__plane_create(qd__plane *plane, uint32_t width, uint32_t height, int kind, bool encoding, qd__blocks *memory);

/// Adds the leaf at a place of a level, as its state says; leaves come in Z order.
void qd__plane_add_leaf(qd__plane *plane, int level, uint32_t i, uint32_t j);

/// A leaf has 2^this samples in a row, and in a column.
static inline int qd__leaf_across(int level, int shape)
{
    return level + (shape == QD__WIDE);
}

static inline int qd__leaf_down(int level, int shape)
{
    return level + (shape == QD__TALL);
}

/// Makes the leaves that the states say.
bool qd__plane_find_leaves(qd__plane *plane, qd__blocks *memory);

/// Every leaf is alive and nothing of it is coded.
void qd__plane_revive(qd__plane *plane);

/// Is the place within the grid of that level?
static inline bool qd__plane_has(const qd__plane *plane, int level, uint32_t i, uint32_t j)
{
    return i < plane->across[level] && j < plane->down[level];
}

static inline size_t qd__plane_at(const qd__plane *plane, int level, uint32_t i, uint32_t j)
{
    return (size_t)j * plane->across[level] + i;
}

/// A leaf has 2^this coefficients a side.
static inline int qd__order_bits(int level)
{
    return level < 4 ? level : 4;
}

static inline int32_t qd__within(int64_t value)
{
    return value < -QD__TOPMOST ? -QD__TOPMOST : value > QD__TOPMOST ? QD__TOPMOST : (int32_t)value;
}

/// A quantised number of a level, in 64ths of a sample.
static inline int32_t qd__scale_back(int32_t q, uint32_t step, int level)
{
    if (level <= QD__LARGEST)
        return qd__within(((int64_t)q * step * 4 + (1 << level >> 1)) >> level);
    const uint32_t fine = step * 4 >> level;
    return qd__within((int64_t)q * (fine > 0 ? fine : 1));
}

/// A coefficient of a leaf: that of twice the samples counts the root of a half, which is 181 / 256.
static inline int32_t qd__leaf_back(int32_t q, uint32_t step, const qd__leaf *leaf)
{
    if (leaf->shape == QD__LEAF)
        return qd__scale_back(q, step, leaf->level);
    return qd__within(((int64_t)q * step * 181 + (INT64_C(1) << (leaf->level + 5))) >> (leaf->level + 6));
}

#endif
