/// @file nodes.h
/// The read-only view of the tree's nodes: for drawing, statistics and checking.
#ifndef QUADRILLE_NODES_H
#define QUADRILLE_NODES_H

#include <quadrille/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a node visitor needs next: the node's children, not them, or nothing more at all.
typedef enum qd_walk { QD_DESCEND = 0, QD_SKIP = 1, QD_STOP = 2 } qd_walk;

/// No node is deeper than this. Those of the world keep to the definition's max_depth; what lies outside the world, or
/// is larger than it, has nodes of its own below a second root, the whole plane.
#define QD_DEEPEST 29

typedef struct qd_node {
    qd_box cell;   ///< Where the centres of its items lie: a square, or, of a leaf, the lower or upper half of one.
                   ///< Not what prunes.
    qd_box bounds; ///< Covers every item in it and below; may be larger. Inverted when there is none.
    size_t items;  ///< Items that live in this very node.
    size_t items_below; ///< Items in the nodes below it.
    int depth;          ///< Levels below its root, 0..QD_DEEPEST.
    bool leaf;
} qd_node;

typedef qd_walk qd_node_visitor(void *context, const qd_node *node);

/// Visits the nodes, parents before children: those of the world, then those of the rest if it holds anything. Must not
/// change the tree. Cost O(nodes * depth), because of items_below.
QD_API void qd_tree_walk(const qd_tree *tree, qd_node_visitor *visitor, void *context);

typedef struct qd_stats {
    size_t items, nodes, leaves;
    size_t blocks;       ///< Blocks of item records in use.
    size_t bytes;        ///< Memory the tree holds from its allocator, or uses of its buffer, all included.
    size_t fullest_cell; ///< Items in the fullest node.
    int depth;           ///< Depth of the deepest node.
    double fill;         ///< Share of the records in the blocks that are in use, 0..1.
    uint64_t work;       ///< Records that changes have examined or copied beyond their own, since the tree was created:
                         ///< what splits, merges, refits and rebuilds cost. Differences of it measure a change.
} qd_stats;

/// Figures about the whole tree. Cost O(nodes).
QD_API qd_stats qd_tree_stats(const qd_tree *tree);

/// Does every invariant hold? For tests; says nothing of which one broke. Cost O(n depth).
QD_API bool qd_tree_check(const qd_tree *tree);

#ifdef __cplusplus
}
#endif
#endif
