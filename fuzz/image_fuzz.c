// Any bytes as a picture: an error, or samples, which are encoded again to a size that must be kept.
#include "entry.h"

#include <quadrille/image.h>

#include <stdlib.h>

// Pictures larger than this are refused before memory is taken, as a careful caller does.
enum { MOST_PIXELS = 1 << 16, AGAIN = 300, AGAIN_SIDE = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t pixels[MOST_PIXELS * 4], again[AGAIN];
    qd_image_size picture;
    const qd_result told = qd_image_info(data, size, &picture);
    if (told != QD_OK) {
        demand(qd_image_decode(data, size, NULL, pixels, sizeof pixels) == told, "what has no header is refused");
        return 0;
    }
    const uint64_t count = (uint64_t)picture.width * picture.height;
    if (count > MOST_PIXELS)
        return 0;
    demand(qd_image_decode(data, size, NULL, pixels, sizeof pixels) == QD_OK, "any bytes are a picture");
    if (picture.width > AGAIN_SIDE || picture.height > AGAIN_SIDE)
        return 0;
    size_t used = 0;
    const qd_image_def def = { .bytes = AGAIN };
    demand(qd_image_encode(&picture, pixels, &def, again, AGAIN, &used) == QD_OK, "a picture can be encoded");
    demand(used <= AGAIN, "in the size that was wanted");
    demand(qd_image_decode(again, used, NULL, pixels, sizeof pixels) == QD_OK, "and decoded");
    return 0;
}
