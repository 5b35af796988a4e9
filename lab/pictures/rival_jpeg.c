// JPEG by libjpeg-turbo: baseline, Huffman tables made for the picture, chroma at half the size.
#include "rivals.h"

#include <setjmp.h>
#include <stdio.h>
// libjpeg's header wants the one above first.
#include <jpeglib.h>
#include <stdlib.h>

typedef struct errors {
    struct jpeg_error_mgr base;
    jmp_buf back;
} errors;

static void on_error(j_common_ptr jpeg)
{
    longjmp(((errors *)jpeg->err)->back, 1);
}

static bool encode(const pixels *picture, int quality, unsigned char **bytes, unsigned long *size)
{
    struct jpeg_compress_struct jpeg;
    errors own;
    jpeg.err = jpeg_std_error(&own.base);
    own.base.error_exit = on_error;
    if (setjmp(own.back) != 0) {
        jpeg_destroy_compress(&jpeg);
        return false;
    }
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, bytes, size);
    jpeg.image_width = picture->size.width;
    jpeg.image_height = picture->size.height;
    jpeg.input_components = (int)picture->size.channels;
    jpeg.in_color_space = picture->size.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    jpeg.optimize_coding = TRUE;
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = picture->bytes + (size_t)jpeg.next_scanline * picture->size.width * picture->size.channels;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    return true;
}

static bool decode(const unsigned char *bytes, unsigned long size, pixels *into)
{
    struct jpeg_decompress_struct jpeg;
    errors own;
    jpeg.err = jpeg_std_error(&own.base);
    own.base.error_exit = on_error;
    if (setjmp(own.back) != 0) {
        jpeg_destroy_decompress(&jpeg);
        return false;
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, size);
    jpeg_read_header(&jpeg, TRUE);
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = into->bytes + (size_t)jpeg.output_scanline * into->size.width * into->size.channels;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    return true;
}

// Size and bytes of a quality; 0: no memory.
static unsigned long size_of(const pixels *picture, int quality)
{
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    const bool good = encode(picture, quality, &bytes, &size);
    free(bytes);
    return good ? size : 0;
}

// The best quality that fits; where the coarsest does not, that.
static int best_quality(const pixels *picture, size_t bytes)
{
    int low = 1, high = 101;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        const unsigned long size = size_of(picture, middle);
        if (size == 0)
            return 0;
        *(size <= bytes ? &low : &high) = middle;
    }
    return low;
}

static bool jpeg_within(const pixels *picture, size_t bytes, outcome *out)
{
    *out = (outcome){ .picture = { .size = picture->size } };
    if (picture->size.channels != 1 && picture->size.channels != 3)
        return true;
    unsigned char *encoded = NULL;
    unsigned long size = 0;
    const int quality = best_quality(picture, bytes);
    out->picture.bytes = malloc((size_t)picture->size.width * picture->size.height * picture->size.channels);
    const bool good = quality > 0 && out->picture.bytes != NULL && encode(picture, quality, &encoded, &size) &&
                      decode(encoded, size, &out->picture);
    free(encoded);
    out->size = size;
    if (!good)
        pixels_free(&out->picture);
    return good;
}

const rival rival_jpeg = { "JPEG", jpeg_within };
