// PNG, by libpng.
#include "picture_png.h"

#include "output.h"

#include <errno.h>
#include <png.h>
#include <stdlib.h>

const bool picture_png_there = true;

bool picture_png(const char *path, const uint32_t *pixels, int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    uint8_t *bytes = malloc(3 * count);
    if (!bytes) {
        complain_at(path, 0, "cannot write: not enough memory");
        return false;
    }
    // What libpng needs, whichever end of a number this machine writes first.
    for (size_t i = 0; i < count; i++) {
        bytes[3 * i] = (uint8_t)(pixels[i] >> 16);
        bytes[3 * i + 1] = (uint8_t)(pixels[i] >> 8);
        bytes[3 * i + 2] = (uint8_t)pixels[i];
    }
    output out;
    if (!output_open_bytes(&out, path)) {
        free(bytes);
        return false;
    }
    png_image image = { .version = PNG_IMAGE_VERSION,
                        .width = (png_uint_32)width,
                        .height = (png_uint_32)height,
                        .format = PNG_FORMAT_RGB };
    errno = 0;
    if (png_image_write_to_stdio(&image, out.file, 0, bytes, 0, NULL) == 0)
        out.error = errno != 0 ? errno : EIO;
    free(bytes);
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}
