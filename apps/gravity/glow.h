/// Light of many points on a dark ground: brighter where there is more of them, however many there are.
#ifndef QUADRILLE_GRAVITY_GLOW_H
#define QUADRILLE_GRAVITY_GLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GLOW_SIDE = 800 }; ///< Pixels along each side of the picture.

typedef struct glow {
    float *light, *halo;         ///< Rows from the top; the halo is the light that was spread about.
    double low_x, high_y, scale; ///< The picture's upper left corner, and pixels a unit.
    double radius, bright, mean; ///< A spot's radius in pixels, its limit, and the light of one of the mean mass.
} glow;

/// A square about a place. False: no memory; glow_free all the same.
bool glow_begin(glow *self, double x, double y, double half);
void glow_free(glow *self);

/// Begins a picture of `count` points, which are put into it some at a time. Points heavier than the mean are as much
/// brighter, up to a limit. When all are in it, glow_spread makes it whole.
void glow_clear(glow *self, size_t count, double mean_mass);
void glow_light(glow *self, const double *x, const double *y, const double *mass, size_t count);
void glow_spread(glow *self);

/// Where a place is in pixels, from the upper left corner. False: not in the picture.
bool glow_pixel(const glow *self, double x, double y, double *across, double *down);

/// How bright a pixel is, 0..1.
double glow_tone(const glow *self, size_t pixel);

/// A tone's colour, 0xAARRGGBB.
uint32_t glow_color(double tone);

#endif
