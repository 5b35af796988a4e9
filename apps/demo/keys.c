// Keys.
#include "keys.h"

#include "demo.h"

#include <SDL.h>

#define SCENE(n)                                                                                                       \
    {                                                                                                                  \
        SDLK_0 + (n), KEY_PLAIN, ACTION_SCENE, (n)-1, NULL, NULL                                                       \
    }

const key keys[] = {
    { SDLK_SPACE, KEY_PLAIN, ACTION_PAUSE, 0, "Space", "pause and go on" },
    { SDLK_PERIOD, KEY_PLAIN, ACTION_STEP, 0, ".", "a single tick" },
    { SDLK_r, KEY_PLAIN, ACTION_RESTART, 0, "R", "start again from the same seed" },
    { SDLK_1, KEY_PLAIN, ACTION_SCENE, 0, "1 ... 9, 0", "scenes" },
    SCENE(2),
    SCENE(3),
    SCENE(4),
    SCENE(5),
    SCENE(6),
    SCENE(7),
    SCENE(8),
    SCENE(9),
    { SDLK_0, KEY_PLAIN, ACTION_SCENE, 9, NULL, NULL },
    { SDLK_TAB, KEY_PLAIN, ACTION_METHOD_NEXT, 0, "Tab", "next method" },
    { SDLK_TAB, KEY_SHIFT, ACTION_METHOD_BACK, 0, "Shift+Tab", "method before" },
    { SDLK_v, KEY_PLAIN, ACTION_TOOL, TOOL_SCENE, "V", "mouse: the scene's" },
    { SDLK_n, KEY_PLAIN, ACTION_TOOL, TOOL_ADD, "N", "mouse: add a box" },
    { SDLK_x, KEY_PLAIN, ACTION_TOOL, TOOL_ERASE, "X", "mouse: erase boxes" },
    { SDLK_m, KEY_PLAIN, ACTION_TOOL, TOOL_DRAG, "M", "mouse: drag a box" },
    { SDLK_b, KEY_PLAIN, ACTION_TOOL, TOOL_BOX, "B", "mouse: what is in a box" },
    { SDLK_c, KEY_PLAIN, ACTION_TOOL, TOOL_CIRCLE, "C", "mouse: what is in a circle" },
    { SDLK_k, KEY_PLAIN, ACTION_TOOL, TOOL_NEAREST, "K", "mouse: the eight nearest" },
    { SDLK_y, KEY_PLAIN, ACTION_TOOL, TOOL_RAY, "Y", "mouse: first on a ray" },
    { SDLK_F2, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_CELLS, "F2", "cells, coloured by depth" },
    { SDLK_F3, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_BOUNDS, "F3", "bounds of what cells hold" },
    { SDLK_F4, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_VISITED, "F4", "cells a question looks into" },
    { SDLK_F5, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_CANDIDATES, "F5", "items it is compared with" },
    { SDLK_F6, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_HEAT, "F6", "heat: tests by place" },
    { SDLK_o, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_PATH, "O", "path of a question, node by node" },
    { SDLK_z, KEY_PLAIN, ACTION_OVERLAY, OVERLAY_QUADRANTS, "Z", "quadrants by name, NW NE SW SE" },
    { SDLK_F7, KEY_PLAIN, ACTION_SPLIT, 0, "F7", "two methods side by side" },
    { SDLK_F8, KEY_PLAIN, ACTION_VERIFY, 0, "F8", "verify by brute force" },
    { SDLK_e, KEY_PLAIN, ACTION_EXPLAIN, 0, "E", "explain the question, by steps" },
    { SDLK_i, KEY_PLAIN, ACTION_EXPLAIN_INSERT, 0, "I", "explain an insert at the mouse" },
    { SDLK_PAGEDOWN, KEY_PLAIN, ACTION_NEXT, 0, "PageDown", "next step of it" },
    { SDLK_PAGEUP, KEY_PLAIN, ACTION_BACK, 0, "PageUp", "step back" },
    { SDLK_HOME, KEY_PLAIN, ACTION_FIT, 0, "Home", "see the whole world" },
    { SDLK_PLUS, KEY_PLAIN, ACTION_ZOOM_IN, 0, "+", "nearer" },
    { SDLK_EQUALS, KEY_PLAIN, ACTION_ZOOM_IN, 0, NULL, NULL },
    { SDLK_KP_PLUS, KEY_PLAIN, ACTION_ZOOM_IN, 0, NULL, NULL },
    { SDLK_MINUS, KEY_PLAIN, ACTION_ZOOM_OUT, 0, "-", "farther" },
    { SDLK_KP_MINUS, KEY_PLAIN, ACTION_ZOOM_OUT, 0, NULL, NULL },
    { SDLK_PLUS, KEY_CTRL, ACTION_TEXT_LARGER, 0, "Ctrl +", "larger text" },
    { SDLK_EQUALS, KEY_CTRL, ACTION_TEXT_LARGER, 0, NULL, NULL },
    { SDLK_KP_PLUS, KEY_CTRL, ACTION_TEXT_LARGER, 0, NULL, NULL },
    { SDLK_MINUS, KEY_CTRL, ACTION_TEXT_SMALLER, 0, "Ctrl -", "smaller text" },
    { SDLK_KP_MINUS, KEY_CTRL, ACTION_TEXT_SMALLER, 0, NULL, NULL },
    { SDLK_F9, KEY_PLAIN, ACTION_PANEL, 0, "F9", "hide and show the panel" },
    { SDLK_F12, KEY_PLAIN, ACTION_PICTURE, 0, "F12", "a picture: quadrille-TICK.png" },
    { SDLK_F1, KEY_PLAIN, ACTION_HELP, 0, "F1, H", "this list" },
    { SDLK_h, KEY_PLAIN, ACTION_HELP, 0, NULL, NULL },
    { SDLK_ESCAPE, KEY_PLAIN, ACTION_ESCAPE, 0, "Esc", "let go of what is asked or shown" },
    { SDLK_q, KEY_CTRL, ACTION_QUIT, 0, "Ctrl Q", "quit" },
    { SDLK_LEFT, KEY_PLAIN, ACTION_SCENE_KEY, KEY_LEFT, NULL, NULL },
    { SDLK_RIGHT, KEY_PLAIN, ACTION_SCENE_KEY, KEY_RIGHT, NULL, NULL },
    { SDLK_UP, KEY_PLAIN, ACTION_SCENE_KEY, KEY_UP, NULL, NULL },
    { SDLK_DOWN, KEY_PLAIN, ACTION_SCENE_KEY, KEY_DOWN, NULL, NULL },
    { SDLK_RETURN, KEY_PLAIN, ACTION_SCENE_KEY, KEY_ACTION, "Enter", "the scene's own action" },
    { SDLK_1, KEY_ALT, ACTION_SCENE_KEY, KEY_1, "Alt 1, 2, 3", "the scene's own keys 1, 2, 3" },
    { SDLK_2, KEY_ALT, ACTION_SCENE_KEY, KEY_2, NULL, NULL },
    { SDLK_3, KEY_ALT, ACTION_SCENE_KEY, KEY_3, NULL, NULL },
};

const size_t keys_count = sizeof keys / sizeof *keys;

const key_note key_notes[] = {
    { "W A S D", "move the camera" },
    { "arrows", "the camera too, or the scene's" },
    { "wheel", "nearer, farther" },
    { "middle button", "drag the world; Shift+left too" },
    { "right button", "let go of a question" },
    { NULL, NULL },
};

const key *keys_find(int code, bool ctrl, bool alt, bool shift)
{
    int with = (ctrl ? KEY_CTRL : 0) | (alt ? KEY_ALT : 0);
    // On many keyboards plus is typed with Shift, so that Shift counts only where it makes a difference.
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < keys_count; i++)
            if (keys[i].code == code && keys[i].with == (with | (pass == 0 && shift ? KEY_SHIFT : 0)))
                return &keys[i];
    return NULL;
}
