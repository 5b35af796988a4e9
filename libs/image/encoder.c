// Rounds of encoding: see encoder.h.
#include "encoder.h"

#include <string.h>

enum {
    HALVED_EIGHTHS = 5,  ///< Step of chromas,
    WHOLE_EIGHTHS = 10,  ///< and of whole ones, of which a sample stands for a quarter as many pixels.
    HALVING_SHARE = 64,  ///< Halving costs too much where it is more than such a part of the squared step.
    LEARNING_ROUNDS = 4, ///< Later ones learn nothing, so that a search that goes to and fro comes to an end.
};

/// Rows of a trial of a part of a picture: of so many rows of squares the second, so that a sky alone says little. All,
/// where there are fewer.
static uint32_t trial_rows(uint32_t height, uint32_t part)
{
    const uint32_t side = 1u << QD__LARGEST, strips = height / side;
    return part == 1 || strips < part ? height : (strips + part - 2) / part * side;
}

/// Samples of a plane, and the plane itself.
static bool get_plane(qd__encoder *encoder, uint32_t k)
{
    const qd_image_size *picture = &encoder->header.picture;
    const bool whole = encoder->header.whole;
    const uint32_t width = qd__side_of(picture, whole, k, picture->width),
                   height = qd__side_of(picture, whole, k, picture->height);
    encoder->samples[k] = qd__blocks_get(encoder->memory, (size_t)width * height, 1);
    if (!encoder->samples[k] ||
        !qd__plane_create(&encoder->planes[k], width, height, qd__is_chroma(picture, k), true, encoder->memory))
        return false;
    qd__color_part(picture, whole, encoder->pixels, k, encoder->samples[k]);
    return true;
}

bool qd__encoder_start(qd__encoder *encoder)
{
    const qd_image_size *picture = &encoder->header.picture;
    qd__waves *waves = qd__blocks_get(encoder->memory, 1, sizeof *waves);
    if (!waves)
        return false;
    qd__waves_start(waves);
    encoder->planner = qd__planner_create(waves, encoder->memory);
    encoder->coder = qd__coder_create(encoder->memory);
    qd__costs_start(&encoder->costs);
    for (uint32_t k = 0; k < picture->channels; k++)
        if (!get_plane(encoder, k))
            return false;
    if (picture->channels >= 3) {
        encoder->header.chroma = HALVED_EIGHTHS;
        encoder->halving = qd__color_halving(picture, encoder->pixels, encoder->samples);
    }
    return encoder->planner && encoder->coder;
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

/// Chooses the step of the format, and what else plans go by.
static qd__plan_way way_of(qd__encoder *encoder, uint32_t step, bool joins)
{
    encoder->header.step = step / QD__STEP_PARTS;
    const float beyond = (float)step / (float)(encoder->header.step * QD__STEP_PARTS);
    return (qd__plan_way){ .costs = &encoder->costs, .thrift = beyond * beyond * beyond * beyond, .joins = joins };
}

static void plan_plane(qd__encoder *encoder, qd__plane *plane, const uint8_t *samples, const qd__plan_way *way)
{
    plane->step = qd__header_step(&encoder->header, plane->kind == 1);
    qd__plan(encoder->planner, plane, samples, way, &encoder->pace);
}

static void learn(qd__encoder *encoder, uint32_t step, const qd__costs *seen)
{
    qd__costs_learn(&encoder->costs, seen);
    encoder->learned = step;
}

uint64_t qd__encoder_trial_samples(const qd__encoder *encoder, uint32_t part)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < encoder->header.picture.channels; k++)
        count += (uint64_t)encoder->planes[k].width * trial_rows(encoder->planes[k].height, part);
    return count;
}

/// A plane of the rows of a trial, and their samples; NULL: out of memory.
static const uint8_t *get_trial(const qd__encoder *encoder, uint32_t k, uint32_t part, qd__plane *plane,
                                qd__blocks *memory)
{
    const qd__plane *from = &encoder->planes[k];
    const uint32_t rows = trial_rows(from->height, part);
    if (rows == from->height) {
        *plane = *from;
        return encoder->samples[k];
    }
    const size_t strip = (size_t)from->width << QD__LARGEST, count = (size_t)from->width * rows;
    uint8_t *samples = qd__blocks_get(memory, count, 1);
    for (size_t at = 0; samples && at < count; at += strip)
        memcpy(samples + at, encoder->samples[k] + part * at + strip, strip);
    return samples && qd__plane_create(plane, from->width, rows, from->kind, true, memory) ? samples : NULL;
}

static size_t try_part(qd__encoder *encoder, uint32_t step, uint32_t part, qd__blocks *memory)
{
    const uint32_t channels = encoder->header.picture.channels;
    const qd__plan_way way = way_of(encoder, step, false);
    qd__plane planes[QD__PLANES];
    for (uint32_t k = 0; k < channels; k++) {
        const uint8_t *samples = get_trial(encoder, k, part, &planes[k], memory);
        if (!samples)
            return 0;
        plan_plane(encoder, &planes[k], samples, &way);
    }
    const qd__costs *seen;
    const size_t size = qd__coder_write(encoder->coder, planes, (int)channels, NULL, 0, &seen);
    learn(encoder, step, seen);
    return size + QD_IMAGE_HEADER;
}

size_t qd__encoder_trial(qd__encoder *encoder, uint32_t step, uint32_t part)
{
    qd__blocks memory;
    qd__blocks_start(&memory, &encoder->memory->allocator);
    const size_t size = try_part(encoder, step, part, &memory);
    qd__blocks_end(&memory);
    return size;
}

size_t qd__encoder_round(qd__encoder *encoder, uint32_t step)
{
    if (!encoder->header.whole && qd__encoder_is_whole(encoder, step) && !make_whole(encoder))
        return 0;
    const qd__plan_way way = way_of(encoder, step, true);
    for (uint32_t k = 0; k < encoder->header.picture.channels; k++)
        plan_plane(encoder, &encoder->planes[k], encoder->samples[k], &way);
    encoder->rounds++;
    const qd__costs *seen;
    uint8_t header[QD_IMAGE_HEADER];
    qd__header_write(&encoder->header, header);
    for (size_t k = 0; k < sizeof header && k < encoder->room; k++)
        encoder->bytes[k] = header[k];
    const bool fits = encoder->room > sizeof header;
    const size_t size =
        qd__coder_write(encoder->coder, encoder->planes, (int)encoder->header.picture.channels,
                        encoder->bytes + (fits ? sizeof header : 0), fits ? encoder->room - sizeof header : 0, &seen);
    // While steps are close costs stay, so that sizes go with steps.
    const uint32_t other = encoder->learned;
    const bool apart = step > other + other / 8 || other > step + step / 8;
    if (encoder->rounds <= LEARNING_ROUNDS && apart)
        learn(encoder, step, seen);
    return size + sizeof header;
}
