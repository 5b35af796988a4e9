// In place of pixels_jpeg.c where there is no libjpeg or libexif.
#include "pixels.h"
#include "report.h"

status pixels_read_jpeg(pixels *self, FILE *file, const char *path)
{
    (void)file;
    *self = (pixels){ 0 };
    complain_at(path, 0,
                "cannot read a JPEG: this program was built without libjpeg and libexif (Debian: "
                "libjpeg62-turbo-dev, libexif-dev); make a PNG of it");
    return STATUS_USAGE;
}
