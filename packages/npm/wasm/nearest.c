// Which items first: the nearest, and what a ray hits.
#include "js.h"

#include <string.h>

/// The first k answers: their numbers in the out buffer, then, at `other`, distances or times.
static qd_result rank(const js_tree *tree, const qd_ranked *ranked, uint32_t k)
{
    const qd_result result = qd_ranked_check(tree->tree, ranked);
    if (result != QD_OK)
        return result;
    const size_t items = qd_tree_count(tree->tree, NULL);
    k = k < items ? k : (uint32_t)items;
    qd_hit *hits = k <= SIZE_MAX / sizeof *hits ? js_reserve(&js.rows, k * sizeof *hits) : NULL;
    char *out = js_reserve(&js.results, k * 2 * sizeof(double));
    if (!hits || !out)
        return QD_NO_MEMORY;
    const size_t count = k ? qd_tree_find_ranked(tree->tree, ranked, hits, k, NULL) : 0;
    double *distances = (double *)(void *)out + count;
    js_put_users(tree, out, 0, &hits->item.user, sizeof *hits / sizeof hits->item.user, count);
    for (size_t i = 0; i < count; i++)
        distances[i] = hits[i].distance;
    js.out = out;
    js.count = (uint32_t)count;
    js.other = (uint32_t)(count * sizeof(double));
    return QD_OK;
}

qd_result js_nearest(const js_tree *tree, double x, double y, uint32_t k, double limit)
{
    qd_ranked ranked = qd_nearest(qd_shape_point((qd_vec2){ x, y }), limit);
    ranked.filter = js.filter;
    return rank(tree, &ranked, k);
}

qd_result js_ray(const js_tree *tree, double x, double y, double dx, double dy, double limit, uint32_t k)
{
    qd_ranked ranked = qd_ray((qd_vec2){ x, y }, (qd_vec2){ dx, dy }, limit);
    ranked.filter = js.filter;
    return rank(tree, &ranked, k);
}

/// The question about the nearest to one point of an array on the stage.
static qd_ranked nearest_to(const void *points, uint32_t i, int layout, double limit)
{
    const double *doubles = points;
    const float *floats = points;
    const qd_vec2 point = layout & JS_DOUBLES ? (qd_vec2){ doubles[2 * i], doubles[2 * i + 1] }
                                              : (qd_vec2){ floats[2 * i], floats[2 * i + 1] };
    return qd_nearest(qd_shape_point(point), limit);
}

qd_result js_nearest_many(const js_tree *tree, const void *points, uint32_t count, int layout, uint32_t k, double limit)
{
    for (uint32_t i = 0; i < count; i++) {
        const qd_ranked ranked = nearest_to(points, i, layout, limit);
        if (qd_ranked_check(tree->tree, &ranked) != QD_OK) {
            js.bad = i;
            return QD_BAD_VALUE;
        }
    }
    const uint64_t all = (uint64_t)count * k;
    if (all > SIZE_MAX / 32)
        return QD_NO_MEMORY;
    // Distances first, then numbers, then counts: none is split by the next one's alignment.
    const size_t size = js_number_size(tree), cells = (size_t)all;
    uint64_t *users = js_reserve(&js.rows, cells * sizeof *users);
    char *out = js_reserve(&js.results, cells * (sizeof(double) + size) + count * sizeof(uint32_t));
    if (!users || !out)
        return QD_NO_MEMORY;
    uint32_t *counts = (uint32_t *)(void *)(out + cells * (sizeof(double) + size));
    double *distances = (double *)(void *)out;
    const qd_ranked_rows rows = { .k = k, .counts = counts, .users = users, .distances = distances };
    qd_ranked_queries queries = { .count = count,
                                  .like = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), limit),
                                  .boxes = js_view(points, layout | JS_POINTS) };
    queries.like.filter = js.filter;
    const qd_result result = qd_tree_find_many_ranked(tree->tree, &queries, &rows);
    for (uint32_t i = 0; result == QD_OK && i < count; i++) {
        for (size_t r = 0; r < k; r++) {
            const size_t at = (size_t)i * k + r;
            const bool there = r < counts[i];
            users[at] = there ? users[at] : UINT32_MAX;
            distances[at] = there ? distances[at] : INFINITY;
        }
    }
    js_put_users(tree, out + cells * sizeof(double), 0, users, 1, cells);
    js.out = out;
    js.count = (uint32_t)cells;
    return result;
}
