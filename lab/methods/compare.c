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

// Merges two sorted lists: what has no partner in the other one is the difference, something found twice included.
static void merge(index_difference *difference, const found_pairs lists[2])
{
    size_t at[2] = { 0, 0 };
    while (at[0] < lists[0].count || at[1] < lists[1].count) {
        int order = at[0] == lists[0].count   ? 1
                    : at[1] == lists[1].count ? -1
                                              : index_pair_order(&lists[0].at[at[0]], &lists[1].at[at[1]]);
        if (order < 0)
            note(difference, 0, lists[0].at[at[0]]);
        else if (order > 0)
            note(difference, 1, lists[1].at[at[1]]);
        at[0] += order <= 0;
        at[1] += order >= 0;
    }
}

static void take_items(found_pairs *out, const number_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        found_pairs_add(out, &(index_pair){ from->at[i], INDEX_NONE }, 1);
}

static void conclude(scene_index *self, const index_call *call, found_pairs lists[2])
{
    index_difference *difference = &self->difference;
    *difference = (index_difference){ .differ = true, .call = *call };
    for (int part = 0; part < 2; part++) {
        difference->found[part] = lists[part].count;
        found_pairs_sort(&lists[part]);
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
    found_pairs lists[2] = { { 0 }, { 0 } };
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
    found_pairs lists[2] = { { 0 }, { 0 } };
    for (int part = 0; part < 2; part++) {
        const worker *at = &self->workers[part];
        index_costs ignored = { 0 };
        at->self->leave = NULL; // differences are reported whole
        method_pairs(at->self, &self->items, (pair_sink){ found_pairs_add, &lists[part] }, &ignored);
    }
    conclude(self, call, lists);
}

static bool lists_are_same(const found_pairs *a, const found_pairs *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

void index_compare_changes(scene_index *self, const index_call *call, const found_pairs host[2],
                           const found_pairs guest[2])
{
    for (int which = 0; which < 2 && !self->difference.differ; which++) {
        if (lists_are_same(&host[which], &guest[which]))
            continue;
        found_pairs lists[2] = { { 0 }, { 0 } };
        found_pairs_add(&lists[0], host[which].at, host[which].count);
        found_pairs_add(&lists[1], guest[which].at, guest[which].count);
        conclude(self, call, lists);
    }
}

const index_difference *index_differs(const scene_index *self)
{
    return &self->difference;
}

void index_forgive(scene_index *self)
{
    self->difference = (index_difference){ 0 };
}
