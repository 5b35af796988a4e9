/// Tiles packed by zlib and gzip: whole, cut short, damaged, too few and too many.
#include "read_map.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>
#include <zlib.h>

enum { WIDTH = 300, HEIGHT = 200, CELLS = WIDTH * HEIGHT };

static uint32_t gid_at(size_t cell)
{
    return (uint32_t)(cell * 2654435761U >> 27);
}

// Packs the tiles as Tiled does; returns the size.
static size_t pack(bool gzip, unsigned char *packed, size_t room)
{
    unsigned char *bytes = malloc((size_t)CELLS * 4);
    for (size_t i = 0; i < CELLS; i++)
        for (size_t b = 0; b < 4; b++)
            bytes[4 * i + b] = (unsigned char)(gid_at(i) >> (8 * b));
    z_stream z;
    memset(&z, 0, sizeof z);
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, gzip ? 31 : 15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = bytes;
    z.avail_in = CELLS * 4;
    z.next_out = packed;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    free(bytes);
    return room - z.avail_out;
}

static size_t encode(const unsigned char *bytes, size_t size, char *text)
{
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        unsigned bits = (unsigned)bytes[i] << 16;
        if (i + 1 < size)
            bits |= (unsigned)bytes[i + 1] << 8;
        if (i + 2 < size)
            bits |= bytes[i + 2];
        for (size_t k = 0; k < 4; k++)
            text[used++] = letters[k <= size - i ? bits >> (18 - 6 * k) & 63 : 64];
    }
    text[used] = 0;
    return used;
}

// A map of one layer of so many rows, with the bytes as its data. To be freed.
static char *map_of(int height, const char *compression, const unsigned char *bytes, size_t size)
{
    size_t room = size * 2 + 1024;
    char *text = malloc(room);
    size_t used =
        (size_t)snprintf(text, room,
                         "<map orientation='orthogonal' width='%d' height='%d' tilewidth='1' tileheight='1'>\n"
                         "<layer><data encoding='base64' compression='%s'>\n",
                         WIDTH, height, compression);
    used += encode(bytes, size, text + used);
    snprintf(text + used, room - used, "\n</data></layer></map>");
    return text;
}

static void tiles_are_unpacked(void)
{
    static unsigned char packed[CELLS * 4 + 4096];
    for (int gzip = 0; gzip < 2; gzip++) {
        size_t size = pack(gzip, packed, sizeof packed);
        char *text = map_of(HEIGHT, gzip ? "gzip" : "zlib", packed, size);
        tiled_map map = read_map(text);
        free(text);
        for (size_t i = 0; i < CELLS; i++)
            assert_int_equal(map.layers[0].chunks[0].gids[i], gid_at(i));
        tiled_free(&map);
    }
}

static void what_is_damaged_is_refused(void)
{
    static unsigned char packed[CELLS * 4 + 4096];
    size_t size = pack(false, packed, sizeof packed);
    const char *damaged = "3: the compressed tiles are damaged";
    for (size_t part = size - 1; part > CELLS / 100; part -= part / 7 + 1) {
        char *text = map_of(HEIGHT, "zlib", packed, part);
        assert_string_equal(wrong_map(text), damaged);
        free(text);
    }
    packed[0] ^= 1;
    char *text = map_of(HEIGHT, "zlib", packed, size);
    assert_string_equal(wrong_map(text), damaged);
    free(text);
}

static void the_number_of_tiles_must_be_right(void)
{
    static unsigned char packed[CELLS * 4 + 4096];
    size_t size = pack(true, packed, sizeof packed);
    const struct {
        int height;
        const char *said;
    } cases[] = { { HEIGHT - 1, "3: more or fewer tiles, but 300 x 199 are wanted" },
                  { HEIGHT + 1, "3: more or fewer tiles, but 300 x 201 are wanted" },
                  { 400000, "3: fewer tiles, but 300 x 400000 are wanted" } }; // more than bytes can unpack to
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = map_of(cases[i].height, "gzip", packed, i < 2 ? size : 1000);
        assert_string_equal(wrong_map(text), cases[i].said);
        free(text);
    }
}

tests_main(plain_test(tiles_are_unpacked), plain_test(what_is_damaged_is_refused),
           plain_test(the_number_of_tiles_must_be_right))
