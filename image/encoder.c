// Rounds of encoding: see encoder.h.
#include "encoder.h"

#include "coder.h"

enum {
    HALVED_EIGHTHS = 5,  ///< Step of chromas,
    WHOLE_EIGHTHS = 10,  ///< and of whole ones, of which a sample stands for a quarter as many pixels.
    HALVING_SHARE = 64,  ///< Halving costs too much where it is more than such a part of the squared step.
    LEARNING_ROUNDS = 5, ///< Later ones learn nothing, so that a search that goes to and fro comes to an end.
};

/// Samples of a plane, and the plane itself.
static bool get_plane(qd__encoder *encoder, uint32_t k)
{
    const qd_image_size *picture = &encoder->header.picture;
    const bool whole = encoder->header.whole;
    const uint32_t width = qd__side_of(picture, whole, k, picture->width),
                   height = qd__side_of(picture, whole, k, picture->height);
    encoder->samples[k] = qd__blocks_get(encoder->memory, (size_t)width * height, 1);
    if (!encoder->samples[k] ||
        !qd__plane_create(&encoder->planes[k], width, height, qd__is_chroma(picture, k), true, encoder->memory)) {
        return false;
    }
    qd__color_part(picture, whole, encoder->pixels, k, encoder->samples[k]);
    return true;
}

bool qd__encoder_start(qd__encoder *encoder)
{
    const qd_image_size *picture = &encoder->header.picture;
    qd__waves *waves = qd__blocks_get(encoder->memory, 1, sizeof *waves);
    if (!waves) {
        return false;
    }
    qd__waves_start(waves);
    encoder->planner = qd__planner_create(waves, encoder->memory);
    qd__costs_start(&encoder->costs);
    for (uint32_t k = 0; k < picture->channels; k++) {
        if (!get_plane(encoder, k)) {
            return false;
        }
    }
    if (picture->channels >= 3) {
        encoder->header.chroma = HALVED_EIGHTHS;
        encoder->halving = qd__color_halving(picture, encoder->pixels, encoder->samples);
    }
    return encoder->planner != NULL;
}

bool qd__encoder_is_whole(const qd__encoder *encoder, uint32_t step)
{
    const double size = (double)step / (16 * QD__STEP_PARTS);
    return encoder->header.whole || encoder->halving * HALVING_SHARE > size * size;
}

uint64_t qd__encoder_samples(const qd__encoder *encoder, bool whole)
{
    const qd_image_size *picture = &encoder->header.picture;
    uint64_t count = 0;
    for (uint32_t k = 0; k < picture->channels; k++) {
        count +=
            (uint64_t)qd__side_of(picture, whole, k, picture->width) * qd__side_of(picture, whole, k, picture->height);
    }
    return count;
}

static bool make_whole(qd__encoder *encoder)
{
    encoder->header.whole = true;
    encoder->learned = 0;
    encoder->header.chroma = WHOLE_EIGHTHS;
    return get_plane(encoder, 1) && get_plane(encoder, 2);
}

static void plan_planes(qd__encoder *encoder, uint32_t step)
{
    encoder->header.step = step / QD__STEP_PARTS;
    const float beyond = (float)step / (float)(encoder->header.step * QD__STEP_PARTS);
    const qd__plan_way way = { .costs = &encoder->costs,
                               .thrift = beyond * beyond * beyond * beyond,
                               .joins = encoder->rounds > 0 };
    for (uint32_t k = 0; k < encoder->header.picture.channels; k++) {
        encoder->planes[k].step = qd__header_step(&encoder->header, encoder->planes[k].kind == 1);
        qd__plan(encoder->planner, &encoder->planes[k], encoder->samples[k], &way, &encoder->pace);
    }
}

/// Is a step so far from another one that its costs are others? While steps are close costs stay, so that sizes go with
/// steps.
static bool is_apart(uint32_t step, uint32_t other)
{
    return step > other + other / 8 || other > step + step / 8;
}

size_t qd__encoder_round(qd__encoder *encoder, uint32_t step)
{
    if (encoder->rounds > 0 && !encoder->header.whole && qd__encoder_is_whole(encoder, step) && !make_whole(encoder)) {
        return 0;
    }
    plan_planes(encoder, step);
    encoder->rounds++;
    qd__costs seen;
    uint8_t header[QD_IMAGE_HEADER];
    qd__header_write(&encoder->header, header);
    for (size_t k = 0; k < sizeof header && k < encoder->room; k++) {
        encoder->bytes[k] = header[k];
    }
    const bool fits = encoder->room > sizeof header;
    const size_t size =
        qd__coder_write(encoder->planes, (int)encoder->header.picture.channels,
                        encoder->bytes + (fits ? sizeof header : 0), fits ? encoder->room - sizeof header : 0, &seen);
    if (encoder->rounds <= LEARNING_ROUNDS && is_apart(step, encoder->learned)) {
        qd__costs_learn(&encoder->costs, &seen);
        encoder->learned = step;
    }
    return size + sizeof header;
}
