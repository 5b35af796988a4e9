// Replaces pixels_png.c without libpng.
#include "pixels.h"
#include "report.h"

status pixels_read_png(pixels *self, picture_bytes *from, const char *path, memory_limit *limit)
{
    (void)limit;
    (void)from;
    *self = (pixels){ 0 };
    complain_at(path, 0, "cannot read: this program was built without libpng (Debian: libpng-dev)");
    return STATUS_USAGE;
}

bool pixels_write_png(const pixels *self, const char *path)
{
    (void)self;
    complain_at(path, 0, "cannot write: this program was built without libpng (Debian: libpng-dev)");
    return false;
}
