// Which items: one question, and many.
#include "js.h"

#include <string.h>

enum {
    FIRST_WINDOWS = 64,    ///< Windows that show how long rows are.
    LONG_ROW = 48,         ///< Numbers. Windows with such rows are asked about few at a time,
    ROW_NUMBERS = 1 << 15, ///< so that results are still in a cache when they become numbers.
};

/// The answer to a question in the out buffer.
static qd_result search(const js_tree *tree, const qd_query *query)
{
    const qd_result result = qd_query_check(tree->tree, query);
    if (result != QD_OK)
        return result;
    js_found found = { tree, 0, false };
    qd_tree_visit(tree->tree, query, js_take_entries, &found, NULL);
    return js_end_found(&found);
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
        for (; i < count && (side[0] <= side[2]) & (side[1] <= side[3]); i++)
            side += 4;
    } else {
        const float *side = boxes;
        for (; i < count && (side[0] <= side[2]) & (side[1] <= side[3]); i++)
            side += 4;
    }
    return i;
}

/// The rows of some windows: js.ids gets where each begins, js.rows the user values, one after the other.
static qd_result find_rows(const js_tree *tree, const qd_queries *queries, size_t *total)
{
    const size_t least = queries->count * 8 * sizeof(uint64_t);
    uint64_t *offsets = js_reserve(&js.ids, (queries->count + 1) * sizeof *offsets);
    void *users = js_reserve(&js.rows, least);
    if (!offsets || !users)
        return QD_NO_MEMORY;
    qd_rows rows = { .capacity = js.rows.room / sizeof *offsets, .offsets = offsets, .users = users };
    qd_result result = qd_tree_find_many(tree->tree, queries, &rows, total);
    if (result == QD_TOO_SMALL) {
        rows.users = *total <= SIZE_MAX / sizeof *offsets ? js_reserve(&js.rows, *total * sizeof *offsets) : NULL;
        rows.capacity = *total;
        result = rows.users ? qd_tree_find_many(tree->tree, queries, &rows, total) : QD_NO_MEMORY;
    }
    return result;
}

/// Appends the rows of some windows to those of the `first` ones in the out buffer. Offsets are in front, in 32 bits.
static bool append_rows(js_found *found, size_t offsets_size, size_t first, size_t windows, size_t numbers)
{
    const size_t size = js_number_size(found->tree), used = offsets_size + found->count * size;
    char *out = js_grow(&js.results, used, used + numbers * size);
    if (!out)
        return false;
    const uint64_t *rows = js.ids.at;
    uint32_t *offsets = (uint32_t *)(void *)out + first;
    for (size_t i = 0; i <= windows; i++)
        offsets[i] = (uint32_t)(found->count + rows[i]);
    js_put_users(found->tree, out + offsets_size, found->count, js.rows.at, 1, numbers);
    found->count += numbers;
    return true;
}

/// How many of the windows that are left are asked about next, after some with so many numbers.
static size_t next_windows(size_t windows, size_t numbers, size_t left)
{
    const size_t row = numbers / windows, next = row < ROW_NUMBERS ? ROW_NUMBERS / (row + 1) : 1;
    return row < LONG_ROW || left < next ? left : next;
}

qd_result js_search_many(const js_tree *tree, const void *boxes, uint32_t count, int layout)
{
    js.bad = first_wrong(boxes, count, layout);
    if (js.bad < count)
        return QD_BAD_VALUE;
    js_found found = { tree, 0, false };
    // In bytes, up to where a double may begin.
    const size_t offsets_size = (((size_t)count + 1) * sizeof(uint32_t) + 7) / 8 * 8;
    const size_t window = 4 * (layout & JS_DOUBLES ? sizeof(double) : sizeof(float));
    if (!js_reserve(&js.results, offsets_size))
        return QD_NO_MEMORY;
    for (size_t first = 0, some = count < FIRST_WINDOWS ? count : FIRST_WINDOWS;;) {
        const qd_queries queries = { .count = some,
                                     .like = about(qd_shape_box((qd_box){ { 0, 0 }, { 0, 0 } })),
                                     .boxes = js_view((const char *)boxes + first * window, layout) };
        size_t numbers = 0;
        const qd_result result = find_rows(tree, &queries, &numbers);
        if (result != QD_OK || !append_rows(&found, offsets_size, first, some, numbers))
            return result != QD_OK ? result : QD_NO_MEMORY;
        first += some;
        if (first == count) {
            js.other = (uint32_t)offsets_size;
            return js_end_found(&found);
        }
        some = next_windows(some, numbers, count - first);
    }
}
