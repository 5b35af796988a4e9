/// @file pixels.h
/// A picture in memory, and where it comes from and goes to.
#ifndef QUADRILLE_APP_PIXELS_H
#define QUADRILLE_APP_PIXELS_H

#include "status.h"

#include <quadrille/image.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct pixels {
    qd_image_size size;
    uint8_t *bytes; ///< Of malloc; see qd_image_size.
} pixels;

void pixels_free(pixels *self);

/// Makes room for a picture of this size. It complains if that cannot be, naming the file.
status pixels_make(pixels *self, const char *path, const qd_image_size *size);

/// Is this a size that the codec takes? False: complained, naming the file.
bool pixels_size_fits(const char *path, uint64_t width, uint64_t height);

/// Turns and mirrors a picture as the orientation in EXIF says, 1 to 8, so that it stands as it is to be seen. It
/// complains if memory is missing, naming the file; the picture is as it was then.
status pixels_turn(pixels *self, const char *path, int orientation);

/// Reads a PNG, or a JPEG, from a file that is open at its beginning. What is converted on the way is told on standard
/// error. Unless it is STATUS_DONE it has complained, and nothing is kept.
status pixels_read_png(pixels *self, FILE *file, const char *path);
status pixels_read_jpeg(pixels *self, FILE *file, const char *path);

/// Writes a PNG. False: complained, and the file is as it was.
bool pixels_write_png(const pixels *self, const char *path);

#endif
