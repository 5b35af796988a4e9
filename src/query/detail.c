// Level of detail: items one by one where nodes are large enough to see, and as a group where they are not.
#include "total.h"
#include "visitor.h"

enum { DETAIL_BATCH = 64 };

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

static void flush_details(viewer *view)
{
    if (view->count == 0) {
        return;
    }
    view->stopped = !view->visitor(view->context, view->batch, view->count);
    view->count = 0;
    view->stopped |= !qd__unchanged(view->changes, view->adder.tree->changes);
}

static void show(viewer *view, qd_found item, qd__aabb bounds, qd_total total)
{
    view->batch[view->count++] = (qd_detail){ item, qd__aabb_box(bounds), total };
    view->hits++;
    if (view->count == DETAIL_BATCH) {
        flush_details(view);
    }
}

static void show_items(viewer *view, const qd__quad *quad, uint32_t lane, bool covered)
{
    const struct qd_tree *tree = view->adder.tree;
    for (uint32_t location = quad->bucket[lane]; location != QD__NONE && !view->stopped;) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        location = bucket->next; // looked up before a visitor can change the tree, against the rules
        for (uint64_t hits = qd__adder_items(&view->adder, bucket, covered); hits && !view->stopped; hits &= hits - 1) {
            const uint32_t at = qd__lowest_bit_long(hits);
            const qd_found item = qd__bucket_items(bucket)[at];
            show(view, item, qd__bucket_aabb(bucket, at), qd__total_item(tree, &item));
        }
    }
}

/// Both sides, without overflow: upper corners are negated.
static bool is_smaller(qd__aabb bounds, double size)
{
    return -(double)bounds.v[2] - bounds.v[0] < size && -(double)bounds.v[3] - bounds.v[1] < size;
}

static void show_quad(viewer *view, uint32_t index, bool covered);

static void show_node(viewer *view, uint32_t node, bool covered)
{
    const qd__quad *quad = qd__quad_at(view->adder.tree, node >> 2);
    const uint32_t lane = node & 3;
    const qd__aabb bounds = qd__four_at(&quad->bounds, lane);
    if (is_smaller(bounds, view->size)) {
        qd_total total = qd__total_none();
        qd__add_node(&view->adder, node, covered, &total);
        if (total.count > 1) {
            const qd_found none = { { 0, 0 }, 0 };
            show(view, none, bounds, total);
        }
        if (total.count != 1) {
            return;
        }
    }
    view->adder.cost.nodes++;
    show_items(view, quad, lane, covered);
    if (!view->stopped && quad->child[lane] != QD__NONE) {
        show_quad(view, quad->child[lane], covered);
    }
}

static void show_quad(viewer *view, uint32_t index, bool covered)
{
    uint32_t inner, nodes = qd__adder_nodes(&view->adder, qd__quad_at(view->adder.tree, index), covered, &inner);
    for (; nodes && !view->stopped; nodes &= nodes - 1) {
        const uint32_t lane = qd__lowest_bit(nodes);
        show_node(view, index << 2 | lane, inner >> lane & 1);
    }
}

qd_cost qd_visit_detail(const qd_tree *tree, qd_box box, float size, qd_query_filter filter, qd_detail_visitor *visitor,
                        void *context)
{
    viewer view; // too large to be cleared for nothing
    const bool good = qd__adder_of(&view.adder, tree, box, &filter);
    view.size = size;
    view.changes = tree->changes;
    view.visitor = visitor;
    view.context = context;
    view.count = 0;
    view.hits = 0;
    view.stopped = false;
    if (good) {
        show_quad(&view, 0, false);
        flush_details(&view);
    }
    const qd_cost cost = { view.adder.cost.nodes, view.adder.cost.tests, view.hits };
    return cost;
}
