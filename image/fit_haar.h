/// A square of 4 x 4 samples as a Haar leaf.
#ifndef QUADRILLE_IMAGE_FIT_HAAR_H
#define QUADRILLE_IMAGE_FIT_HAAR_H

#include "fit.h"

/// `energy`: distortion of the mean alone. Where a Haar leaf costs less than `least`, the fit becomes one. Returns what
/// it costs then, otherwise `least`.
float qd__fit_haar(const qd__fit_by *by, const float *samples, float energy, float least, qd__fit *fit);

#endif
