// Replaces animation_gif.c without giflib.
#include "animation.h"
#include "report.h"

#include <stddef.h>

animation *animation_begin(const char *path, const qd_image_size *size, palette *colors)
{
    (void)size;
    (void)colors;
    complain_at(path, 0,
                "cannot write: this program was built without giflib (Debian: libgif-dev); --frames FOLDER writes PNG");
    return NULL;
}

bool animation_add(animation *self, const pixels *picture, int hundredths)
{
    (void)self;
    (void)picture;
    (void)hundredths;
    return false;
}

status animation_end(animation *self, status result)
{
    (void)self;
    return result;
}
