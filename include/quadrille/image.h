/// @file image.h
/// Pictures as quadtrees: a small lossy codec. A picture becomes trees of square leaves, one for luma and one for each
/// other plane; a leaf is a constant, a plane, a sum of more terms, or where edges
/// are sharp a quadtree of means down to single samples. docs/image-format.md describes each byte.
///
/// A library of its own, quadrille-image. Of the index it uses base.h alone. It opens no files.
///
/// The bytes come coarse to fine: every beginning of them that holds the header is a picture too, a coarser one. They
/// decode to the same samples on every machine.
#ifndef QUADRILLE_IMAGE_H
#define QUADRILLE_IMAGE_H

#include <quadrille/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Size of the header, and so of the shortest beginning that decodes.
#define QD_IMAGE_HEADER 16
/// The smallest size that can be asked for.
#define QD_IMAGE_LEAST 64
/// Pixels a side at most.
#define QD_IMAGE_LONGEST (1u << 24)
/// Pixels in all at most.
#define QD_IMAGE_MOST (1u << 30)

/// What a picture is made of: `channels` bytes a pixel. 1: grey. 2: grey and alpha. 3: red, green, blue. 4: these and
/// alpha, which is not multiplied in. No padding between rows.
typedef struct qd_image_size {
    uint32_t width;    ///< 1 to QD_IMAGE_LONGEST; width * height is at most QD_IMAGE_MOST.
    uint32_t height;   ///< The same.
    uint32_t channels; ///< 1 to 4
} qd_image_size;

/// How to encode. Zeroed: quality 50.
typedef struct qd_image_def {
    uint32_t quality; ///< 1 (coarsest) to 100; 12 more halve the step of the quantiser. 0: 50. Not used with `bytes`.
    /// Size to reach, QD_IMAGE_LEAST or more; 0: what the quality takes. The result has between 98 % of it and all of
    /// it; less only where the finest step (half of that of quality 100) takes less.
    size_t bytes;
    qd_allocator allocator;
    /// NULL or called with every square of 64 x 64 samples: how many samples are done, and how many that are at most.
    /// With `bytes` the work usually ends at a sixth to a half of that. It may take its time, and call what it likes.
    void (*progress)(void *context, uint64_t done, uint64_t total);
    void *progress_context;
} qd_image_def;

/// Writes a picture, *size bytes long. QD_BAD_VALUE: a size, a quality or `bytes` out of range. QD_TOO_SMALL: *size is
/// what is needed; the work is done all the same, so a caller that sets `bytes` gives that capacity. QD_NO_MEMORY: it
/// takes up to 30 bytes a pixel and 360 KB, sides rounded up to multiples of 16. Cost O(pixels).
QD_API qd_result qd_image_encode(const qd_image_size *picture, const uint8_t *pixels, const qd_image_def *def,
                                 void *buffer, size_t capacity, size_t *size);

/// Reads the header. QD_BAD_DATA: fewer than QD_IMAGE_HEADER bytes, or not a picture of this version. Cost O(1).
QD_API qd_result qd_image_info(const void *bytes, size_t size, qd_image_size *picture);

/// Decodes a picture, or the beginning of one, into `pixels`, which has room for width * height * channels bytes of
/// qd_image_info: a caller looks at these before it makes room. Zeroed allocator or NULL: the C library's.
/// QD_TOO_SMALL: `capacity` is less. QD_BAD_DATA as qd_image_info. QD_NO_MEMORY: it takes up to 25 bytes a pixel
/// and 50 KB, sides rounded up to multiples of 16, whatever the bytes are. On failure `pixels` is as it was.
/// Cost O(pixels).
QD_API qd_result qd_image_decode(const void *bytes, size_t size, const qd_allocator *allocator, uint8_t *pixels,
                                 size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
