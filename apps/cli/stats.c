// quadrille stats: shape and quality of the tree that a file makes.
#include "commands.h"

#include "items.h"
#include "progress.h"
#include "tree_options.h"

#include <errno.h>
#include <inttypes.h>
#include <quadrille/inspect.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    input in;
    tree_shape shape;
    bool json;
} settings;

// One line of the table: what there is at one depth.
typedef struct level {
    size_t nodes, leaves, empty, items;
} level;

typedef struct figures {
    qd_tree_stats tree;
    level *levels; ///< tree.depth + 1 of them
    double build_ms;
} figures;

static void count_levels(figures *f, const qd_tree *tree)
{
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, tree);
    while (qd_node_cursor_next(&cursor, &node)) {
        level *l = &f->levels[node.depth];
        l->nodes++;
        l->leaves += node.leaf;
        l->empty += node.items == 0 && node.items_below == 0;
        l->items += node.items;
    }
}

static double per_item(const figures *f, double amount)
{
    return f->tree.items > 0 ? amount / (double)f->tree.items : 0;
}

static void put_table(output *out, const figures *f)
{
    const qd_tree_stats *t = &f->tree;
    put(out, "items         %12zu\n", t->items);
    put(out, "nodes         %12zu   %zu of them leaves\n", t->nodes, t->leaves);
    put(out, "depth         %12d\n", t->depth);
    put(out, "fullest node  %12zu   items\n", t->fullest_node);
    put(out, "buckets       %12zu   %.1f %% full\n", t->buckets, 100 * t->fill);
    put(out, "memory        %12zu   bytes, %.1f an item\n", t->bytes, per_item(f, (double)t->bytes));
    put(out, "work          %12" PRIu64 "   entries, %.2f an item\n", t->work, per_item(f, (double)t->work));
    put(out, "built in      %12.3f   ms\n", f->build_ms);
    put(out, "\ndepth      nodes     leaves      empty      items\n");
    for (int i = 0; i <= t->depth; i++) {
        const level *l = &f->levels[i];
        put(out, "%5d %10zu %10zu %10zu %10zu\n", i, l->nodes, l->leaves, l->empty, l->items);
    }
}

static void put_json(output *out, const figures *f)
{
    const qd_tree_stats *t = &f->tree;
    put(out, "{\"items\": %zu, \"nodes\": %zu, \"leaves\": %zu, \"depth\": %d, \"fullest_node\": %zu,\n", t->items,
        t->nodes, t->leaves, t->depth, t->fullest_node);
    put(out, " \"buckets\": %zu, \"fill\": %.4f, \"bytes\": %zu, \"work\": %" PRIu64 ", \"build_ms\": %.3f,\n",
        t->buckets, t->fill, t->bytes, t->work, f->build_ms);
    put(out, " \"levels\": [");
    for (int i = 0; i <= t->depth; i++) {
        const level *l = &f->levels[i];
        put(out, "%s\n  {\"depth\": %d, \"nodes\": %zu, \"leaves\": %zu, \"empty\": %zu, \"items\": %zu}",
            i > 0 ? "," : "", i, l->nodes, l->leaves, l->empty, l->items);
    }
    put(out, "]}\n");
}

static status build_and_print(items *list, const settings *set)
{
    figures f = { 0 };
    double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, tree_shape_def(&set->shape));
    if (tree == NULL)
        return STATUS_FAILED;
    f.build_ms = clock_ms() - start;
    qd_tree_get_stats(tree, &f.tree);
    f.levels = calloc((size_t)f.tree.depth + 1, sizeof *f.levels);
    if (f.levels != NULL)
        count_levels(&f, tree);
    items_tree_free(list, tree);
    if (f.levels == NULL) {
        complain("%s", strerror(ENOMEM));
        return STATUS_FAILED;
    }
    output out = output_standard();
    if (set->json)
        put_json(&out, &f);
    else
        put_table(&out, &f);
    free(f.levels);
    return output_finish(&out, STATUS_DONE);
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&stats_command, argc, argv, &set, &result))
        return result;
    if (command_refuses(&stats_command, input_problem(&set.in)))
        return STATUS_USAGE;
    items list;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE)
        result = build_and_print(&list, &set);
    items_free(&list);
    return result;
}

static const option options[] = {
    TREE_OPTIONS(settings, shape),   { OPTION("json", 'j', settings, json), TAKES_NOTHING, .help = "print an object" },
    INPUT_OPTIONS(settings, in),     MAP_OPTIONS(settings, in),
    PRECISION_OPTIONS(settings, in), { 0 },
};

const command stats_command = {
    .name = "stats",
    .summary = "shape and quality of the tree",
    .description = "Prints the shape of the tree of FILE: its nodes, depth, how full its buckets are,\n"
                   "memory, the entries that building it examined, and what lies at each depth.\n\n" FILE_HELP,
    .example = "quadrille stats boxes.csv --capacity 16",
    .operand = "FILE",
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
