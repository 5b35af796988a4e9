// Decoding: bytes to planes to pixels.
#include "coder.h"
#include "color.h"
#include "draw.h"
#include "header.h"

qd_result qd_image_info(const void *bytes, size_t size, qd_image_size *picture)
{
    qd__header header;
    if (!qd__header_read(&header, bytes, size))
        return QD_BAD_DATA;
    *picture = header.picture;
    return QD_OK;
}

enum { FIXED_ROOM = 40000 }; ///< Waves and the coder take less.

/// Room for all but the leaves: samples, 9 bytes for each square of 4 x 4 in grids and map, and a plane of numbers.
static bool reserve(const qd__header *header, qd__blocks *memory)
{
    const qd_image_size *picture = &header->picture;
    size_t size = FIXED_ROOM;
    for (uint32_t k = 0; k < picture->channels; k++) {
        const size_t width = qd__side_of(picture, header->whole, k, picture->width),
                     height = qd__side_of(picture, header->whole, k, picture->height);
        const size_t squares = ((width + 3) / 4) * ((height + 3) / 4);
        size += width * height + squares * (k == 0 ? 9 + 16 * sizeof(int16_t) : 9);
    }
    return qd__blocks_reserve(memory, size);
}

static qd_result decode_by(const qd__header *header, const uint8_t *bytes, size_t size, uint8_t *pixels,
                           qd__blocks *memory)
{
    const qd_image_size *picture = &header->picture;
    qd__plane planes[QD__PLANES];
    uint8_t *samples[QD__PLANES] = { 0 };
    qd__waves *waves = reserve(header, memory) ? qd__blocks_get(memory, 1, sizeof *waves) : NULL;
    if (!waves)
        return QD_NO_MEMORY;
    qd__waves_start(waves);
    for (uint32_t k = 0; k < picture->channels; k++) {
        const bool chroma = qd__is_chroma(picture, k);
        const uint32_t width = qd__side_of(picture, header->whole, k, picture->width),
                       height = qd__side_of(picture, header->whole, k, picture->height);
        samples[k] = qd__blocks_get(memory, (size_t)width * height, 1);
        if (!samples[k] || !qd__plane_create(&planes[k], width, height, chroma, false, memory))
            return QD_NO_MEMORY;
        planes[k].step = qd__header_step(header, chroma);
    }
    if (!qd__coder_read(planes, (int)picture->channels, bytes + QD_IMAGE_HEADER, size - QD_IMAGE_HEADER, memory))
        return QD_NO_MEMORY;
    // No plane is larger than the first.
    int16_t *room = qd__blocks_get(memory, qd__draw_room(&planes[0]), sizeof *room);
    if (!room)
        return QD_NO_MEMORY;
    for (uint32_t k = 0; k < picture->channels; k++)
        qd__draw(&planes[k], waves, room, samples[k]);
    for (uint32_t y = 0; y < picture->height; y++)
        qd__color_join(picture, header->whole, samples, y, pixels + (size_t)y * picture->width * picture->channels);
    return QD_OK;
}

qd_result qd_image_decode(const void *bytes, size_t size, const qd_allocator *allocator, uint8_t *pixels,
                          size_t capacity)
{
    qd__header header;
    if (!qd__header_read(&header, bytes, size))
        return QD_BAD_DATA;
    if (capacity / header.picture.channels / header.picture.width < header.picture.height)
        return QD_TOO_SMALL;
    qd__blocks memory;
    qd__blocks_start(&memory, allocator);
    const qd_result result = decode_by(&header, bytes, size, pixels, &memory);
    qd__blocks_end(&memory);
    return result;
}
