// WebP by libwebp, lossy, with the most effort.
#include "rivals.h"

#include <stdlib.h>
#include <webp/decode.h>
#include <webp/encode.h>

static bool encode(const pixels *picture, const uint8_t *rgb, float quality, WebPMemoryWriter *to)
{
    WebPConfig config;
    WebPPicture source;
    WebPMemoryWriterInit(to);
    if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, quality) || !WebPPictureInit(&source))
        return false;
    config.method = 6;
    source.width = (int)picture->size.width;
    source.height = (int)picture->size.height;
    source.writer = WebPMemoryWrite;
    source.custom_ptr = to;
    const bool good = WebPPictureImportRGB(&source, rgb, 3 * source.width) && WebPEncode(&config, &source);
    WebPPictureFree(&source);
    return good;
}

// WebP has no grey of its own.
static uint8_t *to_rgb(const pixels *picture)
{
    const size_t count = (size_t)picture->size.width * picture->size.height;
    uint8_t *rgb = malloc(3 * count);
    for (size_t i = 0; rgb != NULL && i < 3 * count; i++)
        rgb[i] = picture->size.channels == 1 ? picture->bytes[i / 3] : picture->bytes[i];
    return rgb;
}

static bool decode(const WebPMemoryWriter *from, outcome *out)
{
    const qd_image_size *size = &out->picture.size;
    int width = 0, height = 0;
    uint8_t *rgb = WebPDecodeRGB(from->mem, from->size, &width, &height);
    const size_t count = (size_t)size->width * size->height;
    out->picture.bytes = malloc(count * size->channels);
    if (rgb != NULL && out->picture.bytes != NULL)
        for (size_t i = 0; i < count * size->channels; i++)
            out->picture.bytes[i] = size->channels == 1 ? rgb[3 * i + 1] : rgb[i];
    const bool good = rgb != NULL && out->picture.bytes != NULL;
    WebPFree(rgb);
    out->size = from->size;
    return good;
}

static bool search(const pixels *picture, const uint8_t *rgb, size_t bytes, outcome *out)
{
    enum { ROUNDS = 10 };
    float low = 0, high = 100;
    WebPMemoryWriter made;
    for (int round = 0; round <= ROUNDS; round++) {
        const float quality = round == 0 ? 0 : round == ROUNDS ? low : (low + high) / 2;
        bool good = encode(picture, rgb, quality, &made);
        const bool fits = good && made.size <= bytes;
        if (fits && round == ROUNDS)
            good = decode(&made, out);
        WebPMemoryWriterClear(&made);
        if (!good || (round == 0 && !fits))
            return good;
        *(fits ? &low : &high) = quality;
    }
    return true;
}

static bool webp_within(const pixels *picture, size_t bytes, outcome *out)
{
    *out = (outcome){ .picture = { .size = picture->size } };
    if (picture->size.channels != 1 && picture->size.channels != 3)
        return true;
    uint8_t *rgb = to_rgb(picture);
    const bool good = rgb != NULL && search(picture, rgb, bytes, out);
    free(rgb);
    if (!good)
        pixels_free(&out->picture);
    return good;
}

const rival rival_webp = { "WebP", webp_within };
