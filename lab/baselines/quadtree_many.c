/// Many questions at once, as the library answers them.
#include "memory.h"
#include "quadtree.h"

#include <math.h>

/// Room that stays from call to call; its contents do not.
static void *room_for(quadtree *own, size_t bytes)
{
    if (own->answer_bytes < bytes) {
        memory_free(own->answers);
        own->answers = memory_array(bytes, 1);
        own->answer_bytes = own->answers ? bytes : 0;
    }
    return own->answers;
}

/// A call is about so many results that they stay in a cache until they are handed out.
enum { FIRST_QUESTIONS = 64, CALL_RESULTS = 1 << 18 };

/// Bytes of a result without offsets: which question, which item.
#define RESULT_BYTES (sizeof(uint64_t) + sizeof(uint32_t))

/// Rows of as many results as there is room for, in the library's order.
static qd_rows rows_in(quadtree *own)
{
    qd_rows rows = { .capacity = own->answer_bytes / RESULT_BYTES };
    rows.users = own->answers;
    rows.questions = (uint32_t *)(void *)(rows.users + rows.capacity);
    return rows;
}

/// Results of one question lie together; their numbers count from the first of the call.
static bool hand_out(const qd_rows *rows, size_t count, size_t first, contender_many_visitor *visitor, void *context)
{
    uint32_t numbers[ITEMS_AT_ONCE];
    bool more = true;
    for (size_t at = 0; at < count && more;) {
        const uint32_t question = rows->questions[at];
        size_t some = 0;
        for (; at < count && some < ITEMS_AT_ONCE && rows->questions[at] == question; at++)
            numbers[some++] = (uint32_t)rows->users[at];
        more = visitor(context, first + question, numbers, some);
    }
    return more;
}

/// Asks for some windows, again with more room where there was too little. False: no memory.
static bool ask_some(quadtree *own, const fbox *windows, size_t count, qd_rows *rows, size_t *total)
{
    const qd_queries queries = { .count = count, .boxes = fbox_view(windows) };
    qd_cost *cost = rows->cost;
    do {
        if (!room_for(own, (*total + *total / 4 + 1) * RESULT_BYTES))
            return false;
        *rows = rows_in(own);
        rows->cost = cost;
    } while (qd_tree_find_many(own->tree, &queries, rows, total) == QD_TOO_SMALL);
    return true;
}

contender_found quadtree_windows(contender *self, const fbox *windows, size_t count, contender_many_visitor *visitor,
                                 void *context)
{
    contender_found found = { 0 };
    size_t wanted = FIRST_QUESTIONS, total = CALL_RESULTS;
    for (size_t first = 0, some; first < count; first += some) {
        qd_cost cost = { 0 };
        qd_rows rows = { .cost = &cost };
        some = wanted < count - first ? wanted : count - first;
        if (!ask_some((quadtree *)self, windows + first, some, &rows, &total))
            break;
        found.tests += cost.tests;
        found.hits += cost.hits;
        found.nodes += cost.nodes;
        if (!hand_out(&rows, total, first, visitor, context))
            break;
        wanted = CALL_RESULTS / (total / some + 1) + 1; // by how many each had
    }
    return found;
}

static bool ask_all(quadtree *own, const qd_ranked_queries *queries, size_t k, void *room, uint32_t *items)
{
    qd_ranked_rows rows = { .k = k, .users = room };
    rows.counts = (uint32_t *)(void *)(rows.users + queries->count * k);
    if (qd_tree_find_many_ranked(own->tree, queries, &rows))
        return false;
    // The users of all rows as numbers of items.
    for (size_t i = 0; i < queries->count; i++)
        for (size_t j = 0; j < rows.k; j++)
            items[i * rows.k + j] = j < rows.counts[i] ? (uint32_t)rows.users[i * rows.k + j] : UINT32_MAX;
    return true;
}

bool quadtree_near_all(contender *self, const fvec2 *points, size_t count, size_t k, uint32_t *items)
{
    quadtree *own = (quadtree *)self;
    void *room = room_for(own, count * (k * sizeof(uint64_t) + sizeof(uint32_t)) + 1);
    const qd_ranked_queries queries = { .count = count,
                                        .like = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY),
                                        .boxes = fvec2_view(points) };
    return room && ask_all(own, &queries, k, room, items);
}

static qd_boxes points_of(const fvec2 *first, size_t stride)
{
    return (qd_boxes){ &first->x, &first->y, &first->x, &first->y, (ptrdiff_t)stride, QD_FLOAT, QD_CORNERS };
}

bool quadtree_ray_all(contender *self, const contender_ray *rays, size_t count, uint32_t *items)
{
    quadtree *own = (quadtree *)self;
    double *limits = room_for(own, count * (sizeof *limits + sizeof(uint64_t) + sizeof(uint32_t)) + 1);
    for (size_t i = 0; limits && i < count; i++)
        limits[i] = (double)rays[i].t_max;
    const qd_ranked_queries queries = { .count = count,
                                        .like = qd_ray((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 0 }, INFINITY),
                                        .boxes = points_of(&rays->origin, sizeof *rays),
                                        .motions = points_of(&rays->direction, sizeof *rays),
                                        .limits = limits };
    return limits && ask_all(own, &queries, 1, limits + count, items);
}
