/// What the demo is at the moment, and everything that can be done to it: the window, the panel, the keys and the tests
/// all go through these functions. It knows of scenes, methods and drawing lists, and nothing of windows or pixels but
/// the camera. Any change goes to both sides of a split view alike.
#ifndef QUADRILLE_DEMO_H
#define QUADRILLE_DEMO_H

#include "cells.h"
#include "explain.h"
#include "figures.h"
#include "path.h"
#include "question.h"
#include "twin.h"
#include "view.h"

#include <stage.h>

typedef enum tool {
    TOOL_SCENE, ///< What the mouse does is the scene's.
    TOOL_ADD,
    TOOL_ERASE,
    TOOL_DRAG,
    TOOL_BOX,
    TOOL_CIRCLE,
    TOOL_NEAREST,
    TOOL_RAY,
    TOOLS
} tool;

extern const char *const tool_names[TOOLS + 1]; ///< NULL at the end.

typedef enum overlay {
    OVERLAY_CELLS,
    OVERLAY_BOUNDS,
    OVERLAY_VISITED,
    OVERLAY_CANDIDATES,
    OVERLAY_HEAT,
    OVERLAY_PATH,
    OVERLAY_QUADRANTS,
    OVERLAYS
} overlay;

extern const char *const overlay_names[OVERLAYS + 1]; ///< NULL at the end.

typedef struct demo_def {
    const scene_kind *scene;
    scene_def scene_def; ///< Count 0, size or speed negative: the scene's own.
    index_def index_def;
    size_t split; ///< The method of a second side, or NO_METHOD.
    bool verify;
    const char *record; ///< Where to write all calls on the first side's index; NULL: nowhere. Not owned.
} demo_def;

/// A stage and what is known about it. In a split view there are two of them: one scene, and an index for each, to
/// which every call of the scene goes.
typedef struct side {
    stage stage;
    figures figures;
    answer found;  ///< By the question that is asked at the moment.
    cells cells;   ///< As of the last demo_look; empty by a method that has none, and while they are not shown.
    lit_path path; ///< The same, of the question; empty while it is not shown.
    drawing shapes;
    size_t over; ///< From this one on they lie over the scene: cells among them.
    bool empty;  ///< The scene is out of view.
    float *heat; ///< Tests for each square of the view, heat_columns * heat_rows.
    int heat_columns, heat_rows;
    size_t heat_next; ///< The square to ask next.
} side;

typedef struct demo {
    demo_def def; ///< As it is now.
    side sides[2];
    int side_count;
    view view; ///< The view of the whole area; that of a side is demo_side_view.
    bool paused;
    bool broken; ///< Memory ran out: no tick until it starts again.
    tool tool;
    bool overlays[OVERLAYS];
    bool help;             ///< The list of keys is shown.
    question question;     ///< Asked by a tool; stays until another one.
    path_clock path_clock; ///< How long the path of the question has been lit.
    fvec2 mouse;           ///< In the world.
    bool pressed;          ///< A tool is at work: the left button is down.
    int levels;            ///< demo_set_levels; another scene has all.
    uint32_t held;         ///< By TOOL_DRAG, or INDEX_NONE.
    explanation explanation;
    twin *twin;        ///< The second side's index, and the recorder of the first side since it was started last.
    char message[160]; ///< What went wrong last; "" for nothing.
    bool quit;
} demo;

/// Opens the stage or stages and looks at the whole world in an area of that size. False: *why.
bool demo_open(demo *self, const demo_def *def, double width, double height, const char **why);
void demo_close(demo *self);

/// Ends the record, if there is one. 0, or the errno of what went wrong with it.
int demo_end_record(demo *self);

/// One tick of every side. Nothing happens when it is broken.
void demo_tick(demo *self);

/// Asks the tool's question, copies the cells if they are to be seen, and makes each side's shapes. Outside of every
/// measured time. `patience`: milliseconds that the map of heat may take; INFINITY: all it needs.
void demo_look(demo *self, double patience);

/// These start it again; where that is not possible they leave it as it was, with a message. While paused they make the
/// first tick, which shows what collides.
void demo_restart(demo *self);
void demo_set_scene(demo *self, const scene_kind *kind);
void demo_set_count(demo *self, size_t count);
void demo_set_size(demo *self, float size);
void demo_set_speed(demo *self, float speed);
void demo_set_seed(demo *self, uint64_t seed);

/// And these change its index while it goes on. A second index (NO_METHOD: none) is made from what the first one holds.
void demo_set_split(demo *self, size_t method);
void demo_set_method(demo *self, size_t method);
void demo_set_shape(demo *self, int capacity, int depth);
void demo_set_verify(demo *self, bool verify);

/// How many levels the scene's own tree keeps, where it has one; -1: all. They stay so when it starts again.
void demo_set_levels(demo *self, int levels);

/// Asks a side's index a question that is not the scene's, so that no recorder of its calls gets it.
void demo_ask(side *at, const question *asked, answer *out);

/// The area in which it is seen.
void demo_resize(demo *self, double left, double top, double width, double height);
void demo_fit(demo *self);

/// The view of one side.
view demo_side_view(const demo *self, int number);

/// A pixel of the area in the world, through the side that it is in.
fvec2 demo_place(const demo *self, double x, double y);

/// To the scene.
void demo_event(demo *self, const scene_event *event);

/// Changes an item by hand; returns it. INDEX_NONE: it was erased, or a message says
/// that it could not be done.
uint32_t demo_edit(demo *self, const scene_edit *edit);

/// The first answer that brute force did not agree with, or NULL.
const index_difference *demo_difference(const demo *self);

/// The question that is asked now: the one that is explained, else a tool's, or with the overlays of visited cells and
/// candidates a box around the mouse.
question demo_question(const demo *self);

/// Is the view where there is nothing to see, though there is something elsewhere?
bool demo_sees_nothing(const demo *self);

/// Does a map say how many items there are?
bool demo_count_is_of_map(const demo *self);

/// The number of the scene's things that the user chose; for a map, the number that it has.
size_t demo_count(const demo *self);

bool demo_edges_open(const demo *self);

#endif
