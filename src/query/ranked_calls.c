// Ranked questions one at a time: find, count, visit, and cursors.
#include "ranked.h"
#include "ranked_find.h"

qd_result qd_ranked_check(const qd_tree *tree, const qd_ranked *ranked)
{
    qd__ranking ranking;
    return qd__ranking_of(tree, ranked, &ranking) ? QD_OK : QD_BAD_VALUE;
}

size_t qd_tree_find_ranked(const qd_tree *tree, const qd_ranked *ranked, qd_hit *out, size_t capacity, size_t *total)
{
    const qd__query_filter filter = qd__query_filter_of(ranked->filter, ranked->ignore);
    qd__ranking ranking;
    const qd__columns columns = { .hits = out };
    qd__mark mark = qd__mark_first();
    qd_cost cost = { 0, 0, 0 };
    const bool good = qd__ranking_of(tree, ranked, &ranking);
    const size_t count = good ? qd__ranked_next(&ranking, &filter, &columns, capacity, &mark, &cost) : 0;
    if (total) // that are written which come first says nothing about the others
        *total = count < capacity ? count : qd_tree_count_ranked(tree, ranked);
    return count;
}

/// A search that hands out each item with the keys of a ranking.
typedef struct caller {
    const qd__ranking *ranking;
    uint64_t changes; ///< The tree's changes when the search began: the visitor must not change it.
    qd_hit_visitor *visit;
    void *context;
    double limit;   ///< Results beyond it are not wanted.
    uint64_t calls; ///< Or results, without a visitor.
} caller;

/// The key of an item, NaN where it has none up to the cut.
static double key_up_to(const caller *self, double key, const qd_box *box, double cut)
{
    const qd__ranking *ranking = self->ranking;
    const double exact = ranking->kind->exact ? ranking->kind->exact(ranking, box) : key;
    return exact <= cut ? exact : NAN;
}

static double count_offered(void *context, const qd__offered *items, double cut)
{
    caller *self = (caller *)context;
    for (uint64_t left = items->lanes; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const qd_box box = qd__item_box(self->ranking->tree, items->bucket, lane);
        self->calls += key_up_to(self, items->keys[lane], &box, cut) <= cut;
    }
    return cut;
}

size_t qd_tree_count_ranked(const qd_tree *tree, const qd_ranked *ranked)
{
    const qd__query_filter filter = qd__query_filter_of(ranked->filter, ranked->ignore);
    qd__ranking ranking;
    if (!qd__ranking_of(tree, ranked, &ranking))
        return 0;
    caller self = { &ranking, tree->upkeep.changes, NULL, NULL, INFINITY, 0 };
    qd__ranked_search(&ranking, &filter, 0, count_offered, &self);
    return (size_t)self.calls;
}

/// Hands out an item. Returns the new cut.
static double visit_item(caller *self, const qd__offered *items, uint32_t lane, double cut)
{
    const qd_box box = qd__item_box(self->ranking->tree, items->bucket, lane);
    const double exact = key_up_to(self, items->keys[lane], &box, cut);
    if (!(exact <= cut))
        return cut;
    qd_hit hit;
    hit.item = *qd__location_item(items->bucket, qd__location_at(items->location, lane));
    self->ranking->kind->describe(self->ranking, &hit, exact, &box);
    if (hit.t > self->limit)
        return cut;
    self->calls++;
    double limit = self->limit;
    const qd_flow flow = self->visit(self->context, &hit, &limit);
    // Returns the cut that follows from the limit that the visitor has left; -1: the search ends.
    const struct qd_tree *tree = self->ranking->tree;
    const double wanted = qd__is_precise(tree) ? limit : qd__double_of((float)limit);
    if (!qd__unchanged(self->changes, tree->upkeep.changes) || flow != QD_CONTINUE || limit < 0)
        return -1;
    if (!(wanted < self->limit))
        return cut;
    self->limit = wanted;
    const double within = self->ranking->kind->key_within ? self->ranking->kind->key_within(wanted) : wanted;
    return within < cut ? within : cut;
}

static double offer_hits(void *context, const qd__offered *items, double cut)
{
    for (uint64_t left = items->lanes; left && cut >= 0; left &= left - 1)
        cut = visit_item((caller *)context, items, qd__lowest_bit_long(left), cut);
    return cut;
}

void qd_tree_visit_ranked(const qd_tree *tree, const qd_ranked *ranked, qd_hit_visitor *visit, void *context,
                          qd_cost *cost)
{
    const qd__query_filter filter = qd__query_filter_of(ranked->filter, ranked->ignore);
    qd_cost spent = { 0, 0, 0 };
    qd__ranking ranking;
    if (qd__ranking_of(tree, ranked, &ranking)) {
        caller self = { &ranking, tree->upkeep.changes, visit, context, ranking.limit, 0 };
        spent = qd__ranked_search(&ranking, &filter, 0, offer_hits, &self);
        spent.hits = self.calls;
    }
    if (cost)
        *cost = spent;
}

// Cursors: a few results in their order, and where they run out a search for those that come after the last.

enum { FIRST_BATCH = 4, CURSOR_BATCH = 32 };

/// What a cursor is. Zeroed, it is at its end.
typedef struct browser {
    const struct qd_tree *tree; ///< NULL: the question was malformed.
    uint64_t changes;           ///< The tree's changes when it began.
    qd__query_filter filter;
    qd__mark mark;      ///< The last result that was fetched.
    uint32_t at, count; ///< Results that have been handed out, and results that were fetched.
    uint32_t size;      ///< How many to fetch.
    bool over;          ///< All have been fetched.
    qd__ranking ranking;
    qd_hit results[CURSOR_BATCH];
} browser;

_Static_assert(sizeof(browser) <= sizeof((qd_ranked_cursor *)0)->opaque, "a cursor has room for its state");

void qd_ranked_cursor_begin(qd_ranked_cursor *cursor, const qd_tree *tree, const qd_ranked *ranked)
{
    browser *self = (browser *)(void *)cursor->opaque;
    memset(cursor, 0, sizeof *cursor);
    if (!qd__ranking_of(tree, ranked, &self->ranking))
        return;
    self->tree = tree;
    self->changes = tree->upkeep.changes;
    self->filter = qd__query_filter_of(ranked->filter, ranked->ignore);
    self->mark = qd__mark_first();
    self->size = FIRST_BATCH;
}

size_t qd_ranked_cursor_next(qd_ranked_cursor *cursor, qd_hit *out, size_t capacity)
{
    browser *self = (browser *)(void *)cursor->opaque;
    size_t count = 0;
    if (!self->tree)
        return 0;
    cursor->changed = cursor->changed || self->tree->upkeep.changes != self->changes;
    while (!cursor->changed && count < capacity) {
        if (self->at == self->count && !self->over) {
            self->at = 0;
            const qd__columns columns = { .hits = self->results };
            self->count = (uint32_t)qd__ranked_next(&self->ranking, &self->filter, &columns, self->size, &self->mark,
                                                    &cursor->cost);
            self->over = self->count < self->size;
            self->size = self->size < CURSOR_BATCH ? 2 * self->size : CURSOR_BATCH;
        }
        if (self->at == self->count)
            break;
        out[count++] = self->results[self->at++];
    }
    cursor->cost.hits += count;
    return count;
}
