// Pixels of what shapes are made of. Filled ones are rows: a box's all alike, those of anything convex between its left
// and its right edge. A pixel belongs to a shape if its middle does.
#include "raster_parts.h"

#include "colors.h"

#include <math.h>
#include <stdlib.h>

bool raster_resize(raster *self, int width, int height)
{
    if (self->pixels && width == self->width && height == self->height)
        return true;
    uint32_t *pixels = realloc(self->pixels, (size_t)width * (size_t)height * sizeof *pixels);
    if (!pixels)
        return false;
    *self = (raster){ pixels, width, height, 0, 0, width, height, self->density };
    return true;
}

void raster_free(raster *self)
{
    free(self->pixels);
    density_free(&self->density);
    *self = (raster){ 0 };
}

// The first pixel whose middle is at or beyond `at`, within [low, high]; NaN gives low.
static int pixel_from(double at, int low, int high)
{
    double pixel = ceil(at - 0.5);
    return !(pixel > low) ? low : pixel > high ? high : (int)pixel;
}

void raster_clip(raster *self, const view *seen)
{
    self->left = pixel_from(seen->left, 0, self->width);
    self->right = pixel_from(seen->left + seen->width, 0, self->width);
    self->top = pixel_from(seen->top, 0, self->height);
    self->bottom = pixel_from(seen->top + seen->height, 0, self->height);
}

static uint32_t pixel_of(ink_color c)
{
    return 0xff000000u | (uint32_t)c.red << 16 | (uint32_t)c.green << 8 | c.blue;
}

// Two of the four bytes at a time.
static uint32_t blend(uint32_t under, uint32_t over, uint32_t alpha)
{
    uint32_t rest = 256 - alpha;
    uint32_t odd = ((over & 0xff00ff) * alpha + (under & 0xff00ff) * rest) >> 8 & 0xff00ff;
    uint32_t even = ((over >> 8 & 0xff) * alpha + (under >> 8 & 0xff) * rest) & 0xff00;
    return 0xff000000u | odd | even;
}

// Pixels from x0 to before x1 of a row, all of which may be painted.
static void row(raster *self, int y, int x0, int x1, ink_color color)
{
    uint32_t *at = self->pixels + (size_t)y * (size_t)self->width, over = pixel_of(color);
    if (color.alpha == 255) {
        for (int x = x0; x < x1; x++)
            at[x] = over;
        return;
    }
    uint32_t alpha = color.alpha + (color.alpha >> 7);
    for (int x = x0; x < x1; x++)
        at[x] = blend(at[x], over, alpha);
}

void raster_fill(raster *self, ink_color color)
{
    for (int y = self->top; y < self->bottom; y++)
        row(self, y, self->left, self->right, color);
}

bool raster_misses(const raster *self, double x0, double y0, double x1, double y1)
{
    return !(x1 >= self->left && x0 < self->right && y1 >= self->top && y0 < self->bottom);
}

void raster_box(raster *self, double x0, double y0, double x1, double y1, ink_color color)
{
    if (raster_misses(self, x0, y0, x1, y1))
        return;
    int left = pixel_from(x0, self->left, self->right - 1), right = pixel_from(x1, self->left, self->right);
    int top = pixel_from(y0, self->top, self->bottom - 1), bottom = pixel_from(y1, self->top, self->bottom);
    right = right > left ? right : left + 1;
    bottom = bottom > top ? bottom : top + 1;
    for (int y = top; y < bottom; y++)
        row(self, y, left, right, color);
}

void raster_frame(raster *self, double x0, double y0, double x1, double y1, ink_color color)
{
    // On whole pixels, so that all four sides are equally wide and neighbours share theirs; the corners belong to the
    // level ones.
    x0 = floor(x0 + 0.5);
    y0 = floor(y0 + 0.5);
    x1 = floor(x1 + 0.5) + 1;
    y1 = floor(y1 + 0.5) + 1;
    raster_box(self, x0, y0, x1, y0 + 1, color);
    if (y1 > y0 + 1)
        raster_box(self, x0, y1 - 1, x1, y1, color);
    if (y1 <= y0 + 2)
        return;
    raster_box(self, x0, y0 + 1, x0 + 1, y1 - 1, color);
    if (x1 > x0 + 1)
        raster_box(self, x1 - 1, y0 + 1, x1, y1 - 1, color);
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

static void plot(raster *self, int x, int y, double share, ink_color color)
{
    if (x < self->left || x >= self->right || y < self->top || y >= self->bottom)
        return;
    color.alpha = (uint8_t)(color.alpha * share);
    row(self, y, x, x + 1, color);
}

// Smooth: each step of the longer side colours two pixels of the other, by how near they are.
static void line(raster *self, spot a, spot b, ink_color color)
{
    if (!trim(self, 1, &a, &b))
        return;
    double dx = b.x - a.x, dy = b.y - a.y;
    bool level = fabs(dx) >= fabs(dy);
    double length = level ? fabs(dx) : fabs(dy), x = a.x, y = a.y;
    double step_x = length > 0 ? dx / length : 0, step_y = length > 0 ? dy / length : 0;
    for (int i = 0; i <= (int)length; i++, x += step_x, y += step_y) {
        double across = (level ? y : x) - 0.5, base = floor(across), share = across - base;
        int along = (int)floor(level ? x : y), beside = (int)base;
        plot(self, level ? along : beside, level ? beside : along, 1 - share, color);
        plot(self, level ? along : beside + 1, level ? beside + 1 : along, share, color);
    }
}

// Anything convex, its corners in order.
void raster_convex(raster *self, const spot *corners, int count, ink_color color)
{
    double top = INFINITY, bottom = -INFINITY;
    for (int i = 0; i < count; i++) {
        top = fmin(top, corners[i].y);
        bottom = fmax(bottom, corners[i].y);
    }
    int last = pixel_from(bottom, self->top, self->bottom);
    for (int y = pixel_from(top, self->top, self->bottom); y < last; y++) {
        double left = INFINITY, right = -INFINITY, middle = y + 0.5;
        for (int i = 0; i < count; i++) {
            spot a = corners[i], b = corners[(i + 1) % count];
            if ((a.y <= middle) == (b.y <= middle))
                continue;
            double x = a.x + (middle - a.y) / (b.y - a.y) * (b.x - a.x);
            left = fmin(left, x);
            right = fmax(right, x);
        }
        int x0 = pixel_from(left, self->left, self->right), x1 = pixel_from(right, self->left, self->right);
        row(self, y, x0, x1, color);
    }
}

// A line of any width.
void raster_stroke(raster *self, spot a, spot b, double width, ink_color color)
{
    if (width <= 1) {
        line(self, a, b, color);
        return;
    }
    if (!trim(self, width, &a, &b))
        return;
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    double share = length > 0 ? 0.5 * width / length : 0;
    double x = length > 0 ? share * dx : 0.5 * width, y = share * dy;
    raster_convex(self,
                  (spot[]){ { a.x - x - y, a.y - y + x },
                            { b.x + x - y, b.y + y + x },
                            { b.x + x + y, b.y + y - x },
                            { a.x - x + y, a.y - y - x } },
                  4, color);
}
