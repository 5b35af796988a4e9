/// Nodes and blocks of the classic quadtrees: both are taken from the end of an array, or from a list of what was given
/// back; both arrays double when they are full.
#include "quadnodes.h"

#include "memory.h"

#include <math.h>
#include <string.h>

#define FIRST_ROOM 64u

/// Grows an array, and says so in the pointer that is known by its type; false: no memory, and nothing has changed.
static bool grow(void **array, size_t count, size_t room, size_t size)
{
    void *larger = memory_grown(*array, count, room, size);
    *array = larger ? larger : *array;
    return larger != NULL;
}

static bool grow_columns(box_columns *all, size_t count, size_t room)
{
    box_columns larger = { 0 };
    if (boxes_reserve(&larger, room))
        return false;
    if (count > 0) {
        memcpy(larger.min_x, all->min_x, count * sizeof(float));
        memcpy(larger.min_y, all->min_y, count * sizeof(float));
        memcpy(larger.max_x, all->max_x, count * sizeof(float));
        memcpy(larger.max_y, all->max_y, count * sizeof(float));
    }
    boxes_free(all);
    *all = larger;
    return true;
}

static bool grow_nodes(quadnodes *tree, uint32_t room)
{
    void *nodes = tree->nodes;
    bool grown = grow(&nodes, tree->node_count, room, sizeof *tree->nodes);
    tree->nodes = nodes;
    tree->node_room = grown ? room : tree->node_room;
    return grown;
}

static bool grow_blocks(quadnodes *tree, uint32_t room)
{
    size_t used = (size_t)tree->block_count * QUADNODES_BLOCK, positions = (size_t)room * QUADNODES_BLOCK;
    void *items = tree->items, *next = tree->next;
    bool grown = grow_columns(&tree->boxes, used, positions) &&
                 grow(&items, used, positions + BOXES_BEYOND, sizeof *tree->items) &&
                 grow(&next, tree->block_count, room, sizeof *tree->next);
    tree->items = items;
    tree->next = next;
    tree->block_room = grown ? room : tree->block_room;
    return grown;
}

qd_result quadnodes_reserve(quadnodes *tree, size_t blocks)
{
    if (blocks > UINT32_MAX / 4)
        return QD_NO_MEMORY;
    if (tree->node_count + 4 > tree->node_room && !grow_nodes(tree, 2 * tree->node_room + FIRST_ROOM))
        return QD_NO_MEMORY;
    if (tree->block_count + blocks <= tree->block_room)
        return QD_OK;
    uint64_t room = tree->block_count + (uint64_t)blocks + tree->block_count / 2 + FIRST_ROOM;
    return room <= UINT32_MAX / QUADNODES_BLOCK && grow_blocks(tree, (uint32_t)room) ? QD_OK : QD_NO_MEMORY;
}

static quadnode new_node(fbox cell, float x, float y, float width, float height)
{
    return (quadnode){ .cell = cell, .x = x, .y = y, .width = width, .height = height, .block = QUADNODES_NONE };
}

qd_result quadnodes_clear(quadnodes *tree, fbox world)
{
    tree->node_count = tree->block_count = tree->free_nodes = 0;
    tree->free_block = QUADNODES_NONE;
    if (quadnodes_reserve(tree, QUADNODES_BLOCK)) {
        quadnodes_free(tree);
        return QD_NO_MEMORY;
    }
    fbox everywhere = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    tree->nodes[0] = new_node(everywhere, world.min.x / 2 + world.max.x / 2, world.min.y / 2 + world.max.y / 2,
                              world.max.x / 2 - world.min.x / 2, world.max.y / 2 - world.min.y / 2);
    tree->node_count = 1;
    return QD_OK;
}

void quadnodes_free(quadnodes *tree)
{
    boxes_free(&tree->boxes);
    memory_free(tree->nodes);
    memory_free(tree->items);
    memory_free(tree->next);
    *tree = (quadnodes){ .free_block = QUADNODES_NONE };
}

size_t quadnodes_bytes(const quadnodes *tree)
{
    return tree->node_room * sizeof *tree->nodes + boxes_bytes(&tree->boxes) +
           tree->block_room * (QUADNODES_BLOCK * sizeof *tree->items + sizeof *tree->next);
}

void quadnodes_split(quadnodes *tree, uint32_t number)
{
    uint32_t children = tree->free_nodes;
    if (children != 0) {
        tree->free_nodes = tree->nodes[children].parent;
    } else {
        children = tree->node_count;
        tree->node_count += 4;
    }
    quadnode *node = tree->nodes + number;
    float width = node->width / 2, height = node->height / 2;
    for (uint32_t child = 0; child < 4; child++) {
        fbox cell = node->cell;
        *(child & 1 ? &cell.min.x : &cell.max.x) = node->x;
        *(child & 2 ? &cell.min.y : &cell.max.y) = node->y;
        quadnode *made = tree->nodes + children + child;
        *made = new_node(cell, child & 1 ? node->x + width : node->x - width,
                         child & 2 ? node->y + height : node->y - height, width, height);
        made->parent = number;
        made->depth = node->depth + 1;
    }
    node->children = children;
}

void quadnodes_merge(quadnodes *tree, uint32_t number)
{
    uint32_t children = tree->nodes[number].children;
    tree->nodes[children].parent = tree->free_nodes;
    tree->free_nodes = children;
    tree->nodes[number].children = 0;
}

uint32_t quadnodes_put(quadnodes *tree, uint32_t number, uint32_t item, fbox box)
{
    quadnode *node = tree->nodes + number;
    if (node->count % QUADNODES_BLOCK == 0) {
        uint32_t block = tree->free_block;
        if (block != QUADNODES_NONE)
            tree->free_block = tree->next[block];
        else
            block = tree->block_count++;
        tree->next[block] = node->block;
        node->block = block;
    }
    uint32_t at = node->block * QUADNODES_BLOCK + node->count++ % QUADNODES_BLOCK;
    boxes_put(&tree->boxes, at, box);
    tree->items[at] = item;
    return at;
}

uint32_t quadnodes_take(quadnodes *tree, uint32_t number, uint32_t at)
{
    quadnode *node = tree->nodes + number;
    uint32_t block = node->block, last = block * QUADNODES_BLOCK + quadnodes_used(node, block) - 1;
    uint32_t item = tree->items[last];
    boxes_put(&tree->boxes, at, boxes_get(&tree->boxes, last));
    tree->items[at] = item;
    if (--node->count % QUADNODES_BLOCK == 0) {
        node->block = tree->next[block];
        tree->next[block] = tree->free_block;
        tree->free_block = block;
    }
    return item;
}

static bool visit_below(const quadnodes *tree, uint32_t number, contender_node_visitor *visitor, void *context)
{
    const quadnode *node = tree->nodes + number;
    bool go_on = visitor(context, (contender_node){ .cell = { { node->x - node->width, node->y - node->height },
                                                              { node->x + node->width, node->y + node->height } },
                                                    .reach = node->cell,
                                                    .items = node->count,
                                                    .depth = (int)node->depth,
                                                    .leaf = node->children == 0 });
    for (uint32_t child = 0; child < 4 && node->children && go_on; child++)
        go_on = visit_below(tree, node->children + child, visitor, context);
    return go_on;
}

void quadnodes_visit(const quadnodes *tree, contender_node_visitor *visitor, void *context)
{
    if (tree->node_count > 0)
        visit_below(tree, 0, visitor, context);
}
