// Encoding: rounds with the step that a quality stands for, or with steps that lead to the size that is wanted.
#include "encoder.h"

enum {
    USUAL_QUALITY = 50,
    BEST_QUALITY = 100,
    TRIAL_PART = 4, ///< Part of the picture that is tried first for a quality; for a size, of everything.
    SEARCH_ROUNDS = 9,
    DETAIL_STEP = 6500, ///< For a bit a pixel where the detail is 1: it fits ten pictures, from slopes to grass.
    MOST_DETAIL = 20,   ///< More of it does not make a step coarser.
};

/// Sizes of photographs go with this power of 1 / step.
#define USUAL_POWER 1.2

/// Two steps nearer than this part of them say nothing of the power.
#define CLOSE (1.0 / 16)

/// Twelve more halve the step; the best has a step of 1.
static uint32_t step_of_quality(uint32_t quality)
{
    static const uint32_t within[12] = { 16, 17, 18, 19, 20, 21, 23, 24, 25, 27, 29, 30 };
    const uint32_t below = BEST_QUALITY - quality;
    return (within[below % 12] << below / 12) * QD__STEP_PARTS;
}

static size_t encode_to_quality(qd__encoder *encoder, uint32_t quality)
{
    const uint32_t step = step_of_quality(quality > 0 ? quality : USUAL_QUALITY);
    encoder->pace.total = qd__encoder_trial_samples(encoder, TRIAL_PART) +
                          qd__encoder_samples(encoder, qd__encoder_is_whole(encoder, step));
    return qd__encoder_trial(encoder, step, TRIAL_PART) > 0 ? qd__encoder_round(encoder, step) : 0;
}

/// A step that was tried, and the size that it gave.
typedef struct tried_step {
    uint32_t step;
    size_t size; ///< 0: not tried
} tried_step;

/// What is known of the step that gives a size.
typedef struct step_search {
    tried_step last, before;
    tried_step fine, coarse; ///< The nearest that give too much and too little, while decisions cost the same.
    uint32_t too_fine;       ///< The coarsest that gave too much, or the finest.
    bool learned;            ///< Decisions cost something else since the last one.
    bool same_costs;         ///< Nothing was learned between the last two.
} step_search;

static const tried_step finest = { QD__FINEST_STEP - 1, 0 }, coarsest = { QD__COARSEST_STEP + 1, 0 };

/// The next step to try: on a line between too fine and too coarse ones. Where there are not both, sizes are taken to
/// go with a power of 1 / step: that which the last two have, between a quarter and 2, or the usual one where only one
/// was tried, or they are so close that what was learned between them counts for more. The tangent of that power is
/// taken, which goes less far.
static double next_step(const step_search *search, size_t aim)
{
    const tried_step *last = &search->last, *before = &search->before, *fine = &search->fine, *coarse = &search->coarse;
    if (fine->size > 0 && coarse->size > 0) {
        const double part = (double)(aim - coarse->size) / (double)(fine->size - coarse->size);
        return 1 / (part / fine->step + (1 - part) / coarse->step);
    }
    const double apart = before->size > 0 ? 1 - (double)last->step / before->step : 0;
    double power = USUAL_POWER;
    if (apart > CLOSE || apart < -CLOSE || (search->same_costs && apart != 0)) {
        power = (1 - (double)before->size / (double)last->size) / apart;
        power = power < 0.25 ? 0.25 : power > 2 ? 2 : power;
    }
    const double ratio = 1 + ((double)aim / (double)last->size - 1) / power;
    return last->step / (ratio < 0.125 ? 0.125 : ratio > 8 ? 8 : ratio);
}

/// The next step above one that is too fine and below one that is too coarse: the nearest that the format has, or where
/// none lies between what is wanted, or the middle.
static uint32_t clamped_step(double wanted, uint32_t fine, uint32_t coarse)
{
    const uint32_t least = fine / QD__STEP_PARTS + 1, most = (coarse - 1) / QD__STEP_PARTS;
    const double nearest = wanted / QD__STEP_PARTS + 0.5;
    if (least <= most)
        return (nearest < least ? least : nearest > most ? most : (uint32_t)nearest) * QD__STEP_PARTS;
    return wanted > fine && wanted < coarse - 1.0 ? (uint32_t)wanted + 1 : fine + (coarse - fine) / 2;
}

/// Takes in what a round has given. `whole`: chromas became whole with it; `learned`: decisions cost something else
/// now.
static void note_step(step_search *search, tried_step tried, size_t wanted, bool whole, bool learned)
{
    search->before = search->last;
    search->same_costs = !search->learned;
    search->learned = learned;
    search->last = tried;
    if (whole) // sizes with halved chromas say nothing of these
        search->before.size = 0;
    if (tried.size > wanted) {
        search->fine = tried;
        search->too_fine = tried.step > search->too_fine ? tried.step : search->too_fine;
    } else {
        search->coarse = tried;
    }
    if (whole || learned) {
        search->fine = finest;
        search->coarse = coarsest;
    }
}

/// The mean of second differences along rows of luma, without sign: slopes have next to none. A narrow picture is taken
/// as one row.
static double detail_of(const qd__encoder *encoder)
{
    const qd_image_size *picture = &encoder->header.picture;
    const size_t count = (size_t)picture->width * picture->height, row = picture->width > 2 ? picture->width : count;
    uint64_t sum = 0;
    for (size_t start = 0; start < count; start += row) {
        const uint8_t *luma = encoder->samples[0] + start;
        for (size_t k = 2; k < row; k++) {
            const int bend = luma[k - 2] - 2 * luma[k - 1] + luma[k];
            sum += (uint64_t)(bend < 0 ? -bend : bend);
        }
    }
    return (double)sum / (double)count;
}

/// The step to try first: sizes of most pictures go with how much detail they have.
static uint32_t first_step(const qd__encoder *encoder, size_t wanted)
{
    const double pixels = (double)encoder->header.picture.width * encoder->header.picture.height;
    const double detail = detail_of(encoder), bits = 8 * (double)wanted / pixels;
    return clamped_step(DETAIL_STEP * (detail < MOST_DETAIL ? detail : MOST_DETAIL) / bits, finest.step, coarsest.step);
}

/// Finds a step that takes at most `wanted` bytes and at least 98 % of them. Where none is found, what the
/// coarsest step gives that is too fine is cut off.
static size_t encode_to_size(qd__encoder *encoder, size_t wanted)
{
    const size_t least = wanted - wanted / 50, aim = wanted - wanted / 128;
    encoder->pace.total = qd__encoder_samples(encoder, false) +
                          SEARCH_ROUNDS * qd__encoder_samples(encoder, qd__encoder_is_whole(encoder, QD__FINEST_STEP));
    // The trial does without joins and takes somewhat more.
    uint32_t step = first_step(encoder, wanted);
    step_search search = { .last = { step, qd__encoder_trial(encoder, step, 1) },
                           .fine = finest,
                           .coarse = coarsest,
                           .too_fine = QD__FINEST_STEP,
                           .learned = true };
    for (int round = 0; round < SEARCH_ROUNDS && search.coarse.step - search.fine.step > 1; round++) {
        const bool was_whole = encoder->header.whole;
        const uint32_t learned = encoder->learned;
        step = clamped_step(next_step(&search, aim), search.fine.step, search.coarse.step);
        const size_t size = qd__encoder_round(encoder, step);
        if (size <= wanted && (size == 0 || size >= least || step == QD__FINEST_STEP))
            return size;
        note_step(&search, (tried_step){ step, size }, wanted, encoder->header.whole != was_whole,
                  encoder->learned != learned);
    }
    // A step that gives too much, cut to what is wanted. Rounds learn, so that it may now give less.
    step = search.too_fine;
    size_t size = encoder->rounds > 0 && step == search.last.step ? search.last.size : qd__encoder_round(encoder, step);
    while (size > 0 && size < least && step > QD__FINEST_STEP) {
        step -= step / 32 + 1;
        step = step > QD__FINEST_STEP ? step : QD__FINEST_STEP;
        size = qd__encoder_round(encoder, step);
    }
    return size < wanted ? size : wanted;
}

qd_result qd_image_encode(const qd_image_size *picture, const uint8_t *pixels, const qd_image_def *def, void *buffer,
                          size_t capacity, size_t *size)
{
    static const qd_image_def usual;
    const qd_image_def *by = def ? def : &usual;
    if (!qd__header_size_fits(picture) || by->quality > BEST_QUALITY || (by->bytes > 0 && by->bytes < QD_IMAGE_LEAST))
        return QD_BAD_VALUE;
    qd__blocks memory;
    qd__blocks_start(&memory, &by->allocator);
    size_t needed = 0;
    qd__encoder *encoder = qd__blocks_get(&memory, 1, sizeof *encoder);
    if (encoder) {
        encoder->header.picture = *picture;
        encoder->pixels = pixels;
        encoder->memory = &memory;
        encoder->bytes = buffer;
        encoder->room = capacity;
        encoder->pace = (qd__pace){ .tell = by->progress, .context = by->progress_context };
        if (qd__encoder_start(encoder))
            needed = by->bytes > 0 ? encode_to_size(encoder, by->bytes) : encode_to_quality(encoder, by->quality);
    }
    qd__blocks_end(&memory);
    if (needed == 0)
        return QD_NO_MEMORY;
    *size = needed;
    return needed <= capacity ? QD_OK : QD_TOO_SMALL;
}
