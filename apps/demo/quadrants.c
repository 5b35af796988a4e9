#include "quadrants.h"

#include "colors.h"
#include "strokes.h"

#include <stdio.h>

const char *quadrant_name(const tree_cell *parent, const tree_cell *child)
{
    static const char *const names[2][2] = { { "NW", "NE" }, { "SW", "SE" } };
    const fvec2 whole = cell_middle(parent), part = cell_middle(child);
    return names[part.y > whole.y][part.x > whole.x];
}

static float side_of(const tree_cell *node)
{
    return node->square.max.x - node->square.min.x;
}

quadrants quadrants_at(const cells *tree, fvec2 place, float least)
{
    quadrants at = { cells_child(tree, CELL_NONE, CELL_NONE), CELL_NONE };
    if (at.root != CELL_NONE && cells_child(tree, at.root, CELL_NONE) == CELL_NONE)
        at.root = CELL_NONE;
    size_t node = cells_at(tree, place);
    while (node != CELL_NONE && side_of(&tree->nodes[node]) < least)
        node = cells_above(tree, node);
    at.parent = node != CELL_NONE ? cells_above(tree, node) : CELL_NONE;
    if (at.parent == at.root)
        at.parent = CELL_NONE;
    return at;
}

enum { LETTERS_LEAST = 7, QUADRANT_LEAST = 48 }; // pixels

// In the outer corner of a quadrant of the root, so that the names within it have room; else in its middle.
static fvec2 place_of(const tree_cell *parent, const tree_cell *child, bool corner, float height, float width)
{
    const char *name = quadrant_name(parent, child);
    const float gap = 0.8f * height;
    if (!corner)
        return cell_middle(child);
    return (fvec2){ name[1] == 'W' ? child->square.min.x + gap + width / 2 : child->square.max.x - gap - width / 2,
                    name[0] == 'N' ? child->square.min.y + gap + height : child->square.max.y - gap - height };
}

static void draw_children(const cells *tree, size_t parent, bool corner, drawing *out)
{
    const float high = out->view.max.y - out->view.min.y;
    for (size_t child = cells_child(tree, parent, CELL_NONE); child != CELL_NONE;
         child = cells_child(tree, parent, child)) {
        const tree_cell *node = &tree->nodes[child];
        const char *name = quadrant_name(&tree->nodes[parent], node);
        char count[24];
        snprintf(count, sizeof count, "%zu", (size_t)(node->items + node->items_below));
        const float side = side_of(node), most = (corner ? 0.026f : 0.02f) * high;
        float height = 0.15f * side < most ? 0.15f * side : most;
        const float wide = strokes_width(count, height);
        height = wide > 0.8f * side ? height * 0.8f * side / wide : height;
        if (height < LETTERS_LEAST * out->pixel)
            continue;
        const float width = wide > strokes_width(name, height) ? wide : strokes_width(name, height);
        const fvec2 at = place_of(&tree->nodes[parent], node, corner, height, width);
        strokes_draw(out, (ink)INK_NAME, name, (fvec2){ at.x, at.y - 0.8f * height }, height);
        strokes_draw(out, (ink)INK_NAME, count, (fvec2){ at.x, at.y + 0.8f * height }, height);
    }
}

void quadrants_draw(const cells *tree, fvec2 place, drawing *out)
{
    const quadrants at = quadrants_at(tree, place, QUADRANT_LEAST * out->pixel);
    const size_t node = cells_at(tree, place);
    if (node != CELL_NONE) { // a frame two pixels wide
        const fbox square = tree->nodes[node].square;
        const float by = out->pixel;
        drawing_frame(out, (ink)INK_NAME, square);
        drawing_frame(out, (ink)INK_NAME,
                      (fbox){ { square.min.x - by, square.min.y - by }, { square.max.x + by, square.max.y + by } });
    }
    if (at.root != CELL_NONE)
        draw_children(tree, at.root, true, out);
    if (at.parent != CELL_NONE)
        draw_children(tree, at.parent, false, out);
}
