// The header: see header.h.
#include "header.h"

#include <string.h>

static const uint8_t header_start[4] = { 'Q', 'D', 'I', 1 };

enum { WHOLE_CHROMA = 128 }; ///< Added to byte 5.

bool qd__header_size_fits(const qd_image_size *picture)
{
    return picture->width > 0 && picture->width <= QD_IMAGE_LONGEST && picture->height > 0 &&
           picture->height <= QD_IMAGE_LONGEST && (uint64_t)picture->width * picture->height <= QD_IMAGE_MOST &&
           picture->channels >= 1 && picture->channels <= 4;
}

static void put_number(uint8_t *to, uint32_t number, int size)
{
    for (int k = 0; k < size; k++)
        to[k] = (uint8_t)(number >> 8 * k);
}

static uint32_t get_number(const uint8_t *from, int size)
{
    uint32_t number = 0;
    for (int k = 0; k < size; k++)
        number |= (uint32_t)from[k] << 8 * k;
    return number;
}

void qd__header_write(const qd__header *header, uint8_t bytes[QD_IMAGE_HEADER])
{
    memcpy(bytes, header_start, sizeof header_start);
    bytes[4] = (uint8_t)header->picture.channels;
    bytes[5] = (uint8_t)(header->chroma + (header->whole ? WHOLE_CHROMA : 0));
    put_number(bytes + 6, header->step, 2);
    put_number(bytes + 8, header->picture.width, 4);
    put_number(bytes + 12, header->picture.height, 4);
}

bool qd__header_read(qd__header *header, const uint8_t *bytes, size_t size)
{
    if (size < QD_IMAGE_HEADER || memcmp(bytes, header_start, sizeof header_start) != 0)
        return false;
    *header = (qd__header){
        .picture = { .channels = bytes[4], .width = get_number(bytes + 8, 4), .height = get_number(bytes + 12, 4) },
        .chroma = bytes[5] % WHOLE_CHROMA,
        .step = get_number(bytes + 6, 2),
        .whole = bytes[5] >= WHOLE_CHROMA,
    };
    const bool chroma_fits = header->picture.channels >= 3 ? header->chroma > 0 : bytes[5] == 0;
    return qd__header_size_fits(&header->picture) && header->step > 0 && chroma_fits;
}

uint32_t qd__header_step(const qd__header *header, bool is_chroma)
{
    const uint32_t step = is_chroma ? header->step * header->chroma / 8 : header->step;
    return step > 0 ? step : 1;
}
