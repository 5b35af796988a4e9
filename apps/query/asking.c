// Many questions: some hundred at a time, so that memory does not grow with their number.
#include "asking.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 512, FEW_EACH = 64 }; // questions, and nearest items of each, in one call

bool reach_holds(const reach *r, double key)
{
    const double most = r->exact ? r->limit : r->limit * r->limit;
    return !r->limited || (r->open ? key < most : key <= most);
}

bool reach_covers(const reach *r, const qd_box *question, const qd_box *box, double distance)
{
    // A tree of floats compares the squared distance, computed in double and never rounded to float.
    const double x = fmax(0, fmax(box->min.x - question->max.x, question->min.x - box->max.x));
    const double y = fmax(0, fmax(box->min.y - question->max.y, question->min.y - box->max.y));
    return reach_holds(r, r->exact ? distance : x * x + y * y);
}

typedef struct lot {
    size_t first, count; // of the questions
    uint64_t *offsets;   // of the entries
    uint32_t *counts;
    qd_id *ids;
    uint64_t *users;
    qd_entry *entries;
    double *distances;
    size_t room;
} lot;

static bool lot_room(lot *l, size_t room)
{
    if (room <= l->room && l->ids != NULL)
        return true;
    free(l->ids);
    free(l->users);
    free(l->entries);
    free(l->distances);
    l->room = room;
    l->ids = room <= SIZE_MAX / 16 ? malloc(room * sizeof *l->ids + 1) : NULL;
    l->users = room <= SIZE_MAX / 16 ? malloc(room * sizeof *l->users + 1) : NULL;
    l->entries = room <= SIZE_MAX / 16 ? malloc(room * sizeof *l->entries + 1) : NULL;
    l->distances = room <= SIZE_MAX / 16 ? malloc(room * sizeof *l->distances + 1) : NULL;
    return l->ids != NULL && l->users != NULL && l->entries != NULL && l->distances != NULL;
}

// The boxes of the lot's questions.
static qd_boxes lot_boxes(const asking *self, const lot *l)
{
    const items *from = self->questions;
    return from->exact ? qd_boxes_double(from->boxes + l->first) : qd_boxes_float(from->floats + 4 * l->first);
}

static int compare_users(const void *a, const void *b)
{
    uint64_t p = ((const qd_entry *)a)->user, q = ((const qd_entry *)b)->user;
    return (p > q) - (p < q);
}

static void add_cost(qd_cost *to, const qd_cost *more)
{
    to->nodes += more->nodes;
    to->tests += more->tests;
    to->hits += more->hits;
}

static bool find_overlapping(asking *self, lot *l)
{
    const qd_queries queries = { .count = l->count,
                                 .like = { .shape = { .type = QD_BOX }, .relation = self->relation },
                                 .boxes = lot_boxes(self, l) };
    for (size_t total = l->room;;) {
        if (!lot_room(l, total))
            return false;
        qd_cost cost = { 0, 0, 0 };
        const qd_rows rows = {
            .capacity = l->room, .offsets = l->offsets, .ids = l->ids, .users = l->users, .cost = &cost
        };
        if (qd_tree_find_many(self->tree, &queries, &rows, &total) == QD_OK) {
            add_cost(&self->cost, &cost);
            break;
        }
    }
    for (size_t i = 0; i < l->count; i++) {
        for (uint64_t at = l->offsets[i]; at < l->offsets[i + 1]; at++)
            l->entries[at] = (qd_entry){ l->ids[at], l->users[at] };
        qsort(l->entries + l->offsets[i], (size_t)(l->offsets[i + 1] - l->offsets[i]), sizeof *l->entries,
              compare_users);
    }
    return true;
}

// The k nearest of each; what is not near enough comes last.
static bool find_nearest(asking *self, lot *l)
{
    const size_t k = (size_t)self->k;
    if (k > SIZE_MAX / AT_ONCE || !lot_room(l, l->count * k))
        return false;
    qd_cost cost = { 0, 0, 0 };
    const qd_ranked_queries queries = { .count = l->count,
                                        .like = qd_nearest((qd_shape){ .type = QD_BOX }, self->reach.limit),
                                        .boxes = lot_boxes(self, l) };
    const qd_ranked_rows rows = {
        .k = k, .counts = l->counts, .ids = l->ids, .users = l->users, .distances = l->distances, .cost = &cost
    };
    if (qd_tree_find_many_ranked(self->tree, &queries, &rows) != QD_OK)
        return false;
    add_cost(&self->cost, &cost);
    for (size_t i = 0; i < l->count; i++) {
        l->offsets[i] = i * k;
        for (size_t at = i * k; at < i * k + l->counts[i]; at++)
            l->entries[at] = (qd_entry){ l->ids[at], l->users[at] };
    }
    return true;
}

// All within the reach of one question, the lot's only one.
static bool find_within(asking *self, lot *l)
{
    const qd_ranked ranked = qd_nearest(qd_shape_box(items_box(self->questions, l->first)), self->reach.limit);
    const size_t most = qd_tree_count_ranked(self->tree, &ranked);
    qd_hit *hits = most <= SIZE_MAX / sizeof *hits - 1 ? malloc((most + 1) * sizeof *hits) : NULL;
    if (hits == NULL || !lot_room(l, most)) {
        free(hits);
        return false;
    }
    l->counts[0] = (uint32_t)qd_tree_find_ranked(self->tree, &ranked, hits, most, NULL);
    l->offsets[0] = 0;
    for (size_t i = 0; i < l->counts[0]; i++) {
        l->entries[i] = hits[i].item;
        l->distances[i] = hits[i].distance;
    }
    free(hits);
    return true;
}

// False: enough.
static bool tell_overlapping(const lot *l, ask_taker *take, void *context)
{
    bool more = true;
    for (size_t i = 0; more && i < l->count; i++)
        for (uint64_t at = l->offsets[i]; more && at < l->offsets[i + 1]; at++)
            more = take(context, l->first + i, l->entries[at], 0);
    return more;
}

static bool tell_nearest(const asking *self, const lot *l, ask_taker *take, void *context)
{
    bool more = true;
    for (size_t i = 0; more && i < l->count; i++) {
        const qd_box question = items_box(self->questions, l->first + i);
        for (uint64_t at = l->offsets[i]; more && at < l->offsets[i] + l->counts[i]; at++) {
            qd_item item;
            qd_tree_get(self->tree, l->entries[at].id, &item);
            if (!reach_covers(&self->reach, &question, &item.box, l->distances[at]))
                break;
            more = take(context, l->first + i, l->entries[at], l->distances[at]);
        }
    }
    return more;
}

bool ask_all(asking *self, ask_taker *take, void *context)
{
    const size_t count = self->questions->count, there = qd_tree_count(self->tree, NULL);
    const bool all = self->nearest && self->k == UINT64_MAX;
    if (!all && self->k > there)
        self->k = there > 0 ? there : 1;
    size_t at_once = AT_ONCE;
    if (self->nearest)
        at_once = all || self->k >= (size_t)AT_ONCE * FEW_EACH ? 1 : (size_t)AT_ONCE * FEW_EACH / (size_t)self->k;
    at_once = at_once < AT_ONCE ? at_once : AT_ONCE;
    lot l = { .offsets = malloc((AT_ONCE + 1) * sizeof *l.offsets), .counts = malloc(AT_ONCE * sizeof *l.counts) };
    bool good = l.offsets != NULL && l.counts != NULL, more = true;
    for (size_t at = 0; good && more && at < count; at += at_once) {
        l.first = at;
        l.count = count - at < at_once ? count - at : at_once;
        good = all ? find_within(self, &l) : self->nearest ? find_nearest(self, &l) : find_overlapping(self, &l);
        if (good)
            more = self->nearest ? tell_nearest(self, &l, take, context) : tell_overlapping(&l, take, context);
    }
    free(l.offsets);
    free(l.counts);
    free(l.ids);
    free(l.users);
    free(l.entries);
    free(l.distances);
    if (!good)
        complain("%s", strerror(ENOMEM));
    return good;
}
