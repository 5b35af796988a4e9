/// A picture that is encoded round by round, each with a given step.
#ifndef QUADRILLE_IMAGE_ENCODER_H
#define QUADRILLE_IMAGE_ENCODER_H

#include "coder.h"
#include "color.h"
#include "header.h"
#include "plan.h"

enum {
    QD__STEP_PARTS = 256,                 ///< Given steps are in such parts of the 16ths of the format.
    QD__FINEST_STEP = 8 * QD__STEP_PARTS, ///< Finer numbers would not fit into 16 bits.
    QD__COARSEST_STEP = 65535 * QD__STEP_PARTS,
};

typedef struct qd__encoder {
    qd__header header;
    const uint8_t *pixels;
    qd__blocks *memory;
    uint8_t *bytes; ///< Where the picture goes, as far as there is room.
    size_t room;
    qd__plane planes[QD__PLANES];
    uint8_t *samples[QD__PLANES];
    double halving; ///< What halving the chromas costs: the mean square error of a pixel.
    qd__planner *planner;
    qd__coder *coder;
    qd__costs costs;
    uint32_t learned; ///< The step that these were learned with, or 0.
    qd__pace pace;
    int rounds; ///< So far, the trial left out.
} qd__encoder;

/// Goes on from the header's picture, the pixels, and what else is given from outside. False: out of memory.
bool qd__encoder_start(qd__encoder *encoder);

/// Are chromas whole with such a step? Where they once are they stay so; in a trial they never are.
bool qd__encoder_is_whole(const qd__encoder *encoder, uint32_t step);

/// How many samples a round has, and a trial.
uint64_t qd__encoder_samples(const qd__encoder *encoder, bool whole);
uint64_t qd__encoder_trial_samples(const qd__encoder *encoder, uint32_t part);

/// Learns what decisions cost with a step, before the first round: from about so large a part of the picture (4: a
/// quarter), with halved chromas and without joins. Returns the size of that part; 0: out of memory.
size_t qd__encoder_trial(qd__encoder *encoder, uint32_t step, uint32_t part);

/// Encodes with a step. Between two that the format has it is the finer one with a larger lambda, so that sizes fall
/// evenly. Returns the size; 0: out of memory.
size_t qd__encoder_round(qd__encoder *encoder, uint32_t step);

#endif
