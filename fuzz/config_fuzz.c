// Any bytes as a configuration, for the options of `quadrille demo` and for a table with one of each kind. What is
// accepted has values that are allowed, the same when it is read again, and none where the command line has given one;
// what is refused has a complaint.
#include "entry.h"
#include "quiet.h"

#include <math.h>
#include <option_value.h>
#include <settings.h>
#include <string.h>

typedef struct every_kind {
    bool flag;
    int64_t number, capacity, depth, bytes;
    float real, endless;
    float_list world, pair;
    const char *text, *file;
    int choice;
    config_file config;
} every_kind;

static const char *const choices[] = { "one", "two", "three", NULL };

static const option table[] = {
    { .name = "flag", .kind = OPTION_FLAG, .offset = offsetof(every_kind, flag) },
    { .name = "number",
      .kind = OPTION_INT,
      .offset = offsetof(every_kind, number),
      .value = "N",
      .least = -5,
      .most = 5 },
    { .name = "capacity", .kind = OPTION_INT, .offset = offsetof(every_kind, capacity), .value = "N", .most = 4096 },
    { .name = "depth", .kind = OPTION_INT, .offset = offsetof(every_kind, depth), .value = "N", .most = INT64_MAX },
    { .name = "real",
      .kind = OPTION_FLOAT,
      .offset = offsetof(every_kind, real),
      .value = "R",
      .low = -1,
      .high = 1e9f },
    { .name = "endless",
      .kind = OPTION_FLOAT,
      .offset = offsetof(every_kind, endless),
      .value = "R",
      .high = INFINITY,
      .infinite = true },
    { .name = "world", .kind = OPTION_FLOATS, .offset = offsetof(every_kind, world), .value = "X,Y,W,H", .count = 4 },
    { .name = "pair",
      .kind = OPTION_FLOATS,
      .offset = offsetof(every_kind, pair),
      .value = "AxB",
      .count = 2,
      .separator = 'x',
      .infinite = true },
    { .name = "text", .kind = OPTION_TEXT, .offset = offsetof(every_kind, text), .value = "TEXT" },
    { .name = "bytes", .kind = OPTION_SIZE, .offset = offsetof(every_kind, bytes), .value = "SIZE" },
    { .name = "file",
      .kind = OPTION_OUTPUT,
      .offset = offsetof(every_kind, file),
      .value = "FILE",
      .forms = OUTPUT_SVG | OUTPUT_INDEX },
    { .name = "choice",
      .kind = OPTION_CHOICE,
      .offset = offsetof(every_kind, choice),
      .value = "NAME",
      .choices = choices },
    { .name = "config", .kind = OPTION_CONFIG, .offset = offsetof(every_kind, config), .value = "FILE" },
    { 0 },
};

typedef union settings {
    every_kind every;
    demo_settings demo;
} settings;

static bool is_text(const option *o)
{
    return o->kind == OPTION_TEXT || o->kind == OPTION_OUTPUT;
}

static bool allowed_floats(const option *o, const float_list *list)
{
    bool good = list->count == 0 || list->count == o->count;
    for (int i = 0; i < list->count; i++)
        good = good && (o->infinite ? !isnan(list->values[i]) : isfinite(list->values[i]));
    return good;
}

static bool allowed_choice(const option *o, int choice)
{
    int count = 0;
    while (o->choices[count] != NULL)
        count++;
    return choice >= 0 && choice < count;
}

static bool allowed(const option *o, const void *value)
{
    const char *text = NULL;
    switch (o->kind) {
    case OPTION_SIZE:
        return *(const int64_t *)value >= 0;
    case OPTION_INT:
        return *(const int64_t *)value >= o->least && *(const int64_t *)value <= o->most;
    case OPTION_FLOAT:
        return (double)*(const float *)value >= o->low && (double)*(const float *)value <= o->high;
    case OPTION_DOUBLE:
        return *(const double *)value >= o->low && *(const double *)value <= o->high;
    case OPTION_FLOATS:
        return allowed_floats(o, value);
    case OPTION_CHOICE:
        return allowed_choice(o, *(const int *)value);
    case OPTION_TEXT:
    case OPTION_OUTPUT:
        text = *(const char *const *)value;
        return text == NULL || *text != 0;
    case OPTION_FLAG:
    case OPTION_CONFIG:
    case OPTION_REFUSED:
        break;
    }
    return true;
}

static size_t size_of(const option *o)
{
    switch (o->kind) {
    case OPTION_FLAG:
        return sizeof(bool);
    case OPTION_INT:
    case OPTION_SIZE:
        return sizeof(int64_t);
    case OPTION_FLOAT:
        return sizeof(float);
    case OPTION_DOUBLE:
        return sizeof(double);
    case OPTION_FLOATS:
        return sizeof(float_list);
    case OPTION_CHOICE:
        return sizeof(int);
    case OPTION_TEXT:
    case OPTION_OUTPUT:
    case OPTION_CONFIG:
    case OPTION_REFUSED:
        break;
    }
    return 0;
}

// Two settings that came of the same bytes: texts are alike, not in the same place.
static bool alike(const option *o, const void *a, const void *b)
{
    if (!is_text(o))
        return memcmp(a, b, size_of(o)) == 0;
    const char *one = *(const char *const *)a, *other = *(const char *const *)b;
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

static config_file *config_of(const option *options, settings *all)
{
    return options == table ? &all->every.config : &all->demo.config;
}

static bool read_config(const option *options, settings *all, uint64_t given, const uint8_t *data, size_t size)
{
    byte_source from;
    source_from_bytes(&from, data, size);
    config_file *file = config_of(options, all);
    file->path = "input";
    bool good = options_read(options, &from, file, all, given);
    source_end(&from);
    demand(good == (quiet_complaints() == 0), "there is a complaint if it is refused, and none if not");
    return good;
}

static void try_table(const option *options, const settings *usual, const uint8_t *data, size_t size)
{
    settings all = *usual, again = *usual, given = *usual;
    bool good = read_config(options, &all, 0, data, size);
    demand(read_config(options, &again, 0, data, size) == good, "it is accepted or refused whenever it is read");
    demand(read_config(options, &given, UINT64_MAX, data, size) == good, "whatever the command line has given");
    for (const option *o = options; o->name != NULL; o++) {
        const char *value = (const char *)&all + o->offset, *twin = (const char *)&again + o->offset;
        bool untouched = !is_text(o) && memcmp(value, (const char *)usual + o->offset, size_of(o)) == 0;
        demand(!good || untouched || allowed(o, value), "every value is allowed");
        demand(!good || alike(o, value, twin), "it reads the same again");
        demand(alike(o, (const char *)&given + o->offset, (const char *)usual + o->offset), "the command line wins");
    }
    config_file_free(config_of(options, &all));
    config_file_free(config_of(options, &again));
    config_file_free(config_of(options, &given));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    settings usual;
    memset(&usual, 0, sizeof usual);
    try_table(table, &usual, data, size);
    memset(&usual, 0, sizeof usual);
    usual.demo = demo_settings_default();
    try_table(demo_options, &usual, data, size);
    return 0;
}
