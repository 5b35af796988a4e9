/// Runs a scene: an index by some method, the scene in it, tick by tick, with what each tick took.
#ifndef QUADRILLE_SCENE_STAGE_H
#define QUADRILLE_SCENE_STAGE_H

#include "methods.h"
#include "scene.h"

typedef struct stage_def {
    const scene_kind *scene;
    scene_def scene_def; ///< Count 0: the scene's default.
    index_def index_def;
    size_t guest;   ///< A second method that answers every question too, or NO_METHOD.
    index_log *log; ///< Gets every call on the index from the first one on, and has answers summed; NULL: nothing does.
    void *log_context;
} stage_def;

typedef struct stage {
    scene *scene;
    scene_index *index;
    uint64_t ticks;
} stage;

/// False: no memory, or the scene cannot be had with that count; *why says which. The stage is empty then.
bool stage_open(stage *self, const stage_def *def, const char **why);

/// One tick. Costs start again before it: index_costs_of returns this tick's. False: no memory; close it.
bool stage_tick(stage *self);

/// Closing an empty or closed stage does nothing.
void stage_close(stage *self);

/// What the scene computed in the last tick besides its questions.
scene_work stage_work(const stage *self);

/// A hash of the scene: its items and its counters.
uint64_t stage_hash(const stage *self);

/// All scenes, in the order of their number keys, of which the last one has none; NULL at the end.
extern const scene_kind *const scenes[];

/// The names of all scenes in that order; NULL at the end.
extern const char *const scene_names[];

/// NULL: unknown name.
const scene_kind *scene_find(const char *name);

#endif
