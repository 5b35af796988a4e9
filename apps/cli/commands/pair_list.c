// Pairs of rows, as they are found: see pair_list.h.
#include "pair_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

pair_list pair_list_begin(const pair_output *how, bool of_one)
{
    pair_list list = { .keep = !how->count && !how->json, .of_one = of_one };
    list.progress = progress_begin("pairs found");
    return list;
}

bool pair_list_reserve(pair_list *list, size_t more)
{
    if (!list->keep || list->count + more <= list->room)
        return true;
    size_t room = list->room * 2 + more;
    uint64_t *pairs = room <= SIZE_MAX / sizeof *pairs ? realloc(list->pairs, room * sizeof *pairs) : NULL;
    list->failed = pairs == NULL;
    if (pairs != NULL) {
        list->pairs = pairs;
        list->room = room;
    }
    return !list->failed;
}

void pair_list_add(pair_list *list, uint64_t a, uint64_t b)
{
    if (list->keep)
        list->pairs[list->count] = list->of_one && b < a ? b << 32 | a : a << 32 | b;
    list->count++;
}

qd_flow pair_list_take(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    pair_list *list = context;
    (void)distances;
    if (!pair_list_reserve(list, count))
        return QD_STOP;
    for (size_t i = 0; i < count; i++)
        pair_list_add(list, pairs[i].a.user, pairs[i].b.user);
    progress_step(&list->progress, list->count, 0);
    return QD_CONTINUE;
}

static int compare(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

static void put_pairs(output *out, pair_list *list, const items *a, const items *b)
{
    if (list->count > 0)
        qsort(list->pairs, list->count, sizeof *list->pairs, compare);
    for (size_t i = 0; i < list->count && !output_failed(out); i++) {
        put_id(out, a, list->pairs[i] >> 32);
        put(out, ",");
        put_id(out, b, list->pairs[i] & UINT32_MAX);
        put(out, "\n");
    }
}

static void put_json(output *out, const char *head, size_t count, const pair_figures *figures)
{
    put(out, "{%s, \"count\": %zu,\n", head, count);
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", figures->build_ms, figures->find_ms);
    put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "}}\n",
        figures->cost.nodes, figures->cost.tests, figures->cost.hits);
}

status pair_list_end(pair_list *list, bool good, const pair_output *how, const char *head, const pair_figures *figures,
                     const items *a, const items *b)
{
    status result = STATUS_FAILED;
    progress_end(&list->progress);
    if (list->failed) {
        complain("%s for %zu pairs; --count needs none", strerror(ENOMEM), list->count);
    } else if (good) {
        output out = output_standard();
        if (how->count)
            put(&out, "%zu\n", list->count);
        else if (how->json)
            put_json(&out, head, list->count, figures);
        else
            put_pairs(&out, list, a, b);
        result = output_finish(&out, STATUS_DONE);
    }
    free(list->pairs);
    return result;
}
