// The read-only view of the tree's nodes, its statistics, and its exact bounds.
#include "quad.h"
#include "simd.h"

#include <quadrille/nodes.h>

/// Is it a node that may have items? Of two that are merged only the first is.
static bool is_node(const struct qd_tree *tree, uint32_t node)
{
    return qd__node_taking(qd__quad_at(tree, node >> 2), node) == node;
}

static size_t items_below(const struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    size_t items = 0;
    for (uint32_t lane = 0; lane < 4; lane++) {
        items += qd__node_count(tree, quad, lane);
        items += quad->child[lane] == QD__NONE ? 0 : items_below(tree, quad->child[lane]);
    }
    return items;
}

static qd_walk walk_node(const struct qd_tree *tree, uint32_t node, int depth, qd_node_visitor *visitor, void *context)
{
    const qd__quad *quad = qd__quad_at(tree, node >> 2);
    const uint32_t lane = node & 3, child = quad->child[lane];
    const qd_node seen = {
        .cell = qd__lattice_box(&tree->lattice, qd__node_square(tree, node)),
        .bounds = qd__aabb_box(qd__four_at(&quad->bounds, lane)),
        .items = qd__node_count(tree, quad, lane),
        .items_below = child == QD__NONE ? 0 : items_below(tree, child),
        .depth = depth,
        .leaf = child == QD__NONE,
    };
    const qd_walk next = visitor(context, &seen);
    if (next != QD_DESCEND || seen.leaf) {
        return next;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (is_node(tree, child << 2 | i) && walk_node(tree, child << 2 | i, depth + 1, visitor, context) == QD_STOP) {
            return QD_STOP;
        }
    }
    return QD_DESCEND;
}

void qd_tree_walk(const qd_tree *tree, qd_node_visitor *visitor, void *context)
{
    if (walk_node(tree, QD__WORLD, 0, visitor, context) != QD_STOP &&
        !qd__node_is_bare(qd__quad_at(tree, 0), QD__REST)) {
        walk_node(tree, QD__REST, 0, visitor, context);
    }
}

static void count_node(qd_stats *stats, const struct qd_tree *tree, uint32_t node, int depth)
{
    const qd__quad *quad = qd__quad_at(tree, node >> 2);
    const uint32_t child = quad->child[node & 3], count = qd__node_count(tree, quad, node & 3);
    stats->nodes++;
    stats->leaves += child == QD__NONE;
    stats->depth = depth > stats->depth ? depth : stats->depth;
    stats->fullest_cell = count > stats->fullest_cell ? count : stats->fullest_cell;
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++) {
        if (is_node(tree, child << 2 | lane)) {
            count_node(stats, tree, child << 2 | lane, depth + 1);
        }
    }
}

qd_stats qd_tree_stats(const qd_tree *tree)
{
    qd_stats stats = { .items = tree->count, .bytes = tree->memory.bytes, .work = tree->work };
    count_node(&stats, tree, QD__WORLD, 0);
    if (!qd__node_is_bare(qd__quad_at(tree, 0), QD__REST)) {
        count_node(&stats, tree, QD__REST, 0);
    }
    size_t lanes = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->buckets[size].used; index++) {
            const qd__bucket *bucket = qd__pool_at(&tree->buckets[size], index);
            stats.blocks += bucket->count > 0;
            lanes += bucket->count > 0 ? bucket->lanes : 0;
        }
    }
    stats.fill = lanes ? (double)tree->count / (double)lanes : 0;
    return stats;
}

/// Adds the exact bounds of a quad's items to `exact`, looking only where the kept bounds reach beyond it.
static void add_bounds(const struct qd_tree *tree, uint32_t index, qd__aabb *exact)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (qd__covers(*exact, qd__four_at(&quad->bounds, lane))) {
            continue;
        }
        for (uint32_t location = quad->bucket[lane]; location != QD__NONE;) {
            const qd__bucket *bucket = qd__tree_bucket(tree, location);
            *exact = qd__union(*exact, tree->simd->unite(qd__bucket_boxes(bucket)));
            location = bucket->next;
        }
        if (quad->child[lane] != QD__NONE) {
            add_bounds(tree, quad->child[lane], exact);
        }
    }
}

qd_box qd_tree_bounds(const qd_tree *tree)
{
    qd__aabb exact = qd__aabb_empty();
    add_bounds(tree, 0, &exact);
    return qd__aabb_box(exact);
}
