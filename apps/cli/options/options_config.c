// A configuration is a second source of options: its settings go through the same table as the command line's, and are
// complained about the same way, with file and line.
#include "number.h"
#include "option_value.h"
#include "report.h"

#include <config.h>
#include <errno.h>
#include <grow.h>
#include <stdlib.h>
#include <string.h>

#define QUADTREE "config/collision/quadtree"

// The four numbers of the world come first, in the order in which the option takes them.
enum { WORLD_NUMBERS = 4 };
static const config_known known[] = {
    { QUADTREE, "qt_x" },     { QUADTREE, "qt_y" },  { QUADTREE, "qt_width" }, { QUADTREE, "qt_height" },
    { QUADTREE, "capacity" }, { QUADTREE, "depth" }, { NULL, NULL },
};

typedef struct reading {
    const option *options;
    void *settings;
    config_file *file;
    uint64_t given, here;          ///< By the place in the table: on the command line; in the file.
    char world[WORLD_NUMBERS][64]; ///< "" where the file has said nothing yet.
    size_t world_line;
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
    if (o->kind == OPTION_CONFIG)
        return format_fail(message, 0, "%s cannot name another file", shown);
    if (o->kind == OPTION_FLAG) {
        bool yes = strcmp(text, "true") == 0;
        if (!yes && strcmp(text, "false") != 0)
            return format_fail(message, 0, "%s needs true or false, not '%.60s'", shown, text);
        *(bool *)target = yes;
        return true;
    }
    if (o->kind == OPTION_TEXT) {
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

// What the quadtree element sets, by the name of its option.
static bool set_named(reading *r, const char *name, const char *shown, const char *text, format_message *message)
{
    const option *o = option_find(r->options, name, strlen(name));
    if (o == NULL)
        return format_fail(message, 0, "%s sets --%s, an option that this command does not have", shown, name);
    return set(r, o, shown, text, message);
}

static bool take_world_number(reading *r, const config_entry *entry, format_message *message)
{
    size_t i = (size_t)(entry->known - known);
    double value = 0;
    bool size = i >= 2, good = number_double(entry->value, &value) == NUMBER_OK && (!size || value > 0);
    if (r->world[i][0] != 0)
        return format_fail(message, 0, "%s is given twice", entry->name);
    size_t length = strlen(entry->value);
    if (!good || length >= sizeof r->world[i])
        return format_fail(message, 0, "%s needs a number%s, not '%.60s'", entry->name, size ? " above 0" : "",
                           entry->value);
    memcpy(r->world[i], entry->value, length + 1);
    r->world_line = entry->line;
    return true;
}

static bool take(void *context, const config_entry *entry, format_message *message)
{
    reading *r = context;
    bool good = false;
    if (entry->known == NULL)
        good = take_option(r, entry, message);
    else if (entry->known - known < WORLD_NUMBERS)
        good = take_world_number(r, entry, message);
    else
        good = set_named(r, entry->name, entry->name, entry->value, message);
    if (!good)
        message->line = entry->line;
    return good;
}

// Some of the world's numbers as an option needs them, all from `first` to `last`.
static bool set_numbers(reading *r, const char *name, size_t first, size_t last, format_message *message)
{
    const option *o = option_find(r->options, name, strlen(name));
    int separator = o != NULL && o->kind == OPTION_FLOATS && o->separator != 0 ? o->separator : ',';
    char text[WORLD_NUMBERS * sizeof r->world[0]], shown[80];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", r->world[first]);
    for (size_t i = first + 1; i <= last; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%c%s", separator, r->world[i]);
    snprintf(shown, sizeof shown, "the world from %s to %s", known[first].attribute, known[last].attribute);
    return set_named(r, name, shown, text, message);
}

// The four numbers together are one option, or two in a command that has an origin apart from the world.
static bool finish_world(reading *r, format_message *message)
{
    if (r->world_line == 0)
        return true;
    for (size_t i = 0; i < WORLD_NUMBERS; i++)
        if (r->world[i][0] == 0)
            return format_fail(message, r->world_line, "%s is missing beside the other three of the world",
                               known[i].attribute);
    bool apart = option_find(r->options, "origin", strlen("origin")) != NULL;
    bool good = apart ? set_numbers(r, "origin", 0, 1, message) && set_numbers(r, "world", 2, 3, message)
                      : set_numbers(r, "world", 0, 3, message);
    if (!good)
        message->line = r->world_line;
    return good;
}

bool options_read(const option *options, byte_source *from, config_file *file, void *settings, uint64_t given)
{
    reading r = { .options = options, .settings = settings, .file = file, .given = given };
    format_message message = { 0 };
    bool good = config_read(from, known, take, &r, &message) && finish_world(&r, &message);
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
