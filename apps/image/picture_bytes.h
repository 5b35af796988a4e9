/// The bytes of a file. The first ones show its format, and are kept for its reader: a pipe cannot go back to them.
#ifndef QUADRILLE_APP_PICTURE_BYTES_H
#define QUADRILLE_APP_PICTURE_BYTES_H

#include <quadrille/image.h>
#include <stdint.h>
#include <stdio.h>

typedef struct picture_bytes {
    FILE *file;
    size_t count, next; ///< How many have been looked at, and how many of those have been read.
    uint8_t head[QD_IMAGE_HEADER];
} picture_bytes;

/// Looks at the first bytes of a file that is open at its beginning. `ferror` reports a failure.
void picture_bytes_begin(picture_bytes *self, FILE *file);

/// Reads `size` bytes; fewer at the end, or after a failure.
size_t picture_bytes_read(picture_bytes *self, void *to, size_t size);

#endif
