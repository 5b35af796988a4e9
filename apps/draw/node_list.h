/// The nodes of a tree as a list, for the plane and for the diagram: parents before children, and the children of a
/// node as the picture shows them, from the top down and in a row from the left: NW, NE, SW, SE.
#ifndef QUADRILLE_DRAW_NODE_LIST_H
#define QUADRILLE_DRAW_NODE_LIST_H

#include <quadrille/inspect.h>

typedef struct list_node {
    qd_box box;    ///< Its cell.
    qd_box bounds; ///< Around all items in it and below it; inverted without items.
    size_t items;  ///< In the node itself.
    size_t below;  ///< In the nodes below it.
    size_t end;    ///< The place after the last node below it.
    int depth;
    bool leaf;
    bool rest;    ///< It belongs to the root for items outside the world.
    bool visited; ///< A query that goes down from the roots looks into it.
} list_node;

typedef struct node_list {
    list_node *nodes;
    size_t count, room;
    size_t leaves, fullest; ///< Leaves, and the items of the fullest node.
    int depth;              ///< The deepest node's.
} node_list;

/// No node may be deeper.
enum { NODE_LIST_DEPTH = 127 };

/// Adds a node, parents before children. `end` is not read, and neither are `count`, `leaves` and so on kept; that is
/// what node_list_order is for. False: no memory.
bool node_list_add(node_list *list, list_node one);

/// Puts the children of each node in their order, the root of `rest` last, and fills in what the list says of all
/// nodes. `down`: y grows downwards. False: no memory.
bool node_list_order(node_list *list, bool down);

/// Both for the nodes of a tree, into an empty list. False: no memory. node_list_free in any case.
bool node_list_take(node_list *list, const qd_tree *tree, bool down);

void node_list_free(node_list *list);

#endif
