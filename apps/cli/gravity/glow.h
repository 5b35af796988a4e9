/// @file glow.h
/// Light of many points on a dark ground: brighter where there is more of them, however many there are.
#ifndef QUADRILLE_CLI_GLOW_H
#define QUADRILLE_CLI_GLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GLOW_SIDE = 800 }; ///< Pixels along each side of the picture.

typedef struct glow {
    float *light, *halo;         ///< Rows from the top; the halo is the light that was spread about.
    double low_x, high_y, scale; ///< The picture's upper left corner, and pixels a unit.
} glow;

/// A square about a place. False: no memory; glow_free all the same.
bool glow_begin(glow *self, double x, double y, double half);
void glow_free(glow *self);

/// The picture of these points and no others. What is heavier than the mean is as much brighter, up to some limit.
void glow_light(glow *self, const double *x, const double *y, const double *mass, size_t count);

/// Where a place is in pixels, from the upper left corner. False: not in the picture.
bool glow_pixel(const glow *self, double x, double y, double *across, double *down);

/// How bright a pixel is, 0..1.
double glow_tone(const glow *self, size_t pixel);

/// A tone's colour, 0xAARRGGBB.
uint32_t glow_color(double tone);

#endif
