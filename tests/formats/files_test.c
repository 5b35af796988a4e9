/// Tilesets and templates in files of their own: what they say counts, each is read once, and nothing is opened but
/// what lies in the map's folder.
#include "read_map.h"
#include "test_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tiled_files.h>
#include <unistd.h>
#include <unit.h>

static char base[] = "/tmp/quadrille-files-XXXXXX", map_path[64];

static int enter_folder(void **state)
{
    (void)state;
    if (mkdtemp(base) == NULL || chdir(base) != 0 || mkdir("maps", 0700) != 0 || mkdir("maps/tiles", 0700) != 0)
        return -1;
    snprintf(map_path, sizeof map_path, "%s/maps/level.tmx", base);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return leave_and_remove(base);
}

// Reads a map of which this is inside, as the file at `path`.
static bool read_at(tiled_map *map, const char *inside, const char *path, format_message *message)
{
    const char *text = orthogonal(inside);
    byte_source from;
    source_from_bytes(&from, text, strlen(text));
    return tiled_read(map, &from, path, message);
}

static tiled_map read_here(const char *inside)
{
    tiled_map map;
    format_message message;
    if (!read_at(&map, inside, map_path, &message))
        fail_msg("%zu: %s", message.line, message.text);
    return map;
}

static void assert_said(const char *inside, const char *path, const char *said)
{
    tiled_map map;
    format_message message;
    char shown[600];
    assert_false(read_at(&map, inside, path, &message));
    assert_true(map.layers == NULL && map.layer_count == 0 && map.group_count == 0);
    snprintf(shown, sizeof shown, "%zu: %s", message.line, message.text);
    assert_string_equal(shown, said);
}

static void assert_wrong(const char *inside, const char *said)
{
    assert_said(inside, map_path, said);
}

#define OBJECTS(text) "<objectgroup>" text "</objectgroup>"
#define TILE "<object gid='5' x='100' y='50' width='8' height='16'/>"

static void a_tileset_says_how_its_tiles_stand(void)
{
    put_file("maps/centre.tsx", "<?xml version='1.0'?>\n<tileset name='c' tilewidth='6' tileheight='4' columns='2' "
                                "objectalignment='center'><grid/><tile id='3'/></tileset>");
    put_file("maps/tiles/plain.tsx", "<tileset tilewidth='6' tileheight='4'/>");
    tiled_map map = read_here("<tileset firstgid='1' source='./tiles/../centre.tsx'/><tileset firstgid='9' "
                              "source='tiles//plain.tsx'/>" OBJECTS(TILE "<object gid='9' x='1' y='9'/>"
                                                                         "<object gid='5' x='10' y='10'/>"));
    assert_box(map.layers[0].objects[0].box, 96, 42, 104, 58);
    assert_box(map.layers[0].objects[1].box, 1, 5, 7, 9);
    assert_box(map.layers[0].objects[2].box, 7, 8, 13, 12);
    tiled_free(&map);
}

// Tiles that fill their cells need no tileset.
static void a_tileset_is_opened_when_an_object_needs_it(void)
{
    const char *lost = "<tileset firstgid='1' source='lost.tsx'/>";
    char inside[512];
    snprintf(inside, sizeof inside, "%s<layer width='1' height='1'><data encoding='csv'>5</data></layer>%s", lost,
             OBJECTS("<object width='1' height='1'/>"));
    tiled_map map = read_here(inside);
    assert_int_equal(tiled_count(&map), 2);
    tiled_free(&map);
    snprintf(inside, sizeof inside, "\n%s\n%s", lost, OBJECTS(TILE));
    assert_wrong(
        inside,
        "3: tileset 'lost.tsx' cannot be read: No such file or directory; put it there, in the map's folder or below");
}

static void a_template_says_what_its_objects_do_not(void)
{
    put_file("maps/box.tx",
             "<template><object name='box' type='crate' x='77' y='77' width='4' height='2' rotation='90' "
             "visible='0'><properties/></object></template>");
    tiled_map map =
        read_here(OBJECTS("<object id='3' template='box.tx' x='10' y='20'/>"
                          "<object template='box.tx' name='own' type='t' rotation='0' visible='1' width='6' "
                          "height='8'/>"
                          "<object template='box.tx' rotation='0' width='6'/>"
                          "<object template='box.tx' rotation='0'><ellipse/></object>"));
    const tiled_object *o = map.layers[0].objects;
    assert_box(o[0].box, 8, 20, 10, 24);
    assert_true(o[0].id == 3 && !o[0].visible && o[0].shape == TILED_RECTANGLE);
    assert_string_equal(o[0].name, "box");
    assert_string_equal(o[0].type, "crate");
    assert_box(o[1].box, 0, 0, 6, 8);
    assert_true(o[1].visible);
    assert_string_equal(o[1].name, "own");
    assert_string_equal(o[1].type, "t");
    assert_box(o[2].box, 0, 0, 4, 2); // half a size is none
    assert_true(o[3].shape == TILED_ELLIPSE);
    tiled_free(&map);
}

static void a_template_may_have_any_shape(void)
{
    put_file("maps/polygon.tx", "<template><object><polygon points='0,0 5,-7 -10,3'/></object></template>");
    put_file("maps/point.tx", "<template><object><point/></object></template>");
    tiled_map map = read_here(OBJECTS("<object template='polygon.tx' x='10' y='20'/>"
                                      "<object template='polygon.tx' x='10' y='20' rotation='180'/>"
                                      "<object template='point.tx' x='3' y='4'/>"
                                      "<object template='polygon.tx'><polyline points='1,1 2,2'/></object>"));
    const tiled_object *o = map.layers[0].objects;
    assert_box(o[0].box, 0, 13, 15, 23);
    assert_box(o[1].box, 5, 17, 20, 27);
    assert_box(o[2].box, 3, 4, 3, 4);
    assert_box(o[3].box, 1, 1, 2, 2);
    tiled_free(&map);
}

// Its gid counts in its own tileset, which is named from where the template is.
// However long they are, and however often it is used.
static void the_texts_of_a_template_are_kept_once(void)
{
    put_file("maps/named.tx", "<template><object name='long' type='kind'/></template>");
    tiled_map map = read_here(OBJECTS("<object template='named.tx'/><object template='named.tx'/>"
                                      "<object template='named.tx' type='own'/>"));
    const tiled_object *o = map.layers[0].objects;
    assert_string_equal(o[0].name, "long");
    assert_ptr_equal(o[0].name, o[1].name);
    assert_ptr_equal(o[0].name, o[2].name);
    assert_ptr_equal(o[0].type, o[1].type);
    assert_string_equal(o[2].type, "own");
    tiled_free(&map);
}

// An outline of many points in a template gives the box that it gives in the map, however it is turned.
static void a_template_may_have_a_long_outline(void)
{
    enum { POINTS = 1500, TIMES = 12 };
    char *points = malloc(POINTS * 32), *inside = malloc(POINTS * 32 * TIMES + 4096);
    size_t used = 0;
    for (int i = 0; i < POINTS; i++)
        used += (size_t)sprintf(points + used, "%d.25,%d ", i * 7919 % 1009 - 400, i * 104729 % 733);
    sprintf(inside, "<template><object><polygon points='%s'/></object></template>", points);
    put_file("maps/outline.tx", inside);
    used = (size_t)sprintf(inside, "<objectgroup offsetx='0.5'>");
    for (int i = 0; i < TIMES; i++) {
        const double angle = 30 * i + (i % 4 == 1 ? 0.1 : 0);
        used +=
            (size_t)sprintf(inside + used, "<object template='outline.tx' x='%d' y='5' rotation='%g'/>\n", i, angle);
        used += (size_t)sprintf(inside + used, "<object x='%d' y='5' rotation='%g'>", i, angle);
        used += (size_t)sprintf(inside + used, "<polygon points='%s'/></object>\n", points);
    }
    sprintf(inside + used, "</objectgroup>");
    char *text = malloc(used + 512);
    sprintf(text, "<map orientation='isometric' width='4' height='3' tilewidth='62' tileheight='31'>%s</map>", inside);
    byte_source from;
    tiled_map map;
    format_message message;
    source_from_bytes(&from, text, strlen(text));
    assert_true(tiled_read(&map, &from, map_path, &message));
    for (int i = 0; i < TIMES; i++) {
        const qd_box *made = &map.layers[0].objects[2 * i].box, *own = &map.layers[0].objects[2 * i + 1].box;
        assert_true(made->min.x == own->min.x && made->min.y == own->min.y && made->max.x == own->max.x &&
                    made->max.y == own->max.y);
    }
    tiled_free(&map);
    free(text);
    free(points);
    free(inside);
}

static void a_template_may_be_a_tile(void)
{
    put_file("maps/right.tsx", "<tileset tilewidth='6' tileheight='4' objectalignment='topright'/>");
    put_file("maps/tiles/hero.tx", "<template>\n<tileset firstgid='1' source='../right.tsx'/>"
                                   "<object gid='2' width='10' height='20'/></template>");
    put_file("maps/tiles/small.tx",
             "<template><tileset firstgid='1' source='../right.tsx'/><object gid='2'/></template>");
    tiled_map map = read_here("<tileset firstgid='1' tilewidth='1' tileheight='1'/>" OBJECTS(
        "<object template='tiles/hero.tx' x='100' y='50'/>"
        "<object template='tiles/small.tx' x='100' y='50'/>"
        "<object template='tiles/hero.tx' gid='7' x='100' y='50'/>"));
    const tiled_object *o = map.layers[0].objects;
    assert_box(o[0].box, 90, 50, 100, 70);
    assert_true(o[0].shape == TILED_TILE && o[0].gid == 2);
    assert_box(o[1].box, 94, 50, 100, 54);
    assert_box(o[2].box, 100, 30, 110, 50); // the map's own tileset
    tiled_free(&map);
}

static void a_file_is_read_once(void)
{
    char *inside = malloc(1 << 16);
    size_t used = 0;
    used += (size_t)sprintf(inside, "<objectgroup>");
    for (int i = 0; i < TILED_FILES_MAX + 500; i++)
        used += (size_t)sprintf(inside + used, "<object template='box.tx'/>\n");
    sprintf(inside + used, "</objectgroup>");
    tiled_map map = read_here(inside);
    assert_int_equal(tiled_count(&map), TILED_FILES_MAX + 500);
    tiled_free(&map);
    free(inside);
}

static void what_lies_elsewhere_is_not_opened(void)
{
    const char *elsewhere =
        "it lies outside of the map's folder; --root '.' allows what lies there, or copy it to the map's folder and "
        "name it by a path from there";
    put_file("outside.tx", "<template><object/></template>");
    assert_int_equal(symlink("../outside.tx", "maps/link.tx"), 0);
    assert_int_equal(symlink("..", "maps/up"), 0);
    assert_int_equal(symlink("box.tx", "maps/same.tx"), 0);
    const char *const names[] = { "../outside.tx",  "tiles/../../outside.tx", "link.tx", "up/outside.tx", "..",
                                  "../maps/box.tx", "up/../../outside.tx" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char inside[256], said[320];
        snprintf(inside, sizeof inside, OBJECTS("<object template='%s'/>"), names[i]);
        snprintf(said, sizeof said, "2: template '%s' cannot be read: %s", names[i], elsewhere);
        assert_wrong(inside, said);
    }
    assert_wrong(OBJECTS("<object template='/etc/passwd'/>"),
                 "2: template '/etc/passwd' cannot be read: its path is absolute; name it by a path from the folder of "
                 "the file that "
                 "names it");
    tiled_map map = read_here(OBJECTS("<object template='same.tx'/>"));
    assert_int_equal(tiled_count(&map), 1);
    tiled_free(&map);
}

static void a_map_that_is_no_file_names_none(void)
{
    assert_said("<tileset firstgid='1' source='a.tsx'/>" OBJECTS(TILE), NULL,
                "2: tileset 'a.tsx' cannot be read: it is a file of its own, and standard input has no folder to find "
                "it in; give "
                "the map by its name");
}

static void what_is_wrong_in_a_file_is_said(void)
{
    const struct {
        const char *name, *text, *said;
    } cases[] = {
        { "bad.tx", "<template>\n<object x='left'/></template>",
          "bad.tx:2: x of <object> needs a number from -1e+30 to 1e+30, not 'left'" },
        { "bad.tx", "", "bad.tx:1: the file is empty" },
        { "bad.tx", "<tileset/>", "bad.tx:1: not a Tiled template: it begins with <tileset>" },
        { "bad.tx", "<template/>", "bad.tx:1: the template has no object" },
        { "bad.tx", "<template><object/><object/></template>", "bad.tx:1: the template has a second object" },
        { "bad.tx", "<template><object template='bad.tx'/></template>",
          "bad.tx:1: the object of a template is made from another template, 'bad.tx'; detach it" },
        { "bad.tx", "<template><tileset firstgid='1' source='lost.tsx'/>\n<object gid='1'/></template>",
          "bad.tx:1: tileset 'lost.tsx' cannot be read: No such file or directory; put it there, in the map's folder "
          "or below" },
        { "bad.tx", "<template><tileset firstgid='1' source='bad.tx'/><object gid='1'/></template>",
          "bad.tx:1: bad.tx:1: not a Tiled tileset: it begins with <template>" },
        { "bad.tx", "<!DOCTYPE template [<!ENTITY a 'aa'>]><template/>",
          "bad.tx:1: declarations inside <!DOCTYPE> are not allowed here" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char said[256];
        put_file("maps/bad.tx", cases[i].text);
        snprintf(said, sizeof said, "2: %s", cases[i].said);
        assert_wrong(OBJECTS("<object template='bad.tx'/>"), said);
    }
    put_file("maps/bad.tsx", "<tileset\nsource='bad.tsx'/>");
    const char *uses = "<tileset firstgid='1' source='bad.tsx'/>" OBJECTS(TILE);
    assert_wrong(uses,
                 "2: bad.tsx:1: the tileset names another file, 'bad.tsx'; a tileset in a file has its tiles there");
    put_file("maps/bad.tsx", "<map/>");
    assert_wrong(uses, "2: bad.tsx:1: not a Tiled tileset: it begins with <map>");
    put_file("maps/bad.tsx", "<tileset objectalignment='up'/>");
    assert_wrong(uses, "2: bad.tsx:1: <tileset> has an unknown objectalignment 'up'");
    put_file("maps/bad.tsx", "<tileset tilewidth='8' tileheight='8' columns='0'/>");
    assert_wrong("<tileset firstgid='1' source='bad.tsx'/>" OBJECTS("<object gid='1'/>"),
                 "2: <object> has no width and height, and no tileset says how large its tile is: gid 1");
}

static void what_is_no_file_is_not_opened(void)
{
    assert_int_equal(mkfifo("maps/pipe.tx", 0600), 0);
    assert_wrong(OBJECTS("<object template='pipe.tx'/>"), "2: template 'pipe.tx' cannot be read: it is no file");
    assert_wrong(OBJECTS("<object template='tiles'/>"), "2: template 'tiles' cannot be read: it is no file");
    assert_wrong(OBJECTS("<object template='box.tx/x'/>"), "2: template 'box.tx/x' cannot be read: Not a directory");
}

static void files_have_limits(void)
{
    put_file("maps/large.tx", "<template><object/></template>");
    assert_int_equal(truncate("maps/large.tx", TILED_FILE_MAX + 1), 0);
    assert_wrong(
        OBJECTS("<object template='large.tx'/>"),
        "2: template 'large.tx' cannot be read: it has more than 16 MiB, too much for a tileset or a template");
    char *inside = malloc(1 << 16), name[32], *comment = malloc((15 << 20) + 64);
    size_t used = (size_t)sprintf(inside, "<objectgroup>");
    for (int i = 0; i <= TILED_FILES_MAX; i++) {
        snprintf(name, sizeof name, "maps/tiles/%d.tx", i);
        put_file(name, "<template><object/></template>");
        used += (size_t)sprintf(inside + used, "<object template='tiles/%d.tx'/>\n", i);
    }
    sprintf(inside + used, "</objectgroup>");
    assert_wrong(inside,
                 "1002: template 'tiles/1000.tx' cannot be read: it is one too many, a map may name 1000 files");
    size_t size = (size_t)sprintf(comment, "<template><object/></template>");
    memset(comment + size, '\n', 15 << 20);
    comment[size + (15 << 20)] = 0;
    used = (size_t)sprintf(inside, "<objectgroup>");
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "maps/tiles/%d.tx", i);
        put_file(name, comment);
        used += (size_t)sprintf(inside + used, "<object template='tiles/%d.tx'/>\n", i);
    }
    sprintf(inside + used, "</objectgroup>");
    assert_wrong(inside,
                 "6: template 'tiles/4.tx' cannot be read: with it the files that the map names have more than 64 MiB");
    free(inside);
    free(comment);
}

static void paths_are_taken_apart(void)
{
    const struct {
        const char *folder, *name, *path;
    } cases[] = {
        { "", "a", "a" },        { "", "./a/./b", "a/b" }, { "x", "a", "x/a" },           { "x/y", "../a", "x/a" },
        { "x", "../a", "a" },    { "x", "../..", NULL },   { "", "a/../b", "b" },         { "", "a//b/", "a/b" },
        { "", "..", NULL },      { "", "", "" },           { "x/y", "../../a/b", "a/b" }, { "", "...", "..." },
        { "", "a/../..", NULL }, { "", "/a", NULL },
    };
    tiled_files files = { .map = map_path };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *wrong;
        char *path = tiled_files_path(&files, cases[i].folder, cases[i].name, &wrong);
        assert_true((path == NULL) == (cases[i].path == NULL) && (path == NULL) == (wrong != NULL));
        if (path != NULL)
            assert_string_equal(path, cases[i].path);
        free(path);
    }
    tiled_files_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain_test(a_tileset_says_how_its_tiles_stand),
        plain_test(a_tileset_is_opened_when_an_object_needs_it),
        plain_test(a_template_says_what_its_objects_do_not),
        plain_test(a_template_may_have_any_shape),
        plain_test(the_texts_of_a_template_are_kept_once),
        plain_test(a_template_may_have_a_long_outline),
        plain_test(a_template_may_be_a_tile),
        plain_test(a_file_is_read_once),
        plain_test(what_lies_elsewhere_is_not_opened),
        plain_test(a_map_that_is_no_file_names_none),
        plain_test(what_is_wrong_in_a_file_is_said),
        plain_test(what_is_no_file_is_not_opened),
        plain_test(files_have_limits),
        plain_test(paths_are_taken_apart),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
