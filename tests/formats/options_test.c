/// Options from a configuration: the same table, the same complaints, and the command line wins.
#define _POSIX_C_SOURCE 200809L
#include <command.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unit.h>

typedef struct settings {
    const char *operand, *title;
    float_list world, origin, window;
    int64_t fps;
    int64_t capacity, depth, seed;
    float speed;
    const char *svg;
    int method;
    bool json;
    config_file config;
} settings;

static const char *const methods[] = { "tree", "grid", NULL };

#define COMMON                                                                                                         \
    { OPTION("seed", 0, settings, seed), TAKES_INT("N", 0, 99) },                                                      \
        { OPTION("speed", 0, settings, speed), TAKES_FLOAT("V", 0, 9) },                                               \
        { OPTION("svg", 'o', settings, svg), TAKES_TEXT("FILE") },                                                     \
        { OPTION("method", 0, settings, method), TAKES_CHOICE("tree|grid", methods) },                                 \
        { OPTION("json", 0, settings, json), TAKES_NOTHING },                                                          \
    {                                                                                                                  \
        OPTION("config", 0, settings, config), .kind = OPTION_CONFIG, .value = "FILE"                                  \
    }

static const option all_options[] = {
    COMMON,
    { OPTION("world", 0, settings, world), TAKES_FLOATS("X,Y,WIDTH,HEIGHT", 4) },
    { OPTION("capacity", 0, settings, capacity), TAKES_INT("N", 1, 64) },
    { OPTION("depth", 0, settings, depth), TAKES_INT("N", 1, 24) },
    { 0 },
};
static const option few_options[] = { COMMON, { 0 } };

static const option apart_options[] = {
    COMMON,
    { OPTION("origin", 0, settings, origin), TAKES_FLOATS("X,Y", 2) },
    { OPTION("world", 0, settings, world), TAKES_FLOATS("WIDTHxHEIGHT", 2), .separator = 'x' },
    { 0 },
};

static const option window_options[] = {
    COMMON,
    { OPTION("title", 0, settings, title), TAKES_TEXT("TEXT") },
    { OPTION("window", 0, settings, window), TAKES_FLOATS("WIDTHxHEIGHT", 2), .separator = 'x' },
    { OPTION("fps", 0, settings, fps), TAKES_INT("N", 1, 1000) },
    { 0 },
};

enum { ARGUMENTS_MAX = 8 };
static char folder[] = "/tmp/quadrille-options-XXXXXX";
static char path[64];
static char said[1024];

// What the command makes of a file and further arguments; `said` is what it said on standard error.
static bool parse(const option *options, settings *set, const char *text, const char *const *more)
{
    char *arguments[ARGUMENTS_MAX] = { (char[]){ "fake" }, (char[]){ "--config" }, path };
    int count = 3;
    for (; more != NULL && more[count - 3] != NULL; count++)
        arguments[count] = (char *)(uintptr_t)more[count - 3]; // settings point to it; it is not written to
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const command fake = { .name = "fake", .options = options };
    status result = STATUS_DONE;
    memset(set, 0, sizeof *set);
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    FILE *errors = tmpfile();
    dup2(fileno(errors), STDERR_FILENO);
    bool good = command_parse(&fake, count, arguments, set, &result);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(errors);
    size_t length = fread(said, 1, sizeof said - 1, errors);
    said[length] = 0;
    fclose(errors);
    assert_true(good || result == STATUS_USAGE);
    return good;
}

static settings good(const char *text, const char *const *more)
{
    settings set;
    if (!parse(all_options, &set, text, more))
        fail_msg("%s", said);
    assert_string_equal(said, "");
    return set;
}

// `wanted` is what is said behind the name of the file.
static void assert_wrong(const option *options, const char *text, const char *wanted)
{
    settings set;
    char whole[1024];
    snprintf(whole, sizeof whole, "quadrille: %s:%s\n", path, wanted);
    assert_false(parse(options, &set, text, NULL));
    assert_string_equal(said, whole);
    config_file_free(&set.config);
}

static void the_article_s_file_is_understood(void)
{
    settings set = good("<config><collision><quadtree qt_x=\"-760\" qt_y=\"10\" qt_width=\"1600\" qt_height=\"800\" "
                        "capacity=\"4\" depth=\"6\"/></collision></config>",
                        NULL);
    assert_true(set.capacity == 4 && set.depth == 6 && set.world.count == 4);
    const float *world = set.world.values;
    assert_true(world[0] == -760 && world[1] == 10 && world[2] == 1600 && world[3] == 800);
    config_file_free(&set.config);
}

static void a_command_may_have_an_origin_apart_from_its_world(void)
{
    settings set;
    const char *text =
        "<config><collision><quadtree qt_x='-760' qt_y='10' qt_width='1600' qt_height='800'/></collision>"
        "</config>";
    assert_true(parse(apart_options, &set, text, NULL));
    assert_true(set.origin.count == 2 && set.origin.values[0] == -760 && set.origin.values[1] == 10);
    assert_true(set.world.count == 2 && set.world.values[0] == 1600 && set.world.values[1] == 800);
    config_file_free(&set.config);
}

static void every_kind_of_option_comes_from_a_file(void)
{
    settings set = good("<config><option name='seed' value='7'/><option name='speed' value='2.5'/>"
                        "<option name='svg' value='a&amp;b.svg'/><option name='method' value='grid'/>"
                        "<option name='json' value='true'/><option name='world' value='1,2,3,4'/></config>",
                        NULL);
    assert_true(set.seed == 7 && set.speed == 2.5F && set.method == 1 && set.json);
    assert_true(set.world.count == 4 && set.world.values[3] == 4);
    assert_string_equal(set.svg, "a&b.svg");
    config_file_free(&set.config);
    assert_null(set.config.path);
    set = good("<config><option name='json' value='false'/></config>", NULL);
    assert_false(set.json);
    config_file_free(&set.config);
}

static void the_command_line_wins(void)
{
    const char *const more[] = { "--seed=3", "-omine", "--json", "--world=9,9,9,9", NULL };
    settings set =
        good("<config><collision><quadtree qt_x='1' qt_y='1' qt_width='1' qt_height='1' depth='2'/></collision>"
             "<option name='seed' value='7'/><option name='svg' value='theirs'/>"
             "<option name='json' value='false'/><option name='speed' value='4'/></config>",
             more);
    assert_true(set.seed == 3 && set.json && set.world.values[0] == 9 && set.depth == 2 && set.speed == 4);
    assert_int_equal(strncmp(set.config.texts[0], "theirs", 7), 0);
    config_file_free(&set.config);
    // What is wrong is wrong even where it does not count.
    assert_false(parse(all_options, &set, "<config><option name='seed' value='x'/></config>", more));
    assert_non_null(strstr(said, ":1: option 'seed' needs a whole number from 0 to 99, not 'x'"));
    config_file_free(&set.config);
}

static void what_is_wrong_is_said_with_its_line(void)
{
    assert_wrong(all_options, "<config>\n<option name='seed' value='100'/></config>",
                 "2: option 'seed' needs a whole number from 0 to 99, not '100'");
    assert_wrong(all_options, "<config><option name='speed' value='nan'/></config>",
                 "1: option 'speed' needs a number from 0 to 9, not 'nan'");
    assert_wrong(all_options, "<config><option name='method' value='list'/></config>",
                 "1: option 'method' needs tree|grid, not 'list'");
    assert_wrong(all_options, "<config><option name='svg' value=''/></config>",
                 "1: option 'svg' needs FILE, not nothing");
    assert_wrong(all_options, "<config><option name='json' value='1'/></config>",
                 "1: option 'json' needs true or false, not '1'");
    assert_wrong(all_options, "<config><option name='sede' value='1'/></config>",
                 "1: unknown option 'sede'; did you mean 'seed'?");
    assert_wrong(all_options, "<config><option name='frobnicate' value='1'/></config>",
                 "1: unknown option 'frobnicate'; --help lists the options");
    assert_wrong(all_options, "<config><option name='o' value='1'/></config>",
                 "1: unknown option 'o'; --help lists the options");
    assert_wrong(all_options, "<config><option name='config' value='a'/></config>",
                 "1: option 'config' cannot name another file");
    assert_wrong(all_options, "<config><option name='seed' value='1'/>\n<option name='seed' value='1'/></config>",
                 "2: option 'seed' is given twice");
    assert_wrong(all_options, "<config>\n<quadtre/></config>", "2: unknown element <quadtre>");
    assert_wrong(all_options, "<config>",
                 "1: it ends inside <config>, which begins in line 1: the file is cut off; copy or save it again");
}

#define QUADTREE(attributes) "<config>\n<collision>\n<quadtree " attributes "/></collision></config>"

static void the_quadtree_s_numbers_are_checked(void)
{
    assert_wrong(all_options, QUADTREE("capacity='0'"), "3: capacity needs a whole number from 1 to 64, not '0'");
    assert_wrong(all_options, QUADTREE("depth='six'"), "3: depth needs a whole number from 1 to 24, not 'six'");
    assert_wrong(all_options, QUADTREE("deep='6'"), "3: unknown attribute 'deep' of <quadtree>");
    assert_wrong(all_options, QUADTREE("qt_x='1,2'"), "3: qt_x needs a number, not '1,2'");
    assert_wrong(all_options, QUADTREE("qt_width='0'"), "3: qt_width needs a number above 0, not '0'");
    assert_wrong(all_options, QUADTREE("qt_height='-1'"), "3: qt_height needs a number above 0, not '-1'");
    assert_wrong(all_options, QUADTREE("qt_x='1' qt_y='1' qt_height='1'"),
                 "3: qt_width is missing beside the other three of the world");
    assert_wrong(all_options, QUADTREE("qt_x='1e300' qt_y='1' qt_width='1' qt_height='1'"),
                 "3: the world from qt_x to qt_height needs X,Y,WIDTH,HEIGHT: '1e300' is too large");
    assert_wrong(all_options, QUADTREE("depth='6'/><quadtree depth='6'"), "3: depth is given twice");
    assert_wrong(all_options, QUADTREE("qt_x='6'/>\n<quadtree qt_x='6'"), "4: qt_x is given twice");
    assert_wrong(all_options,
                 "<config><option name='depth' value='1'/><collision><quadtree depth='6'/></collision></config>",
                 "1: depth is given twice");
    assert_wrong(few_options, QUADTREE("depth='6'"),
                 "3: depth sets --depth, an option that this command does not have");
    assert_wrong(few_options, QUADTREE("qt_x='1' qt_y='1' qt_width='1' qt_height='1'"),
                 "3: the world from qt_x to qt_height sets --world, an option that this command does not "
                 "have");
}

#define WHOLE                                                                                                          \
    "<config><app framerate_cap='30'><title> A game </title><organization>UPC</organization></app>"                    \
    "<renderer><vsync value='false'/><camera camera_x='5' camera_y='0'/></renderer><window>"                           \
    "<resolution width='900' height='500' scale='1'/><fullscreen value='true'/><borderless value='false'/>"            \
    "<resizable value='true'/><fullscreen_window value='false'/></window>"                                             \
    "<file_system><path>data.zip</path></file_system><map><folder>maps/</folder></map></config>"

static void assert_said(const char *wanted)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "quadrille: %s: ignored settings: %s\n", path, wanted);
    assert_string_equal(said, whole);
}

static void an_article_s_window_is_understood(void)
{
    settings set;
    assert_true(parse(window_options, &set, WHOLE, NULL));
    assert_said("organization, camera_x, fullscreen, path, folder");
    assert_string_equal(set.title, "A game");
    assert_true(set.window.count == 2 && set.window.values[0] == 900 && set.window.values[1] == 500);
    assert_int_equal(set.fps, 30);
    config_file_free(&set.config);
    assert_true(
        parse(window_options, &set, WHOLE, (const char *[]){ "--title=mine", "--window=9x9", "--fps=7", NULL }));
    assert_string_equal(set.title, "mine");
    assert_true(set.window.values[0] == 9 && set.fps == 7);
    config_file_free(&set.config);
    // A command without a window has use for none of it.
    assert_true(parse(few_options, &set, WHOLE, NULL));
    assert_said("framerate_cap, title, organization, camera_x, fullscreen, path, folder, resolution");
    config_file_free(&set.config);
}

#define WINDOW(attributes) "<config>\n<window>\n<resolution " attributes "/></window></config>"

static void the_window_s_numbers_are_checked(void)
{
    const option *all = window_options;
    assert_wrong(all, WINDOW("width='64.5' height='64'"),
                 "3: width of <resolution> needs a whole number from 64 to 8192, not '64.5'");
    assert_wrong(all, WINDOW("width='64' height='8193'"),
                 "3: height of <resolution> needs a whole number from 64 to 8192, not '8193'");
    assert_wrong(all, WINDOW("width='-64' height='64'"),
                 "3: width of <resolution> needs a whole number from 64 to 8192, not '-64'");
    assert_wrong(all, WINDOW("width='64'"), "3: height is missing beside the other side of the window");
    assert_wrong(all, WINDOW("width='64'/><resolution width='64' height='64'"), "3: width is given twice");
    assert_wrong(all, "<config><app framerate_cap='0'/></config>",
                 "1: framerate_cap needs a whole number from 1 to 1000, not '0'");
    assert_wrong(all, "<config>\n<app><title>  </title></app></config>", "2: title needs TEXT, not nothing");
    assert_wrong(all, "<config><app><title>a</title></app>\n<option name='title' value='b'/></config>",
                 "2: option 'title' is given twice");
    assert_wrong(all, "<config><app><title>a</title>b</app></config>", "1: text between the elements");
    // It is checked where it is passed over too, but for what only the option knows.
    assert_wrong(few_options, WINDOW("width='64' height='1'"),
                 "3: height of <resolution> needs a whole number from 64 to 8192, not '1'");
}

static void a_file_that_is_not_there_is_said(void)
{
    settings set;
    char name[] = "missing.xml", dashes[] = "--config=missing.xml";
    char *arguments[] = { name, dashes };
    const command fake = { .name = "fake", .options = all_options };
    status result = STATUS_DONE;
    memset(&set, 0, sizeof set);
    assert_false(command_parse(&fake, 2, arguments, &set, &result));
    assert_int_equal(result, STATUS_USAGE);
    config_file_free(&set.config);
}

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/c.xml", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain_test(the_article_s_file_is_understood),
        plain_test(a_command_may_have_an_origin_apart_from_its_world),
        plain_test(every_kind_of_option_comes_from_a_file),
        plain_test(the_command_line_wins),
        plain_test(what_is_wrong_is_said_with_its_line),
        plain_test(the_quadtree_s_numbers_are_checked),
        plain_test(an_article_s_window_is_understood),
        plain_test(the_window_s_numbers_are_checked),
        plain_test(a_file_that_is_not_there_is_said),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
