#include "rate_timer.h"

#include <math.h>
#include <progress.h>
#include <statistics.h>
#include <stdlib.h>

enum { RUNS = 3 };

struct rate_timer {
    const pixels *picture;
    rate_speed *into;
    qd_allocator counted;
    size_t taken, most; ///< Bytes of memory now, and at most.
    size_t half;        ///< Half a bit a pixel, in bytes,
    uint32_t quality;   ///< and the quality that comes nearest to it from below.
    uint8_t *bytes, *decoded;
    size_t room, size; ///< Of `bytes`; `size` are from the last call.
    double times[SPEEDS][SPEED_ROUNDS];
    int rounds;
};

// Counts allocated memory.
static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    rate_timer *self = context;
    void *next = NULL;
    if (new_size > 0) {
        next = realloc(block, new_size);
        if (next == NULL)
            return NULL;
    } else {
        free(block);
    }
    self->taken = self->taken - old_size + new_size;
    self->most = self->taken > self->most ? self->taken : self->most;
    return next;
}

static size_t pixel_count(const rate_timer *self)
{
    return (size_t)self->picture->size.width * self->picture->size.height;
}

static bool encode(rate_timer *self, uint32_t quality, size_t bytes)
{
    const qd_image_def def = { .quality = quality, .bytes = bytes, .allocator = self->counted };
    return qd_image_encode(&self->picture->size, self->picture->bytes, &def, self->bytes, self->room, &self->size) ==
           QD_OK;
}

static bool do_task(rate_timer *self, int task)
{
    switch (task) {
    case SPEED_BY_QUALITY:
        return encode(self, self->quality, 0);
    case SPEED_TO_SIZE:
        return encode(self, 0, self->half);
    default:
        return qd_image_decode(self->bytes, self->size, &self->counted, self->decoded,
                               pixel_count(self) * self->picture->size.channels) == QD_OK;
    }
}

static uint32_t find_quality(rate_timer *self)
{
    uint32_t low = 1, high = 101;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        *(encode(self, middle, 0) && self->size <= self->half ? &low : &high) = middle;
    }
    return low;
}

// The most memory that tasks take, in bytes a pixel.
static bool weigh(rate_timer *self)
{
    self->most = 0;
    if (!do_task(self, SPEED_BY_QUALITY) || !do_task(self, SPEED_TO_SIZE))
        return false;
    self->into->encode_memory = (double)self->most / (double)pixel_count(self);
    self->most = 0;
    const bool good = do_task(self, SPEED_DECODE);
    self->into->decode_memory = (double)self->most / (double)pixel_count(self);
    return good;
}

rate_timer *rate_timer_start(const pixels *picture, rate_speed *into)
{
    rate_timer *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->picture = picture;
    self->into = into;
    self->counted = (qd_allocator){ resize, self };
    const size_t count = pixel_count(self), size = count * picture->size.channels;
    self->half = (size_t)fmax((double)count * 0.5 / 8, QD_IMAGE_LEAST);
    self->room = 2 * size + 1024;
    self->bytes = malloc(self->room);
    self->decoded = malloc(size);
    bool good = self->bytes != NULL && self->decoded != NULL;
    if (good) {
        self->quality = find_quality(self);
        good = weigh(self);
    }
    if (!good) {
        rate_timer_end(self);
        return NULL;
    }
    return self;
}

// The median of a few runs in a row, of which the first still fetches what it needs to the caches.
static bool time_task(rate_timer *self, int task, double *median)
{
    double times[RUNS], scratch[RUNS];
    for (int k = 0; k < RUNS; k++) {
        const double start = clock_ms();
        if (!do_task(self, task))
            return false;
        times[k] = clock_ms() - start;
    }
    *median = summary_of(times, RUNS, scratch).median;
    return true;
}

// All tasks in turn: a slow moment of the machine is then one round of each. Decoding takes the last result of encoding
// to the size.
bool rate_timer_rounds(rate_timer *self, int count)
{
    for (; count > 0 && self->rounds < SPEED_ROUNDS; count--, self->rounds++) {
        for (int task = 0; task < SPEEDS; task++)
            if (!time_task(self, task, &self->times[task][self->rounds]))
                return false;
    }
    return true;
}

void rate_timer_end(rate_timer *self)
{
    if (self == NULL)
        return;
    const double kilopixels = (double)pixel_count(self) / 1000;
    for (int task = 0; self->rounds > 0 && task < SPEEDS; task++) {
        double scratch[SPEED_ROUNDS];
        const summary taken = summary_of(self->times[task], (size_t)self->rounds, scratch);
        self->into->median[task] = kilopixels / fmax(taken.median, 1e-3);
        self->into->best[task] = kilopixels / fmax(taken.least, 1e-3);
    }
    free(self->bytes);
    free(self->decoded);
    free(self);
}
