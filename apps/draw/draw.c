// quadrille draw: a picture of the tree that a file makes.
#include "draw.h"

#include "corners.h"
#include "items.h"
#include "picture_png.h"
#include "same_file.h"
#include "structure.h"
#include "tree_options.h"
#include "tree_picture.h"

#include <string.h>

enum { DRAW_FORMS = OUTPUT_SVG | OUTPUT_PNG };

typedef struct settings {
    input in;
    tree_shape shape;
    const char *path;
    float_list query, view;
    int structure; // a place in structure_names
    bool overlapping, tree;
} settings;

// A number of the user's: of doubles as it is, otherwise the nearest float.
static double number_of(const settings *set, const float_list *list, int i)
{
    return set->in.exact ? list->exact[i] : (double)list->values[i];
}

static qd_box list_box(const settings *set, const float_list *list)
{
    return (qd_box){ { number_of(set, list, 0), number_of(set, list, 1) },
                     { number_of(set, list, 2), number_of(set, list, 3) } };
}

static output_form form_of(const char *path)
{
    return output_form_of(path, DRAW_FORMS, OUTPUT_SVG);
}

static status build_and_draw(items *list, const settings *set)
{
    qd_tree *tree = items_tree(list, &set->in, tree_shape_def(&set->shape));
    if (tree == NULL)
        return STATUS_FAILED;
    const char *file = set->in.file, *slash = strrchr(file, '/');
    const char *name = slash != NULL && slash[1] != 0 ? slash + 1 : file;
    picture_options picture = {
        .title = strcmp(file, "-") == 0 ? "standard input" : name,
        .has_view = set->view.count > 0,
        .view = list_box(set, &set->view),
        .has_query = set->query.count > 0,
        .query = list_box(set, &set->query),
        .structure = set->structure,
        .tree = set->tree,
        .mark_overlapping = set->overlapping,
        .edges = set->in.edges == QD_OPEN ? QD_OPEN : QD_CLOSED,
        .exact = set->in.exact,
        .down = list->down,
    };
    status result = STATUS_FAILED;
    output out;
    if (form_of(set->path) == OUTPUT_PNG)
        result = picture_write_png(set->path, tree, &picture) ? STATUS_DONE : STATUS_FAILED;
    else if (output_open(&out, set->path))
        result = output_finish(&out, picture_put_svg(&out, tree, &picture) ? STATUS_DONE : STATUS_FAILED);
    items_tree_free(list, tree);
    return result;
}

static const char *wrong_numbers(const settings *set)
{
    const qd_box q = list_box(set, &set->query), v = list_box(set, &set->view);
    if (set->query.count > 0 && corners_inverted(q))
        return corners_across(q) ? "--query needs its lower corner first" CORNERS_TWICE
                                 : "--query needs its lower corner first";
    if (set->view.count > 0 && corners_across(v))
        return "--view needs its lower corner first, and some extent" CORNERS_TWICE;
    if (set->view.count == 0 || (v.min.x < v.max.x && v.min.y < v.max.y))
        return NULL;
    const double *given = set->view.exact;
    return given[0] < given[2] && given[1] < given[3]
               ? "--view has no extent in floats, to which its numbers are rounded"
               : "--view needs its lower corner first, and some extent";
}

static const char *wrong_settings(const settings *set)
{
    if (set->path == NULL)
        return "-o FILE is missing: where the picture goes";
    if (form_of(set->path) == OUTPUT_PNG && !picture_png_there)
        return "this program was built without libpng (Debian: libpng-dev): -o needs a name that ends with .svg";
    if (set->structure > 0 && set->query.count > 0)
        return "--query shows a search of the library's quadtree, so it needs --structure quadtree";
    if (set->structure > 0 && (set->shape.capacity > 0 || set->shape.depth > 0))
        return "--capacity and --depth are for --structure quadtree";
    // Before FILE is read it is not known whether it holds doubles: what is wrong for floats and for doubles.
    settings floats = *set, doubles = *set;
    floats.in.exact = false;
    doubles.in.exact = true;
    const char *wrong = wrong_numbers(&doubles);
    return wrong != NULL && wrong_numbers(&floats) != NULL ? wrong : NULL;
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&draw_command, argc, argv, &set, &result))
        return result;
    if (command_refuses(&draw_command, wrong_settings(&set)))
        return STATUS_USAGE;
    if (spoils_input("-o", set.path, set.in.file) || spoils_output("-o", set.path, "--bad-rows", set.in.bad_rows))
        return STATUS_USAGE;
    items list;
    kept_digits asked;
    options_count_digits(draw_command.options, &set, &asked);
    set.in.asked = &asked;
    result = items_read(&list, &set.in);
    // Do the numbers fit the precision that FILE has turned out to have?
    if (result == STATUS_DONE && ((!set.in.exact && !options_keep_to_floats(draw_command.options, &set)) ||
                                  command_refuses(&draw_command, wrong_numbers(&set))))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = build_and_draw(&list, &set);
    items_free(&list);
    return result;
}

static const option options[] = {
    { OPTION("output", 'o', settings, path), TAKES_OUTPUT("FILE", DRAW_FORMS),
      .help = "where the picture goes: FILE.svg, or FILE.png; - is SVG\non standard output" },
    { OPTION("query", 0, settings, query), TAKES_FLOATS("X0,Y0,X1,Y1", 4), .infinite = true, .doubles = true,
      .help = "show this window, the nodes that a search from the\nroot looks into, and what it finds" },
    { OPTION("structure", 0, settings, structure),
      TAKES_CHOICE("quadtree|contained|leaves|grid|kd|rtree|aabb", structure_names),
      .help = "whose cells to draw: those of the library's quadtree\n(default); contained, a box in the smallest node "
              "that\nholds it whole; leaves, a box in every leaf that it\ntouches; grid; kd, rtree, aabb: a k-d tree, "
              "an R-tree,\n"
              "a tree of bounding boxes" },
    { OPTION("tree", 0, settings, tree), TAKES_NOTHING,
      .help = "beside the plane, the nodes as a diagram: a column for\neach depth, children in the order NW NE SW SE, "
              "with\nthe number of items in each node" },
    { OPTION("overlapping", 0, settings, overlapping), TAKES_NOTHING,
      .help = "set off the items that overlap another" },
    { OPTION("view", 0, settings, view), TAKES_FLOATS("X0,Y0,X1,Y1", 4), .doubles = true,
      .help = "what the picture shows (default: most items, without\nthe farthest)" },
    TREE_OPTIONS(settings, shape),
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
    MAP_OPTIONS(settings, in),
    PRECISION_OPTIONS(settings, in),
    { 0 },
};

const command draw_command = {
    .name = "draw",
    .summary = "a picture of the tree (SVG, PNG)",
    .description = "Draws the tree of FILE as SVG or PNG: its items, and its nodes, deeper ones darker.\n"
                   "X grows to the right, Y upwards, or downwards where FILE is a map.\n\n" FILE_HELP,
    .example = "quadrille draw boxes.csv -o boxes.svg --query 0,0,10,10",
    .operand = "FILE",
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
