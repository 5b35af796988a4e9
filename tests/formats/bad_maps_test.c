/// Maps that are wrong: each is an error that says what and where, and nothing is kept of it.
#include "read_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static void assert_wrong(const char *inside, const char *said)
{
    assert_string_equal(wrong_map(orthogonal(inside)), said);
}

static void of_the_map_itself(void)
{
    const struct {
        const char *map, *said;
    } cases[] = {
        { "", "1: the file is empty" },
        { "x,y\n1,1\n", "1: not XML: it does not begin with <" },
        { "<tileset/>", "1: not a Tiled map: it begins with <tileset>" },
        { "\n<map/>", "2: <map> has no orientation" },
        { "<map orientation='round'/>", "1: maps of orientation 'round' cannot be read, only orthogonal, "
                                        "isometric, staggered, hexagonal and oblique ones" },
        { "<map orientation='hexagonal'/>", "1: <map> has no width" },
        { "<map orientation='isometric'/>", "1: <map> has no width" },
        { "<map orientation='isometric' width='1'/>", "1: <map> has no height" },
        { "<map orientation='isometric' width='1' height='1'/>", "1: <map> has no tilewidth" },
        { "<map orientation='isometric' width='1' height='1' tilewidth='1'/>", "1: <map> has no tileheight" },
        { "<map orientation='isometric' width='-1' height='1' tilewidth='1' tileheight='1'/>",
          "1: width of <map> needs a whole number from 0 to 2147483647, not '-1'" },
        { "<map orientation='isometric' width='1' height='99999999999999999999' tilewidth='1' tileheight='1'/>",
          "1: height of <map> needs a whole number from 0 to 2147483647, not '99999999999999999999'" },
        { "<map orientation='isometric' width='1' height='1' tilewidth='0' tileheight='1'/>",
          "1: tilewidth of <map> needs a whole number from 1 to 2147483647, not '0'" },
        { "<map orientation='isometric' width='1' height='1' tilewidth='1' tileheight='1.5'/>",
          "1: tileheight of <map> needs a whole number from 1 to 2147483647, not '1.5'" },
        { "<map orientation='isometric' width='1' height='1' tilewidth='1' tileheight='1' infinite='yes'/>",
          "1: infinite of <map> needs 0 or 1, not 'yes'" },
        { "<map orientation='isometric' width='1' height='1' tilewidth='1' tileheight='1'><layer></map>",
          "1: not XML: mismatched tag" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(wrong_map(cases[i].map), cases[i].said);
}

static void of_layers(void)
{
    assert_wrong("<layer id='x'/>", "2: id of <layer> needs a whole number from 0 to 2147483647, not 'x'");
    assert_wrong("<layer width=''/>", "2: width of <layer> needs a whole number from 0 to 2147483647, not ''");
    assert_wrong("<layer offsetx='nan'/>", "2: offsetx of <layer> needs a number from -1e+30 to 1e+30, not 'nan'");
    assert_wrong("<group offsety='inf'/>", "2: offsety of <group> needs a number from -1e+30 to 1e+30, not 'inf'");
    assert_wrong("<objectgroup offsety='2e30'/>",
                 "2: offsety of <objectgroup> needs a number from -1e+30 to 1e+30, not '2e30'");
    assert_wrong("<group visible='maybe'/>", "2: visible of <group> needs 0 or 1, not 'maybe'");
    assert_wrong("<layer><data encoding='csv'/></layer>", "2: 0 tiles, but 4 x 3 are wanted");
    assert_wrong("<layer width='0'><data encoding='csv'>1</data></layer>", "2: some tiles, but 0 x 3 are wanted");
    assert_wrong("<layer width='0'><data><tile/></data></layer>", "2: more tiles, but 0 x 3 are wanted");
    assert_wrong("<layer><data/><data/></layer>", "2: 0 tiles, but 4 x 3 are wanted");
    assert_wrong("<layer height='0'><data/><data/></layer>", "2: <layer> has a second <data>");
    assert_wrong("<layer><data encoding='json'/></layer>",
                 "2: encoding 'json' cannot be read; in Tiled, choose another "
                 "tile layer format in the properties of the map");
    assert_wrong("<layer><data encoding='base64' compression='lz4'/></layer>",
                 "2: compression 'lz4' cannot be read; in Tiled, choose another tile layer format in the properties of "
                 "the map");
    assert_wrong("<layer><data encoding='csv' compression='zlib'/></layer>",
                 "2: compression 'zlib' cannot be read; it goes with encoding base64");
}

static void of_csv(void)
{
    assert_wrong("<layer><data encoding='csv'>1,2,3\n</data></layer>", "2: 3 tiles, but 4 x 3 are wanted");
    assert_wrong("<layer><data encoding='csv'>1,2,3,4,5,6,7,8,9,10,11,12,</data></layer>",
                 "2: 13 tiles, but 4 x 3 are wanted");
    assert_wrong("<layer><data encoding='csv'>\n1,2,3,4,\n5,6,7,x,\n9,10,11,12</data></layer>",
                 "4: tile 8 is not a whole number from 0 to 4294967295");
    assert_wrong("<layer><data encoding='csv'>\n1,2,3,4,\n5,6 7,8,\n9,10,11,12,1</data></layer>",
                 "4: tile 6 is not a whole number from 0 to 4294967295");
    assert_wrong("<layer><data encoding='csv'>\n1,2,3,4,\n5,6,,8,\n9,10,11,12</data></layer>",
                 "4: tile 7 is not a whole number from 0 to 4294967295");
    assert_wrong("<layer width='1' height='1'><data encoding='csv'>-1</data></layer>",
                 "2: tile 1 is not a whole number from 0 to 4294967295");
    assert_wrong("<layer width='1' height='1'><data encoding='csv'>4294967296</data></layer>",
                 "2: tile 1 is not a whole number from 0 to 4294967295");
    assert_wrong("<layer width='1' height='1'><data encoding='csv'>99999999999999999999999</data></layer>",
                 "2: tile 1 is not a whole number from 0 to 4294967295");
    assert_wrong("<layer width='1' height='1'><data encoding='csv'>1<tile/></data></layer>",
                 "2: <tile> in <data> that has an encoding");
}

static void of_elements(void)
{
    assert_wrong("<layer><data><tile gid='1'/></data>\n</layer>", "2: 1 tiles, but 4 x 3 are wanted");
    assert_wrong("<layer width='1' height='1'><data><tile/>\n<tile/></data></layer>",
                 "3: more tiles, but 1 x 1 are wanted");
    assert_wrong("<layer><data><tile gid='-1'/></data></layer>",
                 "2: gid of <tile> needs a whole number from 0 to 4294967295, not '-1'");
    assert_wrong("<layer><data>1,2,3</data></layer>", "2: text in <data> where <tile> is wanted");
}

static void of_base64(void)
{
    const char *const not_base64[] = { "A",    "AA",    "AAA",           "A===", "====",
                                       "AA=A", "AAAA=", "AAAA AA==AAAA", "AA*A", "AAA\xc3\xa4" };
    for (size_t i = 0; i < sizeof not_base64 / sizeof *not_base64; i++) {
        char layer[128];
        snprintf(layer, sizeof layer, "<layer>\n<data encoding='base64'>%s</data></layer>", not_base64[i]);
        assert_wrong(layer, "3: the tiles are not base64");
    }
    assert_wrong("<layer width='1' height='1'><data encoding='base64'>AAAA</data></layer>",
                 "2: fewer tiles, but 1 x 1 are wanted");
    assert_wrong("<layer width='1' height='1'><data encoding='base64'>AAAAAAA=</data></layer>",
                 "2: more tiles, but 1 x 1 are wanted");
    assert_wrong("<layer><data encoding='base64'/></layer>", "2: fewer tiles, but 4 x 3 are wanted");
}

static void of_chunks(void)
{
    assert_wrong("<layer><data><chunk/></data></layer>", "2: <chunk> has no x");
    assert_wrong("<layer><data><chunk x='0' y='0' width='1'/></data></layer>", "2: <chunk> has no height");
    assert_wrong("<layer><data><chunk x='0' y='0' width='0' height='1'/></data></layer>",
                 "2: width of <chunk> needs a whole number from 1 to 2147483647, not '0'");
    assert_wrong("<layer><data><chunk x='2147483648' y='0' width='1' height='1'/></data></layer>",
                 "2: x of <chunk> needs a whole number from -2147483648 to 2147483647, not '2147483648'");
    assert_wrong("<layer><data encoding='csv'><chunk x='0' y='0' width='2' height='1'>1</chunk></data></layer>",
                 "2: 1 tiles, but 2 x 1 are wanted");
    assert_wrong("<layer><data encoding='csv'>1,<chunk x='0' y='0' width='1' height='1'>1</chunk></data></layer>",
                 "2: <data> has tiles beside its chunks");
    assert_wrong("<layer><data encoding='csv'><chunk x='0' y='0' width='1' height='1'>1</chunk>,2</data></layer>",
                 "2: text in <data> where <chunk> is wanted");
    assert_wrong("<layer><data><tile/><chunk x='0' y='0' width='1' height='1'/></data></layer>",
                 "2: <data> has tiles beside its chunks");
    assert_wrong("<layer><data><chunk x='0' y='0' width='1' height='1'><tile/></chunk><tile/></data></layer>",
                 "2: <data> has tiles beside its chunks");
}

// Nothing is allocated for tiles that the file cannot have; the sizes alone would fill any memory.
static void of_huge_sizes(void)
{
    const char *const data[] = { "<data encoding='csv'>1</data>", "<data><tile/></data>",
                                 "<data encoding='base64'>AAAA</data>",
                                 "<data encoding='base64' compression='zlib'>AAAA</data>" };
    for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
        char layer[256];
        snprintf(layer, sizeof layer, "<layer width='2147483647' height='2147483647'>%s</layer>", data[i]);
        assert_wrong(layer, "2: 2147483647 x 2147483647 are too many tiles; a map may have 134217728");
        snprintf(layer, sizeof layer, "<layer width='134217728' height='1'>%s</layer>", data[i]);
        assert_non_null(strstr(wrong_map(orthogonal(layer)), "but 134217728 x 1 are wanted"));
    }
}

static void of_objects(void)
{
#define OBJECT(text) "<objectgroup>" text "</objectgroup>"
    assert_wrong(OBJECT("<object x='nan'/>"), "2: x of <object> needs a number from -1e+30 to 1e+30, not 'nan'");
    assert_wrong(OBJECT("<object y='1e31'/>"), "2: y of <object> needs a number from -1e+30 to 1e+30, not '1e31'");
    assert_wrong(OBJECT("<object rotation='0x10'/>"),
                 "2: rotation of <object> needs a number from -1e+30 to 1e+30, not '0x10'");
    assert_wrong(OBJECT("<object id='-4'/>"), "2: id of <object> needs a whole number from 0 to 2147483647, not '-4'");
    assert_wrong(OBJECT("<object width='-4'/>"), "2: <object> has a negative size: '-4'");
    assert_wrong(OBJECT("<object gid='3'/>"),
                 "2: <object> has no width and height, and no tileset says how large its tile is: gid 3");
    assert_wrong(OBJECT("<object><point/><ellipse/></object>"), "2: <object> has a second shape: 'ellipse'");
    assert_wrong(OBJECT("<object><polygon/></object>"), "2: <polygon> has no points");
    const char *const points[] = { "",
                                   " ",
                                   "1",
                                   "1,",
                                   ",1",
                                   "1,2,3",
                                   "1,2 3",
                                   "1 ,2",
                                   "1,nan",
                                   "inf,1",
                                   "1,2;3,4",
                                   "1,1e31",
                                   "1,0000000000000000000000000000000000000000000000000000000000000001" };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char object[256];
        snprintf(object, sizeof object, OBJECT("<object>\n<polyline points='%s'/></object>"), points[i]);
        assert_non_null(strstr(wrong_map(orthogonal(object)), "3: points needs pairs of numbers like 0,0 10,5, not '"));
    }
    assert_wrong("<tileset/>", "2: <tileset> has no firstgid");
    assert_wrong("<tileset firstgid='0'/>",
                 "2: firstgid of <tileset> needs a whole number from 1 to 268435455, not '0'");
    assert_wrong("<tileset firstgid='1' objectalignment='up'/>", "2: <tileset> has an unknown objectalignment 'up'");
    assert_wrong("<tileset firstgid='2'/><tileset firstgid='2'/>",
                 "2: tilesets must come in the order of their firstgid: misplaced: '2'");
}

static void an_object_beyond_all_floats_is_refused(void)
{
    assert_string_equal(
        wrong_map("<map orientation='isometric' width='1' height='1' tilewidth='2147483647' tileheight='1'>"
                  "<objectgroup>\n<object x='1e30'/></objectgroup></map>"),
        "2: the object reaches beyond the largest float");
}

static const char *const whole =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n"
    "<map orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"10\" tileheight=\"20\"><!-- one of each -->\n"
    "<tileset firstgid=\"1\" name=\"t\"><tile id=\"3\"/></tileset><group name=\"g\" offsetx=\"1\">\n"
    "<layer id=\"1\" name=\"a\" width=\"2\" height=\"2\"><data encoding=\"csv\">\n1,2,\n3,4\n</data></layer>\n"
    "<layer><data><tile gid=\"1\"/><tile/><tile/><tile/></data></layer></group>\n"
    "<layer><data encoding=\"base64\">AQAAAAIAAAADAAAABAAAAA==</data></layer>\n"
    "<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"1\" width=\"1\" height=\"2\">1,2</chunk></data></layer>\n"
    "<objectgroup><object id=\"1\" name=\"n\" gid=\"2\" width=\"1\" height=\"1\" rotation=\"30\"/>\n"
    "<object id=\"2\"><polygon points=\"0,0 1,1 2,0\"/></object><object><ellipse/></object></objectgroup></map>";

static void cut_short_anywhere_a_map_is_wrong(void)
{
    tiled_map map = read_map(whole);
    assert_int_equal(tiled_count(&map), 4 + 1 + 4 + 2 + 3);
    tiled_free(&map);
    size_t length = strlen(whole);
    char *part = malloc(length);
    for (size_t size = 0; size < length; size++) {
        memcpy(part, whole, size);
        part[size] = 0;
        wrong_map(part);
    }
    free(part);
}

// What it says then does not matter; that it comes back, and keeps nothing of a map that is wrong, does.
static void with_any_byte_changed_a_map_is_read_or_refused(void)
{
    const char bytes[] = "0<>\"&-/=,x \x80\xff\x01";
    size_t length = strlen(whole);
    char *changed = malloc(length);
    for (size_t at = 0; at < length; at++)
        for (size_t i = 0; i < sizeof bytes; i++) {
            for (size_t k = 0; k < length; k++)
                changed[k] = whole[k];
            changed[at] = bytes[i];
            byte_source from;
            source_from_bytes(&from, changed, length);
            tiled_map map;
            format_message message;
            bool good = tiled_read(&map, &from, NULL, &message);
            assert_int_equal(good, message.fault == FORMAT_NO_FAULT);
            assert_true(good || (map.layers == NULL && message.text[0] != 0));
            tiled_free(&map);
        }
    free(changed);
}

tests_main(plain_test(of_the_map_itself), plain_test(of_layers), plain_test(of_csv), plain_test(of_elements),
           plain_test(of_base64), plain_test(of_chunks), plain_test(of_huge_sizes), plain_test(of_objects),
           plain_test(an_object_beyond_all_floats_is_refused), plain_test(cut_short_anywhere_a_map_is_wrong),
           plain_test(with_any_byte_changed_a_map_is_read_or_refused))
