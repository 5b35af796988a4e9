/// Layers of tiles in every encoding, groups, chunks, and the boxes of cells.
#include "read_map.h"

#include <stdint.h>
#include <unit.h>

// The same twelve tiles each time: 1 to 12, but 5 is empty and 7 is flipped in every way.
static void assert_twelve(const char *data)
{
    tiled_map map = read_map(orthogonal(data));
    assert_int_equal(map.layer_count, 1);
    const tiled_layer *layer = &map.layers[0];
    assert_int_equal(layer->kind, TILED_TILES);
    assert_int_equal(layer->chunk_count, 1);
    const tiled_chunk *chunk = &layer->chunks[0];
    assert_true(chunk->column == 0 && chunk->row == 0 && chunk->width == 4 && chunk->height == 3);
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(chunk->gids[i], i == 4 ? 0 : i + 1);
    assert_int_equal(tiled_count(&map), 11);
    tiled_free(&map);
}

static void every_encoding_holds_the_same_tiles(void)
{
    assert_twelve("<layer><data encoding=\"csv\">\n1,2,3,4,\r\n0 , 6,4026531847,8,\n\n9,10,11,12\n</data></layer>");
    assert_twelve(
        "<layer width=\"4\" height=\"3\"><data encoding=\"csv\">1,2,3,4,<!-- five -->0,6,7,<![CDATA[8,9,10]]>,"
        "11,12</data></layer>");
    assert_twelve(
        "<layer><data><tile gid=\"1\"/><tile gid=\"2\"/><tile gid=\"3\"/><tile gid=\"4\"/>\n<tile/><tile gid=\"6\"/>"
        "<tile gid=\"4026531847\"/><tile gid=\"8\"/><tile gid=\"9\"/><tile gid=\"10\"/><tile gid=\"11\"/>"
        "<tile gid=\"12\"/></data></layer>");
    assert_twelve("<layer><data encoding=\"base64\">\n   AQAAAAIAAAADAAAABAAAAAAAAAAGAAAABwAA8\nAgAAAAJAAAACg\n"
                  "AAAAsAAAAMAAAA</data></layer>");
}

static void a_cell_is_the_box_of_its_tile(void)
{
    tiled_map map = read_map(orthogonal("<layer offsetx=\"100\" offsety=\"-0.5\"/>"));
    assert_true(map.orientation == TILED_ORTHOGONAL && map.width == 4 && map.height == 3);
    assert_true(map.tile_width == 10 && map.tile_height == 20 && map.origin_x == 0);
    assert_int_equal(map.layers[0].chunk_count, 0);
    assert_box(tiled_cell_box(&map, &map.layers[0], 0, 0), 100, -0.5, 110, 19.5);
    assert_box(tiled_cell_box(&map, &map.layers[0], 3, 2), 130, 39.5, 140, 59.5);
    assert_box(tiled_cell_box(&map, &map.layers[0], -1, -2), 90, -40.5, 100, -20.5);
    tiled_free(&map);
}

// Three rows of 40 pixels: the top corner is at 60, and the left corner of the map, below the last row, at 0.
static void an_isometric_cell_is_the_box_of_its_diamond(void)
{
    tiled_map map = read_map(isometric("<layer/>"));
    assert_true(map.orientation == TILED_ISOMETRIC && map.origin_x == 60);
    assert_box(tiled_cell_box(&map, &map.layers[0], 0, 0), 40, 0, 80, 20);
    assert_box(tiled_cell_box(&map, &map.layers[0], 1, 0), 60, 10, 100, 30);
    assert_box(tiled_cell_box(&map, &map.layers[0], 0, 2), 0, 20, 40, 40);
    assert_box(tiled_cell_box(&map, &map.layers[0], 3, 2), 60, 50, 100, 70);
    tiled_free(&map);
}

static void groups_hand_their_offset_and_visibility_down(void)
{
    tiled_map map = read_map(orthogonal("<group id=\"1\" offsetx=\"1\" offsety=\"10\">"
                                        "<group visible=\"0\" offsetx=\"2\"><layer name=\"a\" id=\"7\" offsety=\"20\"/>"
                                        "<objectgroup name=\"b\"><object/></objectgroup></group>"
                                        "<imagelayer name=\"c\" visible=\"false\"/></group><layer visible=\"1\"/>"));
    assert_int_equal(map.layer_count, 4);
    const tiled_layer *l = map.layers;
    assert_true(l[0].offset_x == 3 && l[0].offset_y == 30 && !l[0].visible && l[0].kind == TILED_TILES);
    assert_true(l[1].offset_x == 3 && l[1].offset_y == 10 && !l[1].visible && l[1].kind == TILED_OBJECTS);
    assert_true(l[2].offset_x == 1 && l[2].offset_y == 10 && !l[2].visible && l[2].kind == TILED_IMAGE);
    assert_true(l[3].offset_x == 0 && l[3].offset_y == 0 && l[3].visible);
    assert_string_equal(l[0].name, "a");
    assert_string_equal(l[2].name, "c");
    assert_string_equal(l[3].name, "");
    assert_box(l[1].objects[0].box, 3, 10, 3, 10);
    tiled_free(&map);
}

static void what_has_no_id_gets_the_next(void)
{
    tiled_map map =
        read_map(orthogonal("<layer/><objectgroup id=\"5\"><object/><object id=\"9\"/><object/></objectgroup>"
                            "<layer id=\"2\"/><objectgroup><object/></objectgroup>"));
    const tiled_layer *l = map.layers;
    assert_true(l[0].id == 6 && l[1].id == 5 && l[2].id == 2 && l[3].id == 7);
    assert_true(l[1].objects[0].id == 10 && l[1].objects[1].id == 9 && l[1].objects[2].id == 11);
    assert_int_equal(l[3].objects[0].id, 12);
    tiled_free(&map);
}

static void an_infinite_map_has_chunks(void)
{
    tiled_map map = read_map(
        "<map orientation=\"orthogonal\" infinite=\"1\" width=\"0\" height=\"0\" tilewidth=\"1\" tileheight=\"1\">"
        "<layer><data encoding=\"csv\">\n<chunk x=\"-16\" y=\"-2147483648\" width=\"2\" height=\"1\">1,0</chunk>\n"
        "<chunk x=\"2147483647\" y=\"0\" width=\"1\" height=\"2\">\n3,\n4\n</chunk>\n</data></layer>"
        "<layer><data encoding=\"csv\">\n</data></layer><layer><data/></layer>"
        "<layer><data><chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\"><tile gid=\"9\"/></chunk></data></layer></map>");
    assert_true(map.infinite && map.layer_count == 4);
    const tiled_chunk *c = map.layers[0].chunks;
    assert_int_equal(map.layers[0].chunk_count, 2);
    assert_true(c[0].column == -16 && c[0].row == INT32_MIN && c[0].width == 2 && c[0].height == 1);
    assert_true(c[0].gids[0] == 1 && c[0].gids[1] == 0);
    assert_true(c[1].column == INT32_MAX && c[1].gids[0] == 3 && c[1].gids[1] == 4);
    assert_true(map.layers[1].chunk_count == 0 && map.layers[2].chunk_count == 0);
    assert_int_equal(map.layers[3].chunks[0].gids[0], 9);
    assert_int_equal(tiled_count(&map), 4);
    assert_box(tiled_cell_box(&map, &map.layers[0], c[1].column, 1), 2147483648.0, 1, 2147483648.0, 2);
    tiled_free(&map);
}

static void what_is_not_known_is_passed_over(void)
{
    tiled_map map = read_map(orthogonal(
        "<properties><property name=\"layer\" value=\"x\"><layer/></property></properties>"
        "<tileset firstgid=\"1\"><tile id=\"0\"><objectgroup><object id=\"1\"/></objectgroup></tile></tileset>"
        "<tileset firstgid=\"2\" source=\"far.tsx\"/><editorsettings><layer/></editorsettings>text"
        "<layer><properties/><data encoding=\"csv\"><unknown>1,2</unknown>0,0,0,0,0,0,0,0,0,0,0,0</data></layer>"
        "<imagelayer><image><data encoding=\"base64\">AAAA</data></image></imagelayer>"));
    assert_int_equal(map.layer_count, 2);
    assert_int_equal(tiled_count(&map), 0);
    tiled_free(&map);
}

tests_main(plain_test(every_encoding_holds_the_same_tiles), plain_test(a_cell_is_the_box_of_its_tile),
           plain_test(an_isometric_cell_is_the_box_of_its_diamond),
           plain_test(groups_hand_their_offset_and_visibility_down), plain_test(what_has_no_id_gets_the_next),
           plain_test(an_infinite_map_has_chunks), plain_test(what_is_not_known_is_passed_over))
