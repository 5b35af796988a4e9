#include "picture_file.h"

#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum picture_kind { PICTURE_UNREADABLE, PICTURE_OTHER, PICTURE_PNG, PICTURE_JPEG, PICTURE_QDI } picture_kind;

// Complains only of what cannot be opened or read.
static picture_kind kind_of(const char *path)
{
    uint8_t head[QD_IMAGE_HEADER];
    FILE *file = fopen(path, "rb");
    size_t got = file != NULL ? fread(head, 1, sizeof head, file) : 0;
    int error = file == NULL || ferror(file) != 0 ? errno : 0;
    if (file != NULL)
        fclose(file);
    if (error != 0) {
        complain_at(path, 0, "cannot read: %s", strerror(error));
        return PICTURE_UNREADABLE;
    }
    qd_image_size size;
    if (got >= 8 && memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0)
        return PICTURE_PNG;
    if (got >= 3 && memcmp(head, "\xff\xd8\xff", 3) == 0)
        return PICTURE_JPEG;
    return qd_image_info(head, got, &size) == QD_OK ? PICTURE_QDI : PICTURE_OTHER;
}

static status read_bytes(FILE *file, const char *path, uint8_t **bytes, size_t *size)
{
    size_t space = 0;
    for (*size = 0;;) {
        if (*size == space) {
            space = space > 0 ? 2 * space : 65536;
            uint8_t *more = realloc(*bytes, space);
            if (more == NULL) {
                complain_at(path, 0, "not enough memory");
                return STATUS_FAILED;
            }
            *bytes = more;
        }
        size_t got = fread(*bytes + *size, 1, space - *size, file);
        *size += got;
        if (got == 0)
            break;
    }
    if (ferror(file) == 0)
        return STATUS_DONE;
    complain_at(path, 0, "cannot read: %s", strerror(errno));
    return STATUS_USAGE;
}

static status decode(pixels *self, const char *path, const uint8_t *bytes, size_t size)
{
    qd_image_size header;
    if (qd_image_info(bytes, size, &header) != QD_OK) {
        complain_at(path, 0, "no picture of quadrille image encode, or cut short before its header ends");
        return STATUS_USAGE;
    }
    status made = pixels_make(self, path, &header);
    if (made != STATUS_DONE)
        return made;
    qd_result result =
        qd_image_decode(bytes, size, NULL, self->bytes, (size_t)header.width * header.height * header.channels);
    if (result == QD_OK)
        return STATUS_DONE;
    complain_at(path, 0, result == QD_NO_MEMORY ? "not enough memory" : "its bytes are no picture");
    pixels_free(self);
    return result == QD_NO_MEMORY ? STATUS_FAILED : STATUS_USAGE;
}

static status read_encoded(pixels *self, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        complain_at(path, 0, "cannot open: %s", strerror(errno));
        return STATUS_USAGE;
    }
    uint8_t *bytes = NULL;
    status result = read_bytes(file, path, &bytes, size);
    fclose(file);
    if (result == STATUS_DONE)
        result = decode(self, path, bytes, *size);
    free(bytes);
    return result;
}

status picture_read_encoded(pixels *self, const char *path, size_t *size)
{
    *self = (pixels){ 0 };
    switch (kind_of(path)) {
    case PICTURE_PNG:
    case PICTURE_JPEG:
        complain_at(path, 0, "is decoded already; quadrille image encode makes it small");
        return STATUS_USAGE;
    case PICTURE_UNREADABLE:
        return STATUS_USAGE;
    default:
        return read_encoded(self, path, size);
    }
}

status picture_read(pixels *self, const char *path, size_t *size)
{
    *self = (pixels){ 0 };
    *size = 0;
    switch (kind_of(path)) {
    case PICTURE_PNG:
        return pixels_read_png(self, path);
    case PICTURE_JPEG:
        return pixels_read_jpeg(self, path);
    case PICTURE_QDI:
        return read_encoded(self, path, size);
    case PICTURE_OTHER:
        complain_at(path, 0, "neither a PNG, nor a JPEG, nor a picture of quadrille image encode");
        break;
    case PICTURE_UNREADABLE:
        break;
    }
    return STATUS_USAGE;
}

status picture_read_source(pixels *self, const char *path)
{
    *self = (pixels){ 0 };
    switch (kind_of(path)) {
    case PICTURE_PNG:
        return pixels_read_png(self, path);
    case PICTURE_JPEG:
        return pixels_read_jpeg(self, path);
    case PICTURE_QDI:
        complain_at(path, 0, "is encoded already; quadrille image decode makes a PNG of it");
        break;
    case PICTURE_OTHER:
        complain_at(path, 0, "neither a PNG nor a JPEG; convert it to one of them first");
        break;
    case PICTURE_UNREADABLE:
        break;
    }
    return STATUS_USAGE;
}
