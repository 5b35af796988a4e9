// Asking. No more items can come than there are, so the answers have room from the beginning.
#include "progress.h"
#include "query.h"

#include <quadrille/ranked.h>
#include <stdlib.h>

// No item comes twice, so there is room for all that can come.
static qd_flow take_found(void *context, const qd_entry *found, size_t count)
{
    answers *to = context;
    for (size_t i = 0; i < count; i++)
        to->all[to->count++] = (answer){ .item = found[i].user };
    return QD_CONTINUE;
}

static int compare(const void *a, const void *b)
{
    uint64_t p = ((const answer *)a)->item, q = ((const answer *)b)->item;
    return (p > q) - (p < q);
}

static qd_vec2 vector(const query_settings *set, const float_list *list, int first)
{
    return (qd_vec2){ query_number(set, list, first), query_number(set, list, first + 1) };
}

static qd_shape shape_of(const query_settings *set)
{
    if (set->box.count > 0)
        return qd_shape_box((qd_box){ vector(set, &set->box, 0), vector(set, &set->box, 2) });
    if (set->circle.count > 0)
        return qd_shape_circle(vector(set, &set->circle, 0), query_number(set, &set->circle, 2));
    return qd_shape_point(vector(set, &set->point, 0));
}

static void ask_place(answers *to, const qd_tree *tree, const query_settings *set)
{
    const qd_query query = { .shape = shape_of(set) };
    qd_tree_visit(tree, &query, take_found, to, &to->cost);
    to->has_cost = true;
    qsort(to->all, to->count, sizeof *to->all, compare);
}

static bool ask_first(answers *to, const qd_tree *tree, const qd_ranked *ranked, size_t most)
{
    qd_hit *hits = calloc(most + 1, sizeof *hits);
    if (hits == NULL)
        return false;
    to->count = qd_tree_find_ranked(tree, ranked, hits, most, NULL);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ hits[i].item.user, hits[i].t, hits[i].point, hits[i].normal };
    free(hits);
    return true;
}

bool query_ask(answers *to, const qd_tree *tree, const query_settings *set)
{
    const size_t count = qd_tree_count(tree, NULL), k = (uint64_t)set->k < count ? (size_t)set->k : count;
    const qd_ranked ray = qd_ray(vector(set, &set->ray, 0), vector(set, &set->ray, 2), INFINITY);
    const qd_ranked nearest = qd_nearest(qd_shape_point(vector(set, &set->nearest, 0)), INFINITY);
    to->all = calloc(count + 1, sizeof *to->all);
    if (to->all == NULL)
        return false;
    double start = clock_ms();
    bool good = true;
    if (set->ray.count > 0)
        good = ask_first(to, tree, &ray, count);
    else if (set->nearest.count > 0)
        good = ask_first(to, tree, &nearest, k);
    else
        ask_place(to, tree, set);
    to->find_ms = clock_ms() - start;
    return good;
}
