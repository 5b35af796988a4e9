// Asking. No more items can come than there are, so the answers have room from the beginning.
#include "progress.h"
#include "query_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// No item comes twice, so there is room for all that can come.
static qd_flow take_found(void *context, const qd_entry *found, size_t count)
{
    answers *to = context;
    for (size_t i = 0; i < count; i++)
        to->all[to->count++] = (answer){ .item = found[i].user, .id = found[i].id };
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

// With room for the corners of a polygon, to which the question points.
static qd_query place_of(const query_settings *set, qd_vec2 corners[FLOATS_MAX / 2])
{
    qd_query query = { .shape = qd_shape_point(vector(set, &set->point, 0)), .relation = query_relation(set) };
    if (set->box.count > 0)
        query.shape = qd_shape_box((qd_box){ vector(set, &set->box, 0), vector(set, &set->box, 2) });
    else if (set->circle.count > 0)
        query.shape = qd_shape_circle(vector(set, &set->circle, 0), query_number(set, &set->circle, 2));
    else if (set->polygon.count > 0)
        query.shape = qd_shape_polygon(corners, query_corners(set, corners));
    return query;
}

static qd_ranked cast_of(const query_settings *set)
{
    return set->segment.count > 0 ? qd_segment(vector(set, &set->segment, 0), vector(set, &set->segment, 2))
                                  : qd_ray(vector(set, &set->ray, 0), vector(set, &set->ray, 2), INFINITY);
}

static bool ask_first(answers *to, const qd_tree *tree, const qd_ranked *ranked, size_t most)
{
    qd_hit *hits = calloc(most + 1, sizeof *hits);
    if (hits == NULL)
        return false;
    to->count = qd_tree_find_ranked(tree, ranked, hits, most, NULL);
    for (size_t i = 0; i < to->count; i++)
        to->all[i] = (answer){ hits[i].item.user, hits[i].item.id, hits[i].t, hits[i].point, hits[i].normal };
    free(hits);
    return true;
}

static qd_box nearest_box(const query_settings *set)
{
    const qd_vec2 first = vector(set, &set->nearest, 0);
    return (qd_box){ first, set->nearest.count == 4 ? vector(set, &set->nearest, 2) : first };
}

// Nearest items that are too far come last.
static void leave_out_far(answers *to, const qd_tree *tree, const query_settings *set)
{
    const reach near = query_reach(set);
    const qd_box question = nearest_box(set);
    for (size_t i = 0; i < to->count; i++) {
        qd_item item;
        qd_tree_get(tree, to->all[i].id, &item);
        if (!reach_covers(&near, &question, &item.box, to->all[i].along))
            to->count = i;
    }
}

static bool put_question(answers *to, const qd_tree *tree, const query_settings *set)
{
    const size_t count = qd_tree_count(tree, NULL);
    const size_t most = set->k > 0 && (uint64_t)set->k < count ? (size_t)set->k : count;
    const size_t k = set->k == 0 && set->within.count == 0 && count > 0 ? 1 : most;
    const qd_ranked cast = cast_of(set);
    const qd_ranked nearest = qd_nearest(qd_shape_box(nearest_box(set)), query_reach(set).limit);
    to->all = calloc(count + 1, sizeof *to->all);
    if (to->all == NULL)
        return false;
    double start = clock_ms();
    bool good = true;
    if (query_is_cast(set)) {
        good = ask_first(to, tree, &cast, count);
    } else if (set->nearest.count > 0) {
        good = ask_first(to, tree, &nearest, k);
    } else {
        qd_vec2 corners[FLOATS_MAX / 2];
        const qd_query query = place_of(set, corners);
        qd_tree_visit(tree, &query, take_found, to, &to->cost);
        to->has_cost = true;
        qsort(to->all, to->count, sizeof *to->all, compare);
    }
    if (good && set->nearest.count > 0)
        leave_out_far(to, tree, set);
    to->find_ms = clock_ms() - start;
    return good;
}

bool query_ask(answers *to, const qd_tree *tree, const query_settings *set)
{
    to->items = qd_tree_count(tree, NULL);
    const bool good = put_question(to, tree, set);
    if (!good)
        complain("%s", strerror(ENOMEM));
    return good;
}

bool query_count(size_t *count, const qd_tree *tree, const query_settings *set)
{
    answers nearest = { 0 };
    bool good = true;
    if (set->nearest.count > 0) {
        good = query_ask(&nearest, tree, set);
        *count = nearest.count;
    } else if (query_is_cast(set)) {
        const qd_ranked cast = cast_of(set);
        qd_hit first;
        *count = set->exists ? qd_tree_find_ranked(tree, &cast, &first, 1, NULL) : qd_tree_count_ranked(tree, &cast);
    } else {
        qd_vec2 corners[FLOATS_MAX / 2];
        const qd_query query = place_of(set, corners);
        qd_entry first;
        *count = set->exists ? qd_tree_find(tree, &query, &first, 1, NULL) : qd_tree_count(tree, &query);
    }
    free(nearest.all);
    return good;
}
