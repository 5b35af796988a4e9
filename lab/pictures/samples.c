#include "samples.h"

#include <math.h>
#include <string.h>

enum { SIDE = 512 };

static bool start(pixels *into, const char *name)
{
    const qd_image_size size = { SIDE, SIDE, 3 };
    if (pixels_make(into, name, &size) != STATUS_DONE)
        return false;
    memset(into->bytes, 255, (size_t)SIDE * SIDE * 3);
    return true;
}

static uint8_t *pixel(pixels *of, int x, int y)
{
    return of->bytes + ((size_t)y * SIDE + (size_t)x) * 3;
}

static uint8_t sample_of(double value)
{
    return (uint8_t)fmax(0, fmin(255, 255 * value + 0.5));
}

// A sky with a sun behind hills: soft slopes, few borders.
static bool draw_gradients(pixels *into)
{
    if (!start(into, "gradients"))
        return false;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const double u = x / (double)SIDE, v = y / (double)SIDE, far = hypot(u - 0.68, v - 0.3);
            const double sun = exp(-far * far * 30), hill = 0.62 + 0.08 * sin(7 * u) + 0.03 * sin(17 * u + 1);
            uint8_t *at = pixel(into, x, y);
            const bool ground = v > hill;
            const double shade = ground ? 0.2 + 0.5 * (v - hill) : 0;
            at[0] = sample_of(ground ? shade : 0.25 + 0.55 * v + 0.5 * sun);
            at[1] = sample_of(ground ? shade + 0.15 : 0.35 + 0.3 * v + 0.4 * sun);
            at[2] = sample_of(ground ? shade * 0.6 : 0.75 - 0.35 * v + 0.1 * sun);
        }
    }
    return true;
}

static void darken(pixels *into, int x, int y, double share)
{
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || share <= 0)
        return;
    uint8_t *at = pixel(into, x, y);
    for (int c = 0; c < 3; c++)
        at[c] = (uint8_t)((double)at[c] * (1 - fmin(share, 1)) + 0.5);
}

// A circle of one pixel's width, smooth at both sides.
static void ring(pixels *into, double cx, double cy, double radius)
{
    for (int y = (int)(cy - radius) - 2; y <= (int)(cy + radius) + 2; y++)
        for (int x = (int)(cx - radius) - 2; x <= (int)(cx + radius) + 2; x++)
            darken(into, x, y, 1.2 - fabs(hypot(x - cx, y - cy) - radius));
}

static void line(pixels *into, double ax, double ay, double bx, double by)
{
    const double dx = bx - ax, dy = by - ay, length = hypot(dx, dy);
    for (int y = (int)fmin(ay, by) - 2; y <= (int)fmax(ay, by) + 2; y++) {
        for (int x = (int)fmin(ax, bx) - 2; x <= (int)fmax(ax, bx) + 2; x++) {
            const double along = ((x - ax) * dx + (y - ay) * dy) / length;
            if (along >= 0 && along <= length)
                darken(into, x, y, 1.2 - fabs((x - ax) * dy - (y - ay) * dx) / length);
        }
    }
}

// Line art: a wheel with spokes, and a net.
static bool draw_lines(pixels *into)
{
    if (!start(into, "lines"))
        return false;
    for (int k = 1; k <= 8; k++)
        ring(into, 190, 200, 20.0 * k);
    for (int k = 0; k < 24; k++)
        line(into, 190 + 20 * cos(k * 0.2618), 200 + 20 * sin(k * 0.2618), 190 + 160 * cos(k * 0.2618),
             200 + 160 * sin(k * 0.2618));
    for (int k = 0; k <= 12; k++) {
        line(into, 380, 40 + 16.0 * k, 490, 232 - 10.0 * k);
        line(into, 40 + 36.0 * k, 400, 472 - 36.0 * k, 490);
    }
    return true;
}

const sample samples[] = { { "gradients", draw_gradients }, { "lines", draw_lines }, { NULL, NULL } };
