// The questions of query.h, one at a time: find, count, visit, and cursors.
#include "search.h"
#include "total.h"

#include <string.h>

static const qd_cost no_cost = { 0, 0, 0 };

qd_result qd_query_check(const qd_tree *tree, const qd_query *query)
{
    qd__shape shape;
    return qd__shape_of(tree, query, &shape) ? QD_OK : QD_BAD_VALUE;
}

size_t qd_tree_find(const qd_tree *tree, const qd_query *query, qd_entry *out, size_t capacity, size_t *total)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    if (!qd__shape_ready(tree, query, &shape)) {
        if (total)
            *total = 0;
        return 0;
    }
    return qd__find_shape(&shape, &filter, out, capacity, total);
}

size_t qd_tree_count(const qd_tree *tree, const qd_query *query)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    if (qd__finds_all(query))
        return tree->count;
    if (!qd__shape_of(tree, query, &shape))
        return 0;
    if (qd__is_summed(tree) && qd__filter_is_open(&filter))
        return qd__total_count(&shape);
    return (size_t)qd__count_shape(&shape, &filter).hits;
}

void qd_tree_visit(const qd_tree *tree, const qd_query *query, qd_visitor *visit, void *context, qd_cost *cost)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    const qd_cost spent =
        qd__shape_ready(tree, query, &shape) ? qd__visit_shape(&shape, &filter, false, visit, context) : no_cost;
    if (cost)
        *cost = spent;
}

// Cursors: a search that can be stopped anywhere. Its state is the nodes that wait on a stack, the buckets of the last
// quad, and the hits of the last bucket that are still to come.

typedef struct cursor_state {
    uint64_t changes; ///< The tree's changes when the search began.
    qd__query_filter filter;
    uint64_t hits; ///< In the bucket at `location`, still to come.
    uint32_t height, buckets;
    uint32_t bucket[4]; ///< Where chains start that are still to be looked into.
    uint32_t location;  ///< The bucket that the hits are in, or QD__NONE.
    uint32_t stack[3 * QD__LEVELS + 4];
    qd__shape shape; ///< Without a tree: the cursor is at its end.
} cursor_state;

_Static_assert(sizeof(cursor_state) <= sizeof((qd_cursor *)0)->opaque, "a cursor has room for its state");

static cursor_state *state_of(qd_cursor *cursor)
{
    return (cursor_state *)(void *)cursor->opaque;
}

void qd_cursor_begin(qd_cursor *cursor, const qd_tree *tree, const qd_query *query)
{
    cursor_state *self = state_of(cursor);
    memset(cursor, 0, sizeof *cursor);
    if (!qd__shape_of(tree, query, &self->shape)) {
        self->shape.tree = NULL;
        return;
    }
    self->changes = tree->upkeep.changes;
    self->filter = qd__query_filter_in(query);
    self->location = QD__NONE;
    self->height = 1;
}

/// Goes on to the next bucket. False: that was the last.
static bool next_bucket(cursor_state *self, qd_cost *cost)
{
    const struct qd_tree *tree = self->shape.tree;
    if (self->location != QD__NONE)
        self->location = qd__tree_bucket(tree, self->location)->next;
    while (self->location == QD__NONE && self->buckets == 0 && self->height > 0) {
        // The children of the topmost quad's nodes come on the stack, and their buckets are noted.
        const qd__quad *quad = qd__quad_at(tree, self->stack[--self->height]);
        for (uint32_t nodes = qd__nodes_met(&self->shape, quad); nodes; nodes &= nodes - 1) {
            const uint32_t lane = qd__lowest_bit(nodes);
            if (!qd__node_seen(quad, lane, &self->filter))
                continue;
            cost->nodes++;
            if (quad->child[lane] != QD__NONE)
                self->stack[self->height++] = quad->child[lane];
            if (quad->bucket[lane] != QD__NONE)
                self->bucket[self->buckets++] = quad->bucket[lane];
        }
    }
    if (self->location == QD__NONE && self->buckets > 0)
        self->location = self->bucket[--self->buckets];
    if (self->location == QD__NONE)
        return false;
    const qd__bucket *bucket = qd__tree_bucket(tree, self->location);
    cost->tests += bucket->count;
    self->hits = qd__items_met(&self->shape, bucket);
    return true;
}

size_t qd_cursor_next(qd_cursor *cursor, qd_entry *out, size_t capacity)
{
    cursor_state *self = state_of(cursor);
    size_t count = 0;
    if (!self->shape.tree)
        return 0;
    cursor->changed = cursor->changed || self->shape.tree->upkeep.changes != self->changes;
    while (!cursor->changed && count < capacity && (self->hits || next_bucket(self, &cursor->cost))) {
        if (self->hits) {
            const qd__bucket *bucket = qd__tree_bucket(self->shape.tree, self->location);
            for (; self->hits && count < capacity; self->hits &= self->hits - 1) {
                const uint32_t lane = qd__lowest_bit_long(self->hits);
                if (qd__item_seen(bucket, lane, &self->filter))
                    out[count++] = qd__bucket_items(bucket)[lane];
            }
        }
    }
    cursor->cost.hits += count;
    return count;
}
