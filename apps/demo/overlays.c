// What is laid over a scene.
#include "overlays.h"

#include "colors.h"
#include "quadrants.h"
#include "strokes.h"

#include <math.h>
#include <stdlib.h>

bool overlays_want_cells(const demo *self)
{
    return self->overlays[OVERLAY_CELLS] || self->overlays[OVERLAY_BOUNDS] || self->overlays[OVERLAY_VISITED] ||
           self->overlays[OVERLAY_CANDIDATES] || self->overlays[OVERLAY_PATH] || self->overlays[OVERLAY_QUADRANTS];
}

// Less than so many pixels wide, so that its edges would cover everything.
static bool too_small(const drawing *out, fbox box, float pixels)
{
    return box.max.x - box.min.x < pixels * out->pixel;
}

enum { CELL_LEAST = 12 }; // pixels

// Cells beyond the world are left out, with all below them: items far away would cross the picture with lines.
static bool is_seen(const drawing *out, fbox world, fbox square)
{
    return fbox_overlap(square, out->view, false) && fbox_overlap(square, world, true) &&
           !too_small(out, square, CELL_LEAST);
}

// And cells that reach far beyond it, but not those below them.
static bool reaches_far(fbox world, fbox square)
{
    const double across = (double)world.max.x - (double)world.min.x, down = (double)world.max.y - (double)world.min.y;
    return (double)square.max.x - (double)square.min.x >= 2 * (across > down ? across : down);
}

static void draw_cells(const cells *tree, fbox world, drawing *out)
{
    for (size_t i = 0; i < tree->count;) {
        const tree_cell *node = &tree->nodes[i];
        const bool seen = is_seen(out, world, node->square);
        if (seen && !reaches_far(world, node->square))
            drawing_frame(out, (ink)(INK_DEPTH + node->depth), node->square);
        i = seen ? i + 1 : tree->ends[i];
    }
}

// A scene with a tree of its own shows the leaves of that tree, which are its items.
static void draw_own_leaves(const scene *played, drawing *out)
{
    enum { LEAF_LEAST = 4 };
    const float root = played->world.max.x - played->world.min.x;
    const index_list seen = index_look(played->index, out->view);
    for (size_t i = 0; i < seen.count; i++) {
        const fbox leaf = index_box(played->index, seen.items[i]);
        int depth = 0;
        for (float wide = root; wide > 1.5f * (leaf.max.x - leaf.min.x) && depth < QD_MAX_NODE_DEPTH; wide /= 2)
            depth++;
        if (!too_small(out, leaf, LEAF_LEAST))
            drawing_frame(out, (ink)(INK_DEPTH + depth), leaf);
    }
}

// Leaves, and cells whose quarters are too small to be seen.
static void draw_tints(const cells *tree, fbox world, drawing *out)
{
    for (size_t i = 0; i < tree->count;) {
        const tree_cell *node = &tree->nodes[i];
        const bool seen = is_seen(out, world, node->square);
        const bool last = node->leaf || too_small(out, node->square, 2 * CELL_LEAST);
        if (seen && last && !reaches_far(world, node->square))
            drawing_box(out, (ink)(INK_TINT + (node->depth < TINTS ? node->depth : TINTS - 1)), node->square);
        i = seen && !last ? i + 1 : tree->ends[i];
    }
}

void overlays_draw_under(demo *self, int number)
{
    side *at = &self->sides[number];
    if (self->overlays[OVERLAY_CELLS] && self->def.scene->levels_most == 0)
        draw_tints(&at->cells, at->stage.scene->world, &at->shapes);
    path_draw_under(&at->path, &at->cells, &at->shapes);
}

static void draw_bounds(const cells *tree, drawing *out)
{
    for (size_t i = 0; i < tree->count; i++) {
        const tree_cell *node = &tree->nodes[i];
        if (node->items > 0 && fbox_overlap(node->bounds, out->view, false) && !too_small(out, node->bounds, 8))
            strokes_dashed_frame(out, (ink)INK_BOUNDS, node->bounds);
    }
}

// Those whose own items are compared are filled.
static void draw_visited(const side *at, const question *asked, bool open, drawing *out)
{
    const cells *tree = &at->cells;
    for (size_t i = 0; i < tree->count;) {
        const tree_cell *node = &tree->nodes[i];
        if (!question_meets(asked, node->bounds, at->found.reach, open)) {
            i = tree->ends[i];
            continue;
        }
        if (!too_small(out, node->square, 3)) {
            if (node->items > 0)
                drawing_box(out, (ink)INK_VISITED, node->square);
            drawing_frame(out, (ink)(INK_DEPTH + node->depth), node->square);
        }
        i++;
    }
}

// The items of the cells that are looked into lie within these cells' bounds.
static void draw_candidates(const side *at, const question *asked, bool open, drawing *out)
{
    enum { MOST = 20000 };
    const index_list near = index_look(at->stage.index, out->view);
    size_t shown = 0;
    for (size_t i = 0; at->cells.count > 0 && i < near.count && shown < MOST; i++) {
        fbox box = index_box(at->stage.index, near.items[i]);
        const size_t home = cells_home(&at->cells, box);
        if (home == CELL_NONE)
            continue;
        const fbox bounds = at->cells.nodes[home].bounds;
        if (!question_meets(asked, bounds, at->found.reach, open) || question_covers(asked, bounds, open))
            continue;
        drawing_frame(out, INK_FOOD, box);
        shown++;
    }
}

void overlays_free_heat(side *at)
{
    free(at->heat);
    at->heat = NULL;
    at->heat_columns = at->heat_rows = 0;
}

static bool make_heat(side *at, int columns, int rows)
{
    if (at->heat && columns == at->heat_columns && rows == at->heat_rows)
        return true;
    overlays_free_heat(at);
    at->heat = calloc((size_t)columns * (size_t)rows, sizeof *at->heat);
    if (!at->heat)
        return false;
    at->heat_columns = columns;
    at->heat_rows = rows;
    return true;
}

static question square_of_heat(const view *seen, int column, int row, double width)
{
    double left = seen->left + column * width, top = seen->top + row * width;
    return (question){ ASK_BOX, view_to_world(seen, left, top), view_to_world(seen, left + width, top + width) };
}

// Asks for each square of the view and colours it by the number of boxes compared. Squares left over when time runs
// out keep their colour.
static void draw_heat(const demo *show, side *at, const view *seen, double patience)
{
    const double width = 16;
    int columns = (int)ceil(seen->width / width), rows = (int)ceil(seen->height / width);
    answer tested = { 0 };
    drawing *out = &at->shapes;
    double (*clock)(void) = show->def.index_def.clock;
    if (!make_heat(at, columns, rows))
        return;
    double end = clock ? clock() + patience : INFINITY;
    int count = columns * rows;
    for (int i = 0; i < count; i++) {
        int square = (int)((at->heat_next + (size_t)i) % (size_t)count);
        question asked = square_of_heat(seen, square % columns, square / columns, width);
        demo_ask(at, &asked, &tested);
        at->heat[square] = (float)tested.tests;
        if (clock && clock() > end) {
            at->heat_next = (size_t)square + 1;
            break;
        }
    }
    answer_free(&tested);
    // From a test each to all items and more, by powers.
    const double most = log2(1 + (double)at->figures.items);
    for (int i = 0; i < count; i++) {
        question asked = square_of_heat(seen, i % columns, i / columns, width);
        const double share = log2(1 + (double)at->heat[i]) / (most > 0 ? most : 1);
        const int heat = (int)(share * (HEATS - 1) + 0.5);
        if (heat > 0)
            drawing_box(out, (ink)(INK_HEAT + (heat < HEATS ? heat : HEATS - 1)), question_box(&asked));
    }
}

static void draw_step(const explanation *self, drawing *out)
{
    const step *now = explanation_now(self);
    if (!now)
        return;
    for (size_t i = 0; i < self->at; i++)
        if (self->steps[i].has_cell && !self->steps[i].passed_by)
            drawing_frame(out, (ink)INK_BEFORE, self->steps[i].cell);
    if (now->has_cell) {
        drawing_box(out, (ink)INK_STEP_FILL, now->cell);
        drawing_frame(out, (ink)INK_STEP, now->cell);
    }
    if (self->asked.kind == ASK_NOTHING)
        drawing_frame(out, (ink)INK_ASKED, self->box);
    else
        question_outline(&self->asked, out);
    if (self->asked.kind == ASK_NEAREST && isfinite(now->reach))
        drawing_ring(out, (ink)INK_ASKED, self->asked.from, (float)now->reach);
    if (self->asked.kind == ASK_RAY && isfinite(now->reach))
        drawing_disc(out, (ink)INK_MARK, question_place(&self->asked, now->reach), 5 * out->pixel);
}

void overlays_draw(demo *self, int number, const question *asked, double patience)
{
    side *at = &self->sides[number];
    drawing *out = &at->shapes;
    bool open = demo_edges_open(self);
    if (self->overlays[OVERLAY_HEAT]) {
        view seen = demo_side_view(self, number);
        draw_heat(self, at, &seen, patience);
    }
    if (self->overlays[OVERLAY_CELLS] && self->def.scene->levels_most > 0)
        draw_own_leaves(at->stage.scene, out);
    else if (self->overlays[OVERLAY_CELLS])
        draw_cells(&at->cells, at->stage.scene->world, out);
    // Other methods have cells, but neither bounds nor the tree's search.
    const bool tree = index_tree(at->stage.index) != NULL;
    if (tree && self->overlays[OVERLAY_BOUNDS])
        draw_bounds(&at->cells, out);
    if (tree && self->overlays[OVERLAY_VISITED])
        draw_visited(at, asked, open, out);
    if (tree && self->overlays[OVERLAY_CANDIDATES])
        draw_candidates(at, asked, open, out);
    path_draw(&at->path, &at->cells, out);
    // Answers show in the last step of an explanation, and without one.
    const bool answered = self->explanation.count == 0 || self->explanation.at + 1 == self->explanation.count;
    if (asked->kind != ASK_NOTHING && answered)
        question_draw(asked, &at->found, at->stage.index, out);
    if (self->overlays[OVERLAY_QUADRANTS])
        quadrants_draw(&at->cells, self->mouse, out);
    if (number == 0)
        draw_step(&self->explanation, out);
}
