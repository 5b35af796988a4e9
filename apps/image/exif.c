// EXIF by libexif, which wants it as it lies in a JPEG.
#include "exif.h"

#include <libexif/exif-data.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int exif_orientation(const void *bytes, size_t size)
{
    static const unsigned char before[] = { 'E', 'x', 'i', 'f', 0, 0 };
    unsigned char *whole = size < UINT_MAX - sizeof before ? malloc(size + sizeof before) : NULL;
    if (whole == NULL)
        return 1;
    memcpy(whole, before, sizeof before);
    memcpy(whole + sizeof before, bytes, size);
    ExifData *exif = exif_data_new_from_data(whole, (unsigned)(size + sizeof before));
    ExifEntry *entry = exif != NULL ? exif_data_get_entry(exif, EXIF_TAG_ORIENTATION) : NULL;
    int orientation = 1;
    if (entry != NULL && entry->format == EXIF_FORMAT_SHORT && entry->components == 1)
        orientation = exif_get_short(entry->data, exif_data_get_byte_order(exif));
    exif_data_unref(exif);
    free(whole);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}
