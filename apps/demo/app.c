// The demo on a renderer: the scene's pixels as one texture, and the panel over it.
#include "app.h"

#include "colors.h"

#include <errno.h>
#include <picture_png.h>
#include <report.h>
#include <stdlib.h>
#include <string.h>

double app_clock(void)
{
    return 1e3 * (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

// The scene keeps a part of the window, or all of it.
static void lay_out(app *self)
{
    enum { SCENE_LEAST = 160 };
    int wide = panel_width(self->panel);
    bool was_narrow = self->facts.narrow;
    self->facts.narrow = self->facts.width - wide < SCENE_LEAST;
    if (!self->facts.narrow)
        self->facts.shown = self->panel_wanted;
    else if (!was_narrow)
        self->facts.shown = false;
    int taken = self->facts.shown && !self->facts.narrow ? wide : 0;
    demo_resize(&self->demo, 0, 0, self->facts.width - taken, self->facts.height);
}

bool app_open(app *self, const demo_def *def, const app_def *look, SDL_Renderer *renderer, SDL_Window *window)
{
    const char *why = "";
    *self = (app){ .renderer = renderer, .text = look->text, .panel_wanted = look->panel };
    self->facts = (panel_facts){ .width = look->width, .height = look->height, .times = true };
    if (!demo_open(&self->demo, def, look->width, look->height, &why)) {
        complain("%s: %s", def->scene->name, why);
        return false;
    }
    self->panel = panel_create(renderer, window, look->letters, (float)look->text);
    if (!self->panel) {
        complain("cannot draw text: %s", SDL_GetError());
        return false;
    }
    lay_out(self);
    demo_fit(&self->demo);
    return trace_open(&self->trace);
}

bool app_close(app *self)
{
    int error = demo_end_record(&self->demo);
    if (error)
        complain_at(self->demo.def.record, 0, "cannot write: %s", strerror(error));
    trace_close(&self->trace);
    panel_destroy(self->panel);
    if (self->texture)
        SDL_DestroyTexture(self->texture);
    raster_free(&self->raster);
    demo_close(&self->demo);
    return error == 0;
}

void app_resize(app *self, int width, int height)
{
    self->facts.width = width > 1 ? width : 1;
    self->facts.height = height > 1 ? height : 1;
    lay_out(self);
}

void app_set_text(app *self, double text)
{
    self->text = text < 0.5 ? 0.5 : text > 4 ? 4 : text;
    if (!panel_set_text(self->panel, (float)self->text))
        snprintf(self->demo.message, sizeof self->demo.message, "cannot draw text of that size");
    lay_out(self);
}

void app_show_panel(app *self, bool shown)
{
    if (self->facts.narrow)
        self->facts.shown = shown;
    else
        self->panel_wanted = shown;
    lay_out(self);
}

static bool lost(const char *what)
{
    complain("cannot draw any more, %s: %s", what, SDL_GetError());
    return false;
}

// Pixels and a texture as large as the window.
static bool make_room(app *self)
{
    int width = self->facts.width, height = self->facts.height;
    bool same = self->texture && self->raster.width == width && self->raster.height == height;
    if (same)
        return true;
    if (!raster_resize(&self->raster, width, height)) {
        complain("%s for a picture of %d x %d", strerror(ENOMEM), width, height);
        return false;
    }
    memset(self->raster.pixels, 0, (size_t)width * (size_t)height * sizeof *self->raster.pixels);
    if (self->texture)
        SDL_DestroyTexture(self->texture);
    self->texture =
        SDL_CreateTexture(self->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, width, height);
    return self->texture ? true : lost("no texture");
}

static void paint(app *self)
{
    if (self->demo.side_count > 1) {
        // What was there before one side became two would stay between them.
        view gap = demo_side_view(&self->demo, 0), second = demo_side_view(&self->demo, 1);
        gap.left += gap.width;
        gap.width = second.left - gap.left;
        raster_clip(&self->raster, &gap);
        raster_fill(&self->raster, edge_color());
    }
    for (int i = 0; i < self->demo.side_count; i++) {
        view seen = demo_side_view(&self->demo, i);
        const drawing *shapes = &self->demo.sides[i].shapes;
        raster_clip(&self->raster, &seen);
        raster_fill(&self->raster, color_of(INK_GROUND));
        raster_drawing(&self->raster, &seen, shapes);
    }
}

bool app_frame(app *self, double patience)
{
    double start = app_clock();
    if (!make_room(self))
        return false;
    demo_look(&self->demo, patience);
    paint(self);
    int pitch = self->raster.width * (int)sizeof *self->raster.pixels;
    if (SDL_UpdateTexture(self->texture, NULL, self->raster.pixels, pitch) != 0 ||
        SDL_RenderCopy(self->renderer, self->texture, NULL, NULL) != 0)
        return lost("the window's texture");
    panel_draw(self->panel, &self->demo, &self->facts);
    if (panel_asked(self->panel))
        app_show_panel(self, !self->facts.shown);
    if (SDL_RenderFlush(self->renderer) != 0)
        return lost("the window");
    self->frames++;
    double took = app_clock() - start;
    self->facts.draw_ms = self->facts.draw_ms > 0 ? 0.9 * self->facts.draw_ms + 0.1 * took : took;
    trace_line(&self->trace, &self->demo, self->facts.shown, self->text);
    return true;
}

bool app_picture(app *self, const char *path)
{
    int width = self->facts.width, height = self->facts.height;
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    bool good = pixels && SDL_RenderReadPixels(self->renderer, NULL, SDL_PIXELFORMAT_ARGB8888, pixels,
                                               width * (int)sizeof *pixels) == 0;
    if (!good)
        complain_at(path, 0, "cannot make a picture: %s", pixels ? SDL_GetError() : strerror(ENOMEM));
    good = good && picture_png(path, pixels, width, height);
    free(pixels);
    return good;
}
