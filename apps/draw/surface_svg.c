// Shapes of one look share one path, which keeps the file small and lets a reader change the look in one place.
#include "surface.h"

#include <math.h>
#include <stdlib.h>

static const char *const font = "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\"";

static svg_surface *svg(surface *self)
{
    return (svg_surface *)self;
}

static void put_paint(output *out, const char *what, bool painted, uint32_t color, double opacity)
{
    if (painted)
        put(out, " %s=\"#%06x\"", what, (unsigned)color);
    else
        put(out, " %s=\"none\"", what);
    if (painted && opacity < 1)
        put(out, " %s-opacity=\"%.3g\"", what, opacity);
}

static void svg_begin(surface *self, const look *how)
{
    output *out = svg(self)->out;
    put(out, "<path");
    put_paint(out, "fill", how->filled, how->fill, how->fill_opacity);
    if (how->stroked)
        put_paint(out, "stroke", true, how->stroke, how->stroke_opacity);
    if (how->stroked && how->width > 0)
        put(out, " stroke-width=\"%.3g\"", how->width);
    put(out, "%s d=\"", how->dashed ? " stroke-dasharray=\"7 4\"" : "");
    if (svg(self)->seen != NULL)
        for (size_t i = 0; i < svg(self)->columns * svg(self)->rows; i++)
            svg(self)->seen[i] = 0;
}

static double hundredths(double value)
{
    return round(value * 100) / 100 + 0.0;
}

static void svg_add(surface *self, rect r)
{
    double x = hundredths(r.x0), y = hundredths(r.y0);
    put(svg(self)->out, "M%.6g %.6gh%.6gv%.6gH%.6gz", x, y, hundredths(hundredths(r.x1) - x),
        hundredths(hundredths(r.y1) - y), x);
}

static void svg_add_dot(surface *self, double x, double y, double size)
{
    svg_surface *own = svg(self);
    const double column = floor(x), row = floor(y);
    if (own->seen != NULL && column >= 0 && row >= 0 && column < (double)own->columns && row < (double)own->rows) {
        unsigned char *seen = &own->seen[(size_t)row * own->columns + (size_t)column];
        if (*seen != 0)
            return; // another dot on a pixel that has had one would not be seen
        *seen = 1;
    }
    svg_add(self, (rect){ x - size / 2, y - size / 2, x + size / 2, y + size / 2 });
}

static void svg_end(surface *self)
{
    put(svg(self)->out, "\"/>\n");
}

static void svg_begin_plot(surface *self, rect plot)
{
    output *out = svg(self)->out;
    put(out, "<clipPath id=\"plot\">");
    put(out, "<rect x=\"%g\" y=\"%g\" width=\"%.6g\" height=\"%.6g\" rx=\"3\"", plot.x0, plot.y0, plot.x1 - plot.x0,
        plot.y1 - plot.y0);
    put(out, "/></clipPath>\n<g clip-path=\"url(#plot)\">\n");
}

static void svg_end_plot(surface *self)
{
    put(svg(self)->out, "</g>\n");
}

static void svg_text(surface *self, double x, double y, const text_look *how, const char *text)
{
    static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
    output *out = svg(self)->out;
    put(out, "<text x=\"%g\" y=\"%.6g\" font-size=\"%g\"%s fill=\"#%06x\"%s>", x, y, how->size,
        how->bold ? " font-weight=\"bold\"" : "", (unsigned)how->color, anchors[how->anchor]);
    put_xml_text(out, text);
    put(out, "</text>\n");
}

static bool svg_failed(const surface *self)
{
    return output_failed(((const svg_surface *)self)->out);
}

void svg_surface_begin(svg_surface *self, output *out, const char *title, double width, double height)
{
    *self = (svg_surface){
        .base = { svg_begin_plot, svg_end_plot, svg_begin, svg_add, svg_add_dot, svg_end, svg_text, svg_failed },
        .out = out,
        .columns = (size_t)width,
        .rows = (size_t)height,
    };
    self->seen = calloc(self->columns, self->rows);
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %.6g\" width=\"%g\" height=\"%.6g\" %s>\n",
        width, height, width, height, font);
    put(out, "<title>");
    put_xml_text(out, title);
    put(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
}

void svg_surface_end(svg_surface *self)
{
    put(self->out, "</svg>\n");
    free(self->seen);
}
