// JPEG by libjpeg, with errors that come by longjmp.
#include "exif.h"
#include "pixels.h"
#include "report.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
// libjpeg's header wants the one above first.
#include <jpeglib.h>
// And this one the library's.
#include <jerror.h>
#include <stdlib.h>
#include <string.h>

const bool pixels_jpeg_there = true;

typedef struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    picture_bytes *from;
    JOCTET bytes[4096]; // a piece of the file
    jmp_buf back;
    const char *path;
    pixels *picture;
    memory_limit *limit;
    uint64_t beside; // bytes that are taken beside the pixels
} reader;

// Is the file whole, perhaps, but of a kind that libjpeg does not read, as 12 bits a sample?
static bool is_unsupported(int code)
{
    return code == JERR_BAD_PRECISION || code == JERR_SOF_UNSUPPORTED || code == JERR_ARITH_NOTIMPL ||
           code == JERR_IMAGE_TOO_BIG || code == JERR_EMPTY_IMAGE || code == JERR_COMPONENT_COUNT ||
           code == JERR_CONVERSION_NOTIMPL;
}

static void on_error(j_common_ptr jpeg)
{
    reader *self = jpeg->client_data;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (is_unsupported(jpeg->err->msg_code))
        complain_at(self->path, 0, "a JPEG that cannot be read: %s; convert it to a PNG", message);
    else
        complain_at(self->path, 0, "not a whole JPEG: %s; make it again from its source", message);
    longjmp(self->back, 1);
}

// What libjpeg only warns of is damage: it would fill up with grey what is missing.
static void on_message(j_common_ptr jpeg, int level)
{
    if (level < 0)
        on_error(jpeg);
}

static void begin_or_end(j_decompress_ptr jpeg)
{
    (void)jpeg;
}

static boolean read_piece(j_decompress_ptr jpeg)
{
    reader *self = jpeg->client_data;
    self->source.next_input_byte = self->bytes;
    self->source.bytes_in_buffer = picture_bytes_read(self->from, self->bytes, sizeof self->bytes);
    if (ferror(self->from->file) != 0) {
        complain_at(self->path, 0, "cannot read: %s", strerror(errno));
        longjmp(self->back, 1);
    }
    if (self->source.bytes_in_buffer == 0)
        WARNMS(jpeg, JWRN_JPEG_EOF); // does not come back
    return TRUE;
}

static void skip_bytes(j_decompress_ptr jpeg, long count)
{
    struct jpeg_source_mgr *source = jpeg->src;
    size_t left = count > 0 ? (size_t)count : 0;
    while (left > source->bytes_in_buffer) {
        left -= source->bytes_in_buffer;
        read_piece(jpeg);
    }
    source->next_input_byte += left;
    source->bytes_in_buffer -= left;
}

// 1 to 8; 1 by default.
static int orientation_of(const reader *self)
{
    int orientation = 1;
    for (jpeg_saved_marker_ptr marker = self->jpeg.marker_list; marker != NULL; marker = marker->next)
        if (marker->data_length > 6 && memcmp(marker->data, "Exif\0", 6) == 0)
            orientation = exif_orientation(marker->data + 6, marker->data_length - 6);
    return orientation;
}

// Inks to light, in place; three bytes a pixel stay. `inverted`: 255 is no ink, as Adobe writes it.
static void from_inks(uint8_t *row, uint32_t width, bool inverted)
{
    for (uint32_t x = 0; x < width; x++) {
        unsigned black = inverted ? row[4 * x + 3] : 255u - row[4 * x + 3];
        for (uint32_t c = 0; c < 3; c++) {
            unsigned light = inverted ? row[4 * x + c] : 255u - row[4 * x + c];
            row[3 * x + c] = (uint8_t)((light * black + 127) / 255);
        }
    }
}

static void read_rows(reader *self, bool inks)
{
    const qd_image_size *size = &self->picture->size;
    struct jpeg_decompress_struct *jpeg = &self->jpeg;
    JSAMPARRAY row =
        jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, size->width * (inks ? 4 : size->channels), 1);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *to = self->picture->bytes + (size_t)jpeg->output_scanline * size->width * size->channels;
        jpeg_read_scanlines(jpeg, row, 1);
        if (inks)
            from_inks(row[0], size->width, jpeg->saw_Adobe_marker);
        memcpy(to, row[0], (size_t)size->width * size->channels);
    }
}

// What is taken beside the pixels: one that comes in several scans is held as coefficients, of two bytes each, of which
// blocks fill up the edges.
static uint64_t beside_pixels(struct jpeg_decompress_struct *jpeg)
{
    uint64_t bytes = 0;
    for (int i = 0; jpeg_has_multiple_scans(jpeg) && i < jpeg->num_components; i++)
        bytes += (uint64_t)jpeg->comp_info[i].width_in_blocks * jpeg->comp_info[i].height_in_blocks * sizeof(JBLOCK);
    return bytes;
}

static status read_all(reader *self)
{
    struct jpeg_decompress_struct *jpeg = &self->jpeg;
    if (setjmp(self->back) != 0)
        return STATUS_USAGE;
    jpeg_create_decompress(jpeg);
    self->source = (struct jpeg_source_mgr){ .init_source = begin_or_end,
                                             .fill_input_buffer = read_piece,
                                             .skip_input_data = skip_bytes,
                                             .resync_to_restart = jpeg_resync_to_restart,
                                             .term_source = begin_or_end };
    jpeg->src = &self->source;
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(jpeg, TRUE);
    bool grey = jpeg->jpeg_color_space == JCS_GRAYSCALE;
    bool inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = grey ? JCS_GRAYSCALE : inks ? JCS_CMYK : JCS_RGB;
    if (inks)
        note_at(self->path, "CMYK converted to RGB without a colour profile");
    qd_image_size size = { jpeg->image_width, jpeg->image_height, grey ? 1 : 3 };
    self->beside = beside_pixels(jpeg);
    status made = pixels_make_read(self->picture, self->path, &size, self->beside, self->limit);
    if (made != STATUS_DONE)
        return made;
    jpeg_start_decompress(jpeg);
    read_rows(self, inks);
    int orientation = orientation_of(self); // what finishing forgets
    jpeg_finish_decompress(jpeg);
    limit_give(self->limit, self->beside);
    return pixels_turn(self->picture, self->path, orientation, self->limit);
}

status pixels_read_jpeg(pixels *self, picture_bytes *from, const char *path, memory_limit *limit)
{
    *self = (pixels){ 0 };
    reader *own = calloc(1, sizeof *own); // longjmp may spoil local variables, but not memory behind a pointer
    if (own == NULL) {
        complain_at(path, 0, "not enough memory");
        return STATUS_FAILED;
    }
    own->path = path;
    own->limit = limit;
    own->from = from;
    own->picture = self;
    own->jpeg.err = jpeg_std_error(&own->errors);
    own->jpeg.client_data = own;
    own->errors.error_exit = on_error;
    own->errors.emit_message = on_message;
    status result = read_all(own);
    jpeg_destroy_decompress(&own->jpeg);
    free(own);
    if (result != STATUS_DONE)
        pixels_free(self);
    return result;
}
