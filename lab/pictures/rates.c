#include "rates.h"

#include <math.h>
#include <measure.h>
#include <progress.h>
#include <stdlib.h>

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

// ---- Speed ----

// Counts what is asked for.
typedef struct books {
    size_t now, most;
} books;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    books *self = context;
    void *next = NULL;
    if (new_size > 0) {
        next = realloc(block, new_size);
        if (next == NULL)
            return NULL;
    } else {
        free(block);
    }
    self->now = self->now - old_size + new_size;
    self->most = self->now > self->most ? self->now : self->most;
    return next;
}

typedef struct trial {
    const pixels *picture;
    qd_image_def def;
    uint8_t *bytes, *decoded;
    size_t room, size;
} trial;

static bool encode(trial *self)
{
    return qd_image_encode(&self->picture->size, self->picture->bytes, &self->def, self->bytes, self->room,
                           &self->size) == QD_OK;
}

static bool decode(trial *self)
{
    const qd_image_size *size = &self->picture->size;
    return qd_image_decode(self->bytes, self->size, &self->def.allocator, self->decoded,
                           (size_t)size->width * size->height * size->channels) == QD_OK;
}

static int faster_first(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

// Megapixels a second, by the median of the times; negative: it failed.
static double speed_of(trial *self, bool (*work)(trial *self))
{
    double times[SPEED_ROUNDS];
    for (int k = 0; k < SPEED_ROUNDS; k++) {
        const double start = clock_ms();
        if (!work(self))
            return -1;
        times[k] = clock_ms() - start;
    }
    qsort(times, SPEED_ROUNDS, sizeof *times, faster_first);
    const double median = times[SPEED_ROUNDS / 2];
    return (double)self->picture->size.width * self->picture->size.height / 1000 / fmax(median, 1e-3);
}

// The quality that comes nearest to a size from below.
static uint32_t quality_for(trial *self, size_t bytes)
{
    uint32_t low = 1, high = 101;
    while (high - low > 1) {
        self->def.quality = (low + high) / 2;
        *(encode(self) && self->size <= bytes ? &low : &high) = self->def.quality;
    }
    return low;
}

static bool time_all(trial *self, books *memory, rate_speed *speed)
{
    const double count = (double)self->picture->size.width * self->picture->size.height;
    const size_t bytes = (size_t)fmax(count * 0.5 / 8, QD_IMAGE_LEAST);
    self->def.quality = quality_for(self, bytes);
    memory->most = 0; // qualities that were tried for this one do not count
    speed->encode_by_quality = speed_of(self, encode);
    self->def.bytes = bytes;
    speed->encode_to_size = speed_of(self, encode);
    speed->encode_memory = (double)memory->most / count;
    return speed->encode_by_quality > 0 && speed->encode_to_size > 0;
}

static bool measure_speed(const pixels *picture, rate_speed *speed)
{
    const size_t count = (size_t)picture->size.width * picture->size.height * picture->size.channels;
    books memory = { 0, 0 };
    trial self = { .picture = picture, .def = { .allocator = { resize, &memory } }, .room = 2 * count + 1024 };
    self.bytes = malloc(self.room);
    self.decoded = malloc(count);
    bool good = self.bytes != NULL && self.decoded != NULL && time_all(&self, &memory, speed);
    if (good) {
        memory.most = 0;
        speed->decode = speed_of(&self, decode);
        speed->decode_memory = (double)memory.most * picture->size.channels / (double)count;
        good = speed->decode > 0;
    }
    free(self.bytes);
    free(self.decoded);
    return good;
}

bool rate_measure(const pixels *picture, rate_picture *into, void (*step)(void *context), void *context)
{
    into->width = picture->size.width;
    into->height = picture->size.height;
    into->channels = picture->size.channels;
    for (int k = 0; k < RATES; k++) {
        step(context);
        if (!measure_row(picture, rates[k], &into->rows[k]))
            return false;
    }
    return measure_speed(picture, &into->speed);
}
