#include "rates.h"

#include <math.h>
#include <measure.h>

const double rates[RATES] = { 0.1, 0.25, 0.5, 1, 2 };

static bool judge(const pixels *picture, const outcome *made, double *psnr, double *ssim)
{
    *psnr = *ssim = (double)NAN;
    if (made->size == 0)
        return true;
    *psnr = measure_psnr(picture, &made->picture);
    return measure_ssim(picture, &made->picture, ssim);
}

// The size that all are held to.
static bool find_budget(const pixels *picture, double rate, size_t *bytes)
{
    const double wanted = rate * picture->size.width * picture->size.height / 8;
    *bytes = wanted > QD_IMAGE_LEAST ? (size_t)wanted : QD_IMAGE_LEAST;
#ifdef QUADRILLE_HAS_JPEG
    outcome made;
    if (!rival_jpeg.best_within(picture, *bytes, &made))
        return false;
    *bytes = made.size > QD_IMAGE_LEAST ? made.size : *bytes;
    pixels_free(&made.picture);
#endif
    return true;
}

static bool measure_row(const pixels *picture, double rate, rate_row *row)
{
    size_t bytes = 0;
    if (!find_budget(picture, rate, &bytes))
        return false;
    row->bits = 8 * (double)bytes / ((double)picture->size.width * picture->size.height);
    for (int k = 0; rivals[k] != NULL; k++) {
        outcome made;
        if (!rivals[k]->best_within(picture, bytes, &made))
            return false;
        const bool good = judge(picture, &made, &row->psnr[k], &row->ssim[k]);
        pixels_free(&made.picture);
        if (!good)
            return false;
    }
    return true;
}

bool rate_measure(const pixels *picture, rate_picture *into, void (*step)(void *context), void *context)
{
    into->width = picture->size.width;
    into->height = picture->size.height;
    into->channels = picture->size.channels;
    rate_timer *timer = rate_timer_start(picture, &into->speed);
    bool good = timer != NULL;
    for (int k = 0; good && k < RATES; k++) {
        step(context);
        good = measure_row(picture, rates[k], &into->rows[k]) && rate_timer_rounds(timer, SPEED_ROUNDS / RATES);
    }
    rate_timer_end(timer);
    return good;
}
