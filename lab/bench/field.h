/// The scenes that contenders are measured on: where boxes lie, how large they are, how they move.
///
/// The world is [0, 65536)^2 in steps of 1/256. Lower sides lie on even steps and upper sides on odd ones, so that no
/// two boxes merely touch, and every coordinate and every sum of them is an exact float. The same seed gives the same
/// boxes.
#ifndef QUADRILLE_BENCH_FIELD_H
#define QUADRILLE_BENCH_FIELD_H

#include <fbox.h>

/// Steps to a unit, and the world's side in steps.
#define FIELD_STEPS 256
#define FIELD_SIDE (1 << 24)

/// Where a box's steps are counted from.
typedef enum frame {
    FRAME_WORLD, ///< 0, in steps of 1/256.
    FRAME_FAR,   ///< 2^100, in steps of 2^77: half the world's steps, beyond 1e30.
    FRAME_FIXED, ///< Its box is written down and never moves.
} frame;

/// A box that moves, all in steps.
typedef struct mover {
    int32_t x, y, side; ///< Lower corner (even), and side (odd, or 0 for a point).
    int32_t vx, vy;     ///< A tick (even).
    uint8_t frame;
    uint8_t gone; ///< Ticks since it turned round last, where movers turn round.
} mover;

typedef struct field_kind field_kind;

typedef struct field {
    const field_kind *kind;
    fbox *boxes; ///< Where they are now.
    size_t count;
    uint64_t seed;
    int32_t width, height; ///< The world's, in steps.
    int32_t side;          ///< The typical side of a box, in steps.
    uint8_t turns;         ///< Ticks that each goes forth, and then back; 0: until it meets a wall.
    mover *movers, *first; ///< Now, and at the beginning.
} field;

struct field_kind {
    const char *name, *title;
    double pairs;      ///< Overlapping pairs a box, about; negative: not the same at all sizes.
    size_t most_pairs; ///< Boxes above which its pairs are too many to be listed; 0: never.
    bool worst;        ///< One of those that are hard on an index.
    void (*fill)(field *f);
    const char *demo; ///< The demo's scene that it stands for, which brings its own boxes: the field's do not matter.
};

/// Ends with NULL.
extern const field_kind *const field_kinds[];

/// NULL: unknown name.
const field_kind *field_find(const char *name);

/// NULL: no memory.
field *field_create(const field_kind *kind, size_t count, uint64_t seed);
void field_destroy(field *f);

/// Everything moves on by one tick.
void field_step(field *f);

/// One in so many moves on by one tick: those whose number leaves `which` over. The others stay.
void field_step_some(field *f, size_t share, size_t which);

/// Can all its pairs be listed: are they not too many?
bool field_has_pairs(const field *f);

/// Back to the beginning.
void field_reset(field *f);

#endif
