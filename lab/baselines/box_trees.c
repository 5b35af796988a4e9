/// Three trees over the same items, as they are usually taught: the k-d tree, the R-tree packed by sorting
/// (Leutenegger, Lopez and Edgington, 1997) and the binary tree of bounding boxes. They differ in how they divide the
/// items of a node, and are alike in everything else: nodes lie in one array, each before those below it, so that a
/// search goes on to the next node, or behind those below. Set and move build the whole tree. They are here to be
/// looked at, and not as fast as possible.
#include "batch.h"
#include "boxes.h"
#include "catcher.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>

#define FAN 16u ///< Children of a node of the R-tree, and boxes of a leaf of it and of the k-d tree.

/// An item, and by what it is sorted: twice its centre along an axis.
typedef struct sorted_item {
    double key;
    uint32_t item;
} sorted_item;

typedef struct tree_node {
    fbox cell, reach;  ///< For drawing: the part of the plane, or the bounds.
    fbox bounds;       ///< What lies in the node and below it is within.
    uint32_t from, to; ///< Its items.
    uint32_t end;      ///< The node behind those below it.
    int depth;
} tree_node;

typedef struct box_tree {
    /// Brings the items of a node into the order of its children; writes where each child's end. Returns how many.
    size_t (*divide)(struct box_tree *own, tree_node node, size_t *ends);
    size_t leaf_items;
    fbox *boxes; ///< By item.
    sorted_item *order;
    tree_node *nodes;
    size_t count, room, node_count;
    uint64_t upkeep;
    bool open_edges;
} box_tree;

static double center_of(fbox box, int axis)
{
    return axis == 0 ? (double)box.min.x + (double)box.max.x : (double)box.min.y + (double)box.max.y;
}

/// By key, and in the same order on every machine.
static int compare_items(const void *left, const void *right)
{
    const sorted_item *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->item < b->item ? -1 : a->item > b->item;
}

static void sort_items(box_tree *own, size_t from, size_t to, int axis)
{
    for (size_t i = from; i < to; i++)
        own->order[i].key = center_of(own->boxes[own->order[i].item], axis);
    qsort(own->order + from, to - from, sizeof *own->order, compare_items);
    own->upkeep += to - from;
}

static fbox bounds_of(const box_tree *own, size_t from, size_t to)
{
    fbox all = own->boxes[own->order[from].item];
    for (size_t i = from + 1; i < to; i++) {
        const fbox box = own->boxes[own->order[i].item];
        all.min = (fvec2){ fminf(all.min.x, box.min.x), fminf(all.min.y, box.min.y) };
        all.max = (fvec2){ fmaxf(all.max.x, box.max.x), fmaxf(all.max.y, box.max.y) };
    }
    return all;
}

static size_t halve(const box_tree *own, tree_node node, size_t *ends)
{
    (void)own;
    ends[0] = node.from + (node.to - node.from) / 2;
    ends[1] = node.to;
    return 2;
}

/// At the median, along both axes in turn.
static size_t divide_plane(box_tree *own, tree_node node, size_t *ends)
{
    sort_items(own, node.from, node.to, node.depth % 2);
    return halve(own, node, ends);
}

/// At the median of the longer side.
static size_t divide_bounds(box_tree *own, tree_node node, size_t *ends)
{
    const fbox all = node.bounds;
    sort_items(own, node.from, node.to, all.max.x / 2 - all.min.x / 2 < all.max.y / 2 - all.min.y / 2);
    return halve(own, node, ends);
}

/// In columns, and each of these in rows. All children but the last are full.
static size_t divide_tiles(box_tree *own, tree_node node, size_t *ends)
{
    size_t each = FAN, parts = 0;
    while (each * FAN < node.to - node.from)
        each *= FAN;
    const size_t children = (node.to - node.from + each - 1) / each;
    const size_t columns = (size_t)ceil(sqrt((double)children));
    const size_t column = (children + columns - 1) / columns * each;
    sort_items(own, node.from, node.to, 0);
    for (size_t from = node.from; from < node.to; from += column) {
        const size_t to = from + column < node.to ? from + column : node.to;
        sort_items(own, from, to, 1);
        for (size_t at = from; at < to; at += each)
            ends[parts++] = at + each < to ? at + each : to;
    }
    return parts;
}

/// The part of a cell on one side of a plane.
static fbox half_of(fbox half, int axis, float plane, bool second)
{
    if (axis == 0)
        *(second ? &half.min.x : &half.max.x) = plane;
    else
        *(second ? &half.min.y : &half.max.y) = plane;
    return half;
}

/// The planes of the k-d tree go through the centre of the first item of the second child.
static void build_below(box_tree *own, size_t from, size_t to, int depth, fbox cell, fbox reach)
{
    const size_t number = own->node_count++;
    const fbox bounds = bounds_of(own, from, to);
    const bool planes = own->divide == divide_plane;
    tree_node node = { .cell = planes ? cell : bounds,
                       .reach = planes ? reach : bounds,
                       .bounds = bounds,
                       .from = (uint32_t)from,
                       .to = (uint32_t)to,
                       .depth = depth };
    if (to - from > own->leaf_items) {
        size_t ends[FAN];
        const size_t parts = own->divide(own, node, ends);
        const float plane = (float)(own->order[ends[0]].key / 2);
        for (size_t i = 0; i < parts; i++)
            build_below(own, i > 0 ? ends[i - 1] : from, ends[i], depth + 1, half_of(cell, depth % 2, plane, i > 0),
                        half_of(reach, depth % 2, plane, i > 0));
    }
    node.end = (uint32_t)own->node_count;
    own->nodes[number] = node;
}

static contender *tree_create(bool open_edges, size_t (*divide)(box_tree *, tree_node, size_t *), size_t leaf_items)
{
    box_tree *own = calloc(1, sizeof *own);
    if (own)
        *own = (box_tree){ .divide = divide, .leaf_items = leaf_items, .open_edges = open_edges };
    return (contender *)own;
}

static contender *kd_create(bool open_edges)
{
    return tree_create(open_edges, divide_plane, FAN);
}

static contender *rtree_create(bool open_edges)
{
    return tree_create(open_edges, divide_tiles, FAN);
}

static contender *aabb_create(bool open_edges)
{
    return tree_create(open_edges, divide_bounds, 1);
}

static void tree_release(box_tree *own)
{
    memory_free(own->boxes);
    memory_free(own->order);
    memory_free(own->nodes);
    own->boxes = NULL;
    own->order = NULL;
    own->nodes = NULL;
    own->count = own->room = own->node_count = 0;
}

static void tree_destroy(contender *self)
{
    if (self)
        tree_release((box_tree *)self);
    free(self);
}

static bool tree_reserve(box_tree *own, size_t count)
{
    if (count <= own->room)
        return true;
    tree_release(own);
    if (count > UINT32_MAX / 4)
        return false;
    own->boxes = memory_array(count, sizeof *own->boxes);
    own->order = memory_array(count, sizeof *own->order);
    own->nodes = memory_array(2 * count, sizeof *own->nodes); // no node has a single child
    own->room = count;
    return own->boxes && own->order && own->nodes;
}

static qd_result tree_set(contender *self, const fbox *boxes, size_t count)
{
    box_tree *own = (box_tree *)self;
    if (!tree_reserve(own, count > 0 ? count : 1)) {
        tree_release(own);
        return QD_NO_MEMORY;
    }
    own->count = count;
    own->node_count = 0;
    for (size_t i = 0; i < count; i++) {
        own->boxes[i] = boxes[i];
        own->order[i].item = (uint32_t)i;
    }
    const fbox world = boxes_around(boxes, count), plane = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    if (count > 0)
        build_below(own, 0, count, 0, world, plane);
    else
        own->nodes[own->node_count++] = (tree_node){ .cell = world, .reach = plane, .bounds = world, .end = 1 };
    return QD_OK;
}

static qd_result tree_move(contender *self, const fbox *boxes)
{
    return tree_set(self, boxes, ((box_tree *)self)->count);
}

/// The next leaf from a node on that may hold what meets the box, or behind the last node. What holds one box is not
/// tested twice.
static size_t next_leaf(const box_tree *own, size_t at, fbox box)
{
    while (at < own->node_count) {
        const tree_node *node = own->nodes + at;
        const bool meets = node->to - node->from == 1 || fbox_overlap(node->bounds, box, false);
        if (meets && node->end == at + 1)
            break;
        at = meets ? at + 1 : node->end;
    }
    return at;
}

/// Each box with those behind it in its leaf, and those of later leaves.
static contender_cost tree_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const box_tree *own = (const box_tree *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (size_t home = 0; home < own->node_count; home++)
        for (size_t i = own->nodes[home].from; own->nodes[home].end == home + 1 && i < own->nodes[home].to; i++) {
            const uint32_t item = own->order[i].item;
            size_t from = i + 1;
            for (size_t leaf = home; leaf < own->node_count && !out.stopped;) {
                for (; from < own->nodes[leaf].to && !out.stopped; from++) {
                    const uint32_t other = own->order[from].item;
                    out.cost.tests++;
                    if (fbox_overlap(own->boxes[item], own->boxes[other], own->open_edges))
                        batch_add(&out, item, other);
                }
                leaf = next_leaf(own, leaf + 1, own->boxes[item]);
                from = leaf < own->node_count ? own->nodes[leaf].from : 0;
            }
        }
    return batch_end(&out);
}

static contender_found tree_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    const box_tree *own = (const box_tree *)self;
    catcher out;
    catcher_begin(&out, visitor, context);
    for (size_t leaf = next_leaf(own, 0, window); leaf < own->node_count; leaf = next_leaf(own, leaf + 1, window))
        for (size_t i = own->nodes[leaf].from; i < own->nodes[leaf].to && !out.stopped; i++) {
            out.found.tests++;
            if (fbox_overlap(own->boxes[own->order[i].item], window, own->open_edges))
                catcher_add(&out, own->order[i].item);
        }
    return catcher_end(&out);
}

static bool tree_collides(const contender *self, fbox box)
{
    bool any = false;
    tree_window(self, box, catcher_any, &any);
    return any;
}

static uint64_t tree_upkeep(const contender *self)
{
    return ((const box_tree *)self)->upkeep;
}

static size_t tree_bytes(const contender *self)
{
    const box_tree *own = (const box_tree *)self;
    return sizeof *own + own->room * (sizeof *own->boxes + sizeof *own->order + 2 * sizeof *own->nodes);
}

static void tree_nodes(const contender *self, contender_node_visitor *visitor, void *context)
{
    const box_tree *own = (const box_tree *)self;
    bool on = true;
    for (size_t i = 0; i < own->node_count && on; i++) {
        const tree_node *node = own->nodes + i;
        const bool leaf = node->end == i + 1;
        on = visitor(context, (contender_node){ .cell = node->cell,
                                                .reach = node->reach,
                                                .items = leaf ? node->to - node->from : 0,
                                                .depth = node->depth,
                                                .leaf = leaf });
    }
}

#define BOX_TREE(words, make)                                                                                          \
    {                                                                                                                  \
        .name = words, .create = make, .destroy = tree_destroy, .set = tree_set, .move = tree_move,                    \
        .pairs = tree_pairs, .upkeep = tree_upkeep, .bytes = tree_bytes, .window = tree_window,                        \
        .collides = tree_collides, .nodes = tree_nodes                                                                 \
    }

const contender_kind contender_kd = BOX_TREE("kd", kd_create);
const contender_kind contender_rtree = BOX_TREE("rtree", rtree_create);
const contender_kind contender_aabb = BOX_TREE("aabb", aabb_create);
