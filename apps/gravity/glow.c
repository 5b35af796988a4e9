// Every point is a small round spot; what all spots shed is spread about as a halo by boxes, three of which are nearly
// a bell; and v / (1 + v) makes of any amount of light a tone.
#include "glow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIXELS = GLOW_SIDE * GLOW_SIDE, HALO = 7, HEAVIEST = 100 };

bool glow_begin(glow *self, double x, double y, double half)
{
    self->light = malloc(PIXELS * sizeof *self->light);
    self->halo = malloc(PIXELS * sizeof *self->halo);
    self->low_x = x - half;
    self->high_y = y + half;
    self->scale = GLOW_SIDE / (2 * half);
    return self->light != NULL && self->halo != NULL;
}

void glow_free(glow *self)
{
    free(self->light);
    free(self->halo);
}

bool glow_pixel(const glow *self, double x, double y, double *across, double *down)
{
    *across = (x - self->low_x) * self->scale;
    *down = (self->high_y - y) * self->scale;
    return *across >= 0 && *across < GLOW_SIDE && *down >= 0 && *down < GLOW_SIDE;
}

static int within(double pixel)
{
    return pixel < 0 ? 0 : pixel > GLOW_SIDE - 1 ? GLOW_SIDE - 1 : (int)pixel;
}

// A spot of a radius in pixels, brightest in its middle.
static void put_spot(glow *self, double across, double down, double radius, double light)
{
    for (int row = within(down - radius); row <= within(down + radius); row++)
        for (int column = within(across - radius); column <= within(across + radius); column++) {
            double dx = column + 0.5 - across, dy = row + 0.5 - down;
            double rest = 1 - (dx * dx + dy * dy) / (radius * radius);
            if (rest > 0)
                self->light[row * GLOW_SIDE + column] += (float)(light * rest * rest);
        }
}

// The mean of a line's neighbours, HALO to each side, in place; `step` leads from one pixel to the next.
static void spread_line(float *line, size_t step)
{
    float copy[GLOW_SIDE], sum = 0;
    for (size_t i = 0; i < GLOW_SIDE; i++)
        copy[i] = line[i * step];
    for (int i = -HALO; i < GLOW_SIDE; i++) {
        sum += i + HALO < GLOW_SIDE ? copy[i + HALO] : 0;
        sum -= i - HALO - 1 >= 0 ? copy[i - HALO - 1] : 0;
        if (i >= 0)
            line[(size_t)i * step] = sum > 0 ? sum / (2 * HALO + 1) : 0;
    }
}

void glow_spread(glow *self)
{
    memcpy(self->halo, self->light, PIXELS * sizeof *self->halo);
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < GLOW_SIDE; i++) {
            spread_line(self->halo + i * GLOW_SIDE, 1);
            spread_line(self->halo + i, GLOW_SIDE);
        }
}

void glow_clear(glow *self, size_t count, double mean_mass)
{
    // A few points are to be seen, and many are not to be one white field.
    self->radius = count > 5000 ? 1.5 : count > 300 ? 2.5 : 5;
    self->bright = fmin(1, fmax(0.03, 0.6 * sqrt(20000 / ((double)count + 1))));
    self->mean = mean_mass;
    memset(self->light, 0, PIXELS * sizeof *self->light);
}

void glow_light(glow *self, const double *x, const double *y, const double *mass, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double across = 0, down = 0;
        if (glow_pixel(self, x[i], y[i], &across, &down))
            put_spot(self, across, down, self->radius,
                     self->bright * fmin(HEAVIEST, fmax(1, fabs(mass[i]) / self->mean)));
    }
}

double glow_tone(const glow *self, size_t pixel)
{
    double light = (double)self->light[pixel] + 1.5 * (double)self->halo[pixel];
    return light / (1 + light);
}

uint32_t glow_color(double tone)
{
    static const double stops[][3] = {
        { 6, 8, 18 }, { 38, 48, 120 }, { 120, 96, 190 }, { 250, 176, 120 }, { 255, 250, 236 }
    };
    const int last = (int)(sizeof stops / sizeof *stops) - 1;
    double place = fmin(1, fmax(0, tone)) * last;
    int stop = place < last ? (int)place : last - 1;
    uint32_t color = 0xff;
    for (int i = 0; i < 3; i++) {
        double value = stops[stop][i] + (place - stop) * (stops[stop + 1][i] - stops[stop][i]);
        color = color << 8 | (uint32_t)(value + 0.5);
    }
    return color;
}
