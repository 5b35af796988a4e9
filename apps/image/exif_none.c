// Without libexif.
#include "exif.h"

int exif_orientation(const void *bytes, size_t size)
{
    (void)bytes, (void)size;
    return 0;
}
