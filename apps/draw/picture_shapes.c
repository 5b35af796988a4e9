// What lies in the plot. The looks are those of the legend.
#include "picture_layers.h"
#include "progress.h"

#include <math.h>

const look look_rest = { true, true, 0xf1f1ee, 0xd3d3cc, 1, 1, .width = 1 };
const look look_item = { true, true, 0x1d2433, 0x1d2433, 0.25, 0.75, .width = 1 };
const look look_marked = { true, true, 0xd55e00, 0xa34700, 0.6, 1, .width = 1 };
const look look_hit = { true, true, 0xd55e00, 0x8a3c00, 0.9, 1, .width = 1 };
const look look_visited = { true, true, 0xf0e442, 0xe69f00, 0.8, 1, .width = 1.5 };
static const look look_passed = { false, true, 0, 0xe69f00, 1, 1, .width = 1.5 };
const look look_window = { false, true, 0, 0x000000, 1, 1, 2, .dashed = true };
static const look look_halo = { false, true, 0, 0xffffff, 1, 0.8, .width = 4 };

// Light to dark, of even steps in lightness, and never so dark that items do not show.
static const double ramp[][3] = { { 243, 248, 253 }, { 209, 226, 243 }, { 154, 200, 224 }, { 94, 158, 204 } };
enum { RAMP_LAST = 3 };

look look_of_depth(const layers *l, int depth)
{
    int depths = l->deepest - l->shallowest;
    double at = depths > 0 ? (double)(depth - l->shallowest) / depths * RAMP_LAST : 0;
    int from = at < RAMP_LAST ? (int)at : RAMP_LAST - 1;
    uint32_t color = 0;
    for (int i = 0; i < 3; i++)
        color = color << 8 | (uint32_t)lround(ramp[from][i] + (at - from) * (ramp[from + 1][i] - ramp[from][i]));
    return (look){ true, true, color, 0x5b7fa6, l->nested ? 0.5 : 1, 1, .width = depth < 6 ? 0.7 : 0.4 };
}

// Cells of one depth, or those outside the world.
static void put_cells(const layers *l, const canvas *c, const look *how, bool rest, int depth)
{
    c->on->begin(c->on, how);
    for (size_t i = 0; i < l->cell_count; i++)
        if (l->cells[i].drawn && l->cells[i].rest == rest && (rest || l->cells[i].depth == depth))
            c->on->add(c->on, canvas_rect(c, l->cells[i].box));
    c->on->end(c->on);
}

// Leaves that the query looks into are filled; cells above them only outlined.
static void put_visited(const layers *l, const canvas *c, bool rest)
{
    for (int drawn = 0; drawn <= 1; drawn++) {
        c->on->begin(c->on, drawn ? &look_visited : &look_passed);
        for (size_t i = 0; i < l->cell_count; i++)
            if (l->cells[i].visited && l->cells[i].rest == rest && l->cells[i].drawn == drawn)
                c->on->add(c->on, canvas_rect(c, l->cells[i].box));
        c->on->end(c->on);
    }
}

// An item's rectangle, grown to a dot where it is smaller.
static void put_item(const canvas *c, qd_box box, double dot)
{
    rect r = canvas_rect(c, box);
    const double width = r.x1 - r.x0, height = r.y1 - r.y0;
    if (width <= dot && height <= dot) {
        c->on->add_dot(c->on, r.x0 + width / 2, r.y0 + height / 2, dot);
        return;
    }
    const double grow_x = fmax(0, dot - width) / 2, grow_y = fmax(0, dot - height) / 2;
    c->on->add(c->on, (rect){ r.x0 - grow_x, r.y0 - grow_y, r.x1 + grow_x, r.y1 + grow_y });
}

static void put_items(const layers *l, const canvas *c, emphasis which, const look *of)
{
    // The more items, the finer they are drawn: 4 pixels and a line of 1 at 200, half of that at 20,000.
    double fineness = pow(200 / fmax((double)l->shown, 1), 0.15);
    double dot = fmin(fmax(4 * fineness, 1), 5);
    look how = *of;
    how.width = fmin(fmax(fineness, 0.25), 1);
    progress p = progress_begin("drawing items");
    c->on->begin(c->on, &how);
    for (size_t i = 0; i < l->shown && !c->on->failed(c->on); i++) {
        qd_item item;
        if (i % 4096 == 0)
            progress_step(&p, i, l->shown);
        if (l->emphasis[qd_id_slot(l->found[i].id)] == which && qd_tree_get(l->tree, l->found[i].id, &item) == QD_OK)
            put_item(c, item.box, dot);
    }
    c->on->end(c->on);
    progress_end(&p);
}

static void put_window(const canvas *c, rect window, const look *how)
{
    c->on->begin(c->on, how);
    c->on->add(c->on, window);
    c->on->end(c->on);
}

void layers_put(const layers *l, const canvas *c, const picture_options *o)
{
    // Cells outside the world reach over it, and lie below those of the world.
    put_cells(l, c, &look_rest, true, 0);
    if (o->has_query && l->has_rest)
        put_visited(l, c, true);
    for (int depth = l->shallowest; depth <= l->deepest; depth++) {
        const look how = look_of_depth(l, depth);
        put_cells(l, c, &how, false, depth);
    }
    if (o->has_query)
        put_visited(l, c, false);
    put_items(l, c, ITEM_PLAIN, &look_item);
    if (o->mark_overlapping)
        put_items(l, c, ITEM_MARKED, &look_marked);
    if (!o->has_query)
        return;
    put_items(l, c, ITEM_HIT, &look_hit);
    const rect window = canvas_rect(c, o->query);
    put_window(c, window, &look_halo);
    put_window(c, window, &look_window);
}
