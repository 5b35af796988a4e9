/// @file input.h
/// From the window's events to what they do.
#ifndef QUADRILLE_DEMO_INPUT_H
#define QUADRILLE_DEMO_INPUT_H

#include "app.h"

typedef struct input {
    bool dragging;  ///< The world, by the mouse.
    bool shift;     ///< Shift is down, as of the events taken so far.
    double last_ms; ///< When held keys last moved the camera; 0: none is held.
} input;

/// False: complained, since the window is lost.
bool input_take(input *self, app *on, const SDL_Event *event);

/// Keys that are held down move the camera: once a frame.
void input_hold(input *self, app *on);

#endif
