// The window's loop: events until a frame is due, as many ticks as are due, a frame. Ticks come 60 a second by the
// clock; a frame that comes late has several of them before it, and when ticks take longer than their time they are put
// off, so that the window answers.
#include "window.h"

#include "app.h"
#include "input.h"
#include "scale.h"

#include <inttypes.h>
#include <math.h>
#include <report.h>
#include <string.h>

#define TICK_MS (1000.0 / 60)

typedef struct loop {
    app app;
    SDL_Window *window;
    input input;
    double now, due;                                 ///< The clock; and when the next tick is.
    double frame_ms;                                 ///< Frames are no closer than this.
    double second;                                   ///< When the rates were last taken, and
    uint64_t ticks, frames, ticks_then, frames_then; ///< counted.
    uint64_t most_ticks;                             ///< 0: no end.
} loop;

static void run_ticks(loop *self)
{
    // So much of a frame's time goes to ticks at most, but for a tick that takes longer alone.
    const double patience = 40;
    double start = app_clock();
    demo *show = &self->app.demo;
    while (self->due <= self->now && !show->paused && (self->most_ticks == 0 || self->ticks < self->most_ticks)) {
        explanation_end(&show->explanation);
        demo_tick(show);
        self->ticks++;
        self->due += TICK_MS;
        trace_line(&self->app.trace, show, self->app.facts.shown, self->app.text);
        if (app_clock() - start > patience)
            break;
    }
    if (show->paused || self->due < self->now - 100)
        self->due = self->now; // missed ticks are not made up for
}

static void take_rates(loop *self)
{
    double passed = self->now - self->second;
    if (passed < 1000)
        return;
    self->app.facts.ticks_a_second = 1000 * (double)(self->ticks - self->ticks_then) / passed;
    self->app.facts.frames_a_second = 1000 * (double)(self->frames - self->frames_then) / passed;
    self->ticks_then = self->ticks;
    self->frames_then = self->frames;
    self->second = self->now;
}

static bool done(const loop *self)
{
    return self->app.demo.quit || (self->most_ticks > 0 && self->ticks >= self->most_ticks);
}

// Takes events until the next frame is due: what they change is seen in it.
static bool take_events(loop *self, double due)
{
    SDL_Event event;
    double left = 0;
    do {
        while (SDL_PollEvent(&event))
            if (!input_take(&self->input, &self->app, &event))
                return false;
        left = due - app_clock();
        if (left >= 1 && !done(self))
            SDL_WaitEventTimeout(NULL, (int)left);
    } while (left >= 1 && !done(self));
    return true;
}

static bool play(loop *self)
{
    double frame = self->due = self->second = app_clock();
    while (!done(self)) {
        if (!input_catch_up(&self->input, &self->app) || !take_events(self, frame))
            return false;
        self->now = app_clock();
        frame = fmax(frame + self->frame_ms, self->now);
        input_hold(&self->input, &self->app);
        run_ticks(self);
        take_rates(self);
        if (!app_frame(&self->app, 3))
            return false;
        SDL_RenderPresent(self->app.renderer);
        self->frames++;
    }
    return true;
}

static void report(const loop *self, double started)
{
    double seconds = (app_clock() - started) / 1000;
    if (self->most_ticks > 0)
        printf("%" PRIu64 " ticks in %.2f s: %.1f ticks and %.1f frames a second, drawing %.1f ms a frame\n",
               self->ticks, seconds, (double)self->ticks / seconds, (double)self->frames / seconds,
               self->app.facts.draw_ms);
}

static status run(loop *self, const demo_settings *settings, const demo_def *def, const bool overlays[OVERLAYS],
                  const font *letters, SDL_Renderer *renderer)
{
    app_def look = { .text = settings->text > 0 ? (double)settings->text : display_scale(),
                     .letters = letters,
                     .panel = !settings->no_panel };
    SDL_GetWindowSize(self->window, &look.width, &look.height);
    bool good = app_open(&self->app, def, &look, renderer, self->window);
    for (int i = 0; i < OVERLAYS; i++)
        self->app.demo.overlays[i] = overlays[i];
    self->most_ticks = (uint64_t)settings->ticks;
    self->frame_ms = 1000.0 / (double)settings->fps;
    double started = app_clock();
    good = good && play(self);
    if (good)
        report(self, started);
    good = app_close(&self->app) && good;
    return good ? STATUS_DONE : STATUS_FAILED;
}

// Without a display SDL may open an invisible window: only on request.
static bool find_display(void)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return false;
    const char *driver = SDL_GetCurrentVideoDriver();
    bool unseen = strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
    return !unseen || SDL_getenv("SDL_VIDEODRIVER");
}

status window_run(const demo_settings *settings, const demo_def *def, const bool overlays[OVERLAYS],
                  const font *letters)
{
    loop self = { 0 };
    status result = STATUS_FAILED;
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (!find_display()) {
        complain("no display for a window; `quadrille demo --screenshot FILE.png` makes a picture without "
                 "one, and `quadrille simulate` prints figures");
        SDL_Quit();
        return STATUS_FAILED;
    }
    self.window = SDL_CreateWindow(settings->title ? settings->title : "Quadrille", SDL_WINDOWPOS_UNDEFINED,
                                   SDL_WINDOWPOS_UNDEFINED, (int)settings->window.values[0],
                                   (int)settings->window.values[1], SDL_WINDOW_RESIZABLE);
    SDL_Renderer *renderer = self.window ? SDL_CreateRenderer(self.window, -1, SDL_RENDERER_SOFTWARE) : NULL;
    if (renderer)
        result = run(&self, settings, def, overlays, letters, renderer);
    else
        complain("cannot open a window: %s; `quadrille demo --screenshot FILE.png` needs none", SDL_GetError());
    if (renderer)
        SDL_DestroyRenderer(renderer);
    if (self.window)
        SDL_DestroyWindow(self.window);
    SDL_Quit();
    return result;
}
