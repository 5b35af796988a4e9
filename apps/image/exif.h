/// What a camera wrote beside a picture.
#ifndef QUADRILLE_IMAGE_EXIF_H
#define QUADRILLE_IMAGE_EXIF_H

#include <stddef.h>

/// How the picture has to be turned to be upright, 1 (not at all) to 8, as EXIF numbers it; by these bytes of EXIF,
/// which begin as a TIFF file does. 1 where they do not say; 0 where this program was built without libexif.
int exif_orientation(const void *bytes, size_t size);

#endif
