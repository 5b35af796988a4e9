// The demo as JavaScript calls it: what `quadrille demo` does without its window. One demo at a time; numbers go in,
// and what comes out lies still until the next call. Lists and words are lines of text, their fields apart by tabs, so
// that the page repeats no name of a scene, a method, a tool or an overlay.
#ifndef QUADRILLE_WEB_PLAY_H
#define QUADRILLE_WEB_PLAY_H

#include <demo.h>

/// The one demo, and whether it is open.
extern demo play_demo;
extern bool play_is_open;

/// Milliseconds from any moment on.
__attribute__((import_module("page"), import_name("clock"))) double play_clock(void);

/// All scenes, methods, tools and overlays: "scene NAME LABEL COUNT LEAST MOST STEERED SUMMARY HELP SIZE LEVELS",
/// "method NAME LABEL", "tool NAME LABEL", "overlay NAME LABEL".
const char *play_lists(void);

/// Opens a demo instead of the present one. Scene and methods by their places in the lists; `beside` and
/// `count` below 0, sizes and speeds below 0: the scene's own, or none. False: play_why says why, and the old one
/// stays.
bool play_open(int scene, int method, int beside, double count, double size, double speed, double seed, int capacity,
               int depth, bool open_edges, bool verify, double width, double height);
const char *play_why(void);

/// So many ticks, fewer when memory runs out.
void play_tick(int ticks);

/// What demo.h says of the functions with these names.
void play_restart(void);
void play_set_method(int method);
void play_set_beside(int method);
void play_set_count(double count);
void play_set_size(double size);
void play_set_speed(double speed);
void play_set_seed(double seed);
void play_set_shape(int capacity, int depth);
void play_set_verify(bool verify);
void play_set_levels(int levels);
void play_set_overlay(int which, bool shown);
void play_pause(bool paused);

/// The camera, in pixels of the picture.
void play_resize(double width, double height);
void play_fit(void);
void play_pan(double right, double down);
void play_zoom(double factor, double x, double y);
/// Shows a place in the middle at a scale; what is not finite changes nothing.
void play_show(double x, double y, double scale);

/// Mouse: `kind` 0 press, 1 release, 2 move; button 1 left, 3 right. Keys of scenes by their places in scene_key.
void play_choose_tool(int which);
void play_pointer(int kind, int button, double x, double y);
void play_key(int key, bool down);

/// Explanations by steps: of the question that is asked, or of an insert at the mouse; steps on and back; lets go of
/// what is explained or asked.
void play_explain(bool insert);
void play_explain_go(int steps);
void play_escape(void);

/// What is seen: makes the shapes of each side. Then where a side is (left, top, width, height, the world's x and y in
/// its middle, pixels for a unit) and its shapes, as drawing.h has them.
void play_look(double patience);
int play_sides(void);
const double *play_view(int number);
const drawn_shape *play_shapes(int number);
size_t play_shape_count(int number);

/// The nodes of a side's structure, parents before children, after play_look: as many as play_node_count returns, 0
/// without a tree or without memory.
size_t play_node_count(int number);
const tree_cell *play_nodes(int number);

/// Are there so many shapes on a side that its pixels are less work than they?
bool play_is_dense(int number);
/// All sides as pixels: red, green, blue, opacity. NULL: no memory.
const uint8_t *play_pixels(void);

/// 256 colours of inks, four bytes each, then 256 widths of their lines: those for dark ground.
const uint8_t *play_palette(void);

/// Where other colours are to be written, 256 of them and that of edges, before play_use_colors has pixels made with
/// them; or with those for dark ground again.
uint8_t *play_colors(void);
void play_use_colors(bool other);

/// What there is to say now: "now TICKS PAUSED BROKEN LOST", "definition COUNT LEAST MOST",
/// "cost SIDE TESTS UPKEEP BRUTE PAIRS MS COUNTED" as plain numbers (COUNTED 0: the method does not count all its
/// tests), "figure NAME CELL TONE [CELL TONE]", "counter NAME VALUE", "sign SHAPE INK MEANS" for each entry
/// of the legend, "question SIDE TEXT", "difference TEXT", "message
/// TEXT", "step AT COUNT TEXT".
const char *play_status(void);

/// The sum over what the scene is like, as `quadrille simulate` prints it.
const char *play_hash(void);

/// Begins to record, which starts the scene again, or ends it. The record's bytes stay until the next one begins.
void play_record(bool record);
const uint8_t *play_recording(void);
size_t play_recording_size(void);

#endif
