// Nearest and rays bit by bit: a few results in their order, and where they run out a search for those that come after
// the last. See cursor.h.
#include "near.h"
#include "ranked_find.h"
#include "ray.h"

#include <quadrille/cursor.h>
#include <string.h>

enum { FIRST_BATCH = 4, CURSOR_BATCH = 32 };

typedef struct browser {
    const struct qd_tree *tree;
    uint64_t changes; ///< Of the tree when it began.
    qd_query_filter filter;
    double cut;
    qd__mark mark;      ///< The last result that was fetched.
    uint32_t at, count; ///< Of the results that were fetched: how many have been handed out, and how many there are.
    uint32_t size;      ///< How many to fetch.
    bool over;          ///< There are no more to fetch.
    qd__ranking ranking;
} browser;

typedef struct near_state {
    browser browser;
    qd_near results[CURSOR_BATCH];
} near_state;

typedef struct ray_state {
    browser browser;
    qd_hit results[CURSOR_BATCH];
} ray_state;

_Static_assert(sizeof(near_state) <= sizeof((qd_near_cursor *)0)->hidden, "a cursor has room for its state");
_Static_assert(sizeof(ray_state) <= sizeof((qd_ray_cursor *)0)->hidden, "a cursor has room for its state");

static void begin_cursor(browser *self, const struct qd_tree *tree, const qd_query_filter *filter, bool good,
                         double cut)
{
    self->tree = tree;
    self->changes = tree->changes;
    self->filter = *filter;
    self->cut = cut;
    self->mark = qd__mark_first();
    self->at = self->count = 0;
    self->size = FIRST_BATCH;
    self->over = !good;
}

/// Makes sure that there is a result to hand out. False: there is none.
static bool fetch(browser *self, void *results, size_t stride, qd_cost *cost, bool *changed)
{
    *changed = *changed || self->tree->changes != self->changes;
    if (*changed) {
        return false;
    }
    if (self->at == self->count && !self->over) {
        const qd__results room = { results, stride, self->size };
        self->at = 0;
        self->count =
            (uint32_t)qd__ranked_next(self->tree, &self->ranking, &self->filter, self->cut, &room, &self->mark, cost);
        self->over = self->count < self->size;
        self->size = self->size < CURSOR_BATCH ? 2 * self->size : CURSOR_BATCH;
    }
    cost->hits += self->at < self->count;
    return self->at < self->count;
}

void qd_near_cursor_begin(qd_near_cursor *cursor, const qd_tree *tree, qd_vec2 point, float max_distance,
                          qd_query_filter filter)
{
    near_state *self = (near_state *)(void *)cursor->hidden;
    memset(cursor, 0, sizeof *cursor);
    const bool good = qd__near_ranking(tree, point, max_distance, &self->browser.ranking);
    begin_cursor(&self->browser, tree, &filter, good, (double)max_distance * max_distance);
}

bool qd_near_cursor_next(qd_near_cursor *cursor, qd_near *near)
{
    near_state *self = (near_state *)(void *)cursor->hidden;
    if (!fetch(&self->browser, self->results, sizeof *self->results, &cursor->cost, &cursor->changed)) {
        return false;
    }
    *near = self->results[self->browser.at++];
    return true;
}

void qd_ray_cursor_begin(qd_ray_cursor *cursor, const qd_tree *tree, qd_ray ray, qd_query_filter filter)
{
    ray_state *self = (ray_state *)(void *)cursor->hidden;
    memset(cursor, 0, sizeof *cursor);
    const bool good = qd__ray_ranking(tree, &ray, &self->browser.ranking);
    begin_cursor(&self->browser, tree, &filter, good, ray.t_max);
}

bool qd_ray_cursor_next(qd_ray_cursor *cursor, qd_hit *hit)
{
    ray_state *self = (ray_state *)(void *)cursor->hidden;
    if (!fetch(&self->browser, self->results, sizeof *self->results, &cursor->cost, &cursor->changed)) {
        return false;
    }
    *hit = self->results[self->browser.at++];
    return true;
}
