// Room for pixels.
#include "pixels.h"

#include "report.h"

#include <stdlib.h>

void pixels_free(pixels *self)
{
    free(self->bytes);
    self->bytes = NULL;
}

bool pixels_size_fits(const char *path, uint64_t width, uint64_t height)
{
    if (width >= 1 && height >= 1 && width <= QD_IMAGE_LONGEST && height <= QD_IMAGE_LONGEST &&
        width * height <= QD_IMAGE_MOST)
        return true;
    complain_at(path, 0,
                "%llu x %llu pixels; a picture has 1 to %u pixels a side and at most %u in all: make it smaller",
                (unsigned long long)width, (unsigned long long)height, QD_IMAGE_LONGEST, QD_IMAGE_MOST);
    return false;
}

bool pixels_make(pixels *self, const char *path, const qd_image_size *size)
{
    *self = (pixels){ .size = *size };
    if (!pixels_size_fits(path, size->width, size->height))
        return false;
    self->bytes = malloc((size_t)size->width * size->height * size->channels);
    if (self->bytes == NULL)
        complain_at(path, 0, "not enough memory for %u x %u pixels", size->width, size->height);
    return self->bytes != NULL;
}
