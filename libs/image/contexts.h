/// The chances of all decisions, by the facts known when they are made: docs/image-format.md has the table.
#ifndef QUADRILLE_IMAGE_CONTEXTS_H
#define QUADRILLE_IMAGE_CONTEXTS_H

#include "degrees.h"
#include "plane.h"
#include "range.h"

typedef struct qd__contexts {
    qd__chance root[3];              ///< Is it 0; its size.
    qd__chance split[2][4][3][3];    ///< Kind, level, neighbours that split, roughness.
    qd__chance join[2][4][3];        ///< Kind, level, neighbours that are joined.
    qd__chance joined[2][4][3];      ///< Kind, level: are they tall; are two; is it the second.
    qd__chance detail[2][8][3][16];  ///< Kind, level, which; of the last 3 are for 0 by what came, then sizes.
    qd__chance more[2][5][16][3][3]; ///< Kind, level, degree, how busy the last degree, neighbours that have it.
    qd__chance zero[2][5][8][12];    ///< Kind, level, class of degrees, what is around.
    qd__chance sizes[2][5][3][14];   ///< Kind, level, what is around.
    qd__chance haar[2][3][3];        ///< Kind, neighbours that are Haar leaves, roughness.
    qd__chance quarter[2][3][4];     ///< Kind, sizes of the differences between quarters, quarters that have split.
    qd__chance fine[2][2][3][32];    ///< Kind, whether within a quarter, which; as of `detail`.
} qd__contexts;

/// Every chance even.
static inline void qd__contexts_start(qd__contexts *contexts)
{
    qd__chance *all = (qd__chance *)(void *)contexts;
    for (size_t k = 0; k < sizeof *contexts / sizeof *all; k++)
        all[k] = (qd__chance){ .zero = 32768 };
}

/// Degrees 1 to 30 in classes 0 to 7.
static inline int qd__degree_class(int degree)
{
    static const uint8_t classes[16] = { 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6 };
    return degree < 16 ? classes[degree] : 7;
}

static inline int qd__up_to(int value, int most)
{
    return value < most ? value : most;
}

static inline int qd__magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

/// The size of a coefficient, up to 2.
static inline int16_t qd__small(int16_t q)
{
    const int16_t minus = (int16_t)-q, size = (int16_t)(q > minus ? q : minus);
    return (int16_t)(size < 2 ? size : 2);
}

/// What surrounds a coefficient in its own leaf, 0 to 3, by sizes: of those of one degree less beside it, and of that
/// between them.
static inline int16_t qd__around_of(int16_t left, int16_t up, int16_t between)
{
    const int16_t sum = (int16_t)(2 * (left + up) + between);
    return (int16_t)((sum > 0) + (sum > 2) + (sum > 5));
}

/// One of the four kinds of sizes that costs are kept for.
static inline int qd__size_class(int32_t q)
{
    return qd__up_to(qd__magnitude(q), 3);
}

#endif
