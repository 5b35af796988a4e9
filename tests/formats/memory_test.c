/// Memory that runs out at any moment: the reader says so, and keeps nothing.
#include "failing.h"
#include "read_map.h"
#include "test_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unit.h>

static const char *const whole =
    "<map orientation='isometric' width='2' height='1' tilewidth='10' tileheight='20'><tileset firstgid='1'/>"
    "<tileset firstgid='7'/><layer name='a'><data encoding='csv'>1,2</data></layer><layer><data><tile/><tile/></data>"
    "</layer><layer><data encoding='base64'>AQAAAAIAAAA=</data></layer><layer><data encoding='csv'>"
    "<chunk x='0' y='1' width='1' height='2'>1,2</chunk><chunk x='9' y='1' width='1' "
    "height='1'>1</chunk></data></layer>"
    "<objectgroup><object name='x' type='y'/><object/><object/></objectgroup><imagelayer/><group name='g'>"
    "<objectgroup><object><polyline points='1,1 2,2 3,3'/></object></objectgroup></group></map>";

// Reads a map with one allocation less that fails each time, until it can be read.
static tiled_map read_with_failures(const char *text, const char *path, long *failures)
{
    tiled_map map;
    format_message message;
    bool good = false;
    for (*failures = 0; !good; ++*failures) {
        failing_allowed = *failures;
        byte_source from;
        source_from_bytes(&from, text, strlen(text));
        good = tiled_read(&map, &from, path, &message);
        source_end(&from);
        failing_allowed = -1;
        if (!good) {
            assert_int_equal(message.fault, FORMAT_ENVIRONMENT);
            assert_string_equal(message.text, "Cannot allocate memory");
            assert_true(map.layers == NULL && map.layer_count == 0 && map.groups == NULL);
        }
    }
    return map;
}

static void running_out_is_said_and_nothing_stays(void)
{
    long failures;
    tiled_map map = read_with_failures(whole, NULL, &failures);
    assert_int_equal(map.layer_count, 7);
    assert_int_equal(tiled_count(&map), 2 + 2 + 3 + 3 + 1);
    assert_true(failures > 35);
    tiled_free(&map);
}

// A template of so many points that they are divided into blocks.
static void put_polygon(const char *name)
{
    char text[8192] = "<template><object name='outline'><polygon points='";
    size_t used = strlen(text);
    for (int i = 0; i < 600; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d ", i, i % 5);
    snprintf(text + used, sizeof text - used, "'/></object></template>");
    put_file(name, text);
}

static void so_it_is_with_other_files(void)
{
    char folder[] = "/tmp/quadrille-memory-XXXXXX", path[64], command[96];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    snprintf(path, sizeof path, "%s/level.tmx", folder);
    put_file("set.tsx", "<tileset tilewidth='8' tileheight='8'/>");
    put_file("a.tx",
             "<template><tileset firstgid='1' source='set.tsx'/><object name='n' type='t' gid='1'/></template>");
    put_polygon("b.tx");
    long failures;
    tiled_map map = read_with_failures(
        "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'><tileset firstgid='1' "
        "source='set.tsx'/><objectgroup><object gid='1'/><object template='a.tx'/><object template='b.tx'/>"
        "<object template='a.tx' name='own'/><object name='o' type='p'/><object template='b.tx'/></objectgroup></map>",
        path, &failures);
    assert_int_equal(tiled_count(&map), 6);
    assert_string_equal(map.layers[0].objects[1].name, "n");
    assert_true(failures > 40);
    tiled_free(&map);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_true(chdir("/") == 0 && system(command) == 0);
}

tests_main(plain_test(running_out_is_said_and_nothing_stays), plain_test(so_it_is_with_other_files))
