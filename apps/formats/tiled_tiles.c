// The cells of a layer. Their number is compared with what the data can hold before anything is allocated for them: no
// file can ask for more memory than its own size warrants.
#include "base64.h"
#include "blank.h"
#include "grow.h"
#include "tiled_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool choose(const element *e, const char *attribute, const char *value, const char *remedy)
{
    return element_fail(e->reader, "%s '%.40s' cannot be read; %s", attribute, value, remedy);
}

bool tiled_begin_data(tiled_parser *p, const element *e)
{
    const char *remedy = "in Tiled, choose another tile layer format in the properties of the map";
    const char *encoding = element_attribute(e, "encoding"), *packing = element_attribute(e, "compression");
    if (p->has_data)
        return element_fail(e->reader, "<layer> has a second <data>");
    p->has_data = true;
    p->has_chunks = false;
    p->encoding = ENCODING_ELEMENTS;
    p->packing = PACKING_NONE;
    if (encoding != NULL && strcmp(encoding, "csv") == 0)
        p->encoding = ENCODING_CSV;
    else if (encoding != NULL && strcmp(encoding, "base64") == 0)
        p->encoding = ENCODING_BASE64;
    else if (encoding != NULL)
        return choose(e, "encoding", encoding, remedy);
    if (packing == NULL || *packing == 0)
        return true;
    bool zstd = strcmp(packing, "zstd") == 0;
    p->packing = zstd ? PACKING_ZSTD : PACKING_ZLIB;
    if (!zstd && strcmp(packing, "zlib") != 0 && strcmp(packing, "gzip") != 0)
        return choose(e, "compression", packing, remedy);
    return p->encoding == ENCODING_BASE64 || choose(e, "compression", packing, "it goes with encoding base64");
}

bool tiled_begin_chunk(tiled_parser *p, const element *e)
{
    long long x = 0, y = 0, width = 0, height = 0;
    if (!element_demand(e, "x") || !element_demand(e, "y") || !element_demand(e, "width") ||
        !element_demand(e, "height") || !element_take_int(e, "x", INT32_MIN, INT32_MAX, &x) ||
        !element_take_int(e, "y", INT32_MIN, INT32_MAX, &y) || !element_take_int(e, "width", 1, INT32_MAX, &width) ||
        !element_take_int(e, "height", 1, INT32_MAX, &height))
        return false;
    if (!p->has_chunks && (p->area_count > 0 || p->text_length > 0))
        return element_fail(e->reader, "%sdata%s has tiles beside its chunks", e->reader->open, e->reader->close);
    p->has_chunks = true;
    p->area = (tiled_chunk){ x, y, (uint32_t)width, (uint32_t)height, NULL };
    return true;
}

static uint64_t cells_of(const tiled_chunk *area)
{
    return (uint64_t)area->width * area->height;
}

// Says that a layer has not as many tiles as it should. Always false.
static bool wrong_count(const tiled_parser *p, const element_reader *reader, size_t line, const char *has)
{
    return element_fail_at(reader, line, "%s, but %u x %u are wanted", has, p->area.width, p->area.height);
}

bool tiled_take_tile(tiled_parser *p, const element *e)
{
    long long gid = 0;
    if (p->encoding != ENCODING_ELEMENTS)
        return element_fail(e->reader, "<tile> in <data> that has an encoding");
    if (p->has_chunks && p->frames[p->depth].place != PLACE_CHUNK)
        return element_fail(e->reader, "%sdata%s has tiles beside its chunks", e->reader->open, e->reader->close);
    if (!element_take_int(e, "gid", 0, UINT32_MAX, &gid))
        return false;
    if (p->area_count >= cells_of(&p->area))
        return wrong_count(p, e->reader, 0, "more tiles");
    if (p->cells + p->area_count >= TILED_TILES_MAX)
        return element_fail(e->reader, "more than %d tiles", TILED_TILES_MAX);
    uint32_t *gids = grow_one(p->area.gids, p->area_count, sizeof *gids);
    if (gids == NULL)
        return element_no_memory(e->reader);
    p->area.gids = gids;
    gids[p->area_count++] = (uint32_t)gid & TILED_GID_MASK;
    return true;
}

// Text where elements belong: nothing but blanks.
static bool refuse_text(const tiled_parser *p, const element_reader *reader, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_blank(text[i]))
            return element_fail(reader, "text in <data> where <%s> is wanted",
                                p->encoding == ENCODING_ELEMENTS ? "tile" : "chunk");
    return true;
}

bool tiled_take_text(tiled_parser *p, const element_reader *reader, const char *text, size_t length)
{
    if (p->encoding == ENCODING_ELEMENTS || (p->has_chunks && p->frames[p->depth].place != PLACE_CHUNK))
        return refuse_text(p, reader, text, length);
    size_t blanks = 0;
    while (p->text_length == 0 && blanks < length && is_blank(text[blanks]))
        blanks++;
    if (blanks == length)
        return true;
    if (p->text_length == 0)
        p->text_line = element_line(reader);
    size_t room = p->text_room > 0 ? p->text_room : 256;
    while (room < p->text_length + length)
        room *= 2;
    if (!element_claim(reader, room - p->text_room, "tiles in %zu bytes of text", room))
        return false;
    char *all = room > p->text_room ? realloc(p->text, room) : p->text;
    if (all == NULL)
        return element_no_memory(reader);
    p->text = all;
    p->text_room = room;
    memcpy(all + p->text_length, text, length);
    p->text_length += length;
    return true;
}

// The number between two commas, with blanks around it. Moves *at behind it and counts lines. False: without one.
static bool take_gid(const tiled_parser *p, size_t *at, size_t *line, uint32_t *gid)
{
    uint64_t value = 0;
    size_t i = *at, end = p->text_length, digits = 0;
    for (; i < end && is_blank(p->text[i]); i++)
        *line += p->text[i] == '\n';
    for (; i < end && p->text[i] >= '0' && p->text[i] <= '9' && value <= UINT32_MAX; i++, digits++)
        value = value * 10 + (uint64_t)(p->text[i] - '0');
    bool good = digits > 0 && value <= UINT32_MAX;
    size_t lines = 0;
    for (; i < end && is_blank(p->text[i]); i++)
        lines += p->text[i] == '\n';
    if (!good || (i < end && p->text[i] != ','))
        return false;
    *line += lines;
    *gid = (uint32_t)value & TILED_GID_MASK;
    *at = i + 1;
    return true;
}

// Before memory is taken for the cells: does the limit allow it?
static bool claim_cells(const tiled_parser *p, const element_reader *reader)
{
    return element_claim(reader, cells_of(&p->area) * sizeof *p->area.gids, "a layer of %u x %u tiles", p->area.width,
                         p->area.height);
}

static bool decode_csv(tiled_parser *p, const element_reader *reader)
{
    size_t count = p->text_length > 0, line = p->text_line, at = 0;
    for (size_t i = 0; i < p->text_length; i++)
        count += p->text[i] == ',';
    if (count != cells_of(&p->area)) {
        char has[48];
        snprintf(has, sizeof has, "%zu tiles", count);
        return wrong_count(p, reader, line, has);
    }
    if (!claim_cells(p, reader))
        return false;
    p->area.gids = malloc(count * sizeof *p->area.gids);
    if (p->area.gids == NULL)
        return element_no_memory(reader);
    for (; p->area_count < count; p->area_count++)
        if (!take_gid(p, &at, &line, &p->area.gids[p->area_count]))
            return element_fail_at(reader, line, "tile %zu is not a whole number from 0 to 4294967295",
                                   p->area_count + 1);
    return true;
}

// Unpacks into the area's tiles; into nothing, `wanted` is 0 and there must be nothing.
static bool unpack(const tiled_parser *p, const char *bytes, size_t size, size_t wanted, const element_reader *reader)
{
    char none;
    void *out = wanted > 0 ? (void *)p->area.gids : &none;
    bool zstd = p->packing == PACKING_ZSTD;
    switch (zstd ? inflate_zstd(bytes, size, out, wanted) : inflate_bytes(bytes, size, out, wanted)) {
    case INFLATE_DONE:
        return true;
    case INFLATE_MISSING:
        return element_fail_at(reader, p->text_line,
                               zstd ? "tiles compressed by zstd cannot be read: this program was built without libzstd "
                                      "(Debian: libzstd-dev)"
                                    : "compressed tiles cannot be read: this program was built without zlib (Debian: "
                                      "zlib1g-dev)");
    case INFLATE_SIZE:
        return wrong_count(p, reader, p->text_line, "more or fewer tiles");
    case INFLATE_NO_MEMORY:
        return element_no_memory(reader);
    case INFLATE_BROKEN:
        break;
    }
    return element_fail_at(reader, p->text_line, "the compressed tiles are damaged");
}

static bool decode_base64(tiled_parser *p, const element_reader *reader)
{
    size_t size = 0, wanted = (size_t)cells_of(&p->area) * sizeof *p->area.gids;
    if (!base64_decode(p->text, p->text_length, &size))
        return element_fail_at(reader, p->text_line, "the tiles are not base64");
    bool packed = p->packing != PACKING_NONE;
    if (packed ? size < wanted / (p->packing == PACKING_ZSTD ? ZSTD_MOST : INFLATE_MOST) : size != wanted)
        return wrong_count(p, reader, p->text_line, size < wanted ? "fewer tiles" : "more tiles");
    if (wanted == 0)
        return !packed || unpack(p, p->text, size, 0, reader);
    if (!claim_cells(p, reader))
        return false;
    p->area.gids = malloc(wanted);
    if (p->area.gids == NULL)
        return element_no_memory(reader);
    if (!packed)
        memcpy(p->area.gids, p->text, wanted);
    else if (!unpack(p, p->text, size, wanted, reader))
        return false;
    for (size_t i = 0; i < wanted / sizeof *p->area.gids; i++) {
        const unsigned char *b = (const unsigned char *)&p->area.gids[i];
        uint32_t gid = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        p->area.gids[i] = gid & TILED_GID_MASK;
    }
    p->area_count = wanted / sizeof *p->area.gids;
    return true;
}

// The area has been read: decodes it if need be, and gives it to the layer.
static bool end_area(tiled_parser *p, const element_reader *reader)
{
    uint64_t cells = cells_of(&p->area);
    if (cells > TILED_TILES_MAX - p->cells)
        return element_fail(reader, "%u x %u are too many tiles; a map may have %d", p->area.width, p->area.height,
                            TILED_TILES_MAX);
    if (cells == 0 && p->encoding != ENCODING_BASE64)
        return wrong_count(p, reader, 0, "some tiles");
    if (p->encoding == ENCODING_ELEMENTS && p->area_count != cells) {
        char has[48];
        snprintf(has, sizeof has, "%zu tiles", p->area_count);
        return wrong_count(p, reader, 0, has);
    }
    if (p->text_length == 0)
        p->text_line = element_line(reader);
    if ((p->encoding == ENCODING_ELEMENTS && !claim_cells(p, reader)) ||
        (p->encoding == ENCODING_CSV && !decode_csv(p, reader)) ||
        (p->encoding == ENCODING_BASE64 && !decode_base64(p, reader)))
        return false;
    if (cells == 0) {
        p->text_length = 0;
        return true;
    }
    tiled_layer *layer = tiled_last_layer(p);
    tiled_chunk *chunks = grow_one(layer->chunks, layer->chunk_count, sizeof *chunks);
    if (chunks == NULL)
        return element_no_memory(reader);
    layer->chunks = chunks;
    chunks[layer->chunk_count++] = p->area;
    p->cells += cells;
    p->area.gids = NULL; // the layer's now
    p->area_count = p->text_length = 0;
    return true;
}

bool tiled_end_chunk(tiled_parser *p, const element_reader *reader)
{
    return end_area(p, reader);
}

// An infinite layer without tiles has no chunks; any other layer without chunks has its tiles in <data> itself.
bool tiled_end_data(tiled_parser *p, const element_reader *reader)
{
    bool nothing = p->area_count == 0 && p->text_length == 0;
    if (p->has_chunks || (nothing && (p->map->infinite || cells_of(&p->area) == 0)))
        return true;
    return end_area(p, reader);
}

bool tiled_end_tile_layer(tiled_parser *p, const element_reader *reader)
{
    if (p->has_data || !p->says_size || p->map->infinite || cells_of(&p->area) == 0)
        return true;
    return element_fail(reader, "a layer of %u x %u cells has no %sdata%s", p->area.width, p->area.height, reader->open,
                        reader->close);
}
