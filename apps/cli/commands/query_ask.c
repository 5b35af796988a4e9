// Asking: each question to a tree, and to one of doubles. No more items can come than there are, so the answers have
// room from the beginning.
#include "progress.h"
#include "query.h"

#include <math.h>
#include <stdlib.h>

static size_t count_of(const item_index *of)
{
    return of->wide != NULL ? qd_wide_count(of->wide) : qd_tree_count(of->tree);
}

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

static void ask_place(answers *to, const qd_tree *tree, const query_settings *set)
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
}

static void ask_wide_place(answers *to, const qd_wide *wide, const query_settings *set)
{
    const qd_query_filter everything = { 0 };
    const double *v = set->box.exact;
    qd_dbox box = { { v[0], v[1] }, { v[2], v[3] } };
    qd_dvec2 center = { set->circle.exact[0], set->circle.exact[1] };
    qd_dvec2 point = { set->point.exact[0], set->point.exact[1] };
    if (set->box.count > 0)
        to->cost = qd_wide_visit_box(wide, box, everything, take_found, to);
    else if (set->circle.count > 0)
        to->cost = qd_wide_visit_circle(wide, center, set->circle.exact[2], everything, take_found, to);
    else
        to->cost = qd_wide_visit_point(wide, point, everything, take_found, to);
}

static bool ask_ray(answers *to, const qd_tree *tree, const query_settings *set, size_t room)
{
    qd_hit *hits = calloc(room + 1, sizeof *hits);
    if (hits == NULL)
        return false;
    const float *v = set->ray.values;
    qd_vec2 origin = { v[0], v[1] }, direction = { v[2], v[3] };
    to->count = qd_find_ray(tree, qd_ray_toward(origin, direction), (qd_query_filter){ 0 }, hits, room);
    for (size_t i = 0; i < to->count; i++) {
        const qd_hit *h = &hits[i];
        qd_dvec2 point = { (double)h->point.x, (double)h->point.y };
        qd_dvec2 normal = { (double)h->normal.x, (double)h->normal.y };
        to->all[i] = (answer){ h->item.user, (double)h->t, point, normal };
    }
    free(hits);
    return true;
}

static bool ask_wide_ray(answers *to, const qd_wide *wide, const query_settings *set, size_t room)
{
    qd_dhit *hits = calloc(room + 1, sizeof *hits);
    if (hits == NULL)
        return false;
    const double *v = set->ray.exact;
    qd_dvec2 origin = { v[0], v[1] }, direction = { v[2], v[3] };
    to->count = qd_wide_find_ray(wide, qd_dray_toward(origin, direction), (qd_query_filter){ 0 }, hits, room);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ hits[i].item.user, hits[i].t, hits[i].point, hits[i].normal };
    free(hits);
    return true;
}

static bool ask_nearest(answers *to, const qd_tree *tree, const query_settings *set, size_t room)
{
    qd_near *near = calloc(room + 1, sizeof *near);
    if (near == NULL)
        return false;
    qd_vec2 point = { set->nearest.values[0], set->nearest.values[1] };
    to->count = qd_find_near(tree, point, INFINITY, (qd_query_filter){ 0 }, near, room);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ .item = near[i].item.user, .along = (double)near[i].distance };
    free(near);
    return true;
}

static bool ask_wide_nearest(answers *to, const qd_wide *wide, const query_settings *set, size_t room)
{
    qd_dnear *near = calloc(room + 1, sizeof *near);
    if (near == NULL)
        return false;
    qd_dvec2 point = { set->nearest.exact[0], set->nearest.exact[1] };
    to->count = qd_wide_find_near(wide, point, INFINITY, (qd_query_filter){ 0 }, near, room);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ .item = near[i].item.user, .along = near[i].distance };
    free(near);
    return true;
}

bool query_ask(answers *to, const item_index *of, const query_settings *set)
{
    size_t count = count_of(of), k = (uint64_t)set->k < count ? (size_t)set->k : count;
    to->all = calloc(count + 1, sizeof *to->all);
    if (to->all == NULL)
        return false;
    double start = clock_ms();
    bool good = true;
    if (set->ray.count > 0) {
        good = of->wide != NULL ? ask_wide_ray(to, of->wide, set, count) : ask_ray(to, of->tree, set, count);
    } else if (set->nearest.count > 0) {
        good = of->wide != NULL ? ask_wide_nearest(to, of->wide, set, k) : ask_nearest(to, of->tree, set, k);
    } else {
        if (of->wide != NULL)
            ask_wide_place(to, of->wide, set);
        else
            ask_place(to, of->tree, set);
        to->has_cost = true;
        qsort(to->all, to->count, sizeof *to->all, compare);
    }
    to->find_ms = clock_ms() - start;
    return good;
}
