// Choosing what to show is the hard part: one item parked at 1e30 must not make a speck of all others, yet a picture
// should leave out as little as it can. So each axis takes the range that holds most items and adds all that lies
// within twice its length on either side.
#include "picture_canvas.h"
#include "order.h"

#include <math.h>
#include <quadrille/query.h>
#include <stdlib.h>

static const double picture_width = 1000, margin = 24, plot_max_height = 1000;
static const double most_uneven = 3; // widest plot, in heights
static const double bleed = 8;       // pixels beyond the plot at which shapes are cut
static const size_t left_out = 16;   // one in so many may be left out on either side before the range is widened
static const double reach = 2;
static const double farthest = 8e307;      // that is shown: differences beyond are infinite
static const double few_steps = 1e-14;     // of doubles: 45 to 90, in how far they are from the origin
static const double least_double = 5e-322; // 100 steps next to 0

typedef struct ends {
    double *low[2], *high[2]; // of x and y
    size_t count;
} ends;

static void take_ends(ends *e, const qd_tree *tree)
{
    qd_entry some[256];
    qd_item item;
    qd_cursor cursor;
    qd_cursor_begin(&cursor, tree, NULL);
    for (size_t count = qd_cursor_next(&cursor, some, 256); count > 0; count = qd_cursor_next(&cursor, some, 256))
        for (size_t i = 0; i < count; i++)
            if (qd_tree_get(tree, some[i].id, &item) == QD_OK) {
                e->low[0][e->count] = item.box.min.x;
                e->low[1][e->count] = item.box.min.y;
                e->high[0][e->count] = item.box.max.x;
                e->high[1][e->count++] = item.box.max.y;
            }
}

// The range to show of one axis.
static void choose_range(double *low, double *high, size_t count, double *from, double *to)
{
    qsort(low, count, sizeof *low, order_doubles);
    qsort(high, count, sizeof *high, order_doubles);
    size_t skip = count < 4 ? 0 : count / left_out > 0 ? count / left_out : 1;
    double length = high[count - 1 - skip] - low[skip];
    double least = low[skip] - reach * length, most = high[count - 1 - skip] + reach * length;
    size_t first = 0, last = count - 1;
    while (length > 0 && low[first] < least)
        first++;
    while (length > 0 && high[last] > most)
        last--;
    *from = low[first];
    *to = high[last];
}

bool canvas_choose_view(const qd_tree *tree, rect *view)
{
    size_t count = qd_tree_count(tree, NULL);
    double *all = malloc((count + 1) * 4 * sizeof *all);
    if (all == NULL)
        return false;
    ends e = { { all, all + count }, { all + 2 * count, all + 3 * count }, 0 };
    take_ends(&e, tree);
    *view = (rect){ 0, 0, 1, 1 };
    if (e.count > 0) {
        choose_range(e.low[0], e.high[0], e.count, &view->x0, &view->x1);
        choose_range(e.low[1], e.high[1], e.count, &view->y0, &view->y1);
        double pad_x = 0.02 * (view->x1 - view->x0), pad_y = 0.02 * (view->y1 - view->y0);
        *view = (rect){ view->x0 - pad_x, view->y0 - pad_y, view->x1 + pad_x, view->y1 + pad_y };
    }
    free(all);
    return true;
}

// Makes a range at least so long, about its middle, unless it lacks no more than rounding far from the origin makes it.
static void widen(double *from, double *to, double length)
{
    const double enough = length * (1 - 1e-7);
    double middle = *from / 2 + *to / 2;
    if (*to - *from < enough) {
        *from = middle - length / 2;
        *to = middle + length / 2;
    }
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

// The least side of a view. Only one without extent is made up. Any other is shown as it is, unless it is but a few
// steps of doubles: what is laid over it then needs some more.
static double least_side(const rect *view)
{
    const double far = fmax(fmax(fabs(view->x0), fabs(view->x1)), fmax(fabs(view->y0), fabs(view->y1)));
    const bool made_up = view->x0 >= view->x1 && view->y0 >= view->y1;
    return fmax(made_up ? far > 0 ? far * 0.1 : 1 : far * few_steps, least_double);
}

canvas canvas_make(rect view, double header, double footer)
{
    const double room = picture_width - 2 * margin;
    view = (rect){ clamp(view.x0, -farthest, farthest), clamp(view.y0, -farthest, farthest),
                   clamp(view.x1, -farthest, farthest), clamp(view.y1, -farthest, farthest) };
    const double least = least_side(&view);
    // A tall view is shown with what lies beside it, rather than with empty margins.
    widen(&view.x0, &view.x1, fmax(least, (view.y1 - view.y0) * (room / plot_max_height)));
    widen(&view.y0, &view.y1, fmax(least, (view.x1 - view.x0) / most_uneven));
    const double height = (view.y1 - view.y0) / (view.x1 - view.x0) * room;
    return (canvas){ .view = view,
                     .plot = { margin, header, margin + room, header + height },
                     .width = picture_width,
                     .height = header + height + footer };
}

qd_box canvas_view(const canvas *c)
{
    const rect *v = &c->view;
    return (qd_box){ { v->x0, v->y0 }, { v->x1, v->y1 } };
}

double canvas_pixels(const canvas *c, double length)
{
    return length / (c->view.x1 - c->view.x0) * (c->plot.x1 - c->plot.x0);
}

rect canvas_rect(const canvas *c, qd_box box)
{
    const rect *p = &c->plot, *v = &c->view;
    rect r = { p->x0 + canvas_pixels(c, box.min.x - v->x0), p->y1 - canvas_pixels(c, box.max.y - v->y0),
               p->x0 + canvas_pixels(c, box.max.x - v->x0), p->y1 - canvas_pixels(c, box.min.y - v->y0) };
    if (c->down) {
        r.y0 = p->y0 + canvas_pixels(c, box.min.y - v->y0);
        r.y1 = p->y0 + canvas_pixels(c, box.max.y - v->y0);
    }
    r.x0 = clamp(r.x0, p->x0 - bleed, p->x1 + bleed);
    r.x1 = clamp(r.x1, p->x0 - bleed, p->x1 + bleed);
    r.y0 = clamp(r.y0, p->y0 - bleed, p->y1 + bleed);
    r.y1 = clamp(r.y1, p->y0 - bleed, p->y1 + bleed);
    return r;
}

bool canvas_shows(const canvas *c, qd_box box)
{
    return box.min.x <= c->view.x1 && box.max.x >= c->view.x0 && box.min.y <= c->view.y1 && box.max.y >= c->view.y0;
}
