/// @file picture.h
/// What is seen, as a file.
#ifndef QUADRILLE_DEMO_PICTURE_H
#define QUADRILLE_DEMO_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

struct demo;

/// Pixels as 0xAARRGGBB, rows from the top, as PNG. False: complained.
bool picture_png(const char *path, const uint32_t *pixels, int width, int height);

/// The shapes of all sides as SVG, as big as the view. False: complained.
bool picture_svg(const char *path, const struct demo *demo);

#endif
