// A configuration is a second source of options: its settings go through the same table as the command line's, and are
// complained about the same way, with file and line.
#include "number.h"
#include "option_value.h"
#include "report.h"
#include "window_sides.h"

#include <config.h>
#include <errno.h>
#include <grow.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUADTREE "config/collision/quadtree"
#define WINDOW "config/window"

// What a configuration may have: that of an article, whole. Its meaning is the option that it sets; or "=VALUE", where
// it sets none and the program always does VALUE; or NULL, where the program has nothing of the kind.
// The numbers of the world come first, in the order in which the option takes them, and then those of the window.
enum { WORLD_NUMBERS = 4, WINDOW_NUMBERS = 2, NUMBERS = WORLD_NUMBERS + WINDOW_NUMBERS };
static const config_known known[] = {
    { QUADTREE, "qt_x", "world" },
    { QUADTREE, "qt_y", "world" },
    { QUADTREE, "qt_width", "world" },
    { QUADTREE, "qt_height", "world" },
    { WINDOW "/resolution", "width", "window" },
    { WINDOW "/resolution", "height", "window" },
    { QUADTREE, "capacity", "capacity" },
    { QUADTREE, "depth", "depth" },
    { "config/app", "framerate_cap", "fps" },
    { "config/app/title", NULL, "title" },
    { "config/app/organization", NULL, NULL },
    { "config/renderer/vsync", "value", "=false" },
    { "config/renderer/camera", "camera_x", "=0" },
    { "config/renderer/camera", "camera_y", "=0" },
    { WINDOW "/resolution", "scale", "=1" },
    { WINDOW "/fullscreen", "value", "=false" },
    { WINDOW "/borderless", "value", "=false" },
    { WINDOW "/resizable", "value", "=true" },
    { WINDOW "/fullscreen_window", "value", "=false" },
    { "config/file_system/path", NULL, NULL },
    { "config/map/folder", NULL, NULL },
    { NULL, NULL, NULL },
};

typedef struct reading {
    const option *options;
    void *settings;
    config_file *file;
    uint64_t given, here;      ///< By the place in the table: on the command line; in the file.
    char numbers[NUMBERS][64]; ///< "" where the file has said nothing yet.
    size_t world_line, window_line;
} reading;

// The value goes nowhere when the command line has given another; it is checked all the same.
static bool set(reading *r, const option *o, const char *shown, const char *text, format_message *message)
{
    union {
        bool flag;
        int64_t number;
        float real;
        double exact;
        float_list list;
        const char *text;
        int choice;
    } ignored;
    uint64_t bit = UINT64_C(1) << (o - r->options);
    void *target = r->given & bit ? (void *)&ignored : (char *)r->settings + o->offset;
    if (r->here & bit)
        return format_fail(message, 0, "%s is given twice", shown);
    r->here |= bit;
    r->file->given |= bit;
    if (o->kind == OPTION_CONFIG)
        return format_fail(message, 0, "%s cannot name another file", shown);
    if (o->kind == OPTION_FLAG) {
        bool yes = strcmp(text, "true") == 0;
        if (!yes && strcmp(text, "false") != 0)
            return format_fail(message, 0, "%s needs true or false, not '%.60s'", shown, text);
        *(bool *)target = yes;
        r->file->given &= yes ? UINT64_MAX : ~bit;
        return true;
    }
    if (o->kind == OPTION_TEXT || o->kind == OPTION_OUTPUT) {
        char **texts = grow_one(r->file->texts, r->file->count, sizeof *texts);
        if (texts == NULL)
            return format_no_memory(message);
        r->file->texts = texts;
        char *copy = copy_text(text, strlen(text));
        if (copy == NULL)
            return format_no_memory(message);
        texts[r->file->count++] = copy;
        text = copy;
    }
    return option_set(o, shown, text, target, message);
}

static bool take_option(reading *r, const config_entry *entry, format_message *message)
{
    char shown[80];
    const option *o = option_find(r->options, entry->name, strlen(entry->name));
    snprintf(shown, sizeof shown, "option '%.40s'", entry->name);
    if (o != NULL)
        return set(r, o, shown, entry->value, message);
    const option *meant = option_suggest(r->options, entry->name);
    if (meant != NULL)
        return format_fail(message, 0, "unknown %s; did you mean '%s'?", shown, meant->name);
    return format_fail(message, 0, "unknown %s; --help lists the options", shown);
}

// Notes a setting that has no effect, for a note to the user.
static bool pass_over(reading *r, const config_known *what)
{
    config_file *file = r->file;
    const char *name = strrchr(what->path, '/') + 1, *attribute = what->attribute;
    bool plain = attribute != NULL && strcmp(attribute, "value") != 0;
    size_t used = strlen(file->passed);
    snprintf(file->passed + used, sizeof file->passed - used, "%s%s", used > 0 ? ", " : "", plain ? attribute : name);
    return true;
}

// What an element sets, by the name of its option. The tree's settings mean what they say, so a command that has none
// of them refuses the file; one without a window passes over what is about windows.
static bool set_named(reading *r, const config_known *what, const char *shown, const char *text,
                      format_message *message)
{
    const char *name = what->meaning;
    const option *o = option_find(r->options, name, strlen(name));
    if (o != NULL)
        return set(r, o, shown, text, message);
    if (strcmp(what->path, QUADTREE) != 0)
        return pass_over(r, what);
    return format_fail(message, 0, "%s sets --%s, an option that this command does not have", shown, name);
}

static bool take_number(reading *r, const config_entry *entry, format_message *message)
{
    size_t i = (size_t)(entry->known - known);
    bool window = i >= WORLD_NUMBERS, size = i >= 2;
    double value = 0;
    bool good = number_double(entry->value, &value) == NUMBER_OK && (!size || value > 0);
    if (window)
        good = good && value >= WINDOW_SIDE_LEAST && value <= WINDOW_SIDE_MOST && value == floor(value);
    if (r->numbers[i][0] != 0)
        return format_fail(message, 0, "%s is given twice", entry->name);
    size_t length = strlen(entry->value);
    if (window && (!good || length >= sizeof r->numbers[i]))
        return format_fail(message, 0, "%s of <resolution> needs a whole number from %d to %d, not '%.60s'",
                           entry->name, WINDOW_SIDE_LEAST, WINDOW_SIDE_MOST, entry->value);
    if (!good || length >= sizeof r->numbers[i])
        return format_fail(message, 0, "%s needs a number%s, not '%.60s'", entry->name, size ? " above 0" : "",
                           entry->value);
    memcpy(r->numbers[i], entry->value, length + 1);
    *(window ? &r->window_line : &r->world_line) = entry->line;
    return true;
}

static bool take(void *context, const config_entry *entry, format_message *message)
{
    reading *r = context;
    const config_known *what = entry->known;
    bool good = true;
    if (what == NULL)
        good = take_option(r, entry, message);
    else if (what - known < NUMBERS)
        good = take_number(r, entry, message);
    else if (what->meaning != NULL && what->meaning[0] != '=')
        good = set_named(r, what, entry->name, entry->value, message);
    else if (what->meaning == NULL || strcmp(what->meaning + 1, entry->value) != 0)
        good = pass_over(r, what);
    if (!good)
        message->line = entry->line;
    return good;
}

// Sets an option to some of the numbers, all from `first` to `last`. `what` they are: "the world".
static bool set_numbers(reading *r, const char *what, const char *name, size_t first, size_t last,
                        format_message *message)
{
    const option *o = option_find(r->options, name, strlen(name));
    int separator = o != NULL && o->kind == OPTION_FLOATS && o->separator != 0 ? o->separator : ',';
    char text[WORLD_NUMBERS * sizeof r->numbers[0]], shown[80];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", r->numbers[first]);
    for (size_t i = first + 1; i <= last; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%c%s", separator, r->numbers[i]);
    snprintf(shown, sizeof shown, "%s from %s to %s", what, known[first].attribute, known[last].attribute);
    const config_known named = { known[first].path, "value", name };
    return set_named(r, &named, shown, text, message);
}

// Are all the numbers there from `first` to `last`, of which one is in that line?
static bool has_numbers(const reading *r, size_t first, size_t last, const char *others, size_t line,
                        format_message *message)
{
    for (size_t i = first; i <= last; i++)
        if (r->numbers[i][0] == 0)
            return format_fail(message, line, "%s is missing beside the other%s", known[i].attribute, others);
    return true;
}

// The four numbers together are one option, or two in a command that has an origin apart from the world.
static bool finish_world(reading *r, format_message *message)
{
    if (r->world_line == 0)
        return true;
    if (!has_numbers(r, 0, WORLD_NUMBERS - 1, " three of the world", r->world_line, message))
        return false;
    const char *what = "the world";
    bool apart = option_find(r->options, "origin", strlen("origin")) != NULL;
    bool good = apart ? set_numbers(r, what, "origin", 0, 1, message) && set_numbers(r, what, "world", 2, 3, message)
                      : set_numbers(r, what, "world", 0, 3, message);
    if (!good)
        message->line = r->world_line;
    return good;
}

static bool finish_window(reading *r, format_message *message)
{
    if (r->window_line == 0)
        return true;
    bool good = has_numbers(r, WORLD_NUMBERS, NUMBERS - 1, " side of the window", r->window_line, message) &&
                set_numbers(r, "the window", "window", WORLD_NUMBERS, NUMBERS - 1, message);
    if (!good)
        message->line = r->window_line;
    return good;
}

bool options_read(const option *options, byte_source *from, config_file *file, void *settings, uint64_t given)
{
    reading r = { .options = options, .settings = settings, .file = file, .given = given };
    format_message message = { 0 };
    file->passed[0] = 0;
    file->given = 0;
    bool good =
        config_read(from, known, take, &r, &message) && finish_world(&r, &message) && finish_window(&r, &message);
    if (!good)
        complain_at(file->path, message.line, "%s", message.text);
    return good;
}

static bool read_file(const option *options, config_file *config, void *settings, uint64_t given)
{
    FILE *file = fopen(config->path, "rb");
    if (file == NULL) {
        complain_at(config->path, 0, "%s", strerror(errno));
        return false;
    }
    byte_source from;
    source_from_file(&from, file);
    bool good = options_read(options, &from, config, settings, given);
    source_end(&from);
    fclose(file);
    if (good && config->passed[0] != 0 && !config->quiet)
        note_at(config->path, "ignored settings: %s", config->passed);
    return good;
}

bool options_configure(const option *options, void *settings, uint64_t given)
{
    for (const option *o = options; o->name != NULL; o++) {
        config_file *file = (config_file *)(void *)((char *)settings + o->offset);
        if (o->kind == OPTION_CONFIG && file->path != NULL)
            return read_file(options, file, settings, given);
    }
    return true;
}

void config_file_free(config_file *file)
{
    for (size_t i = 0; i < file->count; i++)
        free(file->texts[i]);
    free(file->texts);
    *file = (config_file){ 0 };
}
