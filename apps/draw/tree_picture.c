// The picture is built from back to front: cells, cells that the query looks into, items, hits, the window, and around
// it all a title and a legend that names every colour. The colours keep apart for colour-blind people: depth runs from
// light to dark in blue, and what stands out is from the palette of Okabe and Ito.
#include "tree_picture.h"

#include "node_diagram.h"
#include "picture_canvas.h"
#include "picture_layers.h"
#include "picture_png.h"
#include "structure.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static const double header = 72, query_line = 20, footer = 96;
static const double beside = 40, least_tall = 480, least_wide = 330,
                    depths = 18; // of the diagram; how far it is from the plane

// What a picture is made of.
typedef struct parts {
    canvas canvas;
    layers layers;
    node_diagram diagram;
} parts;

enum { LINE = 400 };

// A line of text that is put together.
typedef struct text_line {
    char text[LINE];
    size_t used;
} text_line;

PRINTF_LIKE(2, 3) static void append(text_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line->text + line->used, LINE - line->used, format, arguments);
    va_end(arguments);
    line->used += length > 0 ? (size_t)length : 0;
    line->used = line->used < LINE ? line->used : LINE - 1;
}

// 12345678 as 12,345,678.
static void append_count(text_line *line, uint64_t count)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < length; i++)
        append(line, "%s%c", i > 0 && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

static void append_some(text_line *line, const char *before, uint64_t count, const char *one)
{
    append(line, "%s", before);
    append_count(line, count);
    append(line, " %s%s", one, count == 1 ? "" : "s");
}

static void put_text(const canvas *c, double x, double y, double size, uint32_t color, const char *text)
{
    c->on->text(c->on, x, y, &(text_look){ .size = size, .color = color }, text);
}

// What a structure pays for: items that lie above the leaves, and entries beyond one for each item.
static void append_entries(text_line *line, const layers *l, const picture_options *o)
{
    size_t entries = 0, above = 0;
    for (size_t i = 0; i < l->nodes.count && o->structure > 0; i++) {
        entries += l->nodes.nodes[i].items;
        above += l->nodes.nodes[i].leaf ? 0 : l->nodes.nodes[i].items;
    }
    if (o->structure == 0)
        return;
    append_some(line, ", ", above, "item");
    append(line, " above the leaves");
    append(line, ", ");
    append_count(line, entries);
    append(line, entries == 1 ? " entry" : " entries");
}

static void put_header(const canvas *c, const layers *l, const picture_options *o)
{
    const double left = c->plot.x0;
    const text_look title = { .size = 20, .color = 0x1d2433, .bold = true };
    text_line line = { .used = 0 };
    append(&line, "%s", o->title != NULL ? o->title : "Quadtree");
    if (o->structure > 0)
        append(&line, ": %s", structure_titles[o->structure]);
    c->on->text(c->on, left, 32, &title, line.text);
    line = (text_line){ .used = 0 };
    append_some(&line, "", l->items, "item");
    append_some(&line, " in ", l->nodes.count, "cell");
    append(&line, ", depth %d", l->nodes.depth);
    append_entries(&line, l, o);
    if (l->items > l->shown)
        append_some(&line, "; outside this view: ", l->items - l->shown, "item");
    if (o->mark_overlapping)
        append_some(&line, "; overlapping another: ", l->marked, "item");
    put_text(c, left, 55, 14, 0x4c566a, line.text);
    if (!o->has_query)
        return;
    line = (text_line){ .used = 0 };
    append_some(&line, "from the root the query looks into ", l->visited, "cell");
    append_some(&line, " with ", l->visited_items, "item");
    append(&line, " and finds ");
    append_count(&line, l->hits);
    put_text(c, left, 75, 14, 0x4c566a, line.text);
}

static void put_one(const canvas *c, rect r, const look *how)
{
    c->on->begin(c->on, how);
    c->on->add(c->on, r);
    c->on->end(c->on);
}

static double put_key(const canvas *c, double x, double y, const look *how, const char *text, double advance)
{
    put_one(c, (rect){ x, y, x + 24, y + 16 }, how);
    put_text(c, x + 32, y + 12, 13, 0x1d2433, text);
    return x + advance;
}

static void put_depth_legend(const canvas *c, const layers *l, double y)
{
    const text_look number = { .size = 11, .color = 0x1d2433, .anchor = ANCHOR_MIDDLE };
    double x = c->plot.x0;
    put_text(c, x, y + 12, 13, 0x1d2433, "depth of cell");
    x += 98;
    for (int depth = l->shallowest; depth <= l->deepest; depth++, x += 24) {
        const look cells = look_of_depth(l, depth);
        text_line line = { .used = 0 };
        put_one(c, (rect){ x, y, x + 24, y + 16 }, &cells);
        append(&line, "%d%s", depth, l->merged && depth == l->deepest ? "+" : "");
        c->on->text(c->on, x + 12, y + 12.5, &number, line.text);
    }
    if (l->has_rest)
        put_key(c, x + 24, y, &look_rest, "outside the world", 0);
}

static void put_diagram_legend(const canvas *c, const layers *l, const node_diagram *d, double y)
{
    const text_look number = { .size = 11, .color = 0x5b6b86 };
    text_line line = { .used = 0 };
    const double x = d->at.x0;
    append(&line, "bar: items in the node itself, full at ");
    append_count(&line, d->fullest);
    put_text(c, x, y + 12, 13, 0x1d2433, line.text);
    if (d->numbered) {
        c->on->text(c->on, x, y + 40, &number, "7");
        put_text(c, x + 14, y + 40, 13, 0x1d2433, "number of a leaf, also in its cell");
    } else if (d->merged) {
        put_text(c, x, y + 40, 13, 0x1d2433, "+: with the nodes below, which have no room");
    }
    if (l->nodes.count > 0 && l->nodes.nodes[l->nodes.count - 1].rest)
        put_key(c, x, y + 56, &look_rest, "items outside the world", 0);
}

static void put_legend(const canvas *c, const layers *l, const picture_options *o)
{
    double y = c->plot.y1 + 30, x = c->plot.x0;
    put_depth_legend(c, l, y);
    y += 28;
    x = put_key(c, x, y, &look_item, "item", 110);
    if (o->mark_overlapping)
        x = put_key(c, x, y, &look_marked, "item that overlaps another", 240);
    if (o->has_query) {
        x = put_key(c, x, y, &look_window, "query window", 160);
        x = put_key(c, x, y, &look_visited, "cell the query looks into", 230);
        put_key(c, x, y, &look_hit, "item it finds", 0);
    }
}

static void put_diagram(const canvas *c, const layers *l, const node_diagram *d, const picture_options *o)
{
    text_line line = { .used = 0 };
    append_some(&line, "", l->nodes.count, "node");
    append(&line, ", ");
    append_count(&line, l->nodes.leaves);
    append(&line, l->nodes.leaves == 1 ? " of them a leaf; " : " of them leaves; ");
    append_some(&line, "", l->nodes.fullest, "item");
    append(&line, " in the fullest");
    put_text(c, d->at.x0, 55, 14, 0x4c566a, line.text);
    node_diagram_put(d, l, c, o);
}

// A number with the digits that distinguish hundredths of a range, and `usual` ones at least. What rounding leaves of 0
// is 0.
static void append_end(text_line *line, double value, double from, double to, int usual)
{
    int digits = 1;
    for (double step = fmax(fabs(from), fabs(to)); step > (to - from) / 100 && digits < 17; step /= 10)
        digits++;
    append(line, "%.*g", digits > usual ? digits : usual, fabs(value) < (to - from) / 1e9 ? 0 : value);
}

// Coordinates of two opposite corners, so that the picture can be read as a map.
static void put_corners(const canvas *c, const picture_options *o)
{
    const int usual = o->exact ? 12 : 6;
    const rect *v = &c->view;
    text_look small = { .size = 11, .color = 0x6b7385 };
    text_line low = { .used = 0 }, high = { .used = 0 };
    append_end(&low, v->x0, v->x0, v->x1, usual);
    append(&low, ", ");
    append_end(&low, c->down ? v->y1 : v->y0, v->y0, v->y1, usual);
    append_end(&high, v->x1, v->x0, v->x1, usual);
    append(&high, ", ");
    append_end(&high, c->down ? v->y0 : v->y1, v->y0, v->y1, usual);
    c->on->text(c->on, c->plot.x0, c->plot.y1 + 15, &small, low.text);
    small.anchor = ANCHOR_END;
    c->on->text(c->on, c->plot.x1, c->plot.y0 - 5, &small, high.text);
}

static void put_picture(const parts *p, const picture_options *o)
{
    static const look border = { .stroked = true, .stroke = 0x8a93a6, .stroke_opacity = 1 };
    const canvas *c = &p->canvas;
    const layers *l = &p->layers;
    c->on->begin_plot(c->on, c->plot);
    layers_put(l, c, o);
    if (o->tree)
        node_diagram_put_numbers(&p->diagram, l, c);
    c->on->end_plot(c->on);
    if (o->tree)
        put_diagram(c, l, &p->diagram, o);
    put_one(c, c->plot, &border);
    put_header(c, l, o);
    put_corners(c, o);
    put_legend(c, l, o);
    if (o->tree)
        put_diagram_legend(c, l, &p->diagram, fmax(c->plot.y1 + 30, p->diagram.at.y1 + 12));
}

// The diagram stands beside the plot, and may be taller.
static bool lay_diagram(parts *p)
{
    canvas *c = &p->canvas;
    const double tall = fmax(c->plot.y1 - c->plot.y0, least_tall), margin = c->width - c->plot.x1;
    if (!node_diagram_lay(&p->diagram, &p->layers.nodes, c->plot.x1 + beside, c->plot.y0 + depths, tall - depths))
        return false;
    c->width = fmax(p->diagram.at.x1, p->diagram.at.x0 + least_wide) + margin;
    c->height = fmax(c->height, p->diagram.at.y1 + footer);
    return true;
}

// Where everything goes, and what is to be seen. False: no memory, complained. parts_free in any case.
static bool prepare(parts *p, const qd_tree *tree, const picture_options *o)
{
    rect view = { o->view.min.x, o->view.min.y, o->view.max.x, o->view.max.y };
    *p = (parts){ .layers = { .tree = tree } };
    bool good = o->has_view || canvas_choose_view(tree, &view);
    if (good) {
        p->canvas = canvas_make(view, header + (o->has_query ? query_line : 0), footer);
        p->canvas.down = o->down;
        good = layers_gather(&p->layers, tree, &p->canvas, o) && (!o->tree || lay_diagram(p));
    }
    if (!good && !p->layers.complained)
        complain("%s", strerror(ENOMEM));
    return good;
}

static void parts_free(parts *p)
{
    layers_free(&p->layers);
    node_diagram_free(&p->diagram);
}

bool picture_put_svg(output *out, const qd_tree *tree, const picture_options *o)
{
    parts p;
    bool good = prepare(&p, tree, o);
    if (good) {
        svg_surface on;
        svg_surface_begin(&on, out, o->title != NULL ? o->title : "Quadtree", p.canvas.width, p.canvas.height);
        p.canvas.on = &on.base;
        put_picture(&p, o);
        svg_surface_end(&on);
    }
    parts_free(&p);
    return good;
}

bool picture_write_png(const char *path, const qd_tree *tree, const picture_options *o)
{
    parts p;
    bool good = prepare(&p, tree, o);
    if (good) {
        pixel_surface on;
        good = pixel_surface_begin(&on, p.canvas.width, p.canvas.height);
        p.canvas.on = &on.base;
        if (good)
            put_picture(&p, o);
        else
            complain("%s", strerror(ENOMEM));
        good = good && picture_png(path, on.pixels, on.width, on.height);
        pixel_surface_free(&on);
    }
    parts_free(&p);
    return good;
}
