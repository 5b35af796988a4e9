/// Does the guest say what the host says?
#include "compare.h"

#include <stdlib.h>
#include <string.h>

static void note(index_difference *difference, int part, index_pair pair)
{
    difference->only[part]++;
    if (difference->listed == sizeof difference->list / sizeof *difference->list)
        return;
    difference->list[difference->listed].part = part;
    difference->list[difference->listed].a = pair.a;
    difference->list[difference->listed++].b = pair.b;
}

static int compare_pairs(const void *a, const void *b)
{
    const index_pair *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

typedef struct pair_list {
    index_pair *at;
    size_t count, space;
    bool failed;
} pair_list;

// Merges two sorted lists: what has no partner in the other one is the difference, something found twice included.
static void merge(index_difference *difference, const pair_list lists[2])
{
    size_t at[2] = { 0, 0 };
    while (at[0] < lists[0].count || at[1] < lists[1].count) {
        int order = at[0] == lists[0].count   ? 1
                    : at[1] == lists[1].count ? -1
                                              : compare_pairs(&lists[0].at[at[0]], &lists[1].at[at[1]]);
        if (order < 0)
            note(difference, 0, lists[0].at[at[0]]);
        else if (order > 0)
            note(difference, 1, lists[1].at[at[1]]);
        at[0] += order <= 0;
        at[1] += order >= 0;
    }
}

static void add_pairs(void *context, const index_pair *pairs, size_t count)
{
    pair_list *list = context;
    if (list->count + count > list->space) {
        size_t space = 2 * list->space > list->count + count ? 2 * list->space : list->count + count + 64;
        index_pair *grown = realloc(list->at, space * sizeof *grown);
        if (!grown) {
            list->failed = true;
            return;
        }
        list->at = grown;
        list->space = space;
    }
    memcpy(list->at + list->count, pairs, count * sizeof *pairs);
    list->count += count;
}

static void take_items(pair_list *out, const number_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        add_pairs(out, &(index_pair){ from->at[i], INDEX_NONE }, 1);
}

static void conclude(scene_index *self, const index_call *call, pair_list lists[2])
{
    index_difference *difference = &self->difference;
    *difference = (index_difference){ .differ = true, .call = *call };
    for (int part = 0; part < 2; part++) {
        difference->found[part] = lists[part].count;
        if (lists[part].count > 1)
            qsort(lists[part].at, lists[part].count, sizeof *lists[part].at, compare_pairs);
        self->failed = self->failed || lists[part].failed;
    }
    merge(difference, lists);
    free(lists[0].at);
    free(lists[1].at);
}

void index_compare_items(scene_index *self, const index_call *call, const number_list *host, const number_list *guest)
{
    bool same = host->count == guest->count;
    for (size_t i = 0; same && i < host->count; i++)
        same = host->at[i] == guest->at[i];
    if (same || self->difference.differ)
        return;
    pair_list lists[2] = { { 0 }, { 0 } };
    take_items(&lists[0], host);
    take_items(&lists[1], guest);
    conclude(self, call, lists);
}

void index_compare_pairs(scene_index *self, const index_call *call)
{
    const pair_question *asked = &self->pairs;
    bool same = asked->found[0] == asked->found[1] && asked->sums[0] == asked->sums[1];
    if (same || self->difference.differ)
        return;
    pair_list lists[2] = { { 0 }, { 0 } };
    for (int part = 0; part < 2; part++) {
        const worker *at = &self->workers[part];
        index_costs ignored = { 0 };
        method_pairs(at->self, &self->items, (pair_sink){ add_pairs, &lists[part] }, &ignored);
    }
    conclude(self, call, lists);
}

const index_difference *index_differs(const scene_index *self)
{
    return &self->difference;
}

void index_forgive(scene_index *self)
{
    self->difference = (index_difference){ 0 };
}
