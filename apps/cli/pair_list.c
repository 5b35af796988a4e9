// Pairs of rows, as they are found: see pair_list.h.
#include "pair_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

pair_list pair_list_begin(bool keep)
{
    pair_list list = { .keep = keep };
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
        list->pairs[list->count] = a << 32 | b;
    list->count++;
}

bool pair_list_end(pair_list *list)
{
    progress_end(&list->progress);
    if (list->failed)
        complain("%s for %zu pairs; --count needs none", strerror(ENOMEM), list->count);
    return !list->failed;
}

static int compare(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

void pair_list_put(output *out, pair_list *list, const items *a, const items *b)
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

void pair_list_free(pair_list *list)
{
    free(list->pairs);
    memset(list, 0, sizeof *list);
}

void put_pair_figures(output *out, const pair_figures *figures)
{
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", figures->build_ms, figures->find_ms);
    put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "}}\n",
        figures->cost.nodes, figures->cost.tests, figures->cost.hits);
}
