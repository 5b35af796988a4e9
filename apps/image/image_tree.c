// quadrille image tree: the quadtree of a picture's pixels down to a level, as a table and as a picture, or its levels
// one by one.
#include "animation.h"
#include "ground.h"
#include "image_commands.h"
#include "level_draw.h"
#include "limit_option.h"
#include "output.h"
#include "picture_file.h"
#include "progress.h"
#include "same_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *file, *output, *ground;
    int64_t levels;               // -1: all
    int64_t border, scale, strip; // -1, 0, 0: not given
    int64_t limit;
    bool grey, json, quiet;
} settings;

enum { TREE_FORMS = OUTPUT_PNG | OUTPUT_JPEG | OUTPUT_SVG | OUTPUT_GIF };

static const option options[] = {
    { OPTION("output", 'o', settings, output), TAKES_OUTPUT("FILE", TREE_FORMS),
      .help =
          "where to draw the leaves: FILE.png, FILE.jpg, FILE.svg,\nor FILE.gif, which shows the levels one by one; "
          "- is a PNG\non standard output, and then no table" },
    { OPTION("levels", 0, settings, levels), TAKES_INT("K", 0, PIXEL_TREE_DEEPEST),
      .help = "levels below the root at most; each node of level K is\na leaf in its mean colour (default: all)" },
    { OPTION("grey", 0, settings, grey), TAKES_NOTHING,
      .help = "make the picture grey first: 0.299 red + 0.587 green +\n0.114 blue, rounded to the nearest" },
    { OPTION("border", 0, settings, border), TAKES_INT("W", 0, 1000),
      .help = "draw lines of W pixels between leaves (default 0)" },
    { OPTION("ground", 0, settings, ground), TAKES_TEXT("RRGGBB"), .help = "the colour of the lines (default 000000)" },
    { OPTION("scale", 0, settings, scale), TAKES_INT("S", 1, 64),
      .help = "pixels drawn for one of the picture's, each way (default 1)" },
    { OPTION("strip", 0, settings, strip), TAKES_INT("N", 1, PIXEL_TREE_DEEPEST + 1),
      .help = "draw all levels from 0 to K, N in a row" },
    { OPTION("json", 'j', settings, json), TAKES_NOTHING, .help = "print the table as JSON" },
    QUIET_OPTION(settings, quiet),
    LIMIT_OPTION(settings, limit),
    { .name = NULL },
};

static status write_svg(const settings *set, const pixels *picture, const level_look *look, uint32_t level)
{
    const qd_image_size size = level_drawn_size(&picture->size, look, level);
    output out;
    if (size.width == UINT32_MAX || size.height == UINT32_MAX) {
        complain_at(set->output, 0, "the levels side by side are too large: make --scale or --strip smaller");
        return STATUS_USAGE;
    }
    if (!output_open(&out, set->output))
        return STATUS_FAILED;
    level_put_svg(&out, picture, look, level);
    return output_finish(&out, STATUS_DONE);
}

static void add_color(void *context, const pixel_node *node)
{
    palette_add(context, node->color, (uint64_t)(node->right - node->left) * (node->bottom - node->top));
}

static status draw_frames(const pixels *picture, const level_look *look, uint32_t level, animation *film, pixels *drawn)
{
    enum { SHOWN = 80, LAST_SHOWN = 250 }; // hundredths of a second
    progress p = progress_begin("drawing");
    bool good = true;
    for (uint32_t k = 0; good && k <= level; k++) {
        level_draw(drawn, picture, look, k);
        good = animation_add(film, drawn, k < level ? SHOWN : LAST_SHOWN);
        progress_step(&p, k + 1, level + 1);
    }
    progress_end(&p);
    return good ? STATUS_DONE : STATUS_FAILED;
}

static status write_film(const settings *set, pixels *picture, const level_look *look, uint32_t level)
{
    if (!pixels_are_opaque(picture)) {
        complain_at(set->output, 0,
                    "a film has no alpha, and the picture is transparent in places; a name that ends with .png keeps "
                    "that");
        return STATUS_FAILED;
    }
    status result = pixels_take_form(picture, set->output, 3);
    if (result != STATUS_DONE)
        return result;
    const qd_image_size size = level_drawn_size(&picture->size, look, level);
    pixels drawn;
    result = pixels_make(&drawn, set->output, &size);
    palette *colors = calloc(1, sizeof *colors);
    if (result == STATUS_DONE && colors == NULL) {
        complain_at(set->output, 0, "%s", strerror(ENOMEM));
        result = STATUS_FAILED;
    }
    if (result == STATUS_DONE) {
        palette_add(colors, look->ground, 1);
        pixel_tree_walk(picture, level, add_color, colors);
        palette_make(colors);
        animation *film = animation_begin(set->output, &size, colors);
        result = film != NULL ? animation_end(film, draw_frames(picture, look, level, film, &drawn)) : STATUS_FAILED;
    }
    free(colors);
    pixels_free(&drawn);
    return result;
}

static status write_pixels(const settings *set, pixels *picture, const level_look *look, uint32_t level,
                           output_form form)
{
    const qd_image_size size = level_drawn_size(&picture->size, look, level);
    status result = STATUS_DONE;
    if (size.channels != picture->size.channels)
        result = pixels_take_form(picture, set->output, size.channels);
    pixels drawn = { 0 };
    if (result == STATUS_DONE)
        result = pixels_make(&drawn, set->output, &size);
    if (result == STATUS_DONE) {
        level_draw(&drawn, picture, look, level);
        result = (form == OUTPUT_JPEG ? pixels_write_jpeg : pixels_write_png)(&drawn, set->output) ? STATUS_DONE
                                                                                                   : STATUS_FAILED;
    }
    pixels_free(&drawn);
    return result;
}

static status draw(const settings *set, pixels *picture, const level_look *look, uint32_t level)
{
    const output_form form = output_form_of(set->output, TREE_FORMS, OUTPUT_PNG);
    if (form == OUTPUT_SVG)
        return write_svg(set, picture, look, level);
    return form == OUTPUT_GIF ? write_film(set, picture, look, level) : write_pixels(set, picture, look, level, form);
}

static double mean_error(const qd_image_size *size, const pixel_level *level)
{
    return (double)level->error / ((double)size->width * size->height * size->channels);
}

// What each level takes and loses.
static void put_table(output *out, const qd_image_size *size, const pixel_level *levels, uint32_t level)
{
    put(out, "level      nodes     leaves      bytes  mean error\n");
    for (uint32_t k = 0; k <= level; k++)
        put(out, "%5u %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %11.3f\n", k, levels[k].nodes, levels[k].leaves,
            levels[k].bytes, mean_error(size, &levels[k]));
}

static void put_json(output *out, const qd_image_size *size, const pixel_level *levels, uint32_t level)
{
    put(out, "{\"width\": %u, \"height\": %u, \"channels\": %u,\n \"levels\": [", size->width, size->height,
        size->channels);
    for (uint32_t k = 0; k <= level; k++)
        put(out,
            "%s\n  {\"level\": %u, \"nodes\": %" PRIu64 ", \"leaves\": %" PRIu64 ", \"bytes\": %" PRIu64
            ", \"mean_error\": %.6f}",
            k > 0 ? "," : "", k, levels[k].nodes, levels[k].leaves, levels[k].bytes, mean_error(size, &levels[k]));
    put(out, "]}\n");
}

static status show(const settings *set, pixels *picture, const level_look *look)
{
    pixel_level levels[PIXEL_TREE_DEEPEST + 1];
    uint32_t level = set->levels >= 0 ? (uint32_t)set->levels : PIXEL_TREE_DEEPEST;
    if (set->grey)
        pixels_make_grey(picture);
    pixel_tree_count(picture, level, levels);
    while (levels[level].nodes == 0)
        level--;
    if (set->levels > (int64_t)level)
        note_at(set->file, "its tree ends at level %u, so --levels %u keeps all of it", level, (unsigned)set->levels);
    status result = STATUS_DONE;
    if (!is_standard_output(set->output)) {
        output out = output_standard();
        (set->json ? put_json : put_table)(&out, &picture->size, levels, level);
        result = output_finish(&out, STATUS_DONE);
    }
    return result == STATUS_DONE && set->output != NULL ? draw(set, picture, look, level) : result;
}

static bool settings_are_good(const settings *set, level_look *look)
{
    const char *drawn = set->border >= 0      ? "border"
                        : set->ground != NULL ? "ground"
                        : set->scale > 0      ? "scale"
                        : set->strip > 0      ? "strip"
                                              : NULL;
    if (set->output == NULL && drawn != NULL) {
        complain("--%s is for a picture: say where it goes, as in -o tree.png", drawn);
        return false;
    }
    if (set->ground != NULL && set->border <= 0 && set->strip == 0) {
        complain("--ground colours what is between leaves or levels: give --border or --strip too");
        return false;
    }
    if (set->json && is_standard_output(set->output)) {
        complain("--json and -o - both need standard output");
        return false;
    }
    if (set->strip > 0 && output_form_of(set->output, TREE_FORMS, OUTPUT_PNG) == OUTPUT_GIF) {
        complain("--strip shows all levels at once and a GIF one by one: give a name that ends with .png, .jpg or "
                 ".svg, or leave out --strip");
        return false;
    }
    *look = (level_look){ .scale = set->scale > 0 ? (uint32_t)set->scale : 1,
                          .border = set->border > 0 ? (uint32_t)set->border : 0,
                          .strip = (uint32_t)set->strip };
    return (set->ground == NULL || ground_read(set->ground, look->ground)) &&
           !spoils_input("--output", set->output, set->file);
}

static status run(int argc, char **argv)
{
    settings set = { .levels = -1, .border = -1 };
    status result = STATUS_DONE;
    if (!command_parse(&image_tree_command, argc, argv, &set, &result))
        return result;
    level_look look;
    if (!settings_are_good(&set, &look))
        return STATUS_USAGE;
    pixels picture;
    result = picture_read_source(&picture, set.file, (uint64_t)set.limit);
    if (result == STATUS_DONE)
        result = show(&set, &picture, &look);
    pixels_free(&picture);
    return result;
}

const command image_tree_command = {
    .name = "image tree",
    .summary = "a picture as the quadtree of its pixels, level by level",
    .description = "Builds the quadtree of a PNG's or a JPEG's pixels: a square splits into four until all\n"
                   "its pixels are the same. Prints for each level down to K what a tree that ends there\n"
                   "takes and loses: its nodes, leaves, bytes and mean error; and draws its leaves.",
    .example = "quadrille image tree photo.png --levels 5 --grey -o level5.png --border 1",
    .operand = "FILE",
    .operand_offset = offsetof(settings, file),
    .options = options,
    .run = run,
};
