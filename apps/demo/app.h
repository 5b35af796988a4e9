/// The demo with something to draw on: a window's renderer, or one that paints into memory.
#ifndef QUADRILLE_DEMO_APP_H
#define QUADRILLE_DEMO_APP_H

#include "demo.h"
#include "panel.h"
#include "raster.h"
#include "trace.h"

typedef struct app {
    demo demo;
    SDL_Renderer *renderer;
    SDL_Texture *texture; ///< What the raster is shown as.
    raster raster;
    panel *panel;
    bool panel_wanted; ///< Where there is room for it; where there is not, facts.shown says whether it is seen.
    trace trace;
    panel_facts facts;
    double text;
    uint64_t frames; ///< Drawn so far.
} app;

typedef struct app_def {
    int width, height; ///< The window's or the picture's, in pixels.
    double text;
    const font *letters; ///< Not owned.
    bool panel;
} app_def;

/// Opens the demo and makes all that drawing needs; the renderer stays the caller's. False: complained. Close it in
/// either case.
bool app_open(app *self, const demo_def *def, const app_def *look, SDL_Renderer *renderer, SDL_Window *window);

/// False: complained, since the record could not be written to its end.
bool app_close(app *self);

/// Another size of window.
void app_resize(app *self, int width, int height);

void app_set_text(app *self, double text);

/// Shows or hides the panel. Where it leaves the scene no room it is hidden until it is shown, and then lies over it.
void app_show_panel(app *self, bool shown);

/// Draws a frame; the owner of the renderer presents it. `patience`: as in demo_look. False: complained, the renderer
/// is lost.
bool app_frame(app *self, double patience);

/// What the renderer shows, as PNG. False: complained.
bool app_picture(app *self, const char *path);

/// Milliseconds from any moment on.
double app_clock(void);

#endif
