/// The chances of all decisions, by what is known when they are made: docs/image-format.md has the table.
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
    for (size_t k = 0; k < sizeof *contexts / sizeof *all; k++) {
        all[k] = (qd__chance){ .zero = 32768 };
    }
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
static inline int qd__small(int16_t q)
{
    return (q != 0) + (q > 1 || q < -1);
}

/// What lies before the coefficients of a degree in their own leaf: those of the two degrees before, by u.
typedef struct qd__inner {
    const int16_t *one, *two;
} qd__inner;

static inline qd__inner qd__inner_of(const int16_t *coefs, int bits, int degree)
{
    const int16_t *one = coefs + qd__degree_of(bits, degree - 1).start;
    return (qd__inner){ .one = one, .two = degree > 1 ? coefs + qd__degree_of(bits, degree - 2).start : one };
}

/// What surrounds a coefficient in its own leaf, 0 to 3, by sizes: of those of one degree less beside it, and of that
/// between them.
static inline int qd__around_of(int left, int up, int between)
{
    static const uint8_t classes[11] = { 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3 };
    return classes[2 * (left + up) + between];
}

static inline int qd__around(const qd__inner *inner, int u, int v)
{
    const int left = u > 0 ? qd__small(inner->one[u - 1]) : 0, up = v > 0 ? qd__small(inner->one[u]) : 0;
    return qd__around_of(left, up, u > 0 && v > 0 ? qd__small(inner->two[u - 1]) : 0);
}

/// One of the four kinds of sizes that costs are kept for.
static inline int qd__size_class(int32_t q)
{
    return qd__up_to(qd__magnitude(q), 3);
}

#endif
