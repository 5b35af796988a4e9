// quadrille index: the tree of a file, kept in a file that is read in place.
#include "commands.h"

#include "items.h"
#include "output.h"
#include "rows.h"
#include "same_file.h"
#include "tree_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    input in;
    tree_shape shape;
    const char *path;
} settings;

static qd_flow write_some(void *context, const void *bytes, size_t size)
{
    put_raw(context, bytes, size);
    return output_failed(context) ? QD_STOP : QD_CONTINUE;
}

static status build_and_write(items *list, const settings *set)
{
    qd_tree *tree = items_tree(list, &set->in, tree_shape_def(&set->shape));
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    status result = STATUS_FAILED;
    qd_extra rows = rows_pack(list);
    output file;
    if (rows.bytes == NULL) {
        complain("%s", strerror(ENOMEM));
    } else if (output_open_bytes(&file, set->path)) {
        result = qd_tree_save_by(tree, &rows, write_some, &file) == QD_NO_MEMORY ? STATUS_FAILED : STATUS_DONE;
        if (result == STATUS_FAILED)
            complain("%s", strerror(ENOMEM));
        result = output_finish(&file, result);
    }
    free((void *)(uintptr_t)rows.bytes);
    items_tree_free(list, tree);
    return result;
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&index_command, argc, argv, &set, &result))
        return result;
    if (command_refuses(&index_command, set.path == NULL ? "-o FILE is missing: where the index goes" : NULL) ||
        spoils_output("-o", set.path, "--bad-rows", set.in.bad_rows))
        return STATUS_USAGE;
    items list;
    result = items_read(&list, &set.in);
    // An index may take the place of itself, but not that of a file from which it could be made again.
    if (result == STATUS_DONE && list.index == NULL && spoils_input("-o", set.path, set.in.file))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = build_and_write(&list, &set);
    items_free(&list);
    return result;
}

static const option options[] = {
    { OPTION("output", 'o', settings, path), TAKES_OUTPUT("FILE", OUTPUT_INDEX),
      .help = "where the index goes; - is standard output" },
    TREE_OPTIONS(settings, shape),
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
    MAP_OPTIONS(settings, in),
    PRECISION_OPTIONS(settings, in),
    { 0 },
};

const command index_command = {
    .name = "index",
    .summary = "the tree of a file, stored for faster commands",
    .description = "Stores the tree of FILE in a file, the index. pairs, join, query, stats, draw and\n"
                   "this command take the index instead of FILE. They map it without loading it, and\n"
                   "print the same answers. The index is written as a whole or not at all.\n\n" FILE_HELP,
    .example = "quadrille index boxes.csv -o boxes.index\nquadrille pairs boxes.index --count",
    .operand = "FILE",
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
