// Pictures without a window: SDL paints into memory, and asks for no display.
#include "shot.h"

#include "app.h"
#include "picture.h"

#include <math.h>
#include <report.h>

// Notes find their size in one frame and show in the next.
static bool settle(app *self, int frames)
{
    for (int i = 0; i < frames; i++)
        if (!app_frame(self, INFINITY))
            return false;
    return true;
}

static bool play(app *self, const demo_settings *settings)
{
    const frame_names frames = demo_frames(settings);
    if (settings->frames && !settle(self, 2))
        return false;
    for (int64_t tick = 1; tick <= frames.last; tick++) {
        demo_tick(&self->demo);
        if (self->demo.broken) {
            complain("tick %lld: memory ran out; fewer items need less (--count)", (long long)tick);
            return false;
        }
        char path[FRAME_PATH];
        if (settings->frames && !(frame_path(&frames, tick, path) && settle(self, 1) && app_picture(self, path)))
            return false;
    }
    return true;
}

static bool finish(app *self, const demo_settings *settings)
{
    if (!settle(self, 3))
        return false;
    const index_difference *difference = demo_difference(&self->demo);
    if (difference)
        complain("not what brute force found: see the picture");
    bool good = !settings->screenshot || app_picture(self, settings->screenshot);
    good = good && (!settings->svg || picture_svg(settings->svg, &self->demo));
    return good && !difference;
}

status shot_run(const demo_settings *settings, const demo_def *def, const bool overlays[OVERLAYS], const font *letters)
{
    int width = (int)settings->window.values[0], height = (int)settings->window.values[1];
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
    app painted = { 0 };
    bool good = renderer != NULL;
    if (!good)
        complain("cannot paint a picture of %d x %d: %s", width, height, SDL_GetError());
    if (good) {
        app_def look = { width, height, settings->text > 0 ? (double)settings->text : 1, letters, !settings->no_panel };
        good = app_open(&painted, def, &look, renderer, NULL);
        for (int i = 0; i < OVERLAYS; i++)
            painted.demo.overlays[i] = overlays[i];
        painted.facts.times = settings->times;
        // Where the mouse is taken to be.
        view first = demo_side_view(&painted.demo, 0);
        painted.demo.mouse = demo_place(&painted.demo, first.left + 0.5 * first.width, first.top + 0.5 * first.height);
        good = good && play(&painted, settings) && finish(&painted, settings);
        good = app_close(&painted) && good;
    }
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    return good ? STATUS_DONE : STATUS_FAILED;
}
