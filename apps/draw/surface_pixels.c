// Pixels by how much of them a shape covers. Dots are counted on each pixel first and painted together: one is plain to
// see, and more are darker by powers, so that a million of them are a picture and not a blot.
#include "letters.h"
#include "surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double one_dot = 0.55, most_dots = 0.97; // opacity

static pixel_surface *pixels_of(surface *self)
{
    return (pixel_surface *)self;
}

static uint32_t mix(uint32_t under, uint32_t over, double share)
{
    uint32_t mixed = 0xff;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double from = under >> shift & 0xff, to = over >> shift & 0xff;
        mixed = mixed << 8 | (uint32_t)(from + (to - from) * share + 0.5);
    }
    return mixed;
}

static void paint(pixel_surface *self, int x, int y, uint32_t color, double share)
{
    uint32_t *pixel = &self->pixels[(size_t)y * (size_t)self->width + (size_t)x];
    *pixel = mix(*pixel, color, share);
}

// How much of the pixel that begins at `pixel` lies between two places.
static double share_of(int pixel, double from, double to)
{
    return fmin(pixel + 1, to) - fmax(pixel, from);
}

static double within(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

static void fill(pixel_surface *self, rect r, uint32_t color, double opacity)
{
    const double x0 = within(r.x0, self->left, self->right), x1 = within(r.x1, self->left, self->right);
    const double y0 = within(r.y0, self->top, self->bottom), y1 = within(r.y1, self->top, self->bottom);
    for (int y = (int)y0; y < y1; y++)
        for (int x = (int)x0; x < x1; x++)
            paint(self, x, y, color, opacity * share_of(x, x0, x1) * share_of(y, y0, y1));
}

static rect scaled(rect r)
{
    return (rect){ r.x0 * PIXELS_SCALE, r.y0 * PIXELS_SCALE, r.x1 * PIXELS_SCALE, r.y1 * PIXELS_SCALE };
}

// A side of a rectangle that lies along x, or y: whole, or in dashes.
static void stroke_side(pixel_surface *self, rect side, bool along_x)
{
    const double dash = 7 * PIXELS_SCALE, gap = 4 * PIXELS_SCALE;
    const double begin = along_x ? side.x0 : side.y0, end = along_x ? side.x1 : side.y1;
    const int count = self->how.dashed ? (int)ceil((end - begin) / (dash + gap)) : 1;
    for (int i = 0; i < count; i++) {
        const double at = begin + i * (dash + gap), to = self->how.dashed ? fmin(at + dash, end) : end;
        const rect part = along_x ? (rect){ at, side.y0, to, side.y1 } : (rect){ side.x0, at, side.x1, to };
        fill(self, part, self->how.stroke, self->how.stroke_opacity);
    }
}

static void stroke(pixel_surface *self, rect r)
{
    const double half = (self->how.width > 0 ? self->how.width : 1) * PIXELS_SCALE / 2;
    const rect out = { r.x0 - half, r.y0 - half, r.x1 + half, r.y1 + half };
    const rect in = { r.x0 + half, r.y0 + half, r.x1 - half, r.y1 - half };
    if (in.x0 >= in.x1 || in.y0 >= in.y1) {
        stroke_side(self, out, out.x1 - out.x0 > out.y1 - out.y0);
        return;
    }
    stroke_side(self, (rect){ out.x0, out.y0, out.x1, in.y0 }, true);
    stroke_side(self, (rect){ out.x0, in.y1, out.x1, out.y1 }, true);
    stroke_side(self, (rect){ out.x0, in.y0, in.x0, in.y1 }, false);
    stroke_side(self, (rect){ in.x1, in.y0, out.x1, in.y1 }, false);
}

static void pixels_begin(surface *self, const look *how)
{
    pixel_surface *s = pixels_of(self);
    s->how = *how;
    memset(s->dots, 0, (size_t)s->width * (size_t)s->height * sizeof *s->dots);
}

static void pixels_add(surface *self, rect r)
{
    pixel_surface *s = pixels_of(self);
    const rect at = scaled(r);
    if (s->how.filled)
        fill(s, at, s->how.fill, s->how.fill_opacity);
    if (s->how.stroked)
        stroke(s, at);
}

static void pixels_add_dot(surface *self, double x, double y, double size)
{
    pixel_surface *s = pixels_of(self);
    const int side = (int)fmax(1, round(size * PIXELS_SCALE));
    const double left = floor(x * PIXELS_SCALE - side / 2.0 + 0.5), top = floor(y * PIXELS_SCALE - side / 2.0 + 0.5);
    const int x0 = (int)within(left, s->left, s->right), x1 = (int)within(left + side, s->left, s->right);
    const int y0 = (int)within(top, s->top, s->bottom), y1 = (int)within(top + side, s->top, s->bottom);
    for (int row = y0; row < y1; row++)
        for (int column = x0; column < x1; column++)
            s->dots[(size_t)row * (size_t)s->width + (size_t)column]++;
}

static void pixels_end(surface *self)
{
    const pixel_surface *s = pixels_of(self);
    const size_t count = (size_t)s->width * (size_t)s->height;
    int32_t most = 1;
    for (size_t i = 0; i < count; i++)
        most = s->dots[i] > most ? s->dots[i] : most;
    const double step = most > 1 ? (most_dots - one_dot) / log2(most) : 0;
    const uint32_t color = s->how.stroked ? s->how.stroke : s->how.fill;
    for (size_t i = 0; i < count; i++)
        if (s->dots[i] > 0)
            s->pixels[i] = mix(s->pixels[i], color, one_dot + step * log2(s->dots[i]));
}

static void pixels_begin_plot(surface *self, rect plot)
{
    pixel_surface *s = pixels_of(self);
    const rect at = scaled(plot);
    s->left = (int)at.x0;
    s->top = (int)at.y0;
    s->right = (int)ceil(at.x1);
    s->bottom = (int)ceil(at.y1);
}

static void pixels_end_plot(surface *self)
{
    pixel_surface *s = pixels_of(self);
    s->left = s->top = 0;
    s->right = s->width;
    s->bottom = s->height;
}

static double distance_to(const letter_stroke *s, double x, double y)
{
    const double dx = s->x1 - s->x0, dy = s->y1 - s->y0, length = dx * dx + dy * dy;
    const double along = length > 0 ? within(((x - s->x0) * dx + (y - s->y0) * dy) / length, 0, 1) : 0;
    return hypot(s->x0 + along * dx - x, s->y0 + along * dy - y);
}

// One letter, of which strokes are in pixels: each pixel by its distance from the nearest stroke.
static void paint_letter(pixel_surface *self, const letter_stroke *strokes, int count, double half, uint32_t color)
{
    rect all = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    for (int i = 0; i < count; i++)
        all =
            (rect){ fmin(all.x0, fmin(strokes[i].x0, strokes[i].x1)), fmin(all.y0, fmin(strokes[i].y0, strokes[i].y1)),
                    fmax(all.x1, fmax(strokes[i].x0, strokes[i].x1)),
                    fmax(all.y1, fmax(strokes[i].y0, strokes[i].y1)) };
    const int x0 = (int)within(all.x0 - half - 1, 0, self->width), x1 = (int)within(all.x1 + half + 2, 0, self->width);
    const int y0 = (int)within(all.y0 - half - 1, 0, self->height),
              y1 = (int)within(all.y1 + half + 2, 0, self->height);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            double nearest = INFINITY;
            for (int i = 0; i < count; i++)
                nearest = fmin(nearest, distance_to(&strokes[i], x + 0.5, y + 0.5));
            const double share = within(half + 0.5 - nearest, 0, 1);
            if (share > 0)
                paint(self, x, y, color, share);
        }
}

static void pixels_text(surface *self, double x, double y, const text_look *how, const char *text)
{
    const double unit = how->size * PIXELS_SCALE / LETTER_UNITS, half = unit * (how->bold ? 1.3 : 0.8);
    const double shift = how->anchor == ANCHOR_END ? 1 : how->anchor == ANCHOR_MIDDLE ? 0.5 : 0;
    double at = x * PIXELS_SCALE - shift * letters_width(text) * unit;
    const double base = y * PIXELS_SCALE;
    while (*text != 0) {
        letter_stroke strokes[LETTER_STROKES];
        double width = 0;
        const int count = letter_take(&text, strokes, &width);
        for (int i = 0; i < count; i++)
            strokes[i] = (letter_stroke){ at + strokes[i].x0 * unit, base + strokes[i].y0 * unit,
                                          at + strokes[i].x1 * unit, base + strokes[i].y1 * unit };
        paint_letter(pixels_of(self), strokes, count, half, how->color);
        at += width * unit;
    }
}

static bool pixels_failed(const surface *self)
{
    (void)self;
    return false;
}

bool pixel_surface_begin(pixel_surface *self, double width, double height)
{
    *self = (pixel_surface){
        .base = { pixels_begin_plot, pixels_end_plot, pixels_begin, pixels_add, pixels_add_dot, pixels_end, pixels_text,
                  pixels_failed },
        .width = (int)ceil(width * PIXELS_SCALE),
        .height = (int)ceil(height * PIXELS_SCALE),
    };
    const size_t count = (size_t)self->width * (size_t)self->height;
    pixels_end_plot(&self->base);
    self->pixels = malloc(count * sizeof *self->pixels);
    self->dots = malloc(count * sizeof *self->dots);
    for (size_t i = 0; self->pixels != NULL && i < count; i++)
        self->pixels[i] = 0xffffffff;
    return self->pixels != NULL && self->dots != NULL;
}

void pixel_surface_free(pixel_surface *self)
{
    free(self->pixels);
    free(self->dots);
}
