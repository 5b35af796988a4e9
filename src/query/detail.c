// Level of detail: items one by one where nodes are large enough to see, and as a group where they are not.
#include "total.h"

enum { DETAIL_BATCH = 32 };

typedef struct viewer {
    qd__adder adder;
    double size; ///< Nodes smaller than this are groups.
    uint64_t changes;
    qd_detail_visitor *visitor;
    void *context;
    size_t count;
    uint64_t hits;
    bool stopped;
    qd_detail batch[DETAIL_BATCH];
} viewer;

/// An array of the caller as a visitor.
typedef struct detail_array {
    qd_detail *out;
    size_t capacity, count;
    bool counts_on; ///< Once it is full.
} detail_array;

static void flush_details(viewer *view)
{
    if (view->count == 0)
        return;
    view->stopped = view->visitor(view->context, view->batch, view->count) != QD_CONTINUE;
    view->count = 0;
    view->stopped |= !qd__unchanged(view->changes, view->adder.tree->upkeep.changes);
}

static void show(viewer *view, qd_entry item, const qd_box *bounds, const qd_total *total)
{
    view->batch[view->count++] = (qd_detail){ item, *bounds, *total };
    view->hits++;
    if (view->count == DETAIL_BATCH)
        flush_details(view);
}

static void show_items(viewer *view, const qd__quad *quad, uint32_t lane, bool covered)
{
    const struct qd_tree *tree = view->adder.tree;
    for (uint32_t location = quad->bucket[lane]; location != QD__NONE && !view->stopped;) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        location = bucket->next; // looked up before a visitor can change the tree, against the rules
        for (uint64_t hits = qd__adder_items(&view->adder, bucket, covered); hits && !view->stopped; hits &= hits - 1) {
            const uint32_t at = qd__lowest_bit_long(hits);
            const qd_entry item = qd__bucket_items(bucket)[at];
            const qd_box box = qd__item_box(tree, bucket, at);
            const qd_total total = qd__total_item(tree, &item);
            show(view, item, &box, &total);
        }
    }
}

static void show_quad(viewer *view, uint32_t index, bool covered);

static void show_node(viewer *view, uint32_t node, bool covered)
{
    const qd__quad *quad = qd__quad_of(view->adder.tree, node);
    const uint32_t lane = qd__node_lane(node);
    const qd_box bounds = qd__tree_widen(view->adder.tree, qd__four_at(&quad->bounds, lane));
    const double size = view->size;
    const bool smaller = // on both axes; every size is smaller than infinity, even one that overflows
        size > DBL_MAX ? qd__box_is_valid(&bounds)
                       : bounds.max.x - bounds.min.x < size && bounds.max.y - bounds.min.y < size;
    if (smaller) {
        qd_total total = qd__total_none();
        qd__add_node(&view->adder, node, covered, &total);
        if (total.count > 1) {
            const qd_entry none = { 0, 0 };
            show(view, none, &bounds, &total);
        }
        if (total.count != 1)
            return;
    }
    view->adder.cost.nodes++;
    show_items(view, quad, lane, covered);
    if (!view->stopped && quad->child[lane] != QD__NONE)
        show_quad(view, quad->child[lane], covered);
}

static void show_quad(viewer *view, uint32_t index, bool covered)
{
    uint32_t inner, nodes = qd__adder_nodes(&view->adder, qd__quad_at(view->adder.tree, index), covered, &inner);
    for (; nodes && !view->stopped; nodes &= nodes - 1) {
        const uint32_t lane = qd__lowest_bit(nodes);
        show_node(view, qd__node_in(index, lane), inner >> lane & 1);
    }
}

void qd_tree_visit_details(const qd_tree *tree, const qd_query *query, double size, qd_detail_visitor *visit,
                           void *context, qd_cost *cost)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    qd_cost spent = { 0, 0, 0 };
    if (qd__shape_of(tree, query, &shape)) {
        viewer view; // too large to be cleared for nothing
        view.adder = qd__adder_of(&shape, &filter, false);
        // Nodes smaller than this are groups: none are where the question is not one of a window that items overlap.
        const bool groups = !query || (query->relation == QD_OVERLAPS &&
                                       (query->shape.type == QD_BOX || query->shape.type == QD_EVERYWHERE));
        view.size = !groups ? 0 : qd__is_precise(tree) ? size : (float)size;
        view.changes = tree->upkeep.changes;
        view.visitor = visit;
        view.context = context;
        view.count = 0;
        view.hits = 0;
        view.stopped = false;
        show_quad(&view, 0, false);
        flush_details(&view);
        spent = (qd_cost){ view.adder.cost.nodes, view.adder.cost.tests, view.hits };
    }
    if (cost)
        *cost = spent;
}

static qd_flow keep_details(void *context, const qd_detail *details, size_t count)
{
    detail_array *self = (detail_array *)context;
    for (size_t i = 0; i < count && self->count + i < self->capacity; i++)
        self->out[self->count + i] = details[i];
    self->count += count;
    return self->count < self->capacity || self->counts_on ? QD_CONTINUE : QD_STOP;
}

size_t qd_tree_find_details(const qd_tree *tree, const qd_query *query, double size, qd_detail *out, size_t capacity,
                            size_t *total)
{
    detail_array array = { out, capacity, 0, total != NULL };
    if (capacity > 0 || total)
        qd_tree_visit_details(tree, query, size, keep_details, &array, NULL);
    if (total)
        *total = array.count;
    return array.count < capacity ? array.count : capacity;
}
