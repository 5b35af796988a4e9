// Which items: one question, and many.
#include "js.h"

#include <string.h>

/// Results of a search on their way to the out buffer.
struct found {
    const js_tree *tree;
    uint32_t count;
    bool no_memory;
};

static qd_flow take_found(void *context, const qd_entry *entries, size_t count)
{
    struct found *found = context;
    const size_t size = js_number_size(found->tree);
    char *out = js_grow(&js.results, found->count * size, (found->count + count) * size);
    if (!out) {
        found->no_memory = true;
        return QD_STOP;
    }
    for (size_t i = 0; i < count; i++) {
        js_put(found->tree, out, found->count + i, entries[i].user);
    }
    found->count += (uint32_t)count;
    return QD_CONTINUE;
}

/// The answer to a question in the out buffer.
static qd_result search(const js_tree *tree, const qd_query *query)
{
    const qd_result result = qd_query_check(tree->tree, query);
    if (result != QD_OK) {
        return result;
    }
    struct found found = { tree, 0, false };
    qd_tree_visit(tree->tree, query, take_found, &found, NULL);
    js.out = js.results.at;
    js.count = found.count;
    return found.no_memory ? QD_NO_MEMORY : QD_OK;
}

static qd_query about(qd_shape shape)
{
    return (qd_query){ shape, QD_OVERLAPS, js.filter, 0 };
}

static qd_query window(double min_x, double min_y, double max_x, double max_y)
{
    return about(qd_shape_box((qd_box){ { min_x, min_y }, { max_x, max_y } }));
}

qd_result js_search(const js_tree *tree, double min_x, double min_y, double max_x, double max_y)
{
    const qd_query query = window(min_x, min_y, max_x, max_y);
    return search(tree, &query);
}

qd_result js_within(const js_tree *tree, double x, double y, double radius)
{
    const qd_query query = about(qd_shape_circle((qd_vec2){ x, y }, radius));
    return search(tree, &query);
}

qd_result js_all(const js_tree *tree)
{
    const qd_query query = { .filter = js.filter };
    return search(tree, &query);
}

qd_result js_count(const js_tree *tree, double min_x, double min_y, double max_x, double max_y)
{
    const qd_query query = window(min_x, min_y, max_x, max_y);
    js.count = (uint32_t)qd_tree_count(tree->tree, &query);
    return qd_query_check(tree->tree, &query);
}

qd_result js_collides(const js_tree *tree, double min_x, double min_y, double max_x, double max_y)
{
    const qd_query query = window(min_x, min_y, max_x, max_y);
    qd_entry any;
    js.count = (uint32_t)qd_tree_find(tree->tree, &query, &any, 1, NULL);
    return qd_query_check(tree->tree, &query);
}

/// The first window that has no meaning, `count`: none. Its sides may be infinite.
static uint32_t first_wrong(const void *boxes, uint32_t count, int layout)
{
    uint32_t i = 0;
    if (layout & JS_DOUBLES) {
        const double *side = boxes;
        for (; i < count && (side[0] <= side[2]) & (side[1] <= side[3]); i++) {
            side += 4;
        }
    } else {
        const float *side = boxes;
        for (; i < count && (side[0] <= side[2]) & (side[1] <= side[3]); i++) {
            side += 4;
        }
    }
    return i;
}

qd_result js_search_many(const js_tree *tree, const void *boxes, uint32_t count, int layout)
{
    js.bad = first_wrong(boxes, count, layout);
    if (js.bad < count) {
        return QD_BAD_VALUE;
    }
    const qd_queries queries = { .count = count,
                                 .like = about(qd_shape_box((qd_box){ { 0, 0 }, { 0, 0 } })),
                                 .boxes = js_view(boxes, layout) };
    const size_t all_offsets = (size_t)count + 1;
    uint64_t *offsets = js_reserve(&js.ids, all_offsets * sizeof *offsets);
    uint64_t *users = js_reserve(&js.rows, all_offsets * 8 * sizeof *users);
    size_t total = 0;
    qd_result result = QD_NO_MEMORY;
    if (offsets && users) {
        qd_rows rows = { .capacity = js.rows.room / sizeof *users, .offsets = offsets, .users = users };
        result = qd_tree_find_many(tree->tree, &queries, &rows, &total);
        if (result == QD_TOO_SMALL) {
            const size_t most = SIZE_MAX / sizeof *users;
            rows.users = total > most ? NULL : js_reserve(&js.rows, total * sizeof *users);
            rows.capacity = total;
            result = rows.users ? qd_tree_find_many(tree->tree, &queries, &rows, &total) : QD_NO_MEMORY;
            users = rows.users;
        }
    }
    // Offsets come first, in 32 bits; then, where a double may begin, the numbers.
    const size_t first = (all_offsets * sizeof(uint32_t) + 7) / 8 * 8;
    char *out = result == QD_OK ? js_reserve(&js.results, first + total * js_number_size(tree)) : NULL;
    if (!out) {
        return result == QD_OK ? QD_NO_MEMORY : result;
    }
    for (size_t i = 0; i < all_offsets; i++) {
        ((uint32_t *)(void *)out)[i] = (uint32_t)offsets[i];
    }
    for (size_t i = 0; i < total; i++) {
        js_put(tree, out + first, i, users[i]);
    }
    js.out = out;
    js.count = (uint32_t)total;
    js.other = (uint32_t)first;
    return QD_OK;
}
