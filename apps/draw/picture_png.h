/// Pixels as a file.
#ifndef QUADRILLE_DRAW_PICTURE_PNG_H
#define QUADRILLE_DRAW_PICTURE_PNG_H

#include <stdbool.h>
#include <stdint.h>

/// Was the program built with libpng?
extern const bool picture_png_there;

/// Pixels as 0xAARRGGBB, rows from the top, as PNG. False: complained.
bool picture_png(const char *path, const uint32_t *pixels, int width, int height);

#endif
