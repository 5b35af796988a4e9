// PNG by libpng, row by row, so that memory is allocated only once the header's numbers are known to fit.
#include "exif.h"
#include "output.h"
#include "pixels.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static void on_error(png_structp png, png_const_charp message)
{
    complain_at(png_get_error_ptr(png), 0, "not a whole PNG: %s; make it again from its source", message);
    png_longjmp(png, 1);
}

// libpng passes over a chunk that it warns of. Without one of these the picture would be another.
static void on_warning(png_structp png, png_const_charp message)
{
    const bool needed = strncmp(message, "tRNS", 4) == 0 || strncmp(message, "eXIf", 4) == 0;
    if (needed && strstr(message, "with alpha channel") == NULL)
        png_error(png, message);
}

// Converts samples that the codec does not hold, and prints a note.
static void convert(png_structp png, png_infop info, const char *path)
{
    int depth = png_get_bit_depth(png, info), color = png_get_color_type(png, info);
    if (depth == 16) {
        note_at(path, "16 bits a sample reduced to 8");
        png_set_scale_16(png);
    }
    if (color == PNG_COLOR_TYPE_PALETTE) {
        note_at(path, "palette converted to colours of 8 bits a sample");
        png_set_packing(png);
    } else if (depth < 8) {
        note_at(path, "%d bit%s a sample become%s 8", depth, depth > 1 ? "s" : "", depth > 1 ? "" : "s");
        png_set_expand_gray_1_2_4_to_8(png);
    }
    if (color != PNG_COLOR_TYPE_PALETTE && png_get_valid(png, info, PNG_INFO_tRNS) != 0)
        png_set_tRNS_to_alpha(png);
    png_unknown_chunkp chunks;
    if (png_get_unknown_chunks(png, info, &chunks) > 0)
        note_at(path, "an animation; its still picture counts");
    if (png_get_interlace_type(png, info) != PNG_INTERLACE_NONE)
        note_at(path, "interlaced; the output is not");
}

// Rows of a palette's indexes are read into the ends of the rows, and become colours from there. libpng would make one
// that the palette does not have black. False: complained of such an index.
static bool color_indexes(png_structp png, png_infop info, const char *path, pixels *self)
{
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    int count = 0, alpha_count = 0;
    png_get_PLTE(png, info, &colors, &count);
    png_get_tRNS(png, info, &alphas, &alpha_count, NULL);
    const size_t channels = self->size.channels, width = self->size.width;
    uint8_t *to = self->bytes;
    for (uint32_t y = 0; y < self->size.height; y++) {
        const uint8_t *from = to + width * (channels - 1);
        for (size_t x = 0; x < width; x++) {
            const int index = *from++;
            if (index >= count) {
                complain_at(path, 0,
                            "not a whole PNG: its palette has colours 0 to %d, but pixel %zu of row %u has %d; make it "
                            "again from its source",
                            count - 1, x + 1, y + 1, index);
                return false;
            }
            *to++ = colors[index].red;
            *to++ = colors[index].green;
            *to++ = colors[index].blue;
            if (channels == 4)
                *to++ = index < alpha_count ? alphas[index] : UINT8_MAX;
        }
    }
    return true;
}

static void read_some(png_structp png, png_bytep to, size_t size)
{
    picture_bytes *from = png_get_io_ptr(png);
    if (picture_bytes_read(from, to, size) == size)
        return;
    if (ferror(from->file) == 0)
        png_error(png, "Read Error");
    complain_at(png_get_error_ptr(png), 0, "cannot read: %s", strerror(errno));
    png_longjmp(png, 1);
}

// libpng jumps back here on an error, so what it fills is reached by pointers alone.
static status read_all(png_structp png, png_infop info, picture_bytes *from, const char *path, pixels *self,
                       png_bytep **rows, memory_limit *limit)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return STATUS_USAGE;
    png_set_user_limits(png, QD_IMAGE_LONGEST, QD_IMAGE_LONGEST);
    png_set_read_fn(png, from, read_some);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "acTL", 1);
    png_read_info(png, info);
    if (!pixels_size_fits(path, png_get_image_width(png, info), png_get_image_height(png, info)))
        return STATUS_USAGE;
    convert(png, info, path);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    const bool indexed = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
    const uint32_t colors = png_get_valid(png, info, PNG_INFO_tRNS) != 0 ? 4 : 3;
    qd_image_size size = { png_get_image_width(png, info), png_get_image_height(png, info),
                           indexed ? colors : png_get_channels(png, info) };
    limit->times = LIMIT_TIMES_PNG;
    status made = pixels_make_read(self, path, &size, size.height * sizeof **rows, limit);
    if (made != STATUS_DONE)
        return made;
    *rows = malloc(size.height * sizeof **rows);
    if (*rows == NULL) {
        complain_at(path, 0, "not enough memory for %u rows", size.height);
        return STATUS_FAILED;
    }
    const size_t before = indexed ? (size_t)size.width * (size.channels - 1) : 0;
    for (uint32_t y = 0; y < size.height; y++)
        (*rows)[y] = self->bytes + (size_t)y * size.width * size.channels + before;
    png_read_image(png, *rows);
    png_read_end(png, info);
    if (indexed && !color_indexes(png, info, path, self))
        return STATUS_USAGE;
    png_bytep exif = NULL;
    png_uint_32 exif_size = 0;
    if (png_get_eXIf_1(png, info, &exif_size, &exif) == 0)
        return STATUS_DONE;
    const int orientation = exif_orientation(exif, exif_size);
    if (orientation == 0)
        note_at(path,
                "its EXIF is not read, since this program was built without libexif; the picture may lie on its side");
    return pixels_turn(self, path, orientation, limit);
}

status pixels_read_png(pixels *self, picture_bytes *from, const char *path, memory_limit *limit)
{
    *self = (pixels){ 0 };
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (void *)(uintptr_t)path, on_error, on_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    png_bytep *rows = NULL;
    status result = info != NULL ? read_all(png, info, from, path, self, &rows, limit) : STATUS_FAILED;
    if (info == NULL)
        complain_at(path, 0, "not enough memory");
    free(rows);
    png_destroy_read_struct(&png, &info, NULL);
    if (result != STATUS_DONE)
        pixels_free(self);
    return result;
}

bool pixels_write_png(const pixels *self, const char *path)
{
    static const png_uint_32 formats[] = { PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB, PNG_FORMAT_RGBA };
    png_image image = { .version = PNG_IMAGE_VERSION,
                        .width = self->size.width,
                        .height = self->size.height,
                        .format = formats[self->size.channels - 1] };
    output out;
    if (!output_open_bytes(&out, path))
        return false;
    errno = 0;
    if (png_image_write_to_stdio(&image, out.file, 0, self->bytes, 0, NULL) == 0)
        out.error = errno != 0 ? errno : EIO;
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}
