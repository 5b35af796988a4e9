/// The quadtree whose items are entered in every leaf that they touch. A pair that shares leaves is reported in one
/// only, the one that holds the lower corner of the intersection:
///
///        +-------+-------+
///        |   +a--|---+   |    a is in both leaves, b in both; their intersection begins in the right one
///        |   +---|-+b|-+ |
///        +-------+-------+
///
/// A leaf of sixteen is split, down to a depth of eight, where that brings the boxes apart: not if a child touches
/// nearly as many as the leaf did. Without that rule five boxes as large as the world would be entered in every leaf of
/// the greatest depth. Four leaves are merged when what they hold, each item counted once, has become few.
#include "leaves.h"

#include "memory.h"

#include <stdlib.h>

#define CAPACITY QUADNODES_BLOCK
#define MERGE_AT (CAPACITY / 2)
#define MANY_MOVE 8 ///< More than one in so many.

static contender *leaves_create(bool open_edges)
{
    leaves *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void release(leaves *own)
{
    quadnodes_free(&own->tree);
    memory_free(own->boxes);
    memory_free(own->live);
    *own = (leaves){ .upkeep = own->upkeep, .open_edges = own->open_edges };
}

static void leaves_destroy(contender *self)
{
    if (!self)
        return;
    release((leaves *)self);
    free(self);
}

static bool reserve_items(leaves *own, size_t count)
{
    if (count <= own->capacity)
        return true;
    size_t room = count + count / 2 + 64;
    fbox *boxes = room > UINT32_MAX / 4 ? NULL : memory_grown(own->boxes, own->count, room, sizeof *boxes);
    own->boxes = boxes ? boxes : own->boxes;
    bool *live = boxes ? memory_grown(own->live, own->count, room, sizeof *live) : NULL;
    own->live = live ? live : own->live;
    if (!live)
        return false;
    own->capacity = room;
    return true;
}

/// Would splitting bring the boxes apart: does no child touch more than three in four of them?
static bool worth_splitting(const quadnodes *tree, const quadnode *node)
{
    uint32_t touched[4] = { 0 };
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block])
        for (uint32_t at = block * QUADNODES_BLOCK, end = at + quadnodes_used(node, block); at < end; at++)
            for (uint32_t child = 0; child < 4; child++)
                touched[child] += quadnodes_touches(node, child, boxes_get(&tree->boxes, at));
    for (uint32_t child = 0; child < 4; child++)
        if (touched[child] > node->count - node->count / 4)
            return false;
    return true;
}

/// Empties a leaf from its first block on into its new children.
static void split(leaves *own, uint32_t number)
{
    quadnodes *tree = &own->tree;
    quadnodes_split(tree, number);
    while (tree->nodes[number].count > 0) {
        const quadnode *node = tree->nodes + number;
        uint32_t at = node->block * QUADNODES_BLOCK + quadnodes_used(node, node->block) - 1;
        uint32_t item = quadnodes_take(tree, number, at);
        for (uint32_t child = 0; child < 4; child++)
            if (quadnodes_touches(node, child, own->boxes[item])) {
                quadnodes_put(tree, node->children + child, item, own->boxes[item]);
                own->upkeep++;
            }
    }
}

/// Splits a full leaf if that helps; otherwise that is not tried again before it has grown by half.
static qd_result try_to_split(leaves *own, uint32_t number)
{
    quadnode *node = own->tree.nodes + number;
    if (node->children || node->depth >= QUADNODES_DEPTH || node->count < CAPACITY || node->count < node->try_at)
        return QD_OK;
    own->upkeep += node->count;
    if (!worth_splitting(&own->tree, node)) {
        node->try_at = node->count + node->count / 2;
        return QD_OK;
    }
    if (quadnodes_reserve(&own->tree, node->count / 4 + 8))
        return QD_NO_MEMORY;
    split(own, number);
    return QD_OK;
}

static qd_result enter(leaves *own, uint32_t number, uint32_t item)
{
    qd_result result = try_to_split(own, number);
    if (!result)
        result = quadnodes_reserve(&own->tree, 1);
    if (result)
        return result;
    if (!own->tree.nodes[number].children) {
        quadnodes_put(&own->tree, number, item, own->boxes[item]);
        return QD_OK;
    }
    for (uint32_t child = 0; child < 4 && !result; child++)
        if (quadnodes_touches(own->tree.nodes + number, child, own->boxes[item])) {
            own->upkeep++;
            result = enter(own, own->tree.nodes[number].children + child, item);
        }
    return result;
}

static void remove_from_leaf(quadnodes *tree, uint32_t number, uint32_t item)
{
    const quadnode *leaf = tree->nodes + number;
    for (uint32_t block = leaf->block; block != QUADNODES_NONE; block = tree->next[block])
        for (uint32_t at = block * QUADNODES_BLOCK, end = at + quadnodes_used(leaf, block); at < end; at++)
            if (tree->items[at] == item) {
                quadnodes_take(tree, number, at);
                return;
            }
}

/// Is this child the first of its four that a box touches? Each item is so in exactly one of them.
static bool is_first(const quadnode *parent, uint32_t child, fbox box)
{
    for (uint32_t earlier = 0; earlier < child; earlier++)
        if (quadnodes_touches(parent, earlier, box))
            return false;
    return true;
}

static bool can_merge(const leaves *own, const quadnode *node)
{
    uint32_t count = 0;
    const quadnodes *tree = &own->tree;
    for (uint32_t child = 0; child < 4; child++) {
        const quadnode *leaf = tree->nodes + node->children + child;
        if (leaf->children || leaf->count > MERGE_AT)
            return false;
        for (uint32_t i = 0; i < leaf->count; i++)
            count += is_first(node, child, own->boxes[tree->items[leaf->block * QUADNODES_BLOCK + i]]);
    }
    return count <= MERGE_AT;
}

static void merge(leaves *own, uint32_t number)
{
    quadnodes *tree = &own->tree;
    if (quadnodes_reserve(tree, 1) || !can_merge(own, tree->nodes + number))
        return; // without memory for it, nodes stay as they are
    for (uint32_t child = 0; child < 4; child++) {
        uint32_t leaf = tree->nodes[number].children + child;
        while (tree->nodes[leaf].count > 0) {
            uint32_t at = tree->nodes[leaf].block * QUADNODES_BLOCK, item = tree->items[at];
            quadnodes_take(tree, leaf, at);
            if (is_first(tree->nodes + number, child, own->boxes[item]))
                quadnodes_put(tree, number, item, own->boxes[item]);
            own->upkeep++;
        }
    }
    quadnodes_merge(tree, number);
    tree->nodes[number].try_at = 0;
}

static void leave(leaves *own, uint32_t number, uint32_t item)
{
    const quadnode *node = own->tree.nodes + number;
    if (!node->children) {
        remove_from_leaf(&own->tree, number, item);
        return;
    }
    for (uint32_t child = 0; child < 4; child++)
        if (quadnodes_touches(own->tree.nodes + number, child, own->boxes[item])) {
            own->upkeep++;
            leave(own, own->tree.nodes[number].children + child, item);
        }
    merge(own, number);
}

static qd_result leaves_set(contender *self, const fbox *boxes, size_t count)
{
    leaves *own = (leaves *)self;
    own->count = 0;
    if (!reserve_items(own, count) || quadnodes_clear(&own->tree, boxes_around(boxes, count))) {
        release(own);
        return QD_NO_MEMORY;
    }
    own->ready = true;
    for (; own->count < count; own->count++) {
        own->boxes[own->count] = boxes[own->count];
        own->live[own->count] = true;
        if (enter(own, 0, (uint32_t)own->count)) {
            release(own);
            return QD_NO_MEMORY;
        }
    }
    return QD_OK;
}

static bool is_same(fbox a, fbox b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

/// Few that move leave their leaves and enter others; where many do, it is faster to begin again.
static qd_result leaves_move(contender *self, const fbox *boxes)
{
    leaves *own = (leaves *)self;
    size_t moved = 0;
    for (size_t i = 0; i < own->count; i++)
        moved += !is_same(own->boxes[i], boxes[i]);
    if (moved > own->count / MANY_MOVE)
        return leaves_set(self, boxes, own->count);
    for (uint32_t item = 0; item < own->count; item++) {
        if (is_same(own->boxes[item], boxes[item]))
            continue;
        leave(own, 0, item);
        own->boxes[item] = boxes[item];
        if (enter(own, 0, item)) {
            release(own);
            return QD_NO_MEMORY;
        }
    }
    return QD_OK;
}

/// A tree that nothing was set in has the world that it was tuned for, or none: its planes all go through zero then.
static bool get_ready(leaves *own)
{
    own->ready = own->ready || quadnodes_clear(&own->tree, own->world) == QD_OK;
    return own->ready;
}

static qd_result leaves_insert(contender *self, fbox box)
{
    leaves *own = (leaves *)self;
    if (!get_ready(own) || !reserve_items(own, own->count + 1))
        return QD_NO_MEMORY;
    uint32_t item = (uint32_t)own->count;
    own->boxes[item] = box;
    if (enter(own, 0, item)) {
        leave(own, 0, item);
        return QD_NO_MEMORY;
    }
    own->live[own->count++] = true;
    return QD_OK;
}

static bool leaves_remove(contender *self, uint32_t item)
{
    leaves *own = (leaves *)self;
    if (item >= own->count || !own->live[item])
        return false;
    leave(own, 0, item);
    own->live[item] = false;
    return true;
}

static qd_result leaves_tune(contender *self, const fbox *boxes, size_t count, const fbox *windows, size_t window_count)
{
    (void)windows, (void)window_count;
    leaves *own = (leaves *)self;
    own->world = boxes_around(boxes, count);
    own->count = 0;
    own->ready = false;
    return get_ready(own) ? QD_OK : QD_NO_MEMORY;
}

static uint64_t leaves_upkeep(const contender *self)
{
    return ((const leaves *)self)->upkeep;
}

static size_t leaves_bytes(const contender *self)
{
    const leaves *own = (const leaves *)self;
    return sizeof *own + quadnodes_bytes(&own->tree) + own->capacity * (sizeof *own->boxes + sizeof *own->live);
}

static void leaves_nodes(const contender *self, contender_node_visitor *visitor, void *context)
{
    quadnodes_visit(&((const leaves *)self)->tree, visitor, context);
}

const contender_kind contender_leaves = {
    .name = "leaves",
    .create = leaves_create,
    .destroy = leaves_destroy,
    .set = leaves_set,
    .move = leaves_move,
    .pairs = leaves_pairs,
    .upkeep = leaves_upkeep,
    .bytes = leaves_bytes,
    .tune = leaves_tune,
    .window = leaves_window,
    .collides = leaves_collides,
    .insert = leaves_insert,
    .remove = leaves_remove,
    .nodes = leaves_nodes,
};
