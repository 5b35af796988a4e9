/// What moves and how, and what it asks of its index. A scene knows nothing of windows, methods, clocks or printing: it
/// steps with a fixed tick from a seed, takes input events, and says what it looks like and what it has counted. The
/// same definition and the same events give the same boxes, bit for bit, with every method, every compiler and at every
/// level of optimisation: sums, products, quotients, square roots and comparisons of floats in one fixed order, and no
/// function of the C library whose results may differ.
#ifndef QUADRILLE_SCENE_H
#define QUADRILLE_SCENE_H

#include "drawing.h"
#include "index.h"

/// Zero stands for the scene's own default everywhere but in the seed.
typedef struct scene_def {
    size_t count; ///< How many of whatever the scene is about.
    uint64_t seed;
    fbox world;  ///< Its corners within +-1e30. Default (all zero): the scene chooses it.
    float size;  ///< Mean side of what moves, 0..1e30, or what size_name of its kind says; negative: default.
    float speed; ///< How far something goes in a tick at most, along each axis, 0..1e30; negative: default.
    const struct tile_map *map; ///< For scenes of tiles; not copied, must outlive the scene.
} scene_def;

typedef struct scene_kind scene_kind;

/// What all scenes begin with; each kind keeps more behind it.
typedef struct scene {
    const scene_kind *kind;
    scene_index *index; ///< Not owned. The scene's items are the only ones in it.
    fbox world;         ///< Where it takes place: what a camera shows at first.
} scene;

typedef enum scene_event_kind {
    EVENT_PRESS,   ///< A mouse button goes down at `at`.
    EVENT_RELEASE, ///< It goes up.
    EVENT_POINT,   ///< The mouse moves to `at`.
    EVENT_KEY,     ///< A key goes down.
    EVENT_KEY_UP,  ///< It goes up.
    EVENT_LEVELS,  ///< Its own tree keeps `levels` levels below the root.
} scene_event_kind;

typedef enum scene_key { KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_ACTION, KEY_1, KEY_2, KEY_3, SCENE_KEYS } scene_key;

typedef struct scene_event {
    scene_event_kind kind;
    fvec2 at;      ///< In the world. Finite.
    int button;    ///< 1 left, 3 right.
    scene_key key; ///< The arrows steer; action and the numbers are the scene's own.
    int levels;    ///< 0 to levels_most of the scene's kind.
} scene_event;

typedef enum scene_edit_kind {
    EDIT_ADD,   ///< One more of its items, its centre at `at`, as near as the world lets it.
    EDIT_ERASE, ///< `item` goes.
    EDIT_MOVE,  ///< `item` has its centre at `at` now, as near as the world lets it.
} scene_edit_kind;

/// What a hand from outside does to a single item.
typedef struct scene_edit {
    scene_edit_kind kind;
    uint32_t item; ///< An existing one.
    fvec2 at;      ///< Finite.
} scene_edit;

/// A figure that a scene reports.
typedef struct scene_counter {
    const char *name; ///< Lower case words with underscores: it becomes a key of JSON.
    uint64_t value;
} scene_counter;

enum { SCENE_COUNTERS_MOST = 8 };

/// What a scene computes besides its questions.
typedef struct scene_work {
    uint64_t tests;       ///< Things looked at, one by one or as one.
    uint64_t brute_tests; ///< And by looking at each pair of them.
} scene_work;

/// An entry of a legend.
typedef struct scene_sign {
    uint8_t shape, ink; ///< shape_kind, ink
    const char *means;  ///< Without a capital and a full stop.
} scene_sign;

enum { SCENE_SIGNS_MOST = 9 };

struct scene_kind {
    const char *name;
    const char *summary;     ///< One line.
    const char *help;        ///< What mouse and keys do in it, one line; "" for nothing.
    const scene_sign *signs; ///< What its shapes mean, at most SCENE_SIGNS_MOST; the last one means NULL.
    const char *size_name;   ///< What a slider for its size is called; NULL: "Size".
    size_t count;            ///< Default.
    size_t least, most;      ///< Limits of the count: outside of them, the scene cannot be made.

    /// Puts its items into the index, which is empty. The definition is sound: within the ranges said above. NULL: no
    /// memory.
    scene *(*create)(const scene_def *def, scene_index *index);

    /// Moves on by one tick.
    void (*step)(scene *self);

    /// NULL: it takes none.
    void (*event)(scene *self, const scene_event *event);

    /// Adds what it looks like within drawing->view.
    void (*draw)(const scene *self, drawing *out);

    /// Writes its figures, at most SCENE_COUNTERS_MOST, and returns how many; they are sums over all ticks so far
    /// unless their names say otherwise.
    size_t (*counters)(const scene *self, scene_counter *out);

    /// What it computed in the last tick besides its questions. NULL: nothing.
    scene_work (*work)(const scene *self);

    /// NULL is allowed. Leaves its items in the index.
    void (*destroy)(scene *self);

    int levels_most; ///< Levels of the scene's own tree below its root; the leaves are the items. 0: no such tree.

    bool steered; ///< The arrow keys are its own: a window's camera leaves them alone.

    /// NULL: hands change nothing. The item that was added or moved; INDEX_NONE: it was erased, or the scene's rules
    /// forbid it (a car cannot be put into a wall), or out of memory. Erasing one may give its number to
    /// another one.
    uint32_t (*edit)(scene *self, const scene_edit *edit);
};

/// The parts of a kind: its texts, its counts, and what every scene does.
#define SCENE_TEXTS(called, in_a_line, keys) .name = (called), .summary = (in_a_line), .help = (keys)
#define SCENE_SIGNS(...)                                                                                               \
    .signs = (const scene_sign[SCENE_SIGNS_MOST + 1])                                                                  \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#define SCENE_COUNT(usual, from, to) .count = (usual), .least = (from), .most = (to)
#define SCENE_BY(begins, steps, draws, counts, ends)                                                                   \
    .create = (begins), .step = (steps), .draw = (draws), .counters = (counts), .destroy = (ends)

/// In the order of the number keys; the last one has none.
extern const scene_kind scene_drift, scene_particles, scene_snacks, scene_entities, scene_tiles, scene_village,
    scene_lights, scene_pile, scene_pathological, scene_gravity, scene_contacts, scene_image;

#endif
