/// Tiles packed by zstd: whole, in several frames, cut short, damaged, too few and too many, and none.
#include "read_map.h"

#include <base64.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unit.h>
#include <zstd.h>

enum { CELLS = 70000 };

static unsigned char tiles[CELLS * 4], packed[CELLS * 8], unpacked[CELLS * 4 + 1];

static void fill_tiles(void)
{
    for (size_t i = 0; i < sizeof tiles; i++)
        tiles[i] = (unsigned char)(i % 4 == 3 ? 0 : (i * 2654435761U) >> 28);
}

static size_t pack(const void *bytes, size_t size, size_t at)
{
    size_t result = ZSTD_compress(packed + at, sizeof packed - at, bytes, size, 3);
    assert_false(ZSTD_isError(result));
    return at + result;
}

static void frames_are_unpacked(void)
{
    fill_tiles();
    size_t whole = pack(tiles, sizeof tiles, 0);
    assert_int_equal(inflate_zstd(packed, whole, unpacked, sizeof tiles), INFLATE_DONE);
    assert_memory_equal(unpacked, tiles, sizeof tiles);
    size_t half = pack(tiles, 1000, 0), both = pack(tiles + 1000, sizeof tiles - 1000, half);
    assert_int_equal(inflate_zstd(packed, both, unpacked, sizeof tiles), INFLATE_DONE);
    assert_memory_equal(unpacked, tiles, sizeof tiles);
    assert_int_equal(inflate_zstd(packed, half, unpacked, sizeof tiles), INFLATE_SIZE);
}

static void the_size_must_be_right(void)
{
    fill_tiles();
    size_t size = pack(tiles, sizeof tiles, 0);
    unpacked[sizeof tiles - 1] = 77;
    assert_int_equal(inflate_zstd(packed, size, unpacked, sizeof tiles - 1), INFLATE_SIZE);
    assert_int_equal(unpacked[sizeof tiles - 1], 77);
    assert_int_equal(inflate_zstd(packed, size, unpacked, sizeof tiles + 1), INFLATE_SIZE);
}

static void what_is_damaged_is_refused(void)
{
    fill_tiles();
    size_t size = pack(tiles, sizeof tiles, 0);
    for (size_t part = size - 1; part > 0; part -= part / 7 + 1)
        assert_int_equal(inflate_zstd(packed, part, unpacked, sizeof tiles), INFLATE_BROKEN);
    packed[size] = 1; // and what comes behind the frame
    assert_int_equal(inflate_zstd(packed, size + 1, unpacked, sizeof tiles), INFLATE_BROKEN);
    packed[0] ^= 1;
    assert_int_equal(inflate_zstd(packed, size, unpacked, sizeof tiles), INFLATE_BROKEN);
}

static void a_frame_may_hold_nothing(void)
{
    size_t size = pack("", 0, 0);
    assert_true(size > 0);
    assert_int_equal(inflate_zstd(packed, size, unpacked, 0), INFLATE_DONE);
    assert_int_equal(inflate_zstd(packed, size, unpacked, 4), INFLATE_SIZE);
    assert_int_equal(inflate_zstd("", 0, unpacked, 4), INFLATE_SIZE);
}

// One byte of a run can stand for 128 KiB: that is as much as any can become.
static void no_byte_becomes_more_than_is_said(void)
{
    unsigned char *zeros = calloc(1, 64 << 20);
    assert_non_null(zeros);
    size_t size = ZSTD_compress(packed, sizeof packed, zeros, 64 << 20, 19);
    free(zeros);
    assert_false(ZSTD_isError(size));
    assert_true((64 << 20) / size <= ZSTD_MOST);
}

static const char *layer(const char *size, const char *text)
{
    static char map[512];
    snprintf(map, sizeof map,
             "<map orientation='orthogonal' %s tilewidth='1' tileheight='1'><layer>\n<data encoding='base64' "
             "compression='zstd'>%s</data></layer></map>",
             size, text);
    return map;
}

// What libzstd makes of the six tiles 1 0 2 0 0 3, and of nothing.
static void maps_are_read(void)
{
    const char *six = "KLUv/SAYhQAAQAEAAgADAAAAAgBg4wFgAQ==", *none = "KLUv/SAAAQAA";
    tiled_map map = read_map(layer("width='3' height='2'", six));
    const uint32_t wanted[] = { 1, 0, 2, 0, 0, 3 };
    assert_memory_equal(map.layers[0].chunks[0].gids, wanted, sizeof wanted);
    tiled_free(&map);
    map = read_map(layer("width='0' height='2'", none));
    assert_int_equal(map.layers[0].chunk_count, 0);
    tiled_free(&map);
    map = read_map(layer("width='0' height='0' infinite='1'", none));
    assert_int_equal(tiled_count(&map), 0);
    tiled_free(&map);
    assert_string_equal(wrong_map(layer("width='3' height='2'", none)), "2: more or fewer tiles, but 3 x 2 are wanted");
    assert_string_equal(wrong_map(layer("width='3' height='1'", six)), "2: more or fewer tiles, but 3 x 1 are wanted");
    assert_string_equal(wrong_map(layer("width='0' height='2'", six)), "2: more or fewer tiles, but 0 x 2 are wanted");
    assert_string_equal(wrong_map(layer("width='30000' height='4000'", six)),
                        "2: fewer tiles, but 30000 x 4000 are wanted");
    assert_string_equal(wrong_map(layer("width='3' height='2'", "AAAA")), "2: the compressed tiles are damaged");
}

tests_main(plain_test(frames_are_unpacked), plain_test(the_size_must_be_right), plain_test(what_is_damaged_is_refused),
           plain_test(a_frame_may_hold_nothing), plain_test(no_byte_becomes_more_than_is_said),
           plain_test(maps_are_read))
