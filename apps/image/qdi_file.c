#include "qdi_file.h"

#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum picture_kind { PICTURE_UNREADABLE, PICTURE_OTHER, PICTURE_PNG, PICTURE_QDI } picture_kind;

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
    return qd_image_info(head, got, &size) == QD_OK ? PICTURE_QDI : PICTURE_OTHER;
}

static bool read_bytes(FILE *file, const char *path, uint8_t **bytes, size_t *size)
{
    size_t space = 0;
    for (*size = 0;;) {
        if (*size == space) {
            space = space > 0 ? 2 * space : 65536;
            uint8_t *more = realloc(*bytes, space);
            if (more == NULL) {
                complain_at(path, 0, "not enough memory");
                return false;
            }
            *bytes = more;
        }
        size_t got = fread(*bytes + *size, 1, space - *size, file);
        *size += got;
        if (got == 0)
            break;
    }
    if (ferror(file) != 0)
        complain_at(path, 0, "cannot read: %s", strerror(errno));
    return ferror(file) == 0;
}

static bool decode(pixels *self, const char *path, const uint8_t *bytes, size_t size)
{
    qd_image_size header;
    if (qd_image_info(bytes, size, &header) != QD_OK) {
        complain_at(path, 0, "no picture of quadrille image encode, or cut short before its header ends");
        return false;
    }
    if (!pixels_make(self, path, &header))
        return false;
    qd_result result =
        qd_image_decode(bytes, size, NULL, self->bytes, (size_t)header.width * header.height * header.channels);
    if (result == QD_OK)
        return true;
    complain_at(path, 0, result == QD_NO_MEMORY ? "not enough memory" : "its bytes are no picture");
    pixels_free(self);
    return false;
}

bool qdi_read(pixels *self, const char *path, size_t *size)
{
    *self = (pixels){ 0 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        complain_at(path, 0, "cannot open: %s", strerror(errno));
        return false;
    }
    uint8_t *bytes = NULL;
    bool good = read_bytes(file, path, &bytes, size);
    fclose(file);
    good = good && decode(self, path, bytes, *size);
    free(bytes);
    return good;
}

bool picture_read(pixels *self, const char *path, size_t *size)
{
    *self = (pixels){ 0 };
    *size = 0;
    switch (kind_of(path)) {
    case PICTURE_PNG:
        return pixels_read_png(self, path);
    case PICTURE_QDI:
        return qdi_read(self, path, size);
    case PICTURE_OTHER:
        complain_at(path, 0, "neither a PNG nor a picture of quadrille image encode");
        break;
    case PICTURE_UNREADABLE:
        break;
    }
    return false;
}

bool picture_read_source(pixels *self, const char *path)
{
    *self = (pixels){ 0 };
    switch (kind_of(path)) {
    case PICTURE_PNG:
        return pixels_read_png(self, path);
    case PICTURE_QDI:
        complain_at(path, 0, "is encoded already; quadrille image decode makes a PNG of it");
        break;
    case PICTURE_OTHER:
        complain_at(path, 0, "not a PNG; convert it to one first");
        break;
    case PICTURE_UNREADABLE:
        break;
    }
    return false;
}
