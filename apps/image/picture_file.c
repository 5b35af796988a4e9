#include "picture_file.h"

#include "report.h"
#include "same_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef enum picture_kind { PICTURE_OTHER, PICTURE_PNG, PICTURE_JPEG, PICTURE_QDI } picture_kind;

// Opens a file and says what it is; it has to be closed. False: complained.
static bool open_picture(const char *path, picture_bytes *from, picture_kind *kind, memory_limit *limit)
{
    struct stat about;
    qd_image_size size;
    FILE *file = fopen(path, "rb");
    if (file != NULL)
        picture_bytes_begin(from, file);
    const bool read = file != NULL && ferror(file) == 0;
    if (!read || from->count == 0) {
        complain_at(path, 0, "%s%s", read ? "the file is empty" : "cannot read: ", read ? "" : strerror(errno));
        if (file != NULL)
            fclose(file);
        return false;
    }
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode))
        limit->file = (uint64_t)about.st_size;
    const uint8_t *head = from->head;
    const size_t got = from->count;
    *kind = got >= 8 && memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0 ? PICTURE_PNG
            : got >= 3 && memcmp(head, "\xff\xd8\xff", 3) == 0    ? PICTURE_JPEG
            : qd_image_info(head, got, &size) == QD_OK            ? PICTURE_QDI
                                                                  : PICTURE_OTHER;
    return true;
}

static status read_bytes(picture_bytes *from, const char *path, uint8_t **bytes, size_t *size)
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
        size_t got = picture_bytes_read(from, *bytes + *size, space - *size);
        *size += got;
        if (got == 0)
            break;
    }
    if (ferror(from->file) == 0)
        return STATUS_DONE;
    complain_at(path, 0, "cannot read: %s", strerror(errno));
    return STATUS_USAGE;
}

// What the codec takes counts in the limit of the file.
typedef struct counted {
    memory_limit *limit;
    uint64_t refused; // bytes that the limit did not allow when so many were taken; 0: it has allowed all
    uint64_t taken;
} counted;

static void *resize_within(void *context, void *block, size_t old_size, size_t new_size)
{
    counted *self = context;
    free(block);
    limit_give(self->limit, old_size);
    if (new_size == 0)
        return NULL;
    if (limit_take(self->limit, new_size))
        return malloc(new_size);
    self->refused = new_size;
    self->taken = self->limit->taken;
    return NULL;
}

static status explain(const char *path, const qd_image_size *size, qd_result result, const counted *memory)
{
    format_message message = { 0 };
    memory_limit then = *memory->limit;
    then.taken = memory->taken;
    if (result != QD_NO_MEMORY)
        format_fail(&message, 0, "its bytes are no picture");
    else if (memory->refused == 0)
        format_no_memory(&message);
    else
        limit_claim(&then, memory->refused, &message, 0, "a picture of %u x %u pixels", size->width, size->height);
    complain_at(path, 0, "%s", message.text);
    return message.fault == FORMAT_INPUT ? STATUS_USAGE : STATUS_FAILED;
}

static status decode(pixels *self, const char *path, const uint8_t *bytes, size_t size, memory_limit *limit)
{
    qd_image_size header;
    if (qd_image_info(bytes, size, &header) != QD_OK) {
        complain_at(path, 0, "no picture of quadrille image encode, or cut short before its header ends");
        return STATUS_USAGE;
    }
    // Beside the pixels the codec takes at least a byte for each sample and one for each pixel, and says so late.
    const uint64_t beside = (uint64_t)header.width * header.height * (header.channels + 1);
    status made = pixels_make_read(self, path, &header, beside, limit);
    if (made != STATUS_DONE)
        return made;
    limit_give(limit, beside);
    counted memory = { .limit = limit };
    const qd_allocator allocator = { .resize = resize_within, .context = &memory };
    qd_result result =
        qd_image_decode(bytes, size, &allocator, self->bytes, (size_t)header.width * header.height * header.channels);
    if (result == QD_OK)
        return STATUS_DONE;
    pixels_free(self);
    return explain(path, &header, result, &memory);
}

// Refuses what the command does not take: a picture to make small, or one that is.
static status read_taken(pixels *self, const char *path, uint64_t limit, size_t *size, bool sources, bool encoded)
{
    picture_kind kind;
    memory_limit memory = { .said = limit };
    picture_bytes from;
    *self = (pixels){ 0 };
    *size = 0;
    if (!open_picture(path, &from, &kind, &memory))
        return STATUS_USAGE;
    status result = STATUS_USAGE;
    if ((kind == PICTURE_PNG || kind == PICTURE_JPEG) && !sources) {
        complain_at(path, 0, "is decoded already; quadrille image encode makes it small");
    } else if (kind == PICTURE_QDI && !encoded) {
        complain_at(path, 0, "is encoded already; quadrille image decode makes a PNG of it");
    } else if (kind == PICTURE_PNG) {
        result = pixels_read_png(self, &from, path, &memory);
    } else if (kind == PICTURE_JPEG) {
        result = pixels_read_jpeg(self, &from, path, &memory);
    } else if (kind == PICTURE_QDI || !sources) {
        uint8_t *bytes = NULL;
        result = read_bytes(&from, path, &bytes, size);
        if (result == STATUS_DONE)
            result = decode(self, path, bytes, *size, &memory);
        free(bytes);
    } else {
        complain_at(path, 0,
                    encoded ? "neither a PNG, nor a JPEG, nor a picture of quadrille image encode"
                            : "neither a PNG nor a JPEG; convert it to one of them first");
    }
    fclose(from.file);
    return result;
}

status picture_read_encoded(pixels *self, const char *path, uint64_t limit, size_t *size)
{
    return read_taken(self, path, limit, size, false, true);
}

status picture_read(pixels *self, const char *path, uint64_t limit, size_t *size)
{
    return read_taken(self, path, limit, size, true, true);
}

status picture_read_source(pixels *self, const char *path, uint64_t limit)
{
    size_t size;
    return read_taken(self, path, limit, &size, true, false);
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
