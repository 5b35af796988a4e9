/// The settings of `quadrille gravity`, and its parts.
#ifndef QUADRILLE_GRAVITY_GRAVITY_H
#define QUADRILLE_GRAVITY_GRAVITY_H

#include "command.h"
#include "frame_names.h"
#include "gravity_bodies.h"

#include <quadrille/gravity.h>

extern const command gravity_command;

typedef enum frame_format { FRAME_PNG, FRAME_SVG } frame_format;

typedef struct gravity_settings {
    const char *file;    ///< NULL: a scene.
    int scene;           ///< A galaxies_kind; -1: not said.
    int law;             ///< A qd_gravity_law.
    int format;          ///< A frame_format.
    int64_t count;       ///< 0: the scene's own.
    int64_t seed, steps; ///< -1: not said.
    int64_t order;       ///< 0: not said.
    int64_t every, threads, limit;
    double theta, softening; ///< -1: not said.
    double dt;               ///< Infinite: not said.
    bool direct, json, accuracy, skip_bad, quiet;
    const char *frames, *output;
    float_list view;
} gravity_settings;

extern const char *const gravity_laws[], *const gravity_formats[];

/// What the settings say of the library's definition; the rest is the library's own. A theta of 0 is all pairs here.
qd_gravity_def gravity_def_of(const gravity_settings *set, qd_executor executor);

/// What is wrong with them, or NULL.
const char *gravity_wrong_settings(const gravity_settings *set);

/// Settles what was not said: the scene's own, or for a file what is least surprising.
void gravity_choose_rest(gravity_settings *set);

/// The pictures of --frames, once all is settled.
frame_names gravity_frames(const gravity_settings *set);

/// Would an output spoil what is read, or another output? Then it complains.
bool gravity_spoils(const gravity_settings *set);

/// What the library takes for such a theta.
double gravity_theta_of(double theta);

/// By such a definition. NULL: no memory, or a number out of range.
qd_gravity *gravity_open(const qd_gravity_def *def);

/// Moves the bodies and writes the results: rows, frames, the object for --json, and the bodies at the end.
status gravity_run(const gravity_settings *set, bodies *moving, qd_executor executor);

#endif
