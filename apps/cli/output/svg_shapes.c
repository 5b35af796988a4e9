// Writing. Shapes of one look share one path, which keeps the file small and lets a reader change the look in one
// place.
#include "progress.h"
#include "svg_layers.h"

#include <math.h>
#include <stdlib.h>

const char *const style_rest = "fill=\"#f1f1ee\" stroke=\"#d3d3cc\"";
const char *const style_item = "fill=\"#1d2433\" fill-opacity=\".25\" stroke=\"#1d2433\" stroke-opacity=\".75\"";
const char *const style_marked = "fill=\"#d55e00\" fill-opacity=\".6\" stroke=\"#a34700\"";
const char *const style_hit = "fill=\"#d55e00\" fill-opacity=\".9\" stroke=\"#8a3c00\"";
const char *const style_visited = "fill=\"#f0e442\" fill-opacity=\".8\" stroke=\"#e69f00\" stroke-width=\"1.5\"";
static const char *const style_passed = "fill=\"none\" stroke=\"#e69f00\" stroke-width=\"1.5\"";
const char *const style_window = "fill=\"none\" stroke=\"#000\" stroke-width=\"2\" stroke-dasharray=\"7 4\"";

// Light to dark, of even steps in lightness, and never so dark that items do not show.
static const double ramp[][3] = { { 243, 248, 253 }, { 209, 226, 243 }, { 154, 200, 224 }, { 94, 158, 204 } };
enum { RAMP_LAST = 3 };

void depth_color(const layers *l, int depth, char color[8])
{
    int depths = l->deepest - l->shallowest;
    double at = depths > 0 ? (double)(depth - l->shallowest) / depths * RAMP_LAST : 0;
    int from = at < RAMP_LAST ? (int)at : RAMP_LAST - 1;
    unsigned rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (unsigned)lround(ramp[from][i] + (at - from) * (ramp[from + 1][i] - ramp[from][i])) & 0xff;
    snprintf(color, 8, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

static void begin_path(output *out, const char *style, double stroke_width)
{
    put(out, "<path %s", style);
    if (stroke_width > 0)
        put(out, " stroke-width=\"%.3g\"", stroke_width);
    put(out, " d=\"");
}

static void end_path(output *out)
{
    put(out, "\"/>\n");
}

static void put_cells(const layers *l, const canvas *c)
{
    begin_path(c->out, style_rest, 1);
    for (size_t i = 0; i < l->cell_count; i++)
        if (l->cells[i].rest && l->cells[i].drawn)
            put_rect(c->out, canvas_rect(c, l->cells[i].box));
    end_path(c->out);
    for (int depth = l->shallowest; depth <= l->deepest; depth++) {
        char color[8], style[64];
        depth_color(l, depth, color);
        snprintf(style, sizeof style, "fill=\"%s\" stroke=\"#5b7fa6\"", color);
        begin_path(c->out, style, depth < 6 ? 0.7 : 0.4);
        for (size_t i = 0; i < l->cell_count; i++)
            if (!l->cells[i].rest && l->cells[i].drawn && l->cells[i].depth == depth)
                put_rect(c->out, canvas_rect(c, l->cells[i].box));
        end_path(c->out);
    }
}

// Leaves that the query looked into are filled; cells above them only outlined.
static void put_visited(const layers *l, const canvas *c)
{
    for (int drawn = 0; drawn <= 1; drawn++) {
        begin_path(c->out, drawn ? style_visited : style_passed, 0);
        for (size_t i = 0; i < l->cell_count; i++)
            if (l->cells[i].visited && !l->cells[i].rest && l->cells[i].drawn == drawn)
                put_rect(c->out, canvas_rect(c, l->cells[i].box));
        end_path(c->out);
    }
}

// Remembers which pixels have had an item that is no larger than a dot: another there would not be seen.
typedef struct dots {
    unsigned char *seen;
    size_t columns, rows;
} dots;

static bool is_news(dots *d, double x, double y)
{
    double column = floor(x), row = floor(y);
    if (d->seen == NULL || column < 0 || row < 0 || column >= (double)d->columns || row >= (double)d->rows)
        return true;
    unsigned char *seen = &d->seen[(size_t)row * d->columns + (size_t)column];
    bool news = *seen == 0;
    *seen = 1;
    return news;
}

// An item's rectangle, grown to a dot where it is smaller.
static void put_item(const canvas *c, qd_box box, double dot, dots *d)
{
    rect r = canvas_rect(c, box);
    bool small = r.x1 - r.x0 <= dot && r.y1 - r.y0 <= dot;
    if (small && !is_news(d, r.x0, r.y0))
        return;
    double grow_x = fmax(0, dot - (r.x1 - r.x0)) / 2, grow_y = fmax(0, dot - (r.y1 - r.y0)) / 2;
    put_rect(c->out, (rect){ r.x0 - grow_x, r.y0 - grow_y, r.x1 + grow_x, r.y1 + grow_y });
}

static void put_items(const layers *l, const canvas *c, emphasis which, const char *style)
{
    // The more items, the finer they are drawn: 4 pixels and a line of 1 at 200, half of that at 20,000.
    double fineness = pow(200 / fmax((double)l->shown, 1), 0.15);
    double dot = fmin(fmax(4 * fineness, 1), 5), line = fmin(fmax(fineness, 0.25), 1);
    dots d = { NULL, (size_t)c->width, (size_t)c->height };
    d.seen = calloc(d.columns, d.rows); // without it, every dot is written
    progress p = progress_begin("drawing items");
    begin_path(c->out, style, line);
    for (size_t i = 0; i < l->shown && !output_failed(c->out); i++) {
        qd_item item;
        if (i % 4096 == 0)
            progress_step(&p, i, l->shown);
        if (l->emphasis[qd_id_slot(l->found[i].id)] == which && qd_tree_get(l->tree, l->found[i].id, &item) == QD_OK)
            put_item(c, item.box, dot, &d);
    }
    end_path(c->out);
    progress_end(&p);
    free(d.seen);
}

void layers_put(const layers *l, const canvas *c, const svg_options *o)
{
    put_cells(l, c);
    if (o->has_query)
        put_visited(l, c);
    put_items(l, c, ITEM_PLAIN, style_item);
    if (o->mark_overlapping)
        put_items(l, c, ITEM_MARKED, style_marked);
    if (!o->has_query)
        return;
    put_items(l, c, ITEM_HIT, style_hit);
    rect window = canvas_rect(c, o->query);
    put(c->out, "<g fill=\"none\" stroke=\"#fff\" stroke-width=\"4\" stroke-opacity=\".8\"><path d=\"");
    put_rect(c->out, window);
    put(c->out, "\"/></g>\n");
    begin_path(c->out, style_window, 0);
    put_rect(c->out, window);
    end_path(c->out);
}
