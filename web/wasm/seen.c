// The demo for JavaScript: what is seen, as shapes or as pixels.
#include "play.h"

#include <colors.h>
#include <raster.h>

void play_look(double patience)
{
    demo_look(&play_demo, patience);
}

int play_sides(void)
{
    return play_demo.side_count;
}

const double *play_view(int number)
{
    static double seen[7];
    view one = demo_side_view(&play_demo, number);
    seen[0] = one.left;
    seen[1] = one.top;
    seen[2] = one.width;
    seen[3] = one.height;
    seen[4] = one.x;
    seen[5] = one.y;
    seen[6] = one.scale;
    return seen;
}

const drawn_shape *play_shapes(int number)
{
    return play_demo.sides[number].shapes.shapes;
}

size_t play_shape_count(int number)
{
    return play_demo.sides[number].shapes.count;
}

_Static_assert(sizeof(tree_cell) == 48, "as web/src/tree.js reads it");

size_t play_node_count(int number)
{
    side *at = &play_demo.sides[number];
    cells_take_from(&at->cells, at->stage.index);
    return at->cells.count;
}

const tree_cell *play_nodes(int number)
{
    return play_demo.sides[number].cells.nodes;
}

bool play_is_dense(int number)
{
    const drawing *shapes = &play_demo.sides[number].shapes;
    view seen = demo_side_view(&play_demo, number);
    for (size_t i = 0; i < shapes->count && shapes->crowd.count == 0;) {
        size_t run = density_run(shapes->shapes + i, shapes->count - i);
        if (run > 0 && density_comes_first(shapes->shapes + i, run, &seen))
            return true;
        i += run > 0 ? run : 1;
    }
    return shapes->crowd.count > 0;
}

// Opacity, red, green, blue from the highest byte on become bytes in the order of JavaScript's pictures.
static void turn_bytes(uint32_t *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t p = pixels[i];
        pixels[i] = (p & 0xff00ff00u) | (p >> 16 & 0xffu) | (p & 0xffu) << 16;
    }
}

const uint8_t *play_pixels(void)
{
    static raster paper;
    int width = (int)play_demo.view.width, height = (int)play_demo.view.height;
    if (!raster_resize(&paper, width, height))
        return NULL;
    raster_clip(&paper, &play_demo.view);
    raster_fill(&paper, edge_color());
    for (int i = 0; i < play_demo.side_count; i++) {
        view seen = demo_side_view(&play_demo, i);
        raster_clip(&paper, &seen);
        raster_fill(&paper, color_of(INK_GROUND));
        raster_drawing(&paper, &seen, &play_demo.sides[i].shapes);
    }
    turn_bytes(paper.pixels, (size_t)width * (size_t)height);
    return (const uint8_t *)paper.pixels;
}

enum { INKS_MOST = 256 };

const uint8_t *play_palette(void)
{
    static uint8_t bytes[INKS_MOST * 5];
    for (int i = 0; i < COLORS; i++) {
        ink_color color = color_of(i);
        bytes[4 * i] = color.red;
        bytes[4 * i + 1] = color.green;
        bytes[4 * i + 2] = color.blue;
        bytes[4 * i + 3] = color.alpha;
        bytes[4 * INKS_MOST + i] = (uint8_t)ink_width(i);
    }
    return bytes;
}

static ink_color other_colors[INKS_MOST + 1];

uint8_t *play_colors(void)
{
    return &other_colors[0].red;
}

void play_use_colors(bool other)
{
    colors_use(other ? other_colors : NULL, other_colors[INKS_MOST]);
}
