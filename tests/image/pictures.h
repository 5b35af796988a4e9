// Pictures for tests, and how far two are apart.
#ifndef PICTURES_H
#define PICTURES_H

#include <quadrille/image.h>

typedef enum picture_kind { PICTURE_FLAT, PICTURE_LINEAR, PICTURE_SCENE, PICTURE_NOISE } picture_kind;

// Pixels of a picture, to be freed.
uint8_t *picture_make(const qd_image_size *size, picture_kind kind);

size_t picture_bytes(const qd_image_size *size);

// The sum of squares of differences, and the largest difference.
uint64_t picture_squares(const uint8_t *a, const uint8_t *b, size_t count);
int picture_farthest(const uint8_t *a, const uint8_t *b, size_t count);

#endif
