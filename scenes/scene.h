/// @file scene.h
/// What moves and how. A scene knows nothing of windows, trees or printing: it is boxes that have new places after each
/// step. The same definition gives the same boxes, bit for bit, with every compiler and at every level of optimisation.
#ifndef QUADRILLE_SCENE_H
#define QUADRILLE_SCENE_H

#include <quadrille/geometry.h>

typedef struct scene_def {
    size_t count;
    uint64_t seed;
    qd_vec2 world; ///< Its extent, 0..1e30: the world's corners are (0, 0) and this.
    float size;    ///< Mean side of a box, 0..1e30.
    float speed;   ///< How far a box goes in a step at most, along each axis, 0..1e30.
} scene_def;

typedef struct scene_kind scene_kind;

/// A scene's boxes; its kind keeps more behind them.
typedef struct scene {
    const scene_kind *kind;
    qd_box *boxes; ///< All valid, owned by the scene, changed by each step.
    size_t count;
    qd_box world;
} scene;

struct scene_kind {
    const char *name;

    /// NULL: no memory.
    scene *(*create)(const scene_def *def);

    /// Moves on by one tick.
    void (*step)(scene *self);

    /// NULL is allowed.
    void (*destroy)(scene *self);
};

/// Boxes of sides from half to one and a half times the size drift about and bounce off the world's edges.
extern const scene_kind scene_drift;

#endif
