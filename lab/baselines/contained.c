/// The quadtree as it is mostly taught: a box lies in the smallest node that holds it whole, so that one on a plane
/// stays high up; a leaf of sixteen is split, down to a depth of eight; four leaves that have become few are merged.
///
///        +-------+-------+
///        |     +-|-+  [] |    the box on the plane stays with the root, the small ones go down
///        |  [] +-|-+     |
///        +-------+-------+
///
/// A box is tested against those of its own node and of the nodes below, where a node whose side of a plane it does not
/// reach is left out. See contained_ask.c for what else it answers.
#include "contained.h"

#include "memory.h"
#include "scan.h"

#include <stdlib.h>

#define CAPACITY QUADNODES_BLOCK
#define MERGE_AT (CAPACITY / 2) ///< Well below the capacity, or one item could split and merge at every call.

static contender *contained_create(bool open_edges)
{
    contained *own = calloc(1, sizeof *own);
    if (own)
        own->open_edges = open_edges;
    return (contender *)own;
}

static void release(contained *own)
{
    quadnodes_free(&own->tree);
    memory_free(own->places);
    *own = (contained){ .upkeep = own->upkeep, .open_edges = own->open_edges };
}

static void contained_destroy(contender *self)
{
    if (!self)
        return;
    release((contained *)self);
    free(self);
}

static bool reserve_places(contained *own, size_t count)
{
    if (count <= own->capacity)
        return true;
    size_t room = count + count / 2 + 64;
    contained_place *places =
        room > UINT32_MAX / 4 ? NULL : memory_grown(own->places, own->count, room, sizeof *places);
    if (!places)
        return false;
    own->places = places;
    own->capacity = room;
    return true;
}

static void put(contained *own, uint32_t number, uint32_t item, fbox box)
{
    own->places[item] = (contained_place){ number, quadnodes_put(&own->tree, number, item, box) };
}

static void take(contained *own, uint32_t item)
{
    contained_place place = own->places[item];
    uint32_t last = quadnodes_take(&own->tree, place.node, place.at);
    own->places[last].at = place.at;
    own->places[item].node = QUADNODES_NONE;
}

/// Splits a full leaf and brings down what its children hold whole.
static void split(contained *own, uint32_t number)
{
    quadnodes *tree = &own->tree;
    uint32_t items[CAPACITY];
    fbox boxes[CAPACITY];
    for (uint32_t i = CAPACITY; i-- > 0;) {
        uint32_t at = tree->nodes[number].block * QUADNODES_BLOCK + i;
        items[i] = tree->items[at];
        boxes[i] = boxes_get(&tree->boxes, at);
        quadnodes_take(tree, number, at);
    }
    quadnodes_split(tree, number);
    const quadnode *node = tree->nodes + number;
    for (uint32_t i = 0; i < CAPACITY; i++) {
        uint32_t child = quadnodes_child(node, boxes[i]);
        put(own, child < 4 ? node->children + child : number, items[i], boxes[i]);
    }
    own->upkeep += CAPACITY;
}

static qd_result place(contained *own, uint32_t item, fbox box)
{
    quadnodes *tree = &own->tree;
    for (uint32_t number = 0;;) {
        if (quadnodes_reserve(tree, CAPACITY + 1))
            return QD_NO_MEMORY;
        const quadnode *node = tree->nodes + number;
        uint32_t child = node->children ? quadnodes_child(node, box) : 4;
        bool full = !node->children && node->count >= CAPACITY && node->depth < QUADNODES_DEPTH;
        if (child < 4) {
            number = node->children + child;
        } else if (full) {
            split(own, number);
        } else {
            put(own, number, item, box);
            return QD_OK;
        }
    }
}

static bool can_merge(const quadnodes *tree, const quadnode *node)
{
    if (!node->children)
        return false;
    const quadnode *children = tree->nodes + node->children;
    uint32_t count = node->count;
    for (int i = 0; i < 4; i++) {
        count += children[i].count;
        if (children[i].children || count > MERGE_AT)
            return false;
    }
    return true;
}

/// Merges what has become too little, upwards from a node.
static qd_result merge(contained *own, uint32_t number)
{
    quadnodes *tree = &own->tree;
    if (!tree->nodes[number].children)
        number = tree->nodes[number].parent;
    for (; can_merge(tree, tree->nodes + number); number = tree->nodes[number].parent) {
        if (quadnodes_reserve(tree, MERGE_AT))
            return QD_NO_MEMORY;
        uint32_t children = tree->nodes[number].children;
        for (uint32_t child = children; child < children + 4; child++)
            while (tree->nodes[child].count > 0) {
                uint32_t at = tree->nodes[child].block * QUADNODES_BLOCK;
                uint32_t item = tree->items[at];
                fbox box = boxes_get(&tree->boxes, at);
                take(own, item);
                put(own, number, item, box);
                own->upkeep++;
            }
        quadnodes_merge(tree, number);
    }
    return QD_OK;
}

static qd_result contained_set(contender *self, const fbox *boxes, size_t count)
{
    contained *own = (contained *)self;
    own->count = 0;
    if (!reserve_places(own, count) || quadnodes_clear(&own->tree, boxes_around(boxes, count))) {
        release(own);
        return QD_NO_MEMORY;
    }
    own->ready = true;
    for (; own->count < count; own->count++)
        if (place(own, (uint32_t)own->count, boxes[own->count])) {
            release(own);
            return QD_NO_MEMORY;
        }
    return QD_OK;
}

/// Is this where the box would be placed?
static bool belongs(const quadnode *node, fbox box)
{
    return quadnodes_holds(node, box) && (!node->children || quadnodes_child(node, box) == 4);
}

static qd_result contained_move(contender *self, const fbox *boxes)
{
    contained *own = (contained *)self;
    for (uint32_t item = 0; item < own->count; item++) {
        contained_place old = own->places[item];
        if (belongs(own->tree.nodes + old.node, boxes[item])) {
            boxes_put(&own->tree.boxes, old.at, boxes[item]);
            continue;
        }
        take(own, item);
        own->upkeep++;
        if (merge(own, old.node) || place(own, item, boxes[item])) {
            release(own);
            return QD_NO_MEMORY;
        }
    }
    return QD_OK;
}

/// A tree that nothing was set in has the world that it was tuned for, or none: its planes all go through zero then.
static bool get_ready(contained *own)
{
    own->ready = own->ready || quadnodes_clear(&own->tree, own->world) == QD_OK;
    return own->ready;
}

static qd_result contained_insert(contender *self, fbox box)
{
    contained *own = (contained *)self;
    if (!get_ready(own) || !reserve_places(own, own->count + 1) || place(own, (uint32_t)own->count, box))
        return QD_NO_MEMORY;
    own->count++;
    return QD_OK;
}

static bool contained_remove(contender *self, uint32_t item)
{
    contained *own = (contained *)self;
    if (item >= own->count || own->places[item].node == QUADNODES_NONE)
        return false;
    uint32_t number = own->places[item].node;
    take(own, item);
    (void)merge(own, number); // without memory for it, nodes stay as they are
    return true;
}

static qd_result contained_grow(contender *self, const fbox *boxes, size_t count)
{
    contained *own = (contained *)self;
    qd_result result = contained_move(self, boxes);
    for (size_t i = own->count; i < count && !result; i++)
        result = contained_insert(self, boxes[i]);
    if (result)
        release(own);
    return result;
}

static qd_result contained_tune(contender *self, const fbox *boxes, size_t count, const fbox *windows,
                                size_t window_count)
{
    (void)windows, (void)window_count;
    contained *own = (contained *)self;
    own->world = boxes_around(boxes, count);
    own->count = 0;
    own->ready = false;
    return get_ready(own) ? QD_OK : QD_NO_MEMORY;
}

static inline void scan_node(const quadnodes *tree, const quadnode *node, lanes_box box, uint32_t item, bool open_edges,
                             batch *out)
{
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK;
        scan(&tree->boxes, tree->items, box, item, from, from + quadnodes_used(node, block), open_edges, out);
    }
}

static void scan_below(const quadnodes *tree, const quadnode *node, fbox box, uint32_t item, bool open_edges,
                       batch *out)
{
    for (uint32_t i = 0; i < 4; i++)
        if (quadnodes_touches(node, i, box)) {
            const quadnode *child = tree->nodes + node->children + i;
            if (open_edges)
                scan_node(tree, child, lanes_of(box), item, true, out);
            else
                scan_node(tree, child, lanes_of(box), item, false, out);
            if (child->children)
                scan_below(tree, child, box, item, open_edges, out);
        }
}

/// The boxes of a node, each against those that come after it in the node, and those of the nodes below.
static void pairs_of_node(const contained *own, const quadnode *node, batch *out)
{
    const quadnodes *tree = &own->tree;
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK, to = from + quadnodes_used(node, block);
        for (size_t at = from; at < to && !out->stopped; at++) {
            fbox box = boxes_get(&tree->boxes, at);
            lanes_box lanes = lanes_of(box);
            uint32_t item = tree->items[at];
            scan(&tree->boxes, tree->items, lanes, item, at + 1, to, own->open_edges, out);
            for (uint32_t later = tree->next[block]; later != QUADNODES_NONE; later = tree->next[later])
                scan(&tree->boxes, tree->items, lanes, item, (size_t)later * QUADNODES_BLOCK,
                     (size_t)(later + 1) * QUADNODES_BLOCK, own->open_edges, out);
            if (node->children)
                scan_below(tree, node, box, item, own->open_edges, out);
        }
    }
}

static contender_cost contained_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const contained *own = (const contained *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (uint32_t i = 0; i < own->tree.node_count && !out.stopped; i++)
        if (own->tree.nodes[i].count > 0)
            pairs_of_node(own, own->tree.nodes + i, &out);
    return batch_end(&out);
}

static uint64_t contained_upkeep(const contender *self)
{
    return ((const contained *)self)->upkeep;
}

static size_t contained_bytes(const contender *self)
{
    const contained *own = (const contained *)self;
    return sizeof *own + quadnodes_bytes(&own->tree) + own->capacity * sizeof *own->places;
}

static void contained_nodes(const contender *self, contender_node_visitor *visitor, void *context)
{
    quadnodes_visit(&((const contained *)self)->tree, visitor, context);
}

const contender_kind contender_contained = {
    .name = "contained",
    .create = contained_create,
    .destroy = contained_destroy,
    .set = contained_set,
    .move = contained_move,
    .grow = contained_grow,
    .pairs = contained_pairs,
    .upkeep = contained_upkeep,
    .bytes = contained_bytes,
    .tune = contained_tune,
    .window = contained_window,
    .collides = contained_collides,
    .near = contained_near,
    .ray = contained_ray,
    .insert = contained_insert,
    .remove = contained_remove,
    .nodes = contained_nodes,
};
