// quadrille query: one question about a place. Answers without an order of their own come in the order of rows.
#include "query.h"
#include "command.h"

#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A number as exactly as the items are kept.
static void put_number(output *out, double value, const query_settings *set)
{
    if (set->in.exact)
        put_double(out, value);
    else
        put_float(out, (float)value);
}

static void put_lines(output *out, const answers *from, const items *list, const query_settings *set)
{
    bool along = set->ray.count > 0 || set->nearest.count > 0;
    for (size_t i = 0; i < from->count && !output_failed(out); i++) {
        put_id(out, list, from->all[i].item);
        if (along) {
            put(out, ",");
            put_number(out, from->all[i].along, set);
        }
        put(out, "\n");
    }
}

static void put_json_vec2(output *out, const char *name, qd_vec2 v, const query_settings *set)
{
    put(out, ", \"%s\": [", name);
    put_number(out, v.x, set);
    put(out, ", ");
    put_number(out, v.y, set);
    put(out, "]");
}

static void put_json(output *out, const answers *from, const items *list, const query_settings *set)
{
    put(out, "{\"items\": %zu, \"edges\": \"%s\", \"count\": %zu,\n", list->count, edges_names[set->in.edges],
        from->count);
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", from->build_ms, from->find_ms);
    if (from->has_cost)
        put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "},\n",
            from->cost.nodes, from->cost.tests, from->cost.hits);
    put(out, " \"found\": [");
    for (size_t i = 0; i < from->count && !output_failed(out); i++) {
        const answer *a = &from->all[i];
        put(out, "%s\n  {\"id\": ", i > 0 ? "," : "");
        put_json_id(out, list, a->item);
        if (set->ray.count > 0 || set->nearest.count > 0) {
            put(out, ", \"%s\": ", set->ray.count > 0 ? "t" : "distance");
            put_number(out, a->along, set);
        }
        if (set->ray.count > 0) {
            put_json_vec2(out, "point", a->point, set);
            put_json_vec2(out, "normal", a->normal, set);
        }
        put(out, "}");
    }
    put(out, "]}\n");
}

static status ask_and_print(items *list, const query_settings *set)
{
    double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ 0 });
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    answers found = { .build_ms = clock_ms() - start };
    status result = STATUS_FAILED;
    if (query_ask(&found, tree, set)) {
        output out = output_standard();
        if (set->json)
            put_json(&out, &found, list, set);
        else
            put_lines(&out, &found, list, set);
        result = output_finish(&out, STATUS_DONE);
    } else {
        complain("%s", strerror(ENOMEM));
    }
    free(found.all);
    items_tree_free(list, tree);
    return result;
}

static bool finite_pair(const float_list *list)
{
    return isfinite(list->exact[0]) && isfinite(list->exact[1]);
}

static bool inverted(const query_settings *set)
{
    return query_number(set, &set->box, 0) > query_number(set, &set->box, 2) ||
           query_number(set, &set->box, 1) > query_number(set, &set->box, 3);
}

static bool goes_nowhere(const query_settings *set)
{
    double x = query_number(set, &set->ray, 2), y = query_number(set, &set->ray, 3);
    return !isfinite(set->ray.exact[2]) || !isfinite(set->ray.exact[3]) || (x == 0 && y == 0);
}

// What is wrong with the question, or NULL. The library would find nothing; a person is told why.
static const char *wrong_question(const query_settings *set)
{
    int asked = (set->box.count > 0) + (set->circle.count > 0) + (set->point.count > 0) + (set->ray.count > 0) +
                (set->nearest.count > 0);
    if (asked != 1)
        return "give exactly one of --box, --circle, --point, --ray and --nearest";
    if (set->k > 0 && set->nearest.count == 0)
        return "-k goes with --nearest";
    if (set->box.count > 0 && inverted(set))
        return "--box needs its lower corner first";
    if (set->circle.count > 0 && set->circle.exact[2] < 0)
        return "--circle needs a radius that is not negative";
    if (!finite_pair(&set->circle) || !finite_pair(&set->point) || !finite_pair(&set->nearest) ||
        !finite_pair(&set->ray))
        return "a place cannot be infinite; a corner of --box and the radius of --circle can";
    if (set->ray.count > 0 && goes_nowhere(set))
        return "--ray needs a direction that is finite and not 0,0";
    return NULL;
}

static status run(int argc, char **argv)
{
    query_settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&query_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_question(&set);
    if (wrong != NULL) {
        complain("query: %s", wrong);
        return STATUS_USAGE;
    }
    if (!set.in.exact && !options_keep_to_floats(query_command.options, &set))
        return STATUS_USAGE;
    if (set.k == 0)
        set.k = 1;
    items list;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE)
        result = ask_and_print(&list, &set);
    items_free(&list);
    return result;
}

#define QUESTION(option_name, member, numbers, shown, text)                                                            \
    {                                                                                                                  \
        .name = option_name, .kind = OPTION_FLOATS, .offset = offsetof(query_settings, member), .count = numbers,      \
        .infinite = true, .doubles = true, .value = shown, .help = text                                                \
    }

static const option options[] = {
    QUESTION("box", box, 4, "X0,Y0,X1,Y1", "what overlaps a box, lower corner first; inf and\n-inf are allowed"),
    QUESTION("circle", circle, 3, "X,Y,R", "what comes within R of a place; R may be inf"),
    QUESTION("point", point, 2, "X,Y", "what holds a place"),
    QUESTION("ray", ray, 4, "X,Y,DX,DY",
             "what a ray from X,Y toward DX,DY meets, first hit\nfirst, each as ID,T: it is at X+T*DX,Y+T*DY"),
    QUESTION("nearest", nearest, 2, "X,Y", "what is nearest to a place, nearest first, each as\nID,DISTANCE"),
    { .name = "limit",
      .letter = 'k',
      .kind = OPTION_INT,
      .offset = offsetof(query_settings, k),
      .value = "N",
      .least = 1,
      .most = UINT32_MAX,
      .help = "how many --nearest finds (default: 1)" },
    { .name = "json",
      .kind = OPTION_FLAG,
      .offset = offsetof(query_settings, json),
      .help = "print an object with all that was found, the time and\nwhat it cost" },
    EDGES_OPTION(query_settings, in),
    INPUT_OPTIONS(query_settings, in),
    LAYER_OPTION(query_settings, in),
    DOUBLE_OPTION(query_settings, in),
    { 0 },
};

const command query_command = {
    .name = "query",
    .summary = "what is in a box, in a circle, at a point, on a ray, nearest",
    .description = "Asks FILE one question, --box, --circle, --point, --ray or --nearest, and prints\n"
                   "the ID of all that is found, a line each; in the order of rows for the first\n"
                   "three.\n\n" FILE_HELP,
    .example = "quadrille query boxes.csv --nearest 12.5,7 -k 3",
    .operand = "FILE",
    .operand_offset = offsetof(query_settings, in.file),
    .options = options,
    .run = run,
};
