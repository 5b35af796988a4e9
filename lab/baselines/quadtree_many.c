/// Many questions at once, as the library answers them.
#include "memory.h"
#include "quadtree.h"

#include <math.h>
#include <quadrille/many.h>

typedef struct numbered {
    contender_many_visitor *visitor;
    void *context;
    size_t question;
} numbered;

static bool add_question(void *context, const uint32_t *items, size_t count)
{
    const numbered *out = context;
    return out->visitor(out->context, out->question, items, count);
}

static bool take_results(void *context, size_t question, const qd_found *items, size_t count)
{
    numbered *out = context;
    out->question = question;
    return quadtree_hand_out(items, count, add_question, out);
}

contender_found quadtree_windows(const contender *self, const qd_box *windows, size_t count,
                                 contender_many_visitor *visitor, void *context)
{
    numbered out = { visitor, context, 0 };
    qd_cost cost = { 0 };
    qd_visit_box_many(((const quadtree *)self)->tree, windows, count, (qd_query_filter){ 0 }, take_results, &out, NULL,
                      &cost);
    return (contender_found){ cost.tests, cost.hits };
}

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

bool quadtree_near_all(contender *self, const qd_vec2 *points, size_t count, size_t k, uint32_t *items)
{
    quadtree *own = (quadtree *)self;
    qd_near *out = room_for(own, count * (k * sizeof *out + sizeof(uint32_t)) + 1);
    if (!out)
        return false;
    uint32_t *counts = (uint32_t *)(void *)(out + count * k);
    qd_find_near_many(own->tree, points, count, INFINITY, (qd_query_filter){ 0 }, out, k, counts, NULL);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < k; j++)
            items[i * k + j] = j < counts[i] ? (uint32_t)out[i * k + j].item.user : UINT32_MAX;
    return true;
}

bool quadtree_ray_all(contender *self, const contender_ray *rays, size_t count, uint32_t *items)
{
    quadtree *own = (quadtree *)self;
    qd_hit *out = room_for(own, count * (sizeof *out + sizeof(qd_ray) + sizeof(uint32_t)) + 1);
    if (!out)
        return false;
    qd_ray *asked = (qd_ray *)(void *)(out + count);
    uint32_t *counts = (uint32_t *)(void *)(asked + count);
    for (size_t i = 0; i < count; i++)
        asked[i] = (qd_ray){ rays[i].origin, rays[i].direction, rays[i].t_max };
    qd_find_ray_many(own->tree, asked, count, (qd_query_filter){ 0 }, out, 1, counts, NULL);
    for (size_t i = 0; i < count; i++)
        items[i] = counts[i] > 0 ? (uint32_t)out[i].item.user : UINT32_MAX;
    return true;
}
