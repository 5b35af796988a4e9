// JPEG by libjpeg, with errors that come by longjmp.
#include "output.h"
#include "pixels.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
// libjpeg's header wants the one above first.
#include <jpeglib.h>
#include <stdlib.h>
#include <string.h>

enum { QUALITY = 95 };

typedef struct writer {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf back;
    output out;
    uint8_t *row; // without alpha
} writer;

static void on_error(j_common_ptr jpeg)
{
    writer *self = jpeg->client_data;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (ferror(self->out.file) == 0)
        complain_at(self->out.name, 0, "cannot write a JPEG: %s", message);
    else
        self->out.error = errno != 0 ? errno : EIO;
    longjmp(self->back, 1);
}

static void on_message(j_common_ptr jpeg, int level)
{
    (void)jpeg;
    (void)level;
}

// The row's samples without its alpha, if it has one.
static uint8_t *opaque_row(const writer *self, const pixels *picture, uint32_t y)
{
    const uint32_t channels = picture->size.channels, kept = channels - (channels % 2 == 0);
    uint8_t *from = picture->bytes + (size_t)y * picture->size.width * channels;
    if (kept == channels)
        return from;
    for (size_t x = 0; x < picture->size.width; x++)
        memcpy(self->row + x * kept, from + x * channels, kept);
    return self->row;
}

static status write_rows(writer *self, const pixels *picture)
{
    struct jpeg_compress_struct *jpeg = &self->jpeg;
    const bool grey = picture->size.channels < 3;
    if (setjmp(self->back) != 0)
        return STATUS_FAILED;
    jpeg_create_compress(jpeg);
    jpeg_stdio_dest(jpeg, self->out.file);
    jpeg->image_width = picture->size.width;
    jpeg->image_height = picture->size.height;
    jpeg->input_components = grey ? 1 : 3;
    jpeg->in_color_space = grey ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, QUALITY, TRUE);
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < jpeg->image_height) {
        JSAMPROW row = opaque_row(self, picture, jpeg->next_scanline);
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
    return STATUS_DONE;
}

bool pixels_write_jpeg(const pixels *self, const char *path)
{
    if (!pixels_are_opaque(self)) {
        complain_at(path, 0,
                    "a JPEG has no alpha, and the picture is transparent in places; a name that ends with "
                    ".png keeps that");
        return false;
    }
    writer *own = calloc(1, sizeof *own); // longjmp may spoil local variables, but not memory behind a pointer
    uint8_t *row = malloc((size_t)self->size.width * 3);
    if (own == NULL || row == NULL || !output_open_bytes(&own->out, path)) {
        if (own == NULL || row == NULL)
            complain_at(path, 0, "%s", strerror(ENOMEM));
        free(own);
        free(row);
        return false;
    }
    own->row = row;
    own->jpeg.err = jpeg_std_error(&own->errors);
    own->jpeg.client_data = own;
    own->errors.error_exit = on_error;
    own->errors.emit_message = on_message;
    const status written = write_rows(own, self);
    jpeg_destroy_compress(&own->jpeg);
    const status result = output_finish(&own->out, written);
    free(own);
    free(row);
    return result == STATUS_DONE;
}
