// Ranked questions bit by bit: a few results in their order, and where they run out a search for those that come after
// the last.
#include "ranked_find.h"

enum { FIRST_BATCH = 4, CURSOR_BATCH = 32 };

/// What a cursor is. Zeroed, it is at its end.
typedef struct browser {
    const struct qd_tree *tree; ///< NULL: the question was malformed.
    uint64_t changes;           ///< Of the tree when it began.
    qd__query_filter filter;
    qd__mark mark;      ///< The last result that was fetched.
    uint32_t at, count; ///< Of the results that were fetched: how many have been handed out, and how many there are.
    uint32_t size;      ///< How many to fetch.
    bool over;          ///< There are no more to fetch.
    qd__ranking ranking;
    qd_hit results[CURSOR_BATCH];
} browser;

_Static_assert(sizeof(browser) <= sizeof((qd_ranked_cursor *)0)->opaque, "a cursor has room for its state");

void qd_ranked_cursor_begin(qd_ranked_cursor *cursor, const qd_tree *tree, const qd_ranked *ranked)
{
    browser *self = (browser *)(void *)cursor->opaque;
    memset(cursor, 0, sizeof *cursor);
    if (!qd__ranking_of(tree, ranked, &self->ranking)) {
        return;
    }
    self->tree = tree;
    self->changes = tree->changes;
    self->filter = qd__query_filter_of(ranked->filter, ranked->ignore);
    self->mark = qd__mark_first();
    self->size = FIRST_BATCH;
}

static void fetch_hits(browser *self, qd_cost *cost)
{
    self->at = 0;
    const qd__columns columns = { self->results, NULL, NULL, NULL };
    self->count =
        (uint32_t)qd__ranked_next(self->tree, &self->ranking, &self->filter, &columns, self->size, &self->mark, cost);
    self->over = self->count < self->size;
    self->size = self->size < CURSOR_BATCH ? 2 * self->size : CURSOR_BATCH;
}

size_t qd_ranked_cursor_next(qd_ranked_cursor *cursor, qd_hit *out, size_t capacity)
{
    browser *self = (browser *)(void *)cursor->opaque;
    size_t count = 0;
    if (!self->tree) {
        return 0;
    }
    cursor->changed = cursor->changed || self->tree->changes != self->changes;
    while (!cursor->changed && count < capacity) {
        if (self->at == self->count && !self->over) {
            fetch_hits(self, &cursor->cost);
        }
        if (self->at == self->count) {
            break;
        }
        out[count++] = self->results[self->at++];
    }
    cursor->cost.hits += count;
    return count;
}
