/// The nodes of a tree as a diagram beside the plane: a column for each depth, the root on the left, the children of a
/// node below one another in the order NW, NE, SW, SE. A node has the tint of its depth, as its cell has in the plane,
/// and a bar and a number for the items in itself. A few cells also have the number of their node.
///
///     +--------+         depth 0   1     2
///     |  1 | 2 |               .--[ ]--.--[3] 1
///     |----+---|      [0]------|       '--[2] 2
///     |   3    |               '--[4] 3
///     +--------+
#ifndef QUADRILLE_DRAW_NODE_DIAGRAM_H
#define QUADRILLE_DRAW_NODE_DIAGRAM_H

#include "picture_layers.h"

/// A node of the diagram, in the order of the list.
typedef struct diagram_node {
    size_t at;          ///< Its place in the list.
    size_t parent;      ///< Its place in the diagram; its own for a root.
    size_t items;       ///< Those in itself, and with `merged` those below it as well.
    size_t leaf;        ///< The number of a leaf, from 1, if the diagram has numbers; otherwise 0.
    double x, y;        ///< The middle of its left side.
    double first, last; ///< The middles of its first and of its last child; the first is larger without children.
    bool merged;        ///< The nodes below it are too many to show and are counted in it.
} diagram_node;

typedef struct node_diagram {
    diagram_node *nodes;
    size_t count;
    size_t fullest;       ///< Items that fill the bar of a node.
    rect at;              ///< Where the diagram is.
    double row, column;   ///< From one leaf to the next, and from one depth to the next.
    double width, height; ///< A node's.
    int depth;            ///< The deepest that it shows.
    bool merged;          ///< Some nodes are merged.
    bool numbered;        ///< Leaves have numbers.
} node_diagram;

/// Lays the diagram of a list out from its upper left corner, `tall` pixels at most. False: no memory.
/// node_diagram_free in any case.
bool node_diagram_lay(node_diagram *d, const node_list *list, double left, double top, double tall);

/// Writes it. `o`: nodes that the query looks into are framed.
void node_diagram_put(const node_diagram *d, const layers *l, const canvas *c, const picture_options *o);

/// Writes the numbers of leaves into their cells, where there is room.
void node_diagram_put_numbers(const node_diagram *d, const layers *l, const canvas *c);

void node_diagram_free(node_diagram *d);

#endif
