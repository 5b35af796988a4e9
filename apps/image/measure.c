#include "measure.h"

#include <math.h>

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

static double luma(const pixels *self, uint32_t x, uint32_t y)
{
    const uint8_t *at = self->bytes + ((size_t)y * self->size.width + x) * self->size.channels;
    return self->size.channels < 3 ? at[0] : 0.299 * at[0] + 0.587 * at[1] + 0.114 * at[2];
}

static double window(const pixels *a, const pixels *b, uint32_t left, uint32_t top, uint32_t wide, uint32_t high)
{
    double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0, n = (double)wide * high;
    for (uint32_t y = top; y < top + high; y++) {
        for (uint32_t x = left; x < left + wide; x++) {
            double p = luma(a, x, y), q = luma(b, x, y);
            sum_a += p;
            sum_b += q;
            aa += p * p;
            bb += q * q;
            ab += p * q;
        }
    }
    double mean_a = sum_a / n, mean_b = sum_b / n;
    double var_a = aa / n - mean_a * mean_a, var_b = bb / n - mean_b * mean_b, both = ab / n - mean_a * mean_b;
    const double c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
    return (2 * mean_a * mean_b + c1) * (2 * both + c2) /
           ((mean_a * mean_a + mean_b * mean_b + c1) * (var_a + var_b + c2));
}

double measure_ssim(const pixels *a, const pixels *b)
{
    uint32_t wide = a->size.width < 8 ? a->size.width : 8, high = a->size.height < 8 ? a->size.height : 8;
    double sum = 0;
    for (uint32_t y = 0; y + high <= a->size.height; y++)
        for (uint32_t x = 0; x + wide <= a->size.width; x++)
            sum += window(a, b, x, y, wide, high);
    return sum / ((double)(a->size.width - wide + 1) * (a->size.height - high + 1));
}
