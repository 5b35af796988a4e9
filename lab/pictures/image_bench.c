// quadrille image bench: how good pictures are for their size, beside JPEG, WebP and plain quadtrees.
#include "image_bench.h"
#include "limit_option.h"
#include "output.h"
#include "picture_file.h"
#include "progress.h"
#include "rate_report.h"
#include "samples.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct settings {
    const char *folder, *output;
    bool drawn, quiet;
    int64_t limit;
} settings;

static const option options[] = {
    { OPTION("output", 'o', settings, output), TAKES_TEXT("FOLDER"),
      .help =
          "write pictures.md and pictures.svg into this existing folder\n(default: the tables to standard output)" },
    { OPTION("drawn", 0, settings, drawn), TAKES_NOTHING,
      .help = "also two generated pictures: slopes of colour, and lines" },
    QUIET_OPTION(settings, quiet),
    LIMIT_OPTION(settings, limit),
    { .name = NULL },
};

typedef struct bench {
    rate_picture *pictures;
    size_t count, room, total; ///< `total`: how many there will be.
    progress shown;
    uint64_t steps;
} bench;

static void step(void *context)
{
    bench *self = context;
    progress_step(&self->shown, self->steps++, (uint64_t)self->total * RATES);
}

static bool out_of_memory(void)
{
    complain("%s", strerror(ENOMEM));
    return false;
}

// JPEG and WebP know no alpha, or another one.
static void drop_alpha(pixels *picture)
{
    const uint32_t channels = picture->size.channels, kept = channels - 1;
    if (channels % 2 == 1)
        return;
    const size_t count = (size_t)picture->size.width * picture->size.height;
    for (size_t i = 0; i < count; i++)
        memmove(picture->bytes + i * kept, picture->bytes + i * channels, kept);
    picture->size.channels = kept;
}

static bool measure(bench *self, const char *name, pixels *picture)
{
    if (self->count == self->room) {
        const size_t room = self->room > 0 ? 2 * self->room : 16;
        rate_picture *more = realloc(self->pictures, room * sizeof *more);
        if (more == NULL)
            return out_of_memory();
        self->pictures = more;
        self->room = room;
    }
    rate_picture *into = &self->pictures[self->count];
    *into = (rate_picture){ .width = 0 };
    const size_t length = strcspn(name, ".");
    memcpy(into->name, name, length < RATE_NAME ? length : RATE_NAME - 1);
    drop_alpha(picture);
    if (!rate_measure(picture, into, step, self))
        return out_of_memory();
    self->count++;
    return true;
}

// Said before the work, not after it.
static bool is_folder(const char *path)
{
    DIR *open = opendir(path);
    if (open == NULL) {
        complain_at(path, 0, "cannot write there: %s", strerror(errno));
        return false;
    }
    closedir(open);
    return true;
}

static bool is_picture(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot != NULL && dot != entry->d_name &&
           (strcasecmp(dot, ".png") == 0 || strcasecmp(dot, ".jpg") == 0 || strcasecmp(dot, ".jpeg") == 0);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names of a folder's pictures in order, each of malloc. False: complained.
static bool list(const char *folder, char ***names, size_t *count)
{
    DIR *open = opendir(folder);
    *names = NULL;
    *count = 0;
    if (open == NULL) {
        complain_at(folder, 0, "cannot read: %s", strerror(errno));
        return false;
    }
    bool good = true;
    for (struct dirent *entry = readdir(open); good && entry != NULL; entry = readdir(open)) {
        if (!is_picture(entry))
            continue;
        char **more = realloc(*names, (*count + 1) * sizeof *more);
        char *name = strdup(entry->d_name);
        if (more != NULL)
            *names = more;
        good = more != NULL && name != NULL;
        if (good)
            (*names)[(*count)++] = name;
        else
            free(name);
    }
    closedir(open);
    if (!good)
        return out_of_memory();
    if (*count == 0) {
        complain_at(folder, 0, "it contains no .png or .jpg");
        return false;
    }
    qsort(*names, *count, sizeof **names, compare_names);
    return true;
}

static status measure_file(bench *self, const char *folder, const char *name, uint64_t limit)
{
    char *path = picture_path(folder, name);
    if (path == NULL)
        return STATUS_FAILED;
    pixels picture;
    status result = picture_read_source(&picture, path, limit);
    if (result == STATUS_DONE && !measure(self, name, &picture))
        result = STATUS_FAILED;
    pixels_free(&picture);
    free(path);
    return result;
}

static status measure_drawn(bench *self)
{
    for (const sample *s = samples; s->name != NULL; s++) {
        pixels picture;
        if (!s->draw(&picture))
            return STATUS_FAILED;
        const bool good = measure(self, s->name, &picture);
        pixels_free(&picture);
        if (!good)
            return STATUS_FAILED;
    }
    return STATUS_DONE;
}

static status write_part(const settings *set, const char *name, const bench *self,
                         void (*put_part)(output *out, const rate_picture *pictures, size_t count))
{
    char *path = picture_path(set->output, name);
    if (path == NULL)
        return STATUS_FAILED;
    output out;
    status result = STATUS_FAILED;
    if (output_open(&out, path)) {
        put_part(&out, self->pictures, self->count);
        result = output_finish(&out, STATUS_DONE);
    }
    free(path);
    return result;
}

static status report(const settings *set, const bench *self)
{
    if (set->output == NULL) {
        output out = output_standard();
        rate_put_tables(&out, self->pictures, self->count);
        return output_finish(&out, STATUS_DONE);
    }
    const status result = write_part(set, "pictures.md", self, rate_put_tables);
    return result == STATUS_DONE ? write_part(set, "pictures.svg", self, rate_put_plot) : result;
}

static status run(int argc, char **argv)
{
    settings set = { 0 };
    status result = STATUS_DONE;
    if (!command_parse(&image_bench_command, argc, argv, &set, &result))
        return result;
    if (set.folder == NULL && !set.drawn) {
        complain("image bench: FOLDER is missing: say where pictures are, or --drawn");
        return STATUS_USAGE;
    }
    if (set.folder == NULL && set.limit > 0) {
        complain("image bench: --limit-memory is about reading pictures, so it needs FOLDER");
        return STATUS_USAGE;
    }
    if (set.output != NULL && !is_folder(set.output))
        return STATUS_USAGE;
    char **names = NULL;
    size_t count = 0;
    bench self = { .shown = progress_begin("measuring") };
    result = set.folder == NULL || list(set.folder, &names, &count) ? STATUS_DONE : STATUS_USAGE;
    self.total = count + (set.drawn ? 2 : 0);
    for (size_t i = 0; result == STATUS_DONE && i < count; i++)
        result = measure_file(&self, set.folder, names[i], (uint64_t)set.limit);
    if (result == STATUS_DONE && set.drawn)
        result = measure_drawn(&self);
    progress_end(&self.shown);
    if (result == STATUS_DONE)
        result = report(&set, &self);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    free(self.pictures);
    return result;
}

const command image_bench_command = {
    .name = "image bench",
    .summary = "the quality of pictures for their size, beside JPEG and WebP",
    .description = "Encodes the pictures of a folder at five sizes, by Quadrille's codec and by its rivals, and\n"
                   "prints their quality and speed.",
    .example = "quadrille image bench photographs -o out",
    .operand = "FOLDER",
    .optional = true,
    .operand_offset = offsetof(settings, folder),
    .options = options,
    .run = run,
};
