/// Pictures in a row as one GIF.
#ifndef QUADRILLE_APP_ANIMATION_H
#define QUADRILLE_APP_ANIMATION_H

#include "palette.h"
#include "pixels.h"

typedef struct animation animation;

/// Begins a file that is there once animation_end has made it whole. The palette stays the caller's. NULL: complained.
animation *animation_begin(const char *path, const qd_image_size *size, palette *colors);

/// Adds a picture of three channels, shown for so many hundredths of a second. False: complained.
bool animation_add(animation *self, const pixels *picture, int hundredths);

/// Ends the file, and frees the rest; where it did not go well (`result` is not STATUS_DONE) the file is as it was.
status animation_end(animation *self, status result);

#endif
