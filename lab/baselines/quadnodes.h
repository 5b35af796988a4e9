/// What the classic quadtrees share: nodes in one array, and their items in blocks of sixteen that are chained, all
/// blocks in one structure of arrays, so that vector loops serve here as well.
///
/// A node is parted by two planes: left of x is what is less than it, right is the rest. No child has a box of its own
/// that rounding could set apart from its sibling's, and the outermost nodes reach to infinity: the world that the root
/// is made for only says where the planes go. Node 0 is the root; as a child, and as a node given back, 0 means none.
#ifndef QUADRILLE_QUADNODES_H
#define QUADRILLE_QUADNODES_H

#include "boxes.h"
#include "contender.h"

#define QUADNODES_BLOCK 16u
#define QUADNODES_DEPTH 8u
#define QUADNODES_NONE UINT32_MAX

typedef struct quadnode {
    fbox cell;  ///< Lower sides belong to it, upper ones do not.
    float x, y; ///< The planes between its children.
    float width, height;
    uint32_t children; ///< The first of four in a row: lower left, lower right, upper left, upper right. 0: a leaf.
    uint32_t parent, depth;
    uint32_t block, count; ///< Its first block, the only one that may have room; items of its own.
    uint32_t try_at;       ///< Splitting is not tried again before it has so many.
} quadnode;

typedef struct quadnodes {
    quadnode *nodes;
    uint32_t node_count, node_room, free_nodes; ///< Four in a row that were given back; their parent is the next four.
    box_columns boxes;                          ///< Block b's: [16 b, 16 b + 16).
    uint32_t *items;
    uint32_t *next; ///< By block.
    uint32_t block_count, block_room, free_block;
} quadnodes;

/// Leaves only a root for this world, and keeps the memory; after a failure it has none.
qd_result quadnodes_clear(quadnodes *tree, fbox world);
void quadnodes_free(quadnodes *tree);
size_t quadnodes_bytes(const quadnodes *tree);

/// Makes sure that so many blocks can be begun and one node split without any more memory. An item that is put begins
/// one block at most.
qd_result quadnodes_reserve(quadnodes *tree, size_t blocks);

/// Gives a leaf four children, which are empty. Room for them must have been reserved.
void quadnodes_split(quadnodes *tree, uint32_t number);

/// Takes the children, which must be empty leaves, from a node.
void quadnodes_merge(quadnodes *tree, uint32_t number);

/// Adds an item to a node; returns its position. Room for it must have been reserved.
uint32_t quadnodes_put(quadnodes *tree, uint32_t number, uint32_t item, fbox box);

/// Takes the item at a position from a node. The last one comes to its place: returns that one's item, or the item
/// itself if it was the last one.
uint32_t quadnodes_take(quadnodes *tree, uint32_t number, uint32_t at);

/// Hands out all nodes, parents before children; without a root nothing.
void quadnodes_visit(const quadnodes *tree, contender_node_visitor *visitor, void *context);

/// How many positions of a node's block are in use: all but in its first one.
static inline uint32_t quadnodes_used(const quadnode *node, uint32_t block)
{
    return block == node->block ? (node->count - 1) % QUADNODES_BLOCK + 1 : QUADNODES_BLOCK;
}

/// The child that holds a box whole: 0..3; 4: none does.
static inline uint32_t quadnodes_child(const quadnode *node, fbox box)
{
    bool left = box.max.x < node->x, right = box.min.x >= node->x;
    bool low = box.max.y < node->y, high = box.min.y >= node->y;
    return (left | right) & (low | high) ? (uint32_t)right + 2 * (uint32_t)high : 4;
}

/// Does a box touch a child's cell?
static inline bool quadnodes_touches(const quadnode *node, uint32_t child, fbox box)
{
    bool x = child & 1 ? box.max.x >= node->x : box.min.x < node->x;
    bool y = child & 2 ? box.max.y >= node->y : box.min.y < node->y;
    return x & y;
}

/// Does the cell hold a box whole?
static inline bool quadnodes_holds(const quadnode *node, fbox box)
{
    return node->cell.min.x <= box.min.x && box.max.x < node->cell.max.x && node->cell.min.y <= box.min.y &&
           box.max.y < node->cell.max.y;
}

#endif
