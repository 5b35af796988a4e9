/// Where the coefficients of a leaf lie: degree by degree, and within a degree by u, so that what is coded together
/// lies together. Those of degree n are those of x^u y^v with u + v = n.
#ifndef QUADRILLE_IMAGE_DEGREES_H
#define QUADRILLE_IMAGE_DEGREES_H

/// The coefficients of a degree: u goes from `first` to `last`, and that of u is at [start + u].
typedef struct qd__degree {
    int first, last, start;
} qd__degree;

/// In a leaf with 2^bits coefficients a side. There are some from degree 0 to 2 * 2^bits - 2.
static inline qd__degree qd__degree_of(int bits, int degree)
{
    const int side = 1 << bits, beyond = degree - side + 1;
    if (beyond <= 0)
        return (qd__degree){ .first = 0, .last = degree, .start = degree * (degree + 1) / 2 };
    const int rest = side - beyond; // coefficients of this degree, one less in each that follows
    return (qd__degree){ .first = beyond, .last = side - 1, .start = side * side - rest * (rest + 1) / 2 - beyond };
}

#endif
