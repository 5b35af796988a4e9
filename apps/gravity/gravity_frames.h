/// Pictures of bodies, a file for each reported step: frame-000010.png and so on.
#ifndef QUADRILLE_GRAVITY_GRAVITY_FRAMES_H
#define QUADRILLE_GRAVITY_GRAVITY_FRAMES_H

#include "glow.h"
#include "gravity.h"

typedef struct frames {
    const gravity_settings *set;
    glow glow;
    double mean; ///< Mass of a body.
    uint32_t *pixels;
} frames;

/// All pictures show the same square: --view, or where most of these bodies are with some room about. False:
/// complained. All zero, or after a failure: frames_end all the same.
bool frames_begin(frames *self, const gravity_settings *set, const bodies_source *all);
void frames_end(frames *self);

/// False: complained.
bool frames_write(frames *self, const bodies_source *all, int64_t step);

#endif
