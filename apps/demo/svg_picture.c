// The shapes that are seen, as SVG: a group for each side, clipped to its view.
#include "colors.h"
#include "demo.h"
#include "density.h"
#include "picture.h"

#include <output.h>

static void put_color(output *out, const char *what, ink_color c)
{
    put(out, " %s=\"#%02x%02x%02x\"", what, c.red, c.green, c.blue);
    if (c.alpha < 255)
        put(out, " %s-opacity=\"%.2f\"", what, c.alpha / 255.0);
}

static void put_points(output *out, const double *points, int count, ink_color color)
{
    put(out, "<polygon points=\"");
    for (int i = 0; i < count; i++)
        put(out, "%s%.2f,%.2f", i ? " " : "", points[(size_t)2 * (size_t)i], points[(size_t)2 * (size_t)i + 1]);
    put(out, "\"");
    put_color(out, "fill", color);
    put(out, "/>\n");
}

// Far beyond the picture a place is as good as at its far end.
static double near_by(double pixel)
{
    return pixel < -1e5 ? -1e5 : pixel > 1e5 ? 1e5 : pixel;
}

static void put_shape(output *out, const view *seen, const drawn_shape *s)
{
    ink_color color = color_of(s->ink);
    double x = near_by(view_x(seen, s->a.x)), y = near_by(view_y(seen, s->a.y));
    double x1 = near_by(view_x(seen, s->b.x)), y1 = near_by(view_y(seen, s->b.y));
    double radius = near_by((double)s->b.x * seen->scale);
    switch ((shape_kind)s->kind) {
    case SHAPE_BOX:
    case SHAPE_FRAME:
        put(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"", x, y, x1 - x, y1 - y);
        break;
    case SHAPE_LINE:
        put(out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"", x, y, x1, y1);
        break;
    case SHAPE_DISC:
    case SHAPE_RING:
        put(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"", x, y, radius);
        break;
    case SHAPE_DIAMOND:
        put_points(out, (double[]){ 0.5 * (x + x1), y, x1, 0.5 * (y + y1), 0.5 * (x + x1), y1, x, 0.5 * (y + y1) }, 4,
                   color);
        return;
    case SHAPE_TRIANGLE:
        put_points(out, (double[]){ x, y, x1, y1, near_by(view_x(seen, s->c.x)), near_by(view_y(seen, s->c.y)) }, 3,
                   color);
        return;
    }
    bool filled = s->kind == SHAPE_BOX || s->kind == SHAPE_DISC;
    if (!filled)
        put(out, " fill=\"none\"");
    if (!filled && ink_width(s->ink) > 1)
        put(out, " stroke-width=\"%d\"", ink_width(s->ink));
    put_color(out, filled ? "fill" : "stroke", color);
    put(out, "/>\n");
}

// Puts a shape, or a run of boxes: of so many that they hide one another some, evenly chosen. Returns how many are
// done.
static size_t put_some(output *out, const view *seen, const drawn_shape *shapes, size_t count)
{
    enum { DRAWN_MOST = 4000 };
    size_t run = density_run(shapes, count), every = 1;
    if (density_is_high(shapes, run, seen))
        every = run / DRAWN_MOST + 1;
    for (size_t i = 0; i < run; i += every)
        put_shape(out, seen, &shapes[i]);
    if (run == 0)
        put_shape(out, seen, shapes);
    return run > 0 ? run : 1;
}

static void put_side(output *out, const demo *show, int number)
{
    view one = demo_side_view(show, number);
    ink_color ground = color_of(INK_GROUND);
    const drawing *shapes = &show->sides[number].shapes;
    one.left -= show->view.left;
    one.top -= show->view.top;
    put(out, "<clipPath id=\"side%d\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n",
        number, one.left, one.top, one.width, one.height);
    put(out, "<g clip-path=\"url(#side%d)\">\n<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", number,
        one.left, one.top, one.width, one.height);
    put_color(out, "fill", ground);
    put(out, "/>\n");
    for (size_t i = 0; i < shapes->count;)
        i += put_some(out, &one, shapes->shapes + i, shapes->count - i);
    put(out, "</g>\n");
}

bool picture_svg(const char *path, const demo *show)
{
    output out;
    if (!output_open(&out, path))
        return false;
    put(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">\n", show->view.width,
        show->view.height);
    for (int i = 0; i < show->side_count; i++)
        put_side(&out, show, i);
    put(&out, "</svg>\n");
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}
