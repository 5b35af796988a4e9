// Encoding: pixels to planes to bytes, and the step that gives the size that is wanted.
#include "coder.h"
#include "color.h"
#include "header.h"
#include "plan.h"

enum {
    USUAL_QUALITY = 50,
    BEST_QUALITY = 100,
    QUALITY_ROUNDS = 2, ///< The second knows what decisions cost.
    SEARCH_ROUNDS = 10,
    CHROMA_EIGHTHS = 5, ///< Step of chromas.
    FINEST_STEP = 8,    ///< Finer numbers would not fit into 16 bits.
    COARSEST_STEP = 65535,
};

typedef struct image_encoder {
    qd__header header;
    qd__plane planes[QD__PLANES];
    uint8_t *samples[QD__PLANES];
    qd__planner *planner;
    qd__costs costs;
    qd__pace pace;
    int rounds; ///< So far. The first is for what decisions cost alone.
    uint8_t *bytes;
    size_t room;
} image_encoder;

/// Twelve more halve the step; the best has a step of 1.
static uint32_t step_of_quality(uint32_t quality)
{
    static const uint32_t within[12] = { 16, 17, 18, 19, 20, 21, 23, 24, 25, 27, 29, 30 };
    const uint32_t below = BEST_QUALITY - quality;
    return within[below % 12] << below / 12;
}

static bool encoder_start(image_encoder *encoder, const uint8_t *pixels, uint64_t rounds, qd__blocks *memory)
{
    const qd_image_size *picture = &encoder->header.picture;
    qd__waves *waves = qd__blocks_get(memory, 1, sizeof *waves);
    if (!waves) {
        return false;
    }
    qd__waves_start(waves);
    encoder->planner = qd__planner_create(waves, memory);
    qd__costs_start(&encoder->costs);
    for (uint32_t k = 0; k < picture->channels; k++) {
        const uint32_t width = qd__side_of(picture, k, picture->width),
                       height = qd__side_of(picture, k, picture->height);
        encoder->samples[k] = qd__blocks_get(memory, (size_t)width * height, 1);
        if (!encoder->samples[k] ||
            !qd__plane_create(&encoder->planes[k], width, height, qd__is_chroma(picture, k), true, memory)) {
            return false;
        }
        qd__color_part(picture, pixels, k, encoder->samples[k]);
        encoder->pace.total += (uint64_t)width * height * rounds;
    }
    return encoder->planner != NULL;
}

/// Encodes with a step. Returns the size.
static size_t encode_by_step(image_encoder *encoder, uint32_t step)
{
    const int count = (int)encoder->header.picture.channels;
    encoder->header.step = step;
    for (int k = 0; k < count; k++) {
        encoder->planes[k].step = qd__header_step(&encoder->header, encoder->planes[k].kind == 1);
        qd__plan(encoder->planner, &encoder->planes[k], encoder->samples[k], &encoder->costs, encoder->rounds > 0,
                 &encoder->pace);
    }
    encoder->rounds++;
    qd__costs seen;
    uint8_t header[QD_IMAGE_HEADER];
    qd__header_write(&encoder->header, header);
    for (size_t k = 0; k < sizeof header && k < encoder->room; k++) {
        encoder->bytes[k] = header[k];
    }
    const bool fits = encoder->room > sizeof header;
    const size_t size = qd__coder_write(encoder->planes, count, encoder->bytes + (fits ? sizeof header : 0),
                                        fits ? encoder->room - sizeof header : 0, &seen);
    qd__costs_learn(&encoder->costs, &seen);
    return size + sizeof header;
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

/// The nearest step above one that is too fine and below one that is too coarse.
static uint32_t clamped_step(double wanted, uint32_t fine, uint32_t coarse)
{
    return wanted <= fine ? fine + 1 : wanted >= coarse ? coarse - 1 : (uint32_t)(wanted + 0.5);
}

/// Finds a step that takes at most `wanted` bytes and at least 98 % of them. Where none is found, the finest that is
/// too large is cut off.
static size_t encode_to_size(image_encoder *encoder, size_t wanted)
{
    const size_t least = wanted - wanted / 50, aim = wanted - wanted / 128;
    tried_step last = { 256, 0 }, before = last;
    uint32_t fine = FINEST_STEP - 1, coarse = COARSEST_STEP + 1;
    // The first round does without joins and takes more: it says where to begin, and nothing else.
    last.size = encode_by_step(encoder, last.step);
    uint32_t step = clamped_step(next_step(&last, &before, aim), fine, coarse);
    for (int round = 1; round < SEARCH_ROUNDS && coarse - fine > 1; round++) {
        const size_t size = encode_by_step(encoder, step);
        if (size <= wanted && (size >= least || step == FINEST_STEP)) {
            return size;
        }
        *(size > wanted ? &fine : &coarse) = step;
        before = last;
        last = (tried_step){ step, size };
        step = clamped_step(next_step(&last, &before, aim), fine, coarse);
    }
    // A step that gives too much, cut to what is wanted. Rounds learn, so that it may now give less.
    step = fine > FINEST_STEP ? fine : FINEST_STEP;
    size_t size = encode_by_step(encoder, step);
    while (size < least && step > FINEST_STEP) {
        step -= step / 32 + 1;
        step = step > FINEST_STEP ? step : FINEST_STEP;
        size = encode_by_step(encoder, step);
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
    qd_result result = QD_NO_MEMORY;
    image_encoder *encoder = qd__blocks_get(&memory, 1, sizeof *encoder);
    if (encoder) {
        encoder->header = (qd__header){ .picture = *picture, .chroma = picture->channels >= 3 ? CHROMA_EIGHTHS : 0 };
        encoder->bytes = buffer;
        encoder->room = capacity;
        encoder->pace = (qd__pace){ .tell = by->progress, .context = by->progress_context };
    }
    if (encoder && encoder_start(encoder, pixels, by->bytes > 0 ? SEARCH_ROUNDS + 1 : QUALITY_ROUNDS, &memory)) {
        size_t needed = 0;
        for (int round = 0; by->bytes == 0 && round < QUALITY_ROUNDS; round++) {
            needed = encode_by_step(encoder, step_of_quality(by->quality > 0 ? by->quality : USUAL_QUALITY));
        }
        needed = by->bytes > 0 ? encode_to_size(encoder, by->bytes) : needed;
        *size = needed;
        result = needed <= capacity ? QD_OK : QD_TOO_SMALL;
    }
    qd__blocks_end(&memory);
    return result;
}
