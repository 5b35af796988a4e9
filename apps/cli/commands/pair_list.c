// Pairs of rows, as they are found: see pair_list.h. A pair to be sorted is kept as one number, row of a above row of
// b, so that numbers sort as pairs.
#include "pair_list.h"

#include <inttypes.h>

const char *pair_output_problem(const pair_output *how)
{
    if (how->count && how->json)
        return "--count and --json exclude each other; --json has the count in it";
    if (how->unsorted && (how->count || how->json))
        return "--unsorted is for pairs that are printed, and --count and --json print none";
    if (how->memory > 0 && (how->count || how->json || how->unsorted))
        return "--memory is for sorting, and with --count, --json or --unsorted nothing is sorted";
    return NULL;
}

pair_list pair_list_begin(const pair_output *how, const items *a, const items *b)
{
    pair_list list = {
        .keep = !how->count && !how->json, .at_once = how->unsorted, .of_one = a == b, .exact = a->exact || b->exact
    };
    list.a = a;
    list.b = b;
    list.memory = (size_t)(how->memory > 0 ? how->memory : PAIR_MEMORY) << 20;
    list.sorter = pair_sorter_begin(list.memory, false);
    list.out = output_standard();
    list.progress = progress_begin("pairs found");
    return list;
}

void pair_list_has_distances(pair_list *list)
{
    list->distances = true;
    list->sorter = pair_sorter_begin(list->memory, true);
}

void pair_list_is_sorted(pair_list *list)
{
    list->at_once = true;
}

static void put_pair(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    output *out = &list->out;
    put_id(out, list->a, (size_t)a, ',');
    put(out, ",");
    put_id(out, list->b, (size_t)b, ',');
    if (list->distances) {
        put(out, ",");
        if (list->exact)
            put_double(out, distance);
        else
            put_float(out, (float)distance);
    }
    put(out, "\n");
}

bool pair_list_add(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    bool turned = list->of_one && b < a;
    uint64_t first = turned ? b : a, second = turned ? a : b;
    list->count += list->sizes[0] != NULL ? (size_t)(list->sizes[0][a] * list->sizes[1][b]) : 1;
    if (!list->keep)
        return true;
    if (list->at_once) {
        put_pair(list, first, second, distance);
        return !output_failed(&list->out);
    }
    list->failed = !pair_sorter_add(&list->sorter, first << 32 | second, distance);
    return !list->failed;
}

qd_flow pair_list_take(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    pair_list *list = context;
    bool more = true;
    for (size_t i = 0; more && i < count; i++)
        more = pair_list_add(list, pairs[i].a.user, pairs[i].b.user, distances != NULL ? distances[i] : 0);
    if (!list->keep || !list->at_once)
        progress_step(&list->progress, list->count, 0);
    return more ? QD_CONTINUE : QD_STOP;
}

static bool put_sorted(void *context, uint64_t key, double distance)
{
    pair_list *list = context;
    put_pair(list, key >> 32, key & UINT32_MAX, distance);
    return !output_failed(&list->out);
}

static void put_json(output *out, const char *head, size_t count, const pair_figures *figures)
{
    put(out, "{%s, \"count\": %zu,\n", head, count);
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", figures->build_ms, figures->find_ms);
    put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "}}\n",
        figures->cost.nodes, figures->cost.tests, figures->cost.hits);
}

status pair_list_end(pair_list *list, bool good, const pair_output *how, const char *head, const pair_figures *figures)
{
    progress_end(&list->progress);
    good = good && !list->failed;
    if (good && how->count)
        put(&list->out, "%zu\n", list->count);
    else if (good && how->json)
        put_json(&list->out, head, list->count, figures);
    else if (good && !list->at_once)
        good = pair_sorter_take_all(&list->sorter, put_sorted, list);
    pair_sorter_end(&list->sorter);
    return output_finish(&list->out, good ? STATUS_DONE : STATUS_FAILED);
}
