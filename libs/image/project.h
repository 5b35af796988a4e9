/// Squares of samples to coefficients: products with the functions, by columns and then by rows.
#ifndef QUADRILLE_IMAGE_PROJECT_H
#define QUADRILLE_IMAGE_PROJECT_H

#include "waves.h"

/// The functions as an orthonormal basis, their left halves: even functions are mirrored at the middle, odd ones
/// mirrored and negated.
typedef struct qd__basis {
    float rows[5][QD__ORDERS][QD__WIDEST / 2];
    float columns[5][2][QD__WIDEST / 2][QD__ORDERS / 2]; ///< Even functions, and odd ones.
    float folded[2][QD__WIDEST / 2][QD__WIDEST]; ///< For the square at work: sums of mirrored rows, and differences.
} qd__basis;

void qd__basis_start(qd__basis *basis, const qd__waves *waves);

/// The coefficients of a leaf of a level and shape. Rows of its samples are QD__WIDEST apart.
void qd__project(qd__basis *basis, int level, int shape, const float *samples, float coefs[QD__ORDERS * QD__ORDERS]);

#endif
