/// A square of 4 x 4 samples as a Haar leaf.
#ifndef QUADRILLE_IMAGE_FIT_HAAR_H
#define QUADRILLE_IMAGE_FIT_HAAR_H

#include "fit.h"

/// `least`: what the fit costs as a sum of functions. Where a Haar leaf costs less, the fit becomes one. Returns what
/// it costs then, what says which of the two it is included.
float qd__fit_haar(const qd__fit_by *by, const float *samples, float least, qd__fit *fit);

#endif
