#include "picture_bytes.h"

#include <string.h>

void picture_bytes_begin(picture_bytes *self, FILE *file)
{
    *self = (picture_bytes){ .file = file };
    self->count = fread(self->head, 1, sizeof self->head, file);
}

size_t picture_bytes_read(picture_bytes *self, void *to, size_t size)
{
    const size_t left = self->count - self->next, again = left < size ? left : size;
    memcpy(to, self->head + self->next, again);
    self->next += again;
    return again + (again < size ? fread((uint8_t *)to + again, 1, size - again, self->file) : 0);
}
