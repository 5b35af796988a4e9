/// How far one picture is from another of the same size.
#ifndef QUADRILLE_APP_MEASURE_H
#define QUADRILLE_APP_MEASURE_H

#include "pixels.h"

/// Peak signal to noise in decibels over all samples; infinite where the pictures are the same.
double measure_psnr(const pixels *a, const pixels *b);

/// Structural similarity of luma (Wang, Bovik, Sheikh and Simoncelli 2004): the mean over all windows of 8 x 8 pixels,
/// or of the whole side where that is shorter, each pixel weighing the same. 1 where the pictures are the same. False:
/// not enough memory.
bool measure_ssim(const pixels *a, const pixels *b, double *ssim);

#endif
