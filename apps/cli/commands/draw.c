// quadrille draw: a picture of the tree that a file makes.
#include "command.h"
#include "items.h"
#include "same_file.h"
#include "svg.h"
#include "tree_options.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct settings {
    input in;
    tree_shape shape;
    const char *path;
    float_list query, view;
    bool overlapping;
} settings;

static qd_box list_box(const float_list *list)
{
    const float *v = list->values;
    return (qd_box){ { v[0], v[1] }, { v[2], v[3] } };
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != 0 ? slash + 1 : path;
}

// A box of the user's in the coordinates of the tree inside.
static qd_box list_narrow(const float_list *list, qd_dvec2 origin)
{
    const double *v = list->exact, o[] = { origin.x, origin.y, origin.x, origin.y };
    float f[4];
    for (int i = 0; i < 4; i++)
        f[i] = (float)fmax(-(double)FLT_MAX, fmin(v[i] - o[i], (double)FLT_MAX));
    return (qd_box){ { f[0], f[1] }, { f[2], f[3] } };
}

static void use_doubles(svg_options *picture, const qd_wide *wide, const settings *set)
{
    const double *q = set->query.exact;
    const qd_dvec2 origin = qd_wide_origin(wide);
    picture->wide = wide;
    picture->exact_query = (qd_dbox){ { q[0], q[1] }, { q[2], q[3] } };
    picture->view = list_narrow(&set->view, origin);
    picture->query = list_narrow(&set->query, origin);
}

static status build_and_draw(const items *list, const settings *set)
{
    qd_wide *wide = set->in.exact ? items_wide(list, &set->in, tree_shape_wide(&set->shape)) : NULL;
    qd_tree *tree = set->in.exact ? NULL : items_tree(list, &set->in, tree_shape_def(&set->shape));
    if (tree == NULL && wide == NULL)
        return STATUS_FAILED;
    svg_options picture = {
        .title = strcmp(set->in.file, "-") == 0 ? "standard input" : base_name(set->in.file),
        .has_view = set->view.count > 0,
        .view = list_box(&set->view),
        .has_query = set->query.count > 0,
        .query = list_box(&set->query),
        .mark_overlapping = set->overlapping,
        .edges = set->in.edges == QD_EDGES_OPEN ? QD_EDGES_OPEN : QD_EDGES_CLOSED,
        .down = list->down,
    };
    if (wide != NULL)
        use_doubles(&picture, wide, set);
    output out;
    status result = STATUS_FAILED;
    if (output_open(&out, set->path)) {
        bool good = svg_draw(&out, wide != NULL ? qd_wide_tree(wide) : tree, &picture);
        result = output_finish(&out, good ? STATUS_DONE : STATUS_FAILED);
    }
    items_tree_free(list, tree);
    qd_wide_destroy(wide);
    return result;
}

static const char *wrong_settings(const settings *set)
{
    double q[4], v[4];
    for (int i = 0; i < 4; i++) {
        q[i] = set->in.exact ? set->query.exact[i] : (double)set->query.values[i];
        v[i] = set->in.exact ? set->view.exact[i] : (double)set->view.values[i];
    }
    if (set->path == NULL)
        return "-o FILE is missing: where the picture goes";
    if (set->query.count > 0 && (q[0] > q[2] || q[1] > q[3]))
        return "--query needs its lower corner first";
    if (set->view.count > 0 && (v[0] >= v[2] || v[1] >= v[3]))
        return "--view needs its lower corner first, and some extent";
    return NULL;
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&draw_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_settings(&set);
    if (wrong != NULL) {
        complain("draw: %s", wrong);
        return STATUS_USAGE;
    }
    if (!set.in.exact && !options_keep_to_floats(draw_command.options, &set))
        return STATUS_USAGE;
    if (spoils_input("-o", set.path, set.in.file))
        return STATUS_USAGE;
    items list;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE)
        result = build_and_draw(&list, &set);
    items_free(&list);
    return result;
}

static const option options[] = {
    { .name = "output",
      .letter = 'o',
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, path),
      .value = "FILE",
      .help = "where the picture goes; - is standard output" },
    { .name = "query",
      .kind = OPTION_FLOATS,
      .offset = offsetof(settings, query),
      .value = "X0,Y0,X1,Y1",
      .count = 4,
      .infinite = true,
      .doubles = true,
      .help = "show this window, the cells that a search for it\nlooks into, and what it finds" },
    { .name = "overlapping",
      .kind = OPTION_FLAG,
      .offset = offsetof(settings, overlapping),
      .help = "set off the items that overlap another" },
    { .name = "view",
      .kind = OPTION_FLOATS,
      .offset = offsetof(settings, view),
      .value = "X0,Y0,X1,Y1",
      .count = 4,
      .doubles = true,
      .help = "what the picture shows (default: most items, without\nthe farthest)" },
    TREE_OPTIONS(settings, shape),
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
    DOUBLE_OPTION(settings, in),
    { 0 },
};

const command draw_command = {
    .name = "draw",
    .summary = "a picture of the tree (SVG)",
    .description = "Draws the tree of FILE as SVG: its cells, darker the deeper, and its items. X\n"
                   "grows to the right, Y upwards, or downwards where FILE is a map.\n\n" FILE_HELP,
    .example = "quadrille draw boxes.csv -o boxes.svg --query 0,0,10,10",
    .operand = "FILE",
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
