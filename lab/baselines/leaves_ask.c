/// What the quadtree of touched leaves answers. What lies in several leaves is met in each of them, but reported in
/// one.
#include "leaves.h"

#include "catcher.h"
#include "scan.h"

/// The overlaps of a leaf with an intersection that begins in its cell: both boxes touch the cell, so along x and along
/// y one of the two must not begin before it.
static inline unsigned begins_here(const box_columns *all, size_t at, fbox one, fvec2 cell)
{
    unsigned mask = (1u << LANES) - 1;
    if (one.min.x < cell.x)
        mask &= lanes_not_below(all->min_x + at, cell.x);
    if (one.min.y < cell.y)
        mask &= lanes_not_below(all->min_y + at, cell.y);
    return mask;
}

/// The box at `one` with those of [from, to) in the same leaf.
static void scan_run(const leaves *own, fvec2 cell, size_t one, size_t from, size_t to, batch *out)
{
    const box_columns *all = &own->tree.boxes;
    lanes_box lanes = lanes_at(all, one);
    out->cost.tests += to - from;
    for (size_t at = from; at < to; at += LANES) {
        unsigned mask = own->open_edges ? lanes_meet(all, at, lanes, true) : lanes_meet(all, at, lanes, false);
        mask &= lanes_first(to - at);
        if (mask)
            mask &= begins_here(all, at, boxes_get(all, one), cell);
        if (mask)
            batch_add_lanes(out, own->tree.items[one], own->tree.items, at, mask);
    }
}

static void pairs_of_leaf(const leaves *own, const quadnode *leaf, batch *out)
{
    const quadnodes *tree = &own->tree;
    for (uint32_t block = leaf->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK, to = from + quadnodes_used(leaf, block);
        for (size_t at = from; at < to && !out->stopped; at++) {
            scan_run(own, leaf->cell.min, at, at + 1, to, out);
            for (uint32_t later = tree->next[block]; later != QUADNODES_NONE; later = tree->next[later])
                scan_run(own, leaf->cell.min, at, (size_t)later * QUADNODES_BLOCK,
                         (size_t)(later + 1) * QUADNODES_BLOCK, out);
        }
    }
}

contender_cost leaves_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    const leaves *own = (const leaves *)self;
    batch out;
    batch_begin(&out, visitor, context);
    for (uint32_t i = 0; i < own->tree.node_count && !out.stopped; i++)
        if (own->tree.nodes[i].count > 0)
            pairs_of_leaf(own, own->tree.nodes + i, &out);
    return batch_end(&out);
}

static void window_of_node(const leaves *own, const quadnode *node, fbox window, catcher *out)
{
    const quadnodes *tree = &own->tree;
    const box_columns *all = &tree->boxes;
    lanes_box lanes = lanes_of(window);
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK, to = from + quadnodes_used(node, block);
        out->found.tests += to - from;
        for (size_t at = from; at < to; at += LANES) {
            unsigned mask = own->open_edges ? lanes_meet(all, at, lanes, true) : lanes_meet(all, at, lanes, false);
            mask &= lanes_first(to - at);
            if (mask)
                mask &= begins_here(all, at, window, node->cell.min);
            if (mask)
                catcher_add_lanes(out, tree->items, at, mask);
        }
    }
    for (uint32_t i = 0; i < 4 && node->children && !out->stopped; i++)
        if (quadnodes_touches(node, i, window))
            window_of_node(own, tree->nodes + node->children + i, window, out);
}

contender_found leaves_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    const leaves *own = (const leaves *)self;
    catcher out;
    catcher_begin(&out, visitor, context);
    if (own->ready)
        window_of_node(own, own->tree.nodes, window, &out);
    return catcher_end(&out);
}

bool leaves_collides(const contender *self, fbox box)
{
    bool found = false;
    leaves_window(self, box, catcher_any, &found);
    return found;
}
