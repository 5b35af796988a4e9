/// Other files of a map may lie below the folder that the user names, and nowhere else, whatever is put in the place of
/// what has been looked at, before it is opened.
#include "test_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tiled.h>
#include <unistd.h>
#include <unit.h>

// What is done behind the back of the reader, once, as soon as it knows where a path leads.
static const char *meanwhile_at, *meanwhile;

char *__real_realpath(const char *path, char *into);
char *__wrap_realpath(const char *path, char *into);

char *__wrap_realpath(const char *path, char *into)
{
    char *real = __real_realpath(path, into);
    if (meanwhile != NULL && real != NULL && strstr(real, meanwhile_at) != NULL) {
        const char *command = meanwhile;
        meanwhile = NULL;
        assert_int_equal(system(command), 0);
    }
    return real;
}

static char base[] = "/tmp/quadrille-root-XXXXXX";

#define BOX(side) "<template><object width='" #side "' height='" #side "'/></template>"

// game/maps/deep/level.tmx, with what it names beside, above and outside of the game.
static int enter_folder(void **state)
{
    (void)state;
    if (mkdtemp(base) == NULL || chdir(base) != 0 || mkdir("game", 0700) != 0 || mkdir("game/maps", 0700) != 0 ||
        mkdir("game/maps/deep", 0700) != 0 || mkdir("game/sets", 0700) != 0 || mkdir("game/sets/in", 0700) != 0)
        return -1;
    put_file("game/maps/deep/own.tx", BOX(1));
    put_file("game/maps/near.tx", BOX(2));
    put_file("game/sets/far.tx", BOX(3));
    put_file("game/sets/in/in.tx", BOX(4));
    put_file("secret.tx", BOX(9));
    put_file("game/sets/things.tsx", "<tileset tilewidth='6' tileheight='4' objectalignment='topleft'/>");
    put_file("game/sets/tile.tx", "<template><tileset firstgid='1' source='things.tsx'/><object gid='2'/></template>");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return leave_and_remove(base);
}

static bool read_at(tiled_map *map, const char *path, const char *root, const char *template, format_message *message)
{
    char text[512];
    snprintf(text, sizeof text,
             "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'><objectgroup>"
             "<object template='%s'/></objectgroup></map>",
             template);
    byte_source from;
    source_from_bytes(&from, text, strlen(text));
    return tiled_read_below(map, &from, path, root, message);
}

static const char level[] = "game/maps/deep/level.tmx";

// How wide the template's box is.
static void assert_wide(const char *path, const char *root, const char *template, double width)
{
    tiled_map map;
    format_message message;
    if (!read_at(&map, path, root, template, &message))
        fail_msg("%s: %s", template, message.text);
    const qd_box box = map.layers[0].objects[0].box;
    assert_true(box.max.x - box.min.x == width);
    tiled_free(&map);
}

static void assert_wrong(const char *path, const char *root, const char *template, const char *said)
{
    tiled_map map;
    format_message message;
    assert_false(read_at(&map, path, root, template, &message));
    assert_string_equal(message.text, said);
    assert_true(map.layers == NULL && map.texts == NULL);
}

static void what_lies_below_the_root_is_read(void)
{
    const char *const roots[] = { "game", "./game", "game/", "game/maps/..", ".", base, "/" };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        assert_wide(level, roots[i], "own.tx", 1);
        assert_wide(level, roots[i], "../near.tx", 2);
        assert_wide(level, roots[i], "../../sets/far.tx", 3);
        assert_wide(level, roots[i], "../../sets/in/../in/in.tx", 4);
        assert_wide(level, roots[i], "../../sets/tile.tx", 6); // its tileset is found from where it is
    }
    assert_wide(level, "game/maps/deep", "own.tx", 1);
    assert_wide(level, NULL, "own.tx", 1);
    assert_int_equal(chdir("game/maps/deep"), 0);
    assert_wide("level.tmx", "../..", "../../sets/far.tx", 3);
    assert_int_equal(chdir(base), 0);
}

static void what_lies_outside_of_it_is_not(void)
{
    const char *const named = "it lies outside of the folder that --root names; --root '%s' allows what lies there, or "
                              "copy it to the map's folder and name it by a path from there";
    const struct {
        const char *root, *template, *would_do;
    } cases[] = {
        { "game", "../../../secret.tx", "." },
        { "game/maps", "../../sets/far.tx", "game" },
        { "game/maps/deep", "../near.tx", "game/maps" },
        { "game", "../../../game/sets/far.tx", "." },
        { "game", "../../sets/out.tx", "." },
        { "game", "../../sets/away/secret.tx", "." },
    };
    assert_int_equal(symlink("../../secret.tx", "game/sets/out.tx"), 0);
    assert_int_equal(symlink(base, "game/sets/away"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256], said[400];
        snprintf(text, sizeof text, named, cases[i].would_do);
        snprintf(said, sizeof said, "template '%s' cannot be read: %s", cases[i].template, text);
        assert_wrong(level, cases[i].root, cases[i].template, said);
        tiled_map map; // what it says would do does
        format_message message;
        assert_true(read_at(&map, level, cases[i].would_do, cases[i].template, &message));
        tiled_free(&map);
    }
    assert_wrong(
        level, "game", "/etc/passwd",
        "template '/etc/passwd' cannot be read: its path is absolute; name it by a path from the folder of the "
        "file that names it");
    // No root but that of the system would do.
    assert_wrong(level, "game", "../../../../../../../etc/passwd",
                 "template '../../../../../../../etc/passwd' cannot be read: it lies outside of the folder that --root "
                 "names; copy it there, or to a folder in it, and name it by a path from there");
}

static void links_that_lead_to_what_is_below_are_followed(void)
{
    char target[96];
    snprintf(target, sizeof target, "%s/game/sets/far.tx", base);
    assert_int_equal(symlink("../../sets/far.tx", "game/maps/deep/link.tx"), 0);
    assert_int_equal(symlink(target, "game/maps/deep/absolute.tx"), 0);
    assert_int_equal(symlink("../../sets", "game/maps/deep/sets"), 0);
    assert_int_equal(symlink("game", "gate"), 0);
    assert_wide(level, "game", "link.tx", 3);
    assert_wide(level, "game", "absolute.tx", 3);
    assert_wide(level, "game", "sets/in/in.tx", 4);
    assert_wide(level, "gate", "../near.tx", 2);
    assert_wide("gate/maps/deep/level.tmx", "game", "../near.tx", 2);
}

static void a_root_must_be_a_folder_with_the_map_in_it(void)
{
    assert_wrong(level, "lost", "own.tx", "--root 'lost' cannot be opened: No such file or directory");
    assert_wrong(level, "secret.tx", "own.tx", "--root 'secret.tx' cannot be opened: Not a directory");
    assert_wrong(
        level, "game/sets", "own.tx",
        "template 'own.tx' cannot be read: the map itself lies outside of the folder that --root names; --root "
        "'game' allows what lies there");
    assert_wrong(level, "game", "../../lost.tx",
                 "template '../../lost.tx' cannot be read: No such file or directory; put it there");
    assert_wrong(NULL, "game", "own.tx",
                 "template 'own.tx' cannot be read: it is a file of its own, and standard input has no folder to find "
                 "it in; give the map by its name");
}

// Where the reader finds a file or a folder, there is a link that leads out, or a pipe, when it opens it.
static void what_changes_meanwhile_opens_nothing_else(void)
{
    const struct {
        const char *root, *template, *command, *back, *said;
    } cases[] = {
        { NULL, "own.tx", "mv game/maps/deep/own.tx kept && ln -s ../../../secret.tx game/maps/deep/own.tx",
          "mv kept game/maps/deep/own.tx", "template 'own.tx' cannot be read: Too many levels of symbolic links" },
        { NULL, "own.tx", "mv game/maps/deep/own.tx kept && mkfifo game/maps/deep/own.tx",
          "mv kept game/maps/deep/own.tx", "template 'own.tx' cannot be read: it is no file" },
        { "game", "../../sets/in/in.tx",
          "mv game/sets/in kept && mkdir out && cp secret.tx out/in.tx && ln -s ../../out game/sets/in",
          "rm -r game/sets/in out && mv kept game/sets/in",
          "template '../../sets/in/in.tx' cannot be read: Not a directory" },
        { "game", "../../sets/in/in.tx",
          "mv game/sets kept && mkdir -p out/in && cp secret.tx out/in/in.tx && ln -s ../out game/sets",
          "rm -r game/sets out && mv kept game/sets",
          "template '../../sets/in/in.tx' cannot be read: Not a directory" },
        { "game", "../../sets/in/in.tx", "mv game kept && mkdir -p game/sets/in && cp secret.tx game/sets/in/in.tx",
          "rm -r game && mv kept game", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        meanwhile_at = strrchr(cases[i].template, '/') != NULL ? strrchr(cases[i].template, '/') : "/own.tx";
        meanwhile = cases[i].command;
        if (cases[i].said != NULL)
            assert_wrong(level, cases[i].root, cases[i].template, cases[i].said);
        else // the root that was opened counts
            assert_wide(level, cases[i].root, cases[i].template, 4);
        assert_null(meanwhile);
        assert_int_equal(system(cases[i].back), 0);
    }
}

// A folder that lets through but may not be listed.
static void folders_need_not_be_readable(void)
{
    assert_int_equal(chmod("game/sets", 0100), 0);
    assert_wide(level, "game", "../../sets/far.tx", 3);
    assert_int_equal(chmod("game/sets", 0700), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain_test(what_lies_below_the_root_is_read),
        plain_test(what_lies_outside_of_it_is_not),
        plain_test(links_that_lead_to_what_is_below_are_followed),
        plain_test(a_root_must_be_a_folder_with_the_map_in_it),
        plain_test(what_changes_meanwhile_opens_nothing_else),
        plain_test(folders_need_not_be_readable),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
