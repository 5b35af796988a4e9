/// From the window's events to what they do.
#ifndef QUADRILLE_DEMO_INPUT_H
#define QUADRILLE_DEMO_INPUT_H

#include "app.h"
#include "taps.h"

typedef struct input {
    bool dragging;  ///< The world, by the mouse.
    bool shift;     ///< Shift is down, as of the events taken so far.
    double last_ms; ///< When held keys last moved the camera; 0: none is held.
    taps taps;
    SDL_Event ups[TAPS_MOST]; ///< By slot of taps: keys going up that are kept back.
} input;

/// False: complained, since the window is lost.
bool input_take(input *self, app *on, const SDL_Event *event);

/// Handles keys that went up too soon to be seen: once a frame, before its events. False: as input_take.
bool input_catch_up(input *self, app *on);

/// Keys that are held down move the camera: once a frame.
void input_hold(input *self, app *on);

#endif
