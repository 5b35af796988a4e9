// quadrille image art: a picture as few cells, as PNG, SVG or a GIF in which they split.
#include "animation.h"
#include "art_draw.h"
#include "frame_names.h"
#include "ground.h"
#include "image_commands.h"
#include "limit_option.h"
#include "output.h"
#include "picture_file.h"
#include "progress.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *file, *output, *frames, *ground;
    int64_t cells, smallest, scale, border, steps, limit;
    double weight;
    int shape; ///< An art_shape.
    bool quiet;
} settings;

static const char *const shapes[] = { "square", "circle", "rounded", NULL };

enum { ART_FORMS = OUTPUT_PNG | OUTPUT_SVG | OUTPUT_GIF };

static const option options[] = {
    { OPTION("output", 'o', settings, output), TAKES_OUTPUT("FILE", ART_FORMS),
      .help =
          "where to draw: FILE.png, FILE.svg, or FILE.gif, which shows\nthe splitting; - is a PNG on standard output" },
    { OPTION("frames", 0, settings, frames), TAKES_TEXT("FOLDER"),
      .help = "the pictures of the splitting as PNG, into an existing folder" },
    { OPTION("cells", 'n', settings, cells), TAKES_INT("N", 1, 10000000), .help = "at most so many (default 1000)" },
    { OPTION("shape", 's', settings, shape), TAKES_CHOICE("square|circle|rounded", shapes),
      .help = "(default square)" },
    { OPTION("border", 0, settings, border), TAKES_INT("W", 0, 1000), .help = "pixels between cells (default 1)" },
    { OPTION("ground", 0, settings, ground), TAKES_TEXT("RRGGBB"), .help = "the colour behind (default 000000)" },
    { OPTION("scale", 0, settings, scale), TAKES_INT("S", 1, 64),
      .help = "pixels drawn for one of the picture's, each way (default 1)" },
    { OPTION("smallest", 0, settings, smallest), TAKES_INT("PIXELS", 1, QD_IMAGE_LONGEST),
      .help = "the shortest side of a cell, in the picture's pixels\n(default 4)" },
    { OPTION("weight", 0, settings, weight), TAKES_DOUBLE("P", 0, 4),
      .help = "the cell with the largest contrast times area^P is split\n"
              "next: 0.5 is the squared error, less makes finer details\n"
              "(default 0.25)" },
    { OPTION("steps", 0, settings, steps), TAKES_INT("K", 2, 10000), .help = "pictures of the splitting (default 60)" },
    QUIET_OPTION(settings, quiet),
    LIMIT_OPTION(settings, limit),
    { .name = NULL },
};

// 0: no file is wanted.
static output_form form_of(const char *path)
{
    return path != NULL ? output_form_of(path, ART_FORMS, OUTPUT_PNG) : 0;
}

// How many cells the picture of a step has: the same factor more each time.
static uint32_t cells_at(const art_cells *cells, int64_t step, int64_t steps)
{
    uint32_t first = 0;
    while (first < cells->count && cells->cells[first].born == cells->cells[0].born)
        first++;
    const double factor = pow((double)cells->alive / first, (double)step / (double)(steps - 1));
    return step == steps - 1 ? cells->alive : (uint32_t)lround(first * factor);
}

static frame_names frames_of(const settings *set)
{
    return (frame_names){ set->frames, "", 5, ".png", 1, 1, set->steps };
}

// All steps: into a folder, into a GIF, or both.
static status draw_steps(const settings *set, const art_cells *cells, const art_look *look, pixels *drawn,
                         animation *film)
{
    enum { SHOWN = 10, LAST_SHOWN = 200 }; // hundredths of a second
    progress p = progress_begin("drawing");
    bool good = true;
    uint32_t before = 0;
    for (int64_t step = 0; good && step < set->steps; step++) {
        const uint32_t count = cells_at(cells, step, set->steps);
        art_draw(drawn, cells, look, before, count);
        before = count;
        if (set->frames != NULL) {
            char path[FRAME_PATH];
            const frame_names names = frames_of(set);
            good = frame_path(&names, step + 1, path) && pixels_write_png(drawn, path);
        }
        if (good && film != NULL)
            good = animation_add(film, drawn, step + 1 < set->steps ? SHOWN : LAST_SHOWN);
        progress_step(&p, (uint64_t)step + 1, (uint64_t)set->steps);
    }
    progress_end(&p);
    return good ? STATUS_DONE : STATUS_FAILED;
}

static status draw_film(const settings *set, const art_cells *cells, const art_look *look, pixels *drawn)
{
    if (form_of(set->output) != OUTPUT_GIF)
        return draw_steps(set, cells, look, drawn, NULL);
    palette *colors = calloc(1, sizeof *colors);
    if (colors == NULL) {
        complain_at(set->output, 0, "%s", strerror(ENOMEM));
        return STATUS_FAILED;
    }
    palette_add(colors, look->ground, (uint64_t)drawn->size.width * drawn->size.height);
    for (size_t i = 0; i < cells->count; i++) {
        const art_cell *cell = &cells->cells[i];
        const uint8_t color[3] = { light_sample(cell->color.red), light_sample(cell->color.green),
                                   light_sample(cell->color.blue) };
        palette_add(colors, color, (uint64_t)(cell->right - cell->left) * (cell->bottom - cell->top));
    }
    palette_make(colors);
    animation *film = animation_begin(set->output, &drawn->size, colors);
    status result = STATUS_FAILED;
    if (film != NULL)
        result = animation_end(film, draw_steps(set, cells, look, drawn, film));
    free(colors);
    return result;
}

static status draw(const settings *set, const art_cells *cells, const qd_image_size *size, const art_look *look)
{
    const output_form form = form_of(set->output);
    status result = STATUS_DONE;
    if (form == OUTPUT_SVG) {
        output out;
        if (!output_open(&out, set->output))
            return STATUS_FAILED;
        art_put_svg(&out, cells, size, look);
        result = output_finish(&out, STATUS_DONE);
    }
    if (result != STATUS_DONE || (form == OUTPUT_SVG && set->frames == NULL))
        return result;
    const qd_image_size drawn_size = art_drawn_size(size, look);
    pixels drawn;
    result = pixels_make(&drawn, set->output != NULL ? set->output : set->frames, &drawn_size);
    if (result != STATUS_DONE)
        return result;
    if (form == OUTPUT_GIF || set->frames != NULL)
        result = draw_film(set, cells, look, &drawn);
    else
        art_draw(&drawn, cells, look, 0, cells->alive);
    if (result == STATUS_DONE && form == OUTPUT_PNG && !pixels_write_png(&drawn, set->output))
        result = STATUS_FAILED;
    pixels_free(&drawn);
    return result;
}

static status art(const settings *set, const pixels *picture, const art_look *look)
{
    const art_plan plan = {
        .cells = (uint32_t)set->cells,
        .smallest = (uint32_t)set->smallest,
        .weight = set->weight,
        .ground = { light_of(look->ground[0]), light_of(look->ground[1]), light_of(look->ground[2]) },
    };
    art_cells cells;
    if (!art_split(&cells, picture, &plan)) {
        complain_at(set->file, 0, "not enough memory; ask for fewer cells");
        return STATUS_FAILED;
    }
    if (cells.alive + 3 <= plan.cells)
        note_at(set->file, "no more than %u: other cells would be of one colour, or have a side below %u (--smallest)",
                cells.alive, plan.smallest);
    const status result = draw(set, &cells, &picture->size, look);
    art_free(&cells);
    return result;
}

static bool settings_are_good(settings *set, art_look *look)
{
    if (set->steps > 0 && set->frames == NULL && form_of(set->output) != OUTPUT_GIF) {
        complain("image art: --steps is about the splitting, so it needs --frames or -o FILE.gif");
        return false;
    }
    set->steps = set->steps > 0 ? set->steps : 60;
    const frame_names frames = frames_of(set);
    if (frames_spoil_input(&frames, set->file) || frames_spoil_output(&frames, "--output", set->output))
        return false;
    if ((set->output != NULL || set->frames == NULL) && !picture_output_is_good(set->output, set->file, "art.png"))
        return false;
    *look = (art_look){ (art_shape)set->shape, (uint32_t)set->scale, (uint32_t)set->border, { 0 } };
    return ground_read(set->ground, look->ground);
}

static status run(int argc, char **argv)
{
    settings set = { .cells = 1000, .smallest = 4, .scale = 1, .border = 1, .weight = 0.25, .ground = "000000" };
    status result = STATUS_DONE;
    if (!command_parse(&image_art_command, argc, argv, &set, &result))
        return result;
    art_look look;
    if (!settings_are_good(&set, &look))
        return STATUS_USAGE;
    light_begin();
    pixels picture;
    result = picture_read_source(&picture, set.file, (uint64_t)set.limit);
    if (result == STATUS_DONE)
        result = art(&set, &picture, &look);
    pixels_free(&picture);
    return result;
}

const command image_art_command = {
    .name = "image art",
    .summary = "a picture as few cells",
    .description = "Draws a PNG or a JPEG as cells of one colour each, many where there is much to see.",
    .example = "quadrille image art photo.png -o art.png --cells 3000 --shape circle",
    .operand = "FILE",
    .operand_offset = offsetof(settings, file),
    .options = options,
    .run = run,
};
