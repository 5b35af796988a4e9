// What the files of the panel share.
#ifndef QUADRILLE_DEMO_PANEL_PARTS_H
#define QUADRILLE_DEMO_PANEL_PARTS_H

extern "C" {
#include "demo.h"
#include "labels.h"
#include "readout.h"
}
#include "panel.h"

#include <imgui.h>

struct panel {
    SDL_Renderer *renderer;
    SDL_Window *window;
    SDL_Texture *letters; // up to version 1.91 of Dear ImGui
    const font *typeface; // not owned
    bool asked;           // a button that shows or hides the panel was pressed
    float text;
    bool leave; // the field that is typed into, in the next frame
    // What the sliders show while they are held.
    int count, levels, capacity, depth;
    float size, speed;
};

/// By tone: plain, quiet, good, bad, title.
extern const ImVec4 tones[TONES];

/// Colours and sizes of everything shown, for text of that size.
void panel_style(float text);

/// Makes the letters for text of the panel's size. Returns false when out of memory: the panel has no text then.
bool panel_letters(panel *self);

/// Textures: before the first letters; of letters that were chosen; before a frame's triangles are drawn; at the end.
/// False: no memory, or the font has no letters.
void panel_textures_begin(panel *self);
bool panel_textures_build(panel *self);
bool panel_textures_update(panel *self, const ImDrawData *data);
void panel_textures_end(panel *self);

/// In the panel: what colours mean; what it counts; what can be changed.
void panel_legend(const demo *show);
void panel_figures(const demo *show, const panel_facts *facts);
void panel_counters(const demo *show);
void panel_scene_controls(panel *self, demo *show, const panel_facts *facts);
void panel_sliders(panel *self, demo *show);
void panel_tools(demo *show);

/// What lies over the scene: names of the sides, explanations, warnings, the list of keys, ways back.
void panel_notes(panel *self, demo *show, const panel_facts *facts);

#endif
