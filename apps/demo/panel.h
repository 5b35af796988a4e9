/// Text and controls, by Dear ImGui: the panel at the right, the list of keys, explanations and
/// errors. It reads the demo and changes it through its functions.
#ifndef QUADRILLE_DEMO_PANEL_H
#define QUADRILLE_DEMO_PANEL_H

#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "font.h"

struct demo;

typedef struct panel panel;

/// What only the window knows.
typedef struct panel_facts {
    int width, height; ///< The whole window's, in pixels.
    bool shown;        ///< The panel itself; all else is shown anyway.
    bool narrow;       ///< Without room beside the scene, the shown panel lies over the scene.
    bool times;        ///< Show times.
    double draw_ms, ticks_a_second, frames_a_second;
} panel_facts;

/// `window`: where events come from; NULL: without events. `letters`: stays the caller's, and must outlive the panel;
/// one that letters cannot be drawn from counts as none. NULL result: no memory.
panel *panel_create(SDL_Renderer *renderer, SDL_Window *window, const font *letters, float text);
void panel_destroy(panel *self);

/// Sets the size of its text, 1 for the usual one. Returns false when out of memory: the panel has no text then.
bool panel_set_text(panel *self, float text);

/// Looks at an event. True: it was for the panel alone.
bool panel_takes(panel *self, const SDL_Event *event);

/// Is a number being typed?
bool panel_types(const panel *self);

/// Pixels at the right edge, if it is not narrow.
int panel_width(const panel *self);

/// Was a button pressed that shows or hides it? True once for each press.
bool panel_asked(panel *self);

/// Draws it over what is there.
void panel_draw(panel *self, struct demo *show, const panel_facts *facts);

/// After the renderer has lost its textures.
bool panel_restore(panel *self);

#ifdef __cplusplus
}
#endif
#endif
