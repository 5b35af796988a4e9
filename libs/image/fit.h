/// A square of samples as a leaf: the fit by least squares, quantised so that distortion and bits cost least.
#ifndef QUADRILLE_IMAGE_FIT_H
#define QUADRILLE_IMAGE_FIT_H

#include "costs.h"
#include "project.h"

/// A leaf that might be.
typedef struct qd__fit {
    int16_t coefs[QD__ORDERS * QD__ORDERS]; ///< In the order of degrees.h.
    int order;                              ///< The highest degree.
    float mean;                             ///< In samples.
    bool haar;                              ///< The coefficients are those of a Haar leaf.
} qd__fit;

typedef struct qd__fit_by {
    qd__basis *basis;
    const qd__costs *costs;
    int kind;
    float step, inverse, lambda; ///< `inverse`: 1 / step
} qd__fit_by;

/// What numbers add: distortion that is saved (less than 0), and bits.
typedef struct qd__price {
    float distortion, bits;
} qd__price;

/// The number for a value of any size.
int16_t qd__fit_larger(const qd__fit_by *by, const qd__cost *costs, float value, qd__price *price);

/// The nearest number for a value, the next smaller one, or 0 if that is two away: what costs least, by the costs of
/// numbers. Most are 0, and most others 1.
static inline int16_t qd__fit_number(const qd__fit_by *by, const qd__cost *costs, float value, qd__price *price)
{
    const float size = value < 0 ? -value : value, twice = size + size;
    if (twice >= 3 * by->step)
        return qd__fit_larger(by, costs, value, price);
    const float saved = by->step * (by->step - twice);
    if (twice < by->step || by->lambda * costs[0].bits < saved + by->lambda * costs[1].bits) {
        price->bits += costs[0].bits;
        return 0;
    }
    price->distortion += saved;
    price->bits += costs[1].bits;
    return value < 0 ? -1 : 1;
}

/// The sum of some samples, and that of their squares.
typedef struct qd__area {
    uint32_t sum, squares;
} qd__area;

/// Fits 2^level x 2^level samples, or twice as many by the shape of the leaf, in rows that are QD__WIDEST apart.
/// Returns distortion + lambda * bits.
float qd__fit_leaf(const qd__fit_by *by, int level, int shape, const float *samples, const qd__area *area,
                   qd__fit *fit);

#endif
