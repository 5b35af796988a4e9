// Replaces pixels_jpeg.c without libjpeg or libexif.
#include "pixels.h"
#include "report.h"

const bool pixels_jpeg_there = false;

status pixels_read_jpeg(pixels *self, picture_bytes *from, const char *path, memory_limit *limit)
{
    (void)limit;
    (void)from;
    *self = (pixels){ 0 };
    complain_at(path, 0,
                "cannot read a JPEG: this program was built without libjpeg and libexif (Debian: "
                "libjpeg62-turbo-dev, libexif-dev); make a PNG of it");
    return STATUS_USAGE;
}

bool pixels_write_jpeg(const pixels *self, const char *path)
{
    (void)self;
    complain_at(path, 0,
                "cannot write a JPEG: this program was built without libjpeg and libexif (Debian: "
                "libjpeg62-turbo-dev, libexif-dev); a name that ends with .png makes a PNG");
    return false;
}
