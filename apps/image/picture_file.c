#include "picture_file.h"

#include "report.h"
#include "same_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum picture_kind { PICTURE_OTHER, PICTURE_PNG, PICTURE_JPEG, PICTURE_QDI } picture_kind;

// Opens a file and says what it is; it is at its beginning then. NULL: complained.
static FILE *open_picture(const char *path, picture_kind *kind)
{
    uint8_t head[QD_IMAGE_HEADER];
    qd_image_size size;
    FILE *file = fopen(path, "rb");
    const size_t got = file != NULL ? fread(head, 1, sizeof head, file) : 0;
    if (file == NULL || ferror(file) != 0 || fseek(file, 0, SEEK_SET) != 0) {
        complain_at(path, 0, "cannot read: %s", strerror(errno));
        if (file != NULL)
            fclose(file);
        return NULL;
    }
    *kind = got >= 8 && memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0 ? PICTURE_PNG
            : got >= 3 && memcmp(head, "\xff\xd8\xff", 3) == 0    ? PICTURE_JPEG
            : qd_image_info(head, got, &size) == QD_OK            ? PICTURE_QDI
                                                                  : PICTURE_OTHER;
    return file;
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

static status read_encoded(pixels *self, FILE *file, const char *path, size_t *size)
{
    uint8_t *bytes = NULL;
    status result = read_bytes(file, path, &bytes, size);
    if (result == STATUS_DONE)
        result = decode(self, path, bytes, *size);
    free(bytes);
    return result;
}

// It is a picture of another kind than was asked for, or none.
static status refuse(const char *path, const char *why)
{
    complain_at(path, 0, "%s", why);
    return STATUS_USAGE;
}

status picture_read_encoded(pixels *self, const char *path, size_t *size)
{
    picture_kind kind;
    FILE *file = open_picture(path, &kind);
    *self = (pixels){ 0 };
    if (file == NULL)
        return STATUS_USAGE;
    const status result = kind == PICTURE_PNG || kind == PICTURE_JPEG
                              ? refuse(path, "is decoded already; quadrille image encode makes it small")
                              : read_encoded(self, file, path, size);
    fclose(file);
    return result;
}

status picture_read(pixels *self, const char *path, size_t *size)
{
    picture_kind kind;
    FILE *file = open_picture(path, &kind);
    *self = (pixels){ 0 };
    *size = 0;
    if (file == NULL)
        return STATUS_USAGE;
    const status result = kind == PICTURE_PNG    ? pixels_read_png(self, file, path)
                          : kind == PICTURE_JPEG ? pixels_read_jpeg(self, file, path)
                          : kind == PICTURE_QDI
                              ? read_encoded(self, file, path, size)
                              : refuse(path, "neither a PNG, nor a JPEG, nor a picture of quadrille image encode");
    fclose(file);
    return result;
}

status picture_read_source(pixels *self, const char *path)
{
    picture_kind kind;
    FILE *file = open_picture(path, &kind);
    *self = (pixels){ 0 };
    if (file == NULL)
        return STATUS_USAGE;
    const status result = kind == PICTURE_PNG    ? pixels_read_png(self, file, path)
                          : kind == PICTURE_JPEG ? pixels_read_jpeg(self, file, path)
                          : kind == PICTURE_QDI
                              ? refuse(path, "is encoded already; quadrille image decode makes a PNG of it")
                              : refuse(path, "neither a PNG nor a JPEG; convert it to one of them first");
    fclose(file);
    return result;
}

char *picture_path(const char *folder, const char *name)
{
    const size_t room = strlen(folder) + strlen(name) + 2;
    char *path = malloc(room);
    if (path == NULL)
        complain("%s", strerror(ENOMEM));
    else
        snprintf(path, room, "%s/%s", folder, name);
    return path;
}

bool picture_output_is_good(const char *output, const char *file, const char *example)
{
    if (output != NULL)
        return !spoils_input("--output", output, file);
    complain("--output is missing: say where to write, as in -o %s", example);
    return false;
}
