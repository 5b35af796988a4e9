// Recordings in memory: a whole file (whole_file.h) that JavaScript takes away.
#define _POSIX_C_SOURCE 200809L
#include "play.h"

#include <whole_file.h>

#include <errno.h>
#include <stdlib.h>

static char *bytes;
static size_t size;

bool whole_file_open(whole_file *self, const char *path, whole_kind kind)
{
    (void)path;
    free(bytes);
    bytes = NULL;
    size = 0;
    *self = (whole_file){ .file = open_memstream(&bytes, &size), .kind = kind };
    return self->file != NULL;
}

void whole_file_keep(whole_file *self)
{
    (void)self;
}

int whole_file_end(whole_file *self, whole_end end)
{
    errno = 0;
    int error = fclose(self->file) == 0 ? 0 : errno ? errno : EIO;
    if (end == WHOLE_LOST)
        size = 0;
    return error;
}

const uint8_t *play_recording(void)
{
    return (const uint8_t *)bytes;
}

size_t play_recording_size(void)
{
    return size;
}
