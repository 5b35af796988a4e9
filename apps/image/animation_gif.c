// GIF by giflib. A pixel that has not changed is left as it is, so that what stands still takes little.
#include "animation.h"
#include "output.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

enum { UNCHANGED = PALETTE_MOST, GIF_LONGEST = 65535 };

struct animation {
    output out;
    GifFileType *gif;
    palette *colors;
    const char *path;
    uint8_t *before, *line; ///< The indices of the picture before; those of a line.
    bool begun;
};

static int write_bytes(GifFileType *gif, const GifByteType *bytes, int count)
{
    put_raw(gif->UserData, bytes, (size_t)count);
    return count;
}

static bool fails(const animation *self)
{
    complain_at(self->path, 0, "cannot write: %s",
                self->out.error != 0 ? strerror(self->out.error) : GifErrorString(self->gif->Error));
    return false;
}

static bool put_head(animation *self, const qd_image_size *size)
{
    static const unsigned char loop[] = { 1, 0, 0 };
    ColorMapObject *map = GifMakeMapObject(256, NULL);
    if (map == NULL)
        return fails(self);
    for (int i = 0; i < self->colors->count; i++)
        map->Colors[i] =
            (GifColorType){ self->colors->colors[i][0], self->colors->colors[i][1], self->colors->colors[i][2] };
    EGifSetGifVersion(self->gif, true);
    bool good = EGifPutScreenDesc(self->gif, (int)size->width, (int)size->height, 8, 0, map) == GIF_OK &&
                EGifPutExtensionLeader(self->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                EGifPutExtensionBlock(self->gif, 11, "NETSCAPE2.0") == GIF_OK &&
                EGifPutExtensionBlock(self->gif, sizeof loop, loop) == GIF_OK &&
                EGifPutExtensionTrailer(self->gif) == GIF_OK;
    GifFreeMapObject(map);
    return good || fails(self);
}

animation *animation_begin(const char *path, const qd_image_size *size, palette *colors)
{
    if (size->width > GIF_LONGEST || size->height > GIF_LONGEST) {
        complain_at(path, 0, "a GIF has at most %d pixels a side, not %u x %u", GIF_LONGEST, size->width, size->height);
        return NULL;
    }
    animation *self = calloc(1, sizeof *self);
    uint8_t *before = calloc((size_t)size->width, size->height), *line = malloc(size->width);
    if (self == NULL || before == NULL || line == NULL || !output_open_bytes(&self->out, path)) {
        if (self == NULL || before == NULL || line == NULL)
            complain_at(path, 0, "not enough memory");
        free(self);
        free(before);
        free(line);
        return NULL;
    }
    int error = 0;
    self->path = path;
    self->colors = colors;
    self->before = before;
    self->line = line;
    self->gif = EGifOpen(&self->out, write_bytes, &error);
    if (self->gif != NULL && put_head(self, size))
        return self;
    if (self->gif == NULL)
        complain_at(path, 0, "cannot write: %s", GifErrorString(error));
    animation_end(self, STATUS_FAILED);
    return NULL;
}

bool animation_add(animation *self, const pixels *picture, int hundredths)
{
    const GraphicsControlBlock control = { DISPOSE_DO_NOT, false, hundredths,
                                           self->begun ? UNCHANGED : NO_TRANSPARENT_COLOR };
    GifByteType extension[4];
    const uint32_t width = picture->size.width;
    EGifGCBToExtension(&control, extension);
    if (EGifPutExtension(self->gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) != GIF_OK ||
        EGifPutImageDesc(self->gif, 0, 0, (int)width, (int)picture->size.height, false, NULL) != GIF_OK)
        return fails(self);
    for (uint32_t y = 0; y < picture->size.height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            const size_t at = (size_t)y * width + x;
            const uint8_t index = (uint8_t)palette_nearest(self->colors, picture->bytes + 3 * at);
            self->line[x] = self->begun && index == self->before[at] ? UNCHANGED : index;
            self->before[at] = index;
        }
        if (EGifPutLine(self->gif, self->line, (int)width) != GIF_OK || output_failed(&self->out))
            return fails(self);
    }
    self->begun = true;
    return true;
}

status animation_end(animation *self, status result)
{
    int error = 0;
    if (self->gif != NULL && EGifCloseFile(self->gif, &error) != GIF_OK && result == STATUS_DONE) {
        complain_at(self->path, 0, "cannot write: %s", GifErrorString(error));
        result = STATUS_FAILED;
    }
    result = output_finish(&self->out, result);
    free(self->before);
    free(self->line);
    free(self);
    return result;
}
