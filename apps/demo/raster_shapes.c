// Shapes, from the pixels that they are made of.
#include "raster_parts.h"

#include "colors.h"

// Items have darker edges where there is room for them, so that overlapping ones stay distinct.
static void item_box(raster *self, double x0, double y0, double x1, double y1, ink_color color)
{
    raster_box(self, x0, y0, x1, y1, color);
    if (x1 - x0 < 5 || y1 - y0 < 5 || raster_misses(self, x0, y0, x1, y1))
        return;
    color.red = (uint8_t)(color.red * 5 / 8);
    color.green = (uint8_t)(color.green * 5 / 8);
    color.blue = (uint8_t)(color.blue * 5 / 8);
    raster_frame(self, x0, y0, x1 - 1, y1 - 1, color);
}

static void disc(raster *self, double x, double y, double radius, ink_color color)
{
    if (radius < 0.6)
        raster_box(self, x - 0.5, y - 0.5, x + 0.5, y + 0.5, color);
    else
        raster_disc(self, x, y, radius, color);
}

static void circle(raster *self, const view *seen, const drawn_shape *s, ink_color color)
{
    double x = view_x(seen, s->a.x), y = view_y(seen, s->a.y), radius = (double)s->b.x * seen->scale;
    int width = ink_width(s->ink);
    if (raster_misses(self, x - radius - width, y - radius - width, x + radius + width, y + radius + width))
        return;
    if (s->kind == SHAPE_DISC || radius < 0.6) {
        if (s->ink == INK_MARK)
            disc(self, x, y, radius + 1.5, edge_color());
        disc(self, x, y, radius, color);
        return;
    }
    if (width > 1)
        raster_ring(self, x, y, radius, width + 2, edge_color());
    raster_ring(self, x, y, radius, width, color);
}

// A wide one grows outward, so that it hides nothing of what it is about.
static void paint_frame(raster *self, spot a, spot b, int width, ink_color color)
{
    if (raster_misses(self, a.x - width, a.y - width, b.x + width, b.y + width))
        return;
    if (width > 1)
        raster_frame(self, a.x - width, a.y - width, b.x + width, b.y + width, edge_color());
    if (width > 1 && b.x - a.x > 6 && b.y - a.y > 6)
        raster_frame(self, a.x + 1, a.y + 1, b.x - 1, b.y - 1, edge_color());
    for (int i = 0; i < width; i++)
        raster_frame(self, a.x - i, a.y - i, b.x + i, b.y + i, color);
}

static void paint_polygon(raster *self, const view *seen, const drawn_shape *s, ink_color color)
{
    spot a = { view_x(seen, s->a.x), view_y(seen, s->a.y) }, b = { view_x(seen, s->b.x), view_y(seen, s->b.y) };
    if (s->kind == SHAPE_TRIANGLE) {
        spot c = { view_x(seen, s->c.x), view_y(seen, s->c.y) };
        raster_convex(self, (spot[]){ a, b, c }, 3, color);
        return;
    }
    spot middle = { 0.5 * (a.x + b.x), 0.5 * (a.y + b.y) };
    if (b.x - a.x < 2 || b.y - a.y < 2)
        raster_box(self, a.x, a.y, b.x, b.y, color);
    else if (!raster_misses(self, a.x, a.y, b.x, b.y))
        raster_convex(self, (spot[]){ { middle.x, a.y }, { b.x, middle.y }, { middle.x, b.y }, { a.x, middle.y } }, 4,
                      color);
}

static void paint(raster *self, const view *seen, const drawn_shape *s)
{
    ink_color color = color_of(s->ink);
    double x = view_x(seen, s->a.x), y = view_y(seen, s->a.y), x1 = view_x(seen, s->b.x), y1 = view_y(seen, s->b.y);
    switch ((shape_kind)s->kind) {
    case SHAPE_BOX:
        if (s->ink == INK_ITEM || s->ink == INK_HIT)
            item_box(self, x, y, x1, y1, color);
        else
            raster_box(self, x, y, x1, y1, color);
        break;
    case SHAPE_FRAME:
        paint_frame(self, (spot){ x, y }, (spot){ x1, y1 }, ink_width(s->ink), color);
        break;
    case SHAPE_LINE:
        if (ink_width(s->ink) > 1)
            raster_stroke(self, (spot){ x, y }, (spot){ x1, y1 }, ink_width(s->ink) + 2, edge_color());
        raster_stroke(self, (spot){ x, y }, (spot){ x1, y1 }, ink_width(s->ink), color);
        break;
    case SHAPE_DISC:
    case SHAPE_RING:
        circle(self, seen, s, color);
        break;
    case SHAPE_DIAMOND:
    case SHAPE_TRIANGLE:
        paint_polygon(self, seen, s, color);
        break;
    }
}

static density_paper paper_of(const raster *self)
{
    return (density_paper){ self->pixels, self->width, self->left, self->top, self->right, self->bottom };
}

void raster_shapes(raster *self, const view *seen, const drawn_shape *shapes, size_t count)
{
    if (self->left >= self->right || self->top >= self->bottom)
        return;
    const density_paper paper = paper_of(self);
    for (size_t i = 0; i < count;) {
        const size_t run = density_run(shapes + i, count - i);
        // A run of boxes is painted by density, where that comes first, unless memory runs out.
        const bool done = run > 0 && density_comes_first(shapes + i, run, seen) &&
                          density_paint(&self->density, &paper, shapes + i, run, seen);
        for (size_t k = i; !done && (k < i + run || k == i); k++)
            paint(self, seen, &shapes[k]);
        i += run > 0 ? run : 1;
    }
}

void raster_drawing(raster *self, const view *seen, const drawing *shapes)
{
    const drawn_crowd *crowd = &shapes->crowd;
    const density_paper paper = paper_of(self);
    const size_t under = crowd->count > 0 ? crowd->at : shapes->count;
    raster_shapes(self, seen, shapes->shapes, under);
    if (crowd->count > 0 && paper.left < paper.right && paper.top < paper.bottom)
        density_paint_crowd(&self->density, &paper, crowd, seen);
    if (under < shapes->count)
        raster_shapes(self, seen, shapes->shapes + under, shapes->count - under);
}
