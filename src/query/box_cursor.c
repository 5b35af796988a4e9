// A search that can be stopped anywhere: the nodes that wait on a stack, the buckets of the last quad, the hits of the
// last bucket that are still to come. See cursor.h.
#include "seen.h"
#include "simd_base.h"
#include "window.h"

#include <quadrille/cursor.h>
#include <string.h>

typedef struct box_state {
    const struct qd_tree *tree;
    uint64_t changes; ///< Of the tree when the search began.
    qd__shape shape;
    qd_query_filter filter;
    uint64_t hits; ///< Of the bucket at `location`, still to come.
    uint32_t height, buckets;
    uint32_t bucket[4]; ///< Where chains start that are still to be looked into.
    uint32_t location;  ///< Of the bucket that the hits are in, or QD__NONE.
    uint32_t stack[3 * QD__LEVELS + 4];
} box_state;

_Static_assert(sizeof(box_state) <= sizeof((qd_box_cursor *)0)->hidden, "a cursor has room for its state");

static box_state *box_state_of(qd_box_cursor *cursor)
{
    return (box_state *)(void *)cursor->hidden;
}

void qd_box_cursor_begin(qd_box_cursor *cursor, const qd_tree *tree, qd_box box, qd_query_filter filter)
{
    box_state *self = box_state_of(cursor);
    memset(cursor, 0, sizeof *cursor);
    self->tree = tree;
    self->changes = tree->changes;
    self->filter = filter;
    self->location = QD__NONE;
    self->height = qd__window_shape(tree, box, &self->shape) ? 1 : 0;
}

/// Puts the children of the topmost quad's nodes on the stack, and notes their buckets.
static void open_quad(box_state *self, qd_cost *cost)
{
    const qd__quad *quad = qd__quad_at(self->tree, self->stack[--self->height]);
    uint32_t nodes = qd__four_overlap(&quad->bounds, self->shape.probe, self->shape.open);
    for (; nodes; nodes &= nodes - 1) {
        const uint32_t lane = qd__lowest_bit(nodes);
        if (!qd__node_seen(quad, lane, &self->filter)) {
            continue;
        }
        cost->nodes++;
        if (quad->child[lane] != QD__NONE) {
            self->stack[self->height++] = quad->child[lane];
        }
        if (quad->bucket[lane] != QD__NONE) {
            self->bucket[self->buckets++] = quad->bucket[lane];
        }
    }
}

/// Compares the bucket at `location` with the window.
static void open_bucket(box_state *self, qd_cost *cost)
{
    const qd__bucket *bucket = qd__tree_bucket(self->tree, self->location);
    cost->tests += bucket->count;
    self->hits = self->shape.simd->overlap(qd__bucket_boxes(bucket), self->shape.probe, self->shape.open);
}

/// Goes on to the next bucket that there is. False: there is none.
static bool next_bucket(box_state *self, qd_cost *cost)
{
    if (self->location != QD__NONE) {
        self->location = qd__tree_bucket(self->tree, self->location)->next;
    }
    while (self->location == QD__NONE && self->buckets == 0 && self->height > 0) {
        open_quad(self, cost);
    }
    if (self->location == QD__NONE && self->buckets > 0) {
        self->location = self->bucket[--self->buckets];
    }
    if (self->location != QD__NONE) {
        open_bucket(self, cost);
    }
    return self->location != QD__NONE;
}

bool qd_box_cursor_next(qd_box_cursor *cursor, qd_found *found)
{
    box_state *self = box_state_of(cursor);
    cursor->changed = cursor->changed || self->tree->changes != self->changes;
    while (!cursor->changed && (self->hits != 0 || next_bucket(self, &cursor->cost))) {
        if (self->hits == 0) {
            continue;
        }
        const uint32_t lane = qd__lowest_bit_long(self->hits);
        const qd__bucket *bucket = qd__tree_bucket(self->tree, self->location);
        self->hits &= self->hits - 1;
        if (qd__item_seen(bucket, lane, &self->filter)) {
            *found = qd__bucket_items(bucket)[lane];
            cursor->cost.hits++;
            return true;
        }
    }
    return false;
}
