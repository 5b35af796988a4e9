// quadrille query: one question about a place. Answers without an order of their own come in the order of rows.
#include "items.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <quadrille/query.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    input in;
    float_list box, circle, point, ray, nearest;
    int64_t k;
    bool json;
} settings;

// One thing found; which of the numbers mean something depends on the question.
typedef struct answer {
    uint64_t item;
    float along; ///< t of a ray, distance of a neighbour
    qd_vec2 point, normal;
} answer;

typedef struct answers {
    answer *all;
    size_t count;
    qd_cost cost;
    bool has_cost;
    double build_ms, find_ms;
} answers;

// No item comes twice, so there is room for all that can come.
static bool take_found(void *context, const qd_found *found, size_t count)
{
    answers *to = context;
    for (size_t i = 0; i < count; i++)
        to->all[to->count++] = (answer){ .item = found[i].user };
    return true;
}

static int compare(const void *a, const void *b)
{
    uint64_t p = ((const answer *)a)->item, q = ((const answer *)b)->item;
    return (p > q) - (p < q);
}

static void ask_place(answers *to, const qd_tree *tree, const settings *set)
{
    const qd_query_filter everything = { 0 };
    const float *v = set->box.values;
    qd_box box = { { v[0], v[1] }, { v[2], v[3] } };
    qd_vec2 center = { set->circle.values[0], set->circle.values[1] };
    qd_vec2 point = { set->point.values[0], set->point.values[1] };
    if (set->box.count > 0)
        to->cost = qd_visit_box(tree, box, everything, take_found, to);
    else if (set->circle.count > 0)
        to->cost = qd_visit_circle(tree, center, set->circle.values[2], everything, take_found, to);
    else
        to->cost = qd_visit_point(tree, point, everything, take_found, to);
    to->has_cost = true;
    qsort(to->all, to->count, sizeof *to->all, compare);
}

static bool ask_ray(answers *to, const qd_tree *tree, const settings *set)
{
    size_t room = qd_tree_count(tree);
    qd_hit *hits = calloc(room + 1, sizeof *hits);
    if (hits == NULL)
        return false;
    const float *v = set->ray.values;
    qd_vec2 origin = { v[0], v[1] }, direction = { v[2], v[3] };
    to->count = qd_find_ray(tree, qd_ray_toward(origin, direction), (qd_query_filter){ 0 }, hits, room);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ hits[i].item.user, hits[i].t, hits[i].point, hits[i].normal };
    free(hits);
    return true;
}

static bool ask_nearest(answers *to, const qd_tree *tree, const settings *set)
{
    size_t room = qd_tree_count(tree);
    if ((uint64_t)set->k < room)
        room = (size_t)set->k;
    qd_near *near = calloc(room + 1, sizeof *near);
    if (near == NULL)
        return false;
    qd_vec2 point = { set->nearest.values[0], set->nearest.values[1] };
    to->count = qd_find_near(tree, point, INFINITY, (qd_query_filter){ 0 }, near, room);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ .item = near[i].item.user, .along = near[i].distance };
    free(near);
    return true;
}

static bool ask(answers *to, const qd_tree *tree, const settings *set)
{
    to->all = calloc(qd_tree_count(tree) + 1, sizeof *to->all);
    if (to->all == NULL)
        return false;
    double start = clock_ms();
    bool good = true;
    if (set->ray.count > 0)
        good = ask_ray(to, tree, set);
    else if (set->nearest.count > 0)
        good = ask_nearest(to, tree, set);
    else
        ask_place(to, tree, set);
    to->find_ms = clock_ms() - start;
    return good;
}

static void put_lines(output *out, const answers *from, const items *list, bool along)
{
    for (size_t i = 0; i < from->count && !output_failed(out); i++) {
        put_id(out, list, from->all[i].item);
        if (along) {
            put(out, ",");
            put_float(out, from->all[i].along);
        }
        put(out, "\n");
    }
}

static void put_json_vec2(output *out, const char *name, qd_vec2 v)
{
    put(out, ", \"%s\": [", name);
    put_json_float(out, v.x);
    put(out, ", ");
    put_json_float(out, v.y);
    put(out, "]");
}

static void put_json(output *out, const answers *from, const items *list, const settings *set)
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
            put_json_float(out, a->along);
        }
        if (set->ray.count > 0) {
            put_json_vec2(out, "point", a->point);
            put_json_vec2(out, "normal", a->normal);
        }
        put(out, "}");
    }
    put(out, "]}\n");
}

static status ask_and_print(const items *list, const settings *set)
{
    double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ 0 });
    if (tree == NULL)
        return STATUS_FAILED;
    answers found = { .build_ms = clock_ms() - start };
    status result = STATUS_FAILED;
    if (ask(&found, tree, set)) {
        output out = output_standard();
        if (set->json)
            put_json(&out, &found, list, set);
        else
            put_lines(&out, &found, list, set->ray.count > 0 || set->nearest.count > 0);
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
    return isfinite(list->values[0]) && isfinite(list->values[1]);
}

// What is wrong with the question, or NULL. The library would find nothing; a person is told why.
static const char *wrong_question(const settings *set)
{
    const float *box = set->box.values, *ray = set->ray.values;
    int asked = (set->box.count > 0) + (set->circle.count > 0) + (set->point.count > 0) + (set->ray.count > 0) +
                (set->nearest.count > 0);
    if (asked != 1)
        return "give exactly one of --box, --circle, --point, --ray and --nearest";
    if (set->k > 0 && set->nearest.count == 0)
        return "-k goes with --nearest";
    if (set->box.count > 0 && (box[0] > box[2] || box[1] > box[3]))
        return "--box wants its lower corner first";
    if (set->circle.count > 0 && set->circle.values[2] < 0)
        return "--circle wants a radius that is not negative";
    if (!finite_pair(&set->circle) || !finite_pair(&set->point) || !finite_pair(&set->nearest) ||
        !finite_pair(&set->ray))
        return "a place cannot be infinite; a corner of --box and the radius of --circle can";
    if (set->ray.count > 0 && (!isfinite(ray[2]) || !isfinite(ray[3]) || (ray[2] == 0 && ray[3] == 0)))
        return "--ray wants a direction that is finite and not 0,0";
    return NULL;
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&query_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_question(&set);
    if (wrong != NULL) {
        complain("query: %s", wrong);
        return STATUS_USAGE;
    }
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
        .name = option_name, .kind = OPTION_FLOATS, .offset = offsetof(settings, member), .count = numbers,            \
        .infinite = true, .value = shown, .help = text                                                                 \
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
      .offset = offsetof(settings, k),
      .value = "N",
      .least = 1,
      .most = UINT32_MAX,
      .help = "how many --nearest finds (default: 1)" },
    { .name = "json",
      .kind = OPTION_FLAG,
      .offset = offsetof(settings, json),
      .help = "print an object with all that was found, the time and\nwhat it cost" },
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
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
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
