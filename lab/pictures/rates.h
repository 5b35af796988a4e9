/// How good pictures are at five sizes, by ours and by its rivals, and how fast ours is.
#ifndef QUADRILLE_LAB_RATES_H
#define QUADRILLE_LAB_RATES_H

#include "rate_timer.h"
#include "rivals.h"

enum { RATES = 5, RATE_RIVALS = 5, RATE_NAME = 64 };

extern const double rates[RATES]; ///< Bits a pixel that are aimed at.

/// One picture at one rate. The size that all are held to is JPEG's, which comes in steps; where JPEG does not get as
/// small, or is not there, it is the larger one, or the rate's.
typedef struct rate_row {
    double bits;                                 ///< A pixel, of that size.
    double psnr[RATE_RIVALS], ssim[RATE_RIVALS]; ///< In the order of `rivals`; NaN: it does not get as small.
} rate_row;

typedef struct rate_picture {
    char name[RATE_NAME];
    uint32_t width, height, channels;
    rate_row rows[RATES];
    rate_speed speed;
} rate_picture;

/// Measures a picture; `step` is called before each rate. False: not enough memory.
bool rate_measure(const pixels *picture, rate_picture *into, void (*step)(void *context), void *context);

#endif
