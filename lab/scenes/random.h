/// Random numbers for scenes: the same from the same seed on every machine, with every compiler.
#ifndef QUADRILLE_SCENE_RANDOM_H
#define QUADRILLE_SCENE_RANDOM_H

#include <fbox.h>
#include <stdint.h>

typedef struct scene_random {
    uint64_t state; ///< The seed: any number.
} scene_random;

/// Counts in steps of the golden ratio and mixes the bits of the count.
static inline uint64_t scene_random_bits(scene_random *random)
{
    uint64_t bits = random->state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

/// A float in [0, 1): a multiple of 2^-24, so that no rounding takes part.
static inline float scene_random_unit(scene_random *random)
{
    return (float)(scene_random_bits(random) >> 40) * 0x1p-24f;
}

/// A float in [low, high]; both halves of the range must be finite.
static inline float scene_random_between(scene_random *random, float low, float high)
{
    return low + (high - low) * scene_random_unit(random);
}

/// A point in a box, x drawn first: two draws in one expression may be made in either order, as the compiler likes.
static inline fvec2 scene_random_point(scene_random *random, fvec2 low, fvec2 high)
{
    float x = scene_random_between(random, low.x, high.x);
    float y = scene_random_between(random, low.y, high.y);
    return (fvec2){ x, y };
}

#endif
