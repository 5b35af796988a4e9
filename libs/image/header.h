/// The header of a picture's bytes.
#ifndef QUADRILLE_IMAGE_HEADER_H
#define QUADRILLE_IMAGE_HEADER_H

#include <quadrille/image.h>

typedef struct qd__header {
    qd_image_size picture;
    uint32_t step, chroma; ///< Steps of luma and alpha, and of chromas; in 16ths, and in 8ths of that.
    bool whole;            ///< Chromas have the width and height of luma, and not half of them.
} qd__header;

/// Is it a size that the format has?
bool qd__header_size_fits(const qd_image_size *picture);

void qd__header_write(const qd__header *header, uint8_t bytes[QD_IMAGE_HEADER]);

/// False: it is none of this version.
bool qd__header_read(qd__header *header, const uint8_t *bytes, size_t size);

/// The step of a plane, at least 1.
uint32_t qd__header_step(const qd__header *header, bool is_chroma);

#endif
