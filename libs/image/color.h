/// Pixels to planes and back: luma, two chromas of half the width and height or (`whole`) the same, alpha.
#ifndef QUADRILLE_IMAGE_COLOR_H
#define QUADRILLE_IMAGE_COLOR_H

#include <quadrille/image.h>

enum { QD__PLANES = 4 };

/// How many planes a picture has, and which of them are chromas: those of number 1 and 2 of a picture in colour.
static inline bool qd__is_chroma(const qd_image_size *picture, uint32_t plane)
{
    return picture->channels >= 3 && (plane == 1 || plane == 2);
}

/// A side of a plane.
static inline uint32_t qd__side_of(const qd_image_size *picture, bool whole, uint32_t plane, uint32_t side)
{
    return !whole && qd__is_chroma(picture, plane) ? (side + 1) / 2 : side;
}

/// Samples of a plane of a picture.
void qd__color_part(const qd_image_size *picture, bool whole, const uint8_t *pixels, uint32_t plane, uint8_t *samples);

/// Pixels of a row, of the samples of all planes.
void qd__color_join(const qd_image_size *picture, bool whole, uint8_t *const planes[QD__PLANES], uint32_t y,
                    uint8_t *row);

/// What halving the chromas of a picture costs, `planes` being those of halved ones: the mean over all pixels of the
/// squared errors of both, which is nearly that of red, green and blue on average.
double qd__color_halving(const qd_image_size *picture, const uint8_t *pixels, uint8_t *const planes[QD__PLANES]);

#endif
