/// Maps in JSON: the same as in XML, element by element; tilesets and templates in files of their own; what is wrong.
#include "read_map.h"
#include "test_folder.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unit.h>

#define MAP "{\"orientation\":\"orthogonal\",\"width\":3,\"height\":2,\"tilewidth\":10,\"tileheight\":20,"
#define LAYER "\"layers\":[{\"type\":\"tilelayer\",\"id\":4,\"name\":\"ground\",\"width\":3,\"height\":2,"
#define OBJECTS(text) MAP "\"layers\":[{\"type\":\"objectgroup\",\"objects\":[" text "]}]}"

static void assert_tiles(const char *text)
{
    const uint32_t wanted[] = { 1, 0, 2, 0, 0, 3 };
    tiled_map map = read_map(text);
    assert_int_equal(map.layer_count, 1);
    assert_true(map.layers[0].id == 4 && map.layers[0].kind == TILED_TILES && map.layers[0].visible);
    assert_string_equal(map.layers[0].name, "ground");
    assert_int_equal(map.layers[0].chunk_count, 1);
    assert_memory_equal(map.layers[0].chunks[0].gids, wanted, sizeof wanted);
    tiled_free(&map);
}

static void tiles_are_arrays_or_base64(void)
{
    assert_tiles(MAP LAYER "\"data\":[1,0,2,0,0,3]}]}");
    assert_tiles("\n \t" MAP LAYER "\"encoding\":\"csv\",\"compression\":\"\",\"data\":[1,0,2.0,0,0,3e0]}]}");
    assert_tiles(MAP LAYER "\"data\":[2147483649,0,2,0,0,3]}],\"type\":\"map\",\"version\":1.2}");
    assert_tiles(MAP LAYER "\"encoding\":\"base64\",\"data\":\"AQAAAAAAAAACAAAAAAAAAAAAAAADAAAA\"}]}");
    assert_tiles(MAP LAYER
                 "\"encoding\":\"base64\",\"compression\":\"\",\"data\":\"AQAAAAAAAAACAAAAAAAAAAAAAAADAAAA\"}]}");
    assert_tiles("\xef\xbb\xbf" MAP LAYER "\"data\":[1,0,2,0,0,3],\"chunks\":null}],\"tilesets\":[]}");
}

static void chunks_lie_where_they_say(void)
{
    tiled_map map =
        read_map(MAP "\"infinite\":true,\"layers\":[{\"type\":\"tilelayer\",\"chunks\":[{\"x\":-16,\"y\":-1,"
                     "\"width\":2,\"height\":1,\"data\":[7,8]},{\"x\":0,\"y\":0,\"width\":1,\"height\":1,"
                     "\"data\":[9]}]},{\"type\":\"tilelayer\",\"width\":1,\"height\":2,\"startx\":-3,"
                     "\"starty\":-4,\"x\":0,\"y\":0,\"data\":[5,6]}]}");
    const tiled_layer *layer = &map.layers[0];
    assert_true(map.infinite);
    assert_int_equal(layer->chunk_count, 2);
    assert_true(layer->chunks[0].column == -16 && layer->chunks[0].row == -1 && layer->chunks[0].gids[1] == 8);
    assert_true(layer->chunks[1].column == 0 && layer->chunks[1].gids[0] == 9);
    assert_true(map.layers[1].chunks[0].column == -3 && map.layers[1].chunks[0].row == -4);
    tiled_free(&map);
    map = read_map(
        MAP "\"layers\":[{\"type\":\"tilelayer\",\"encoding\":\"base64\",\"chunks\":[{\"x\":1,\"y\":2,\"width\":1,"
            "\"height\":1,\"data\":\"AQAAAA==\"}]}]}");
    assert_true(map.layers[0].chunks[0].column == 1 && map.layers[0].chunks[0].gids[0] == 1);
    tiled_free(&map);
}

// Every kind of object, in both forms.
static void objects_are_as_in_xml(void)
{
    tiled_map xml = read_map(
        "<map orientation='isometric' width='3' height='2' tilewidth='64' tileheight='32'><tileset firstgid='1' "
        "tilewidth='8' tileheight='9' objectalignment='top'/><group name='g' offsetx='1' offsety='2.5' visible='0'>"
        "<objectgroup name='o' offsety='0.125'><object id='5' name='a&amp;b' type='t' x='1.1' y='2' width='3' "
        "height='4' "
        "rotation='30'/><object x='9'><ellipse/></object><object width='6' height='2' rotation='45'><capsule/></object>"
        "<object y='7'><point/></object><object width='1' height='1'><text/></object><object visible='0' x='3' y='3'>"
        "<polygon points='0,0 5.5,-7.25 -1e1,3'/></object><object><polyline points='1,1 2,2'/></object><object "
        "gid='2147483650' x='3'/></objectgroup></group><imagelayer name='i'/></map>");
    tiled_map json = read_map(
        "{\"layers\":[{\"type\":\"group\",\"name\":\"g\",\"offsetx\":1,\"offsety\":2.5,\"visible\":false,\"layers\":["
        "{\"type\":\"objectgroup\",\"name\":\"o\",\"offsety\":0.125,\"draworder\":\"topdown\",\"objects\":["
        "{\"id\":5,\"name\":\"a&b\",\"type\":\"t\",\"x\":1.1,\"y\":2,\"width\":3,\"height\":4,\"rotation\":30,"
        "\"properties\":[{\"name\":\"x\",\"value\":[1]}]},{\"x\":9,\"ellipse\":true},{\"width\":6,\"height\":2,"
        "\"rotation\":45,\"capsule\":true},{\"y\":7,\"point\":true,\"ellipse\":false},{\"width\":1,\"height\":1,"
        "\"text\":"
        "{\"text\":\"hi\"}},{\"visible\":false,\"x\":3,\"y\":3,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":5.5,\"y\":-7.25},"
        "{\"x\":-10,\"y\":3}]},{\"polyline\":[{\"x\":1,\"y\":1},{\"y\":2,\"x\":2}]},{\"gid\":2147483650,\"x\":3,"
        "\"width\":0,\"height\":0}]}]},{\"type\":\"imagelayer\",\"name\":\"i\",\"image\":\"i.png\"}],"
        "\"orientation\":\"isometric\",\"width\":3,\"height\":2,\"tilewidth\":64,\"tileheight\":32,\"tilesets\":["
        "{\"firstgid\":1,\"tilewidth\":8,\"tileheight\":9,\"objectalignment\":\"top\",\"tiles\":{\"0\":{}}}]}");
    assert_int_equal(json.layer_count, xml.layer_count);
    assert_int_equal(json.group_count, xml.group_count);
    assert_true(json.orientation == xml.orientation && json.origin_x == xml.origin_x);
    for (size_t i = 0; i < xml.layer_count; i++) {
        const tiled_layer *a = &xml.layers[i], *b = &json.layers[i];
        assert_string_equal(a->name, b->name);
        assert_true(a->kind == b->kind && a->id == b->id && a->group == b->group && a->visible == b->visible);
        assert_true(a->offset_x == b->offset_x && a->offset_y == b->offset_y);
        assert_int_equal(a->object_count, b->object_count);
        for (size_t k = 0; k < a->object_count; k++) {
            const tiled_object *o = &a->objects[k], *p = &b->objects[k];
            assert_true(o->id == p->id && o->gid == p->gid && o->shape == p->shape && o->visible == p->visible);
            assert_memory_equal(&o->box, &p->box, sizeof o->box);
            assert_string_equal(o->name, p->name);
            assert_string_equal(o->type, p->type);
        }
    }
    assert_true(tiled_is_in(&json, &json.layers[0], "g") && tiled_is_in(&json, &json.layers[0], "o"));
    assert_false(tiled_is_in(&json, &json.layers[1], "g"));
    tiled_free(&xml);
    tiled_free(&json);
}

// The complaint begins with line and column, and goes on like this.
static void assert_said(const char *map, const char *said)
{
    char end[600];
    snprintf(end, sizeof end, ": %s", said);
    const char *all = wrong_map(map);
    size_t length = strlen(all), wanted = strlen(end);
    assert_true(length > wanted && strncmp(all, "1: column ", strlen("1: column ")) == 0);
    assert_string_equal(all + length - wanted, end);
}

static void what_is_wrong_is_said_with_its_place(void)
{
    const struct {
        const char *map, *said;
    } cases[] = {
        { "[]", "not a Tiled map: it is no object, in braces" },
        { "{\"type\":\"tileset\"}", "not a Tiled map: it begins with tileset" },
        { "{}", "map has no orientation" },
        { "{\"orientation\":\"orthogonal\",\"width\":\"wide\",\"height\":1,\"tilewidth\":1,\"tileheight\":1}",
          "width of map needs a whole number from 0 to 2147483647, not 'wide'" },
        { "{\"orientation\":\"orthogonal\",\"width\":1.5,\"height\":1,\"tilewidth\":1,\"tileheight\":1}",
          "width of map needs a whole number from 0 to 2147483647, not '1.5'" },
        { "{\"orientation\":[],\"width\":1}", "orientation is an array or an object, where one value is needed" },
        { MAP "\"layers\":{}}", "layers needs an array" },
        { MAP "\"layers\":[1]}", "layers[0]: an object is needed here, in braces" },
        { MAP "\"layers\":[{}]}", "layers[0]: a layer's type is tilelayer, objectgroup, imagelayer or group, not ''" },
        { MAP "\"layers\":[{\"type\":\"group\",\"layers\":[{\"type\":\"tree\"}]}]}",
          "layers[0].layers[0]: a layer's type is tilelayer, objectgroup, imagelayer or group, not 'tree'" },
        { MAP LAYER "\"data\":[1]}]}", "layers[0]: 1 tiles, but 3 x 2 are wanted" },
        { MAP LAYER "\"data\":[1,2,3,4,-5,6]}]}", "layers[0]: data[4] is not a whole number from 0 to 4294967295" },
        { MAP LAYER "\"data\":[1,2,3,4,\"5\",6]}]}", "layers[0]: data[4] is not a whole number from 0 to 4294967295" },
        { MAP LAYER "\"data\":[1,2,3,4,5,4294967296]}]}",
          "layers[0]: data[5] is not a whole number from 0 to 4294967295" },
        { MAP LAYER "\"data\":\"AAAA\"}]}", "layers[0]: data needs an array of numbers, since its encoding is csv" },
        { MAP LAYER "\"encoding\":\"base64\",\"data\":[1]}]}",
          "layers[0]: data needs a text, since its encoding is base64" },
        { MAP LAYER "\"encoding\":\"base64\",\"data\":\"A\"}]}", "layers[0]: the tiles are not base64" },
        { MAP LAYER "\"encoding\":\"base64\",\"compression\":\"lz4\",\"data\":\"A\"}]}",
          "layers[0]: compression 'lz4' cannot be read; in Tiled, choose another tile layer format in the "
          "properties "
          "of the map" },
        { MAP LAYER "\"data\":[1],\"chunks\":[{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[1]}]}]}",
          "layers[0].chunks[0]: data has tiles beside its chunks" },
        { MAP LAYER "\"chunks\":[{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[1]},{\"x\":1}]}]}",
          "layers[0].chunks[1]: chunk has no y" },
        { MAP "\"tilesets\":[{\"firstgid\":1},{}]}", "tilesets[1]: tileset has no firstgid" },
        { MAP "\"tilesets\":[{\"firstgid\":1,\"objectalignment\":\"up\"}]}",
          "tilesets[0]: tileset has an unknown objectalignment 'up'" },
        { OBJECTS("{},{\"x\":true}"),
          "layers[0].objects[1]: x of object needs a number from -1e+30 to 1e+30, not 'true'" },
        { OBJECTS("{\"width\":-1}"), "layers[0].objects[0]: object has a negative size: '-1'" },
        { OBJECTS("{\"polygon\":[{\"x\":1,\"y\":2},{\"x\":1}]}"),
          "layers[0].objects[0]: polygon[1] needs numbers x and y" },
        { OBJECTS("{\"polygon\":[]}"), "layers[0].objects[0]: points needs pairs of numbers like 0,0 10,5, not ''" },
        { OBJECTS("{\"polygon\":5}"), "layers[0].objects[0]: polygon needs an array" },
        { OBJECTS("{\"point\":true,\"ellipse\":true}"), "layers[0].objects[0]: object has a second shape: 'point'" },
        { OBJECTS("{\"ellipse\":\"yes\"}"), "layers[0].objects[0]: ellipse needs true or false" },
        { OBJECTS("{\"text\":\"yes\"}"), "layers[0].objects[0]: text needs an object, in braces" },
        { OBJECTS("{\"name\":\"a\\u0000b\"}"), "layers[0].objects[0]: name has a NUL character in it" },
        { OBJECTS("{\"template\":\"a.tj\"}"),
          "layers[0].objects[0]: template 'a.tj' cannot be read: it is a file of its own, and standard input has no "
          "folder to find it in; give the map by its name" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_said(cases[i].map, cases[i].said);
}

static const char *const whole = MAP
    "\"infinite\":false,\"tilesets\":[{\"firstgid\":1,\"tilewidth\":8,\"tileheight\":8}],\"layers\":[{\"type\":"
    "\"group\","
    "\"layers\":[{\"type\":\"tilelayer\",\"width\":2,\"height\":1,\"data\":[1,2]},{\"type\":\"tilelayer\",\"encoding\":"
    "\"base64\",\"chunks\":[{\"x\":1,\"y\":2,\"width\":1,\"height\":1,\"data\":\"AQAAAA==\"}]}]},{\"type\":"
    "\"objectgroup\","
    "\"objects\":[{\"gid\":1},{\"polygon\":[{\"x\":0,\"y\":0}]},{\"ellipse\":true}]}]}";

static bool read_part(const char *text, size_t size)
{
    byte_source from;
    tiled_map map;
    format_message message;
    source_from_bytes(&from, text, size);
    bool good = tiled_read(&map, &from, NULL, &message);
    source_end(&from);
    assert_int_equal(good, message.fault == FORMAT_NO_FAULT);
    assert_true(good || (map.layers == NULL && message.text[0] != 0));
    tiled_free(&map);
    return good;
}

static void cut_short_or_changed_a_map_is_read_or_refused(void)
{
    const char bytes[] = "0{}[]\"\\-,:x \x80\xff\x01";
    size_t length = strlen(whole);
    assert_true(read_part(whole, length));
    for (size_t size = 0; size < length; size++)
        assert_false(read_part(whole, size));
    char *changed = malloc(length);
    for (size_t at = 0; at < length; at++)
        for (size_t i = 0; i < sizeof bytes; i++) {
            for (size_t k = 0; k < length; k++)
                changed[k] = whole[k];
            changed[at] = bytes[i];
            read_part(changed, length);
        }
    free(changed);
}

static qd_box box_in(const char *text, const char *path)
{
    byte_source from;
    tiled_map map;
    format_message message;
    source_from_bytes(&from, text, strlen(text));
    if (!tiled_read(&map, &from, path, &message))
        fail_msg("%zu: %s", message.line, message.text);
    qd_box box = map.layers[0].objects[0].box;
    source_end(&from);
    tiled_free(&map);
    return box;
}

static void other_files_may_have_either_form(void)
{
    char folder[] = "/tmp/quadrille-tmj-XXXXXX", path[64], command[96];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    snprintf(path, sizeof path, "%s/level.tmj", folder);
    put_file("set.tsj",
             "{\"type\":\"tileset\",\"tilewidth\":6,\"tileheight\":4,\"columns\":2,\"objectalignment\":\"topright\"}");
    put_file("old.json", "{\"tilewidth\":6,\"tileheight\":4}");
    put_file("box.tj", "{\"type\":\"template\",\"object\":{\"width\":4,\"height\":2,\"name\":\"\",\"visible\":true}}");
    put_file("tile.tj",
             "{\"type\":\"template\",\"tileset\":{\"firstgid\":1,\"source\":\"set.tsj\"},\"object\":{\"gid\":2,"
             "\"width\":10,\"height\":20}}");
    put_file("bad.tj", "{\"type\":\"template\",\"object\":{\"width\":-4}}");
#define SET(name)                                                                                                      \
    MAP "\"tilesets\":[{\"firstgid\":1,\"source\":\"" name "\"}],\"layers\":[{\"type\":\"objectgroup\",\"objects\":["
    assert_box(box_in(SET("set.tsj") "{\"gid\":1,\"x\":100,\"y\":50}]}]}", path), 94, 50, 100, 54);
    assert_box(box_in(SET("old.json") "{\"gid\":1,\"x\":100,\"y\":50}]}]}", path), 100, 46, 106, 50);
    assert_box(box_in(OBJECTS("{\"template\":\"box.tj\",\"x\":1,\"y\":2}"), path), 1, 2, 5, 4);
    assert_box(box_in(OBJECTS("{\"template\":\"tile.tj\",\"x\":100,\"y\":50}"), path), 90, 50, 100, 70);
    byte_source from;
    tiled_map map;
    format_message message;
    const char *bad = OBJECTS("{\"template\":\"bad.tj\"}");
    source_from_bytes(&from, bad, strlen(bad));
    assert_false(tiled_read(&map, &from, path, &message));
    assert_string_equal(
        message.text,
        "column 124: layers[0].objects[0]: bad.tj:1: column 29: object: object has a negative size: '-4'");
    source_end(&from);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_true(chdir("/") == 0 && system(command) == 0);
}

tests_main(plain_test(tiles_are_arrays_or_base64), plain_test(chunks_lie_where_they_say),
           plain_test(objects_are_as_in_xml), plain_test(what_is_wrong_is_said_with_its_place),
           plain_test(cut_short_or_changed_a_map_is_read_or_refused), plain_test(other_files_may_have_either_form))
