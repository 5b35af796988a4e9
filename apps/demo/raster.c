// Pixels of what shapes are made of. Filled ones are rows: a box's all alike, those of anything convex between its left
// and its right edge. A pixel belongs to a shape if its middle does: neighbours share an edge without a seam. Lines and
// circles are smooth (raster_smooth.c).
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

// Two of the four bytes at a time.
static uint32_t blend(uint32_t under, uint32_t over, uint32_t alpha)
{
    uint32_t rest = 256 - alpha;
    uint32_t odd = ((over & 0xff00ff) * alpha + (under & 0xff00ff) * rest) >> 8 & 0xff00ff;
    uint32_t even = ((over >> 8 & 0xff) * alpha + (under >> 8 & 0xff) * rest) & 0xff00;
    return 0xff000000u | odd | even;
}

void raster_row(raster *self, int y, int x0, int x1, ink_color color)
{
    uint32_t *at = self->pixels + (size_t)y * (size_t)self->width;
    const uint32_t over = 0xff000000u | (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
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
        raster_row(self, y, self->left, self->right, color);
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
        raster_row(self, y, left, right, color);
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
        raster_row(self, y, x0, x1, color);
    }
}
