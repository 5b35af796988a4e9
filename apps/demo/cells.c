// The tree's cells.
#include "cells.h"

#include <stdlib.h>

static qd_walk take(void *context, const qd_node *node)
{
    cells *self = context;
    if (self->count == self->space) {
        size_t space = self->space ? 2 * self->space : 256;
        qd_node *nodes = realloc(self->nodes, space * sizeof *nodes);
        if (nodes)
            self->nodes = nodes;
        size_t *ends = realloc(self->ends, space * sizeof *ends);
        if (ends)
            self->ends = ends;
        self->failed = !nodes || !ends;
        if (self->failed)
            return QD_STOP;
        self->space = space;
    }
    self->nodes[self->count++] = *node;
    return QD_DESCEND;
}

// Where each one's descendants end: at the next cell that is no deeper.
static void find_ends(cells *self)
{
    size_t next_at[QD_DEEPEST + 1];
    for (int depth = 0; depth <= QD_DEEPEST; depth++)
        next_at[depth] = self->count;
    for (size_t i = self->count; i-- > 0;) {
        int depth = self->nodes[i].depth;
        self->ends[i] = next_at[depth];
        for (int below = depth; below <= QD_DEEPEST; below++)
            next_at[below] = i;
    }
}

void cells_take(cells *self, const qd_tree *tree)
{
    self->count = 0;
    self->failed = false;
    qd_tree_walk(tree, take, self);
    if (self->failed)
        self->count = 0;
    find_ends(self);
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

static bool suits(const qd_node *node, qd_box box)
{
    double x = 0.5 * ((double)box.min.x + (double)box.max.x), y = 0.5 * ((double)box.min.y + (double)box.max.y);
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    double side = (double)node->cell.max.x - (double)node->cell.min.x;
    return x >= (double)node->cell.min.x && x < (double)node->cell.max.x && y >= (double)node->cell.min.y &&
           y < (double)node->cell.max.y && width <= side && height <= side;
}

size_t cells_toward(const cells *self, size_t parent, qd_box box)
{
    size_t child = cells_child(self, parent, CELL_NONE);
    while (child != CELL_NONE && !suits(&self->nodes[child], box))
        child = cells_child(self, parent, child);
    return child;
}

size_t cells_home(const cells *self, qd_box box)
{
    size_t home = CELL_NONE, next = cells_toward(self, CELL_NONE, box);
    while (next != CELL_NONE) {
        home = next;
        next = cells_toward(self, home, box);
    }
    return home;
}
