/// @file image.h
/// Pictures as quadtrees: a small lossy codec. A picture becomes trees of square leaves, one for luma and one for each
/// other plane; a leaf is a constant, a plane, a sum of more terms, or at sharp edges a quadtree of means down to
/// single samples. docs/image-format.md describes each byte.
///
/// A library of its own, quadrille-image. It uses only base.h from the index and opens no files.
///
/// The bytes come coarse to fine: every beginning of them with the whole header is a coarser picture. They decode to
/// the same samples on every machine.
#ifndef QUADRILLE_IMAGE_H
#define QUADRILLE_IMAGE_H

#include <quadrille/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Size of the header, and so of the shortest beginning that decodes.
#define QD_IMAGE_HEADER 16
/// The smallest target size in bytes.
#define QD_IMAGE_LEAST 64
/// Pixels a side at most.
#define QD_IMAGE_LONGEST (1u << 24)
/// Pixels in all at most.
#define QD_IMAGE_MOST (1u << 30)

/// Size and pixel format of a picture: `channels` bytes a pixel. 1: grey. 2: grey and alpha. 3: red, green, blue. 4:
/// red, green, blue and alpha, not premultiplied. No padding between rows.
typedef struct qd_image_size {
    uint32_t width;    ///< 1 to QD_IMAGE_LONGEST; width * height is at most QD_IMAGE_MOST.
    uint32_t height;   ///< The same.
    uint32_t channels; ///< 1 to 4
} qd_image_size;

/// How to encode. Zeroed: quality 50.
typedef struct qd_image_def {
    uint32_t quality; ///< 1 (coarsest) to 100; 12 more halve the step of the quantiser. 0: 50. Not used with `bytes`.
    /// Target size, QD_IMAGE_LEAST or more; 0: the quality decides. The result has 98 % to 100 % of it; less only where
    /// the finest step (half the step of quality 100) takes less.
    size_t bytes;
    qd_allocator allocator;
    /// Called after every square of 64 x 64 samples with the samples done and the most there can be; NULL: not called.
    /// With `bytes` the work usually ends at a sixth to a half of that. It may be slow and make any call.
    void (*progress)(void *context, uint64_t done, uint64_t total);
    void *progress_context;
} qd_image_def;

/// Writes a picture, *size bytes long. QD_BAD_VALUE: a size, a quality or `bytes` out of range. QD_TOO_SMALL: *size is
/// the size needed; the call has then done all the work, so with `bytes` set pass that capacity. QD_NO_MEMORY: it takes
/// up to 30 bytes a pixel and 360 KB, with sides rounded up to multiples of 16. Cost O(pixels).
QD_API QD_EXPERIMENTAL qd_result qd_image_encode(const qd_image_size *picture, const uint8_t *pixels,
                                                 const qd_image_def *def, void *buffer, size_t capacity, size_t *size);

/// Reads the header. QD_BAD_DATA: fewer than QD_IMAGE_HEADER bytes, or not a picture of this version. Cost O(1).
QD_API QD_EXPERIMENTAL qd_result qd_image_info(const void *bytes, size_t size, qd_image_size *picture);

/// Decodes a picture, or the beginning of one, into `pixels`, which has room for width * height * channels bytes: call
/// qd_image_info first. Zeroed allocator or NULL: the C library's. QD_TOO_SMALL: `capacity` is less. QD_BAD_DATA as
/// qd_image_info. QD_NO_MEMORY: it takes up to 25 bytes a pixel and 50 KB, with sides rounded up to multiples of 16,
/// whatever the bytes are. On failure `pixels` is unchanged. Cost O(pixels).
QD_API QD_EXPERIMENTAL qd_result qd_image_decode(const void *bytes, size_t size, const qd_allocator *allocator,
                                                 uint8_t *pixels, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
