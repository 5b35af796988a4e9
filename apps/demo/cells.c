// The tree's cells.
#include "cells.h"

#include <stdlib.h>

static bool reserve(cells *self)
{
    if (self->count < self->space)
        return true;
    size_t space = self->space ? 2 * self->space : 256;
    tree_cell *nodes = realloc(self->nodes, space * sizeof *nodes);
    if (nodes)
        self->nodes = nodes;
    size_t *ends = realloc(self->ends, space * sizeof *ends);
    if (ends)
        self->ends = ends;
    if (nodes && ends)
        self->space = space;
    return nodes && ends;
}

// Where each one's descendants end: at the next cell that is no deeper.
static void find_ends(cells *self)
{
    if (self->failed)
        self->count = 0;
    size_t next_at[QD_MAX_NODE_DEPTH + 1];
    for (int depth = 0; depth <= QD_MAX_NODE_DEPTH; depth++)
        next_at[depth] = self->count;
    for (size_t i = self->count; i-- > 0;) {
        int depth = self->nodes[i].depth;
        self->ends[i] = next_at[depth];
        for (int below = depth; below <= QD_MAX_NODE_DEPTH; below++)
            next_at[below] = i;
    }
}

void cells_take(cells *self, const qd_tree *tree)
{
    self->count = 0;
    self->failed = false;
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, tree);
    while (!self->failed && qd_node_cursor_next(&cursor, &node)) {
        self->failed = !reserve(self);
        if (!self->failed)
            self->nodes[self->count++] = (tree_cell){ fbox_of(node.square), fbox_of(node.bounds), node.items,
                                                      node.items_below,     node.depth,           node.leaf };
    }
    find_ends(self);
}

static bool take_node(void *context, contender_node node)
{
    cells *self = context;
    self->failed = !reserve(self);
    if (!self->failed)
        self->nodes[self->count++] = (tree_cell){ node.cell, node.cell, node.items, 0, node.depth, node.leaf };
    return !self->failed;
}

void cells_take_from(cells *self, const scene_index *index)
{
    const qd_tree *tree = index_tree(index);
    if (tree != NULL) {
        cells_take(self, tree);
        return;
    }
    self->count = 0;
    self->failed = false;
    index_nodes(index, take_node, self);
    find_ends(self);
    for (size_t i = self->count; i-- > 0;)
        for (size_t child = i + 1; child < self->ends[i]; child = self->ends[child])
            self->nodes[i].items_below += self->nodes[child].items + self->nodes[child].items_below;
}

void cells_free(cells *self)
{
    free(self->nodes);
    free(self->ends);
    *self = (cells){ 0 };
}

size_t cells_child(const cells *self, size_t parent, size_t last)
{
    size_t end = parent == CELL_NONE ? self->count : self->ends[parent];
    size_t next = last != CELL_NONE ? self->ends[last] : parent == CELL_NONE ? 0 : parent + 1;
    return next < end ? next : CELL_NONE;
}

static bool suits(const tree_cell *node, fbox box)
{
    double x = 0.5 * ((double)box.min.x + (double)box.max.x), y = 0.5 * ((double)box.min.y + (double)box.max.y);
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    double side = (double)node->square.max.x - (double)node->square.min.x;
    return x >= (double)node->square.min.x && x < (double)node->square.max.x && y >= (double)node->square.min.y &&
           y < (double)node->square.max.y && width <= side && height <= side;
}

// The nearest one before it that goes on behind it.
size_t cells_above(const cells *self, size_t cell)
{
    size_t above = cell;
    while (above-- > 0)
        if (self->ends[above] > cell)
            return above;
    return CELL_NONE;
}

size_t cells_toward(const cells *self, size_t parent, fbox box)
{
    size_t child = cells_child(self, parent, CELL_NONE);
    while (child != CELL_NONE && !suits(&self->nodes[child], box))
        child = cells_child(self, parent, child);
    return child;
}

size_t cells_at(const cells *self, fvec2 place)
{
    size_t deepest = CELL_NONE, next = cells_child(self, CELL_NONE, CELL_NONE);
    while (next != CELL_NONE) {
        const fbox square = self->nodes[next].square;
        const bool has =
            place.x >= square.min.x && place.x < square.max.x && place.y >= square.min.y && place.y < square.max.y;
        if (has)
            deepest = next;
        next = has ? cells_child(self, deepest, CELL_NONE) : cells_child(self, deepest, next);
    }
    return deepest;
}

size_t cells_home(const cells *self, fbox box)
{
    size_t home = CELL_NONE, next = cells_toward(self, CELL_NONE, box);
    while (next != CELL_NONE) {
        home = next;
        next = cells_toward(self, home, box);
    }
    return home;
}
