/// The path of a question through the tree: the nodes that it looks into, lit one after the other from the root down
/// while the scene runs, all of them while it rests.
#ifndef QUADRILLE_DEMO_PATH_H
#define QUADRILLE_DEMO_PATH_H

#include "question.h"

enum { PATH_LIGHTS = 120, PATH_RESTS = 60 }; ///< Ticks in which all are lit, and in which they stay so.

/// Nodes that a question looks into, as indices of cells, a node before those below it.
typedef struct lit_path {
    size_t *nodes;
    size_t count, lit, space;
    bool failed; ///< No memory: it is empty.
} lit_path;

/// For how many ticks the path of a question has been lit. Zeroed before the first time.
typedef struct path_clock {
    question of;
    uint64_t ticks, last; ///< last: the tick of the last picture.
} path_clock;

/// Call it for each picture, with the question of the path. A new question starts at the root; the first one lights its
/// whole path.
void path_clock_go(path_clock *self, const question *asked, uint64_t tick);

/// Zeroed before the first time.
void path_take(lit_path *self, const cells *tree, const question *asked, float reach, bool open);
void path_free(lit_path *self);

/// How many of `count` are lit so many ticks after the question came: at least one, all in the end, then from the first
/// one on again.
size_t path_lit(size_t count, uint64_t ticks);

/// Fills those that are lit, under the scene: nodes lie in nodes, so that deeper ones are brighter.
void path_draw_under(const lit_path *self, const cells *tree, drawing *out);

/// Frames them. Where not all are lit, the last of them is marked, and a line leads to it from the root.
void path_draw(const lit_path *self, const cells *tree, drawing *out);

#endif
