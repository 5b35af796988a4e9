// Encoding: rounds with the step that a quality stands for, or with steps that lead to the size that is wanted.
#include "encoder.h"

enum {
    USUAL_QUALITY = 50,
    BEST_QUALITY = 100,
    QUALITY_ROUNDS = 2, ///< The second knows what decisions cost.
    SEARCH_ROUNDS = 10,
    FIRST_STEP = 256 * QD__STEP_PARTS,
};

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
    size_t size = 0;
    encoder->pace.total = qd__encoder_samples(encoder, false) +
                          (QUALITY_ROUNDS - 1) * qd__encoder_samples(encoder, qd__encoder_is_whole(encoder, step));
    for (int round = 0; round < QUALITY_ROUNDS; round++) {
        size = qd__encoder_round(encoder, step);
    }
    return size;
}

/// A step that was tried, and the size that it gave.
typedef struct tried_step {
    uint32_t step;
    size_t size; ///< 0: not tried
} tried_step;

/// The next step to try after two: along a line through their sizes by 1 / step. Where sizes do not fall with the step,
/// as rounds learn, or only one was tried, as if they were proportional to 1 / step.
static double next_step(const tried_step *last, const tried_step *before, size_t aim)
{
    const double off = (double)aim - (double)last->size, more = (double)last->size - (double)before->size;
    const double inverse = 1.0 / last->step, by = inverse - 1.0 / before->step;
    const double ratio =
        before->size > 0 && by * more > 0 ? 1 + off * by / (more * inverse) : (double)aim / (double)last->size;
    return last->step / (ratio < 0.125 ? 0.125 : ratio > 8 ? 8 : ratio);
}

/// The next step above one that is too fine and below one that is too coarse: the nearest that the format has, or where
/// none lies between what is wanted, or the middle.
static uint32_t clamped_step(double wanted, uint32_t fine, uint32_t coarse)
{
    const uint32_t least = fine / QD__STEP_PARTS + 1, most = (coarse - 1) / QD__STEP_PARTS;
    const double nearest = wanted / QD__STEP_PARTS + 0.5;
    if (least <= most) {
        return (nearest < least ? least : nearest > most ? most : (uint32_t)nearest) * QD__STEP_PARTS;
    }
    return wanted > fine && wanted < coarse - 1.0 ? (uint32_t)wanted + 1 : fine + (coarse - fine) / 2;
}

/// Finds a step that takes at most `wanted` bytes and at least 98 % of them. Where none is found, the finest that is
/// too large is cut off.
static size_t encode_to_size(qd__encoder *encoder, size_t wanted)
{
    const size_t least = wanted - wanted / 50, aim = wanted - wanted / 128;
    tried_step last = { FIRST_STEP, 0 }, before = last;
    uint32_t fine = QD__FINEST_STEP - 1, coarse = QD__COARSEST_STEP + 1;
    encoder->pace.total = qd__encoder_samples(encoder, false) +
                          SEARCH_ROUNDS * qd__encoder_samples(encoder, qd__encoder_is_whole(encoder, QD__FINEST_STEP));
    // The first round does without joins and takes more: it says where to begin, and nothing else.
    last.size = qd__encoder_round(encoder, last.step);
    uint32_t step = clamped_step(next_step(&last, &before, aim), fine, coarse);
    for (int round = 1; round < SEARCH_ROUNDS && coarse - fine > 1; round++) {
        const bool was_whole = encoder->header.whole;
        const size_t size = qd__encoder_round(encoder, step);
        if (size <= wanted && (size == 0 || size >= least || step == QD__FINEST_STEP)) {
            return size;
        }
        if (encoder->header.whole != was_whole) { // sizes with halved chromas say nothing of these
            last.size = 0;
            fine = QD__FINEST_STEP - 1;
            coarse = QD__COARSEST_STEP + 1;
        }
        *(size > wanted ? &fine : &coarse) = step;
        before = last;
        last = (tried_step){ step, size };
        step = clamped_step(next_step(&last, &before, aim), fine, coarse);
    }
    // A step that gives too much, cut to what is wanted. Rounds learn, so that it may now give less.
    step = fine > QD__FINEST_STEP ? fine : QD__FINEST_STEP;
    size_t size = qd__encoder_round(encoder, step);
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
    if (!qd__header_size_fits(picture) || by->quality > BEST_QUALITY || (by->bytes > 0 && by->bytes < QD_IMAGE_LEAST)) {
        return QD_BAD_VALUE;
    }
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
        if (qd__encoder_start(encoder)) {
            needed = by->bytes > 0 ? encode_to_size(encoder, by->bytes) : encode_to_quality(encoder, by->quality);
        }
    }
    qd__blocks_end(&memory);
    if (needed == 0) {
        return QD_NO_MEMORY;
    }
    *size = needed;
    return needed <= capacity ? QD_OK : QD_TOO_SMALL;
}
