#include "measure.h"

#include <math.h>
#include <stdlib.h>

double measure_psnr(const pixels *a, const pixels *b)
{
    size_t count = (size_t)a->size.width * a->size.height * a->size.channels;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        int difference = a->bytes[i] - b->bytes[i];
        sum += (uint64_t)(difference * difference);
    }
    return sum != 0 ? 10 * log10(255.0 * 255.0 * (double)count / (double)sum) : (double)INFINITY;
}

enum { WINDOW = 8, LUMA_SCALE = 1000 };

// Luma in thousandths: whole numbers, so that running sums stay exact.
static uint32_t luma(const pixels *self, uint32_t x, uint32_t y)
{
    const uint8_t *at = self->bytes + ((size_t)y * self->size.width + x) * self->size.channels;
    return self->size.channels < 3 ? at[0] * LUMA_SCALE : 299u * at[0] + 587u * at[1] + 114u * at[2];
}

// Sums and sums of products of both pictures, over some pixels. 64 products of 18 bits each fit.
typedef struct sums {
    uint64_t a, b, aa, bb, ab;
} sums;

static void add(sums *to, const sums *from, bool take_away)
{
    to->a += take_away ? -from->a : from->a;
    to->b += take_away ? -from->b : from->b;
    to->aa += take_away ? -from->aa : from->aa;
    to->bb += take_away ? -from->bb : from->bb;
    to->ab += take_away ? -from->ab : from->ab;
}

static void add_row(sums *columns, const pixels *a, const pixels *b, uint32_t y, bool take_away)
{
    for (uint32_t x = 0; x < a->size.width; x++) {
        uint64_t p = luma(a, x, y), q = luma(b, x, y);
        const sums pixel = { p, q, p * p, q * q, p * q };
        add(&columns[x], &pixel, take_away);
    }
}

static double similarity(const sums *of, double n)
{
    const double c1 = 0.01 * 255 * LUMA_SCALE * 0.01 * 255 * LUMA_SCALE, c2 = 9 * c1;
    double a = (double)of->a / n, b = (double)of->b / n;
    double var_a = (double)of->aa / n - a * a, var_b = (double)of->bb / n - b * b, both = (double)of->ab / n - a * b;
    return (2 * a * b + c1) * (2 * both + c2) / ((a * a + b * b + c1) * (var_a + var_b + c2));
}

// All windows of a row, of columns that have been added up.
static double along(const sums *columns, uint32_t width, uint32_t wide, uint32_t high)
{
    sums window = { 0 };
    double sum = 0;
    for (uint32_t x = 0; x < width; x++) {
        add(&window, &columns[x], false);
        if (x + 1 < wide)
            continue;
        sum += similarity(&window, (double)wide * high);
        add(&window, &columns[x + 1 - wide], true);
    }
    return sum;
}

bool measure_ssim(const pixels *a, const pixels *b, double *ssim)
{
    const uint32_t width = a->size.width, height = a->size.height;
    const uint32_t wide = width < WINDOW ? width : WINDOW, high = height < WINDOW ? height : WINDOW;
    sums *columns = calloc(width, sizeof *columns);
    if (columns == NULL)
        return false;
    double sum = 0;
    for (uint32_t y = 0; y < height; y++) {
        add_row(columns, a, b, y, false);
        if (y + 1 < high)
            continue;
        sum += along(columns, width, wide, high);
        add_row(columns, a, b, y + 1 - high, true);
    }
    free(columns);
    *ssim = sum / ((double)(width - wide + 1) * (height - high + 1));
    return true;
}
