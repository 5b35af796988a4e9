// The picture is built from back to front: cells, cells that the query looked into, items, hits, the window, and around
// it all a title and a legend that names every colour. The colours keep apart for colour-blind people: depth runs from
// light to dark in blue, and what stands out is from the palette of Okabe and Ito.
#include "svg.h"

#include "svg_canvas.h"
#include "svg_layers.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const double header = 72, query_line = 20, footer = 96;
static const char *const font = "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\"";

// 12345678 as 12,345,678.
static void put_count(output *out, uint64_t count)
{
    char digits[32], text[48];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    put(out, "%.*s", used, text);
}

static void put_some(output *out, const char *before, uint64_t count, const char *one)
{
    put(out, "%s", before);
    put_count(out, count);
    put(out, " %s%s", one, count == 1 ? "" : "s");
}

static void put_header(const canvas *c, const layers *l, const svg_options *o)
{
    output *out = c->out;
    put(out, "<text x=\"%g\" y=\"32\" font-size=\"20\" font-weight=\"bold\" fill=\"#1d2433\">", c->plot.x0);
    put_xml_text(out, o->title != NULL ? o->title : "Quadtree");
    put(out, "</text>\n<text x=\"%g\" y=\"55\" font-size=\"14\" fill=\"#4c566a\">", c->plot.x0);
    put_some(out, "", l->items, "item");
    put_some(out, " in ", l->stats.nodes, "cell");
    put(out, ", depth %d", l->stats.depth);
    if (l->items > l->shown)
        put_some(out, "; outside this view: ", l->items - l->shown, "item");
    if (o->mark_overlapping)
        put_some(out, "; overlapping another: ", l->marked, "item");
    put(out, "</text>\n");
    if (!o->has_query)
        return;
    put(out, "<text x=\"%g\" y=\"75\" font-size=\"14\" fill=\"#4c566a\">", c->plot.x0);
    put_some(out, "the query looked into ", l->cost.nodes, "cell");
    put_some(out, ", tested ", l->cost.tests, "item");
    put(out, " and found ");
    put_count(out, l->cost.hits);
    put(out, "</text>\n");
}

// Coordinates of two opposite corners, so that the picture can be read as a map.
static void put_corners(const canvas *c, const svg_options *o)
{
    const int digits = o->exact ? 12 : 6;
    put(c->out, "<g font-size=\"11\" fill=\"#6b7385\"><text x=\"%g\" y=\"%.6g\">%.*g, %.*g</text>", c->plot.x0,
        c->plot.y1 + 15, digits, c->view.x0, digits, c->down ? c->view.y1 : c->view.y0);
    put(c->out, "<text x=\"%g\" y=\"%g\" text-anchor=\"end\">%.*g, %.*g</text></g>\n", c->plot.x1, c->plot.y0 - 5,
        digits, c->view.x1, digits, c->down ? c->view.y0 : c->view.y1);
}

static void put_depth_legend(const canvas *c, const layers *l, double y)
{
    output *out = c->out;
    double x = c->plot.x0;
    put(out, "<text x=\"%g\" y=\"%.6g\">depth of cell</text>\n", x, y + 12);
    x += 98;
    for (int depth = l->shallowest; depth <= l->deepest; depth++, x += 24) {
        char color[8];
        depth_color(l, depth, color);
        put(out, "<rect x=\"%g\" y=\"%.6g\" width=\"24\" height=\"16\" fill=\"%s\" stroke=\"#5b7fa6\"/>", x, y, color);
        put(out, "<text x=\"%g\" y=\"%.6g\" font-size=\"11\" text-anchor=\"middle\">%d%s</text>\n", x + 12, y + 12.5,
            depth, l->merged && depth == l->deepest ? "+" : "");
    }
    if (l->has_rest) {
        put(out, "<rect x=\"%g\" y=\"%.6g\" width=\"24\" height=\"16\" %s/>", x + 24, y, style_rest);
        put(out, "<text x=\"%g\" y=\"%.6g\">outside the world</text>\n", x + 56, y + 12);
    }
}

static double put_key(output *out, double x, double y, const char *style, const char *text, double advance)
{
    put(out, "<rect x=\"%g\" y=\"%.6g\" width=\"24\" height=\"16\" %s/>", x, y, style);
    put(out, "<text x=\"%g\" y=\"%.6g\">%s</text>\n", x + 32, y + 12, text);
    return x + advance;
}

static void put_legend(const canvas *c, const layers *l, const svg_options *o)
{
    output *out = c->out;
    double y = c->plot.y1 + 30, x = c->plot.x0;
    put(out, "<g font-size=\"13\" fill=\"#1d2433\">\n");
    put_depth_legend(c, l, y);
    y += 28;
    x = put_key(out, x, y, style_item, "item", 110);
    if (o->mark_overlapping)
        x = put_key(out, x, y, style_marked, "item that overlaps another", 240);
    if (o->has_query) {
        x = put_key(out, x, y, style_window, "query window", 160);
        x = put_key(out, x, y, style_visited, "cell the query looked into", 230);
        put_key(out, x, y, style_hit, "item it found", 0);
    }
    put(out, "</g>\n");
}

static void put_picture(const canvas *c, layers *l, const svg_options *o)
{
    output *out = c->out;
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %.6g\" width=\"%g\" height=\"%.6g\" %s>\n",
        c->width, c->height, c->width, c->height, font);
    put(out, "<title>");
    put_xml_text(out, o->title != NULL ? o->title : "Quadtree");
    put(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    const char *area = "<rect x=\"%g\" y=\"%g\" width=\"%.6g\" height=\"%.6g\" rx=\"3\"";
    double width = c->plot.x1 - c->plot.x0, height = c->plot.y1 - c->plot.y0;
    put(out, "<clipPath id=\"plot\">");
    put(out, area, c->plot.x0, c->plot.y0, width, height);
    put(out, "/></clipPath>\n<g clip-path=\"url(#plot)\">\n");
    layers_put(l, c, o);
    put(out, "</g>\n");
    put(out, area, c->plot.x0, c->plot.y0, width, height);
    put(out, " fill=\"none\" stroke=\"#8a93a6\"/>\n");
    put_header(c, l, o);
    put_corners(c, o);
    put_legend(c, l, o);
    put(out, "</svg>\n");
}

bool svg_draw(output *out, const qd_tree *tree, const svg_options *o)
{
    rect view = { o->view.min.x, o->view.min.y, o->view.max.x, o->view.max.y };
    layers l;
    bool good = o->has_view || canvas_choose_view(tree, &view);
    if (good) {
        canvas c = canvas_make(out, view, o->exact, header + (o->has_query ? query_line : 0), footer);
        c.down = o->down;
        good = layers_gather(&l, tree, &c, o);
        if (good)
            put_picture(&c, &l, o);
        layers_free(&l);
    }
    if (!good)
        complain("%s", strerror(ENOMEM));
    return good;
}
