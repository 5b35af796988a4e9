/// @file inspect.h
/// The nodes of a tree from outside: for drawing, statistics and tests.
#ifndef QUADRILLE_INSPECT_H
#define QUADRILLE_INSPECT_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// No node is deeper. (QD_MAX_DEPTH is the largest max_depth.) Nodes of the world keep to max_depth; items outside the
/// world, or larger than it, have nodes of their own below a second root.
#define QD_MAX_NODE_DEPTH 29

/// One node, as the cursor gives it.
typedef struct qd_node {
    /// Holds the centres of its items; roughly, where they reach beyond the world. A square, or for a leaf perhaps the
    /// lower or upper half of a square. Searches use `bounds`, not this.
    qd_box square;
    qd_box bounds;      ///< Covers all items in it and below it, perhaps more. Inverted without items.
    size_t items;       ///< In the node itself.
    size_t items_below; ///< In the nodes below it.
    int depth;          ///< Levels below its root.
    bool leaf;
} qd_node;

/// All nodes, parents before children; then those of the second root if it holds anything. A struct of the caller that
/// owns nothing; `changed` as in qd_cursor. A zeroed cursor is at its end.
typedef struct qd_node_cursor {
    bool changed;
    bool leaf; ///< As in qd_node, for the last node. A walk that needs only this and `depth` passes NULL as the node.
    int depth;
    uint64_t opaque[64];
} qd_node_cursor;

/// Begins before the first node.
QD_API void qd_node_cursor_begin(qd_node_cursor *cursor, const qd_tree *tree);

/// The next node. False at the end, or when the tree has changed; *node is then left alone. Cost O(1) when `node` is
/// NULL, else O(nodes below), because of items_below.
QD_API bool qd_node_cursor_next(qd_node_cursor *cursor, qd_node *node);

/// Skips the nodes below the last node.
QD_API void qd_node_cursor_skip(qd_node_cursor *cursor);

/// The items in the last node itself, written as qd_tree_find does, with their boxes unless `boxes` is NULL. Cost
/// O(items).
QD_API size_t qd_node_cursor_entries(const qd_node_cursor *cursor, qd_entry *out, qd_box *boxes, size_t capacity,
                                     size_t *total);

/// Figures of a tree.
typedef struct qd_tree_stats {
    size_t items, nodes, leaves;
    size_t buckets;      ///< Buckets of entries in use.
    size_t bytes;        ///< All memory held.
    size_t fullest_node; ///< Items in it.
    size_t unpaired;     ///< Items with a filter field that matches nothing: they have no pairs and no contacts.
    int depth;           ///< Depth of the deepest node.
    double fill;         ///< Share of the buckets' entries in use, 0..1.
    uint64_t work;       ///< Entries that changes have examined or copied beyond their own, since creation: the cost of
                         ///< splits, merges, refits and rebuilds.
} qd_tree_stats;

/// Figures of the whole tree. Cost O(nodes), and O(items) where items have filters.
QD_API void qd_tree_get_stats(const qd_tree *tree, qd_tree_stats *stats);

/// True when every invariant holds. For tests. Cost O(n * depth).
QD_API bool qd_tree_check(const qd_tree *tree);

#ifdef __cplusplus
}
#endif
#endif
