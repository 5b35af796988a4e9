/// What the plot shows, gathered from the tree: cells, cells a query looked into, items and those that stand out.
#ifndef QUADRILLE_DRAW_PICTURE_LAYERS_H
#define QUADRILLE_DRAW_PICTURE_LAYERS_H

#include "node_list.h"
#include "picture_canvas.h"
#include "tree_picture.h"

#include <quadrille/inspect.h>
#include <quadrille/query.h>

/// How each kind of thing looks, in the plot as in the legend.
extern const look look_rest, look_item, look_marked, look_hit, look_window, look_visited;

typedef struct cell {
    qd_box box;
    int depth;
    bool rest;    ///< Below the root for items outside the world.
    bool drawn;   ///< A leaf, a node with children too small to show, or any node where nodes overlap.
    bool visited; ///< As in list_node.
} cell;

typedef enum emphasis { ITEM_PLAIN, ITEM_MARKED, ITEM_HIT, EMPHASES } emphasis;

typedef struct layers {
    const qd_tree *tree;
    qd_tree_stats stats;
    node_list nodes;
    cell *cells;
    size_t cell_count, cell_room;
    int shallowest, deepest; ///< The depths of the drawn cells; the first is larger without cells. With a diagram 0 and
                             ///< that of the deepest node, so that nodes and cells share their tints.
    bool merged;             ///< Some cells are too small and show as one with their parent.
    bool nested;             ///< Nodes overlap, and all of them show.
    bool complained;         ///< The structure cannot hold the boxes.
    bool has_rest;           ///< Cells outside the world show.
    qd_entry *found;         ///< Items in the plot, by slot.
    size_t shown, items;     ///< Items in the plot, and in the tree.
    unsigned char *emphasis; ///< By slot.
    size_t slots;
    size_t marked;
    size_t visited, visited_items; ///< Nodes that the query looks into, and the items in these themselves.
    size_t hits;                   ///< Items that it finds.
} layers;

/// The query descends from the roots into each node with bounds that meet its window, by the rule of the tree's edges.
/// The picture frames and counts these nodes. The library's own search visits fewer: it can begin below the roots.
/// False: no memory, or `complained`. layers_free afterwards in either case.
bool layers_gather(layers *l, const qd_tree *tree, const canvas *c, const picture_options *o);
void layers_free(layers *l);

/// Writes the plot's content.
void layers_put(const layers *l, const canvas *c, const picture_options *o);

/// How cells of a depth look.
look look_of_depth(const layers *l, int depth);

#endif
