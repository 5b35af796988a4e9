#include "path.h"

#include "colors.h"

#include <stdlib.h>

static bool path_add(lit_path *self, size_t node)
{
    if (self->count == self->space) {
        const size_t space = self->space ? 2 * self->space : 256;
        size_t *grown = realloc(self->nodes, space * sizeof *grown);
        if (!grown)
            return false;
        self->nodes = grown;
        self->space = space;
    }
    self->nodes[self->count++] = node;
    return true;
}

void path_take(lit_path *self, const cells *tree, const question *asked, float reach, bool open)
{
    self->count = self->lit = 0;
    self->failed = false;
    for (size_t i = 0; i < tree->count && !self->failed;) {
        const bool meets = question_meets(asked, tree->nodes[i].bounds, reach, open);
        self->failed = meets && !path_add(self, i);
        i = meets ? i + 1 : tree->ends[i];
    }
    if (self->failed)
        self->count = 0;
}

void path_free(lit_path *self)
{
    free(self->nodes);
    *self = (lit_path){ 0 };
}

void path_clock_go(path_clock *self, const question *asked, uint64_t tick)
{
    const question *of = &self->of;
    const bool same = of->kind == asked->kind && of->from.x == asked->from.x && of->from.y == asked->from.y &&
                      of->to.x == asked->to.x && of->to.y == asked->to.y;
    if (of->kind == ASK_NOTHING || tick < self->last)
        self->ticks = PATH_LIGHTS;
    else
        self->ticks = same ? self->ticks + tick - self->last : 0;
    self->of = *asked;
    self->last = tick;
}

size_t path_lit(size_t count, uint64_t ticks)
{
    const uint64_t at = ticks % (PATH_LIGHTS + PATH_RESTS);
    if (count == 0 || at >= PATH_LIGHTS)
        return count;
    return 1 + (size_t)((count - 1) * at / PATH_LIGHTS);
}

// From the root to the last node that is lit, through those around it.
static void draw_way(const lit_path *self, const cells *tree, drawing *out)
{
    const size_t last = self->nodes[self->lit - 1];
    fvec2 from = cell_middle(&tree->nodes[last]);
    for (size_t k = self->lit - 1; k-- > 0;) {
        const size_t node = self->nodes[k];
        if (tree->ends[node] <= last)
            continue;
        const fvec2 to = cell_middle(&tree->nodes[node]);
        drawing_line(out, (ink)INK_BEFORE, from, to);
        from = to;
    }
    drawing_frame(out, (ink)INK_STEP, tree->nodes[last].square);
}

// Smaller squares would cover everything with their edges.
static bool is_seen(const tree_cell *node, const drawing *out)
{
    return node->square.max.x - node->square.min.x >= 3 * out->pixel;
}

void path_draw_under(const lit_path *self, const cells *tree, drawing *out)
{
    for (size_t k = 0; k < self->lit; k++)
        if (is_seen(&tree->nodes[self->nodes[k]], out))
            drawing_box(out, (ink)INK_VISITED, tree->nodes[self->nodes[k]].square);
}

void path_draw(const lit_path *self, const cells *tree, drawing *out)
{
    for (size_t k = 0; k < self->lit; k++) {
        const tree_cell *node = &tree->nodes[self->nodes[k]];
        if (is_seen(node, out))
            drawing_frame(out, (ink)(INK_DEPTH + node->depth), node->square);
    }
    if (self->lit > 0 && self->lit < self->count)
        draw_way(self, tree, out);
}
