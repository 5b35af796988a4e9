// Smooth lines and circles. How much of a pixel is painted follows from the distance between its middle and the shape:
// all of it from half a pixel inside on, nothing from half a pixel outside on. Distances are whole numbers, of 1/256 of
// a pixel, so that every machine paints the same bits.
#include "raster_parts.h"

#include <math.h>

enum { ONE = 256, HALF = ONE / 2 }; // of a pixel

// A circle's centre and radius are within that, in pixels: squares of distances fit into 63 bits.
#define FARTHEST 4e6

static int64_t fixed(double pixels)
{
    return (int64_t)floor(pixels * ONE + 0.5);
}

// The root, rounded down; the first guess may be off by rounding.
static int64_t root_of(int64_t square)
{
    int64_t root = (int64_t)sqrt((double)square);
    while (root * root > square)
        root--;
    while ((root + 1) * (root + 1) <= square)
        root++;
    return root;
}

// `cover`: of 256.
static void plot(raster *self, int x, int y, int64_t cover, ink_color color)
{
    if (cover <= 0)
        return;
    color.alpha = (uint8_t)(cover < ONE ? color.alpha * cover / ONE : color.alpha);
    raster_row(self, y, x, x + 1, color);
}

static int within(int64_t value, int low, int high)
{
    return value < low ? low : value > high ? high : (int)value;
}

static int64_t whole(int64_t at)
{
    return at >= 0 ? at / ONE : -((-at + ONE - 1) / ONE);
}

// Pixels of a row from x0 to before x1, whose distances from a centre are within [least, most].
typedef struct round_part {
    int64_t x, y, least, most;
} round_part;

static void plot_round(raster *self, const round_part *p, int row, int x0, int x1, ink_color color)
{
    const int64_t down = (int64_t)row * ONE + HALF - p->y;
    for (int x = x0; x < x1; x++) {
        const int64_t across = (int64_t)x * ONE + HALF - p->x, far = root_of(across * across + down * down);
        const int64_t outer = p->most + HALF - far, inner = far - p->least + HALF;
        plot(self, x, row, outer < inner ? outer : inner, color);
    }
}

// Half of what a row has within a distance from the centre; below 0: nothing.
static int64_t reach_of(int64_t distance, int64_t down)
{
    return distance > 0 && distance * distance >= down * down ? root_of(distance * distance - down * down) : -1;
}

// Everything that is painted lies between `outer` left and right of the centre; what lies within `inner` is all inside,
// and a hole or full.
static void round_row(raster *self, const round_part *p, int row, bool full, ink_color color)
{
    const int64_t down = (int64_t)row * ONE + HALF - p->y;
    const int64_t outer = reach_of(p->most + ONE, down), inner = reach_of((full ? p->most : p->least) - ONE, down);
    if (outer < 0)
        return;
    const int left = within(whole(p->x - outer), self->left, self->right);
    const int right = within(whole(p->x + outer) + 1, self->left, self->right);
    if (inner < 0) {
        plot_round(self, p, row, left, right, color);
        return;
    }
    const int from = within(whole(p->x - inner) + 1, left, right), to = within(whole(p->x + inner), from, right);
    plot_round(self, p, row, left, from, color);
    if (full)
        raster_row(self, row, from, to, color);
    plot_round(self, p, row, to, right, color);
}

static void paint_round(raster *self, double x, double y, double inner, double outer, ink_color color)
{
    const bool full = inner < 0;
    const round_part part = { fixed(x), fixed(y), full ? -ONE : fixed(inner), fixed(outer) };
    const int top = within(whole(part.y - part.most) - 1, self->top, self->bottom);
    const int bottom = within(whole(part.y + part.most) + 2, self->top, self->bottom);
    for (int row = top; row < bottom; row++)
        round_row(self, &part, row, full, color);
}

static bool is_near(double x, double y, double radius)
{
    return fabs(x) <= FARTHEST && fabs(y) <= FARTHEST && radius <= FARTHEST;
}

void raster_disc(raster *self, double x, double y, double radius, ink_color color)
{
    const double across = fmax(fabs(x - self->left), fabs(x - self->right));
    const double down = fmax(fabs(y - self->top), fabs(y - self->bottom));
    if (is_near(x, y, radius))
        paint_round(self, x, y, -1, radius, color);
    else if (across * across + down * down <= radius * radius) // all that may be painted is inside
        raster_fill(self, color);
}

void raster_ring(raster *self, double x, double y, double radius, double width, ink_color color)
{
    if (is_near(x, y, radius))
        paint_round(self, x, y, radius > 0.5 * width ? radius - 0.5 * width : -1, radius + 0.5 * width, color);
}

// Brings one end of a line to `low` or `high` along an axis, where it is beyond.
static void trim_end(double low, double high, double slope, double *along, double *across)
{
    double to = fmax(low, fmin(*along, high));
    *across += (to - *along) * slope;
    *along = to;
}

// Cuts a line along one axis. False: nothing of it is left.
static bool trim_axis(double low, double high, double along[2], double across[2])
{
    if (fmax(along[0], along[1]) < low || fmin(along[0], along[1]) > high)
        return false;
    double slope = along[0] == along[1] ? 0 : (across[1] - across[0]) / (along[1] - along[0]);
    trim_end(low, high, slope, &along[0], &across[0]);
    trim_end(low, high, slope, &along[1], &across[1]);
    return true;
}

// Cuts a line to what may be painted and `room` pixels more. False: nothing of it is left.
static bool trim(const raster *self, double room, spot *a, spot *b)
{
    double x[] = { a->x, b->x }, y[] = { a->y, b->y };
    if (!trim_axis(self->left - room, self->right + room, x, y) ||
        !trim_axis(self->top - room, self->bottom + room, y, x))
        return false;
    *a = (spot){ x[0], y[0] };
    *b = (spot){ x[1], y[1] };
    return fabs(x[0]) < 1e6 && fabs(x[1]) < 1e6; // or rounding has carried it away, so far did it reach
}

// A line of some width, from one end to another.
typedef struct stroke {
    int64_t x, y, dx, dy, length, half; // half its width
} stroke;

static int64_t share_of(int64_t cover)
{
    return cover < 0 ? 0 : cover < ONE ? cover : ONE;
}

// Along it from half a width before its first end to half a width behind the second one, and to both sides.
static int64_t cover_of(const stroke *s, int64_t x, int64_t y)
{
    const int64_t across = x - s->x, down = y - s->y;
    if (s->length == 0)
        return s->half + HALF - root_of(across * across + down * down);
    const int64_t along = (across * s->dx + down * s->dy) / s->length;
    const int64_t aside = (across * s->dy - down * s->dx) / s->length;
    const int64_t beyond = along < 0 ? -along : along > s->length ? along - s->length : 0;
    return share_of(s->half + HALF - beyond) * share_of(s->half + HALF - (aside < 0 ? -aside : aside)) / ONE;
}

// Where in a row it may be: its middle is at `x`.
static void stroke_row(raster *self, const stroke *s, int row, int64_t low, int64_t high, ink_color color)
{
    const int64_t down = (int64_t)row * ONE + HALF, steep = s->dy < 0 ? -s->dy : s->dy;
    if (steep > 0) {
        const int64_t x = s->x + s->dx * (down - s->y) / s->dy, room = (s->half + ONE) * s->length / steep + ONE;
        low = low > x - room ? low : x - room;
        high = high < x + room ? high : x + room;
    }
    const int right = within(whole(high) + 1, self->left, self->right);
    for (int x = within(whole(low), self->left, self->right); x < right; x++)
        plot(self, x, row, cover_of(s, (int64_t)x * ONE + HALF, down), color);
}

void raster_stroke(raster *self, spot a, spot b, double width, ink_color color)
{
    if (!trim(self, width + 1, &a, &b))
        return;
    stroke s = { .x = fixed(a.x), .y = fixed(a.y), .half = fixed(0.5 * width) };
    s.dx = fixed(b.x) - s.x;
    s.dy = fixed(b.y) - s.y;
    s.length = root_of(s.dx * s.dx + s.dy * s.dy);
    const int64_t room = s.half + ONE;
    const int64_t left = s.x + (s.dx < 0 ? s.dx : 0), right = s.x + (s.dx > 0 ? s.dx : 0);
    const int64_t above = s.y + (s.dy < 0 ? s.dy : 0), below = s.y + (s.dy > 0 ? s.dy : 0);
    const int bottom = within(whole(below + room) + 1, self->top, self->bottom);
    for (int row = within(whole(above - room), self->top, self->bottom); row < bottom; row++)
        stroke_row(self, &s, row, left - room, right + room, color);
}
